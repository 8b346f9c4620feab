#ifndef RIDGELINE_TT_REPORT_OP_TIMES_HPP
#define RIDGELINE_TT_REPORT_OP_TIMES_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/report/ops.hpp>

/// Where the time of an ops report goes.
namespace ridgeline {

/// The rows of an ops report with the same op code, signposts left out.
struct tt_op_time {
  std::string code{};
  std::int64_t rows = 0;  ///< of a call that ran on several devices, one for each
  time_quantity kernels = missing<time_quantity>;  ///< device kernel durations; missing if no row has one
  time_quantity longest = missing<time_quantity>;  ///< of these
  time_quantity host = missing<time_quantity>;     ///< host durations; rows in a row with the same call count once
  double share = missing<double>;                  ///< of all kernel time
};

/// By op code, those with the most kernel time first, then those with the most host time.
std::vector<tt_op_time> tt_op_times(const tt_ops_report& report);

/// The same as a table for people.
table tt_op_times_table(std::vector<tt_op_time> times);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_OP_TIMES_HPP
