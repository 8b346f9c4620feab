#ifndef RIDGELINE_GPU_COLLECTIVE_KIND_HPP
#define RIDGELINE_GPU_COLLECTIVE_KIND_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>

namespace ridgeline::gpu {

/// What a collective does with its data; one value for all spellings used by the libraries.
enum class collective_kind : std::uint8_t {
  unknown,
  allreduce,
  reduce_scatter,
  allgather,
  alltoall,
  alltoallv,
  broadcast,
  reduce,
  gather,
  scatter,
  send_recv
};

/// The name printed in reports: `reduce_scatter`.
constexpr std::string_view name_of(collective_kind kind) {
  constexpr std::array<std::string_view, 11> names{"unknown",   "allreduce", "reduce_scatter", "allgather",
                                                   "alltoall",  "alltoallv", "broadcast",      "reduce",
                                                   "gather",    "scatter",   "send_recv"};
  return names[static_cast<std::size_t>(kind)];
}

namespace gpu_detail {

struct collective_spelling {
  std::string_view name;
  collective_kind kind;
};

/// Spellings in `Collective name` of kernels and of `record_param_comms`, and in `nccl:` annotations after the colon
/// (PyTorch: torch/csrc/distributed/c10d, ProcessGroupNCCL.cpp).
inline constexpr std::array<collective_spelling, 26> collective_spellings{{
    {"allreduce", collective_kind::allreduce},
    {"all_reduce", collective_kind::allreduce},
    {"allreduce_coalesced", collective_kind::allreduce},
    {"all_reduce_coalesced", collective_kind::allreduce},
    {"all_reduce_barrier", collective_kind::allreduce},
    {"_reduce_scatter_base", collective_kind::reduce_scatter},
    {"reduce_scatter", collective_kind::reduce_scatter},
    {"reducescatter", collective_kind::reduce_scatter},
    {"reduce_scatter_tensor_coalesced", collective_kind::reduce_scatter},
    {"_allgather_base", collective_kind::allgather},
    {"_all_gather_base", collective_kind::allgather},
    {"allgather", collective_kind::allgather},
    {"all_gather", collective_kind::allgather},
    {"allgather_into_tensor_coalesced", collective_kind::allgather},
    {"all_gather_into_tensor_coalesced", collective_kind::allgather},
    {"alltoall", collective_kind::alltoall},
    {"all_to_all", collective_kind::alltoall},
    {"alltoallv", collective_kind::alltoallv},
    {"all_to_allv", collective_kind::alltoallv},
    {"broadcast", collective_kind::broadcast},
    {"reduce", collective_kind::reduce},
    {"gather", collective_kind::gather},
    {"scatter", collective_kind::scatter},
    {"send", collective_kind::send_recv},
    {"recv", collective_kind::send_recv},
    {"send_recv", collective_kind::send_recv},
}};

/// The kind by the letters of a name without what later writers append to it: `all_gather_v`, `all_to_all_v_single`,
/// `allGatherSingleImpl` (PyTorch: c10d/nccl2; torchcomms).
constexpr collective_kind collective_kind_by_stem(std::string_view name) {
  std::array<char, 48> buffer{};
  std::size_t n = 0;
  for (const char c : name) {
    if (c == '_') continue;
    if (n == buffer.size()) return collective_kind::unknown;
    buffer[n++] = core_detail::lower_letter(c);
  }
  std::string_view stem(buffer.data(), n);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view end : {"impl", "single", "coalesced", "oop", "base", "tensor", "into"})
      if (stem.ends_with(end)) stem.remove_suffix(end.size()), again = true;
  }
  if (stem == "alltoallv") return collective_kind::alltoallv;
  if (stem == "allgatherv" || stem == "reducescatterv") stem.remove_suffix(1);
  for (const collective_kind kind : {collective_kind::allreduce, collective_kind::allgather, collective_kind::alltoall,
                                     collective_kind::broadcast, collective_kind::reduce, collective_kind::gather,
                                     collective_kind::scatter})
    if (stem == name_of(kind)) return kind;
  return stem == "reducescatter" ? collective_kind::reduce_scatter : collective_kind::unknown;
}

}  // namespace gpu_detail

/// The kind for a `Collective name`; `unknown` for any other text. The name does not say whether an `all_to_all` has
/// equal shares on all ranks; `alltoallv` is returned only for names that say so.
constexpr collective_kind collective_kind_of(std::string_view collective_name) {
  for (const gpu_detail::collective_spelling& s : gpu_detail::collective_spellings)
    if (s.name == collective_name) return s.kind;
  return gpu_detail::collective_kind_by_stem(collective_name);
}

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_COLLECTIVE_KIND_HPP
