#ifndef RIDGELINE_TT_READ_TRACY_FOLDER_HPP
#define RIDGELINE_TT_READ_TRACY_FOLDER_HPP

#include <cstdint>
#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/tt/record/tracy_age.hpp>
#include <ridgeline/tt/record/tracy_op.hpp>

namespace ridgeline {

/// The files of a run of current tt-metal versions.
struct tt_tracy_files {
  std::string messages{};           ///< `tracy_ops_data.csv`
  std::string zones{};              ///< `tracy_ops_times.csv`, often deleted because it is large; empty: missing
  std::string device_log{};         ///< `profile_log_device.csv`; empty: missing
  std::string device_report{};      ///< `cpp_device_perf_report.csv`; empty: missing
  std::string quick_report{};       ///< `rt_device_perf_report.csv`, of quick mode: the same with fewer columns
};

/// The contents of a folder, or of the folder `.logs` in it.
struct tt_log_folder {
  std::string path{};            ///< whichever of the two contains logs; empty: neither
  bool host = false;             ///< it has a host file, or a report that needs them
  bool device_alone = false;     ///< it has a device log but no host file
  std::string device_log{};      ///< its device log, plain or compressed; empty: none
};
tt_log_folder tt_log_folder_at(const std::string& folder);

/// Whether a path is that of tt-metal's own summary of a device log, plain or compressed, by its name. It stands for a
/// folder that holds nothing else.
bool is_tt_device_report(const std::string& path);

/// Finds the files in a folder of Tracy logs. Fails if the host's messages are missing, unless there is a summary
/// alone.
expected<tt_tracy_files> tt_tracy_files_in(const std::string& folder);

/// The data in the first two lines of a device log.
struct tt_device_log_head {
  std::string arch{};
  frequency clock = missing<frequency>;
  std::int64_t worker_cores = 0;  ///< 0: not given
  bool phases = false, run_ids = false, host_ids = false, meta = false, trace_ids = false;  ///< columns present
};
expected<tt_device_log_head> read_tt_device_log_head(const std::string& path);

/// The generation of tools that wrote the logs, by the device log's columns or, without one, by the messages. `head`
/// may be null.
tt_tracy_age tt_tracy_age_of(const tt_tracy_capture& capture, const tt_device_log_head* head, bool has_device_report);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_FOLDER_HPP
