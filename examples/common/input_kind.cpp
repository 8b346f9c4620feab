#include "input_kind.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_json.hpp>
#include <ridgeline/compare/stored_report.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocprof_json.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/sqlite.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>
#include <ridgeline/xla/read/xplane.hpp>

#include "tt/op_log_folders.hpp"
#include "xla/xplane_files.hpp"

namespace program {

const char* name_of(input_kind k) {
  switch (k) {
    case input_kind::kineto: return "Kineto trace";
    case input_kind::gpu_trace: return "trace of GPUs";
    case input_kind::ops_csv: return "ops CSV";
    case input_kind::op_log: return "op log";
    case input_kind::device_log: return "device log";
    case input_kind::xplane: return "XPlane";
    case input_kind::baseline: return "stored baseline";
    case input_kind::report_json: return "report JSON";
    case input_kind::report_folder: return "folder of report CSVs";
    case input_kind::report_table: return "table of tt_perf_report or tt-perf-report";
    case input_kind::report_workbook: return "workbook";
    case input_kind::rank_folder: return "folder of ranks";
    case input_kind::xplane_folder: return "folder of XPlanes";
    case input_kind::unknown: break;
  }
  return "nothing that is known";
}

ridgeline::expected<ridgeline::experiment> ranks_in(const std::string& folder) {
  namespace rl = ridgeline;
  rl::expected<std::vector<rl::experiment>> found = rl::discover(rl::discover_options::all_in(folder));
  if (!found) return found.error();
  std::erase_if(*found, [](const rl::experiment& e) { return e.files.empty(); });
  if (found->size() == 1) return std::move(found->front());
  const std::string what = found->empty() ? "is a folder without traces of ranks, XPlanes or the CSVs of a report"
                                          : "holds " + std::to_string(found->size()) +
                                                " folders of ranks; name one of them: " + found->front().folder;
  return rl::failure{rl::errc::not_a_report, {folder}, what};
}

namespace {

constexpr std::string_view of_tracy = "is one of Tracy's files: give the folder of the logs (tracy_ops_data.csv and "
                                      "others), or the ops CSV that is made of them";

/// Whether a file is a capture for Tracy's viewer, or the messages or zones exported from one.
bool is_of_tracy(std::string_view text) {
  constexpr std::string_view fronts[] = {"tr\xFDP", "tlZ\4", "tZst", "MessageName"};
  for (const std::string_view front : fronts)
    if (text.starts_with(front)) return true;
  return ridgeline::core_detail::stands_in(text.substr(0, text.find('\n')), "ns_since_start");
}

ridgeline::expected<input_kind> kind_of_folder(const std::string& path) {
  std::error_code why;
  std::filesystem::directory_iterator(path, why);
  if (why) return ridgeline::failure{ridgeline::errc::cannot_read, {path}, "cannot be read: " + why.message()};
  if (ridgeline::holds_report_csvs(path)) return input_kind::report_folder;
  if (!xplanes_in(path).profiles.empty()) return input_kind::xplane_folder;
  if (logs_to_read(path).host) return input_kind::op_log;
  if (!ops_csvs_in(path).empty()) return input_kind::ops_csv;
  const ridgeline::expected<ridgeline::experiment> ranks = ranks_in(path);
  if (!ranks) return ranks.error();
  // any compressed file may belong to a rank, as may ops CSVs of several runs, or neither
  for (const ridgeline::rank_file& file : ranks->files)
    if (const ridgeline::expected<input_kind> kind = kind_of_input(file.path))
      return *kind == input_kind::ops_csv ? input_kind::ops_csv : input_kind::rank_folder;
  return ridgeline::failure{ridgeline::errc::not_a_report, {path},
                            "is a folder without traces of ranks, XPlanes or the CSVs of a report"};
}

}  // namespace

bool can_be_read_twice(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status is = std::filesystem::status(path, ignored);
  return is_regular_file(is) || is_directory(is) || !exists(is);
}

ridgeline::expected<input_kind> kind_of_input(const std::string& path) {
  namespace rl = ridgeline;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return kind_of_folder(path);
  if (rl::is_tt_device_report(path)) return input_kind::op_log;
  constexpr std::size_t most = std::size_t{1} << 16;
  rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(path);
  if (!bytes) return bytes.error();
  std::string_view text = bytes->view();
  if (rl::is_workbook(text)) return input_kind::report_workbook;
  std::optional<rl::expected<rl::inflated_bytes>> front;
  if (rl::is_gzip(text)) {
    front.emplace(rl::inflate(text, most));
    if (!*front) return rl::failure{rl::errc::cannot_read, {path}, front->error().what};
    text = (**front).view();
  }
  text = text.substr(0, most);
  if (const std::optional<rl::failure> packed = rl::refused_content(text, path)) return *packed;
  if (rl::is_sqlite(text)) {
    if (front) front.emplace(rl::inflate(bytes->view()));  // its tables may be named anywhere
    if (front && !*front) return rl::failure{rl::errc::cannot_read, {path}, front->error().what};
    const rl::expected<rl::sqlite_file> base = rl::sqlite_file::open(front ? (**front).view() : bytes->view(), path);
    if (!base) return base.error();
    if (const std::optional<rl::failure> other = rl::refused_database(*base, path)) return *other;
    return input_kind::gpu_trace;
  }
  const bool binary = text.find_first_of(std::string_view("\0\1\2\3\4\5\6", 7)) != text.npos;  // no text contains these
  if (binary && rl::is_xplane(text)) return input_kind::xplane;
  if (binary && rl::is_perfetto(text)) return input_kind::gpu_trace;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t dark = text.find_first_not_of(" \t\r\n");
  const char first = dark == text.npos ? '\0' : text[dark];
  if (first == '[') return input_kind::kineto;
  if (first == '{') {
    if (rl::begins_as_report(text)) return input_kind::report_json;
    const std::size_t schema = text.find("ridgeline-baseline/");
    if (rl::is_rocprof_json(text)) return input_kind::gpu_trace;
    return schema < text.find("traceEvents") ? input_kind::baseline : input_kind::kineto;
  }
  text.remove_prefix(rl::csv_front_of(text).from);  // a line `sep=;` above a table
  const std::string_view line = text.substr(0, text.find('\n'));
  if (rl::core_detail::stands_in(line, "OP CODE"))
    return rl::core_detail::stands_in(line, "Total %") ? input_kind::report_table : input_kind::ops_csv;
  if (rl::begins_as_tt_device_log(line)) return input_kind::device_log;
  if (is_of_tracy(text)) return rl::failure{rl::errc::not_a_report, {path}, std::string(of_tracy)};
  return rl::failure{rl::errc::not_a_report, {path, 1, 1},
                     "expected a trace (Kineto, XPlane, Nsight Systems, rocprofv3, Perfetto, ops CSV), a report in "
                     "JSON or as a workbook, a stored baseline, or a folder of ranks or report CSVs, found " + std::string(text.empty() ? "an empty file" : "none of these")};
}

std::string other_reader(const std::string& path, std::string_view asked) {
  std::error_code ignored;
  const bool folder = std::filesystem::is_directory(path, ignored);
  if (!folder && ridgeline::is_written_in_place(path)) return {};  // a pipe's content can be read only once
  const ridgeline::expected<input_kind> kind = kind_of_input(path);
  if (!kind) {  // programs that read files have said why they cannot
    if (kind.error().what == of_tracy) return "; it " + kind.error().what;
    const bool of_folders = asked == "jax_report" || asked == "multi_rank_report" || asked == "tt_perf_report";
    return folder && of_folders && kind.error().code == ridgeline::errc::cannot_read ? "; it " + kind.error().what : "";
  }
  std::string_view reads;
  switch (*kind) {
    case input_kind::gpu_trace: reads = asked == "pytorch_report" ? asked : "gpu_report"; break;
    case input_kind::xplane:
    case input_kind::xplane_folder: reads = "jax_report"; break;
    case input_kind::ops_csv: reads = "tt_perf_report"; break;
    case input_kind::op_log: reads = asked.starts_with("tt_") ? asked : "tt_perf_report"; break;
    case input_kind::device_log: reads = "tt_device_report"; break;
    case input_kind::rank_folder: reads = "multi_rank_report"; break;
    case input_kind::baseline:
    case input_kind::report_json:
    case input_kind::report_folder:
    case input_kind::report_table:
    case input_kind::report_workbook: reads = "compare_report"; break;
    case input_kind::kineto:  // any JSON; programs for other GPU traces have read it as such
      if (asked.starts_with("tt_") || asked == "multi_rank_report")
        return "; it is JSON, as Kineto traces are: pytorch_report reads those";
      break;
    case input_kind::unknown: break;
  }
  if (reads.empty() || reads == asked) return {};
  std::string text = "; it is a";
  if (*kind == input_kind::ops_csv || *kind == input_kind::op_log || *kind == input_kind::xplane) text += 'n';
  return text + ' ' + name_of(*kind) + ": " + std::string(reads) + " reads it";
}

}  // namespace program
