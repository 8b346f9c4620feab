#ifndef RIDGELINE_XLA_OP_COLLECTIVE_HPP
#define RIDGELINE_XLA_OP_COLLECTIVE_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/xla/record/event.hpp>

namespace ridgeline {

/// A collective as described in the program of a profile. Element counts are sums over all operands and over all
/// outputs; if their types differ, they are bytes and the type is `u8`.
struct xla_collective {
  gpu::collective_kind kind = gpu::collective_kind::unknown;
  std::string_view type{};
  std::int64_t in_elements = missing<std::int64_t>, out_elements = missing<std::int64_t>;
  std::vector<std::vector<std::int64_t>> groups{};  ///< groups of devices; none: all devices of the program form one
  std::int64_t devices = missing<std::int64_t>;     ///< number of devices of the program

  /// The group that contains a device; null if no listed group does.
  const std::vector<std::int64_t>* group_of(std::int64_t device) const;
};

/// The collective at a place, if it is one: a separate instruction, the start of an asynchronous one, the start of a
/// computation that is one, or a fusion that contains one. For a start/done pair, the start represents both.
std::optional<xla_collective> collective_of(const xla_trace& trace, xla_place place);

/// The start that an instruction awaits: the first in the chain of its first operands. Not found if the chain has none.
xla_place start_of(const xla_trace& trace, xla_place done);

/// Whether an instruction awaits a computation that is a collective, or contains one: its start's, or the one that it
/// names itself.
bool awaits_collective(const xla_trace& trace, xla_place place);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_COLLECTIVE_HPP
