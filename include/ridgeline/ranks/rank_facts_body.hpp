#ifndef RIDGELINE_RANKS_RANK_FACTS_BODY_HPP
#define RIDGELINE_RANKS_RANK_FACTS_BODY_HPP

/// The bodies of <ridgeline/ranks/rank_facts.hpp>: include it in one source file, through `impl.hpp`.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/ranks/rank_facts.hpp>

namespace ridgeline {

std::uint32_t rank_texts::number(std::string_view text) {
  const auto [at, is_new] = places_.try_emplace(std::string(text), static_cast<std::uint32_t>(all_.size()) + 1);
  if (is_new) all_.emplace_back(text);
  return at->second;
}

void rank_texts::close() { std::unordered_map<std::string, std::uint32_t>().swap(places_); }

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_FACTS_BODY_HPP
