#ifndef RIDGELINE_LIVE_KEEP_HPP
#define RIDGELINE_LIVE_KEEP_HPP

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

namespace ridgeline::live {

/// A record that is its bytes: no pointer of its own to free, nothing to run when it is copied. Texts in it are views
/// of static strings or of names kept in `live::names`.
template <class Record>
concept copied_as_bytes = std::is_trivially_copyable_v<Record> && std::is_copy_constructible_v<Record> &&
                          std::is_object_v<Record> && !std::is_const_v<Record> && !std::is_volatile_v<Record>;

namespace detail {

/// Room for one record, as whole words that a reader may look at while they are written. Plain words would be a data
/// race there; a relaxed or, on x86, a release store of a word costs the same as a plain one.
template <class Record>
class slot {
 public:
  template <std::memory_order Order>
  void put(const Record& record) noexcept {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(std::addressof(record));
    for (std::size_t i = 0; i < whole; ++i) words_[i].store(word(bytes + i * 8, 8), Order);
    if constexpr (rest != 0) words_[whole].store(word(bytes + whole * 8, rest), Order);
  }
  template <std::memory_order Order>
  Record get() const noexcept {
    std::array<unsigned char, sizeof(Record)> bytes;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::uint64_t w = words_[i].load(Order);
      std::memcpy(bytes.data() + i * 8, &w, i < whole ? 8 : rest);
    }
    return std::bit_cast<Record>(bytes);
  }

 private:
  static constexpr std::size_t whole = sizeof(Record) / 8;
  static constexpr std::size_t rest = sizeof(Record) % 8;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "recording without a lock needs 64-bit atomics");

  static std::uint64_t word(const unsigned char* from, std::size_t size) noexcept {
    std::uint64_t w = 0;
    std::memcpy(&w, from, size);
    return w;
  }

  std::array<std::atomic<std::uint64_t>, whole + (rest != 0)> words_{};
};

}  // namespace detail

// What a lane keeps. One thread at a time calls `put`, with 0, 1, 2, ... as `number`; the recorder publishes how many
// were put with a release store, and whoever calls `append_to` has read that count with an acquire load. Memory is
// written once when it is allocated, so that recording meets no page that the system has yet to provide.

/// Keeps the first `room` records of each producer and drops what comes later. A kept record is never written again.
template <class Record>
class keep_first {
 public:
  explicit keep_first(std::size_t room) : room_(room), slots_(std::make_unique<detail::slot<Record>[]>(room)) {}

  void put(std::uint64_t number, const Record& record) noexcept {
    if (number < room_) slots_[number].template put<std::memory_order_relaxed>(record);
  }
  /// Appends, in order of production, what is kept of the first `produced` records.
  void append_to(std::vector<Record>& out, std::uint64_t produced) const {
    const std::uint64_t end = std::min<std::uint64_t>(produced, room_);
    for (std::uint64_t i = 0; i < end; ++i) out.push_back(slots_[i].template get<std::memory_order_relaxed>());
  }

 private:
  std::size_t room_;
  std::unique_ptr<detail::slot<Record>[]> slots_;
};

/// Keeps the latest `room` records of each producer: a new one takes the place of the oldest. Collected while the
/// producer runs, those that it overwrites during the copy count as dropped, so that none is given out half new.
template <class Record>
class keep_latest {
 public:
  explicit keep_latest(std::size_t room) : room_(room), slots_(std::make_unique<detail::slot<Record>[]>(room)) {}

  void put(std::uint64_t number, const Record& record) noexcept {
    if (room_ == 0) return;
    begun_.store(number + 1, std::memory_order_relaxed);
    slots_[next_].template put<std::memory_order_release>(record);
    next_ = next_ + 1 == room_ ? 0 : next_ + 1;
  }
  /// Appends, in order of production, what is kept of the first `produced` records.
  void append_to(std::vector<Record>& out, std::uint64_t produced) const {
    const std::size_t before = out.size();
    const std::uint64_t first = produced - std::min<std::uint64_t>(produced, room_);
    for (std::uint64_t i = first; i < produced; ++i)
      out.push_back(slots_[i % room_].template get<std::memory_order_acquire>());
    // A copy that met a word of record `n` has acquired begun_ > n, and n took the place of n - room_.
    const std::uint64_t begun = begun_.load(std::memory_order_relaxed);
    const std::uint64_t intact = begun - std::min<std::uint64_t>(begun, room_);
    const std::uint64_t torn = std::min(intact - std::min(intact, first), produced - first);
    const auto from = out.begin() + static_cast<std::ptrdiff_t>(before);
    out.erase(from, from + static_cast<std::ptrdiff_t>(torn));
  }

 private:
  std::size_t room_;
  std::size_t next_ = 0;                 ///< of the producer alone: the slot that it fills next
  std::atomic<std::uint64_t> begun_{0};  ///< records of which a first word may have been written
  std::unique_ptr<detail::slot<Record>[]> slots_;
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_KEEP_HPP
