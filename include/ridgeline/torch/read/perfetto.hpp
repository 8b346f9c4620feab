#ifndef RIDGELINE_TORCH_READ_PERFETTO_HPP
#define RIDGELINE_TORCH_READ_PERFETTO_HPP

#include <string_view>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// Whether a Perfetto trace was written by PyTorch, judged by categories and arguments that only PyTorch writes.
bool is_torch_perfetto(const perfetto_trace& trace);

/// Converts its slices to PyTorch events, in order. A slice without a category gets one from its arguments and its
/// name.
torch_trace torch_trace_of(perfetto_trace trace);

/// Whether values of that name are read.
bool is_torch_perfetto_value(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_PERFETTO_HPP
