#ifndef RIDGELINE_TT_RECORD_OP_RUN_HPP
#define RIDGELINE_TT_RECORD_OP_RUN_HPP

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// From the first to the last marker of some zones, in cycles since reset; -1 is not known.
struct tt_cycles {
  std::int64_t start = -1, end = -1;
  bool known() const { return start >= 0 && end >= start; }
};

/// What a performance counter says over the cores of one run: the share of the time in which its unit worked, in
/// percent. The mean is over all worker cores of the chip, whether the op uses them or not.
struct tt_counter_use {
  double min = missing<double>, median = missing<double>, max = missing<double>, mean_of_grid = missing<double>;
};
/// The counters, in the order of the columns.
inline constexpr std::array tt_counters{tt_note::sfpu_counter, tt_note::fpu_counter, tt_note::math_counter};

/// One run of an op on a device. Times are ns, as long as the log's clock lets them be; not-a-number is not known.
struct tt_op_run {
  std::int64_t id = 0;                     ///< the host's id of the op; in logs of one id a run, that
  std::int32_t device = 0;
  std::int64_t trace = -1, session = -1;   ///< of a replay, where the device's side says so
  std::int64_t first = -1;                 ///< cycles of its first marker
  std::int64_t cores = -1;                 ///< with a zone of firmware
  tt_cycles fw{}, kernel{}, movers{};      ///< firmware; kernels; the same from the first data movement kernel on
  double fw_time = missing<double>, kernel_time = missing<double>, movers_time = missing<double>;
  /// Of kernels inside a core.
  double core_min = missing<double>, core_max = missing<double>, core_mean = missing<double>;
  double first_to_last_start = missing<double>;
  /// By `tt_risc`.
  std::array<double, 8> kernel_times{missing<double>, missing<double>, missing<double>, missing<double>,
                                     missing<double>, missing<double>, missing<double>, missing<double>};
  double wait_front = missing<double>, reserve_back = missing<double>;  ///< sums over the cores
  double dispatch_time = missing<double>, go_wait = missing<double>;    ///< of the dispatch core's commands for the op
  std::array<tt_counter_use, tt_counters.size()> counters{};
};

/// The runs of a whole log.
struct tt_op_runs {
  std::vector<tt_op_run> runs;     ///< by device, in order of appearance, then by time
  std::string arch{};
  frequency clock = missing<frequency>;
  std::int64_t worker_cores = 0;   ///< 0: not given
  bool by_host_id = false;         ///< `tt_op_run::id` is the host's
  bool from_report = false;        ///< what the library summed up itself, not a log
  bool has_counters = false;
  bool lost_markers = false;       ///< the end of a run could not be told
  tt_log_doubts doubts{};
  data_quality quality{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_RUN_HPP
