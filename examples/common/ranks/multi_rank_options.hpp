/// The options of multi_rank_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_MULTI_RANK_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_MULTI_RANK_OPTIONS_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/rank_pattern.hpp>
#include <ridgeline/ranks/report/page.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/ranks/sheet/collective_options.hpp>

#include "../advice_options.hpp"
#include "../chip_options.hpp"
#include "../comm_pattern.hpp"
#include "../csv_text.hpp"
#include "../memory_option.hpp"
#include "../program.hpp"
#include "../sheet_options.hpp"
#include "multi_rank_files.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed. Their values become a request.
class multi_rank_options {
 public:
  explicit multi_rank_options(CLI::App& app) : app_(app) {
    add_input();
    add_outputs();
    add_replay_and_chip();
    sheets_.emplace(app), text_.emplace(app), patterns_.emplace(app), advice_.emplace(app, name);
    app.add_flag("--include_unlinked_kernels", want_.reading.rank.unlinked,
                 "the time line also counts GPU work that no launch reaches");
    app.add_flag("--merged_raw_clock", want_.merging.raw_clock, "the merged trace keeps the stamps as they are");
    app.add_flag("--parity", want_.report.parity, "the numbers and sheets of TraceLens, its known faults included");
    app.add_flag("--strict", want_.strict,
                 "exit 3 when part of the input was left out, or the traces do not support part of the report");
    add_threads(app, want_.reading.threads, "ranks to read at the same time, each on its own thread");
    memory_.emplace(app);
  }
  multi_rank_options(const multi_rank_options&) = delete;
  multi_rank_options& operator=(const multi_rank_options&) = delete;

  /// After parsing: fills the request. Returns an exit code other than 0 if options are wrong, which one process
  /// reports.
  int settle(bool reports) {
    reports_ = reports;
    memory_->hold(name);
    say_what_is_off();
    if (const int code = settle_input(); code != success) return code;
    if (const int code = chip_->find(name); code != success) return code;
    want_.roofs = rl::fleet_roofs_of(chip_->roofs());
    if (link_ > 0) want_.roofs.link = link_ * 1e9;
    if (!want_.replayed.empty() && !want_.report.replay)
      return refuse("--replay_results: needs -r, whose rows it fills");
    if (const int code = settle_ranks(); code != success) return code;
    if (!patterns_->add_to(communication_, name)) return wrong_usage;
    want_.reading.rank.run.communication = &communication_;
    const rl::trace_health empty = rl::health_of(rl::fleet_partial(), nullptr, {}, nullptr);
    if (!advice_->are_usable(empty, want_.report.parity)) return wrong_usage;
    want_.findings = advice_->file();
    want_.csv = text_->of(rl::csv_style::pandas(), want_.report.parity);
    if (want_.report.parity) take_faults();
    if (!metrics_.empty()) want_.report.collectives.aggregates = rl::statistics_of(metrics_);
    settle_replay();
    if (const int code = settle_sheets(); code != success) return code;
    want_.reading.rank.kernels = want_.report.kernels;
    want_.merging.threads = want_.reading.threads;
    return success;
  }

  /// Whether the outputs fit the configurations that were found. Returns an exit code other than 0 if not, which one
  /// process reports.
  int find_clashes(const std::vector<rl::experiment>& found) const {
    if (found.size() > 1 && !want_.single_files().empty())
      return refuse("-o, --json, --html, --findings-json and --merged_trace name one file, and there are " +
                    std::to_string(found.size()) + " directories with traces; nothing is written");
    if (want_.dry) return success;  // nothing is written
    for (const rl::experiment& e : found) {
      if (!sheets_->are_known(name, rl::multi_rank_sheet_names(e))) return wrong_usage;
      if (const std::string file = output_over_input(want_, e); !file.empty())
        return refuse(file + " is a file of the input: name another file to write to");
    }
    return success;
  }

