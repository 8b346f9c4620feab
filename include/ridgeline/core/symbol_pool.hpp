#ifndef RIDGELINE_CORE_SYMBOL_POOL_HPP
#define RIDGELINE_CORE_SYMBOL_POOL_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/text_pool.hpp>

namespace ridgeline {

/// The number of a text in a `symbol_pool`. Two symbols of one pool are equal exactly when their texts are; `none` is
/// "no text was given", which is not the empty text.
enum class symbol : std::uint32_t { none = 0 };

constexpr bool known(symbol s) { return known(s); }
constexpr std::size_t index_of(symbol s) { return static_cast<std::size_t>(s); }

/// Keeps each distinct text once and numbers them by first appearance, from 1. A symbol takes 4 bytes where a view
/// takes 16, and indexes a table of what is known per text (parsed shapes, categories), so that a million records that
/// repeat a thousand texts are worked out a thousand times.
class symbol_pool {
 public:
  symbol_pool() : texts_(1) {}

  symbol keep(std::string_view text) { return keep(text, hash_of(text)); }

  /// The same for a caller who has the hash already: `hash` must be `hash_of(text)`.
  symbol keep(std::string_view text, std::uint64_t hash) {
    if (2 * texts_.size() > slots_.size()) grow();
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    std::size_t i = hash & (slots_.size() - 1);
    for (; slots_[i].at != 0; i = (i + 1) & (slots_.size() - 1))
      if (slots_[i].tag == tag && texts_[slots_[i].at] == text) return symbol{slots_[i].at};
    slots_[i] = {tag, static_cast<std::uint32_t>(texts_.size())};
    texts_.push_back(store_.copy(text));
    return symbol{slots_[i].at};
  }

  /// The symbol of `text`, or `none` when the pool does not hold it.
  symbol find(std::string_view text) const {
    if (slots_.empty()) return missing<symbol>;
    const std::uint64_t hash = hash_of(text);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t i = hash & (slots_.size() - 1); slots_[i].at != 0; i = (i + 1) & (slots_.size() - 1))
      if (slots_[i].tag == tag && texts_[slots_[i].at] == text) return symbol{slots_[i].at};
    return missing<symbol>;
  }

  /// The text of `s`; empty for `none`. The view lives as long as the pool.
  std::string_view text(symbol s) const { return texts_[index_of(s)]; }

  /// One more than the largest symbol: the size of a table with a slot for each.
  std::size_t bound() const { return texts_.size(); }

 private:
  struct slot {
    std::uint32_t tag = 0;
    std::uint32_t at = 0;  // 0: free
  };

  void grow() {
    slots_.assign(slots_.empty() ? 1024 : slots_.size() * 2, {});
    for (std::size_t s = 1; s < texts_.size(); ++s) {
      const std::uint64_t hash = hash_of(texts_[s]);
      std::size_t i = hash & (slots_.size() - 1);
      while (slots_[i].at != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(s)};
    }
  }

  std::vector<std::string_view> texts_{};
  std::vector<slot> slots_{};
  text_store store_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_SYMBOL_POOL_HPP
