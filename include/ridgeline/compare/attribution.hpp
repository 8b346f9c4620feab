#ifndef RIDGELINE_COMPARE_ATTRIBUTION_HPP
#define RIDGELINE_COMPARE_ATTRIBUTION_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/table/table.hpp>

/// Where a difference comes from, to the nanosecond.
namespace ridgeline {

/// What one piece of work adds to the difference of the totals. `delta` is the sum of the four effects; calls that are
/// more or fewer count with the mean of both times a call, so that it does not matter which is looked at first.
struct attribution_row {
  std::string run{};
  std::string_view part{};
  std::string name{}, dims{}, types{}, kernel{};
  std::int64_t steps = 0, base_calls = 0, next_calls = 0;
  std::int64_t base = 0, next = 0;  ///< ns
  std::int64_t more_calls = 0, per_call = 0, appeared = 0, gone = 0;
  bool replaced = false;  ///< one-sided, and the same op has another kernel on the other side

  std::int64_t delta() const { return next - base; }
  /// The largest of the effects in words: `more calls`, `fewer calls`, `slower`, `faster`, `new`, `gone`, `idle`; of a
  /// kernel in whose place another one runs, `other kernel`.
  std::string_view cause() const;
};

/// The first `steps` used steps of a version against as many of the baseline: the total, then the pieces by |delta|.
std::vector<attribution_row> attribution_of(const compared_versions& versions, std::size_t next);

/// (n1 - n0) (T0/n0 + T1/n1) / 2 to the nearest whole number, halves to the even one; n0 and n1 above 0.
std::int64_t effect_of_calls(std::int64_t n0, std::int64_t time0, std::int64_t n1, std::int64_t time1);

/// Rows for readers, in their order: kernels of one op that took the place of others are one row with these.
std::vector<attribution_row> with_replaced_kernels_as_one(const std::vector<const attribution_row*>& rows);

table sheet_of_attribution(std::vector<attribution_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_ATTRIBUTION_HPP
