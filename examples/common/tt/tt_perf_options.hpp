/// The options of tt_perf_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_TT_PERF_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_PERF_OPTIONS_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <CLI/App.hpp>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>

#include "../advice_options.hpp"
#include "../chip_options.hpp"
#include "../csv_text.hpp"
#include "../memory_option.hpp"
#include "../program.hpp"
#include "../written_files.hpp"
#include "tt_perf_inputs.hpp"

namespace program {

namespace rl = ridgeline;

/// Reads `5-10`, `31-`, `-12`; commas inside the numbers are ignored.
inline bool parse_id_range(std::string text, rl::tt_perf_options& options) {
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
inline std::string beside(const std::string& path, const std::string& suffix) {
  const std::size_t slash = path.rfind('/');
  const std::size_t dot = path.rfind('.');
  const bool has_dot = dot != std::string::npos && (slash == std::string::npos || dot > slash + 1);
  return (has_dot ? path.substr(0, dot) : path) + suffix;
}

/// Registers the options with the program, and must stay in place until the report is written.
class perf_options {
 public:
  explicit perf_options(CLI::App& app) : app_(app) {
    app.add_option("csv_files", inputs,
                   "ops CSVs (also .csv.gz), - for standard input, folders with an ops CSV or Tracy's logs, or "
                   "cpp_device_perf_report.csv; several are one workload recorded on several hosts")
        ->required();
    app.add_option("--start-signpost,--signpost", report.window.start,
                   "report what follows this signpost (default: the last one)");
    app.add_option("--end-signpost", report.window.end, "report what comes before this signpost (default: the end)");
    app.add_flag("--ignore-signposts", report.window.whole, "report the whole file; signposts stay in the table");
    app.add_flag("--print-signposts", report.window.keep_signposts, "keep the window's signposts in the table");
    app.add_option("--min-percentage", min_percentage_, "grey rows below this share of the time, in %")
        ->capture_default_str();
    app.add_flag("--hide-small", shown.hide_small, "leave these rows out of the op table");
    app.add_option("--top", shown.top,
                   "only the N rows of the op table that take longest, gaps included (default: all)")
        ->check(CLI::PositiveNumber);
    app.add_option("--id-range", id_range_, "rows by ID: 5-10, 31-, -12 (default: all)");
    app.add_option("--arch", arch,
                   "chip or board where the files name none: wormhole, n150, n300, blackhole, p100a, p150, bh20, n1, "
                   "e75, e150; a board also refines what they name; list prints all (default: wormhole)")
        ->each([](const std::string& name) { list_chips_for(name, rl::hw::tenstorrent_chips::images); });
    app.add_flag("--color", colour_,
                 "colours even if the output is not a terminal (default: on a terminal, unless NO_COLOR is set)");
    app.add_flag("--no-color", no_colour_, "no colours; overrides --color");
    app.add_option("--csv", csv, "write the op table to this file and the summary to NAME_stacked.csv");
    app.add_option("--json", json, "write all tables to this file");
    app.add_option("--html", html, "write a page with charts and tables to this file");
    app.add_option("--xlsx", xlsx, "write all tables to this workbook");
    app.add_flag("--no-advice", no_advice, "no advice section, and no Advice column in the CSV");
    app.add_flag("--tracing-mode", report.file_order, "keep the file's order: do not sort by host time");
    app.add_flag("--raw-op-codes", raw_codes, "one more CSV column with the untouched op code");
    app.add_flag("--no-host-ops", no_host_, "leave out ops that ran on the host");
    app.add_flag("-q,--quiet", quiet_, "no report on the console");
    app.add_flag("--no-summary,--no-stacked-report", no_summary,
                 "no stacked summary, neither on the console nor in files");
    app.add_option("--group-by", group_,
                   "key of the summary: op, memory, category, signpost (the one before the op) or module (the part of "
                   "its name before / :: or .)")
        ->check(CLI::IsMember(std::vector<std::string>(groups.begin(), groups.end())))->capture_default_str();
    app.add_flag("--classic-colors", classic, "sort the page's stacked summary by time only, in one palette");
    app.add_option("--summary-file", summary_file_, "write the summary to BASE.csv (default: next to --csv)");
    app.add_option("--stacked-csv", stacked_csv_, "old name of --summary-file");
    app.add_flag("--no-stack-by-in0", no_in0_, "accepted for old scripts; use --group-by op");
    app.add_flag("--no-merge-devices", no_merge_, "one row for each device");
    text_.emplace(app);
    advice.emplace(app, "tt_perf_report");
    app.add_flag("--parity", parity, "the numbers of tt-perf-report 1.2.4, its known faults included");
    app.add_flag("--strict", strict,
                 "exit 3 when part of the input was left out, or the files do not support part of the report");
    add_threads(app, report.threads, "threads for reading and writing");
    memory_.emplace(app);
  }
  perf_options(const perf_options&) = delete;
  perf_options& operator=(const perf_options&) = delete;

  /// After parsing: settles what the options mean together; reports what is wrong or has no effect. False if it is
  /// wrong.
  bool settle() {
    memory_->hold("tt_perf_report");
    for (std::string& input : inputs) input = input_path(input);
    rl::tt_ops none;
    none.log.logs = 1;  // so that the checks of logs are there
    if (!advice->are_usable(rl::health_of(rl::advice_rows_of(none, {}, false, {})), parity)) return false;
    if (!id_range_.empty() && !parse_id_range(id_range_, report)) {
      say("tt_perf_report: --id-range takes 5-10, 31- or -12, found \"" + id_range_ + "\"");
      return false;
    }
    if (!arch.empty() && rl::hw::tenstorrent_chips::find(arch) == nullptr && chips_of_1_2_4::find(arch) == nullptr) {
      say("tt_perf_report: --arch " + arch + " is not known (--arch list)");
      return false;
    }
    if (!settle_files()) return false;
    if (report.window.whole)
      say_what_does_nothing(app_, {"--start-signpost", "--end-signpost"}, "--ignore-signposts", true);
    const std::set<std::string> different(inputs.begin(), inputs.end());
    if (different.size() < inputs.size())
      say("tt_perf_report: a file is given twice, so its ops count as those of two devices");
    settle_report();
    return true;
  }

  /// Whether an output is one of the files that are read; reports it.
  bool would_replace_input() const {
    const std::vector<std::string> read = files_read(inputs);
    for (const std::string& input : read)
      if (advice->would_replace(input)) return true;
    for (const std::string& input : read)
      for (const std::string& file : {csv, json, html, xlsx, stacked, remarks})
        if (is_input("tt_perf_report", file, input)) return true;
    return false;
  }
  /// The options as text, for the sheet `provenance` and the page.
  std::string text() const { return options_text(app_); }
  /// Text in CSVs.
  rl::csv_style csv_style(rl::csv_style style = {}) const { return text_->of(std::move(style), parity); }
  /// Whether the report is on the console.
  bool shows() const { return !quiet_ && !writes_standard_output() && (csv.empty() || !parity); }
  bool colours() const { return !no_colour_ && (colour_ || wants_colour(1)); }

  std::vector<std::string> inputs{};
  rl::tt_perf_options report{};
  rl::tt_shown_rows shown{};
  std::string arch{}, csv{}, json{}, html{}, xlsx{};
  std::string stacked{}, remarks{};  ///< the files of the summary and of data_quality; empty: none
  bool no_advice = false, no_summary = false, raw_codes = false, classic = false, parity = false, strict = false;
  std::optional<advice_options> advice{};

 private:
  static constexpr std::array<std::string_view, 5> groups{"op", "memory", "category", "signpost", "module"};

  /// The files next to that of --csv. False if two outputs are the same file.
  bool settle_files() {
    if (no_summary) say_what_does_nothing(app_, {"--summary-file", "--stacked-csv"}, "--no-summary", true);
    else if (!summary_file_.empty()) say_what_does_nothing(app_, {"--stacked-csv"}, "--summary-file", true);
    stacked = no_summary ? "" : !summary_file_.empty() ? summary_file_ : stacked_csv_;
    std::string stacked_from = !summary_file_.empty() ? "--summary-file" : "--stacked-csv";
    if (!stacked.empty()) stacked += ".csv";
    const bool has_place = !csv.empty() && !rl::is_written_in_place(csv);
    if (stacked.empty() && has_place && !no_summary) {
      stacked = beside(csv, "_stacked.csv");
      stacked_from = "the summary next to --csv";
    }
    if (!stacked.empty() && is_written_twice(app_, stacked, stacked_from)) return false;
    remarks = has_place ? beside(csv, "_data_quality.csv") : "";
    return remarks.empty() || !is_written_twice(app_, remarks, "data_quality next to --csv");
  }

  void settle_report() {
    report.merge_devices = !no_merge_;
    report.host_ops = !no_host_;
    report.least_share = min_percentage_ / 100;
    report.group = static_cast<rl::tt_summary_key>(std::find(groups.begin(), groups.end(), group_) - groups.begin());
    if (rl::by_region(report.group) && report.window.start.empty() && report.window.end.empty())
      report.window.whole = true;  // by signpost all of them are needed
    if (parity) report.faults = rl::all_on<rl::tt_faults>();
  }

  const CLI::App& app_;
  std::string id_range_{}, group_ = "memory", summary_file_{}, stacked_csv_{};
  double min_percentage_ = 0.5;
  bool colour_ = false, no_colour_ = false, no_host_ = false, no_merge_ = false, no_in0_ = false, quiet_ = false;
  std::optional<csv_text> text_{};
  std::optional<memory_option> memory_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_PERF_OPTIONS_HPP
