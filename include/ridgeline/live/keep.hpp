#ifndef RIDGELINE_LIVE_KEEP_HPP
#define RIDGELINE_LIVE_KEEP_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include <ridgeline/live/shared.hpp>

namespace ridgeline::live {

/// A record that can be copied byte by byte: it owns no memory and runs no code when copied. Text in it must be a view
/// of a static string or of a name kept in `live::names`.
template <class Record>
concept copied_as_bytes = std::is_trivially_copyable_v<Record> && std::is_copy_constructible_v<Record> &&
                          std::is_object_v<Record> && !std::is_const_v<Record> && !std::is_volatile_v<Record>;

}  // namespace ridgeline::live

namespace ridgeline::detail::live {

constexpr std::uint64_t smaller(std::uint64_t a, std::uint64_t b) noexcept { return a < b ? a : b; }

/// Storage for one record as whole words, which may be read while they are being written. With plain words that would
/// be a data race; a relaxed store, or on x86 a release store, costs the same as a plain one.
template <class Record>
class slot {
 public:
  void put_relaxed(const Record& record) noexcept {
    put(record, [](shared<std::uint64_t>& to, std::uint64_t w) { to.put_relaxed(w); });
  }
  void put_release(const Record& record) noexcept {
    put(record, [](shared<std::uint64_t>& to, std::uint64_t w) { to.put_release(w); });
  }
  Record relaxed() const noexcept {
    return get([](const shared<std::uint64_t>& from) { return from.relaxed(); });
  }
  Record acquire() const noexcept {
    return get([](const shared<std::uint64_t>& from) { return from.acquire(); });
  }

 private:
  static constexpr std::size_t whole = sizeof(Record) / 8;
  static constexpr std::size_t rest = sizeof(Record) % 8;
  static constexpr std::size_t count = whole + (rest != 0);
  struct bytes {
    unsigned char of[sizeof(Record)];
  };

  template <class Put>
  void put(const Record& record, Put put_word) noexcept {
    const auto* const from = reinterpret_cast<const unsigned char*>(&reinterpret_cast<const char&>(record));
    for (std::size_t i = 0; i < whole; ++i) put_word(words_[i], word(from + i * 8, 8));
    if constexpr (rest != 0) put_word(words_[whole], word(from + whole * 8, rest));
  }
  template <class Get>
  Record get(Get get_word) const noexcept {
    bytes copy;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t w = get_word(words_[i]);
      std::memcpy(copy.of + i * 8, &w, i < whole ? 8 : rest);
    }
    return std::bit_cast<Record>(copy);
  }
  static std::uint64_t word(const unsigned char* from, std::size_t size) noexcept {
    std::uint64_t w = 0;
    std::memcpy(&w, from, size);
    return w;
  }

  shared<std::uint64_t> words_[count]{};
};

}  // namespace ridgeline::detail::live

namespace ridgeline::live {

// Policies for what a lane keeps. `put` is called by one thread at a time, with `number` 0, 1, 2, ... The recorder
// publishes the count with a release store, and a caller of `append_to` has read it with an acquire load. Memory is
// written once on allocation, so that recording never touches a page the system has yet to provide.

/// Keeps the first `room` records of each producer and drops later ones. A kept record is never overwritten.
template <class Record>
class keep_first {
 public:
  explicit keep_first(std::size_t room) : slots_(room) {}

  void put(std::uint64_t number, const Record& record) noexcept {
    if (number < slots_.size()) slots_[number].put_relaxed(record);
  }
  /// Appends, in order of production, the records kept out of the first `produced`.
  void append_to(std::vector<Record>& out, std::uint64_t produced) const {
    const std::uint64_t end = detail::live::smaller(produced, slots_.size());
    for (std::uint64_t i = 0; i < end; ++i) out.push_back(slots_[i].relaxed());
  }

 private:
  detail::live::fixed_array<detail::live::slot<Record>> slots_;
};

/// Keeps the latest `room` records of each producer: a new record replaces the oldest. If records are collected while
/// the producer runs, those overwritten during the copy count as dropped, so no half-overwritten record is ever
/// returned.
template <class Record>
class keep_latest {
 public:
  explicit keep_latest(std::size_t room) : slots_(room) {}

  void put(std::uint64_t number, const Record& record) noexcept {
    if (slots_.size() == 0) return;
    begun_.put_relaxed(number + 1);
    slots_[next_].put_release(record);
    next_ = next_ + 1 == slots_.size() ? 0 : next_ + 1;
  }
  /// Appends, in order of production, the records kept out of the first `produced`.
  void append_to(std::vector<Record>& out, std::uint64_t produced) const {
    const std::size_t before = out.size();
    const std::uint64_t room = slots_.size();
    const std::uint64_t first = produced - detail::live::smaller(produced, room);
    for (std::uint64_t i = first; i < produced; ++i) out.push_back(slots_[i % room].acquire());
    // A copy that saw a word of record `n` has acquired begun_ > n, and record n replaced n - room.
    const std::uint64_t begun = begun_.relaxed();
    const std::uint64_t intact = begun - detail::live::smaller(begun, room);
    const std::uint64_t torn = detail::live::smaller(intact - detail::live::smaller(intact, first), produced - first);
    const auto from = out.begin() + static_cast<std::ptrdiff_t>(before);
    out.erase(from, from + static_cast<std::ptrdiff_t>(torn));
  }

 private:
  std::size_t next_ = 0;                             ///< used by the producer only: the next slot to fill
  detail::live::shared<std::uint64_t> begun_{};      ///< records whose first word may have been written
  detail::live::fixed_array<detail::live::slot<Record>> slots_;
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_KEEP_HPP
