#ifndef RIDGELINE_RANKS_RANK_FACTS_BODY_HPP
#define RIDGELINE_RANKS_RANK_FACTS_BODY_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/ranks/rank_facts.hpp>

namespace ridgeline {

std::uint32_t rank_texts::number(std::string_view text) {
  const auto n = before_ + static_cast<std::uint32_t>(index_of(added_.keep(text)));
  if (n > all_.size()) all_.emplace_back(text);
  return n;
}

void rank_texts::close() {
  added_ = {};
  before_ = static_cast<std::uint32_t>(all_.size());
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_FACTS_BODY_HPP
