#ifndef RIDGELINE_TT_RECORD_HOST_ZONE_HPP
#define RIDGELINE_TT_RECORD_HOST_ZONE_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/core/data_quality.hpp>

namespace ridgeline {

/// A zone of host code, with statistics over all of its runs, as written by Tracy's export tool.
struct host_zone {
  std::string_view name{};
  std::string_view file{};
  std::int64_t line = -1;
  std::int64_t count = -1;
  double percent = missing<double>;              ///< of the total time of the capture
  time_quantity total = missing<time_quantity>;
  time_quantity mean = missing<time_quantity>;
  time_quantity min = missing<time_quantity>, max = missing<time_quantity>;
  time_quantity deviation = missing<time_quantity>;
};

/// The zones of a file in file order; their texts are stored in `texts`.
struct host_zones {
  std::vector<text_pool> texts;
  std::vector<host_zone> zones;
  data_quality quality{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_HOST_ZONE_HPP
