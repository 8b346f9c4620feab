#ifndef RIDGELINE_TT_READ_COMPARED_RUN_BODY_HPP
#define RIDGELINE_TT_READ_COMPARED_RUN_BODY_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/tt/read/compared_replays_body.hpp>
#include <ridgeline/tt/read/compared_run.hpp>
#include <ridgeline/tt/read/ops_csv_detail.hpp>
#include <ridgeline/tt/record/captures.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/record/signpost_words.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>

namespace ridgeline {

namespace tt_detail {

/// The rows of an ops CSV, with any number of inputs, in the order of the performance report: by host time, unless some
/// are replays.
class compared_rows {
 public:
  compared_rows(run_builder& builder, compared_run& run, const std::string& file, data_quality& quality)
      : builder_(builder), run_(run), file_(file), quality_(quality) {}

  std::optional<failure> read(std::string_view text) {
    const csv_front front = csv_front_of(text);
    csv_scanner rows(text, front.from, front.separator);
    if (!rows.next() || !bind(rows))
      return failure{errc::not_a_report, {file_, 1}, "expected the columns \"OP CODE\" and \"OP TYPE\" of an ops CSV"};
    while (rows.next()) {
      if (is_complete(rows, file_, quality_)) row(rows);
      else run_.incomplete = "the file ends within line " + std::to_string(rows.row_line() + 1);
    }
    for (const std::size_t i : with_stale_starts(spans_)) {
      compared_row& r = all[i];
      if (r.stale_start) continue;  // counted already
      r.stale_start = true, r.time = missing<std::int64_t>, r.gap = 0;
      quality_.add(tt_stale_start, {file_, r.line}, run_.ops[r.op].name, false);
    }
    leave_out_captures();
    tt_dispatches dispatches;
    if (std::none_of(all.begin(), all.end(), [&](const compared_row& r) {
          return known(r.session) || (known(r.time) && dispatches.ran_before(0, r.device, r.call, r.start));
        }))
      all = std::move(all) | sort_by(&compared_row::start);
    return std::nullopt;
  }

  std::vector<compared_row> all{};
  std::vector<std::string> marks{}, kernels{};  ///< names of signposts and rows, without duplicates

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct tensor {
    std::array<std::size_t, 4> dims{none, none, none, none};
    std::size_t type = none;
  };

