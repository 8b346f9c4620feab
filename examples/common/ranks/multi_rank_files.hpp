/// The files of multi_rank_report: what is read and written for a configuration, and writing it.
#ifndef RIDGELINE_EXAMPLES_COMMON_MULTI_RANK_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_MULTI_RANK_FILES_HPP

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/report/page.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/ranks/sheet/replay.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/quality_table.hpp>

#include "../advice_options.hpp"
#include "../program.hpp"
#include "../written_files.hpp"

namespace program {

namespace rl = ridgeline;

/// The user's request: the library's options, and the outputs.
struct multi_rank_request {
  rl::discover_options where{};
  rl::multi_rank_options report{};
  rl::fleet_reading reading{};
  rl::merged_trace_options merging{};
  rl::fleet_roofs roofs{};
  rl::csv_style csv = rl::csv_style::pandas();
  std::string xlsx{}, csvs{}, json{}, html{}, merged{}, collectives{}, replayed{}, findings{};
  std::int64_t world = rl::missing<std::int64_t>;
  bool dry = false, heatmap = false, strict = false;

  /// The workbook of a configuration; empty: none.
  std::string workbook_of(const rl::experiment& e) const {
    if (!xlsx.empty() || !(csvs.empty() && json.empty() && html.empty())) return xlsx;
    return (std::filesystem::path(e.folder) / rl::workbook_name(e, where)).string();
  }
  /// The named files that can hold only one report.
  std::vector<std::string> single_files() const {
    std::vector<std::string> files{xlsx, json, html, merged, findings};
    std::erase(files, "");
    return files;
  }
};

/// Filters, separated by blanks.
inline std::string listed(std::span<const std::string> filters) { return rl::joined_text(filters, " "); }

/// What will be read and written for a configuration, line by line.
template <class Say>
void plan(const multi_rank_request& want, const rl::experiment& e, Say say) {
  const std::string workbook = want.workbook_of(e);
  say("directory:    " + e.folder);
  say("workbook:     " + (workbook.empty() ? "none" : workbook));
  const std::string filters = listed(rl::used_filters(want.where, e));
  say("filters:      " + (filters.empty() ? "none" : filters));
  const auto& regex = want.where.regex;
  const auto names = [&](const rl::rank_file& f) { return regex->rank_in(f.path, true).has_value(); };
  const bool fits = regex && std::any_of(e.files.begin(), e.files.end(), names);
  say("rank pattern: " + (!regex ? want.where.pattern
                          : fits ? "--rank_regex"
                                 : "--rank_regex, which finds no rank in any name or path"));
  for (const rl::rank_file& f : e.files) say("rank " + std::to_string(f.rank) + ": " + f.path);
  for (const rl::rank_file& f : e.doubled) say("rank " + std::to_string(f.rank) + " again, left out: " + f.path);
  for (const std::string& path : e.unnumbered) say("without a rank, left out: " + path);
  for (const std::string& path : e.unread_folders) say("may not be read, left out: " + path);
  if (e.other_ranks > 0)
    say("left out:     " + std::to_string(e.other_ranks) + " without " + filters +
        " in their path, because no filter is given: -f " + want.where.pattern + " takes all ranks");
}

/// The output that is also an input file, used or skipped, by any link or spelling; empty if there is none.
inline std::string output_over_input(const multi_rank_request& want, const rl::experiment& e) {
  for (const std::string& input : rl::files_of(e))
    for (const std::string& file : want.single_files())
      if (rl::same_file(file, input)) return file;
  return {};
}

/// Writes the files of one configuration; reports what cannot be written.
class multi_rank_files {
 public:
  /// `several`: of several configurations, each has its own folder.
  multi_rank_files(const multi_rank_request& want, const rl::experiment& e, bool several)
      : want_(want), from_(e), several_(several), workbook_(want.workbook_of(e)), csvs_(folder(want.csvs)) {}

  void write_merged_trace(rl::multi_rank_report& report) {
    if (want_.merged.empty()) return;
    const std::vector<rl::merged_rank> ranks = report.merged_ranks(want_.merging.raw_clock);
    files_.took(rl::write_merged_trace_file(want_.merged, ranks, want_.merging, report.quality()));
  }

  void write_collective_report(rl::multi_rank_report& report) {
    if (want_.collectives.empty()) return;
    const std::vector<rl::table> tables = report.collective_tables(want_.heatmap);
    report.judge_heatmap(tables);
    const std::string to = folder(want_.collectives);
    files_.write_csvs(to, tables, want_.csv, want_.reading.threads);
    remove_old_csvs(name, to, tables, rl::collective_sheet_names, files_);
  }

  /// The sheets as a workbook, CSVs, JSON and a page, each with the remarks that there are by then.
  void write_sheets(rl::multi_rank_report& report, const std::vector<rl::table>& tables) {
    const auto with_quality = [&] {
      std::vector<rl::table> all = tables;
      if (!report.quality().empty()) all.push_back(rl::quality_table(report.quality()));
      return all;
    };
    if (!workbook_.empty())
      files_.write_workbook(workbook_, with_quality(), rl::multi_rank_workbook_style(), report.quality());
    if (!csvs_.empty()) {
      const std::vector<std::string> names = rl::multi_rank_sheet_names(from_);
      std::vector<std::string_view> known(names.begin(), names.end());
      known.insert(known.end(), rl::command_table_names.begin(), rl::command_table_names.end());
      files_.write_csvs(csvs_, with_quality(), want_.csv, want_.reading.threads);
      remove_old_csvs(name, csvs_, with_quality(), known, files_, &rl::is_replay_file);
    }
    if (!want_.json.empty()) files_.write_json(want_.json, with_quality());
    if (!want_.html.empty()) {
      rl::report_page page = rl::multi_rank_page(report, with_quality(), from_.folder, want_.roofs);
      if (!want_.report.parity) put_advice_first(page, report.health());
      files_.write_page(want_.html, page);
    }
  }

  /// The commands and the script of a replay, next to the sheets; reports what was not run.
  void write_replay(const std::vector<rl::replay_sheet>& replays) {
    if (replays.empty()) return;
    const std::filesystem::path beside = beside_sheets();
    const auto write = [&](std::string_view file, const std::string& text) {
      files_.write_to((beside / file).string(), [&](rl::output& to) { to.write(text); });
    };
    for (const rl::command_file& f : rl::command_files_of(replays)) write(f.name, f.text);
    std::vector<rl::table> commands;
    for (const rl::replay_sheet& s : replays) {
      commands.push_back(rl::command_table(s));
      for (const rl::replay_row& row : s.rows)
        if (!row.command.empty() && row.status.starts_with("not run"))
          say(row.status + "; it would have run: " + row.command_text);
    }
    files_.write_csvs(beside.string(), commands, want_.csv, 1);
    write(rl::replay_script_name, rl::replay_script_of(replays));
  }

  bool good() const { return files_.good(); }

 private:
  static constexpr const char* name = "multi_rank_report";

  std::string folder(const std::string& named) const {
    return named.empty() || !several_ ? named : (std::filesystem::path(named) / from_.relative).string();
  }
  std::string beside_sheets() const {
    if (!csvs_.empty()) return csvs_;
    const std::string& file = !workbook_.empty() ? workbook_ : !want_.json.empty() ? want_.json : want_.html;
    const std::string parent = std::filesystem::path(file).parent_path().string();
    return parent.empty() ? "." : parent;
  }

  const multi_rank_request& want_;
  const rl::experiment& from_;
  bool several_;
  std::string workbook_, csvs_;
  written_files files_{name};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_MULTI_RANK_FILES_HPP
