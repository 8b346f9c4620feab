#ifndef RIDGELINE_XLA_TREE_OWN_TIME_BODY_HPP
#define RIDGELINE_XLA_TREE_OWN_TIME_BODY_HPP

#include <cstddef>
#include <optional>
#include <set>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/timeline/line_division.hpp>
#include <ridgeline/xla/record/work.hpp>
#include <ridgeline/xla/tree/own_time.hpp>

namespace ridgeline {

namespace xla_detail {

/// The ops that run others, by name: those of the programs, and all that are named like one.
class holding_ops {
 public:
  explicit holding_ops(const xla_trace& trace) : trace_(trace) {
    for (const hlo_module& m : trace.modules)
      for (const hlo_instruction& i : m.instructions)
        (holds_xla_ops(trace.text(i.opcode)) ? names_ : others_).insert(i.name);
  }
  bool contains(symbol name) const {
    return names_.contains(name) || (!others_.contains(name) && holds_xla_ops(xla_op_stem(trace_.text(name))));
  }

 private:
  const xla_trace& trace_;
  std::set<symbol> names_{}, others_{};
};

/// A part of the time of a line, and the op that it belongs to.
struct line_part {
  std::uint32_t uid = 0;
  xla_own_time::stretch time{};
};

}  // namespace xla_detail

xla_own_time::xla_own_time(const xla_trace& trace, const std::vector<xla_device_event>& events) {
  if (!trace.has_ops()) return;
  nested_.assign(events.size(), false);
  holds_.assign(events.size(), false);
  std::vector<xla_detail::line_part> parts;
  std::vector<line_span> ops;
  line_division division;
  for (std::uint32_t uid = 0; uid < events.size();) {
    const std::uint32_t line = events[uid].line;
    ops.clear();
    for (; uid < events.size() && events[uid].line == line; ++uid) {
      if (!nests(trace, trace.lines[line])) continue;
      const xla_event& e = trace.events[events[uid].event];
      ops.push_back({uid, e.start_ps, e.start_ps + e.duration_ps});
      nested_[uid] = true;
    }
    merge_sorted_runs(ops, [](const auto& a, const auto& b) {
      return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    division.divide(
        ops, [&](std::uint32_t op, std::int64_t start, std::int64_t end) { parts.push_back({op, {start, end}}); },
        [&](std::uint32_t outer) { holds_[outer] = true; });
  }
  std::optional<xla_detail::holding_ops> holding;
  for (std::uint32_t uid = 0; uid < events.size() && !trace.ends.empty(); ++uid) {
    const xla_event& e = trace.events[events[uid].event];
    if (!trace.runs_on(e)) continue;
    if (!holding) holding.emplace(trace);
    if (holding->contains(trace.args_of(e)->hlo_op)) holds_[uid] = true;
    else parts.push_back({uid, {e.start_ps + e.duration_ps, trace.end_of(e)}});
  }
  first_.assign(events.size() + 1, 0);
  for (const auto& p : parts) ++first_[p.uid + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  stretches_.resize(parts.size());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (const auto& p : parts) stretches_[next[p.uid]++] = p.time;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_TREE_OWN_TIME_BODY_HPP
