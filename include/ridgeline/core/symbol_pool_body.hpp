#ifndef RIDGELINE_CORE_SYMBOL_POOL_BODY_HPP
#define RIDGELINE_CORE_SYMBOL_POOL_BODY_HPP

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>

namespace ridgeline {

symbol symbol_pool::keep(std::string_view text, std::uint64_t hash) {
  if (2 * texts_.size() > slots_.size()) grow();
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  std::size_t i = hash & (slots_.size() - 1);
  for (; slots_[i].at != 0; i = (i + 1) & (slots_.size() - 1))
    if (slots_[i].tag == tag && texts_[slots_[i].at] == text) return symbol{slots_[i].at};
  slots_[i] = {tag, static_cast<std::uint32_t>(texts_.size())};
  texts_.push_back(store_.copy(text));
  return symbol{slots_[i].at};
}

symbol symbol_pool::find(std::string_view text, std::uint64_t hash) const {
  if (slots_.empty()) return missing<symbol>;
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  for (std::size_t i = hash & (slots_.size() - 1); slots_[i].at != 0; i = (i + 1) & (slots_.size() - 1))
    if (slots_[i].tag == tag && texts_[slots_[i].at] == text) return symbol{slots_[i].at};
  return missing<symbol>;
}

void symbol_pool::grow() {
  slots_.assign(slots_.empty() ? 1024 : slots_.size() * 2, {});
  for (std::size_t s = 1; s < texts_.size(); ++s) {
    const std::uint64_t hash = hash_of(texts_[s]);
    std::size_t i = hash & (slots_.size() - 1);
    while (slots_[i].at != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(s)};
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_SYMBOL_POOL_BODY_HPP
