#ifndef RIDGELINE_XLA_OP_START_RESULTS_HPP
#define RIDGELINE_XLA_OP_START_RESULTS_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/xla/record/hlo.hpp>

namespace ridgeline::xla_detail {

/// The shape of what an asynchronous start gives. It returns a tuple of its operands, its results and, for some ops,
/// numbers of its own (`u32[]`): the results are the second part. Those of a copy are the first, but of the same shape.
/// An all-reduce returns its results alone. For other instructions, the whole shape.
inline std::uint32_t results_of_start(const hlo_module& m, const hlo_instruction& i, std::string_view opcode) {
  if (!known(i.shape) || !opcode.ends_with("-start") || opcode == "all-reduce-start") return i.shape;
  const auto parts = m.list(m.shapes[i.shape].parts);
  return parts.size() < 2 ? i.shape : static_cast<std::uint32_t>(parts[1]);
}

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_OP_START_RESULTS_HPP
