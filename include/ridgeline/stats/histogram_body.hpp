#ifndef RIDGELINE_STATS_HISTOGRAM_BODY_HPP
#define RIDGELINE_STATS_HISTOGRAM_BODY_HPP

#include <algorithm>

#include <ridgeline/stats/histogram.hpp>

namespace ridgeline {

std::vector<histogram_bin> histogram_of(const std::vector<double>& values, std::size_t bins) {
  std::vector<histogram_bin> histogram;
  if (values.empty() || bins == 0) return histogram;
  double low = values.front(), high = low;
  for (const double v : values) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  if (low == high) low -= 0.5, high += 0.5;
  const double step = (high - low) / static_cast<double>(bins);
  const auto edge = [&](std::size_t i) { return i == bins ? high : static_cast<double>(i) * step + low; };
  for (std::size_t i = 0; i < bins; ++i) histogram.push_back({edge(i), edge(i + 1), 0});
  for (const double v : values) {
    const auto after = std::upper_bound(histogram.begin(), histogram.end(), v,
                                        [](double x, const histogram_bin& b) { return x < b.start; });
    ++(after == histogram.begin() ? *after : *(after - 1)).count;
  }
  return histogram;
}

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_HISTOGRAM_BODY_HPP
