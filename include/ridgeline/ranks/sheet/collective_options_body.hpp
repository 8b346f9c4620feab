#ifndef RIDGELINE_RANKS_SHEET_COLLECTIVE_OPTIONS_BODY_HPP
#define RIDGELINE_RANKS_SHEET_COLLECTIVE_OPTIONS_BODY_HPP

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/ranks/sheet/collective_options.hpp>

namespace ridgeline {

std::vector<statistic> statistics_of(const std::vector<std::string>& names) {
  std::vector<statistic> found;
  std::array<bool, statistic_names.size()> met{};
  for (const std::string& name : names)
    for (std::size_t i = 0; i < statistic_names.size(); ++i)
      if (statistic_names[i] == name && !std::exchange(met[i], true)) found.push_back(static_cast<statistic>(i));
  return found;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COLLECTIVE_OPTIONS_BODY_HPP
