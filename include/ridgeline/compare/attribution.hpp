#ifndef RIDGELINE_COMPARE_ATTRIBUTION_HPP
#define RIDGELINE_COMPARE_ATTRIBUTION_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/table/table.hpp>

/// Where a difference comes from, to the nanosecond.
namespace ridgeline {

/// Whether work that one side lacks is there as another kernel of the same op, or as the same kernel of another op.
enum class work_replaced : std::uint8_t { no, by_kernel, by_op };

/// The contribution of one piece of work to the difference of the totals. `delta` is the sum of the four effects.
/// Additional or missing calls are valued at the mean of both sides' time per call, so the result does not depend on
/// the direction of the comparison.
struct attribution_row {
  std::string run{};
  std::string_view part{};
  std::string name{}, dims{}, types{}, kernel{};
  std::int64_t steps = 0, base_calls = 0, next_calls = 0;
  std::int64_t base = 0, next = 0;  ///< ns
  std::int64_t more_calls = 0, per_call = 0, appeared = 0, gone = 0;
  std::int64_t own = 0;  ///< of `delta`, what is not from running beside other work for longer or shorter
  work_replaced replaced = work_replaced::no;
  std::uint32_t group = missing<std::uint32_t>;  ///< the same for rows that replace each other
  bool one_of_several = false;                   ///< whether its op has other rows in its part

  std::int64_t delta() const { return next - base; }
  /// The largest effect in words: `more calls`, `fewer calls`, `slower`, `faster`, `new`, `gone`, `more idle time`,
  /// `less idle time`; `more hidden`, `less hidden` of work beside other work whose own time did not change with it;
  /// for work that another kernel or op replaced, `other kernel`, `other op`.
  std::string_view cause() const;
  /// What it is, for readers: the name, its inputs, and the kernel if the op has several.
  std::string what() const;
};

/// Compares the first `steps` used steps of a version with as many of the baseline: the total, then the pieces by
/// |delta|.
std::vector<attribution_row> attribution_of(const compared_versions& versions, std::size_t next);

/// (n1 - n0) (T0/n0 + T1/n1) / 2, rounded to the nearest integer, ties to even; n0 and n1 must be positive.
std::int64_t effect_of_calls(std::int64_t n0, std::int64_t time0, std::int64_t n1, std::int64_t time1);

/// Rows for readers, in their order: work is one row with the work that it replaced.
std::vector<attribution_row> with_replaced_work_as_one(const std::vector<const attribution_row*>& rows);

table sheet_of_attribution(std::vector<attribution_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_ATTRIBUTION_HPP
