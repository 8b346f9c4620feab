#ifndef RIDGELINE_TT_RECORD_OP_RUN_HPP
#define RIDGELINE_TT_RECORD_OP_RUN_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// From the first to the last marker of some zones, in cycles since reset; -1: unknown. If only ends are left of them,
/// the start is unknown, and if only starts are, the end.
struct tt_cycles {
  std::int64_t start = -1, end = -1;
  bool known() const { return start >= 0 && end >= start; }
  bool ends() const { return end >= 0 && end >= start; }
  bool has_place() const { return ends() || (start >= 0 && end < 0); }
  std::int64_t place() const { return start >= 0 ? start : end; }  ///< in the order of time
};

/// A performance counter over the cores of one run: the percentage of the time in which its unit was active. The
/// mean is over all worker cores of the chip, whether the op uses them or not.
struct tt_counter_use {
  double min = missing<double>, median = missing<double>, max = missing<double>, mean_of_grid = missing<double>;
};
/// The counters, in the order of the columns.
inline constexpr std::array tt_counters{tt_note::sfpu_counter, tt_note::fpu_counter, tt_note::math_counter};

/// Shares of the traffic that a chip can carry, in the order of the columns: the network on the chip, DRAM, Ethernet.
inline constexpr std::array<std::string_view, 6> tt_traffic_columns{
    "NOC UTIL (%)",              "MULTICAST NOC UTIL (%)", "DRAM BW UTIL (%)",
    "DRAM BW UTIL PER CTRL (%)", "ETH BW UTIL (%)",        "NPE CONG IMPACT (%)"};

/// One run of an op on a device. Times are in ns, with the resolution of the log's clock; NaN: unknown.
struct tt_op_run {
  std::int64_t id = 0;                     ///< the host's id of the op, or the run id in logs with run ids
  std::int32_t device = 0;
  std::int64_t trace = -1, session = -1;   ///< trace and session of a replay, if the device data give them
  std::int64_t first = -1;                 ///< cycles at which it starts
  frequency clock = missing<frequency>;    ///< of its device, if it is not the log's
  std::int64_t cores = -1;                 ///< number of cores with a firmware zone
  std::int64_t sub_device = -1;            ///< the part of the chip it ran on
  std::uint32_t name = 0;                  ///< position in `tt_op_runs::names`, if it has any
  std::int64_t worker_cores = 0;           ///< those it could have run on, if the device data give it; otherwise 0
  tt_cycles fw{}, kernel{}, movers{};      ///< firmware; kernels; kernels from the first data mover on
  double fw_time = missing<double>, kernel_time = missing<double>, movers_time = missing<double>;
  /// Kernel durations within a core.
  double core_min = missing<double>, core_max = missing<double>, core_mean = missing<double>;
  double first_to_last_start = missing<double>;
  /// By `tt_risc`.
  std::array<double, 8> kernel_times{missing<double>, missing<double>, missing<double>, missing<double>,
                                     missing<double>, missing<double>, missing<double>, missing<double>};
  double wait_front = missing<double>, reserve_back = missing<double>;  ///< sums over the cores
  double dispatch_time = missing<double>, go_wait = missing<double>;    ///< of the dispatch core for the op
  std::array<tt_counter_use, tt_counters.size()> counters{};
  /// What tt-metal's own summary says besides: times since the run before, of kernels and from the first data mover on,
  /// in ns; and traffic in percent, by `tt_traffic_columns`.
  double latency = missing<double>, movers_latency = missing<double>;
  bool after_lost_runs = false;           ///< the device ran others before it, of which nothing is recorded
  std::array<double, tt_traffic_columns.size()> traffic{missing<double>, missing<double>, missing<double>,
                                                        missing<double>, missing<double>, missing<double>};

  /// Whether it ran for an op; cores that dispatch or carry the fabric run for none.
  bool is_of_op() const { return id > 0 && id <= 0xffffffff; }
};

/// The runs in a whole log.
struct tt_op_runs {
  std::vector<tt_op_run> runs;     ///< by device, in order of appearance, then by time
  std::vector<std::string> names{};  ///< of ops, if the device data give them; empty: unknown
  std::string arch{};
  frequency clock = missing<frequency>;
  std::int64_t worker_cores = 0;   ///< 0: not given
  bool by_host_id = false;         ///< `tt_op_run::id` is the host's
  bool from_report = false;        ///< from tt-metal's own summary instead of a log
  bool has_counters = false;
  bool lost_markers = false;       ///< the end of some run could not be determined
  tt_log_doubts doubts{};
  data_quality quality{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_RUN_HPP
