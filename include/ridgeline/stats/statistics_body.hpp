#ifndef RIDGELINE_STATS_STATISTICS_BODY_HPP
#define RIDGELINE_STATS_STATISTICS_BODY_HPP

#include <algorithm>
#include <cstddef>

#include <ridgeline/stats/moments.hpp>
#include <ridgeline/stats/statistics.hpp>

namespace ridgeline {

statistics statistics_of(std::vector<double>& values) {
  std::erase_if(values, [](double v) { return !known(v); });
  statistics s;
  s.count = static_cast<std::int64_t>(values.size());
  if (values.empty()) return s;
  compensated_sum total;
  s.min = s.max = values.front();
  for (const double v : values) {
    total.add(v);
    s.min = std::min(s.min, v);
    s.max = std::max(s.max, v);
  }
  s.sum = total.value();
  s.mean = mean_within(s.sum, s.count, s.min, s.max);
  compensated_sum squares;
  for (const double v : values) squares.add((v - s.mean) * (v - s.mean));
  s.squares = squares.value();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  s.median = values.size() % 2 == 1 ? *middle : (*std::max_element(values.begin(), middle) + *middle) / 2;
  return s;
}

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_STATISTICS_BODY_HPP
