#ifndef RIDGELINE_TT_RECORD_SUB_DEVICE_HPP
#define RIDGELINE_TT_RECORD_SUB_DEVICE_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// The part of the chip that an op ran on: `recorded` if a column says so (0 or more), else the number in its attribute
/// `sub_device_id`, written as `0` or `SubDeviceId(id=0)`; -1 if there is none.
constexpr std::int64_t sub_device_in(std::int64_t recorded, std::string_view attributes) {
  constexpr std::string_view key = "'sub_device_id': '";
  if (recorded >= 0) return recorded;
  const std::size_t at = attributes.find(key);
  if (at == std::string_view::npos) return -1;
  std::string_view value = attributes.substr(at + key.size());
  value = value.substr(0, value.find('\''));
  std::int64_t number = -1;
  for (const char c : value) {
    const bool digit = c >= '0' && c <= '9';
    if (digit) number = (number < 0 ? 0 : number) * 10 + (c - '0');
    if (number >= 0 && (!digit || number > 1'000'000)) break;
  }
  return number;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_SUB_DEVICE_HPP
