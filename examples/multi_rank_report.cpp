/// Performance report over a directory of experiments with one PyTorch trace for each rank.

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/report/overview.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/read/bytes.hpp>

#include "common/advice_options.hpp"
#include "common/input_kind.hpp"
#include "common/program.hpp"
#include "common/ranks/multi_rank_files.hpp"
#include "common/ranks/multi_rank_options.hpp"
#include "common/ranks/processes.hpp"
#include "common/sheet_options.hpp"
#include "common/written_files.hpp"

namespace rl = ridgeline;

namespace {

/// Takes what the replay script printed, if it is given. False if that cannot be read.
bool take_replayed(rl::multi_rank_report& report, const std::string& file) {
  if (file.empty()) return true;
  const rl::expected<rl::file_bytes> bytes = rl::file_bytes::open(file);
  const rl::expected<std::size_t> taken =
      bytes ? report.take_replayed(bytes->view(), file) : rl::expected<std::size_t>(bytes.error());
  if (!taken) program::say("multi_rank_report: " + to_string(taken.error()));
  else if (*taken == 0) program::say("multi_rank_report: " + file + ": none of its rows belongs to this replay");
  return taken.has_value();
}

/// The verdict and the remarks, on standard error.
void say_remarks(const rl::multi_rank_report& report) {
  if (report.comparison() != nullptr && report.partial().ranks.size() > 1) {
    const rl::straggler_verdict& v = report.comparison()->what_if().verdict;
    program::say("straggler: " + v.straggler + (v.why.empty() ? "" : ": " + v.why));
  }
  std::string ungrouped;
  for (const std::string_view name : report.ungrouped())
    ungrouped += (ungrouped.empty() ? "" : ", ") + std::string(name);
  if (!ungrouped.empty()) program::say("grouped_breakdown counts as Other: " + ungrouped);
  for (const rl::quality_issue& q : report.quality().issues())
    if (q.reason.starts_with("rank "))
      program::say("multi_rank_report: " + to_string(q.first) + ": " + q.reason +
                   (q.example.empty() ? "" : " (" + q.example + ")"));
  program::say_quality(report.quality());
}

/// Reports on one configuration. Returns the exit code.
int report_on(const rl::experiment& e, bool several, const program::multi_rank_options& asked,
              const program::processes& team) {
  const program::multi_rank_request& want = asked.request();
  const bool parity = want.report.parity;
  if (team.first()) plan(want, e, program::say);
  program::progress_bar bar("reading");
  const rl::gpu::communication_table communication = *want.reading.rank.run.communication;  // knows what it has met
  rl::fleet_reading reading = want.reading;
  reading.rank.run.communication = &communication;
  if (team.first()) reading.progress = bar.listener();
  rl::fleet_partial partial = rl::read_fleet(team.share(e.files), reading);
  bar.step("analysing");
  const bool gathered = team.gather(partial);
  if (!team.first()) return program::success;
  if (!gathered) program::say("multi_rank_report: a process sent no partial result; its ranks are missing");
  if (partial.ranks.empty()) {
    for (const rl::unread_rank& u : partial.unread) program::say("multi_rank_report: " + u.path + ": " + u.why);
    program::say("multi_rank_report: " + e.folder + ": no trace in it could be used");
    return program::unusable_input;
  }
  rl::multi_rank_options options = want.report;
  options.expected = {want.world, picks_ranks(want.where, e)};
  options.roofs = want.roofs.chip != nullptr;
  rl::data_quality quality = fleet_quality(partial, e, options.expected.picked, want.world);
  if (team.count() == 1) asked.patterns().judge(communication, quality, parity);
  rl::multi_rank_report report(std::move(partial), std::move(quality), options, &e);
  if (!parity) asked.advice().ignore(report.health());
  if (!take_replayed(report, want.replayed)) return program::unusable_input;

  program::multi_rank_files files(want, e, several);
  files.write_merged_trace(report);
  files.write_collective_report(report);
  std::vector<rl::table> tables = report.tables();
  const rl::finding_list findings = report.findings(asked.advice().findings());
  const bool advised = parity || asked.advice().write(report.health(), findings, tables);
  asked.sheets().say_what_is_absent(tables);
  files.write_sheets(report, asked.sheets().chosen(std::move(tables)));
  files.write_replay(report.replays());
  bar.clear();
  const bool shown = !asked.sheets().shows() || program::show_report("multi_rank_report", [&](rl::output& out) {
    if (several) out.write(e.folder + "\n");
    if (!parity) program::show_advice(out, report.health(), findings);
    write_console(out, report, program::console_width());
    if (several) out.write("\n");
  });
  say_remarks(report);
  if (!gathered || !files.good() || !shown || !advised) return program::unusable_input;
  return program::strict_code("multi_rank_report", want.strict, report.quality(), report.health());
}

/// Why no configuration was found.
std::string why_nothing(const rl::discover_options& where, const std::string& filters) {
  if (!where.glob.empty()) return where.glob + ": no trace fits";
  return where.base + ": no files found that end in ." + where.extension + " (-e) and have " + filters +
         " in their path (-f)" + program::other_reader(where.base, "multi_rank_report");
}

}  // namespace

int main(int argc, char** argv) {
  const program::processes team;
  program::application app("Performance report over a directory of experiments with one PyTorch trace for each rank",
                           "multi_rank_report");
  program::multi_rank_options asked(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (const int code = asked.settle(team.first()); code != program::success) return code;
  const program::multi_rank_request& want = asked.request();
  const auto refuse = [&](const std::string& why) {
    if (team.first()) program::say("multi_rank_report: " + why);
    return program::unusable_input;
  };
  const rl::expected<std::vector<rl::experiment>> found = rl::discover(want.where);
  if (!found) return refuse(to_string(found.error()) + program::other_reader(want.where.base, "multi_rank_report"));
  if (found->empty()) return refuse(why_nothing(want.where, program::listed(want.where.filters)));
  if (const int code = asked.find_clashes(*found); code != program::success) return code;
  if (want.dry) {
    for (const rl::experiment& e : *found) {
      if (!team.first()) break;
      plan(want, e, [](const std::string& line) { std::printf("%s\n", line.c_str()); });
      std::printf("--- dry run, nothing was written\n");
    }
    return program::success;
  }
  int worst = program::success;
  for (const rl::experiment& e : *found) {
    const int code = report_on(e, found->size() > 1, asked, team);
    if (worst != program::unusable_input && code != program::success) worst = code;
  }
  return worst;
}
