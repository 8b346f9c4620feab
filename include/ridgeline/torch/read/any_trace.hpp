#ifndef RIDGELINE_TORCH_READ_ANY_TRACE_HPP
#define RIDGELINE_TORCH_READ_ANY_TRACE_HPP

#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// A trace as its file gives it: one of the two is there.
struct any_trace {
  owned<torch_trace> torch;  ///< with the ops of PyTorch
  owned<gpu_trace> gpu;      ///< of the GPU alone

  any_trace(torch_trace with_ops);  // NOLINT: a trace is one
  any_trace(gpu_trace alone);       // NOLINT: a trace is one
};

/// The trace in a file, plain or gzip: Kineto JSON, a Perfetto trace, an export of Nsight Systems, a database or JSON
/// of rocprofv3. Which of them it is its first bytes say, and not its name. `file` is for messages.
expected<any_trace> read_any_trace(std::string_view bytes, const kineto_options& options = {},
                                   const std::string& file = {});
expected<any_trace> read_any_trace_file(const std::string& path, const kineto_options& options = {});

/// The same as records of PyTorch: of a trace of the GPU alone its work, its calls, and its ranges as annotations.
/// Ranges that PyTorch made of its ops (`emit_nvtx`) are ops again.
expected<torch_trace> read_torch_trace_file(const std::string& path, const kineto_options& options = {});
torch_trace as_torch_trace(gpu_trace trace);

/// The same as records of any GPU trace: of a PyTorch trace its work, its calls, and its annotations as ranges.
gpu_trace as_gpu_trace(const torch_trace& trace);
/// A file's trace as such records: what `gpu_work(trace)` and the steps behind it take, whatever the file is.
expected<gpu_trace> read_gpu_trace_file(const std::string& path, const kineto_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_ANY_TRACE_HPP
