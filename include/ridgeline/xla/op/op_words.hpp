#ifndef RIDGELINE_XLA_OP_OP_WORDS_HPP
#define RIDGELINE_XLA_OP_OP_WORDS_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/collective_kind.hpp>
#include <ridgeline/gpu/work.hpp>
#include <ridgeline/xla/record/work.hpp>

/// Classifies HLO ops of TPUs and the host by words, since they have no kernel names.
namespace ridgeline {

/// The kind of collective named by a category, an opcode or the stem of a name, as in `all-gather fusion` or
/// `reduce-scatter-start`; unknown if it is none. Transfers between host and device are not collectives.
constexpr gpu::collective_kind xla_collective_by(std::string_view words) {
  using enum gpu::collective_kind;
  struct row {
    std::string_view word;
    gpu::collective_kind kind;
  };
  constexpr std::array rows{row{"all-reduce-scatter", reduce_scatter}, row{"reduce-scatter", reduce_scatter},
                            row{"all-reduce", allreduce},              row{"all-gather", allgather},
                            row{"ragged-all-to-all", alltoallv},       row{"all-to-all", alltoall},
                            row{"collective-permute", send_recv},      row{"collective-broadcast", broadcast},
                            row{"collective-reduce", reduce}};
  for (const row& r : rows)
    if (words.find(r.word) != std::string_view::npos) return r.kind;
  return core_detail::is_any(words, {"send", "send-done", "recv", "recv-done"}) ? send_recv : unknown;
}

/// Whether the words denote a transfer between device and host: `infeed`, `host recv-done`.
constexpr bool is_xla_host_transfer(std::string_view words) {
  return core_detail::starts_with_any(words, {"infeed", "outfeed", "host send", "host recv"});
}

/// Whether the words denote a transfer by a copy engine or the host: `copy-start`, `infeed`, `host send`.
constexpr bool is_xla_transfer(std::string_view words) {
  if (is_xla_host_transfer(words) || words.starts_with("copy-start") || words.starts_with("copy-done")) return true;
  return words.find("slice-start") != std::string_view::npos || words.find("slice-done") != std::string_view::npos;
}

/// The lane of an op: by its category or opcode (`words`), else by its name. For asynchronous ops, the name shows
/// what they wait for: a collective, a transfer, or if it says `async-done` only, most likely a transfer; anything else
/// (`gather_offload.call-done`) is work of other cores.
constexpr gpu_lane xla_lane_by(std::string_view words, std::string_view name) {
  const std::string_view stem = xla_op_stem(name);
  const bool by_name = words.empty() || words.starts_with("async-");
  const bool joins = xla_collective_by(words) != gpu::collective_kind::unknown ||
                     (by_name && (xla_collective_by(stem) != gpu::collective_kind::unknown ||
                                  stem.starts_with("async-collective")));
  if (joins) return gpu_lane::communication;
  const bool nameless = words.starts_with("async-") && (stem.empty() || stem.starts_with("async-"));
  return nameless || is_xla_transfer(words) || (by_name && is_xla_transfer(stem)) ? gpu_lane::copy : gpu_lane::compute;
}

/// The half of an asynchronous pair that an op is, by its name or opcode: `all-gather-start.1`, `copy-done`.
enum class xla_half : std::uint8_t { none, start, done };
constexpr xla_half xla_half_of(std::string_view text) {
  if (text.find("-start") != std::string_view::npos) return xla_half::start;
  return text.find("-done") != std::string_view::npos || text.find("-update") != std::string_view::npos
             ? xla_half::done
             : xla_half::none;
}
/// The same by the name or, if that tells nothing, the opcode.
constexpr xla_half xla_half_of(std::string_view name, std::string_view opcode) {
  const xla_half half = xla_half_of(name);
  return half == xla_half::none ? xla_half_of(opcode) : half;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_OP_WORDS_HPP
