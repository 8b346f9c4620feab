#ifndef RIDGELINE_CORE_SYMBOL_POOL_HPP
#define RIDGELINE_CORE_SYMBOL_POOL_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/text_pool.hpp>

namespace ridgeline {

/// The number of a text in a `symbol_pool`. Two symbols of one pool are equal exactly when their texts are; `none` is
/// "no text was given", which is not the empty text.
enum class symbol : std::uint32_t { none = 0 };

constexpr std::size_t index_of(symbol s) { return static_cast<std::size_t>(s); }

/// Keeps each distinct text once and numbers them by first appearance, from 1. A symbol takes 4 bytes where a view
/// takes 16, and indexes a table of what is known per text (parsed shapes, categories), so that a million records that
/// repeat a thousand texts are worked out a thousand times.
class symbol_pool {
 public:
  symbol_pool() : texts_(1) {}

  symbol keep(std::string_view text) { return keep(text, hash_of(text)); }

  /// The same for a caller who has the hash already: `hash` must be `hash_of(text)`.
  symbol keep(std::string_view text, std::uint64_t hash);

  /// The symbol of `text`, or `none` when the pool does not hold it.
  symbol find(std::string_view text) const { return find(text, hash_of(text)); }

  /// The same for a caller who has the hash already.
  symbol find(std::string_view text, std::uint64_t hash) const;

  /// The text of `s`; empty for `none`. The view lives as long as the pool.
  std::string_view text(symbol s) const { return texts_[index_of(s)]; }

  /// One more than the largest symbol: the size of a table with a slot for each.
  std::size_t bound() const { return texts_.size(); }

 private:
  struct slot {
    std::uint32_t tag = 0;
    std::uint32_t at = 0;  // 0: free
  };

  void grow();

  std::vector<std::string_view> texts_;
  std::vector<slot> slots_;
  text_store store_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_SYMBOL_POOL_HPP
