#ifndef RIDGELINE_TT_ADVISE_CALL_COUNTS_BODY_HPP
#define RIDGELINE_TT_ADVISE_CALL_COUNTS_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/tt/advise/rows.hpp>

namespace ridgeline::tt_detail {

using advise_detail::counted;
using advise_detail::pass;
using advise_detail::report;

/// Whether numbers are missing from those of the ops of a device.
void call_count_gap(const tt_judged_rows& rows, health_check& c) {
  if (rows.devices == 0 || rows.by_device().size() != 1) return;
  if (!rows.ops->has_host_start && rows.host.empty()) return;  // a device log alone: host ops have numbers as well
  constexpr std::int64_t of_host = std::int64_t{1} << 31;  // host ops continue the numbering with this bit set
  std::int64_t first = of_host, last = -1;
  for (const auto* list : {&rows.device, &rows.host})
    for (const tt_judged_row& r : *list)
      if (const std::int64_t call = r.op->global_call_count; call >= 0)
        first = std::min(first, call % of_host), last = std::max(last, call % of_host);
  // Replays have the numbers of their capture: what ran since is outside of the window.
  std::vector<std::int64_t> calls;
  for (const tt_op& op : rows.ops->ops) {
    const bool elsewhere = op.type == tt_op_type::device && op.device >= 0 && op.device != rows.devices - 1;
    const std::int64_t call = op.global_call_count < 0 ? -1 : op.global_call_count % of_host;
    if (!elsewhere && !op.is_signpost() && call >= first && call <= last) calls.push_back(call);
  }
  keep_each_once(calls);
  if (calls.size() < 3) return;
  std::map<std::int64_t, std::uint64_t> steps;
  for (std::size_t i = 1; i < calls.size(); ++i) ++steps[calls[i] - calls[i - 1]];
  const auto usual = std::max_element(steps.begin(), steps.end(), [](const auto& a, const auto& b) {
    return a.second < b.second;
  });
  std::int64_t lacking = 0;
  bool multiples = 2 * usual->second > calls.size() - 1;
  for (const auto& [step, n] : steps) {
    multiples = multiples && step % usual->first == 0;
    lacking += (step / usual->first - 1) * static_cast<std::int64_t>(n);
  }
  if (!multiples || lacking < 2) return pass(c);
  report(c, trace_verdict::degraded, static_cast<std::uint64_t>(lacking),
         static_cast<double>(lacking) / static_cast<double>(lacking + static_cast<std::int64_t>(calls.size())),
         missing<std::int64_t>,
         counted(static_cast<std::uint64_t>(lacking)) +
             " call counts are missing between the first and the last: ops were lost");
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_CALL_COUNTS_BODY_HPP
