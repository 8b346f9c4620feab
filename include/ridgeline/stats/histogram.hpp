#ifndef RIDGELINE_STATS_HISTOGRAM_HPP
#define RIDGELINE_STATS_HISTOGRAM_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ridgeline {

/// How many values lie from `start` up to `end`; the last bin of a histogram includes its end.
struct histogram_bin {
  double start = 0;
  double end = 0;
  std::int64_t count = 0;
};

/// `bins` bins of equal width from the least to the largest value; nothing for no values. Of values that are all the
/// same the bins reach from half below to half above.
std::vector<histogram_bin> histogram_of(const std::vector<double>& values, std::size_t bins);

}  // namespace ridgeline

#endif  // RIDGELINE_STATS_HISTOGRAM_HPP
