/// Performance report over a JAX profile (XPlane): time line of GPUs, TPUs or the host, kernels, HLO calls and their cost.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/advise/replay.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/sheet/jax_ranks.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/report/overview.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "common/advice_options.hpp"
#include "common/chip_options.hpp"
#include "common/comm_pattern.hpp"
#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/program.hpp"
#include "common/sheet_options.hpp"
#include "common/table_files.hpp"
#include "common/xplane_files.hpp"

namespace rl = ridgeline;

namespace {

/// What is reported, and how.
struct request {
  rl::jax_options options{};
  rl::jax_names names = rl::jax_names::documented;
  bool strict = false, several = false;
  const program::comm_pattern* patterns = nullptr;
};

/// The device data of all profiles, and on how many devices their programs run.
struct devices {
  std::vector<rl::rank_facts> all{};
  std::int64_t wanted = 0;

  void judge(rl::data_quality& quality) const {
    const auto here = static_cast<std::int64_t>(all.size());
    if (wanted > here)
      quality.add("devices missing: a program runs on more devices than the profiles have; a rank need not be the "
                  "device of that number in its groups",
                  {}, std::to_string(here) + " of " + std::to_string(wanted) + " devices", false);
  }
};

/// The report over one profile, whose devices are added to `all`. Returns the exit code.
int report_on(const std::string& profile, const request& want, const program::table_files& files,
              const program::sheet_options& sheets, const program::advice_options& advice, devices& found) {
  program::progress_bar bar("reading");
  rl::xplane_options reading;
  reading.progress = bar.listener();
  const rl::expected<rl::xla_trace> trace = rl::read_xplane_file(profile, reading);
  bar.step("analysing");
  if (!trace) {
    program::say("jax_report: " + to_string(trace.error()) + program::other_reader(profile, "jax_report"));
    return program::unusable_input;
  }
  const rl::gpu::communication_table communication = *want.options.communication;  // which knows what it has met
  rl::jax_options options = want.options;
  options.communication = &communication;
  const rl::jax_result report = rl::report_jax(*trace, options);
  rl::data_quality quality = rl::quality_of(report.problems, profile);
  want.patterns->judge(communication, quality, want.names == rl::jax_names::original);
  if (report.events.empty()) {
    const std::string other = program::other_reader(profile, "jax_report");
    program::say("jax_report: " + profile + ": " + rl::why_unreported(*trace) +
                 (other.empty() ? "; nothing is written" : other));
    if (other.empty()) program::say_quality(quality);
    return program::unusable_input;
  }
  const bool original = want.names == rl::jax_names::original;
  const devices own{rl::jax_ranks(report, profile, static_cast<std::int64_t>(found.all.size())),
                    rl::devices_of_programs(report)};
  if (!original && !want.several) own.judge(quality);
  std::vector<rl::table> tables = rl::jax_tables(report, quality, want.names);
  const rl::rank_comparison comparison(own.all);
  if (!original)
    for (rl::table& t : rl::jax_rank_tables(comparison)) tables.push_back(std::move(t));
  const rl::gpu_activity activity = original ? rl::gpu_activity() : rl::activity_of(report);
  const rl::gpu_replay replay(activity);
  rl::trace_health health;
  rl::finding_list findings;
  if (!original) {
    health = rl::health_of(report, activity, replay);
    advice.ignore(health);
    findings = rl::findings_of(report, activity, replay, health, comparison, advice.findings());
  }
  const bool advised = original || advice.write(health, findings, tables);
  sheets.say_what_is_absent(tables);
  tables = sheets.chosen(std::move(tables));
  const bool written = files.write(tables, quality, rl::jax_workbook_style(want.names), [&] {
    rl::report_page page = rl::jax_page(report, tables, profile);
    if (!original) program::put_advice_first(page, health);
    return page;
  });
  bar.clear();
  bool shown = true;
  if (!sheets.quiet() && !program::writes_standard_output()) {
    program::written_files console("jax_report");
    rl::file_output out(1);
    if (!original) program::show_advice(out, health, findings);
    write_console(out, report, program::console_width());
    if (!original && !want.several) out.write(slow_device_line(comparison));
    console.flush(out);
    shown = console.good();
  }
  if (report.launchers().empty()) program::say("no kernels are left to report");
  program::say_quality(quality);
  found.all.insert(found.all.end(), own.all.begin(), own.all.end());
  found.wanted = std::max(found.wanted, own.wanted);
  if (!written || !shown || !advised) return program::unusable_input;
  return program::strict_code("jax_report", want.strict, quality, health);
}

/// The devices of all profiles as one experiment. Returns the exit code.
int report_on_all(devices found, std::size_t profiles, bool strict, const program::table_files& files,
                  const program::sheet_options& sheets, const program::advice_options& advice) {
  rl::fleet_partial run;
  rl::data_quality quality;
  found.judge(quality);
  run.ranks = std::move(found.all);
  rl::number_steps_alike(run.ranks);
  const rl::rank_comparison comparison(run.ranks);
  const rl::finding_list findings = rl::findings_of(run, comparison, {}, {}, advice.findings());
  comparison.judge(quality);
  std::vector<rl::table> tables = rl::jax_rank_tables(comparison);
  if (!findings.all.empty()) tables.insert(tables.begin(), findings_table(findings));
  tables.push_back(rl::quality_table(quality));
  tables = sheets.chosen(std::move(tables));
  const std::string& why = comparison.what_if().verdict.why;
  const std::string what = std::to_string(run.ranks.size()) + " devices of " + std::to_string(profiles) + " profiles";
  const bool written = files.write(tables, quality, {}, [&] {
    return rl::report_page{"jax_report", "Devices side by side", {{"Devices", what}, {"Verdict", why}}, {}, tables, {}};
  });
  bool shown = true;
  if (!sheets.quiet() && !program::writes_standard_output()) {
    program::written_files console("jax_report");
    rl::file_output out(1);
    out.write(what + ": " + why + "\n");
    if (!findings.all.empty()) write_console(out, findings, findings.all.size(), program::console_width());
    console.flush(out);
    shown = console.good();
  }
  program::say_quality(quality);
  if (!written || !shown) return program::unusable_input;
  return strict && quality.lost_input() ? program::input_left_out : program::success;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Performance report over a JAX profile (.xplane.pb, plain or gzip)", "jax_report");
  std::vector<std::string> profiles;
  bool parity = false;
  request want;
  app.add_option("profile,--profile_path", profiles,
                 "the profile, .xplane.pb or .xplane.pb.gz, - for standard input; a folder of them, or several: the hosts of a run, each reported "
                 "separately, and all devices side by side; of the runs in a log folder the last")
      ->required();
  program::table_files files(app, "jax_report", "PROFILE_perf_report.xlsx");
  program::sheet_options sheets(app);
  app.add_option("--kernel_metadata_keyword_filters", want.options.keywords,
                 "show only kernels whose HLO metadata contains one of these words, in the kernel and XLA sheets");
  const program::comm_pattern comm_pattern(app);
  program::chip_options chip(app);
  app.add_flag("--parity", parity, "sheets and numbers of TraceLens, its known faults included");
  app.add_flag("--strict", want.strict,
               "exit 3 when part of the input was left out, or the profile does not hold what the report rests on");
  const program::advice_options advice(app, "jax_report");
  const program::memory_option memory(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("jax_report");
  std::vector<std::string> found;
  bool folders_named = false;
  for (const std::string& named : profiles) {
    const std::string given = program::input_path(named);
    std::error_code ignored;
    if (!std::filesystem::is_directory(given, ignored)) {
      found.push_back(given);
      continue;
    }
    folders_named = true;
    const program::xplane_runs below = program::xplanes_in(given);
    for (const std::string& line : below.told) program::say("jax_report: " + line);
    found.insert(found.end(), below.profiles.begin(), below.profiles.end());
    if (!below.profiles.empty()) continue;
    program::say("jax_report: " + given + ": is a folder without profiles (.xplane.pb, .xplane.pb.gz)" +
                 program::other_reader(given, "jax_report"));
    return program::unusable_input;
  }
  profiles = folders_named ? std::move(found) : program::in_given_order(std::move(found));

  if (const int code = chip.find("jax_report"); code != program::success) return code;
  rl::gpu::communication_table communication;
  if (!comm_pattern.add_to(communication, "jax_report")) return program::wrong_usage;
  want.options.communication = &communication;
  want.patterns = &comm_pattern;
  const rl::xla_trace empty;
  const rl::jax_result none = rl::report_jax(empty, {});
  const rl::gpu_activity idle = rl::activity_of(none);
  if (!advice.are_usable(rl::health_of(none, idle, rl::gpu_replay(idle)), parity)) return program::wrong_usage;
  want.options.roofs = chip.roofs();
  want.options.roof = chip.roof_kind();
  if (parity) want.options.faults = rl::xla_faults::parity(), want.names = rl::jax_names::original, files.as_original();
  std::vector<std::string> names = rl::jax_sheet_names(want.names);
  if (!parity)
    for (std::string& name : rl::jax_rank_sheet_names()) names.push_back(std::move(name));
  sheets.take_spellings(rl::jax_sheet_spellings, parity);
  if (!sheets.are_known("jax_report", names)) return program::wrong_usage;
  files.can_write(names);
  if (profiles.size() > 1 && advice.names_one_file()) {
    program::say("jax_report: --findings-json names one file, and there are " + std::to_string(profiles.size()) +
                 " profiles; nothing is written");
    return program::wrong_usage;
  }
  if (profiles.size() > 1 && files.names_one_file() && parity) {
    program::say("jax_report: --xlsx, --json and --html name one file, and with --parity there is one report for each of " +
                 std::to_string(profiles.size()) + " profiles; nothing is written");
    return program::wrong_usage;
  }
  for (const std::string& profile : profiles)
    if (files.would_replace(profile) || advice.would_replace(profile)) return program::wrong_usage;
  const std::vector<std::string> folders = program::names_of_profiles(profiles);
  if (folders.empty()) {
    program::say("jax_report: a profile is named twice; nothing is written");
    return program::wrong_usage;
  }
  int worst = program::success;
  for (const std::string& profile : profiles)
    if (program::is_stream(profile) && sheets.quiet() && !files.any()) {
      program::say("jax_report: " + profile + ": no file can be written next to it: name an output, --xlsx FILE");
      return program::wrong_usage;
    }
  const bool several = want.several = profiles.size() > 1;
  devices found_devices;
  for (std::size_t i = 0; i < profiles.size(); ++i) {
    const std::string& profile = profiles[i];
    if (several) files.in_folder(folders[i]), files.as_one_of_several(true);
    if (!rl::is_written_in_place(profile)) files.default_to(program::without_endings(profile) + "_perf_report.xlsx");
    const int code = report_on(profile, want, files, sheets, advice, found_devices);
    if (code == program::unusable_input || worst == program::success) worst = code;
  }
  if (!several || parity || found_devices.all.empty()) return worst;
  files.in_folder(""), files.as_one_of_several(false), files.without_default();
  const int code = report_on_all(std::move(found_devices), profiles.size(), want.strict, files, sheets, advice);
  return code == program::unusable_input || worst == program::success ? code : worst;
}
