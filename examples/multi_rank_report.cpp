/// Performance report over a directory of experiments with one PyTorch trace for each rank.

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/report/overview.hpp>
#include <ridgeline/ranks/report/page.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>

#include "common/advice_options.hpp"
#include "common/chip_options.hpp"
#include "common/comm_pattern.hpp"
#include "common/csv_text.hpp"
#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/processes.hpp"
#include "common/program.hpp"
#include "common/sheet_options.hpp"
#include "common/written_files.hpp"

namespace rl = ridgeline;
namespace fs = std::filesystem;

namespace {

/// The user's request, besides the library's options.
struct request {
  rl::discover_options where{};
  rl::multi_rank_options report{};
  rl::fleet_reading reading{};
  rl::merged_trace_options merging{};
  std::string xlsx{}, csvs{}, json{}, html{}, merged{}, collectives{}, replayed{}, findings{};
  rl::fleet_roofs roofs{};
  rl::csv_style csv = rl::csv_style::pandas();
  std::int64_t world = rl::missing<std::int64_t>;
  bool dry = false, heatmap = false, strict = false;

  bool writes_workbook() const { return !xlsx.empty() || (csvs.empty() && json.empty() && html.empty()); }
  std::string workbook_of(const rl::experiment& e) const {
    return xlsx.empty() ? (fs::path(e.folder) / rl::workbook_name(e, where)).string() : xlsx;
  }
};

/// The files of `--collective_report`, some only if there are such collectives.
constexpr std::array<std::string_view, 9> collective_sheets{
    "nccl_summary_implicit_sync", "nccl_summary_long", "nccl_summary_all2allv", "nccl_all2allv_heatmap", "nccl_long",
    "nccl_implicit_sync", "nccl_all2allv", "straggler_summary", "clock_offsets"};

/// Whether a run with `-r` leaves a file of that name next to the sheets.
constexpr auto is_of_replay = [](std::string_view name) {
  const auto is_log = [&](std::string_view stem) { return name.starts_with(stem) && name.ends_with(".log"); };
  return name == "replay_ops.py" || is_log("hipblaslt-bench-") || is_log("miopen-driver-");
};

/// The folder of one configuration among several.
std::string folder_for(const std::string& folder, const rl::experiment& e, bool several) {
  return several ? (fs::path(folder) / e.relative).string() : folder;
}

std::string filters_of(const rl::discover_options& where) {
  std::string filters;
  for (const std::string& f : where.filters) filters += (filters.empty() ? "" : " ") + f;
  return filters;
}

/// The files to be read and written, line by line.
template <class Say>
void plan(const request& want, const rl::experiment& e, Say say) {
  say("directory:    " + e.folder);
  say("workbook:     " + (want.writes_workbook() ? want.workbook_of(e) : std::string("none")));
  say("filters:      " + filters_of(want.where));
  say("rank pattern: " + want.where.pattern);
  for (const rl::rank_file& f : e.files) say("rank " + std::to_string(f.rank) + ": " + f.path);
  for (const rl::rank_file& f : e.doubled) say("rank " + std::to_string(f.rank) + " again, left out: " + f.path);
  for (const std::string& path : e.unnumbered) say("without a rank, left out: " + path);
  if (e.other_ranks > 0)
    say("left out:     " + std::to_string(e.other_ranks) + " without " + filters_of(want.where) +
        " in their path, because no filter is given: -f " + want.where.pattern + " takes all ranks");
}

/// The output that is also an input file, used or skipped, by any link or spelling; empty if there is none.
std::string output_over_input(const request& want, const rl::experiment& e) {
  std::vector<std::string> inputs;
  for (const std::vector<rl::rank_file>* const files : {&e.files, &e.doubled})
    for (const rl::rank_file& f : *files) inputs.push_back(f.path);
  for (const std::vector<std::string>* const files : {&e.left_out, &e.unnumbered, &e.no_traces})
    inputs.insert(inputs.end(), files->begin(), files->end());
  for (const std::string& input : inputs)
    for (const std::string& file : {want.xlsx, want.json, want.html, want.merged, want.findings})
      if (!file.empty() && rl::same_file(file, input)) return file;
  return {};
}

/// How the stamps of a rank become those of the merged trace.
rl::merged_clock merged_clock(const rl::multi_rank_report& report, const rl::rank_facts& rank, const request& want) {
  rl::merged_clock clock;
  if (want.merging.raw_clock || report.comparison() == nullptr) return clock;
  const rl::call_matching& all = report.comparison()->matching();
  const auto position = static_cast<std::uint32_t>(&rank - report.partial().ranks.data());
  return all.merged_clock_of(position);
}

/// Writes the files of one configuration. Returns the exit code.
int report_on(const request& want, const rl::experiment& e, bool several, const program::processes& team,
              const program::sheet_options& sheets, const program::advice_options& advice,
              const program::comm_pattern& patterns) {
  const auto say = [&](const std::string& text) {
    if (team.first()) program::say(text);
  };
  plan(want, e, say);
  program::progress_bar bar("reading");
  const rl::gpu::communication_table communication = *want.reading.rank.run.communication;  // knows what it has met
  rl::fleet_reading reading = want.reading;
  reading.rank.run.communication = &communication;
  if (team.first()) reading.progress = bar.listener();
  rl::fleet_partial partial = rl::read_fleet(team.share(e.files), reading);
  bar.step("analysing");
  const bool gathered = team.gather(partial);
  if (!team.first()) return program::success;
  if (!gathered) say("multi_rank_report: a process sent no partial result; its ranks are missing");
  if (partial.ranks.empty()) {
    for (const rl::unread_rank& u : partial.unread) say("multi_rank_report: " + u.path + ": " + u.why);
    say("multi_rank_report: " + e.folder + ": no trace in it could be used");
    return program::unusable_input;
  }
  rl::multi_rank_options options = want.report;
  options.expected = {want.world, picks_ranks(want.where, e)};
  options.roofs = want.roofs.chip != nullptr;
  rl::data_quality quality = fleet_quality(partial, e, options.expected.picked, want.world);
  if (team.count() == 1) patterns.judge(communication, quality, options.parity);
  rl::multi_rank_report report(std::move(partial), std::move(quality), options, &e);
  if (!options.parity) advice.ignore(report.health());

  if (!want.replayed.empty()) {
    const rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(want.replayed);
    const rl::expected<std::size_t> taken =
        bytes ? report.take_replayed(bytes->view(), want.replayed) : rl::expected<std::size_t>(bytes.error());
    if (!taken) {
      say("multi_rank_report: " + to_string(taken.error()));
      return program::unusable_input;
    }
    if (*taken == 0) say("multi_rank_report: " + want.replayed + ": none of its rows belongs to this replay");
  }
  program::written_files files("multi_rank_report");
  const std::string workbook = want.writes_workbook() ? want.workbook_of(e) : "";
  const std::string csvs = want.csvs.empty() ? "" : folder_for(want.csvs, e, several);
  if (!want.merged.empty()) {
    std::vector<rl::merged_rank> ranks;
    std::vector<std::vector<rl::merged_arrow>> arrows(report.partial().ranks.size());
    if (report.comparison() != nullptr) arrows = arrows_of(report.comparison()->matching());
    for (const rl::rank_facts& r : report.partial().ranks)
      ranks.push_back({r.rank, r.path, merged_clock(report, r, want), std::move(arrows[ranks.size()])});
    files.took(rl::write_merged_trace_file(want.merged, ranks, want.merging, report.quality()));
  }
  if (!want.collectives.empty()) {
    const std::string folder = folder_for(want.collectives, e, several);
    const std::vector<rl::table> tables = report.collective_tables(want.heatmap);
    for (const rl::table& t : tables)
      if (t.name() == "nccl_all2allv_heatmap" && t.rows() == 0)
        report.quality().add("no all-to-all has the complete split sizes that the heatmap needs (PyTorch writes 30 at "
                             "most); it is empty", {}, "", false);
    files.write_csvs(folder, tables, want.csv, want.reading.threads);
    program::remove_old_csvs("multi_rank_report", folder, tables, collective_sheets, files);
  }
  std::vector<rl::table> tables = report.tables();
  const rl::finding_list findings = report.findings(advice.findings());
  const bool advised = options.parity || advice.write(report.health(), findings, tables);
  sheets.say_what_is_absent(tables);
  tables = sheets.chosen(std::move(tables));
  const auto with_quality = [&] {
    std::vector<rl::table> all = tables;
    if (!report.quality().empty()) all.push_back(rl::quality_table(report.quality()));
    return all;
  };
  if (!workbook.empty()) {
    rl::workbook_style style;
    style.charts.push_back({rl::sheet_chart::form::bar, "grouped_breakdown", "Time of a rank [s]", "Group", {"Time (s)"}, 0, 0});
    files.write_workbook(workbook, with_quality(), style, report.quality());
  }
  if (!csvs.empty()) {
    const std::vector<std::string> names = rl::multi_rank_sheet_names(e);
    std::vector<std::string_view> known(names.begin(), names.end());
    known.insert(known.end(), {"gemm_bench_commands", "conv_bench_commands"});
    files.write_csvs(csvs, with_quality(), want.csv, want.reading.threads);
    program::remove_old_csvs("multi_rank_report", csvs, with_quality(), known, files, is_of_replay);
  }
  if (!want.json.empty())
    files.write_json(want.json, with_quality());
  if (!want.html.empty()) {
    rl::report_page page = rl::multi_rank_page(report, with_quality(), e.folder, want.roofs);
    if (!options.parity) program::put_advice_first(page, report.health());
    files.write_page(want.html, page);
  }
  if (want.report.replay && !report.replays().empty()) {
    const std::string& file = !workbook.empty() ? workbook : !want.json.empty() ? want.json : want.html;
    fs::path beside = !csvs.empty() ? fs::path(csvs) : fs::path(file).parent_path();
    if (beside.empty()) beside = ".";
    std::vector<rl::table> commands;
    for (const rl::replay_sheet& s : report.replays()) {
      commands.push_back(rl::command_table(s));
      for (const rl::replay_row& row : s.rows) {
        if (row.command.empty()) continue;
        std::string name(s.file_stem);
        name += std::to_string(row.number);
        name += ".log";
        files.write_to((beside / name).string(), [&](rl::output& to) { to.write(row.command_text + "\n"); });
        if (row.status.starts_with("not run")) say(row.status + "; it would have run: " + row.command_text);
      }
    }
    files.write_csvs(beside.string(), commands, want.csv, 1);
    files.write_to((beside / "replay_ops.py").string(),
                   [&](rl::output& to) { to.write(rl::replay_script_of(report.replays())); });
  }
  bar.clear();
  if (!sheets.quiet() && !program::writes_standard_output()) {
    rl::file_output out(1);
    if (several) out.write(e.folder + "\n");
    if (!options.parity) program::show_advice(out, report.health(), findings);
    write_console(out, report, program::console_width());
    if (several) out.write("\n");
    files.flush(out);
  }
  if (report.comparison() != nullptr && report.partial().ranks.size() > 1) {
    const rl::straggler_verdict& v = report.comparison()->what_if().verdict;
    say("straggler: " + v.straggler + (v.why.empty() ? "" : ": " + v.why));
  }
  std::string ungrouped;
  for (const std::string_view name : report.ungrouped()) ungrouped += (ungrouped.empty() ? "" : ", ") + std::string(name);
  if (!ungrouped.empty()) say("grouped_breakdown counts as Other: " + ungrouped);
  for (const rl::quality_issue& q : report.quality().issues())
    if (q.reason.starts_with("rank "))
      say("multi_rank_report: " + to_string(q.first) + ": " + q.reason + (q.example.empty() ? "" : " (" + q.example + ")"));
  program::say_quality(report.quality());
  if (!gathered || !files.good() || !advised) return program::unusable_input;
  return program::strict_code("multi_rank_report", want.strict, report.quality(), report.health());
}

}  // namespace

