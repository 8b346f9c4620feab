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

/// Calls of one op with the same arguments, to which GPU work is attributed.
struct torch_unified_row {
  const torch_profile* run = nullptr;
  std::uint32_t event = missing<std::uint32_t>;       ///< the first call, the source of these data
  std::uint32_t uid = missing<std::uint32_t>;         ///< its number; synthetic ops come after all events
  std::string name{};
  std::string category{};
  bool recomputed = false;
  bool has_model = false;
  bool synthetic = false;               ///< the row is one kernel of the event, not the event
  std::int64_t count = 0;
  first_known gflops{}, megabytes{}, intensity{}, roof_time{};
  std::string spec{};
  bool rounded = false;                 ///< the TF32 roof applies
  std::string_view bound{};
  std::string parameters{};             ///< as a Python dict; empty for none
  statistics memory_rate{}, compute_rate{}, share{}, time{}, host_time{};
  std::vector<kernel_detail> details;
  op_arguments arguments{};
  torch_share part{};
  std::uint32_t most_stack_calls = torch_most_stack_calls;  ///< maximum number of calls in its stack
  bool stacks_in_details = false;       ///< each of its kernels is shown with its callers

  /// Whether both its FLOP and its bytes are known.
  bool is_counted() const { return known(gflops.value) && known(megabytes.value); }
};

/// All GPU work of a run by op, longest first.
struct torch_unified {
  std::vector<torch_unified_row> rows;
  bool has_roofs = false;
  double communication = 0, unlinked = 0;  ///< microseconds of GPU work in no row: communication, no launch
  std::int64_t communication_count = 0, unlinked_count = 0;  ///< how much work that is
  std::uint32_t most_stack_calls = torch_most_stack_calls;
  /// Of the calls whose models have no category sheet: those faster than the roof, and those of which an argument that
  /// FLOP or bytes depend on was not recorded.
  std::vector<std::uint32_t> above_roof{}, unrecorded{};
};

/// Limits the stacks of the rows, each of which is the callers of an op and the paths from it to its kernels, to the
/// largest number of calls with which all of them stay within what a real program has. Returns how many lists of
/// callers and paths lose their outermost calls.
std::uint64_t torch_limit_stacks(const torch_profile& run, torch_unified& unified);

/// Groups the events to which a run's GPU work is attributed, by op and arguments. `roofs` may be null.
torch_unified torch_unified_of(const torch_profile& run, torch_costs& costs, const backward_links& links,
                               const hw::roofs* roofs);

/// An event to which `torch_unified` attributes GPU work and whose FLOP or bytes are known.
struct torch_counted_work {
  std::uint32_t event = missing<std::uint32_t>;
  torch_metrics metrics{};
};
std::vector<torch_counted_work> torch_counted_works(const torch_profile& run, torch_costs& costs,
                                                    const backward_links& links, const hw::roofs* roofs);

/// The same with the models of the run's extension, or the built-in ones.
torch_unified torch_unified_of(const torch_profile& run, const hw::roofs* roofs);

/// All GPU work by op as the sheet `unified_perf_summary`, with the callers of each op if `call_stacks` is set. The
/// run must outlive it.
table torch_unified_table(const torch_profile& run, torch_unified unified, bool call_stacks = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_UNIFIED_HPP
