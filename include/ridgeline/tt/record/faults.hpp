#ifndef RIDGELINE_TT_RECORD_FAULTS_HPP
#define RIDGELINE_TT_RECORD_FAULTS_HPP

namespace ridgeline {

/// Known deviations of tt-perf-report 1.2.4 from its documentation or from sensible behaviour: one switch per fault,
/// off by default. Each has a row of the same name in docs/deviations.md. `--parity` selects `all_on<tt_faults>()`
/// of core/faults.hpp.
struct tt_faults {
  bool signpost_first_use = false;        ///< the default window opens at the first row with the last signpost's name
  bool window_by_file_position = false;   ///< the window is cut by file position, although rows are in time order
  bool end_before_start = false;          ///< the end is the first signpost of its name, even before the start
  bool window_over_all_hosts = false;     ///< one window for several hosts, although their clocks disagree
  bool replays_by_host_time = false;      ///< replays of a captured trace are sorted by the capture's host times
  bool merge_by_queue = false;            ///< devices are merged in arrival order: a missing op splits others
  bool unknown_first_time_stays = false;  ///< an op without a time on the first device has none when merged
  bool id_order_after_merge = false;      ///< merged rows go back to file order
  bool first_gap_by_row = false;          ///< the first row loses its gap, although the device's first op may follow
  bool captured_ops_are_runs = false;     ///< an op counts when it is captured into a trace, too, with a lost time
  bool unknown_time_is_zero = false;      ///< an op without a device time counts as zero
  bool any_time_is_believed = false;      ///< kernels longer than an hour, or with a stale start, count
  bool constants_of_1_2_4 = false;        ///< uses that release's peaks, cores and bandwidths
  bool wormhole_core_counts = false;      ///< assumes 64 workers and 12 DRAM-sharded cores on every chip
  bool batch_from_inputs = false;         ///< a matmul's batch is the larger one of its inputs, not its output's
  bool operands_as_recorded = false;      ///< M, K, N are taken from the columns, even for transposed operands
  bool groups_ignored = false;            ///< a grouped convolution counts as an ungrouped one
  bool missing_conv_keys_are_on = false;  ///< `ADB` and `SR` are shown if the attributes lack the keys
  bool block_floats_by_digits = false;    ///< BFP8 is 1 byte, BFP4 half a byte, without exponents
  bool unnamed_memory_is_no_dram = false;  ///< a tensor whose memory is not recorded counts no DRAM bytes
  bool bound_of_matmuls_in_dram_only = false;  ///< no bound for matmuls in L1 or for convolutions
  bool conv_without_dram = false;         ///< no DRAM rate for convolutions
  bool unknown_rates_are_slow = false;    ///< a matmul with unknown rates is SLOW
  bool fidelity_colour_of_old_conv_only = false;  ///< `OptimizedConvNew` is judged, `Conv2d` is not
  bool no_grid_hint_when_both = false;    ///< ops bound by both get no grid hint
  bool footer_of_the_window = false;      ///< the footer counts filtered rows too, and always says 100 %
  bool host_ops_are_other = false;        ///< the summary has no category for host fallbacks
  bool weighted_mean_over_devices = false;  ///< one weighted mean for all devices, although rows are per device
  bool summary_without_host_rows = false;   ///< per-device summaries leave out rows without a device
  bool signpost_in_op_names = false;      ///< the summary leaves out ops whose code contains `signpost`
  bool order_by_text = false;             ///< per-device summaries are ordered by the text of their percentages
  bool one_core_count = false;            ///< the first worker count in the file is used for every op
  bool host_ops_by_name = false;          ///< only ops with `(torch)` in their code ran on the host
  bool memory_without_l1 = false;         ///< memory groups lose their `l1_`; some are dropped
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_FAULTS_HPP
