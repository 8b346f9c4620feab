#ifndef RIDGELINE_CORE_TEXT_POOL_HPP
#define RIDGELINE_CORE_TEXT_POOL_HPP

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace ridgeline {

/// A hash of `text` that reads eight bytes at a time; not for untrusted keys of unbounded tables without a size limit
/// of their own, because it is not keyed.
inline std::uint64_t hash_of(std::string_view text) {
  const auto mix = [](std::uint64_t a, std::uint64_t b) {
    a ^= b;
    a *= 0x9E3779B97F4A7C15ull;
    return a ^ (a >> 32);
  };
  const char* p = text.data();
  std::size_t n = text.size();
  std::uint64_t h0 = 0x243F6A8885A308D3ull ^ n, h1 = 0x13198A2E03707344ull;
  for (; n >= 16; p += 16, n -= 16) {
    std::uint64_t a, b;
    std::memcpy(&a, p, 8);
    std::memcpy(&b, p + 8, 8);
    h0 = mix(h0, a);
    h1 = mix(h1, b);
  }
  std::uint64_t tail[2] = {0, 0};
  if (n != 0) std::memcpy(tail, p, n);
  return mix(mix(h0, tail[0]), mix(h1, tail[1]));
}

/// Copies of texts in blocks that never move: the views that `copy` gives out live as long as the store, also when it
/// is moved.
class text_store {
 public:
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > left_) {
      const std::size_t block = text.size() > block_size / 4 ? text.size() : block_size;
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(block));
      if (block != block_size) {  // a long text has a block of its own; the block in use stays in use
        char* const own = blocks_.back().get();
        std::memcpy(own, text.data(), text.size());
        return {own, text.size()};
      }
      free_ = blocks_.back().get();
      left_ = block_size;
    }
    char* const at = free_;
    std::memcpy(at, text.data(), text.size());
    free_ += text.size();
    left_ -= text.size();
    return {at, text.size()};
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 16;
  std::vector<std::unique_ptr<char[]>> blocks_{};
  char* free_ = nullptr;
  std::size_t left_ = 0;
};

/// Keeps each distinct text once. The views that it gives out stay valid as long as the pool, also when it moves, and
/// two equal texts of one pool share their bytes.
class text_pool {
 public:
  text_pool() = default;

  /// The pool's own copy of `text`; an empty text needs none.
  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    if (2 * (count_ + 1) > slots_.size()) grow();
    const std::uint64_t hash = hash_of(text);
    for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      slot& s = slots_[i];
      if (s.text.data() == nullptr) {
        s = {hash, store_.copy(text)};
        ++count_;
        return s.text;
      }
      if (s.hash == hash && s.text == text) return s.text;
    }
  }

  std::size_t size() const { return count_; }

 private:
  struct slot {
    std::uint64_t hash = 0;
    std::string_view text{};
  };

  void grow() {
    std::vector<slot> old(slots_.empty() ? 256 : slots_.size() * 2);
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.text.data() == nullptr) continue;
      std::size_t i = s.hash & (slots_.size() - 1);
      while (slots_[i].text.data() != nullptr) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = s;
    }
  }

  std::vector<slot> slots_{};
  std::size_t count_ = 0;
  text_store store_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TEXT_POOL_HPP
