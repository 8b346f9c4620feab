#ifndef RIDGELINE_TT_REPORT_TRACY_RUN_HPP
#define RIDGELINE_TT_REPORT_TRACY_RUN_HPP

#include <string>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/op_run.hpp>
#include <ridgeline/tt/record/tracy_age.hpp>
#include <ridgeline/tt/record/tracy_op.hpp>

namespace ridgeline {

/// A run of tt-metal: the data of the host and of the devices.
struct tt_tracy_run {
  tt_tracy_capture host{};
  tt_op_runs device{};
  bool has_host = true;     ///< false: `host` has an op for each of the device's runs, and no times
  bool has_device = false;  ///< a device log, or tt-metal's own summary of it, was found
  tt_tracy_age age = tt_tracy_age::mid26;
};

/// Reads a folder of such logs, of any generation. Fails if a file is missing or is not what its name says.
expected<tt_tracy_run> read_tt_tracy_run(const std::string& folder, const tt_log_faults& faults = {},
                                         unsigned threads = default_threads());

/// What a row of the ops CSV represents.
enum class tt_tracy_row_kind : std::uint8_t { op, replay, signpost };
struct tt_tracy_row {
  tt_tracy_row_kind kind = tt_tracy_row_kind::op;
  std::uint32_t of = 0;                ///< position of its op or signpost
  const tt_op_run* device = nullptr;   ///< device data, if known
  std::int64_t trace = -1;             ///< trace into which its op was captured
  std::int64_t session = -1;           ///< session of a replay, from 1
  std::int64_t at = 0;                 ///< its host time, for ordering
};

/// A row for each op, each replay of a captured op and each signpost, by time; and what was lost.
struct tt_tracy_rows_joined {
  std::vector<tt_tracy_row> rows{};
  data_quality quality{};
  std::optional<failure> refused{};  ///< the first problem for which the original gives no report
};

/// Joins host and device data by device and id; for logs of the first generations, which have no such ids, by the
/// order of the ops on each device. The rows point into `run`. A run that the device log calls a replay is one, even if
/// no message of the host says so.
tt_tracy_rows_joined join_tt_tracy(const tt_tracy_run& run, const tt_log_faults& faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_TRACY_RUN_HPP
