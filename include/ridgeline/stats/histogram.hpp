#ifndef RIDGELINE_STATS_HISTOGRAM_HPP
#define RIDGELINE_STATS_HISTOGRAM_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ridgeline {

/// The number of values in [`start`, `end`); the last bin of a histogram includes its end.
struct histogram_bin {
  double start = 0;
  double end = 0;
  std::int64_t count = 0;
};

/// `bins` bins of equal width from the smallest to the largest value; empty if there are no values. If all values are
/// equal, the bins extend from 0.5 below to 0.5 above that value.
std::vector<histogram_bin> histogram_of(const std::vector<double>& values, std::size_t bins);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_HISTOGRAM_HPP
