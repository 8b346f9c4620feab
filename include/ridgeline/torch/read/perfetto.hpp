#ifndef RIDGELINE_TORCH_READ_PERFETTO_HPP
#define RIDGELINE_TORCH_READ_PERFETTO_HPP

#include <string_view>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// Whether a Perfetto trace is one that PyTorch wrote: it has a category or arguments that only PyTorch gives.
bool is_torch_perfetto(const perfetto_trace& trace);

/// Its slices as the events of a PyTorch trace, in their order. A slice without a category has the one that its
/// arguments and its name tell.
torch_trace torch_trace_of(perfetto_trace trace);

/// Whether a value of that name is read.
bool is_torch_perfetto_value(std::string_view name);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_PERFETTO_HPP
