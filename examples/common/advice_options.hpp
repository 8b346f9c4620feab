/// Health and findings, as offered by the programs.
#ifndef RIDGELINE_EXAMPLES_COMMON_ADVICE_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_ADVICE_OPTIONS_HPP

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/page.hpp>

#include "program.hpp"
#include "written_files.hpp"

namespace program {

/// The exit code at the end of a report: under `--strict`, input that was left out and a trace that does not hold what
/// the report rests on are an error, whose reason is said.
inline int strict_code(const std::string& program, bool strict, const ridgeline::data_quality& quality,
                       const ridgeline::trace_health& health) {
  if (!strict) return success;
  std::string why = health.strict_headline();
  if (!why.empty()) why = "trace health: " + why;
  if (quality.lost_input()) why += why.empty() ? "part of the input was left out" : "; part of the input was left out";
  if (why.empty()) return success;
  say(program + ": --strict: " + why);
  return input_left_out;
}

/// Adds the sheets of health and findings after those of a report.
inline void add_advice(std::vector<ridgeline::table>& tables, const ridgeline::trace_health& health,
                       const ridgeline::finding_list& findings) {
  const std::vector<ridgeline::table> of_report = tables;
  if (!findings.all.empty()) tables.push_back(findings_table(findings));
  tables.push_back(health_table(health));
  tables.push_back(sheet_health_table(health, of_report));
}

/// The health option, for programs without findings. It registers its options with the program and must stay in place
/// until they are parsed.
class health_options {
 public:
  health_options(CLI::App& app, std::string program) : program_(std::move(program)) {
    app.add_option("--health-ignore,--health_ignore", ignored_,
                   "checks of trace_health that neither the headline nor --strict counts, separated by commas")
        ->delimiter(',');
  }
  health_options(const health_options&) = delete;
  health_options& operator=(const health_options&) = delete;

  /// Whether all names are among the checks of an empty trace; reports one that is not.
  bool are_checks(ridgeline::trace_health empty) const {
    const std::string unknown = empty.ignore(ignored_);
    if (unknown.empty()) return true;
    std::vector<std::string_view> names;
    for (const ridgeline::health_check& c : empty.checks) names.push_back(c.name());
    say_unknown(program_ + ": --health-ignore", "check", unknown, names);
    return false;
  }
  /// Removes the ignored checks.
  void ignore(ridgeline::trace_health& health) const { health.ignore(ignored_); }

 private:
  std::string program_;
  std::vector<std::string> ignored_{};
};

/// Registers its options with the program, and must stay in place until they are parsed.
class advice_options {
 public:
  advice_options(CLI::App& app, std::string program) : app_(app), program_(std::move(program)) {
    app.add_option("--findings-json,--findings_json", json_, "write health and findings to this file, for programs");
    app.add_option("--topk_findings", most_, "keep this many findings")->capture_default_str();
    health_.emplace(app, program_);
  }
  advice_options(const advice_options&) = delete;
  advice_options& operator=(const advice_options&) = delete;

  ridgeline::finding_options findings() const {
    ridgeline::finding_options o;
    o.most = most_;
    return o;
  }
  bool names_one_file() const { return !json_.empty(); }
  const std::string& file() const { return json_; }
  bool would_replace(const std::string& input) const { return is_input(program_, json_, input); }
  /// Whether all names of checks are among those of an empty trace; reports one that is not, and, with the original's
  /// report, options without effect.
  bool are_usable(ridgeline::trace_health empty, bool parity) const {
    if (parity) say_what_does_nothing(app_, {"--findings-json", "--topk_findings", "--health-ignore"}, "--parity", true);
    return health_->are_checks(std::move(empty));
  }
  /// Removes the ignored checks.
  void ignore(ridgeline::trace_health& health) const { health_->ignore(health); }
  /// Adds the sheets and the page's introduction, and writes the JSON. False if that could not be written.
  bool write(const ridgeline::trace_health& health, const ridgeline::finding_list& findings,
             std::vector<ridgeline::table>& tables) const {
    const std::vector<ridgeline::table> of_report = tables;
    add_advice(tables, health, findings);
    if (json_.empty()) return true;
    written_files files(program_);
    files.write_to(json_, [&](ridgeline::output& to) { write_findings_json(to, program_, health, findings, of_report); });
    return files.good();
  }

 private:
  const CLI::App& app_;
  std::string program_, json_{};
  std::optional<health_options> health_{};
  std::size_t most_ = 20;
};

/// The console's introduction: whether to trust the report, and what to do.
inline void show_advice(ridgeline::output& out, const ridgeline::trace_health& health,
                        const ridgeline::finding_list& findings) {
  constexpr std::size_t most = 10;
  write_headline(out, health, console_width());
  write_console(out, findings, most, console_width());
  out.write("\n");
}

/// The page's introduction: whether to trust the report, and what to do.
inline void put_advice_first(ridgeline::report_page& page, const ridgeline::trace_health& health) {
  page.facts.emplace(page.facts.begin(), "Trace health", health.headline());
  put_first(page.tables, {"findings", "trace_health"});
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_ADVICE_OPTIONS_HPP
