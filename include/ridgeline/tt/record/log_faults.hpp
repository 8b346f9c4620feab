#ifndef RIDGELINE_TT_RECORD_LOG_FAULTS_HPP
#define RIDGELINE_TT_RECORD_LOG_FAULTS_HPP

namespace ridgeline {

/// What the original scripts for device logs and op logs do otherwise than documented or sensible: one switch a fault,
/// off by default. Each has a row of the same name in docs/deviations.md. `all_on<tt_log_faults>()` of core/faults.hpp
/// is what `--parity` chooses.
struct tt_log_faults {
  bool t0_over_devices = false;       ///< a later device's T0 is not above those of the devices before it
  bool median_of_medians = false;     ///< the median over cores is that of the cores' medians
  bool spans_from_any_risc = false;   ///< two analyses start elsewhere than their names say
  bool lines_by_appearance = false;   ///< devices, cores and equal times stand in the order of the log's rows
  bool sums_as_times = false;         ///< ids from 3000 on are times, unless the log has ERISC rows
  bool statistics_of_grayskull_only = false;  ///< six columns: no statistics for other chips, and its grid for all
  bool trace_begins_at_t0 = false;    ///< begin events of the Chrome trace carry T0
  bool trace_pids_by_core = false;    ///< the Chrome trace has a process for each RISC, devices share them
  bool trace_in_cycles = false;       ///< times of the Chrome trace are cycles; a viewer takes them for microseconds
  bool rearranged_without_triscs = false;     ///< the rearranged table has BRISC and NCRISC only
  bool op_tails_dropped = false;      ///< what an op records after its last BRISC has ended belongs to no op
  bool gaps_less_1500 = false;        ///< gaps per core are cycles less 1500, and are labelled ns
  bool first_device_only = false;     ///< an op's columns are those of the first device in its log
  bool fw_span_of_any_marker = false; ///< FW START and END CYCLE are the first and last marker of any kind
  bool missing_risc_is_zero = false;  ///< a RISC that did not run took 0 ns
  bool tensors_by_count = false;      ///< as many tensor columns as the op with most tensors has, absent ones left out
  bool first_four_extents = false;    ///< of a tensor with more than four extents the last ones are left out
  bool repeated_meta_data = false;    ///< attributes that a log repeats once a character stay repeated
  bool unknown_anywhere_in_path = false;      ///< `unknown` in any folder above skips an op
  bool device_anywhere_in_path = false;       ///< `_device` in any folder above takes the folder for both runs
  bool ties_by_folder_age = false;    ///< equal call counts stand in the order of their folders' times
  bool columns_of_their_time = false; ///< columns, names and `-` as the scripts of the logs' time wrote them
  bool day_before_month = false;      ///< dates in the names of files are YYYY_DD_MM (logs without PM columns)

  // Of the scripts for Tracy's logs.
  bool incomplete_runs_refused = false;     ///< no report where an op lacks its message, its zone or its device's side
  bool models_exchanged = false;            ///< PM IDEAL and PM COMPUTE stand in each other's column
  bool captured_ops_without_trace = false;  ///< ops that are captured do not say into which trace
  bool latency_by_rows = false;             ///< latency is since the row before, which may have run later
  bool latency_of_firmware = false;         ///< latency is between firmware, not kernels
  bool no_wait_is_zero = false;             ///< an op whose kernels have no waiting zones waited 0 ns
  bool signposts_cut = false;               ///< a signpost is what follows its last colon, and its second line
  bool null_attributes_are_none = false;    ///< null attributes are `None`
  bool first_signal_from_start = false;     ///< the first go signal is timed from the log's first marker
  bool counters_of_rounded_kernel = false;  ///< use over the grid is of the cycles of the rounded duration
  bool chip_from_report_only = false;       ///< a device log alone does not say chip and worker cores
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_LOG_FAULTS_HPP
