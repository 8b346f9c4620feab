#include "advice_options.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/sink/console.hpp>
#include <ridgeline/table/page.hpp>

#include "console.hpp"
#include "program.hpp"
#include "written_files.hpp"

namespace program {

int strict_code(const std::string& program, bool strict, const ridgeline::data_quality& quality,
                const ridgeline::trace_health& health) {
  if (!strict) return success;
  std::string why = health.strict_headline();
  if (!why.empty()) why = "trace health: " + why;
  if (quality.lost_input()) why += why.empty() ? "part of the input was left out" : "; part of the input was left out";
  if (why.empty()) return success;
  say(program + ": --strict: " + why);
  return input_left_out;
}

void add_advice(std::vector<ridgeline::table>& tables, const ridgeline::trace_health& health,
                const ridgeline::finding_list& findings) {
  const std::vector<ridgeline::table> of_report = tables;
  if (!findings.all.empty()) tables.push_back(findings_table(findings));
  tables.push_back(health_table(health));
  tables.push_back(sheet_health_table(health, of_report));
}

health_options::health_options(CLI::App& app, std::string program) : program_(std::move(program)) {
  app.add_option("--health-ignore,--health_ignore", ignored_,
                 "checks of trace_health that neither the headline nor --strict counts, separated by commas")
      ->delimiter(',');
}

bool health_options::are_checks(ridgeline::trace_health empty) const {
  const std::string unknown = empty.ignore(ignored_);
  if (unknown.empty()) return true;
  std::vector<std::string_view> names;
  for (const ridgeline::health_check& c : empty.checks) names.push_back(c.name());
  say_unknown(program_ + ": --health-ignore", "check", unknown, names);
  return false;
}

advice_options::advice_options(CLI::App& app, std::string program) : app_(app), program_(std::move(program)) {
  app.add_option("--findings-json,--findings_json", json_, "write health and findings to this file, for programs");
  app.add_option("--topk_findings", most_, "keep this many findings")->capture_default_str();
  health_.emplace(app, program_);
}

bool advice_options::are_usable(ridgeline::trace_health empty, bool parity) const {
  if (parity) say_what_does_nothing(app_, {"--findings-json", "--topk_findings", "--health-ignore"}, "--parity", true);
  return health_->are_checks(std::move(empty));
}

bool advice_options::write(const ridgeline::trace_health& health, const ridgeline::finding_list& findings,
                           std::vector<ridgeline::table>& tables) const {
  const std::vector<ridgeline::table> of_report = tables;
  add_advice(tables, health, findings);
  if (json_.empty()) return true;
  written_files files(program_);
  files.write_to(json_, [&](ridgeline::output& to) { write_findings_json(to, program_, health, findings, of_report); });
  return files.good();
}

void show_advice(ridgeline::output& out, const ridgeline::trace_health& health,
                 const ridgeline::finding_list& findings) {
  constexpr std::size_t most = 10;
  write_headline(out, health, console_width());
  write_console(out, findings, most, console_width());
  out.write("\n");
}

void put_advice_first(ridgeline::report_page& page, const ridgeline::trace_health& health) {
  page.facts.emplace(page.facts.begin(), "Trace health", health.headline());
  put_first(page.tables, {"findings", "trace_health"});
}

}  // namespace program
