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

/// A record that is its bytes: no pointer of its own to free, nothing to run when it is copied. Texts in it are views
/// of static strings or of names kept in `live::names`.
template <class Record>
concept copied_as_bytes = std::is_trivially_copyable_v<Record> && std::is_copy_constructible_v<Record> &&
                          std::is_object_v<Record> && !std::is_const_v<Record> && !std::is_volatile_v<Record>;

}  // namespace ridgeline::live

namespace ridgeline::detail::live {

constexpr std::uint64_t smaller(std::uint64_t a, std::uint64_t b) noexcept { return a < b ? a : b; }

/// Room for one record, as whole words that a reader may look at while they are written. Plain words would be a data
/// race there; a relaxed or, on x86, a release store of a word costs the same as a plain one.
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

// What a lane keeps. One thread at a time calls `put`, with 0, 1, 2, ... as `number`; the recorder publishes how many
// were put with a release store, and whoever calls `append_to` has read that count with an acquire load. Memory is
// written once when it is allocated, so that recording meets no page that the system has yet to provide.

/// Keeps the first `room` records of each producer and drops what comes later. A kept record is never written again.
template <class Record>
class keep_first {
 public:
  explicit keep_first(std::size_t room) : slots_(room) {}

  void put(std::uint64_t number, const Record& record) noexcept {
    if (number < slots_.size()) slots_[number].put_relaxed(record);
  }
  /// Appends, in order of production, what is kept of the first `produced` records.
  void append_to(std::vector<Record>& out, std::uint64_t produced) const {
    const std::uint64_t end = detail::live::smaller(produced, slots_.size());
    for (std::uint64_t i = 0; i < end; ++i) out.push_back(slots_[i].relaxed());
  }

 private:
  detail::live::fixed_array<detail::live::slot<Record>> slots_;
};

/// Keeps the latest `room` records of each producer: a new one takes the place of the oldest. Collected while the
/// producer runs, those that it overwrites during the copy count as dropped, so that none is given out half new.
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
  /// Appends, in order of production, what is kept of the first `produced` records.
  void append_to(std::vector<Record>& out, std::uint64_t produced) const {
    const std::size_t before = out.size();
    const std::uint64_t room = slots_.size();
    const std::uint64_t first = produced - detail::live::smaller(produced, room);
    for (std::uint64_t i = first; i < produced; ++i) out.push_back(slots_[i % room].acquire());
    // A copy that met a word of record `n` has acquired begun_ > n, and n took the place of n - room.
    const std::uint64_t begun = begun_.relaxed();
    const std::uint64_t intact = begun - detail::live::smaller(begun, room);
    const std::uint64_t torn = detail::live::smaller(intact - detail::live::smaller(intact, first), produced - first);
    const auto from = out.begin() + static_cast<std::ptrdiff_t>(before);
    out.erase(from, from + static_cast<std::ptrdiff_t>(torn));
  }

 private:
  std::size_t next_ = 0;                             ///< of the producer alone: the slot that it fills next
  detail::live::shared<std::uint64_t> begun_{};      ///< records of which a first word may have been written
  detail::live::fixed_array<detail::live::slot<Record>> slots_;
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_KEEP_HPP
