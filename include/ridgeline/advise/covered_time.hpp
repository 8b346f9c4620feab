#ifndef RIDGELINE_ADVISE_COVERED_TIME_HPP
#define RIDGELINE_ADVISE_COVERED_TIME_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/timeline/covered_time.hpp>

/// Helpers shared by the rules of findings; only for use in bodies.
namespace ridgeline::advise_detail {

using span_ns = basic_interval<std::int64_t>;

/// Thresholds: what counts as a short piece of work, and how many of them in a row are worth reporting.
inline constexpr std::int64_t short_kernel = 10'000;  // ns
inline constexpr std::size_t least_in_a_row = 12;

/// The time that the wanted work covers.
template <class Wanted>
covered_time covered_by(const gpu_activity& a, Wanted wanted) {
  std::vector<span_ns> parts;
  for (const activity_work& w : a.works)
    if (wanted(w)) parts.push_back({w.start.base(), w.end().base()});
  return covered_time(std::move(parts));
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_COVERED_TIME_HPP