int main(int argc, char** argv) {
  const program::processes team;
  program::application app("Performance report over a directory of experiments with one PyTorch trace for each rank",
                           "multi_rank_report");
  request want;
  bool parity = false, write_only = false;
  std::int64_t gpus_per_node = 0;
  std::vector<std::string> metrics;
  app.add_option("base_dir,-b,--base_dir", want.where.base, "the directory with the experiments, searched recursively");
  app.add_option("--trace_glob", want.where.glob,
                 "instead of a directory: the traces, as a pattern with *, ?, [...] and ** for folders, compressed or not");
  std::string rank_regex;
  app.add_option("--rank_regex", rank_regex,
                 "where a file's name, or else its path, has the rank: the group (?P<rank>...) or the first one")
      ->type_name("REGEX");
  app.add_option("--world_size", want.world, "ranks that must be there (default: as many as the traces state)")
      ->check(CLI::Range(1, 100000000))->default_str("");
  app.add_option("-p,--rank_pattern", want.where.pattern, "what comes before the rank in a file's name: rank, rank-, rank_")
      ->capture_default_str();
  CLI::Option* const extension =
      app.add_option("-e,--extension", want.where.extension, "which files are traces: json, gz, sqlite, db, pftrace")
          ->capture_default_str();
  CLI::Option* const filters = app.add_option("-f,--filters", want.where.filters,
                 "keep files whose full path contains all of these texts; rank_0 also keeps rank_01 (default: rank_0)");
  app.add_flag("-r,--node_replay", want.report.replay,
               "measure in isolation the matrix products and convolutions that make up 99 % of their group's time");
  app.add_flag("-d,--dry_run", want.dry, "print what would be read and written, but write nothing");
  app.add_flag("-a,--all_kernels", want.report.kernels, "write every kernel of every rank: sheets kernels_0 to kernels_n");
  app.add_option("-o,--output,--xlsx", want.xlsx,
                 "write the workbook to this file; for one experiment only (default: DIR/DIR_FILTERS_performance_report.xlsx, "
                 "unless another output is named)");
  app.add_option("--output_csvs_dir", want.csvs, "write each sheet as a CSV into this folder, a folder for each of several experiments");
  app.add_option("--json", want.json, "write all sheets to this file; for one experiment only");
  app.add_option("--html", want.html, "write a page with charts and tables to this file; for one experiment only");
  app.add_option("--collective_report", want.collectives, "write the sheets of the collective report as CSVs into this folder");
  app.add_flag("--all2allv_heatmap", want.heatmap, "the collective report shows what each rank sent to each other rank");
  app.add_option("--gpus_per_node", gpus_per_node, "ranks per node, for node_id and node_span (default: as many GPUs as the first trace lists)")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--agg_metrics", metrics, "how the collective report aggregates: mean, median, min, max, std (default: mean median min max)")
      ->check(CLI::IsMember({"mean", "median", "min", "max", "std"}));
  app.add_option("--merged_trace", want.merged, "write the traces of all ranks as one, compressed if the name ends in .gz; for one experiment only");
  app.add_flag("--merged_python_frames", want.merging.python_frames, "the merged trace keeps Python frames");
  app.add_flag("--write_replay_only", write_only, "with -r: write commands and script, but run nothing");
  app.add_option("--replay_time_limit", want.report.limits.seconds, "with -r: how long one command may run, in s")
      ->check(CLI::Range(0.01, 1e6))->capture_default_str();
  double link = 0;
  app.add_option("--link", link, "what a rank's links can send, in GB/s, for the chart of bandwidths (default: that of --arch)")
      ->check(CLI::Range(0.001, 1e6));
  program::chip_options chip(app);
  app.add_option("--replay_results", want.replayed, "with -r: what replay_ops.py printed, to show the times of torch next to the others");
  const program::sheet_options sheets(app);
  const program::csv_text text(app);
  const program::comm_pattern comm_pattern(app);
  const program::advice_options advice(app, "multi_rank_report");
  app.add_flag("--include_unlinked_kernels", want.reading.rank.unlinked,
               "the time line also counts GPU work that no launch reaches");
  app.add_flag("--merged_raw_clock", want.merging.raw_clock, "the merged trace keeps the stamps as they are");
  app.add_flag("--parity", parity, "the numbers and sheets of TraceLens, its known faults included");
  app.add_flag("--strict", want.strict, "exit 3 when part of the input was left out, or the traces do not support part of the report");
  program::add_threads(app, want.reading.threads, "ranks to read at the same time, each on its own thread");
  const program::memory_option memory(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("multi_rank_report");
  if (team.first()) {
    if (want.collectives.empty())
      program::say_what_does_nothing(app, {"--all2allv_heatmap", "--agg_metrics"}, "--collective_report");
    if (want.merged.empty())
      program::say_what_does_nothing(app, {"--merged_python_frames", "--merged_raw_clock"}, "--merged_trace");
    if (!want.report.replay)
      program::say_what_does_nothing(app, {"--write_replay_only", "--replay_time_limit"}, "--node_replay");
  }

  const auto refuse = [&](int code, const std::string& why) {
    if (team.first()) program::say("multi_rank_report: " + why);
    return code;
  };
  const std::set<std::string> extensions{"json", "gz", "sqlite", "db", "pftrace"};
  if (!extensions.contains(want.where.extension))
    return refuse(program::wrong_usage, "-e: expected json, gz, sqlite, db or pftrace, found " + want.where.extension);
  if (want.where.base.empty() && want.where.glob.empty())
    return refuse(program::wrong_usage, "name a directory with traces, or --trace_glob");
  if (!want.where.base.empty() && !want.where.glob.empty())
    return refuse(program::wrong_usage, "name a directory or --trace_glob, not both");
  if (const int code = chip.find("multi_rank_report"); code != program::success) return code;
  want.roofs.chip = chip.roofs();
  if (link > 0) want.roofs.link = link * 1e9;
  else if (chip.roofs() != nullptr)
    if (const rl::hw::device* const on = rl::hw::chips::find(chip.roofs()->name))
      want.roofs.link = (known(on->link_total) ? on->link_total / 2 : on->link).in(rl::GBps) * 1e9;
  if (!want.replayed.empty() && !want.report.replay)
    return refuse(program::wrong_usage, "--replay_results: needs -r, whose rows it fills");
  if (!rank_regex.empty()) {
    rl::expected<rl::rank_pattern> pattern = rl::rank_pattern::compile(rank_regex);
    if (!pattern) return refuse(program::wrong_usage, "--rank_regex: " + to_string(pattern.error()));
    want.where.regex = *std::move(pattern);
  }
  want.where.by_content = !parity;
  want.where.extension_given = extension->count() > 0;
  want.where.filters_given = filters->count() > 0;
  rl::gpu::communication_table communication;
  if (!comm_pattern.add_to(communication, "multi_rank_report")) return program::wrong_usage;
  want.reading.rank.run.communication = &communication;
  if (!advice.are_usable(rl::health_of(rl::fleet_partial(), nullptr, {}, nullptr), parity)) return program::wrong_usage;
  want.csv = text.of(rl::csv_style::pandas(), parity);
  if (parity) {
    want.report.parity = want.reading.rank.linked_calls_only = want.merging.raw_clock = want.merging.events_only = true;
    want.report.faults = want.merging.faults = rl::fleet_faults::parity();
    want.reading.rank.run.faults = rl::torch_faults::parity();
    want.reading.rank.models = rl::torch_model_faults::parity();
  }
  if (gpus_per_node > 0) want.report.collectives.gpus_per_node = gpus_per_node;
  if (!metrics.empty()) {
    std::vector<rl::statistic>& all = want.report.collectives.aggregates;
    all.clear();
    for (const std::string& m : metrics)
      for (std::size_t i = 0; i < rl::statistic_names.size(); ++i)
        if (const auto how = static_cast<rl::statistic>(i);
            rl::statistic_names[i] == m && std::find(all.begin(), all.end(), how) == all.end())
          all.push_back(how);
  }
  want.report.run_tools = !write_only;
  want.report.limits.clock = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  if (const char* const folders = std::getenv("PATH")) want.report.limits.folders = folders;
  if (!sheets.all())
    for (const std::string& name : sheets.names()) {
      if (name.starts_with("kernels_")) want.report.kernels = true;
      if (name.ends_with("_node_replay") && !want.report.replay)
        return refuse(program::wrong_usage, "--sheets: " + name + " needs -r, which runs the tools");
    }
  want.reading.rank.kernels = want.report.kernels;
  want.merging.threads = want.reading.threads;

  const rl::expected<std::vector<rl::experiment>> found = rl::discover(want.where);
  if (!found)
    return refuse(program::unusable_input,
                  to_string(found.error()) + program::other_reader(want.where.base, "multi_rank_report"));
  if (found->empty())
    return refuse(program::unusable_input,
                  !want.where.glob.empty() ? want.where.glob + ": no trace fits" : want.where.base + ": no files found that end in ." + want.where.extension +
                                               " (-e) and have " + filters_of(want.where) + " in their path (-f)" +
                                               program::other_reader(want.where.base, "multi_rank_report"));
  const bool several = found->size() > 1;
  want.findings = advice.file();
  if (several && (!want.findings.empty() || !want.xlsx.empty() || !want.json.empty() || !want.html.empty() || !want.merged.empty()))
    return refuse(program::wrong_usage, "-o, --json, --html, --findings-json and --merged_trace name one file, and there are " +
                                            std::to_string(found->size()) + " directories with traces; nothing is written");
  if (want.dry) {
    if (!team.first()) return program::success;
    for (const rl::experiment& e : *found) {
      plan(want, e, [](const std::string& line) { std::printf("%s\n", line.c_str()); });
      std::printf("--- dry run, nothing was written\n");
    }
    return program::success;
  }
  for (const rl::experiment& e : *found) {
    if (!sheets.are_known("multi_rank_report", rl::multi_rank_sheet_names(e)))
      return program::wrong_usage;
    if (const std::string file = output_over_input(want, e); !file.empty())
      return refuse(program::wrong_usage, file + " is a file of the input: name another file to write to");
  }
  int worst = program::success;
  std::size_t unusable = 0;
  for (const rl::experiment& e : *found) {
    const int code = report_on(want, e, several, team, sheets, advice, comm_pattern);
    if (code == program::unusable_input) ++unusable;
    if (code != program::success) worst = worst == program::unusable_input ? worst : code;
  }
  return unusable > 0 ? program::unusable_input : worst;
}
