#ifndef RIDGELINE_TT_SHEET_OPS_TEXTS_HPP
#define RIDGELINE_TT_SHEET_OPS_TEXTS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/tt/read/ops_log.hpp>

/// Interprets the texts of an op log: names, tensors, metadata.
namespace ridgeline {

/// The name of an op as shown in reports: the part after `tt_metal` inside `tt`, in C++ or mangled form, plus the
/// preferred name if it did not run on a device.
inline std::string tt_op_name(std::string_view name, std::string_view preferred, std::string_view type) {
  constexpr std::string_view space = "tt_metal", full = "tt::tt_metal::";
  const std::size_t at = name.rfind(space);
  if (at != std::string_view::npos && name.substr(0, at).find("tt") != std::string_view::npos) {
    name.remove_prefix(at + space.size());
    name.remove_prefix(std::min(name.find_first_not_of(':'), name.size()));
    name.remove_prefix(std::min(name.find_first_not_of("0123456789"), name.size()));
  }
  if (const std::size_t last = preferred.rfind(full); last != std::string_view::npos)
    preferred.remove_prefix(last + full.size());
  std::string whole(name);
  if (!preferred.empty() && type != "tt_dnn_device") {
    whole += '_';
    whole += preferred;
  }
  return whole;
}

/// The parts of a list separated by `mark`; an empty list has none.
inline std::vector<std::string_view> parts_of(std::string_view list, char mark) {
  std::vector<std::string_view> parts;
  if (list.empty()) return parts;
  for (std::size_t from = 0;;) {
    const std::size_t at = list.find(mark, from);
    parts.push_back(list.substr(from, at - from));
    if (at == std::string_view::npos) return parts;
    from = at + 1;
  }
}

/// A tensor in an op log, `1_1_32_64|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED`: W, Z, Y, X as text, layout, type,
/// memory.
struct tt_logged_tensor {
  bool there = false;  ///< false: an optional tensor that was not given
  std::array<std::string, 4> extents{};
  std::string_view layout{}, type{}, memory{};
};

/// Missing leading extents are 1. If there are more than four, the leading ones are multiplied into one, so that W x
/// Z x Y x X is the number of elements; with `first_four_extents`, the last ones are dropped instead.
inline tt_logged_tensor tt_logged_tensor_of(std::string_view text, const tt_log_faults& faults = {}) {
  tt_logged_tensor tensor;
  if (text.empty()) return tensor;
  tensor.there = true;
  const std::vector<std::string_view> parts = parts_of(text, '|');
  if (parts.size() > 1) tensor.layout = parts[1];
  if (parts.size() > 2) tensor.type = parts[2];
  if (parts.size() > 3) tensor.memory = parts[3];
  std::vector<std::string_view> extents = parts_of(parts[0], '_');
  std::string folded;
  if (extents.size() > 4 && faults.first_four_extents) extents.resize(4);
  if (extents.size() > 4) {
    std::int64_t product = 1;
    bool good = true;
    const std::size_t leading = extents.size() - 3;
    for (std::size_t i = 0; i < leading; ++i) {
      const std::optional<std::int64_t> n = to_int(extents[i]);
      good = good && n && !__builtin_mul_overflow(product, *n, &product);
    }
    if (good) folded = std::to_string(product);
    extents.erase(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(leading - 1));
    extents[0] = folded;
  }
  tensor.extents.fill("1");
  for (std::size_t i = 0; i < extents.size(); ++i) tensor.extents[4 - extents.size() + i] = extents[i];
  return tensor;
}

/// Restores metadata: some logs repeat each entry once for each of its characters, and add an empty one.
inline std::string tt_meta_data(std::string_view text) {
  const std::vector<std::string_view> parts = parts_of(text, '-');
  std::string whole;
  const auto add = [&](std::string_view part, bool first) {
    if (!first) whole += '-';
    whole += part;
  };
  for (std::size_t i = 0, next = 0; i < parts.size(); i = next) {
    while (next < parts.size() && parts[next] == parts[i]) ++next;
    const bool closed = next < parts.size() && parts[next].empty();
    const bool repeated = !parts[i].empty() && next - i == parts[i].size() && closed;
    if (repeated) {
      add(parts[i], i == 0);
      ++next;  // the empty entry after it
    } else {
      for (std::size_t k = i; k < next; ++k) add(parts[k], k == 0);
    }
  }
  return whole;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_OPS_TEXTS_HPP
