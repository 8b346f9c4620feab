#ifndef RIDGELINE_LIVE_NAMES_HPP
#define RIDGELINE_LIVE_NAMES_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include <ridgeline/core/text_pool.hpp>

namespace ridgeline::live {

/// What a table of names allocates.
struct name_room {
  std::size_t names = 0;  ///< distinct ones
  std::size_t bytes = 0;  ///< of all their texts together
};

/// Keeps names that records refer to, each distinct one once, in memory that it allocates when it is made. Takes a
/// lock: meant for where a name is first met (an op registered, a kernel compiled), not for where it is recorded. Views
/// are valid as long as the table, which therefore outlives the recorder and what was collected from it.
class names {
 public:
  /// Stands for a name that the table had no room for.
  static constexpr std::string_view no_room = "(name table full)";

  explicit names(name_room size)
      : size_(size), slots_(std::bit_ceil(2 * std::min(size.names, most) + 1)),
        bytes_(std::make_unique<char[]>(size.bytes)) {}
  names(const names&) = delete;
  names& operator=(const names&) = delete;

  /// The table's own copy of `text`, the same bytes for equal texts; an empty text needs none; `no_room` when the
  /// table is full. Any thread may call it.
  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    const std::uint64_t hash = hash_of(text);
    const std::lock_guard guard(lock_);
    for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      std::string_view& name = slots_[i];
      if (name == text) return name;
      if (!name.empty()) continue;
      if (count_ >= size_.names || text.size() > size_.bytes - used_) {
        ++refused_;
        return no_room;
      }
      char* const at = bytes_.get() + used_;
      std::memcpy(at, text.data(), text.size());
      used_ += text.size();
      ++count_;
      return name = {at, text.size()};
    }
  }

  /// How many distinct names it holds.
  std::size_t count() const {
    const std::lock_guard guard(lock_);
    return count_;
  }
  /// How often a name found no room.
  std::uint64_t refused() const {
    const std::lock_guard guard(lock_);
    return refused_;
  }

 private:
  static constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 8;

  name_room size_;
  mutable std::mutex lock_{};
  std::vector<std::string_view> slots_;  // empty: free; more than twice as many as names, so that a search ends
  std::unique_ptr<char[]> bytes_;
  std::size_t used_ = 0;
  std::size_t count_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_NAMES_HPP
