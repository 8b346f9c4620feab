#ifndef RIDGELINE_TORCH_SHEET_FAMILIES_HPP
#define RIDGELINE_TORCH_SHEET_FAMILIES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/op/metrics.hpp>

namespace ridgeline {

class backward_links;
class torch_profile;

/// A call in a category sheet: the data that differ between calls of the same cost.
struct torch_sheet_event {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t kind = 0;             ///< its cost: index into `torch_family_calls::kinds`
  double time = 0;                    ///< microseconds
  std::uint32_t first = 0, last = 0;  ///< its kernels by start: a range of `torch_families::kernels`
  stand_in_kernels computed = stand_in_kernels::ordinary;
  bool recomputed = false;            ///< of a backward pass: whether the pass is
};

/// The cost of calls of one kind, and their metrics apart from time.
struct torch_call_kind {
  const torch_cost* cost = nullptr;
  torch_metrics metrics{};
};

/// The calls of a family of ops in one direction, forward or backward.
struct torch_family_calls {
  std::string family{};
  bool backward = false;
  bool divided = false;   ///< there is one sheet per direction
  std::vector<torch_sheet_event> events{};
  std::vector<torch_call_kind> kinds{};

  const torch_cost& cost_of(const torch_sheet_event& e) const { return *kinds[e.kind].cost; }
  torch_metrics metrics_of(const torch_sheet_event& e) const {
    torch_metrics m = kinds[e.kind].metrics;
    m.time = e.time;
    judge_by_kernels(m, e.computed);
    return m;
  }
};

/// The category sheets of a run before events are grouped.
struct torch_families {
  std::vector<torch_family_calls> sheets;    ///< a family's forward sheet before its backward one
  std::vector<std::uint32_t> kernels;
  std::size_t failed = 0;           ///< calls whose model could not read the arguments
  std::uint32_t first_failed = missing<std::uint32_t>;
  std::size_t unrecorded = 0;       ///< calls with unknown FLOP or bytes because an argument was not recorded
  std::uint32_t first_unrecorded = missing<std::uint32_t>;
};

/// The category sheets of a run: every event of the tree that has a model, wherever it is nested. `roofs` may be
/// null. The costs must outlive the sheets.
torch_families torch_sheets_of(const torch_profile& run, torch_costs& costs, const backward_links& links,
                               const hw::roofs* roofs);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_FAMILIES_HPP