  /// The request, once it is settled.
  const multi_rank_request& request() const { return want_; }
  const sheet_options& sheets() const { return *sheets_; }
  const advice_options& advice() const { return *advice_; }
  const comm_pattern& patterns() const { return *patterns_; }

 private:
  static constexpr const char* name = "multi_rank_report";

  void add_input() {
    app_.add_option("base_dir,-b,--base_dir", want_.where.base,
                    "the directory with the experiments, searched recursively");
    app_.add_option("--trace_glob", want_.where.glob,
                    "instead of a directory: the traces, as a pattern with *, ?, [...] and ** for folders, compressed "
                    "or not");
    app_.add_option("--rank_regex", rank_regex_,
                    "where a file's name, or else its path, has the rank: the group (?P<rank>...) or the first one")
        ->type_name("REGEX");
    app_.add_option("--world_size", want_.world, "ranks that must be there (default: as many as the traces state)")
        ->check(CLI::Range(1, 100000000))->default_str("");
    app_.add_option("-p,--rank_pattern", want_.where.pattern,
                    "what comes before the rank in a file's name: rank, rank-, rank_")->capture_default_str();
    extension_ = app_.add_option("-e,--extension", want_.where.extension,
                                 "which files are traces: json, gz, sqlite, db, pftrace")->capture_default_str();
    filters_ = app_.add_option("-f,--filters", want_.where.filters,
                               "keep files whose full path contains all of these texts; rank_0 also keeps rank_01; "
                               "'' keeps all (default: rank_0)");
    app_.add_flag("-r,--node_replay", want_.report.replay,
                  "measure in isolation the matrix products and convolutions that make up 99 % of their group's time");
    app_.add_flag("-d,--dry_run", want_.dry, "print what would be read and written, but write nothing");
    app_.add_flag("-a,--all_kernels", want_.report.kernels,
                  "write every kernel of every rank: sheets kernels_0 to kernels_n");
  }
  void add_outputs() {
    app_.add_option("-o,--output,--xlsx", want_.xlsx,
                    "write the workbook to this file; for one experiment only (default: "
                    "DIR/DIR_FILTERS_performance_report.xlsx, unless another output is named)");
    app_.add_option("--output_csvs_dir", want_.csvs,
                    "write each sheet as a CSV into this folder, a folder for each of several experiments");
    app_.add_option("--json", want_.json, "write all sheets to this file; for one experiment only");
    app_.add_option("--html", want_.html, "write a page with charts and tables to this file; for one experiment only");
    app_.add_option("--collective_report", want_.collectives,
                    "write the sheets of the collective report as CSVs into this folder");
    app_.add_flag("--all2allv_heatmap", want_.heatmap,
                  "the collective report shows what each rank sent to each other rank");
    app_.add_option("--gpus_per_node", want_.report.collectives.gpus_per_node,
                    "ranks per node, for node_id and node_span (default: as many GPUs as the first trace lists)")
        ->check(CLI::Range(1, 1000000))->default_str("");
    app_.add_option("--agg_metrics", metrics_,
                    "how the collective report aggregates: mean, median, min, max, std (default: mean median min max)")
        ->check(CLI::IsMember(std::vector<std::string>(rl::statistic_names.begin(), rl::statistic_names.end())));
    app_.add_option("--merged_trace", want_.merged,
                    "write the traces of all ranks as one, compressed if the name ends in .gz; for one experiment "
                    "only");
    app_.add_flag("--merged_python_frames", want_.merging.python_frames, "the merged trace keeps Python frames");
  }
  void add_replay_and_chip() {
    app_.add_flag("--write_replay_only", write_only_, "with -r: write commands and script, but run nothing");
    app_.add_option("--replay_time_limit", want_.report.limits.seconds, "with -r: how long one command may run, in s")
        ->check(CLI::Range(0.01, 1e6))->capture_default_str();
    app_.add_option("--link", link_,
                    "what a rank's links can send, in GB/s, for the chart of bandwidths (default: that of --arch)")
        ->check(CLI::Range(0.001, 1e6));
    chip_.emplace(app_);
    app_.add_option("--replay_results", want_.replayed,
                    "with -r: what replay_ops.py printed, to show the times of torch next to the others");
  }

