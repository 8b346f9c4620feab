#ifndef RIDGELINE_RANKS_MERGED_NUMBERS_HPP
#define RIDGELINE_RANKS_MERGED_NUMBERS_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <ridgeline/core/missing.hpp>

/// Keeps the ids of several traces distinct when they are merged. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// Parses a JSON value that is an integer; nothing if it is none or does not fit into 64 bits.
inline std::optional<std::int64_t> integer_in(std::string_view json) {
  std::int64_t n = 0;
  const auto [stop, why] = std::from_chars(json.data(), json.data() + json.size(), n);
  if (json.empty() || why != std::errc{} || stop != json.data() + json.size()) return std::nullopt;
  return n;
}
/// Whether a JSON value is an integer of any size, even beyond 64 bits.
inline bool is_integer(std::string_view json) {
  if (json.starts_with('-')) json.remove_prefix(1);
  return !json.empty() && json.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Whether a JSON value is a number but not an integer: 1e300, 2.5.
inline bool is_odd_number(std::string_view json) {
  return !is_integer(json) && !json.empty() && json.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}
/// The text between quotes if it is an integer (some profilers write numbers as strings); else empty.
inline std::string_view number_in_text(std::string_view json) {
  if (json.size() < 3 || json.front() != '"' || json.back() != '"') return {};
  json = json.substr(1, json.size() - 2);
  return is_integer(json) ? json : std::string_view();
}

/// The id fields that merging makes distinct: flow, process, and the two links between launch and kernel.
enum class merged_field : std::uint8_t { id, pid, correlation, external_id };

/// The largest and smallest value of each id field in one or more traces, and which link field the first launch
/// uses.
struct merged_numbers {
  std::array<std::int64_t, 4> largest{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>,
                                      missing<std::int64_t>};
  std::array<std::int64_t, 4> least{};  ///< 0 if none is negative
  std::array<bool, 4> beyond{};  ///< some number does not fit into a signed 64-bit integer
  std::array<bool, 4> odd{};     ///< some number is not an integer
  std::optional<merged_field> link{};

  merged_field link_or_default() const { return link.value_or(merged_field::correlation); }

  void see(merged_field f, std::string_view json) {
    if (const std::string_view number = number_in_text(json); !number.empty()) json = number;
    if (f != merged_field::pid && is_odd_number(json)) odd[static_cast<std::size_t>(f)] = true;
    const std::optional<std::int64_t> n = integer_in(json);
    std::int64_t& to = largest[static_cast<std::size_t>(f)];
    if (n && (!known(to) || *n > to)) to = *n;
    if (n) least[static_cast<std::size_t>(f)] = std::min(least[static_cast<std::size_t>(f)], *n);
    if (!n && is_integer(json)) beyond[static_cast<std::size_t>(f)] = true;
  }
  void merge(const merged_numbers& o) {
    for (std::size_t i = 0; i < largest.size(); ++i)
      if (known(o.largest[i]) && (!known(largest[i]) || o.largest[i] > largest[i])) largest[i] = o.largest[i];
    for (std::size_t i = 0; i < least.size(); ++i) least[i] = std::min(least[i], o.least[i]);
    for (std::size_t i = 0; i < beyond.size(); ++i) {
      beyond[i] = beyond[i] || o.beyond[i];
      odd[i] = odd[i] || o.odd[i];
    }
  }
  /// The distance between the ids of consecutive ranks: 10^(d + 1), where d is the number of digits of the largest
  /// number; 0 if there is no such number or it is too large.
  std::int64_t spacing(merged_field f) const {
    const std::int64_t n = largest[static_cast<std::size_t>(f)];
    if (!known(n) || n < 0) return 0;
    std::int64_t power = 1;
    while (power <= n && power <= most_spacing) power *= 10;
    return power <= most_spacing ? power * 10 : 0;
  }
  /// Whether a negative number of one trace, shifted by `spacing`, may collide with one of the trace before it.
  bool reaches_back(merged_field f) const {
    const std::int64_t low = least[static_cast<std::size_t>(f)], high = largest[static_cast<std::size_t>(f)];
    return low < 0 && low <= (known(high) && high > 0 ? high : 0) - spacing(f);
  }
  /// Whether numbers of this field are too large to be made distinct by adding an offset.
  bool needs_new_numbers(merged_field f, std::int64_t last_rank) const {
    const std::int64_t n = largest[static_cast<std::size_t>(f)];
    std::int64_t away = 0, sum = 0;
    return beyond[static_cast<std::size_t>(f)] || (known(n) && n > most_spacing) ||
           __builtin_mul_overflow(last_rank, spacing(f), &away) || __builtin_add_overflow(known(n) ? n : 0, away, &sum);
  }

 private:
  static constexpr std::int64_t most_spacing = 1'000'000'000'000'000;
};

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_MERGED_NUMBERS_HPP
