#ifndef RIDGELINE_TORCH_SHEET_UNIFIED_HPP
#define RIDGELINE_TORCH_SHEET_UNIFIED_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/torch/sheet/call_stack.hpp>
#include <ridgeline/torch/op/metrics.hpp>
#include <ridgeline/torch/sheet/ops.hpp>

namespace ridgeline {

class backward_links;

/// Calls of one op with the same arguments that stand for their GPU work.
struct torch_unified_row {
  const torch_profile* run = nullptr;
  std::uint32_t event = missing<std::uint32_t>;       ///< whose data these are: the first call
  std::uint32_t uid = missing<std::uint32_t>;         ///< its number; behind those of all events for a synthetic op
  std::string name{};
  std::string category{};
  bool recomputed = false;
  bool has_model = false;
  bool synthetic = false;               ///< it is one kernel of the event, not the event
  std::int64_t count = 0;
  first_known gflops{}, megabytes{}, intensity{}, roof_time{};
  std::string spec{};
  bool rounded = false;                 ///< its roof is that of TF32
  std::string_view bound{};
  std::string parameters{};             ///< as a Python dict; empty for none
  statistics memory_rate{}, compute_rate{}, share{}, time{}, host_time{};
  std::vector<kernel_detail> details;
  op_arguments arguments{};
  torch_share part{};
  std::uint32_t most_stack_calls = torch_most_stack_calls;  ///< calls that its stack goes up
  bool stacks_in_details = false;       ///< each of its kernels is shown with who called it

  /// Whether both its FLOP and its bytes are known.
  bool is_counted() const { return known(gflops.value) && known(megabytes.value); }
};

/// All GPU work of a run by ops, the longest first.
struct torch_unified {
  std::vector<torch_unified_row> rows;
  bool has_roofs = false;
  double communication = 0, unlinked = 0;  ///< microseconds of GPU work that is in no row: between ranks, of no launch
  std::uint32_t most_stack_calls = torch_most_stack_calls;
};

/// Bounds the stacks of the rows, so that their texts together stay within what the rows of a real program have, and
/// says how many rows lose their outermost calls by it.
std::uint64_t torch_limit_stacks(const torch_profile& run, torch_unified& unified);

/// Groups the events that stand for a run's GPU work by op and arguments. `roofs` may be null.
torch_unified torch_unified_of(const torch_profile& run, torch_costs& costs, const backward_links& links,
                               const hw::roofs* roofs);

/// An event that stands for its GPU work in `torch_unified`, where its FLOP or bytes are known.
struct torch_counted_work {
  std::uint32_t event = missing<std::uint32_t>;
  torch_metrics metrics{};
};
std::vector<torch_counted_work> torch_counted_works(const torch_profile& run, torch_costs& costs,
                                                    const backward_links& links, const hw::roofs* roofs);

/// The same by the models of the run's extension, or the library's.
torch_unified torch_unified_of(const torch_profile& run, const hw::roofs* roofs);

/// All GPU work by ops as the sheet `unified_perf_summary`; with who called each op where that is asked for. The run
/// must outlive it.
table torch_unified_table(const torch_profile& run, torch_unified unified, bool call_stacks = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_UNIFIED_HPP