  void say_what_is_off() const {
    if (!reports_) return;
    if (want_.collectives.empty())
      say_what_does_nothing(app_, {"--all2allv_heatmap", "--agg_metrics"}, "--collective_report");
    if (want_.merged.empty())
      say_what_does_nothing(app_, {"--merged_python_frames", "--merged_raw_clock"}, "--merged_trace");
    if (!want_.report.replay)
      say_what_does_nothing(app_, {"--write_replay_only", "--replay_time_limit"}, "--node_replay");
  }
  int settle_input() {
    constexpr std::array<std::string_view, 5> extensions{"json", "gz", "sqlite", "db", "pftrace"};
    if (std::find(extensions.begin(), extensions.end(), want_.where.extension) == extensions.end())
      return refuse("-e: expected json, gz, sqlite, db or pftrace, found " + want_.where.extension);
    rl::discover_options& where = want_.where;
    if (where.base.empty() && where.glob.empty()) {  // the list of filters takes a directory behind it
      std::error_code why;
      if (where.filters.size() < 2 || !std::filesystem::is_directory(where.filters.back(), why))
        return refuse("name a directory with traces, or --trace_glob");
      where.base = std::move(where.filters.back());
      where.filters.pop_back();
    }
    if (!want_.where.base.empty() && !want_.where.glob.empty())
      return refuse("name a directory or --trace_glob, not both");
    return success;
  }
  /// How files are found and ranked.
  int settle_ranks() {
    if (!rank_regex_.empty()) {
      rl::expected<rl::rank_pattern> pattern = rl::rank_pattern::compile(rank_regex_);
      if (!pattern) return refuse("--rank_regex: " + to_string(pattern.error()));
      want_.where.regex = *std::move(pattern);
    }
    want_.where.by_content = !want_.report.parity;
    want_.where.extension_given = extension_->count() > 0;
    std::vector<std::string>& filters = want_.where.filters;
    if (want_.where.by_content) std::erase(filters, "");  // every path has that
    want_.where.filters_given = filters_->count() > 0 && !filters.empty();
    return success;
  }
  void take_faults() {
    want_.reading.rank.linked_calls_only = want_.merging.raw_clock = want_.merging.events_only = true;
    want_.report.faults = want_.merging.faults = rl::fleet_faults::parity();
    want_.reading.rank.run.faults = rl::torch_faults::parity();
    want_.reading.rank.models = rl::torch_model_faults::parity();
  }
  void settle_replay() {
    want_.report.run_tools = !write_only_;
    want_.report.limits.clock = [] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    if (const char* const folders = std::getenv("PATH")) want_.report.limits.folders = folders;
  }
  /// Sheets that are asked for by name turn on what they need, but for tools that run.
  int settle_sheets() {
    if (sheets_->all()) return success;
    for (const std::string& sheet : sheets_->names()) {
      if (sheet.starts_with("kernels_")) want_.report.kernels = true;
      if (sheet.ends_with("_node_replay") && !want_.report.replay)
        return refuse("--sheets: " + sheet + " needs -r, which runs the tools");
    }
    return success;
  }
  int refuse(const std::string& why) const {
    if (reports_) say(std::string(name) + ": " + why);
    return wrong_usage;
  }

  CLI::App& app_;
  multi_rank_request want_{};
  rl::gpu::communication_table communication_{};
  std::optional<chip_options> chip_{};
  std::optional<sheet_options> sheets_{};
  std::optional<csv_text> text_{};
  std::optional<comm_pattern> patterns_{};
  std::optional<advice_options> advice_{};
  std::optional<memory_option> memory_{};
  std::string rank_regex_{};
  std::vector<std::string> metrics_{};
  double link_ = 0;
  const CLI::Option *extension_ = nullptr, *filters_ = nullptr;
  bool write_only_ = false, reports_ = true;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_MULTI_RANK_OPTIONS_HPP
