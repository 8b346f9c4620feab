#ifndef RIDGELINE_TORCH_SHEET_COLLECTIVES_HPP
#define RIDGELINE_TORCH_SHEET_COLLECTIVES_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

class torch_profile;

/// Bytes of an element that a collective moves, by the names that the trace gives types.
struct collective_type {
  std::string_view name{};
  double bytes;
  bool old;  ///< known to the original too
};
inline constexpr std::array<collective_type, 14> collective_types{{
    {"Float", 4, true}, {"Int", 4, true}, {"Long", 8, true}, {"BFloat16", 2, true}, {"Bool", 1, true},
    {"Byte", 1, true}, {"Double", 8, true}, {"Half", 2, true}, {"Short", 2, true}, {"Char", 1, false},
    {"Float8_e4m3fn", 1, false}, {"Float8_e4m3fnuz", 1, false}, {"Float8_e5m2", 1, false},
    {"Float8_e5m2fnuz", 1, false}}};

/// The bytes of an element; not a number for a type that is not known.
constexpr double collective_bytes(std::string_view type, bool old_types_only) {
  for (const collective_type& t : collective_types)
    if (t.name == type && (t.old || !old_types_only)) return t.bytes;
  return missing<double>;
}

/// Collectives of one kind and size in one process group, on one stream.
struct torch_collective_row {
  const torch_trace* trace = nullptr;
  std::int64_t rank = missing<std::int64_t>;
  std::string_view group{};
  std::string_view name{};
  collective_arguments fields{};      ///< what they have in common
  std::int64_t stream = missing<std::int64_t>;
  double in_bytes = missing<double>, out_bytes = missing<double>;  ///< of one message
  statistics time{};                  ///< microseconds
};

/// The collectives of a trace, the longest sum first.
std::vector<torch_collective_row> torch_collectives(const torch_profile& run);

/// The rows as the sheet `coll_analysis`; the trace must outlive it.
table sheet_of(std::string name, std::vector<torch_collective_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COLLECTIVES_HPP
