#ifndef RIDGELINE_CORE_TEXT_POOL_HPP
#define RIDGELINE_CORE_TEXT_POOL_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ridgeline/core/wide.hpp>

namespace ridgeline {

/// A secret that hashes depend on. Without knowing it, nobody can craft a trace whose texts all collide and slow down
/// the tables.
struct hash_key {
  std::uint64_t a = 0, b = 0, c = 0;

  /// Derives the three words of a key from one number.
  static constexpr hash_key from(std::uint64_t seed) { return {word(seed, 1), word(seed, 2), word(seed, 3)}; }

 private:
  /// SplitMix64 (Steele, Lea, Flood 2014).
  static constexpr std::uint64_t word(std::uint64_t seed, std::uint64_t number) {
    std::uint64_t x = seed + number * 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return (x ^ (x >> 31)) | 1;  // a zero word would cancel the text in the product
  }
};

/// The key of this process, derived from the addresses of its stack and heap.
const hash_key& process_hash_key();

/// A hash of `text` that folds the product of sixteen bytes at a time with the key. It differs between processes, so
/// nothing visible in a report may depend on it.
inline std::uint64_t hash_of(std::string_view text, const hash_key& key = process_hash_key()) {
  using core_detail::folded_product;
  const auto eight = [](const char* p) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    return word;
  };
  const auto four = [](const char* p) {
    std::uint32_t word;
    std::memcpy(&word, p, 4);
    return std::uint64_t{word};
  };
  const auto one = [](char c) { return std::uint64_t{static_cast<unsigned char>(c)}; };
  const char* p = text.data();
  std::size_t n = text.size();
  std::uint64_t hash = key.c ^ n;
  for (; n > 16; p += 16, n -= 16) hash = folded_product(eight(p) ^ key.a, eight(p + 8) ^ hash);
  std::uint64_t first = 0, last = 0;  // of the remainder; they overlap when it is shorter than both together
  if (n >= 8) {
    first = eight(p), last = eight(p + n - 8);
  } else if (n >= 4) {
    first = four(p), last = four(p + n - 4);
  } else if (n > 0) {
    first = one(p[0]) << 16 | one(p[n / 2]) << 8 | one(p[n - 1]);
  }
  return folded_product(folded_product(first ^ key.b, last ^ hash) ^ key.a, key.c);
}

/// Hashes the keys of a container by their bytes, none of which is padding.
struct byte_hash {
  template <class Key>
  std::size_t operator()(const Key& key) const noexcept {
    static_assert(std::has_unique_object_representations_v<Key>);
    return hash_of(std::string_view(reinterpret_cast<const char*>(&key), sizeof key));
  }
};

/// Stores copies of texts in blocks that never move: the views returned by `copy` are valid for the lifetime of the
/// store, even if it is moved.
class text_store {
 public:
  text_store() = default;
  text_store(text_store&& o) noexcept;
  text_store& operator=(text_store&& o) noexcept {
    std::swap(blocks_, o.blocks_);
    std::swap(free_, o.free_);
    std::swap(left_, o.left_);
    return *this;
  }
  ~text_store();

  std::string_view copy(std::string_view text);

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 16;
  std::vector<char*> blocks_;    // owned; <memory> would add a third of this header's cost
  char* free_ = nullptr;
  std::size_t left_ = 0;
};

/// Stores each distinct text once. The returned views are valid for the lifetime of the pool, even if it is moved, and
/// equal texts share the same bytes.
class text_pool {
 public:
  text_pool() = default;
  text_pool(text_pool&& o) noexcept
      : slots_(std::exchange(o.slots_, {})), count_(std::exchange(o.count_, 0)), store_(std::move(o.store_)) {}
  text_pool& operator=(text_pool&& o) noexcept {
    std::swap(slots_, o.slots_);
    std::swap(count_, o.count_);
    store_ = std::move(o.store_);
    return *this;
  }
  ~text_pool() = default;

  /// The pool's own copy of `text`; an empty view for empty text.
  std::string_view keep(std::string_view text);

  std::size_t size() const { return count_; }

 private:
  struct slot {
    std::uint64_t hash = 0;
    std::string_view text{};
  };

  void grow();

  std::vector<slot> slots_;
  std::size_t count_ = 0;
  text_store store_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TEXT_POOL_HPP
