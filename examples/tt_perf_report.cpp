/// Performance report over one or more Tenstorrent ops CSVs: op table, advice, stacked summary.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>

#include "common/advice_options.hpp"
#include "common/input_kind.hpp"
#include "common/program.hpp"
#include "common/tt/tt_logs.hpp"
#include "common/tt/tt_perf_files.hpp"
#include "common/tt/tt_perf_inputs.hpp"
#include "common/tt/tt_perf_options.hpp"

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app("Performance report over Tenstorrent ops CSVs (ops_perf_results*.csv)", "tt_perf_report");
  program::perf_options want(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (!want.settle()) return program::wrong_usage;

  program::progress_bar bar("reading");
  rl::read_options reading;
  reading.threads = want.report.threads;
  reading.progress = bar.listener();
  const rl::expected<rl::tt_ops> ops = program::read_tt_perf_inputs(want.inputs, want.parity, reading);
  bar.step("analysing");
  if (!ops) {
    program::say("tt_perf_report: " + to_string(ops.error()) +
                 (want.inputs.size() == 1 ? program::other_reader(want.inputs[0], "tt_perf_report") : ""));
    return program::unusable_input;
  }
  const std::optional<rl::tt_chip_choice> chip = program::chosen_chip(*ops, want.arch, want.report.faults, want.parity);
  if (!chip) return program::unusable_input;
  program::say_missing_columns(*ops, want.report.file_order);

  program::perf_made made;
  made.chip = *chip;
  made.report = rl::report_tt_perf(ops->ops, ops->devices_per_file, made.on(), want.report);
  if (!want.parity) program::say_signposts(*ops, want.report.window);
  for (const std::string& note : made.report.notes) program::say(note);
  made.quality = ops->quality;
  made.quality.merge(made.report.quality);
  if (!want.parity) program::advise(made, *ops, want);
  if (want.would_replace_input()) return program::wrong_usage;

  const rl::table op_table = rl::tt_ops_table(made.report, want.shown, !want.no_advice, want.raw_codes);
  if (op_table.rows() < made.report.rows.size())
    program::say("the op table has " + std::to_string(op_table.rows()) + " of " +
                 std::to_string(made.report.rows.size()) +
                 " rows (--top, --hide-small); the footer and everything else cover all rows");
  std::vector<rl::table> all = program::perf_tables(made, op_table, *ops, want);
  const bool advised = want.parity || want.advice->write(made.health, made.findings, all);
  program::file_set files("tt_perf_report", std::filesystem::path(want.remarks).parent_path().string(),
                          want.report.threads);
  program::write_perf(files, made, all, want);
  bar.clear();
  if (want.shows()) program::show_perf(files, made, op_table, want);

  if (made.report.rows.empty()) program::say(made.report.why_empty);
  if (made.report.rows.empty()) program::say("no ops are left to report");
  program::say_quality(made.quality);
  if (!files.good() || !advised) return program::unusable_input;
  return program::strict_code("tt_perf_report", want.strict, made.quality, made.health);
}
