#ifndef RIDGELINE_XLA_OP_COLLECTIVE_HPP
#define RIDGELINE_XLA_OP_COLLECTIVE_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/xla/record/event.hpp>

namespace ridgeline {

/// A collective as the program of a profile says it. Elements are sums over all operands, and over all that it gives;
/// where their types differ they are bytes, and the type is `u8`.
struct xla_collective {
  gpu::collective_kind kind = gpu::collective_kind::unknown;
  std::string_view type{};
  std::int64_t in_elements = missing<std::int64_t>, out_elements = missing<std::int64_t>;
  std::vector<std::vector<std::int64_t>> groups{};  ///< of devices; none: all devices of the program are one
  std::int64_t devices = missing<std::int64_t>;     ///< of the program

  /// The group that a device is in; null where no group is listed that has it.
  const std::vector<std::int64_t>* group_of(std::int64_t device) const;
};

/// What a place is, when it is a collective: an instruction of its own, the start of an asynchronous one, the start of
/// a computation that is one, or a fusion that holds one. The start of a pair stands for both.
std::optional<xla_collective> collective_of(const xla_trace& trace, xla_place place);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_COLLECTIVE_HPP
