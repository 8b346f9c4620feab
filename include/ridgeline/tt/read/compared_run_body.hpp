#ifndef RIDGELINE_TT_READ_COMPARED_RUN_BODY_HPP
#define RIDGELINE_TT_READ_COMPARED_RUN_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/read/compared_replays_body.hpp>
#include <ridgeline/tt/read/compared_run.hpp>
#include <ridgeline/tt/read/ops_csv_inputs.hpp>
#include <ridgeline/tt/record/captures.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/signpost_words.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>

namespace ridgeline {

namespace tt_detail {

/// The rows of an ops CSV, in the order of the performance report: by host time, unless some are replays.
class compared_rows {
 public:
  compared_rows(run_builder& builder, compared_run& run, const std::string& file, data_quality& quality)
      : builder_(builder), run_(run), file_(file), quality_(quality) {}

  void take(const tt_ops& ops, const std::vector<tt_input_texts>& inputs) {
    for (const quality_issue& q : ops.quality.issues())
      if (q.reason == cut_row) run_.incomplete = "the file ends within line " + std::to_string(q.first.line);
    quality_.merge(ops.quality);
    for (std::size_t i = 0; i < ops.ops.size(); ++i) add(ops.ops[i], ops.details[i], inputs[i]);
    tt_dispatches dispatches;
    if (std::none_of(all.begin(), all.end(), [&](const compared_row& r) {
          return known(r.session) || (known(r.time) && dispatches.ran_before(0, r.device, r.call, r.start));
        }))
      all = std::move(all) | sort_by(&compared_row::start);
  }

  std::vector<compared_row> all{};
  std::vector<std::string> marks{}, kernels{};  ///< names of signposts and rows, without duplicates

 private:
  static std::uint32_t number(query_detail::key_table<std::string>& table, std::vector<std::string>& list,
      const std::string& text) {
    const std::uint32_t at = table.number(text);
    if (at == list.size()) list.push_back(text);
    return at;
  }

  /// Takes the time and the gap of a row, except those that the performance report leaves out as well.
  void take_times(const tt_op& op, compared_row& r) {
    r.stale_start = has_stale_start(op);
    const auto count = [&](bool found, std::string_view reason) {
      if (found) quality_.add(reason, {file_, op.id}, op.code, false);
    };
    count(!is_possible_time(op), tt_impossible_time);
    count(!is_possible_gap(op), tt_impossible_gap);
    count(r.stale_start, tt_stale_start);
    if (r.stale_start) return;
    const auto take = [&](time_quantity t, std::int64_t& to, std::string_view reason) {
      const auto whole_ns = static_cast<std::int64_t>(std::nearbyint(t.base()));
      if (whole_ns > left_) return count(true, reason);
      to = whole_ns;
      left_ -= whole_ns;
    };
    if (is_possible_time(op) && op.time.base() >= 0) take(op.time, r.time, tt_impossible_time);
    if (is_possible_gap(op) && op.gap.base() > 0) take(op.gap, r.gap, tt_impossible_gap);
  }

  void add(const tt_op& op, const tt_op_detail& detail, const tt_input_texts& inputs) {
    if (op.type == tt_op_type::other || op.captured) return;
    std::string code(op.code);
    compared_row r;
    r.line = op.id;
    r.start = op.host_start.in(ns);
    if (op.is_signpost()) {
      r.mark = number(known_marks_, marks, code);
      all.push_back(r);
      return;
    }
    if (run_.chip.empty()) {
      run_.chip = core_detail::lower_case(std::string(detail.arch));
      if (op.available_cores > 0)
        run_.chip += (run_.chip.empty() ? "" : ", ") + std::to_string(op.available_cores) + " worker cores";
    }
    std::string kernel(op.fidelity);
    if (op.cores >= 0) kernel += (kernel.empty() ? "" : " ") + std::to_string(op.cores) + " cores";
    r.device = std::max(op.device, 0);
    r.call = op.global_call_count;
    // A name that is only the op's id on its device says which op of the run it is, not on which device.
    if (const std::int64_t n = tt_number_of_op(r.call, r.device); n >= 0 && is_named_by_id(code, r.call))
      code = "op " + std::to_string(n);
    r.op = builder_.op(code, inputs.dims, inputs.types);
    r.kernel = number(known_kernels_, kernels, kernel);
    take_times(op, r);
    if (op.replay_session > 0) r.session = op.replay_session, r.trace = detail.trace_id;
    r.communicates = is_tt_collective(code);
    all.push_back(r);
  }

