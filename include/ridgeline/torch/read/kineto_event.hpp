#ifndef RIDGELINE_TORCH_READ_KINETO_EVENT_HPP
#define RIDGELINE_TORCH_READ_KINETO_EVENT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/torch/read/kineto_argument.hpp>
#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/read/kineto_value.hpp>

namespace ridgeline::torch_detail {

/// Up to four letters as one number, for a switch.
static constexpr std::uint32_t packed(std::string_view key) {
  std::uint32_t letters = 0;
  for (const char letter : key) letters = letters << 8 | static_cast<unsigned char>(letter);
  return letters;
}

/// What one event says, until its end shows which of it belongs to a record.
struct kineto_draft {
  torch_event event{};
  op_arguments op{};
  launch_arguments launch{};
  gpu_arguments gpu{};
  collective_arguments collective{};
  std::int64_t flow_id = missing<std::int64_t>;
  double start_us = missing<double>, length_us = missing<double>;  ///< where nanoseconds do not say it
  symbol label = missing<symbol>;
  json_string category{};
  std::string_view pid{};
  std::string_view tid{};
  bool has_phase = false;
  bool has_op = false;
  bool has_shape = false;
  bool has_collective = false;
};

/// Reads events one by one into a piece.
class kineto_event_reader : public kineto_value_reader {
 public:
  using kineto_value_reader::kineto_value_reader;

  /// The event that begins at the cursor. False on a syntax error, with nothing added.
  bool event() {
    begin_ = c.at;
    draft_ = {};
    if (!c.take('{')) return false;
    c.skip_blanks();
    if (!c.take('}')) {
      for (bool closed = false; !closed;) {
        json_string k;
        if (!c.string(k) || !c.expect(':')) return false;
        c.skip_blanks();
        if (!member(spelled(k))) return false;
        if (!c.another('}', closed) && !closed) return false;
      }
    }
    finish();
    return true;
  }

  /// A place in `events` for an entry that could not be read, so that those behind it keep their numbers.
  void lose(torch_problem why, const char* where) {
    problem(why, where);
    torch_event e;
    e.phase = chrome_phase::lost;
    out.events.push_back(e);
  }

 private:
  bool member(std::string_view key) {
    torch_event& e = draft_.event;
    if (key.size() > 4) return c.skip_value();
    switch (packed(key)) {
      case packed("ph"): return phase();
      case packed("ts"): return time(e.start, draft_.start_us);
      case packed("id"): return number(draft_.flow_id);
      case packed("cat"): return category();
      case packed("dur"): return time(e.time, draft_.length_us);
      case packed("pid"): return token(draft_.pid);
      case packed("tid"): return token(draft_.tid);
      case packed("name"): return text(e.name);
      case packed("args"): return c.next_is('{') ? arguments() : c.skip_value();
      default: return c.skip_value();
    }
  }

  bool arguments() {
    ++c.at;
    c.skip_blanks();
    if (c.take('}')) return true;
    for (bool closed = false; !closed;) {
      json_string k;
      if (!c.string(k) || !c.expect(':')) return false;
      c.skip_blanks();
      if (!argument(argument_of(spelled(k)))) return false;
      if (!c.another('}', closed) && !closed) return false;
    }
    return true;
  }

  bool argument(torch_argument a) {
    kineto_draft& d = draft_;
    const std::size_t slot = index_of(d.event.name) * 8 + static_cast<std::size_t>(a);
    switch (a) {
      case torch_argument::unread: return c.skip_value();
      case torch_argument::correlation: return number(d.event.correlation);
      case torch_argument::external_id: return number(d.event.external_id);
      case torch_argument::sequence: d.has_op = true; return number(d.op.sequence);
      case torch_argument::forward_thread: d.has_op = true; return number(d.op.forward_thread);
      case torch_argument::input_dims: d.has_op = true; return list(d.op.input_dims, slot);
      case torch_argument::input_types: d.has_op = true; return list(d.op.input_types, slot);
      case torch_argument::input_strides: d.has_op = true; return list(d.op.input_strides, slot);
      case torch_argument::concrete_inputs: d.has_op = true; return list(d.op.concrete_inputs, slot);
      case torch_argument::kernel_file: d.has_op = true; return value_text(d.op.kernel_file);
      case torch_argument::stream: return number(d.gpu.stream);
      case torch_argument::device: return number(d.gpu.device);
      case torch_argument::bytes: return number(d.gpu.bytes, true);  // ROCm writes these between quotes
      case torch_argument::grid: d.has_shape = true; return list(d.launch.grid, slot);
      case torch_argument::block: d.has_shape = true; return list(d.launch.block, slot);
      case torch_argument::collective_name: d.has_collective = true; return value_text(d.collective.name);
      case torch_argument::group_size: d.has_collective = true; return number(d.collective.group_size);
      case torch_argument::dtype: d.has_collective = true; return value_text(d.collective.dtype);
      case torch_argument::in_elements: d.has_collective = true; return number(d.collective.in_elements);
      case torch_argument::out_elements: d.has_collective = true; return number(d.collective.out_elements);
      case torch_argument::in_split: d.has_collective = true; return value_text(d.collective.in_split);
      case torch_argument::out_split: d.has_collective = true; return value_text(d.collective.out_split);
      case torch_argument::group_name: d.has_collective = true; return value_text(d.collective.group_name);
      case torch_argument::group_ranks: d.has_collective = true; return value_text(d.collective.group_ranks);
      case torch_argument::kernel: d.has_shape = true; return value_text(d.launch.kernel);
      case torch_argument::label: return value_text(d.label);
      case torch_argument::chosen_experts: {
        std::int64_t n = missing<std::int64_t>;
        if (!number(n)) return false;
        if (n > 0 && n <= 0x7FFF) d.has_op = true, d.op.chosen_experts = static_cast<std::int16_t>(n);
        return true;
      }
      case torch_argument::gated_experts: d.op.gated_experts = c.next_is('t'); return c.skip_value();
    }
    return c.skip_value();
  }

