#ifndef RIDGELINE_CORE_TEXT_POOL_BODY_HPP
#define RIDGELINE_CORE_TEXT_POOL_BODY_HPP

#include <ridgeline/core/text_pool.hpp>

namespace ridgeline {

const hash_key& process_hash_key() {
  static const hash_key key = [] {
    const std::vector<char> on_heap(1);
    const char on_stack = 0;
    const std::uint64_t heap = reinterpret_cast<std::uintptr_t>(on_heap.data());
    const std::uint64_t stack = reinterpret_cast<std::uintptr_t>(&on_stack);
    return hash_key::from(heap * 31 + stack);
  }();
  return key;
}

text_store::text_store(text_store&& o) noexcept
    : blocks_(std::exchange(o.blocks_, {})), free_(std::exchange(o.free_, nullptr)), left_(std::exchange(o.left_, 0)) {}

text_store::~text_store() {
  for (char* const block : blocks_) delete[] block;
}

std::string_view text_store::copy(std::string_view text) {
  if (text.empty()) return {};
  if (text.size() > left_) {
    const std::size_t block = text.size() > block_size / 4 ? text.size() : block_size;
    blocks_.push_back(nullptr);  // reserve the entry first, so that neither is leaked when memory runs out
    blocks_.back() = new char[block];
    if (block != block_size) {  // a long text gets its own block; the current block stays in use
      char* const own = blocks_.back();
      std::memcpy(own, text.data(), text.size());
      return {own, text.size()};
    }
    free_ = blocks_.back();
    left_ = block_size;
  }
  char* const at = free_;
  std::memcpy(at, text.data(), text.size());
  free_ += text.size();
  left_ -= text.size();
  return {at, text.size()};
}

std::string_view text_pool::keep(std::string_view text) {
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

void text_pool::grow() {
  std::vector<slot> old(slots_.empty() ? 256 : slots_.size() * 2);
  old.swap(slots_);
  for (const slot& s : old) {
    if (s.text.data() == nullptr) continue;
    std::size_t i = s.hash & (slots_.size() - 1);
    while (slots_[i].text.data() != nullptr) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = s;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TEXT_POOL_BODY_HPP
