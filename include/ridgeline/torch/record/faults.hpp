#ifndef RIDGELINE_TORCH_RECORD_FAULTS_HPP
#define RIDGELINE_TORCH_RECORD_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// What TraceLens (commit 171dd747) does otherwise than sensible between a PyTorch trace and its report, models of ops
/// apart: one switch a fault, off by default. Each has a row of the same name in docs/deviations.md.
struct torch_faults {
  bool rounded_ends = false;             ///< ends are sums of doubles near 3.5e12: half a nanosecond off
  bool ties_in_file_order = false;       ///< of two events that start together the first in the file is the outer one
  bool leaking_events_dropped = false;   ///< what outlasts the event it started in is dropped, or moved up unseen
  bool link_key_of_first_launch = false; ///< the file's first launch decides between correlation and External id
  bool links_need_flows = false;         ///< no GPU work without a whole flow; one kernel a launch, but for graphs
  bool launches_by_stack_alone = false;  ///< a launch that no op is around is no op's, whatever its External id says
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
  bool communication_by_three_words = false; ///< nccl, rccl and cross_device_reduce alone are communication
  bool pseudo_ops_lost_beside_paged_attention = false;  ///< one op of two names, and no pseudo op is added
  bool ops_before_pseudo_ops = false;        ///< with captures, launches do not know the pseudo ops around them
  bool roof_needs_compute_peak = false;      ///< an op whose math has no known peak is not judged by the memory either
  bool categories_by_table = false;          ///< attention and graph launches that no table names are `other`
  bool gpu_ranges_are_work = false;          ///< ranges of the GPU count among the GPU work of a step
  bool busy_time_counts_twice = false;       ///< busy time of a step is a sum: kernels side by side count twice
  bool rows_of_two_ops = false;              ///< a window's mean batch size is that of what two ops read, if it can be
  bool windows_lose_labels = false;     ///< a report of some steps does not know the names of processes and threads
  bool one_capture_a_file = false;      ///< a file of captures has one size; its windows are used all or not at all
  bool captures_by_size_alone = false;  ///< the next captured size decides, its file readable or not, kernels or not
  bool captures_need_frames = false;         ///< what no frame is around is not grafted
  bool one_bad_graph_ends_all = false;  ///< a graph on two streams and calls without kernel names: nothing is merged
  bool graph_ids_unused = false;             ///< numbers of graphs and their nodes decide nothing
  bool fills_do_not_pair = false;            ///< copies and fills are not found by name
  bool grafted_ops_last_like_launch = false; ///< an op out of a capture has the host time of the launch

  /// All of them: what `--parity` chooses.
  static constexpr torch_faults parity();
};

constexpr torch_faults torch_faults::parity() { return all_on<torch_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_FAULTS_HPP
