/// Performance report over a JAX profile (XPlane): time line of GPUs, TPUs or the host, kernels, HLO calls and their
/// cost.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/sheet/jax_ranks.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/report/overview.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "common/advice_options.hpp"
#include "common/input_kind.hpp"
#include "common/program.hpp"
#include "common/written_files.hpp"
#include "common/xla/jax_judged.hpp"
#include "common/xla/jax_options.hpp"
#include "common/xla/xplane_files.hpp"

namespace rl = ridgeline;

namespace {

/// The device data of all profiles, and on how many devices their programs run.
struct devices {
  std::vector<rl::rank_facts> all{};
  std::int64_t wanted = 0;

  std::int64_t count() const { return static_cast<std::int64_t>(all.size()); }
};

/// The report over one profile, whose devices are added to `found`. Returns the exit code.
int report_on(const std::string& profile, program::jax_options& asked, devices& found) {
  const program::jax_request& want = asked.request();
  const bool parity = want.parity();
  program::progress_bar bar("reading");
  rl::xplane_options reading;
  reading.progress = bar.listener();
  const rl::expected<rl::xla_trace> trace = rl::read_xplane_file(profile, reading);
  bar.step("analysing");
  if (!trace) {
    program::say("jax_report: " + to_string(trace.error()) + program::other_reader(profile, "jax_report"));
    return program::unusable_input;
  }
  const rl::gpu::communication_table communication = *want.how.communication;  // which knows what it has met
  rl::jax_options how = want.how;
  how.communication = &communication;
  const rl::jax_result report = rl::report_jax(*trace, how);
  rl::data_quality quality = rl::quality_of(report.problems, profile);
  asked.patterns().judge(communication, quality, parity);
  if (report.events.empty()) {
    const std::string other = program::other_reader(profile, "jax_report");
    program::say("jax_report: " + profile + ": " + rl::why_unreported(*trace) +
                 (other.empty() ? "; nothing is written" : other));
    if (other.empty()) program::say_quality(quality);
    return program::unusable_input;
  }
  std::optional<program::jax_judged> judged;
  if (!parity) judged.emplace(report, profile, found.count(), &asked.advice());
  const std::int64_t wanted = rl::devices_of_programs(report);
  if (judged) rl::remark_on_merged_devices(report, quality);
  if (judged && !want.several())
    rl::remark_on_missing_devices(static_cast<std::int64_t>(judged->devices.size()), wanted, quality);
  std::vector<rl::table> tables = rl::jax_tables(report, quality, want.names);
  bool advised = true;
  if (judged) {
    for (rl::table& t : rl::jax_rank_tables(judged->comparison)) tables.push_back(std::move(t));
    advised = asked.advice().write(judged->health, judged->findings, tables);
  }
  asked.sheets().say_what_is_absent(tables);
  tables = asked.sheets().chosen(std::move(tables));
  const bool written = asked.files().write(tables, quality, rl::jax_workbook_style(want.names), [&] {
    rl::report_page page = rl::jax_page(report, tables, profile);
    if (judged) program::put_advice_first(page, judged->health);
    return page;
  });
  bar.clear();
  const bool shown = !asked.sheets().shows() || program::show_report("jax_report", [&](rl::output& out) {
    if (judged) program::show_advice(out, judged->health, judged->findings);
    write_console(out, report, program::console_width());
    if (judged && !want.several()) out.write(slow_device_line(judged->comparison));
  });
  if (report.launchers().empty()) program::say("no kernels are left to report");
  program::say_quality(quality);
  if (judged) found.all.insert(found.all.end(), judged->devices.begin(), judged->devices.end());
  found.wanted = std::max(found.wanted, wanted);
  if (!written || !shown || !advised) return program::unusable_input;
  return program::strict_code("jax_report", want.strict, quality, judged ? judged->health : rl::trace_health{});
}

/// The devices of all profiles as one experiment. Returns the exit code.
int report_on_all(devices found, program::jax_options& asked) {
  rl::fleet_partial run;
  rl::data_quality quality;
  rl::remark_on_missing_devices(found.count(), found.wanted, quality);
  run.ranks = std::move(found.all);
  rl::number_steps_alike(run.ranks);
  const rl::rank_comparison comparison(run.ranks);
  const rl::finding_list findings = rl::findings_of(run, comparison, {}, {}, asked.advice().findings());
  comparison.judge(quality);
  std::vector<rl::table> tables = rl::jax_rank_tables(comparison);
  if (!findings.all.empty()) tables.insert(tables.begin(), findings_table(findings));
  tables.push_back(rl::quality_table(quality));
  tables = asked.sheets().chosen(std::move(tables));
  const std::string& why = comparison.what_if().verdict.why;
  const std::string what = std::to_string(run.ranks.size()) + (run.ranks.size() == 1 ? " device of " : " devices of ") +
                           std::to_string(asked.request().profiles.size()) + " profiles";
  const bool written = asked.files().write(tables, quality, {}, [&] {
    return rl::report_page{"jax_report", "Devices side by side", {{"Devices", what}, {"Verdict", why}}, {}, tables, {}};
  });
  const bool shown = !asked.sheets().shows() || program::show_report("jax_report", [&](rl::output& out) {
    out.write(what + ": " + why + "\n");
    if (!findings.all.empty()) write_console(out, findings, findings.all.size(), program::console_width());
  });
  program::say_quality(quality);
  if (!written || !shown) return program::unusable_input;
  return asked.request().strict && quality.lost_input() ? program::input_left_out : program::success;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Performance report over a JAX profile (.xplane.pb, plain or gzip)", "jax_report");
  program::jax_options asked(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (const int code = asked.settle(); code != program::success) return code;
  const program::jax_request& want = asked.request();
  program::table_files& files = asked.files();

  int worst = program::success;
  const auto take = [&](int code) {
    if (code == program::unusable_input || worst == program::success) worst = code;
  };
  devices found;
  files.as_one_of_several(want.several());
  for (std::size_t i = 0; i < want.profiles.size(); ++i) {
    const std::string& profile = want.profiles[i];
    if (want.several()) files.in_folder(want.folders[i]);
    if (!rl::is_written_in_place(profile))
      files.default_to(program::without_xplane_endings(profile) + "_perf_report.xlsx");
    take(report_on(profile, asked, found));
  }
  if (!want.several() || want.parity() || found.all.empty()) return worst;
  files.in_folder(""), files.as_one_of_several(false), files.without_default();
  take(report_on_all(std::move(found), asked));
  return worst;
}
