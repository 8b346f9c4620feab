#ifndef RIDGELINE_TT_RECORD_FAULTS_HPP
#define RIDGELINE_TT_RECORD_FAULTS_HPP

namespace ridgeline {

/// What tt-perf-report 1.2.4 does otherwise than documented or sensible: one switch a fault, off by default. Each has
/// a row of the same name in docs/deviations.md. `all_on<tt_faults>()` of core/faults.hpp is what `--parity` chooses.
struct tt_faults {
  bool signpost_first_use = false;        ///< default window opens at the first row of the last signpost's name
  bool window_by_file_position = false;   ///< the window is cut by place in the file, though rows are in time order
  bool end_before_start = false;          ///< the end is the first signpost of its name, also one before the start
  bool window_over_all_hosts = false;     ///< one window by the times of several hosts, whose clocks do not agree
  bool replays_by_host_time = false;      ///< replays of a captured trace are sorted by the capture's host times
  bool merge_by_queue = false;            ///< devices are merged first come, first served: a missing op splits others
  bool id_order_after_merge = false;      ///< merged rows go back to file order
  bool first_gap_by_row = false;          ///< the first row loses its gap, though the device's first op may follow
  bool unknown_time_is_zero = false;      ///< an op without a device time took none
  bool any_time_is_believed = false;      ///< kernels of more than an hour, or with a stale start, count
  bool constants_of_1_2_4 = false;        ///< that release's peaks, cores and bandwidths
  bool wormhole_core_counts = false;      ///< 64 workers and 12 cores of DRAM-sharded matmuls on every chip
  bool batch_from_inputs = false;         ///< a matmul's batch is the larger of its inputs', not its output's
  bool operands_as_recorded = false;      ///< M, K, N are those of the columns, of transposed operands too
  bool groups_ignored = false;            ///< a grouped convolution counts as a full one
  bool missing_conv_keys_are_on = false;  ///< `ADB` and `SR` are shown when the attributes lack the keys
  bool block_floats_by_digits = false;    ///< BFP8 is 1 byte, BFP4 half a byte: exponents are not counted
  bool unsaid_memory_is_no_dram = false;  ///< a tensor whose memory is not recorded has no bytes in DRAM
  bool bound_of_matmuls_in_dram_only = false;  ///< no bound for matmuls that stay in L1, nor for convolutions
  bool conv_without_dram = false;         ///< no DRAM rate for convolutions
  bool unknown_rates_are_slow = false;    ///< a matmul whose rates are not known is SLOW
  bool fidelity_colour_of_old_conv_only = false;  ///< `OptimizedConvNew` is judged, `Conv2d` is not
  bool no_grid_hint_when_both = false;    ///< ops bound by both get no hint on their grid
  bool footer_of_the_window = false;      ///< the footer counts rows that filters removed, and always says 100 %
  bool host_ops_are_other = false;        ///< the summary has no category for fallbacks to the host
  bool weighted_mean_over_devices = false;  ///< one weighted mean for all devices, though rows are per device
  bool summary_without_host_rows = false;   ///< per-device summaries leave out rows without a device
  bool signpost_in_op_names = false;      ///< the summary leaves out ops whose code holds the word signpost
  bool order_by_text = false;             ///< per-device summaries are ordered by the text of their percentages
  bool one_core_count = false;            ///< the workers of the first row that names some are those of every op
  bool host_ops_by_name = false;          ///< only ops with `(torch)` in their code ran on the host
  bool memory_without_l1 = false;         ///< memory groups: `height_sharded` for `l1_height_sharded`; some are dropped
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_FAULTS_HPP
