#ifndef RIDGELINE_TT_READ_TRACY_FOLDER_HPP
#define RIDGELINE_TT_READ_TRACY_FOLDER_HPP

#include <cstdint>
#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/tt/record/tracy_age.hpp>
#include <ridgeline/tt/record/tracy_op.hpp>

namespace ridgeline {

/// The files of a run of today's tt-metal.
struct tt_tracy_files {
  std::string messages{}, zones{};  ///< `tracy_ops_data.csv`, `tracy_ops_times.csv`
  std::string device_log{};         ///< `profile_log_device.csv`; empty: missing
  std::string device_report{};      ///< `cpp_device_perf_report.csv`; empty: missing
};

/// What a folder, or the folder `.logs` in it, holds.
struct tt_log_folder {
  std::string path{};            ///< of the two, the one with logs; empty: neither has any
  bool host = false;             ///< it has the host's files, or one of the two, or a report alone that needs them
  bool device_alone = false;     ///< it has a device log and no file of the host
  std::string device_log{};      ///< its device log, plain or packed; empty: none
};
tt_log_folder tt_log_folder_at(const std::string& folder);

/// The files of a folder of Tracy's logs. It fails where one of the host's files is missing.
expected<tt_tracy_files> tt_tracy_files_in(const std::string& folder);

/// What the two first lines of a device log say.
struct tt_device_log_head {
  std::string arch{};
  frequency clock = missing<frequency>;
  std::int64_t worker_cores = 0;  ///< 0: not given
  bool phases = false, run_ids = false, host_ids = false, meta = false, trace_ids = false;  ///< which columns there are
};
expected<tt_device_log_head> read_tt_device_log_head(const std::string& path);

/// Which generation wrote the logs: the device log's columns say so, without it the messages. `head` may be null.
tt_tracy_age tt_tracy_age_of(const tt_tracy_capture& capture, const tt_device_log_head* head, bool has_device_report);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_FOLDER_HPP
