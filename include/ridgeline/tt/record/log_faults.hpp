#ifndef RIDGELINE_TT_RECORD_LOG_FAULTS_HPP
#define RIDGELINE_TT_RECORD_LOG_FAULTS_HPP

namespace ridgeline {

/// Known deviations of the original scripts for device logs and op logs from their documentation or from sensible
/// behaviour: one switch per fault, off by default. Each has a row of the same name in docs/deviations.md.
/// `--parity` selects `all_on<tt_log_faults>()` of core/faults.hpp.
struct tt_log_faults {
  bool t0_over_devices = false;       ///< T0 is the minimum over this and earlier devices
  bool median_of_medians = false;     ///< the median over cores is the median of the cores' medians
  bool spans_from_any_risc = false;   ///< two analyses start elsewhere than their names suggest
  bool zones_over_riscs = false;      ///< zones on any RISC: pairs of ends of all of a core's RISCs are samples
  bool lines_by_appearance = false;   ///< devices, cores and equal times are in the order of the log's rows
  bool sums_as_times = false;         ///< ids from 3000 on count as times unless the log has ERISC rows
  bool statistics_of_grayskull_only = false;  ///< six columns: statistics only for Grayskull, and its grid for all
  bool trace_begins_at_t0 = false;    ///< begin events in the Chrome trace carry T0
  bool trace_pids_by_core = false;    ///< the Chrome trace has a process per RISC, shared by devices
  bool trace_in_cycles = false;       ///< Chrome trace times are cycles, which viewers read as microseconds
  bool rearranged_without_triscs = false;     ///< the rearranged table has only BRISC and NCRISC
  bool op_tails_to_the_next = false;  ///< markers after an op's last BRISC end belong to the log's next op
  bool runs_beside_each_other = false;        ///< ops are by the first markers of their ids, all runs of one together
  bool runs_by_cores_only = false;    ///< the log's numbers of replays are ignored, and a lost end joins two runs
  bool processes_are_ops = false;     ///< rows of the streaming profiler belong to the number of its process
  bool ops_begin_with_any_marker = false;     ///< an op begins with its first marker of any kind, also a counter
  bool starts_of_earlier_runs = false;        ///< a start that an earlier run left behind counts as the op's
  bool spans_from_ends = false;       ///< a span of which only ends are left begins with the first of them
  bool spans_to_starts = false;       ///< a span of which only starts are left ends with the last of them
  bool kernels_end_with_their_marker = false; ///< a kernel whose end is lost ends with the op's last marker of kernels
  bool erisc_zones_of_one_name = false;       ///< zones go by their full name: `ACTIVE-ERISC-KERNEL` is no ERISC-KERNEL
  bool gaps_less_1500 = false;        ///< gaps per core are cycles minus 1500, labelled as ns
  bool gaps_from_any_kernel = false;  ///< a gap begins anew with each kernel that ends, also in the op behind it
  bool first_device_only = false;     ///< an op's columns cover only the first device in its log
  bool fw_span_of_any_marker = false; ///< FW START and END CYCLE are the first and last marker of any kind
  bool missing_risc_is_zero = false;  ///< a RISC that did not run took 0 ns
  bool tensors_by_count = false;      ///< tensor columns for the op with most tensors; absent ones left out
  bool first_four_extents = false;    ///< tensors with more than four extents lose the last ones
  bool repeated_meta_data = false;    ///< attributes that a log repeats once per character stay repeated
  bool unknown_anywhere_in_path = false;      ///< `unknown` in any parent folder skips an op
  bool device_anywhere_in_path = false;       ///< `_device` in any parent folder makes it the folder of both runs
  bool ties_by_folder_age = false;    ///< equal call counts are ordered by folder time
  bool columns_of_their_time = false; ///< columns, names and `-` as written by the scripts of that time
  bool day_before_month = false;      ///< dates in file names are YYYY_DD_MM (logs without PM columns)

  // In the scripts for Tracy logs.
  bool incomplete_runs_refused = false;     ///< no report if an op lacks its message, its zone or its device data
  bool models_exchanged = false;            ///< the columns PM IDEAL and PM COMPUTE are swapped
  bool replays_by_messages_only = false;    ///< a run of a log is a replay only if a message of the host says so
  bool replays_by_repeats_only = false;     ///< without numbers, a replay begins only when an op is seen again
  bool captured_ops_without_trace = false;  ///< captured ops do not state into which trace
  bool latency_by_rows = false;             ///< latency is since the previous row, which may have run later
  bool latency_of_summary = false;          ///< latency in tt-metal's own summary counts where cycles say otherwise
  bool quick_mode_ignored = false;          ///< what the device recorded in quick mode is not read
  bool latency_of_firmware = false;         ///< latency is between firmware instead of kernels
  bool no_wait_is_zero = false;             ///< an op whose kernels have no waiting zones counts as 0 ns
  bool signposts_cut = false;               ///< signposts are cut to the text after the last colon, and a second line
  bool nulls_are_none = false;              ///< attributes and other texts that are null are shown as `None`
  bool first_signal_from_start = false;     ///< the first go signal is timed from the log's first marker
  bool counters_of_rounded_kernel = false;  ///< grid utilisation uses the cycles of the rounded duration
  bool chip_from_report_only = false;       ///< chip and worker cores are not taken from a device log alone
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_LOG_FAULTS_HPP
