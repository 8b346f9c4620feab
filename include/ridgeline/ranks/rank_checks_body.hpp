#ifndef RIDGELINE_RANKS_RANK_CHECKS_BODY_HPP
#define RIDGELINE_RANKS_RANK_CHECKS_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <ridgeline/ranks/rank_checks.hpp>

namespace ridgeline {

void rank_checks::add(const health_check& c) {
  const auto at = std::find(rank_check_names.begin(), rank_check_names.end(), c.name());
  if (at == rank_check_names.end()) return;
  const auto number = static_cast<std::uint8_t>(at - rank_check_names.begin());
  if (c.found()) found.push_back({number, c.is, c.count, c.share, c.first, c.message});
  else if (c.is == trace_verdict::sound) sound |= 1u << number;
}

const rank_check* rank_checks::find(std::string_view name) const {
  const auto at = std::find_if(found.begin(), found.end(), [&](const rank_check& c) { return c.name() == name; });
  return at == found.end() ? nullptr : &*at;
}

bool rank_checks::is_sound(std::string_view name) const {
  const auto at = std::find(rank_check_names.begin(), rank_check_names.end(), name);
  return at != rank_check_names.end() && (sound >> (at - rank_check_names.begin()) & 1u) != 0;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_CHECKS_BODY_HPP
