#ifndef RIDGELINE_LIVE_NAMES_HPP
#define RIDGELINE_LIVE_NAMES_HPP

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <ridgeline/live/shared.hpp>

namespace ridgeline::live {

/// The capacity of a table of names.
struct name_room {
  std::size_t names = 0;  ///< distinct names
  std::size_t bytes = 0;  ///< of all names together
};

/// Stores names that records refer to, each distinct one once, in memory allocated on construction. Intended for the
/// place where a name first appears (an op is registered, a kernel compiled), not where it is recorded. Views are valid
/// for the lifetime of the table, which must therefore outlive the recorder and everything collected from it.
///
/// Lock-free: any thread may keep a name, including a signal handler, or a child of `fork` regardless of what other
/// threads were doing. Threads that see the same new name at the same moment may each use up its bytes. A static table
/// may be destroyed when `main` returns while threads still keep names: they then get `no_room` and must not read
/// earlier views.
class names {
 public:
  /// Returned in place of a name for which the table has no room.
  static constexpr std::string_view no_room = "(name table full)";

  /// Throws std::bad_alloc if memory is insufficient; when built without exceptions, terminates the program instead.
  explicit names(name_room size) : size_(size), table_(new table(size)) {}
  ~names() {
    if (gate_.close()) delete table_;
  }
  names(const names&) = delete;
  names& operator=(const names&) = delete;

  /// The table's own copy of `text`: the same bytes for equal text, an empty view for empty text, and `no_room` if the
  /// table is full.
  std::string_view keep(std::string_view text) noexcept {
    if (text.empty()) return {};
    if (!gate_.enter()) return no_room;
    const std::string_view kept = found_or_put(text);
    if (gate_.leave()) delete table_;
    return kept;
  }

  /// The number of distinct names stored.
  std::size_t count() const noexcept { return count_.relaxed(); }
  /// How often a name was rejected for lack of room.
  std::uint64_t refused() const noexcept { return refused_.relaxed(); }

 private:
  /// A name as stored in a slot: offset of its bytes, and its size in the low bits; 0: none.
  using word = std::uint64_t;
  static constexpr int size_bits = 24;
  static constexpr word most_size = (word{1} << size_bits) - 1;
  static constexpr word most_bytes = word{1} << (64 - size_bits);
  static constexpr std::size_t most_names = static_cast<std::size_t>(-1) / 32;

  struct table {
    explicit table(name_room size)
        : places(std::bit_ceil(2 * (size.names < most_names ? size.names : most_names) + 1)), bytes(size.bytes) {}
    detail::live::fixed_array<detail::live::shared<word>> places;  // more than twice as many as names
    detail::live::fixed_array<char> bytes;
  };

  std::string_view found_or_put(std::string_view text) noexcept {
    auto& places = table_->places;
    word mine = 0;  // this thread's own copy; 0: none yet
    const std::size_t last = places.size() - 1;
    std::size_t i = hash_of(text) & last;
    for (std::size_t looked = 0; looked < places.size(); ++looked, i = (i + 1) & last) {
      word there = places[i].acquire();
      if (there == 0) {
        if (mine == 0) mine = copy_of(text);
        if (mine != 0 && places[i].replace(there, mine)) {
          count_.add(1);
          return view_of(mine);
        }
        // another thread was faster, perhaps taking the last room: `there` holds what it stored
        if (mine == 0 && (there = places[i].acquire()) == 0) break;
      }
      if (view_of(there) == text) {
        give_back(mine);
        return view_of(there);
      }
    }
    give_back(mine);
    refused_.add_relaxed(1);
    return no_room;
  }
  std::string_view view_of(word name) const noexcept {
    return std::string_view(table_->bytes.begin() + (name >> size_bits), name & most_size);
  }
  /// Appends a copy of `text` to the used bytes; 0 if names or bytes are exhausted.
  word copy_of(std::string_view text) noexcept {
    if (count_.acquire() >= size_.names || text.size() > most_size) return 0;
    word at = used_.relaxed();
    do {
      if (at >= most_bytes || text.size() > table_->bytes.size() - at) return 0;
    } while (!used_.replace(at, at + text.size()));
    std::memcpy(table_->bytes.begin() + at, text.data(), text.size());
    return at << size_bits | text.size();
  }
  /// Frees the bytes of a copy, unless another copy already follows it.
  void give_back(word name) noexcept {
    const word at = name >> size_bits;
    word end = at + (name & most_size);
    if (name != 0) used_.replace(end, at);
  }
  /// FNV-1a, with its high half folded into the low half, which selects the slot.
  static std::size_t hash_of(std::string_view text) noexcept {
    std::uint64_t hash = 0xCBF29CE484222325ull;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
    return hash ^ hash >> 32;
  }

  name_room size_;
  table* table_;  // freed by whichever is last: this object or a thread inside `keep`
  detail::live::gate gate_{};
  detail::live::shared<word> used_{};
  detail::live::shared<std::size_t> count_{};
  detail::live::shared<std::uint64_t> refused_{};
};

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_NAMES_HPP
