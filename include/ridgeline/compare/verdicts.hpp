#ifndef RIDGELINE_COMPARE_VERDICTS_HPP
#define RIDGELINE_COMPARE_VERDICTS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/table/table.hpp>

/// Whether a change is real.
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

/// How sure one wants to be. All are ratios: 0.01 is a per cent.
struct verdict_options {
  double min_effect = 0.01;    ///< changes up to this size are none
  double false_alarms = 0.01;  ///< level of all tests, and 1 - level of all intervals
  double min_share = 0.005;    ///< ops below this part of a step on both sides are not judged
};

/// One thing that was compared. Ratios are of the baseline's mean; those of parts of the baseline's whole step, so that
/// they add up. Times are ns a step.
struct verdict {
  std::string run{};
  verdict_level level = verdict_level::step;
  std::string name{}, dims{}, types{};
  std::int64_t base_steps = 0, next_steps = 0;
  double base_calls = missing<double>, next_calls = missing<double>;  ///< per step; of ops alone
  double base_time = missing<double>, next_time = missing<double>;
  double share = missing<double>;       ///< of the baseline's step
  double change = missing<double>, low = missing<double>, high = missing<double>;
  double detectable = missing<double>;  ///< the change that would have been found 8 times of 10
  double p = missing<double>, q = missing<double>;
  std::int64_t outliers = 0;            ///< steps whose value was pulled in
  change_verdict is = change_verdict::cannot_tell;
  std::string_view reason{};
};

/// The verdicts on a version: the step, its parts, the ops by the baseline's time. With `judged` false every one is
/// `not judged` and has no interval.
std::vector<verdict> verdicts_of(const compared_versions& versions, std::size_t next, const verdict_options& options,
                                 bool judged);

table sheet_of_verdicts(std::vector<verdict> rows);

/// `3.1 % slower per step (2.6 to 3.6 %)`, `same within 1 %`: what the verdict on a step says, without a full stop.
std::string sentence_of(const verdict& step, const verdict_options& options);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_VERDICTS_HPP
