#ifndef RIDGELINE_RANKS_SHEET_COLLECTIVE_OPTIONS_HPP
#define RIDGELINE_RANKS_SHEET_COLLECTIVE_OPTIONS_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/ranks/faults.hpp>

namespace ridgeline {

/// The statistic that a summary column shows.
enum class statistic : std::uint8_t { mean, median, min, max, std };
inline constexpr std::array<std::string_view, 5> statistic_names{"mean", "median", "min", "max", "std"};

/// The statistics with these names, each once, in the order of the names.
std::vector<statistic> statistics_of(const std::vector<std::string>& names);

struct collective_options {
  fleet_faults faults{};
  std::int64_t gpus_per_node = missing<std::int64_t>;  ///< missing: as many as the first trace lists
  std::vector<statistic> aggregates{statistic::mean, statistic::median, statistic::min, statistic::max};
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COLLECTIVE_OPTIONS_HPP
