#ifndef RIDGELINE_COMPARE_GATE_HPP
#define RIDGELINE_COMPARE_GATE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/attribution.hpp>
#include <ridgeline/compare/verdicts.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/sink/output.hpp>

/// Limits for a comparison, for automated decisions on whether to accept a change.
namespace ridgeline {

/// The limit for a kind of verdict, as a ratio; a rule without a limit in percent uses the minimum effect.
struct gate_rule {
  verdict_level what = verdict_level::step;
  std::string name = "*";                     ///< `*` matches any text, `?` a single character
  double most_slower = missing<double>;
  double most_slower_ns = missing<double>;    ///< per step; must be exceeded as well
};

struct gate_limits {
  double min_effect = missing<double>, false_alarms = missing<double>;  ///< override the options
  bool unknown_fails = false;                 ///< an undecided step fails the gate
  std::vector<gate_rule> rules;

  /// The step and every op, each limited to the minimum effect.
  static gate_limits standard() { return {missing<double>, missing<double>, false, {{verdict_level::step, "*"},
      {verdict_level::op, "*"}}}; }
};

/// Reads limits from a JSON document (`"schema": "ridgeline-gate/1"`). A failure gives file, line and key.
expected<gate_limits> read_gate(std::string_view json, const std::string& file);

enum class gate_result : std::uint8_t { pass, fail, cannot_tell, not_judged };

constexpr std::string_view name_of(gate_result r) {
  constexpr std::string_view names[] = {"pass", "fail", "cannot tell", "not judged"};
  return names[static_cast<std::size_t>(r)];
}

struct gate_row {
  const verdict* of = nullptr;
  double limit = 0;
  double limit_ns = missing<double>;
  gate_result result = gate_result::pass;
};

/// The overall result; `refused` takes precedence over `fail`.
enum class gate_state : std::uint8_t { pass, fail, refused };

constexpr std::string_view name_of(gate_state s) {
  return s == gate_state::pass ? "pass" : s == gate_state::fail ? "fail" : "refused";
}

struct gate_outcome {
  gate_state state = gate_state::pass;
  std::vector<gate_row> rows;     ///< one row per verdict covered by a rule
  std::vector<std::string> idle{};  ///< in words, which rules judge nothing (but for those of any name)
};

/// Checks verdicts against limits. The first rule that matches a verdict applies. A row fails if the verdict is
/// `slower` and its whole interval is above the limit. `refused`: the runs are not comparable, or one has no usable
/// step. The verdicts must not move, because the result refers to them.
gate_outcome gate_of(const std::vector<verdict>& verdicts, const gate_limits& limits, double min_effect, bool refused);

/// Whether a text matches a pattern with `*` and `?`.
bool fits_wildcards(std::string_view pattern, std::string_view text);

table sheet_of_gate(const gate_outcome& gate);

/// A summary for a pull request: heading, `sentence`, a table of the step and of everything that does not pass, and the
/// largest rows of `attribution`. Names from a trace are escaped, never interpreted as markup.
void write_gate_markdown(output& to, const gate_outcome& gate, std::string_view sentence,
                         const std::vector<attribution_row>& attribution);

/// JUnit XML with one test case per row.
void write_gate_junit(output& to, const gate_outcome& gate);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_GATE_HPP