  bool phase() {
    json_string found;
    if (!c.next_is('"')) return c.skip_value();
    if (!c.string(found)) return false;
    const std::string_view letter = spelled(found);
    if (letter.size() != 1) return true;
    switch (letter[0]) {
      case 'X': draft_.event.phase = chrome_phase::complete; break;
      case 's': draft_.event.phase = chrome_phase::flow_start; break;
      case 'f': draft_.event.phase = chrome_phase::flow_finish; break;
      case 'M': draft_.event.phase = chrome_phase::metadata; break;
      case 'i': case 'I': draft_.event.phase = chrome_phase::instant; break;
      default: break;
    }
    draft_.has_phase = true;
    return true;
  }

  bool category() {
    if (!c.next_is('"')) return c.skip_value();
    json_string found;
    if (!c.string(found)) return false;
    if (found.raw != last_category_) {
      last_category_ = found.raw;
      last_category_kind_ = category_of(spelled(found));
      last_unknown_ = missing<std::uint32_t>;
    }
    draft_.event.category = last_category_kind_;
    draft_.category = found;
    return true;
  }

  void finish() {
    torch_event& e = draft_.event;
    if (!draft_.pid.empty() || !draft_.tid.empty()) e.place = place(draft_.pid, draft_.tid);
    if (is_flow(e)) e.correlation = draft_.flow_id;
    switch (table_of(e)) {
      case torch_table::ops:
        if (draft_.has_op) e.args = append(out.ops, draft_.op);
        break;
      case torch_table::launches:
        if (draft_.has_shape) e.args = append(out.launches, draft_.launch);
        break;
      case torch_table::gpus:
        draft_.gpu.grid = draft_.launch.grid;
        draft_.gpu.block = draft_.launch.block;
        if (draft_.has_collective) draft_.gpu.collective = append(out.collectives, draft_.collective);
        e.args = append(out.gpus, draft_.gpu);
        break;
      case torch_table::labels:
        e.args = append(out.labels, draft_.label);
        break;
      case torch_table::none: break;
    }
    judge(e);
    if (e.category == kineto_category::other) count_unknown(e);
    if (known(draft_.start_us) || known(draft_.length_us)) keep_file_time(e);
    out.events.push_back(e);
  }

  void count_unknown(const torch_event& e) {
    if (e.phase != chrome_phase::complete || !e.has_span()) return;
    if (!known(draft_.gpu.device) || !known(draft_.gpu.stream)) return;
    if (!known(last_unknown_)) {
      if (!may_be_work(spelled(draft_.category))) return;
      const symbol category = keep(draft_.category);
      const auto same = [&](const torch_unknown_work& u) { return u.category == category; };
      const auto at = std::find_if(out.unknown_work.begin(), out.unknown_work.end(), same);
      last_unknown_ = static_cast<std::uint32_t>(at - out.unknown_work.begin());
      if (at == out.unknown_work.end()) out.unknown_work.push_back({category, 0, duration()});
    }
    out.unknown_work[last_unknown_].add(1, e.time);
  }

  void keep_file_time(const torch_event& e) {
    const double start = known(draft_.start_us) ? draft_.start_us : e.start.in(us);
    const double length = known(draft_.length_us) ? draft_.length_us : e.time.in(us);
    out.file_times.push_back({static_cast<std::uint32_t>(out.events.size()), start, length});
  }

  template <class T>
  static std::uint32_t append(std::vector<T>& list, const T& value) {
    list.push_back(value);
    return static_cast<std::uint32_t>(list.size() - 1);
  }

  /// Counts what is implausible about an event that could be read.
  void judge(torch_event& e) {
    if (!draft_.has_phase) problem(torch_problem::phase_missing, begin_);
    if (e.time < duration() || draft_.length_us < 0) {
      problem(torch_problem::negative_duration, begin_);
      e.time = duration();
      draft_.length_us = missing<double>;
    }
    if (e.phase != chrome_phase::complete) return;
    if (!known(e.name)) problem(torch_problem::name_missing, begin_);
    if (!e.has_span()) problem(torch_problem::time_missing, begin_);
    if (!is_gpu(e.category)) return;
    if (e.time == duration() && !(draft_.length_us > 0)) problem(torch_problem::zero_duration, begin_);
    if (!known(e.correlation) && !known(e.external_id)) problem(torch_problem::link_missing, begin_);
  }

  kineto_draft draft_{};
  std::string_view last_category_{};
  kineto_category last_category_kind_ = kineto_category::other;
  std::uint32_t last_unknown_ = missing<std::uint32_t>;  ///< in `unknown_work`, of the last category
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_EVENT_HPP
