#ifndef RIDGELINE_TORCH_READ_ANY_TRACE_HPP
#define RIDGELINE_TORCH_READ_ANY_TRACE_HPP

#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

class sqlite_file;

/// The trace of a file in its native form; exactly one of the two members is set.
struct any_trace {
  owned<torch_trace> torch;  ///< a trace with PyTorch ops
  owned<gpu_trace> gpu;      ///< a trace of GPU activity only

  any_trace(torch_trace with_ops);  // NOLINT: a trace is one
  any_trace(gpu_trace alone);       // NOLINT: a trace is one
};

/// The failure for a database without the tables of a profiler that is read; nothing for any other.
std::optional<failure> refused_database(const sqlite_file& base, const std::string& file);

/// Reads a trace, plain or gzip: Kineto JSON, a Perfetto trace, an export of Nsight Systems, or a database or JSON
/// file of rocprofv3. The format is recognised by the first bytes, not by the file name. `file` is used in messages.
expected<any_trace> read_any_trace(std::string_view bytes, const kineto_options& options = {},
                                   const std::string& file = {});
expected<any_trace> read_any_trace_file(const std::string& path, const kineto_options& options = {});

/// The same as PyTorch records: for a trace of GPU activity only, its work, its calls, and its ranges as
/// annotations. Ranges that PyTorch made from ops (`emit_nvtx`) become ops again.
expected<torch_trace> read_torch_trace(std::string_view bytes, const kineto_options& options = {},
                                       const std::string& file = {});
expected<torch_trace> read_torch_trace_file(const std::string& path, const kineto_options& options = {});
torch_trace as_torch_trace(gpu_trace trace);

/// The same as records of any GPU trace: for a PyTorch trace, its work, its calls, and its annotations as ranges.
gpu_trace as_gpu_trace(const torch_trace& trace);
/// Reads a trace as such records, for `gpu_work(trace)` and later pipeline steps, whatever its format.
expected<gpu_trace> read_gpu_trace(std::string_view bytes, const kineto_options& options = {},
                                   const std::string& file = {});
expected<gpu_trace> read_gpu_trace_file(const std::string& path, const kineto_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_ANY_TRACE_HPP
