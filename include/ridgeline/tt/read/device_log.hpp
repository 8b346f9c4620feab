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

/// Reads a `profile_log_device.csv` of any generation; the header's names decide. What is wrong with single cells or
/// rows is counted in `quality`; a failure is a file that cannot be read or is no device log.
expected<tt_device_log> read_tt_device_log(const std::string& path, const read_options& options = {},
                                           const tt_log_faults& faults = {});

/// The same over text in memory; `name` stands for the file in what is said about it.
expected<tt_device_log> read_tt_device_log_text(std::string_view text, const std::string& name = {},
                                                const read_options& options = {}, const tt_log_faults& faults = {});

/// Why a log of which no row could be used is no report. Nothing where it has markers, or where it has no rows.
std::optional<failure> why_no_marker(const tt_device_log& log);

/// The zones or the markers of a log by name, the first of them: what can be measured in it.
std::string what_is_marked(const tt_device_log& log);

/// Whether a text begins as a device log does, with the chip's line.
bool begins_as_tt_device_log(std::string_view text);

namespace tt_detail {

/// Reads the chip's line: `Chip clock is at 1.2 GHz`, or `ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute Cores:
/// 64`.
std::optional<failure> read_chip_line(std::string_view line, tt_device_log& log, const std::string& name);

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_DEVICE_LOG_HPP
