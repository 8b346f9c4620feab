#ifndef RIDGELINE_XLA_TREE_ONCE_RUN_HPP
#define RIDGELINE_XLA_TREE_ONCE_RUN_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/work.hpp>

/// Which instructions an execution of a program runs once. Internal: included by body files only.
namespace ridgeline::xla_detail {

/// Those of the entry, and of what it calls once, such as the computation that becomes a CUDA graph: not those of
/// loops, which run often, and of branches, which may not run at all.
class once_run {
 public:
  explicit once_run(const xla_trace& trace) : trace_(&trace), asked_(trace.modules.size()) {}

  bool holds(xla_place place) {
    if (!place.found()) return false;
    const hlo_module& m = trace_->modules[place.module];
    std::vector<bool>& once = asked_[place.module];
    if (once.empty()) once = computations_of(m);
    const std::uint32_t computation = m.instructions[place.instruction].computation;
    return known(computation) && once[computation];
  }

 private:
  /// The entry is the computation that no instruction calls.
  std::vector<bool> computations_of(const hlo_module& m) const {
    std::vector<std::uint32_t> calls(m.computations.size());
    for (const hlo_instruction& i : m.instructions)
      for (const std::int64_t id : m.list(i.called))
        if (const std::uint32_t c = m.find_computation(id); known(c)) ++calls[c];
    std::vector<bool> once(calls.size());
    std::vector<std::uint32_t> open;
    const auto entry = std::find(calls.begin(), calls.end(), 0u);
    if (entry != calls.end()) open.push_back(static_cast<std::uint32_t>(entry - calls.begin()));
    while (!open.empty()) {  // a computation that is called once is added once
      const hlo_computation& c = m.computations[open.back()];
      once[open.back()] = true;
      open.pop_back();
      for (std::uint32_t n = c.first; n < c.first + c.count; ++n) {
        const hlo_instruction& i = m.instructions[n];
        const bool repeats = holds_xla_ops(trace_->text(i.opcode)) && trace_->text(i.opcode) != "call";
        for (const std::int64_t id : m.list(i.called))
          if (const std::uint32_t called = m.find_computation(id); !repeats && known(called) && calls[called] == 1)
            open.push_back(called);
      }
    }
    return once;
  }

  const xla_trace* trace_;
  std::vector<std::vector<bool>> asked_;  ///< by module
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_TREE_ONCE_RUN_HPP