  bool bind(const csv_scanner& header) {
    std::string scratch, title;
    for (std::size_t i = 0; i < header.cells().size(); ++i) {
      title = core_detail::upper_case(std::string(without_blanks(header.cells()[i].text(scratch))));
      for (const auto& [name, to] : {std::pair<std::string_view, std::size_t*>{"OP CODE", &code_},
                                     {"OP TYPE", &type_}, {"DEVICE ID", &device_}, {"DEVICE ARCH", &arch_},
                                     {"MATH FIDELITY", &fidelity_}, {"CORE COUNT", &cores_},
                                     {"AVAILABLE WORKER CORE COUNT", &workers_}, {"OP TO OP LATENCY [NS]", &gap_},
                                     {"DEVICE KERNEL DURATION [NS]", &time_}, {"HOST START TS", &start_},
                                     {"GLOBAL CALL COUNT", &calls_}, {"DEVICE FW START CYCLE", &from_},
                                     {"DEVICE FW END CYCLE", &to_}, {"DEVICE FW DURATION [NS]", &firmware_},
                                     {"SUB DEVICE ID", &sub_device_}, {"ATTRIBUTES", &attributes_},
                                     {"METAL TRACE ID", &trace_}, {"METAL TRACE REPLAY SESSION ID", &session_}})
        if (title == name && *to == none) *to = i;
      input(title, i);
    }
    std::vector<bool> numbers(header.cells().size(), false);
    for (const std::size_t column : {gap_, time_, start_, calls_, from_, to_, firmware_})
      if (column != none) numbers[column] = true;
    point_ = header.point(numbers);
    return code_ != none && type_ != none;
  }
  /// `INPUT_2_W_PAD[LOGICAL]`, `INPUT_2_W`, `INPUT_2_DATATYPE`.
  void input(std::string_view title, std::size_t column) {
    constexpr std::string_view front = "INPUT_";
    constexpr std::size_t most = 256;
    if (!title.starts_with(front)) return;
    title.remove_prefix(front.size());
    std::size_t n = 0;
    const auto [stop, error] = std::from_chars(title.data(), title.data() + title.size(), n);
    if (error != std::errc{} || n >= most) return;
    title.remove_prefix(static_cast<std::size_t>(stop - title.data()));
    if (inputs_.size() <= n) inputs_.resize(n + 1);
    if (title == "_DATATYPE") inputs_[n].type = column;
    constexpr std::string_view axes = "WZYX";
    for (std::size_t a = 0; a < axes.size(); ++a)
      if (title.size() > 1 && title[0] == '_' && title[1] == axes[a] && (title.size() == 2 || title.substr(2) ==
          "_PAD[LOGICAL]"))
        inputs_[n].dims[a] = column;
  }
  std::string_view cell(const csv_scanner& rows, std::size_t column, std::string& scratch) const {
    return column < rows.cells().size() ? rows.cells()[column].text(scratch) : std::string_view();
  }
  double number(const csv_scanner& rows, std::size_t column) {
    std::string scratch;
    const std::string_view text = without_blanks(cell(rows, column, scratch));
    if (says_missing(text)) return missing<double>;
    const std::optional<double> value = csv_number(text, rows.separator(), point_);
    if (value && std::fabs(*value) < 9e18) return *value;  // as host stamps of the report
    quality_.add("a cell is not a number and counts as empty", {file_, rows.row_line() + 1}, text);
    return missing<double>;
  }
  std::int64_t whole(const csv_scanner& rows, std::size_t column) {
    const double value = number(rows, column);
    return known(value) ? static_cast<std::int64_t>(std::nearbyint(value)) : missing<std::int64_t>;
  }
  /// A count in plain digits, `64` also for `64.0` and for the padded part of `64[50]`; other text as it is.
  std::string count(const csv_scanner& rows, std::size_t column) const {
    std::string scratch;
    const std::string_view text = stated(cell(rows, column, scratch)), padded = text.substr(0, text.find('['));
    const std::optional<double> value = to_double(without_blanks(padded));
    const bool whole = value && std::fabs(*value) < 1e15 && *value == std::nearbyint(*value);
    return whole ? std::to_string(static_cast<std::int64_t>(*value)) : std::string(padded);
  }
  static std::uint32_t number(query_detail::key_table<std::string>& table, std::vector<std::string>& list,
      const std::string& text) {
    const std::uint32_t at = table.number(text);
    if (at == list.size()) list.push_back(text);
    return at;
  }

  bool overlaps_as_it_cannot(const csv_scanner& rows, const compared_row& r, const tt_op& op) {
    if (!known(op.time) || !known(op.gap)) return false;
    std::string scratch;
    const auto stated = [&](std::size_t column) { return to_int(count(rows, column)).value_or(-1); };
    return overlaps_.has(r.device, {op.time.in(ns), op.gap.in(ns), stated(cores_), stated(workers_),
                                    sub_device_in(stated(sub_device_), cell(rows, attributes_, scratch))});
  }
  /// Takes the cycles between which an op's firmware ran, which may tell that its start is from an earlier run.
  void take_span(const csv_scanner& rows, std::int64_t device) {
    const double from = number(rows, from_), to = number(rows, to_), firmware = number(rows, firmware_);
    if (!(from >= 0) || !(to >= from) || !(firmware > 0)) return;
    spans_.push_back(device_span::of(all.size(), device, static_cast<std::int64_t>(from),
                                     static_cast<std::int64_t>(to), firmware * ns));
  }

