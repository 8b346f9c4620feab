#ifndef RIDGELINE_TORCH_READ_WRITTEN_ID_HPP
#define RIDGELINE_TORCH_READ_WRITTEN_ID_HPP

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/read/number.hpp>

/// Ids that only tell things apart, such as contexts and flows, in all the ways in which profilers write them.
namespace ridgeline::torch_detail {

/// The number that `0x1f` spells; nothing for other texts, and for numbers of 64 bits or more.
inline std::optional<std::int64_t> hexadecimal(std::string_view text) {
  if (!text.starts_with("0x") || text.substr(2).starts_with('-')) return {};
  const char* const last = text.data() + text.size();
  std::int64_t number = 0;
  const auto [stop, fault] = std::from_chars(text.data() + 2, last, number, 16);
  if (fault != std::errc() || stop != last || !known(number)) return {};
  return number;
}

/// The id in a text: the number that it spells, `64` or `0x1f`, else a number of 63 bits made from its letters
/// (FNV-1a), so that equal texts have one id. Missing for an empty text.
inline std::int64_t id_of(std::string_view text) {
  if (text.empty()) return missing<std::int64_t>;
  if (const std::optional<std::int64_t> number = hexadecimal(text)) return *number;
  if (const std::optional<std::int64_t> number = to_int(text); number && known(*number)) return *number;
  std::uint64_t mixed = 14695981039346656037u;
  for (const char c : text) mixed = (mixed ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return static_cast<std::int64_t>(mixed >> 1);
}

/// An id in the 32 bits that a record has for it: a number that fits stands for itself, a larger one, such as an
/// address, for 31 bits of its product with the golden ratio, which keep addresses apart that are near each other.
/// Missing for what is below 0 or missing.
constexpr std::uint32_t short_id(std::int64_t id) {
  if (!known(id) || id < 0 || id == std::int64_t{missing<std::uint32_t>}) return missing<std::uint32_t>;
  if (id < std::int64_t{missing<std::uint32_t>}) return static_cast<std::uint32_t>(id);
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15u >> 33);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_WRITTEN_ID_HPP