  run_builder& builder_;
  compared_run& run_;
  const std::string& file_;
  data_quality& quality_;
  query_detail::key_table<std::string> known_marks_{}, known_kernels_{};
  std::int64_t left_ = std::int64_t{1} << 62;  // of what all times may add up to: 146 years, in ns
};

/// For each signpost name, whether steps begin or end there.
struct mark_roles {
  std::vector<bool> opens{}, closes{};
  std::string unit{};
};

inline mark_roles roles_of(const compared_rows& rows, const std::optional<text_pattern>& step) {
  mark_roles roles;
  const std::size_t n = rows.marks.size();
  roles.opens.resize(n), roles.closes.resize(n);
  std::vector<std::string> bases;
  for (const std::string& name : rows.marks) bases.push_back(unnumbered(name));
  if (step) {
    for (std::size_t i = 0; i < n; ++i) {
      roles.opens[i] = rows.marks[i] == step->pattern() || step->found_in(rows.marks[i]);
      if (roles.opens[i]) roles.unit = step->pattern();
    }
    return roles;
  }
  struct counted {
    std::size_t times = 0;
    bool ends = false;
  };
  query_detail::key_table<std::string> table;
  std::vector<counted> counts;
  std::vector<std::uint32_t> base_of;
  for (const std::string& base : bases) {
    base_of.push_back(table.number(base));
    if (base_of.back() == counts.size()) counts.push_back({0, before_end(base).has_value()});
  }
  for (const compared_row& r : rows.all)
    if (!known(r.op)) ++counts[base_of[r.mark]].times;
  std::uint32_t best = missing<std::uint32_t>;
  for (std::uint32_t b = 0; b < counts.size(); ++b)
    if (!counts[b].ends && counts[b].times >= 3 && (!known(best) || counts[b].times > counts[best].times)) best = b;
  if (!known(best)) return roles;
  for (std::size_t i = 0; i < n; ++i) {
    roles.opens[i] = base_of[i] == best;
    if (roles.opens[i]) roles.unit = bases[i];
  }
  for (std::size_t i = 0; i < n; ++i)
    if (const std::optional<std::string> front = before_end(bases[i]))
      roles.closes[i] = *front == before_start(roles.unit);
  if (roles.unit.empty()) roles.unit = "signpost";
  return roles;
}

inline compared_run compared_run_of(const tt_ops& ops, const std::vector<tt_input_texts>& inputs,
                                    const std::string& file, const std::optional<text_pattern>& step,
                                    data_quality& quality) {
  compared_run run;
  run.family = run_family::tenstorrent;
  run_builder builder(run);
  compared_rows rows(builder, run, file, quality);
  rows.take(ops, inputs);
  query_detail::key_table<std::int64_t> devices;
  replay_steps opening(rows.all);
  const mark_roles roles = roles_of(rows, step);
  const bool replays = opening.any() && !step, marks = !replays && !roles.unit.empty();
  run.unit = replays ? "trace replay" : marks ? roles.unit : "whole";
  const auto add_step = [&](std::string name) { run.steps.push_back({std::move(name), 0, {}, {}, {}}); };
  if (!replays && !marks) add_step("whole");
  query_detail::key_table<std::int64_t> replayed, begun;
  std::vector<std::uint32_t> of_device;  // the step of the replay that a device has begun last
  stale_starts stale;
  bool open = !replays && !marks;
  for (const compared_row& r : rows.all) {
    if (!known(r.op)) {
      if (!marks) continue;
      if (roles.opens[r.mark]) add_step(rows.marks[r.mark]), open = true;
      else if (roles.closes[r.mark]) open = false;
      continue;
    }
    ++run.counts.calls;
    run.counts.lost += known(r.time) ? 0 : 1;
    run.counts.time += known(r.time) ? r.time : 0;
    const std::uint32_t device = devices.number(r.device);
    if (device == of_device.size()) of_device.push_back(missing<std::uint32_t>);
    const std::int64_t gap = stale.after(r.device, r.stale_start) ? 0 : r.gap;
    if (replays && opening.opens(r)) {
      if (opening.several_traces() && run.steps.empty())
        quality.add("several traces are replayed: steps begin with the one that takes most time", {file, r.line},
                    "trace " + std::to_string(r.trace), false);
      of_device[device] = replayed.number(r.session);
      if (of_device[device] == run.steps.size()) add_step(std::to_string(r.session));
    }
    if (replays ? !known(of_device[device]) : !open) {
      quality.add("a row is in no step: it stands before the first or between the end of one and the next",
                  {file, r.line}, run.ops[r.op].name, false);
      continue;
    }
    const std::uint32_t number = replays ? of_device[device] : static_cast<std::uint32_t>(run.steps.size() - 1);
    ++run.steps[number].events;
    const std::size_t seen = begun.size();
    const bool first = begun.number(r.device) == seen;  // rows before the first mark are in no step
    if (gap > 0 && !first) builder.add_piece(number, builder.piece(step_part::idle, r.op, ""), 1, gap);
    if (!known(r.time)) continue;
    builder.add_op(number, r.op, 1, r.time);
    const step_part part = r.communicates ? step_part::exposed_comm : step_part::computation;
    builder.add_piece(number, builder.piece(part, r.op, rows.kernels[r.kernel]), 1, r.time);
  }
  run.devices = static_cast<std::int64_t>(devices.size());
  builder.finish();
  return run;
}

}  // namespace tt_detail

expected<compared_run> read_compared_ops(std::string_view csv, const std::string& file,
                                         const std::optional<text_pattern>& step, data_quality& quality) {
  std::vector<tt_detail::tt_input_texts> inputs;
  const expected<tt_ops> ops = tt_detail::read_tt_ops_with_inputs(csv, file, inputs);
  if (!ops) return ops.error();
  return tt_detail::compared_run_of(*ops, inputs, file, step, quality);
}

expected<compared_run> read_compared_ops(const std::vector<std::string>& titles,
                                         const std::vector<std::vector<stored_cell>>& rows, const std::string& file,
                                         const std::optional<text_pattern>& step, data_quality& quality) {
  std::vector<tt_detail::tt_input_texts> inputs;
  const expected<tt_ops> ops = tt_detail::read_tt_ops_with_inputs(titles, rows, file, inputs);
  if (!ops) return ops.error();
  return tt_detail::compared_run_of(*ops, inputs, file, step, quality);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_COMPARED_RUN_BODY_HPP
