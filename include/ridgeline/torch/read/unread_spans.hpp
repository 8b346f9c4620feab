#ifndef RIDGELINE_TORCH_READ_UNREAD_SPANS_HPP
#define RIDGELINE_TORCH_READ_UNREAD_SPANS_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// Counts the spans that no sheet has by their categories, with and without a device and a stream. Those without a
/// category are only looked for if `uncategorised`; tasks of Ascend devices must be counted already. Returns whether
/// any has a device and a stream.
inline bool count_unread_spans(torch_trace& trace, bool uncategorised) {
  using use = unknown_work_use;
  bool placed_any = false;
  if (trace.details.empty() && !uncategorised) return placed_any;
  const symbol nameless = uncategorised ? trace.texts.keep("(none)") : missing<symbol>;
  std::vector<std::uint32_t> entries(2 * trace.texts.bound(), missing<std::uint32_t>);  // by category and place
  const auto is_placed = [](const torch_event_details& d) { return known(d.device) && known(d.stream); };
  const auto count = [&](symbol category, unread_category what, bool placed, std::uint64_t n, duration time) {
    std::uint32_t& at = entries[2 * index_of(category) + (placed ? 1 : 0)];
    if (!known(at)) {
      at = static_cast<std::uint32_t>(trace.unknown_work.size());
      const bool work = what == unread_category::work;
      const use as = placed ? (work ? use::none : use::no_work) : work ? use::on_host : use::no_work_on_host;
      trace.unknown_work.push_back({category, 0, duration(), as});
    }
    trace.unknown_work[at].add(n, time);
    placed_any = placed_any || placed;
  };
  const auto is_span = [](const torch_event& e, kineto_category category) {
    return e.category == category && e.is_complete();
  };
  torch_unknown_work tasks{nameless};  // they have no category either
  for (const torch_unknown_work& u : trace.unknown_work) tasks.add(u.count, u.time);
  for (const torch_event_details& d : trace.details) {
    const torch_event& e = trace.events[d.event];
    if (!is_span(e, kineto_category::other) || !known(d.category)) continue;
    const unread_category what = unread_category_of(trace.text(d.category));
    if (what != unread_category::elsewhere) count(d.category, what, is_placed(d), 1, e.time);
  }
  if (!uncategorised) return placed_any;
  torch_unknown_work placed{nameless}, others{nameless};
  auto details = trace.details.begin();
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_span(e, kineto_category::none)) continue;
    if (known(e.name) && category_of_kernel(trace.name(e)) == kineto_category::none) continue;
    while (details != trace.details.end() && details->event < i) ++details;
    const bool has_place = details != trace.details.end() && details->event == i && is_placed(*details);
    (has_place && tasks.count == 0 ? placed : others).add(1, e.time);
  }
  if (placed.count != 0) count(nameless, unread_category::work, true, placed.count, placed.time);
  if (others.count > tasks.count)
    count(nameless, unread_category::no_work, false, others.count - tasks.count,
          std::max(duration(), others.time - tasks.time));
  return placed_any;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_UNREAD_SPANS_HPP