  /// Takes the time and the gap of a row, except those that the performance report leaves out as well.
  void take_times(const csv_scanner& rows, const std::string& code, compared_row& r) {
    tt_op op;
    op.time = number(rows, time_) * ns, op.gap = number(rows, gap_) * ns;
    op.stale_start = overlaps_as_it_cannot(rows, r, op);
    r.stale_start = has_stale_start(op), r.without_run = !known(op.time);
    const auto count = [&](bool found, std::string_view reason) {
      if (found) quality_.add(reason, {file_, rows.row_line() + 1}, code, false);
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

  void row(const csv_scanner& rows) {
    std::string scratch, text;
    const tt_op_type is = tt_op_type_named(without_blanks(cell(rows, type_, scratch)));
    const bool signpost = is == tt_op_type::signpost;
    if (is == tt_op_type::other) return;
    std::string code(without_blanks(cell(rows, code_, text)));
    compared_row r;
    r.line = rows.row_line() + 1;
    r.start = number(rows, start_);
    if (signpost) {
      r.mark = number(known_marks_, marks, code);
      all.push_back(r);
      return;
    }
    if (run_.chip.empty()) {
      run_.chip = core_detail::lower_case(std::string(unqualified(stated(cell(rows, arch_, scratch)))));
      const std::string workers = count(rows, workers_);
      if (!workers.empty()) run_.chip += (run_.chip.empty() ? "" : ", ") + workers + " worker cores";
    }
    std::string dims = "(", types = "(", kernel(tt_fidelity_name(unqualified(stated(cell(rows, fidelity_, scratch)))));
    std::size_t given = 0;
    for (const tensor& t : inputs_) {
      if (stated(cell(rows, t.dims[0], scratch)).empty()) continue;
      dims += given == 0 ? "(" : ", (", types += given == 0 ? "" : ", ";
      for (std::size_t a = 0; a < 4; ++a) dims += (a == 0 ? "" : ", ") + count(rows, t.dims[a]);
      dims += ")";
      append_python_text(types, core_detail::upper_case(std::string(unqualified(stated(cell(rows, t.type, scratch))))));
      ++given;
    }
    dims += given == 1 ? ",)" : ")", types += given == 1 ? ",)" : ")";
    if (given == 0) dims.clear(), types.clear();
    const std::string cores = count(rows, cores_);
    if (!cores.empty()) kernel += (kernel.empty() ? "" : " ") + cores + " cores";
    const std::int64_t device = whole(rows, device_), calls = whole(rows, calls_);
    r.device = known(device) ? device : 0;
    // A name that is only the op's id on its device says which op of the run it is, not on which device.
    if (const std::int64_t n = tt_number_of_op(calls, r.device); n >= 0 && is_named_by_id(code, calls))
      code = "op " + std::to_string(n);
    r.op = builder_.op(code, dims, types);
    r.kernel = number(known_kernels_, kernels, kernel);
    take_times(rows, code, r);
    if (const std::int64_t session = whole(rows, session_); known(session) && session > 0) {  // they count from 1
      r.session = session;
      r.trace = whole(rows, trace_);
    } else if (r.without_run) {
      const std::int64_t trace = whole(rows, trace_);
      r.named_trace = known(trace) ? trace : -1;
    }
    r.without_run = r.without_run && !known(r.session);
    r.call = known(calls) ? calls : -1;
    r.communicates = is_tt_collective(code);
    take_span(rows, r.device);
    all.push_back(r);
  }

  void leave_out_captures() {
    tt_captures captures;
    for (const compared_row& r : all)
      if (known(r.op) && known(r.session)) captures.add_replay(r.device, r.call);
    std::erase_if(all, [&](const compared_row& r) {
      return known(r.op) && r.without_run && captures.are(r.device, r.call, r.named_trace);
    });
  }

  run_builder& builder_;
  compared_run& run_;
  const std::string& file_;
  data_quality& quality_;
  std::size_t code_ = none, type_ = none, device_ = none, arch_ = none, fidelity_ = none, cores_ = none,
              workers_ = none, gap_ = none, time_ = none, calls_ = none, from_ = none, to_ = none, firmware_ = none,
              sub_device_ = none, attributes_ = none, trace_ = none, session_ = none, start_ = none;
  csv_point point_ = csv_point::decimal;
  std::vector<tensor> inputs_{};
  impossible_overlaps overlaps_{};
  std::vector<device_span> spans_{};  // of ops, where known
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

}  // namespace tt_detail

expected<compared_run> read_compared_ops(std::string_view csv, const std::string& file,
                                         const std::optional<text_pattern>& step, data_quality& quality) {
  compared_run run;
  run.family = run_family::tenstorrent;
  run_builder builder(run);
  tt_detail::compared_rows rows(builder, run, file, quality);
  if (std::optional<failure> why = rows.read(csv)) return *why;
  query_detail::key_table<std::int64_t> devices;
  tt_detail::replay_steps opening(rows.all);
  const tt_detail::mark_roles roles = tt_detail::roles_of(rows, step);
  const bool replays = opening.any() && !step, marks = !replays && !roles.unit.empty();
  run.unit = replays ? "trace replay" : marks ? roles.unit : "whole";
  const auto add_step = [&](std::string name) { run.steps.push_back({std::move(name), 0, {}, {}, {}}); };
  if (!replays && !marks) add_step("whole");
  query_detail::key_table<std::int64_t> replayed, begun;
  std::vector<std::uint32_t> of_device;  // the step of the replay that a device has begun last
  tt_detail::stale_starts stale;
  bool open = !replays && !marks;
  for (const tt_detail::compared_row& r : rows.all) {
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

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_COMPARED_RUN_BODY_HPP
