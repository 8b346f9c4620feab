/// Performance report over one or more Tenstorrent ops CSVs: op table, advice, stacked summary.

#include <charconv>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf_page.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "common/advice_options.hpp"
#include "common/chip_options.hpp"
#include "common/csv_text.hpp"
#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/program.hpp"
#include "common/tt_logs.hpp"
#include "common/tt_perf_inputs.hpp"

namespace rl = ridgeline;

namespace {

/// `5-10`, `31-`, `-12`; commas inside the numbers are ignored.
bool parse_id_range(std::string text, rl::tt_perf_options& options) {
  std::erase(text, ',');
  const std::size_t dash = text.find('-');
  if (dash == std::string::npos || text.find('-', dash + 1) != std::string::npos || text.size() == 1) return false;
  const auto number = [](const std::string& digits, std::uint32_t& out) {
    const auto done = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return digits.empty() || (done.ec == std::errc{} && done.ptr == digits.data() + digits.size());
  };
  options.id_range = true;
  return number(text.substr(0, dash), options.first_id) && number(text.substr(dash + 1), options.last_id) &&
         options.first_id <= options.last_id;
}

/// `report.csv` gives `report_stacked.csv`.
std::string beside(const std::string& path, const std::string& suffix) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  const bool has_dot = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1);
  return (has_dot ? path.substr(0, dot) : path) + suffix;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Performance report over Tenstorrent ops CSVs (ops_perf_results*.csv)", "tt_perf_report");
  std::vector<std::string> files;
  std::string id_range, arch, csv, json, html, xlsx, group = "memory", summary_file, stacked_csv;
  double min_percentage = 0.5;
  rl::tt_shown_rows shown;
  bool ignore_signposts = false, print_signposts = false, colour = false, no_colour = false, no_advice = false;
  bool tracing = false, raw = false, no_host = false, no_summary = false, quiet = false, classic = false, no_in0 = false;
  bool no_merge = false, parity = false, strict = false;
  unsigned threads = rl::default_threads();
  rl::tt_perf_options options;
  app.add_option("csv_files", files, "ops CSVs (also .csv.gz), - for standard input, or folders with an ops CSV or Tracy's logs; several are one "
                                     "workload recorded on several hosts")->required();
  app.add_option("--start-signpost,--signpost", options.window.start, "report what follows this signpost (default: the last one)");
  app.add_option("--end-signpost", options.window.end, "report what comes before this signpost (default: the end)");
  app.add_flag("--ignore-signposts", ignore_signposts, "report the whole file; signposts stay in the table");
  app.add_flag("--print-signposts", print_signposts, "keep the window's signposts in the table");
  app.add_option("--min-percentage", min_percentage, "grey rows below this share of the time, in %")
      ->capture_default_str();
  app.add_flag("--hide-small", shown.hide_small, "leave these rows out of the op table");
  app.add_option("--top", shown.top, "only the N rows of the op table that take longest, gaps included (default: all)");
  app.add_option("--id-range", id_range, "rows by ID: 5-10, 31-, -12 (default: all)");
  app.add_option("--arch", arch, "chip or board where the files name none: wormhole, n150, n300, blackhole, p100a, "
                                 "p150, bh20, n1, e75, e150; a board also refines what they name; list prints all "
                                 "(default: wormhole)")
      ->each([](const std::string& name) { program::list_chips_for(name, rl::hw::tenstorrent_chips::images); });
  app.add_flag("--color", colour, "colours even if the output is not a terminal (default: on a terminal, unless NO_COLOR is set)");
  app.add_flag("--no-color", no_colour, "no colours; overrides --color");
  app.add_option("--csv", csv, "write the op table to this file and the summary to NAME_stacked.csv");
  app.add_option("--json", json, "write all tables to this file");
  app.add_option("--html", html, "write a page with charts and tables to this file");
  app.add_option("--xlsx", xlsx, "write all tables to this workbook");
  app.add_flag("--no-advice", no_advice, "no advice section, and no Advice column in the CSV");
  app.add_flag("--tracing-mode", tracing, "keep the file's order: do not sort by host time");
  app.add_flag("--raw-op-codes", raw, "one more CSV column with the untouched op code");
  app.add_flag("--no-host-ops", no_host, "leave out ops that ran on the host");
  app.add_flag("-q,--quiet", quiet, "no report on the console");
  app.add_flag("--no-summary,--no-stacked-report", no_summary, "no stacked summary");
  app.add_option("--group-by", group, "key of the summary: op, memory, category, signpost (the one before the op) or module "
                                      "(the part of its name before / :: or .)")
      ->check(CLI::IsMember({"op", "memory", "category", "signpost", "module"}))->capture_default_str();
  app.add_flag("--classic-colors", classic, "sort the page's stacked summary by time only, in one palette");
  app.add_option("--summary-file", summary_file, "write the summary to BASE.csv (default: next to --csv)");
  app.add_option("--stacked-csv", stacked_csv, "old name of --summary-file");
  app.add_flag("--no-stack-by-in0", no_in0, "accepted for old scripts; use --group-by op");
  app.add_flag("--no-merge-devices", no_merge, "one row for each device");
  const program::csv_text text(app);
  const program::advice_options advice(app, "tt_perf_report");
  app.add_flag("--parity", parity, "the numbers of tt-perf-report 1.2.4, its known faults included");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out, or the files do not support part of the report");
  program::add_threads(app, threads, "threads for reading and writing");
  const program::memory_option memory(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("tt_perf_report");
  for (std::string& file : files) file = program::input_path(file);
  rl::tt_ops none;
  none.log.logs = 1;  // so that the checks of logs are there
  if (!advice.are_usable(rl::health_of(rl::advice_rows_of(none, {}, false, {})), parity)) return program::wrong_usage;

  if (!id_range.empty() && !parse_id_range(id_range, options)) {
    program::say("tt_perf_report: --id-range takes 5-10, 31- or -12, found \"" + id_range + "\"");
    return program::wrong_usage;
  }
  using old_chips = rl::hw::tt_perf_report_1_2_4::chips;
  if (!arch.empty() && rl::hw::tenstorrent_chips::find(arch) == nullptr && old_chips::find(arch) == nullptr) {
    program::say("tt_perf_report: --arch " + arch + " is not known (--arch list)");
    return program::wrong_usage;
  }
  std::string stacked = !summary_file.empty() ? summary_file : stacked_csv;
  std::string stacked_from = !summary_file.empty() ? "--summary-file" : "--stacked-csv";
  if (!stacked.empty()) stacked += ".csv";
  if (stacked.empty() && !csv.empty() && !no_summary && !rl::is_written_in_place(csv)) {
    stacked = beside(csv, "_stacked.csv");
    stacked_from = "the summary next to --csv";
  }
  if (!stacked.empty() && program::is_written_twice(app, stacked, stacked_from)) return program::wrong_usage;
  const std::string remarks = csv.empty() || rl::is_written_in_place(csv) ? "" : beside(csv, "_data_quality.csv");
  if (!remarks.empty() && program::is_written_twice(app, remarks, "data_quality next to --csv")) return program::wrong_usage;
  if (ignore_signposts)
    program::say_what_does_nothing(app, {"--start-signpost", "--end-signpost"}, "--ignore-signposts", true);
  const std::set<std::string> different(files.begin(), files.end());
  if (different.size() < files.size())
    program::say("tt_perf_report: a file is given twice, so its ops count as those of two devices");
  options.window.whole = ignore_signposts;
  options.window.keep_signposts = print_signposts;
  options.file_order = tracing;
  options.merge_devices = !no_merge;
  options.host_ops = !no_host;
  options.least_share = min_percentage / 100;
  options.group = group == "op" ? rl::tt_summary_key::op
                  : group == "category" ? rl::tt_summary_key::category
                  : group == "signpost" ? rl::tt_summary_key::signpost
                  : group == "module" ? rl::tt_summary_key::module : rl::tt_summary_key::memory;
  if (rl::by_region(options.group) && options.window.start.empty() && options.window.end.empty())
    options.window.whole = true;  // by signpost all of them are needed
  if (parity) options.faults = rl::all_on<rl::tt_faults>();

  program::progress_bar bar("reading");
  rl::read_options reading;
  reading.threads = options.threads = threads;
  reading.progress = bar.listener();
  rl::expected<rl::tt_ops> ops = program::read_tt_perf_inputs(files, parity, reading);
  bar.step("analysing");
  if (!ops) {
    program::say("tt_perf_report: " + to_string(ops.error()) + (files.size() == 1 ? program::other_reader(files[0], "tt_perf_report") : ""));
    return program::unusable_input;
  }

  const std::string file_arch = ops->archs.empty() ? "" : ops->archs.front();
  std::int64_t workers = program::worker_cores_of(*ops, parity);
  if (parity && workers == 0 && ops->format == rl::tt_csv_format::v2_1) workers = 64;
  const rl::tt_chip_choice chip = rl::choose_tt_chip(file_arch, workers, arch, options.faults);
  program::say("format " + std::string(name_of(ops->format)) + ", " +
               (chip.on ? std::string(chip.on->name) + (chip.guessed() && !parity ? " (guessed; --arch names it), " : ", ") + std::to_string(chip.on->cores) + " worker cores"
                        : "chip not known"));
  if (parity && (!chip.on || (file_arch.empty() && !arch.empty() && old_chips::find(arch) == nullptr))) {
    program::say("tt_perf_report: release 1.2.4 has no figures for " + (file_arch.empty() ? arch : file_arch) +
                 "; leave out --parity");
    return program::unusable_input;
  }
  for (const std::string& note : chip.notes) program::say(note);
  if (ops->archs.size() > 1) program::say("several DEVICE ARCH values; the first, " + file_arch + ", counts");
  if (ops->worker_cores.size() > 1)
    program::say("several AVAILABLE WORKER CORE COUNT values; " +
                 (parity ? "the first, " + std::to_string(workers) + ", counts" : "each op is judged by its own"));
  if (!ops->has_host_start && !tracing) program::say("no column HOST START TS: rows keep the file's order");
  std::string missing;
  for (const std::string& column : ops->missing) missing += (missing.empty() ? "" : ", ") + column;
  if (!missing.empty()) program::say("missing columns, whose values stay empty: " + missing);

  rl::tt_perf_result report =
      rl::report_tt_perf(ops->ops, ops->devices_per_file, chip.on ? &*chip.on : nullptr, options);
  if (!parity) program::say_signposts(*ops, options.window);
  for (const std::string& note : report.notes) program::say(note);
  rl::data_quality quality = ops->quality;
  quality.merge(report.quality);

  rl::trace_health health;
  rl::finding_list findings;
  rl::tt_judged_rows rows;
  if (!parity) {
    rows = rl::advice_rows_of(*ops, options.window, tracing, options.faults,
                              {chip.on ? &*chip.on : nullptr, chip.guessed()});
    health = rl::health_of(rows, !arch.empty());
    advice.ignore(health);
    rl::keep_rows(rows, options.first_id, options.last_id, options.host_ops, report.shown_as);
    findings = rl::findings_of(rows, health, {}, advice.findings());
    tell_findings(report, findings);
  }

  const std::vector<std::string> inputs = program::files_read(files);
  for (const std::string& input : inputs)
    if (advice.would_replace(input)) return program::wrong_usage;
  for (const std::string& input : inputs)
    for (const std::string& file : {csv, json, html, xlsx, stacked, remarks})
      if (program::is_input("tt_perf_report", file, input)) return program::wrong_usage;
  const rl::table op_table = rl::tt_ops_table(report, shown, !no_advice, raw);
  if (op_table.rows() < report.rows.size())
    program::say("the op table has " + std::to_string(op_table.rows()) + " of " + std::to_string(report.rows.size()) +
                 " rows (--top, --hide-small); the footer and everything else cover all rows");
  std::vector<rl::table> all = program::tt_perf_tables(report, op_table, quality, options.group,
                                                       parity ? nullptr : &rows, parity ? nullptr : &findings);
  const rl::table summary = all[1];
  if (!parity)
    all.push_back(rl::tt_provenance_table(program::provenance_of(files, program::options_text(app), *ops, chip, report, parity)));
  const bool advised = parity || advice.write(health, findings, all);
  program::file_set made("tt_perf_report", std::filesystem::path(remarks).parent_path().string(), threads);
  if (!csv.empty()) made.write_to(csv, program::as_csv(op_table, text.of({}, parity), threads));
  if (!stacked.empty() && (!parity || !report.rows.empty()))
    made.write_to(stacked, program::as_csv(summary, text.of({"\n", true, true}, parity)));
  if (!remarks.empty()) {  // one of an earlier run does not stay
    const std::string name = std::filesystem::path(remarks).filename().string();
    const rl::table listed = rl::quality_table(quality);
    if (!quality.empty()) made.write(name, program::as_csv(listed, text.of({}, parity)));
    made.remove_old({name});
  }
  if (!json.empty()) made.write_json(json, all);
  if (!html.empty()) {
    std::string names;
    for (const std::string& file : files) names += (names.empty() ? "" : ", ") + file;
    rl::report_page page = tt_perf_page(report, all, names, classic);
    if (!parity) {
      for (const std::string& note : report.window) page.facts.emplace_back("Window", note);
      page.facts.emplace_back("Options", program::options_text(app));
      page.facts.emplace_back("Chip from", std::string(chip.from));
      program::put_advice_first(page, health);
      rl::put_first(page.tables, {"findings", "trace_health", "op_kinds"});
    }
    made.write_page(html, page);
  }
  if (!xlsx.empty()) {
    rl::workbook_style style;
    style.charts.push_back({rl::sheet_chart::form::bar, summary.name(), "Device time by kind of op",
                            std::string(summary.column(1).title), {"Device Time Sum"}, 0, 20});
    made.write_workbook(xlsx, all, style, quality);
  }
  bar.clear();
  if (!quiet && !program::writes_standard_output() && (csv.empty() || !parity)) {
    rl::file_output out(1);
    if (!parity && !report.rows.empty()) {
      constexpr std::size_t most = 10;
      write_headline(out, health, program::console_width());
      if (!no_advice)
        write_tt_findings(out, findings, most, program::console_width(), static_cast<double>(rows.by_device().size()),
                          health.unknowable("tt_cold_program_cache"));
    }
    rl::tt_text_style style;
    style.colours = !no_colour && (colour || program::wants_colour(1));
    style.advice = !no_advice;
    style.summary = !no_summary;
    style.hints = parity;
    style.any_background = !parity && !classic;
    style.width = parity ? 0 : program::terminal_width();
    style.group = options.group;
    style.threads = reading.threads;
    write_tt_perf(out, report, style, op_table);
    if (!parity && !report.rows.empty()) write_tt_spreads(out, report, program::console_width());
    made.flush(out);
  }
  if (report.rows.empty()) program::say(report.why_empty);
  if (report.rows.empty()) program::say("no ops are left to report");
  program::say_quality(quality);
  if (!made.good() || !advised) return program::unusable_input;
  return program::strict_code("tt_perf_report", strict, quality, health);
}
