/// Health and findings, as offered by the programs.
#ifndef RIDGELINE_EXAMPLES_COMMON_ADVICE_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_ADVICE_OPTIONS_HPP

#include <cstddef>
#include <optional>
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
int strict_code(const std::string& program, bool strict, const ridgeline::data_quality& quality,
                const ridgeline::trace_health& health);

/// Adds the sheets of health and findings after those of a report.
void add_advice(std::vector<ridgeline::table>& tables, const ridgeline::trace_health& health,
                const ridgeline::finding_list& findings);

/// The health option, for programs without findings. It registers its options with the program and must stay in place
/// until they are parsed.
class health_options {
 public:
  health_options(CLI::App& app, std::string program);
  health_options(const health_options&) = delete;
  health_options& operator=(const health_options&) = delete;

  /// Whether all names are among the checks of an empty trace; reports one that is not.
  bool are_checks(ridgeline::trace_health empty) const;
  /// Removes the ignored checks.
  void ignore(ridgeline::trace_health& health) const { health.ignore(ignored_); }

 private:
  std::string program_;
  std::vector<std::string> ignored_{};
};

/// Registers its options with the program, and must stay in place until they are parsed.
class advice_options {
 public:
  advice_options(CLI::App& app, std::string program);
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
  bool are_usable(ridgeline::trace_health empty, bool parity) const;
  /// Removes the ignored checks.
  void ignore(ridgeline::trace_health& health) const { health_->ignore(health); }
  /// Adds the sheets and the page's introduction, and writes the JSON. False if that could not be written.
  bool write(const ridgeline::trace_health& health, const ridgeline::finding_list& findings,
             std::vector<ridgeline::table>& tables) const;

 private:
  const CLI::App& app_;
  std::string program_, json_{};
  std::optional<health_options> health_{};
  std::size_t most_ = 20;
};

/// The console's introduction: whether to trust the report, and what to do.
void show_advice(ridgeline::output& out, const ridgeline::trace_health& health,
                 const ridgeline::finding_list& findings);

/// The page's introduction: whether to trust the report, and what to do.
void put_advice_first(ridgeline::report_page& page, const ridgeline::trace_health& health);

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_ADVICE_OPTIONS_HPP
