/// What tt_perf_report prints, and its files.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_PERF_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_PERF_FILES_HPP

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/tt/report/perf_page.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "../advice_options.hpp"
#include "../program.hpp"
#include "tt_logs.hpp"
#include "tt_perf_inputs.hpp"
#include "tt_perf_options.hpp"

namespace program {

namespace rl = ridgeline;

/// A report, and what its files support and say; with `--parity` nothing of that.
struct perf_made {
  rl::tt_chip_choice chip{};
  rl::tt_perf_result report{};
  rl::data_quality quality{};
  rl::tt_judged_rows rows{};
  rl::trace_health health{};
  rl::finding_list findings{};

  const rl::hw::device* on() const { return chip.on ? &*chip.on : nullptr; }
};

/// Fills in health and findings, and tells the rows of the report about them.
inline void advise(perf_made& made, const rl::tt_ops& ops, const perf_options& want) {
  const rl::tt_perf_options& asked = want.report;
  made.rows = rl::advice_rows_of(ops, asked.window, asked.file_order, asked.faults, {made.on(), made.chip.guessed()});
  made.health = rl::health_of(made.rows, {asked.first_id, asked.last_id, asked.host_ops, &made.report.shown_as},
                              !want.arch.empty());
  want.advice->ignore(made.health);
  made.findings = rl::findings_of(made.rows, made.health, {}, want.advice->findings());
  tell_findings(made.report, made.findings);
}

/// All sheets but those of advice: `op_table`, the summary if it is wanted, and what the others say.
inline std::vector<rl::table> perf_tables(const perf_made& made, const rl::table& op_table, const rl::tt_ops& ops,
                                          const perf_options& want) {
  const bool parity = want.parity;
  std::vector<rl::table> all = tt_perf_tables(made.report, op_table, made.quality, want.report.group,
                                              parity ? nullptr : &made.rows, parity ? nullptr : &made.findings);
  if (want.no_summary) all.erase(all.begin() + 1);
  if (!parity)
    all.push_back(
        rl::tt_provenance_table(tt_provenance_of(want.inputs, want.text(), ops, made.chip, made.report, parity)));
  return all;
}

/// The page, which begins with what the reader must know about the files.
inline rl::report_page perf_page(const perf_made& made, const std::vector<rl::table>& all, const perf_options& want) {
  rl::report_page page = tt_perf_page(made.report, all, rl::joined_text(want.inputs), want.classic);
  if (want.parity) return page;
  constexpr std::string_view word = "window: ";  // the fact's own title
  for (const std::string& note : made.report.window)
    page.facts.emplace_back("Window", note.substr(note.starts_with(word) ? word.size() : 0));
  page.facts.emplace_back("Options", want.text());
  page.facts.emplace_back("Chip from", std::string(made.chip.from));
  put_advice_first(page, made.health);
  rl::put_first(page.tables, {"findings", "trace_health", "op_kinds"});
  return page;
}

/// Writes the requested files: of the sheets, the first is the op table, the second the summary if it is wanted.
inline void write_perf(file_set& files, perf_made& made, const std::vector<rl::table>& all, const perf_options& want) {
  const rl::table& op_table = all[0];
  const rl::table* const summary = want.no_summary ? nullptr : &all[1];
  const unsigned threads = want.report.threads;
  if (!want.csv.empty()) files.write_to(want.csv, as_csv(op_table, want.csv_style(), threads));
  if (!want.stacked.empty() && (!want.parity || !made.report.summary.empty()))
    files.write_to(want.stacked, as_csv(*summary, want.csv_style({"\n", true, true})));
  if (!want.remarks.empty()) {  // one of an earlier run does not stay
    const std::string name = std::filesystem::path(want.remarks).filename().string();
    const rl::table listed = rl::quality_table(made.quality);
    if (!made.quality.empty()) files.write(name, as_csv(listed, want.csv_style()));
    files.remove_old({name});
  }
  if (!want.json.empty()) files.write_json(want.json, all);
  if (!want.html.empty()) files.write_page(want.html, perf_page(made, all, want));
  if (!want.xlsx.empty()) {
    rl::workbook_style style;
    if (summary != nullptr)
      style.charts.push_back({rl::sheet_chart::form::bar, summary->name(), "Device time by kind of op",
                              std::string(summary->column(1).title), {"Device Time Sum"}, 0, 20});
    files.write_workbook(want.xlsx, all, style, made.quality);
  }
}

/// The report on the console.
inline void show_perf(file_set& files, const perf_made& made, const rl::table& op_table, const perf_options& want) {
  rl::file_output out(1);
  const bool advised = !want.parity && !made.report.rows.empty();
  if (advised) {
    constexpr std::size_t most = 10;
    write_headline(out, made.health, console_width());
    if (!want.no_advice)
      write_tt_findings(out, made.findings, most, console_width(), static_cast<double>(made.rows.by_device().size()),
                        made.health.unknowable("tt_cold_program_cache"));
  }
  rl::tt_text_style style;
  style.colours = want.colours();
  style.advice = !want.no_advice;
  style.summary = !want.no_summary;
  style.hints = want.parity;
  style.any_background = !want.parity && !want.classic;
  style.width = want.parity ? 0 : terminal_width();
  style.group = want.report.group;
  style.threads = want.report.threads;
  write_tt_perf(out, made.report, style, op_table);
  if (advised) write_tt_spreads(out, made.report, console_width());
  files.flush(out);
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_PERF_FILES_HPP
