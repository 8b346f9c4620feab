#ifndef RIDGELINE_COMPARE_VERDICTS_HPP
#define RIDGELINE_COMPARE_VERDICTS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/table/table.hpp>

/// Whether a change is significant.
namespace ridgeline {

enum class change_verdict : std::uint8_t { slower, faster, same, cannot_tell, small, appeared, gone, not_judged };

constexpr std::string_view name_of(change_verdict v) {
  constexpr std::string_view names[] = {"slower", "faster", "same", "cannot tell", "small", "new", "gone",
      "not judged"};
  return names[static_cast<std::size_t>(v)];
}

enum class verdict_level : std::uint8_t { step, part, op };

constexpr std::string_view name_of(verdict_level l) {
  return l == verdict_level::step ? "step" : l == verdict_level::part ? "part" : "op";
}

/// The required certainty. All values are ratios: 0.01 is one percent.
struct verdict_options {
  double min_effect = 0.01;    ///< smaller changes are ignored
  double false_alarms = 0.01;  ///< significance level of all tests, and 1 - confidence level of all intervals
  double min_share = 0.005;    ///< ops below this fraction of a step on both sides are not judged
};

/// One compared quantity. Ratios are relative to the baseline's mean; for parts, to the baseline's whole step, so that
/// they add up. Times are ns per step.
struct verdict {
  std::string run{};
  verdict_level level = verdict_level::step;
  std::string name{}, dims{}, types{};
  std::int64_t base_steps = 0, next_steps = 0;
  double base_calls = missing<double>, next_calls = missing<double>;  ///< per step; for ops only
  double base_time = missing<double>, next_time = missing<double>;
  double share = missing<double>;       ///< of the baseline's step
  double change = missing<double>, low = missing<double>, high = missing<double>;
  double detectable = missing<double>;  ///< the change that would be detected 8 times out of 10
  double p = missing<double>, q = missing<double>;
  std::int64_t outliers = 0;            ///< number of steps whose value was pulled in
  change_verdict is = change_verdict::cannot_tell;
  std::string reason{};
};

/// The verdicts on a version: the step, its parts, and the ops by the baseline's time. If `judged` is false, all of
/// them are `not judged` and have no interval.
std::vector<verdict> verdicts_of(const compared_versions& versions, std::size_t next, const verdict_options& options,
                                 bool judged);

table sheet_of_verdicts(std::vector<verdict> rows);

/// The verdict on a step without a full stop: `3.1 % slower per step (2.6 to 3.6 %)`, `same within 1 %`.
std::string sentence_of(const verdict& step, const verdict_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_VERDICTS_HPP
