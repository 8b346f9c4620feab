#ifndef RIDGELINE_EXAMPLES_COMMON_TT_OPS_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_OPS_FILES_HPP

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/tt/sheet/host_zones.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/advise/log_health.hpp>
#include <ridgeline/tt/advise/rows.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/op_times.hpp>
#include <ridgeline/tt/report/ops.hpp>
#include <ridgeline/tt/report/ops_page.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/tt/read/host_zones.hpp>

#include "../advice_options.hpp"
#include "../console.hpp"
#include "../program.hpp"
#include "../serve.hpp"
#include "tt_logs.hpp"

/// The ops report and its files: the code shared by tt_ops_report and tt_profile_this.
namespace program {

namespace rl = ridgeline;

/// The user's request, besides the faults.
struct ops_request {
  std::string program = "tt_ops_report";
  std::string logs{}, out = "output/ops", name{}, device_log{}, json{}, html{}, xlsx{}, date{}, zones{};
  bool strict = false, host_only = false, webapp = false, quiet = false;
  dashboard_options dashboard{};
  unsigned threads = rl::default_threads();
  rl::tt_log_faults faults{};
  rl::csv_style csv{};
  const health_options* health = nullptr;

  bool checks() const { return !faults.columns_of_their_time; }  ///< not with `--parity`
  bool shows() const { return !quiet && !writes_standard_output(); }  ///< whether a report is on the console
};

/// What the report writes besides its CSV, each only if the logs or options have it.
inline constexpr std::array<std::string_view, 5> ops_files{"host_zones.csv", "per_core_op_to_op_times.csv",
                                                           "data_quality.csv", "trace_health.csv",
                                                           "trace_health_sheets.csv"};

/// Takes the rows as `tt_perf_report` would read them from the CSV, and checks them and their logs. Nothing with
/// `--parity`.
inline void check_ops(const ops_request& want, const rl::tt_ops_report& ops, const rl::tt_log_doubts& log,
                      rl::trace_health& health) {
  if (!want.checks()) return;
  rl::tt_ops all;
  all.with_details = true;
  const rl::expected<rl::tt_ops> read =
      rl::append_tt_ops_rows(std::move(all), ops.titles, ops.rows, "ops", want.threads);
  rl::tt_judged_rows rows;
  rl::tt_window window;
  window.whole = true;
  if (read) rows = rl::advice_rows_of(*read, window, false, {});
  health = rl::health_of_ops(std::move(rows), log, want.host_only);
  if (want.health != nullptr) want.health->ignore(health);
}

/// The report on the console: whether to trust the logs, and the ops with the most kernel time.
inline void show_ops(const ops_request& want, file_set& files, const std::string& csv,
                     const std::vector<rl::tt_op_time>& times, const rl::trace_health& health) {
  if (!want.shows()) return;
  constexpr std::size_t most = 20;
  const std::size_t width = console_width();
  rl::file_output out(1);
  if (want.checks()) write_headline(out, health, width);
  const rl::table all = tt_op_times_table(times);
  std::string title = csv + ": kernel time by op";
  if (all.rows() > most) title += ", the first " + std::to_string(most) + " of " + std::to_string(all.rows());
  rl::console_style style;
  const rl::table fit = fitted(all.head(most), 1, width, style);
  if (!times.empty()) {
    rl::print_paragraph(out, title, width);
    write_console(out, fit, style);
  }
  files.flush(out);
}

/// The sheets of health after the others, and in separate files, as data_quality is. Nothing with `--parity`.
inline void write_health(const ops_request& want, file_set& files, const rl::trace_health& health,
                         std::vector<rl::table>& tables) {
  if (!want.checks()) return;
  add_advice(tables, health, {});
  write_remarks(files, tables, want.csv);
  if (!want.shows()) say("trace health: " + health.headline());
}

inline int finish(const ops_request& want, const rl::data_quality& quality, const rl::trace_health& health, bool empty,
                  bool good) {
  if (empty) say("no ops are left to report: the report has a header only");
  say_quality(quality);
  if (!good) return unusable_input;
  return strict_code("tt_ops_report", want.strict, quality, health);
}

/// The page, which begins with what the reader must know about the logs.
inline rl::report_page ops_page_of(const ops_request& want, const rl::tt_ops_report& report,
                                   const std::vector<rl::table>& tables, const std::string& logs,
                                   const rl::trace_health& health) {
  rl::report_page page = tt_ops_page(report, tables, logs);
  if (want.checks()) put_advice_first(page, health);
  return page;
}

/// The name of the CSV, without its extension: `ops_perf_results[_NAME][_DATE]`.
inline std::string ops_name(const ops_request& want, bool day_first = false) {
  const std::string date = file_date(want.date, day_first);
  return "ops_perf_results" + (want.name.empty() ? "" : "_" + want.name) + (date.empty() ? "" : "_" + date);
}

/// Where the CSV goes, without its extension. With `--parity` named as by the scripts of the logs' generation.
inline std::filesystem::path report_path(const ops_request& want, const rl::tt_ops_tree& tree) {
  namespace fs = std::filesystem;
  const bool day_first = want.faults.day_before_month && !tree.has_models;
  const std::string date = file_date(want.date, day_first);
  fs::path folder(want.out);
  if (!want.faults.columns_of_their_time) return folder / ops_name(want, day_first);
  if (!tree.has_models)
    return folder / ((date.empty() ? "profile_log_ops" : date) + (want.name.empty() ? "" : "_" + want.name));
  if (!want.name.empty()) folder /= want.name;
  folder /= fs::path(tree.host).filename();
  if (!date.empty()) folder /= date;
  return folder / ops_name(want, day_first);
}

/// Reads the statistics of host zones if given. False if they cannot be read.
inline bool read_zones(const ops_request& want, rl::host_zones& zones) {
  if (want.zones.empty()) return true;
  rl::expected<rl::host_zones> read = rl::read_host_zones(want.zones);
  if (!read) {
    say(want.program + ": " + to_string(read.error()));
    return false;
  }
  zones = std::move(*read);
  return true;
}

/// The tables in the requested formats.
inline void write_ops_tables(const ops_request& want, file_set& files, const rl::tt_ops_report& report,
                             const std::vector<rl::table>& tables, const std::string& logs,
                             const rl::trace_health& health) {
  if (!want.zones.empty())
    for (const rl::table& t : tables)
      if (t.name() == "host_zones") files.write("host_zones.csv", as_csv(t, want.csv));
  if (!want.json.empty()) files.write_json(want.json, tables);
  if (!want.html.empty()) files.write_page(want.html, ops_page_of(want, report, tables, logs, health));
  if (!want.xlsx.empty()) {
    rl::data_quality cut = report.quality;
    files.write_workbook(want.xlsx, tables, {}, cut);
  }
}

/// The dashboard, if requested and the report was written; then the exit code.
inline int serve_ops(const ops_request& want, const rl::tt_ops_report& report, const std::vector<rl::table>& tables,
                     const std::string& logs, const std::string& archive, const rl::trace_health& health, int code) {
  if (!want.webapp || code == unusable_input) return code;
  const int served =
      serve_report(want.program, want.dashboard, ops_page_of(want, report, tables, logs, health), archive);
  return served == success ? code : served;
}

inline int report_op_logs(const ops_request& want) {
  rl::host_zones zones;
  if (!read_zones(want, zones)) return unusable_input;
  progress_bar bar("reading");
  rl::expected<rl::tt_ops_tree> tree = rl::read_tt_ops_tree(want.logs, want.faults, want.threads);
  if (!tree) {
    say(want.program + ": " + to_string(tree.error()));
    return unusable_input;
  }
  bar.step("analysing");
  if (want.host_only)
    for (rl::tt_stitched_call& call : tree->calls) {  // the content of the device run's folder is from an older run
      call.devices.clear();
      call.arch.clear();
      call.worker_cores = 0;
    }
  rl::tt_ops_report report = rl::report_tt_op_logs(*tree, want.faults);
  report.quality.merge(zones.quality);
  rl::trace_health health;
  check_ops(want, report, tree->doubts, health);
  const std::filesystem::path base = report_path(want, *tree);
  file_set files(want.program, base.parent_path().string(), want.threads);
  if (!files.make_folder()) return unusable_input;
  const std::string name = base.filename().string();
  std::vector<rl::table> tables{tt_ops_report_table(report), rl::quality_table(report.quality)};
  files.write(name + ".csv", as_csv(tables.front(), want.csv, want.threads));
  if (!want.zones.empty()) tables.insert(tables.end() - 1, rl::host_zones_table(zones));
  write_health(want, files, health, tables);
  write_ops_tables(want, files, report, tables, want.logs, health);
  files.remove_old(ops_files);
  std::vector<rl::archive_entry> entries;
  if (want.faults.columns_of_their_time && !tree->has_models) {
    add_tree(entries, tree->host, ".");
  } else {
    add_tree(entries, tree->host, "ops");
    if (tree->device != tree->host) add_tree(entries, tree->device, "ops_device");
  }
  files.pack(base.string() + ".tgz", entries);
  bar.clear();
  show_ops(want, files, base.string() + ".csv", tt_op_times(report), health);
  say("ops CSV: " + base.string() + ".csv");
  const int code = finish(want, report.quality, health, report.rows.empty(), files.good());
  return serve_ops(want, report, tables, want.logs, base.string() + ".tgz", health, code);
}

/// The same over each of several folders, whose files are kept apart by the folder's name. The dashboard is that of the
/// last one. Returns the worst exit code.
inline int report_op_logs_in(const std::vector<std::filesystem::path>& folders, const ops_request& want) {
  namespace fs = std::filesystem;
  int worst = success;
  ops_request one = want;
  for (const fs::path& folder : folders) {
    const std::string name = folder.filename().string();
    one.logs = folder.string();
    one.out = (fs::path(want.out) / (name == "ops" || name == "ops_device" ? "default" : name)).string();
    for (std::string ops_request::*file : {&ops_request::json, &ops_request::html, &ops_request::xlsx}) {
      const fs::path path(want.*file);
      if (path.empty() || folder == folders.front()) continue;
      const std::string own = path.stem().string() + "_" + name + path.extension().string();
      one.*file = (path.parent_path() / own).string();
    }
    one.webapp = want.webapp && folder == folders.back();
    const int code = report_op_logs(one);
    if (worst == success || code == unusable_input) worst = code;
  }
  return worst;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_OPS_FILES_HPP
