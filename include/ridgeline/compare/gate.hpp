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

/// Limits that a comparison has to keep: for machines that decide whether a change may go in.
namespace ridgeline {

/// What a kind of verdict is allowed. Ratios; a rule without a limit in percent takes the minimum effect.
struct gate_rule {
  verdict_level what = verdict_level::step;
  std::string name = "*";                     ///< `*` stands for any text, `?` for one character
  double most_slower = missing<double>;
  double most_slower_ns = missing<double>;    ///< a step; has to be exceeded, too
};

struct gate_limits {
  double min_effect = missing<double>, false_alarms = missing<double>;  ///< take the place of the options'
  bool unknown_fails = false;                 ///< a step that cannot be told refuses
  std::vector<gate_rule> rules;

  /// The step and every op, each up to the minimum effect.
  static gate_limits standard() { return {missing<double>, missing<double>, false, {{verdict_level::step, "*"},
      {verdict_level::op, "*"}}}; }
};

/// The limits that a JSON document gives (`"schema": "ridgeline-gate/1"`). A failure names file, line and key.
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

/// What the gate says as a whole; `refused` comes before `fail`.
enum class gate_state : std::uint8_t { pass, fail, refused };

constexpr std::string_view name_of(gate_state s) {
  return s == gate_state::pass ? "pass" : s == gate_state::fail ? "fail" : "refused";
}

struct gate_outcome {
  gate_state state = gate_state::pass;
  std::vector<gate_row> rows;     ///< a row for each verdict that a rule covers
};

/// Holds verdicts against limits. The first rule that fits a verdict counts. A row fails when the verdict is `slower`
/// and the whole interval lies above the limit. `refused`: the runs are not comparable, or one has no step that counts.
/// The verdicts stay in place.
gate_outcome gate_of(const std::vector<verdict>& verdicts, const gate_limits& limits, double min_effect, bool refused);

/// Whether `*` and `?` of a pattern make it the text.
bool fits_wildcards(std::string_view pattern, std::string_view text);

table sheet_of_gate(const gate_outcome& gate);

/// A summary for a pull request: heading, `sentence`, a table of the step and of what does not pass, the largest rows
/// of
/// `attribution`. Names of a trace are text there, never markup.
void write_gate_markdown(output& to, const gate_outcome& gate, std::string_view sentence,
                         const std::vector<attribution_row>& attribution);

/// JUnit XML: a test case for each row.
void write_gate_junit(output& to, const gate_outcome& gate);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_GATE_HPP
