#ifndef RIDGELINE_GPU_RECORD_TRACE_HPP
#define RIDGELINE_GPU_RECORD_TRACE_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/problem_counts.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/record/problem.hpp>
#include <ridgeline/gpu/work.hpp>

namespace ridgeline {

/// How a kernel was launched. Unknown values are missing.
struct gpu_launch_shape {
  std::array<std::int64_t, 3> grid{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>};   ///< blocks
  std::array<std::int64_t, 3> block{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>};  ///< threads
  std::int64_t registers = missing<std::int64_t>;       ///< per thread
  std::int64_t static_shared = missing<std::int64_t>;   ///< bytes per block, fixed at compile time
  std::int64_t dynamic_shared = missing<std::int64_t>;  ///< bytes per block, requested at launch
};

/// A piece of GPU work: a kernel, a copy, a fill, or a graph recorded as a unit. Texts are symbols of the trace.
struct gpu_work_item {
  time_point start = missing<time_point>;
  duration time = missing<duration>;
  std::int64_t device = missing<std::int64_t>;
  std::int64_t context = missing<std::int64_t>;         ///< CUDA's context, or the queue
  std::int64_t stream = missing<std::int64_t>;
  std::int64_t correlation = missing<std::int64_t>;     ///< the number shared with its call
  std::int64_t bytes = missing<std::int64_t>;           ///< for copies and fills
  symbol name = missing<symbol>;                        ///< for copies: the direction, `Host-to-Device`
  symbol source = missing<symbol>, target = missing<symbol>;  ///< for copies: kinds of memory
  std::uint32_t process = missing<std::uint32_t>;
  std::uint32_t call = missing<std::uint32_t>;          ///< index into `calls`; missing if no call has its number
  std::uint32_t shape = missing<std::uint32_t>;         ///< index into `shapes`, for kernels
  gpu_kind kind = gpu_kind::kernel;

  time_point end() const { return start + time; }
};

/// The graph node a piece of work ran for, if recorded.
struct gpu_graph_node {
  std::uint32_t work = missing<std::uint32_t>;
  std::uint32_t graph = missing<std::uint32_t>;
  std::uint64_t node = 0;  ///< never 0 in a trace
};

/// A runtime or driver call on a thread.
struct gpu_call {
  time_point start = missing<time_point>;
  duration time = missing<duration>;
  std::int64_t correlation = missing<std::int64_t>;
  symbol name = missing<symbol>;
  std::uint32_t process = missing<std::uint32_t>;
  std::uint32_t thread = missing<std::uint32_t>;

  time_point end() const { return start + time; }
};

/// A range marked by the program with NVTX or roctx. `nested`: pushed and popped on its thread; otherwise started and
/// stopped anywhere in its process.
struct gpu_range {
  time_point start = missing<time_point>;
  duration time = missing<duration>;
  symbol name = missing<symbol>;
  symbol domain = missing<symbol>;
  std::uint32_t process = missing<std::uint32_t>;
  std::uint32_t thread = missing<std::uint32_t>;
  bool nested = true;

  time_point end() const { return start + time; }
};

/// A process or thread with calls, ranges or work, and its number in the operating system.
struct gpu_process {
  std::int64_t number = missing<std::int64_t>;
};
struct gpu_thread {
  std::uint32_t process = missing<std::uint32_t>;
  std::int64_t number = missing<std::int64_t>;
};

struct gpu_device_name {
  std::int64_t device = missing<std::int64_t>;
  std::string name{};
};

/// The content common to all GPU traces, whatever tool wrote them: work, calls and ranges, each in file order.
struct gpu_trace {
  std::vector<gpu_work_item> work;
  std::vector<gpu_call> calls;
  std::vector<gpu_range> ranges;
  std::vector<gpu_launch_shape> shapes;
  std::vector<gpu_graph_node> graph_nodes;    ///< by work
  std::vector<gpu_process> processes;
  std::vector<gpu_thread> threads;
  std::vector<gpu_device_name> devices;
  symbol_pool texts{};
  gpu_problems problems{};
  lost_part lost{};                           ///< of the trace that it was made from, if it was made from another one
  bool queues = false;                        ///< contexts are hardware queues, which a stream of ROCm may change

  std::string_view text(symbol id) const { return texts.text(id); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_TRACE_HPP
