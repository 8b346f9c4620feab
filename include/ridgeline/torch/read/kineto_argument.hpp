#ifndef RIDGELINE_TORCH_READ_KINETO_ARGUMENT_HPP
#define RIDGELINE_TORCH_READ_KINETO_ARGUMENT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgeline::torch_detail {

/// The event arguments that some report reads; all others are skipped.
enum class torch_argument : std::uint8_t {
  unread, correlation, raw_correlation, external_id, sequence, forward_thread, input_dims, input_types, input_strides,
  concrete_inputs, kernel_file, stream, device, bytes, grid, block, collective_name, group_size, dtype, in_elements,
  out_elements, in_split, out_split, group_name, group_ranks, sequence_in_group, source_rank, destination_rank, label,
  chosen_experts, gated_experts, wait_stream, wait_record, bandwidth, task_type, dispatch_stream, dispatch_device,
  kernel, graph, graph_node, copy_way, copy_source, copy_target, engine,
  original_stream, context, begin_ns, end_ns,
  inner
};

struct torch_argument_name {
  std::string_view text;
  torch_argument argument;
};

inline constexpr std::array<torch_argument_name, 57> torch_argument_names{{
    {"correlation", torch_argument::correlation},
    {"correlation id", torch_argument::correlation},      // Paddle
    {"correlation_raw", torch_argument::raw_correlation},  // of a trace merged of those of several ranks
    {"External id", torch_argument::external_id},
    {"external id", torch_argument::external_id},  // 2021
    {"Sequence number", torch_argument::sequence},
    {"Fwd thread id", torch_argument::forward_thread},
    {"Input Dims", torch_argument::input_dims},
    {"Input dims", torch_argument::input_dims},    // 2021
    {"Input type", torch_argument::input_types},
    {"Input Strides", torch_argument::input_strides},
    {"Concrete Inputs", torch_argument::concrete_inputs},
    {"kernel_file", torch_argument::kernel_file},
    {"stream", torch_argument::stream},
    {"device", torch_argument::device},
    {"inDevice", torch_argument::device},                 // of a copy between two devices: the one that ran it
    {"bytes", torch_argument::bytes},
    {"grid", torch_argument::grid},
    {"block", torch_argument::block},
    {"Collective name", torch_argument::collective_name},
    {"Group size", torch_argument::group_size},
    {"dtype", torch_argument::dtype},
    {"In msg nelems", torch_argument::in_elements},
    {"Out msg nelems", torch_argument::out_elements},
    {"In split size", torch_argument::in_split},
    {"Out split size", torch_argument::out_split},
    {"Process Group Name", torch_argument::group_name},
    {"Process Group Ranks", torch_argument::group_ranks},
    {"Seq", torch_argument::sequence_in_group},
    {"Src Rank", torch_argument::source_rank},
    {"Dst Rank", torch_argument::destination_rank},
    {"name", torch_argument::label},
    {"labels", torch_argument::label},
    {"sort_index", torch_argument::label},
    {"MoE topk", torch_argument::chosen_experts},
    {"MoE GEMM gated", torch_argument::gated_experts},
    {"wait_on_stream", torch_argument::wait_stream},
    {"wait_on_cuda_event_record_corr_id", torch_argument::wait_record},
    {"memory bandwidth (GB/s)", torch_argument::bandwidth},
    {"Task Type", torch_argument::task_type},          // Ascend
    {"Stream Id", torch_argument::dispatch_stream},    // Ascend
    {"queue-id", torch_argument::dispatch_stream},     // rocprof
    {"dev-id", torch_argument::dispatch_device},       // rocprof
    {"BeginNs", torch_argument::begin_ns},             // rocprof, whose stamps are whole microseconds
    {"EndNs", torch_argument::end_ns},
    {"kernel", torch_argument::kernel},
    {"graph id", torch_argument::graph},                  // 2026
    {"graph node id", torch_argument::graph_node},
    {"copy kind", torch_argument::copy_way},              // 2026: Cuspy, whose copies are all called Memcpy
    {"operation", torch_argument::copy_way},              // Ascend: `host to device`
    {"size(B)", torch_argument::bytes},                   // Ascend
    {"src kind", torch_argument::copy_source},
    {"dst kind", torch_argument::copy_target},
    {"HW event name", torch_argument::engine},            // Gaudi: `TPC_SPU_START_TO_SPU_HALT`
    {"original_stream", torch_argument::original_stream},  // 2026: `stream` is a lane named by an annotation
    {"context", torch_argument::context},
    {"args", torch_argument::inner},                      // Perfetto's export: all arguments are in this one
}};

inline constexpr std::size_t argument_slot_count = 224;

/// The slot of an argument name in the look-up table, from its size and three of its letters: a perfect hash.
constexpr std::size_t argument_slot(std::string_view key) {
  const auto letter = [&](std::size_t i) -> std::size_t { return static_cast<unsigned char>(key[i]); };
  const std::size_t mixed = letter(0) * 4 + letter(key.size() * 2 / 3) * 16 + letter(key.size() - 1) * 23;
  return (key.size() + mixed) % argument_slot_count;
}

inline constexpr std::array<std::uint8_t, argument_slot_count> argument_slots = [] {
  std::array<std::uint8_t, argument_slot_count> slots{};
  for (std::size_t i = 0; i < torch_argument_names.size(); ++i)
    slots[argument_slot(torch_argument_names[i].text)] = static_cast<std::uint8_t>(i + 1);
  return slots;
}();

constexpr torch_argument argument_of(std::string_view key) {
  if (key.empty()) return torch_argument::unread;
  const std::uint8_t i = argument_slots[argument_slot(key)];
  return i != 0 && torch_argument_names[i - 1u].text == key ? torch_argument_names[i - 1u].argument
                                                            : torch_argument::unread;
}

constexpr bool all_arguments_found() {
  for (const torch_argument_name& n : torch_argument_names)
    if (argument_of(n.text) != n.argument) return false;
  return true;
}
static_assert(all_arguments_found(), "two argument names share a slot: change the factors of argument_slot");

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_ARGUMENT_HPP
