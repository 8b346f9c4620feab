#ifndef RIDGELINE_TORCH_TREE_GPU_TIME_HPP
#define RIDGELINE_TORCH_TREE_GPU_TIME_HPP

#include <cstdint>
#include <optional>
#include <span>

#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/torch/record/clock.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

namespace ridgeline {

/// The time line of some GPU events of a tree, given by number. Gaps shorter than `micro_idle_below` microseconds
/// count as micro idle time.
gpu_timeline gpu_timeline_of(const call_tree& tree, std::span<const std::uint32_t> events,
                             std::optional<double> micro_idle_below = {});

/// The time in which at least one of the events ran, in microseconds.
double busy_time_of(const torch_trace& trace, std::span<const std::uint32_t> events, torch_clock clock);

/// A span from the start of one event to the end of another.
struct torch_span {
  std::uint32_t first = missing<std::uint32_t>;
  std::uint32_t last = missing<std::uint32_t>;
};

/// The time covered by at least one of the spans, in microseconds.
double busy_time_of(const torch_trace& trace, std::span<const torch_span> spans, torch_clock clock);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_GPU_TIME_HPP
