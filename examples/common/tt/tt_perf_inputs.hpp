#ifndef RIDGELINE_EXAMPLES_COMMON_TT_PERF_INPUTS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_PERF_INPUTS_HPP

#include <algorithm>
#include <filesystem>
#include <set>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/tt/report/tracy_ops.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "../program.hpp"
#include "op_log_folders.hpp"

/// tt_perf_report's inputs: ops CSVs, and folders of the logs that they are made from.
namespace program {

namespace rl = ridgeline;

/// Reads a folder of Tracy's logs like its ops CSV.
inline rl::expected<rl::tt_ops> append_tracy_logs(rl::tt_ops all, const std::string& folder, bool parity,
                                                  const rl::read_options& reading) {
  const rl::tt_log_faults faults = parity ? rl::all_on<rl::tt_log_faults>() : rl::tt_log_faults{};
  const rl::expected<rl::tt_tracy_run> run = rl::read_tt_tracy_run(folder, faults, reading.threads);
  if (!run) return run.error();
  const rl::expected<rl::tt_ops_report> report = rl::report_tt_tracy(*run, faults, reading.threads);
  if (!report) return report.error();
  rl::expected<rl::tt_ops> more =
      rl::append_tt_ops_rows(std::move(all), report->titles, report->rows, folder, reading.threads);
  if (more) more->quality.merge(report->quality), more->log.merge(run->device.doubts);
  return more;
}

/// The files that are read from these files and folders, which must not be overwritten. Those that cannot be found are
/// left out.
inline std::vector<std::string> files_read(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code ignored;
    const rl::tt_log_folder logs = logs_to_read(path);
    if (logs.host) {
      if (const rl::expected<rl::tt_tracy_files> found = rl::tt_tracy_files_in(logs.path))
        for (const std::string& file : {found->messages, found->zones, found->device_log, found->device_report,
                                       found->quick_report})
          if (!file.empty()) files.push_back(file);
    } else if (!std::filesystem::is_directory(path, ignored)) {
      files.push_back(path);
    } else if (const rl::expected<std::string> csv = ops_csv_in(path)) {
      files.push_back(*csv);
    }
  }
  return files;
}

/// The message for a signpost that does not occur: those that do, and the closest.
inline void say_signposts(const rl::tt_ops& ops, const rl::tt_window& window) {
  constexpr std::size_t most = 12;
  std::vector<std::string_view> names;
  std::set<std::string_view> seen;
  for (const rl::tt_op& op : ops.ops)
    if (op.is_signpost() && seen.insert(op.code).second) names.push_back(op.code);
  for (const std::string& wanted : {window.start, window.end}) {
    if (window.whole || wanted.empty() || std::find(names.begin(), names.end(), wanted) != names.end()) continue;
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < most; ++i)
      list += (i == 0 ? "" : ", ") + std::string("'").append(names[i]) + "'";
    if (names.size() > most) list += " and " + std::to_string(names.size() - most) + " more";
    const std::string like = nearest_word(names, wanted);
    say("signpost '" + wanted + "' does not occur; " + (names.empty() ? "there are none" : "there are " + list) +
        (like.empty() ? "" : "; did you mean '" + like + "'?"));
  }
}

/// The options of a report, without those that only name files: `--group-by op --no-merge-devices`.
inline std::string options_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    const std::vector<std::string> names = option->get_lnames();
    if (names.empty() || option->count() == 0) continue;
    bool file = false;
    for (const std::string_view of_file : {"csv", "json", "html", "xlsx", "summary-file", "stacked-csv",
                                           "findings-json", "threads"})
      file = file || std::find(names.begin(), names.end(), of_file) != names.end();
    if (file) continue;
    text += (text.empty() ? "--" : " --") + names.front();
    if (option->get_expected_max() == 0) continue;
    for (const std::string& value : option->results()) text += " " + value;
  }
  return text;
}

using chips_of_1_2_4 = rl::hw::tt_perf_report_1_2_4::chips;

/// Chooses the chip by which a report judges: of the files, or by `--arch`; says which it is, and what the files name
/// besides. Nothing, after a message, if the original has no figures for it.
inline std::optional<rl::tt_chip_choice> chosen_chip(const rl::tt_ops& ops, const std::string& arch,
                                                     const rl::tt_faults& faults, bool parity) {
  const std::string of_files = ops.archs.empty() ? "" : ops.archs.front();
  rl::tt_chip_choice chip = rl::choose_tt_chip(ops, arch, faults);
  const std::string guessed = chip.guessed() && !parity ? " (guessed; --arch names it), " : ", ";
  say("format " + std::string(name_of(ops.format)) + ", " +
      (chip.on ? std::string(chip.on->name) + guessed + std::to_string(chip.on->cores) + " worker cores"
               : "chip not known"));
  if (parity && (!chip.on || (of_files.empty() && !arch.empty() && chips_of_1_2_4::find(arch) == nullptr))) {
    say("tt_perf_report: release 1.2.4 has no figures for " + (of_files.empty() ? arch : of_files) +
        "; leave out --parity");
    return std::nullopt;
  }
  for (const std::string& note : chip.notes) say(note);
  if (ops.archs.size() > 1) say("several DEVICE ARCH values; the first, " + of_files + ", counts");
  if (ops.worker_cores.size() > 1)
    say("several AVAILABLE WORKER CORE COUNT values; " +
        (parity ? "the first, " + std::to_string(ops.worker_cores.front()) + ", counts" : "each op is judged by its own"));
  return chip;
}

/// Says which columns the files lack.
inline void say_missing_columns(const rl::tt_ops& ops, bool file_order) {
  if (!ops.has_host_start && !file_order) say("no column HOST START TS: rows keep the file's order");
  if (!ops.missing.empty()) say("missing columns, whose values stay empty: " + rl::joined_text(ops.missing));
}

/// Reads files and folders as one workload.
inline rl::expected<rl::tt_ops> read_tt_perf_inputs(const std::vector<std::string>& paths, bool parity,
                                                    const rl::read_options& reading) {
  rl::tt_ops all;
  all.with_details = !parity;
  for (const std::string& path : paths) {
    const rl::tt_log_folder logs = logs_to_read(path);
    if (logs.host) {
      rl::expected<rl::tt_ops> more = append_tracy_logs(std::move(all), logs.path, parity, reading);
      if (!more) return more;
      all = std::move(*more);
      continue;
    }
    std::error_code ignored;
    std::string file = path;
    if (std::filesystem::is_directory(path, ignored)) {
      const rl::expected<std::string> csv = ops_csv_in(path);
      if (!csv) return csv.error();
      file = *csv;
      say("reads " + file);
    }
    rl::expected<rl::tt_ops> more = rl::append_tt_ops_file(std::move(all), file, reading);
    if (!more) return more;
    all = std::move(*more);
  }
  return all;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_PERF_INPUTS_HPP
