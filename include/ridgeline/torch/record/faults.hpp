#ifndef RIDGELINE_TORCH_RECORD_FAULTS_HPP
#define RIDGELINE_TORCH_RECORD_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// Known faults of TraceLens (commit 171dd747) between a PyTorch trace and its report, except in op models: one
/// switch per fault, off by default. Each has a row of the same name in docs/deviations.md.
struct torch_faults {
  bool rounded_ends = false;             ///< ends are sums of doubles near 3.5e12, off by half a nanosecond
  bool ties_in_file_order = false;       ///< of two events with the same start, the first in the file is the outer
  bool leaking_events_dropped = false;   ///< events that outlast their parent are dropped or silently moved up
  bool link_key_of_first_launch = false; ///< the first launch in the file decides: correlation or External id
  bool links_need_flows = false;         ///< GPU work needs a complete flow; one kernel per launch except graphs
  bool launches_by_stack_alone = false;  ///< a launch outside any op belongs to none, whatever its External id
  bool launches_in_calls_have_no_op = false; ///< a launch inside another runtime call belongs to no op
  bool repeated_links_listed_twice = false;  ///< launches that share a number all list the GPU work
  bool forward_on_other_thread_only = false; ///< forward ops on the autograd thread itself are never linked
  bool one_backward_per_sequence = false;    ///< only the first backward node of a sequence number is linked
  bool backward_pass_in_each_row = false;    ///< each part of a backward pass has the FLOP and time of all of it
  bool beside_communication_in_pieces = false;  ///< below an op that communicates, each kernel has its own row
  bool execute_is_an_op = false;             ///< kernels below an op named `execute` are attributed to it
  bool short_kernels_need_arguments = false; ///< short kernels without an op or without its shapes are not listed
  bool share_of_first_run_only = false;      ///< with recomputation apart, shares refer to the time line without it
  bool recompute_needs_frames = false;       ///< re-entrant checkpointing, which its op tells, is not recomputation
  bool frames_need_folders = false;          ///< a frame of a file without a folder in its name is not a caller
  bool undefined_ops_lost = false;           ///< GPU work of ops that their model leaves out is in no row of all work
  bool labels_of_thread_0_only = false;      ///< a process is named only by metadata of its thread 0
  bool kernels_by_position = false;          ///< kernels of an op's calls are matched by position, whatever their names
  bool rank_is_zero = false;                 ///< collectives are attributed to rank 0, whatever the trace says
  bool collectives_need_all_fields = false;  ///< collectives with any field missing are not listed
  bool collectives_by_kernels_alone = false; ///< what `record_param_comms` says of a collective is ignored
  bool collectives_of_old_types = false;     ///< sizes of 8-bit floats and of signed bytes are unknown
  bool collectives_need_ops = false;         ///< traces with GPU work only have no collectives
  bool communication_by_three_words = false; ///< only nccl, rccl and cross_device_reduce are communication
  bool pseudo_ops_lost_beside_paged_attention = false;  ///< one op under two names, and no pseudo op is added
  bool registrations_in_names = false;  ///< without pseudo ops, names of SGLang's profiled ops keep their counters
  bool ops_before_pseudo_ops = false;        ///< with captures, launches ignore enclosing pseudo ops
  bool roof_needs_compute_peak = false;      ///< ops with no known compute peak get no memory roof either
  bool categories_by_table = false;          ///< attention, products, graphs in no table are `other`
  bool gpu_ranges_are_work = false;          ///< GPU ranges count as GPU work of a step
  bool busy_time_counts_twice = false;       ///< busy time of a step is a sum: concurrent kernels count twice
  bool nested_steps_share_work = false;      ///< what is in a step inside another step belongs to both
  bool draft_prompts_are_steps = false;      ///< what the draft model reads of a prompt counts as another step
  bool last_step_is_not_steady = false;      ///< a steady state that lasts to the end of the run lacks its last step
  bool rows_of_two_ops = false;              ///< a window's mean batch size is taken from two ops if possible
  bool windows_lose_labels = false;     ///< a report on selected steps lacks process and thread names
  bool one_capture_a_file = false;      ///< a file of captures has one size; all or none of its windows are used
  bool captures_by_size_alone = false;  ///< the next captured size is taken even if unreadable or without kernels
  bool captures_need_frames = false;         ///< events outside all Python frames are not grafted
  bool one_bad_graph_ends_all = false;  ///< a graph on two streams whose calls lack kernel names stops all merging
  bool graph_ids_unused = false;             ///< ids of graphs and graph nodes are ignored
  bool fills_do_not_pair = false;            ///< copies and fills are not matched by name
  bool streams_without_return = false;       ///< of streams that fit a call, the first choice stays
  bool grafted_ops_last_like_launch = false; ///< an op from a capture has the host time of the launch

  /// All faults on, as `--parity` selects.
  static constexpr torch_faults parity();
};

constexpr torch_faults torch_faults::parity() { return all_on<torch_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_FAULTS_HPP
