/// The kind of a file or folder, detected from its content.
#ifndef RIDGELINE_EXAMPLES_COMMON_INPUT_KIND_HPP
#define RIDGELINE_EXAMPLES_COMMON_INPUT_KIND_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/ranks/discover.hpp>

namespace program {

enum class input_kind {
  kineto, gpu_trace, ops_csv, op_log, device_log, xplane, baseline, report_json, report_folder, report_table,
  report_workbook, rank_folder, xplane_folder, unknown
};

const char* name_of(input_kind k);

inline bool is_report(input_kind k) {
  return k == input_kind::report_json || k == input_kind::report_folder || k == input_kind::report_table ||
         k == input_kind::report_workbook;
}

/// The traces of ranks in a folder.
ridgeline::expected<ridgeline::experiment> ranks_in(const std::string& folder);

/// What a file holds, detected from its beginning, or what a folder holds.
ridgeline::expected<input_kind> kind_of_input(const std::string& path);

/// Whether a path is a file or a folder, or missing: the content of a pipe is gone once it has been read.
bool can_be_read_twice(const std::string& path);
/// What is said of an input that cannot be read twice where it has to be.
inline constexpr std::string_view read_only_once = "can be read only once, but has to be read again: name a file";

/// A hint to add when a program fails because its input is for another one; empty if that is not known.
std::string other_reader(const std::string& path, std::string_view asked);

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_INPUT_KIND_HPP
