/// What custom_op prints and writes, whatever its extension is.
#ifndef RIDGELINE_EXAMPLES_COMMON_CUSTOM_OP_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_CUSTOM_OP_FILES_HPP

#include <cstddef>
#include <span>
#include <string>

#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "../console.hpp"
#include "../program.hpp"
#include "../written_files.hpp"

namespace program {

namespace rl = ridgeline;

/// Reports an input that cannot be read. Returns the exit code.
inline int say_unreadable(const rl::failure& why) {
  say("custom_op: " + to_string(why));
  return unusable_input;
}

/// The op table as the console takes it.
inline rl::tt_text_style console_text() {
  rl::tt_text_style style;
  style.colours = wants_colour(1);
  style.width = terminal_width();
  return style;
}

/// Prints some sheets of a PyTorch report and its findings, and writes all sheets into a folder, if one is named.
/// Returns the exit code.
inline int show_sheets(std::span<const rl::table> shown, std::span<const rl::table> all,
                       const rl::finding_list& findings, const rl::data_quality& quality, const std::string& folder) {
  constexpr std::size_t most = 10;
  rl::file_output out(1);
  for (const rl::table& t : shown) write_fitted(out, t);
  write_console(out, findings, most, console_width());
  written_files written("custom_op");
  written.flush(out);
  say_quality(quality);
  if (!folder.empty()) written.took(rl::write_csv_folder(folder, all));
  return written.good() ? success : unusable_input;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_CUSTOM_OP_FILES_HPP
