#ifndef RIDGELINE_TT_READ_DEVICE_LOG_HPP
#define RIDGELINE_TT_READ_DEVICE_LOG_HPP

#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/options.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// Reads a `profile_log_device.csv` of any version, recognised by the names in its header. Problems with individual
/// cells or rows are counted in `quality`; fails if the file cannot be read or is not a device log.
expected<tt_device_log> read_tt_device_log(const std::string& path, const read_options& options = {},
                                           const tt_log_faults& faults = {});

/// The same for text in memory; `name` stands for the file in messages.
expected<tt_device_log> read_tt_device_log_text(std::string_view text, const std::string& name = {},
                                                const read_options& options = {}, const tt_log_faults& faults = {});

/// The reason why a log without any usable row gives no report. Nothing if it has markers, or no rows.
std::optional<failure> why_no_marker(const tt_device_log& log);

/// The names of the first zones or markers in a log: what can be measured in it.
std::string what_is_marked(const tt_device_log& log);

/// Whether a text begins like a device log, with the chip's line.
bool begins_as_tt_device_log(std::string_view text);

namespace tt_detail {

/// Reads the chip's line: `Chip clock is at 1.2 GHz`, or `ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute
/// Cores: 64`.
std::optional<failure> read_chip_line(std::string_view line, tt_device_log& log, const std::string& name);

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_DEVICE_LOG_HPP
