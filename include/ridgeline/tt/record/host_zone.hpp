#ifndef RIDGELINE_TT_RECORD_HOST_ZONE_HPP
#define RIDGELINE_TT_RECORD_HOST_ZONE_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/core/data_quality.hpp>

namespace ridgeline {

/// A zone of host code, with statistics over all of its runs, as Tracy's export tool writes them.
struct host_zone {
  std::string_view name{};
  std::string_view file{};
  std::int64_t line = -1;
  std::int64_t count = -1;
  double percent = unknown_ratio;              ///< of the whole time of the capture
  duration total = duration::unknown();
  duration mean = duration::unknown();
  duration min = duration::unknown(), max = duration::unknown();
  duration deviation = duration::unknown();
};

/// The zones of a file in its order; their texts live in `texts`.
struct host_zones {
  std::vector<text_pool> texts{};
  std::vector<host_zone> zones{};
  data_quality quality{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_HOST_ZONE_HPP
