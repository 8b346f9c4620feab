#ifndef RIDGELINE_TT_READ_TRACY_FOLDER_BODY_HPP
#define RIDGELINE_TT_READ_TRACY_FOLDER_BODY_HPP

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/log_row.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>

namespace ridgeline {

namespace tt_detail {

/// The file of that name in a folder, plain or compressed; empty if there is none.
std::string log_in(const std::filesystem::path& folder, std::string_view name) {
  for (const std::string_view packed : {"", ".gz"}) {
    std::filesystem::path path = folder / name;
    path += packed;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) return path.string();
  }
  return {};
}

inline constexpr std::string_view device_report_name = "cpp_device_perf_report.csv",
                                  quick_report_name = "rt_device_perf_report.csv";

}  // namespace tt_detail

bool is_tt_device_report(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).filename();
  if (name.extension() == ".gz") name.replace_extension();
  std::error_code ignored;
  return (name == tt_detail::device_report_name || name == tt_detail::quick_report_name) &&
         std::filesystem::is_regular_file(path, ignored);
}

tt_log_folder tt_log_folder_at(const std::string& folder) {
  namespace fs = std::filesystem;
  if (is_tt_device_report(folder)) return {folder, true, false, {}};
  const std::array<fs::path, 2> paths{fs::path(folder), fs::path(folder) / ".logs"};
  const auto has = [](const fs::path& path, std::string_view name) { return !tt_detail::log_in(path, name).empty(); };
  constexpr std::string_view messages = "tracy_ops_data.csv", zones = "tracy_ops_times.csv";
  const auto found = [](const fs::path& path, bool host) {
    return tt_log_folder{path.string(), host, !host, tt_detail::log_in(path, "profile_log_device.csv")};
  };
  for (const fs::path& path : paths)
    if (has(path, messages) && has(path, zones)) return found(path, true);
  for (const fs::path& path : paths)
    if (has(path, messages) || has(path, zones)) return found(path, true);
  for (const fs::path& path : paths)
    if (has(path, "profile_log_device.csv")) return found(path, false);
  for (const fs::path& path : paths)
    if (has(path, tt_detail::device_report_name) || has(path, tt_detail::quick_report_name)) return found(path, true);
  return {};
}

expected<tt_tracy_files> tt_tracy_files_in(const std::string& folder) {
  const auto file = [&](std::string_view name) { return tt_detail::log_in(folder, name); };
  tt_tracy_files files{file("tracy_ops_data.csv"), file("tracy_ops_times.csv"), file("profile_log_device.csv"),
                       file(tt_detail::device_report_name), file(tt_detail::quick_report_name)};
  if (is_tt_device_report(folder)) {
    const bool quick = std::filesystem::path(folder).filename().string().starts_with(tt_detail::quick_report_name);
    (quick ? files.quick_report : files.device_report) = folder;
  }
  const bool alone = files.messages.empty() && files.zones.empty() && files.device_log.empty() &&
                     !(files.device_report.empty() && files.quick_report.empty());
  if (files.messages.empty() && !alone)
    return failure{errc::cannot_read, {(std::filesystem::path(folder) / "tracy_ops_data.csv").string()},
                   "is missing; expected it beside the other logs of the run"};
  return files;
}

expected<tt_device_log_head> read_tt_device_log_head(const std::string& path) {
  const expected<text_file> file = text_file::open(path);
  if (!file) return file.error();
  std::string_view text = file->view();
  text.remove_prefix(csv_front_of(text).from);
  const std::size_t end = std::min(text.find('\n'), text.size());
  tt_device_log chip;
  if (std::optional<failure> why = tt_detail::read_chip_line(line_from(text, 0), chip, path)) return *why;
  tt_device_log_head head;
  head.arch = chip.arch;
  head.clock = chip.clock;
  head.worker_cores = chip.worker_cores;
  const std::string_view columns = text.substr(std::min(text.size(), end + 1));
  csv_scanner names(text, std::min(text.size(), end), csv_front_of(columns).separator);
  if (!names.next()) return head;
  std::string scratch;
  for (const csv_cell& cell : names.cells()) {
    const std::string_view name = without_blanks(cell.text(scratch));
    const auto is = [&](std::string_view column) { return core_detail::same_letters(name, column); };
    head.phases = head.phases || is("zone phase");
    head.run_ids = head.run_ids || is("run ID");
    head.host_ids = head.host_ids || is("run host ID");
    head.meta = head.meta || is("meta data");
    head.trace_ids = head.trace_ids || is("trace id");
  }
  return head;
}

tt_tracy_age tt_tracy_age_of(const tt_tracy_capture& capture, const tt_device_log_head* head, bool has_device_report) {
  const bool of_2026 = has_device_report || capture.has_hit_in_head;
  const tt_tracy_age oldest = capture.has_parents ? tt_tracy_age::jun24 : tt_tracy_age::apr24;
  if (head == nullptr) {
    if (of_2026) return tt_tracy_age::mid26;
    if (capture.has_padded_shapes) return tt_tracy_age::dec25;
    if (capture.has_kernel_paths) return oldest;
    return capture.has_kernel_sizes ? tt_tracy_age::jun25 : tt_tracy_age::oct24;
  }
  if (head->trace_ids) return of_2026 ? tt_tracy_age::mid26 : tt_tracy_age::dec25;
  if (head->phases) return head->host_ids ? tt_tracy_age::oct24 : oldest;
  if (head->run_ids) return head->meta ? tt_tracy_age::apr25 : tt_tracy_age::jan25;
  return capture.has_padded_shapes ? tt_tracy_age::sep25 : tt_tracy_age::jun25;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_FOLDER_BODY_HPP
