#ifndef RIDGELINE_TORCH_OP_CALLED_AGAIN_HPP
#define RIDGELINE_TORCH_OP_CALLED_AGAIN_HPP

#include <cstddef>

#include <ridgeline/torch/op/argument.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// Whether a call of an op below another call of it takes what the tensors of that one hold, so that it is the one that
/// counts: a tensor of both has other extents, or another type, in it. Overloads of an op call each other with the same
/// tensors, and perhaps the result behind them.
inline bool takes_others(const torch_trace& trace, const torch_event& outer, const torch_event& inner) {
  const op_arguments a = trace.arguments(outer), b = trace.arguments(inner);
  const json_list dims(trace.text(a.input_dims)), others(trace.text(b.input_dims));
  const json_list types(trace.text(a.input_types)), other_types(trace.text(b.input_types));
  for (std::size_t i = 0; i < dims.size() && i < others.size(); ++i) {
    const bool is_nested = i == 0 && types[i] == R"("")";  // a nested tensor is recorded without extents and type
    if (json_list(others[i]).size() == 0 || (json_list(dims[i]).size() == 0 && !is_nested)) continue;
    if (dims[i] != others[i] || types[i] != other_types[i]) return true;
  }
  return false;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_OP_CALLED_AGAIN_HPP
