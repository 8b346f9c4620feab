#ifndef RIDGELINE_TORCH_STEP_DRAFT_RANGES_HPP
#define RIDGELINE_TORCH_STEP_DRAFT_RANGES_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// SGLang's ranges `draft` and `draft_extend` on the host: a step in one, in which the draft model reads the prompt
/// that the target has read, is none of the serving run. For bodies: it includes <algorithm>.
class draft_ranges {
 public:
  explicit draft_ranges(const torch_trace& trace) : spans_(in(trace)) {}
  bool hold(const torch_event& step) const {
    return known(step.place) && known(spans_.innermost(step.place, step.start.base()));
  }

 private:
  using span = nested_spans<std::int64_t>::span;
  static std::vector<span> in(const torch_trace& trace) {
    std::vector<span> spans;
    asked_once is_draft(trace.texts, torch_detail::is_draft_range);
    for (const torch_event& e : trace.events)
      if (e.category == kineto_category::user_annotation && e.is_complete() && is_draft(e.name))
        spans.push_back({e.place, e.start.base(), e.end().base(), 0});
    return spans;
  }

  nested_spans<std::int64_t> spans_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_DRAFT_RANGES_HPP
