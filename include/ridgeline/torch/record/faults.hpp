#ifndef RIDGELINE_TORCH_RECORD_FAULTS_HPP
#define RIDGELINE_TORCH_RECORD_FAULTS_HPP

#include <array>
#include <string_view>

namespace ridgeline {

/// What TraceLens (commit 171dd747) does otherwise than sensible between a PyTorch trace and its report, models of ops
/// apart: one switch a fault, off by default. Each has a row of the same name in docs/deviations.md.
struct torch_faults {
  bool rounded_ends = false;             ///< ends are sums of doubles near 3.5e12: half a nanosecond off
  bool ties_in_file_order = false;       ///< of two events that start together the first in the file is the outer one
  bool leaking_events_dropped = false;   ///< what outlasts the event it started in is dropped, or moved up unseen
  bool link_key_of_first_launch = false; ///< the file's first launch decides between correlation and External id
  bool links_need_flows = false;         ///< no GPU work without a whole flow; one kernel a launch, but for graphs
  bool repeated_links_listed_twice = false;  ///< of launches with one number each lists the GPU work
  bool forward_on_other_thread_only = false; ///< a forward op on the autograd thread itself is never linked
  bool one_backward_per_sequence = false;    ///< only the first backward node of a sequence number is linked
  bool execute_is_an_op = false;             ///< kernels below an op named `execute` are shown as its own
  bool short_kernels_need_arguments = false; ///< short kernels of no op, or of one without shapes, are not listed
  bool share_of_first_run_only = false;      ///< with recomputation apart, shares are of the time line without it
  bool rank_is_zero = false;                 ///< collectives are of rank 0, whatever the trace says
  bool collectives_need_all_fields = false;  ///< collectives with any field missing are not listed
  bool collectives_of_old_types = false;     ///< sizes of 8-bit floats and of signed bytes are not known
  bool collectives_need_ops = false;         ///< traces of GPU work alone have no collectives
  bool pseudo_ops_lost_beside_paged_attention = false;  ///< one op of two names, and no pseudo op is added
  bool roof_needs_compute_peak = false;      ///< an op whose math has no known peak is not judged by the memory either
  bool categories_by_table = false;          ///< attention and graph launches that no table names are `other`

  /// All of them: what `--parity` chooses.
  static constexpr torch_faults parity();
};

/// A fault's name, as in docs/deviations.md, and its switch.
struct torch_fault {
  std::string_view name;
  bool torch_faults::*on;
};

inline constexpr std::array torch_fault_list{
    torch_fault{"rounded_ends", &torch_faults::rounded_ends},
    torch_fault{"ties_in_file_order", &torch_faults::ties_in_file_order},
    torch_fault{"leaking_events_dropped", &torch_faults::leaking_events_dropped},
    torch_fault{"link_key_of_first_launch", &torch_faults::link_key_of_first_launch},
    torch_fault{"links_need_flows", &torch_faults::links_need_flows},
    torch_fault{"repeated_links_listed_twice", &torch_faults::repeated_links_listed_twice},
    torch_fault{"forward_on_other_thread_only", &torch_faults::forward_on_other_thread_only},
    torch_fault{"one_backward_per_sequence", &torch_faults::one_backward_per_sequence},
    torch_fault{"execute_is_an_op", &torch_faults::execute_is_an_op},
    torch_fault{"short_kernels_need_arguments", &torch_faults::short_kernels_need_arguments},
    torch_fault{"share_of_first_run_only", &torch_faults::share_of_first_run_only},
    torch_fault{"rank_is_zero", &torch_faults::rank_is_zero},
    torch_fault{"collectives_need_all_fields", &torch_faults::collectives_need_all_fields},
    torch_fault{"collectives_of_old_types", &torch_faults::collectives_of_old_types},
    torch_fault{"collectives_need_ops", &torch_faults::collectives_need_ops},
    torch_fault{"pseudo_ops_lost_beside_paged_attention", &torch_faults::pseudo_ops_lost_beside_paged_attention},
    torch_fault{"roof_needs_compute_peak", &torch_faults::roof_needs_compute_peak},
    torch_fault{"categories_by_table", &torch_faults::categories_by_table}};

static_assert(torch_fault_list.size() == sizeof(torch_faults),
              "a switch of torch_faults is missing from torch_fault_list");

constexpr torch_faults torch_faults::parity() {
  torch_faults all;
  for (const torch_fault& f : torch_fault_list) all.*f.on = true;
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_FAULTS_HPP
