#ifndef RIDGELINE_GPU_RECORD_TRACE_HPP
#define RIDGELINE_GPU_RECORD_TRACE_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/record/problem.hpp>
#include <ridgeline/gpu/work.hpp>

namespace ridgeline {

/// How a kernel was started. What is not given is missing.
struct gpu_launch_shape {
  std::array<std::int64_t, 3> grid{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>};   ///< blocks
  std::array<std::int64_t, 3> block{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>};  ///< threads
  std::int64_t registers = missing<std::int64_t>;       ///< of a thread
  std::int64_t static_shared = missing<std::int64_t>;   ///< bytes of a block, known when it was compiled
  std::int64_t dynamic_shared = missing<std::int64_t>;  ///< bytes of a block, asked for when it was started
};

/// A piece of GPU work: a kernel, a copy, a fill, or a graph that was recorded as one. Texts are symbols of the trace.
struct gpu_work_item {
  time_point start = missing<time_point>;
  duration time = missing<duration>;
  std::int64_t device = missing<std::int64_t>;
  std::int64_t context = missing<std::int64_t>;         ///< of CUDA, or the queue
  std::int64_t stream = missing<std::int64_t>;
  std::int64_t correlation = missing<std::int64_t>;     ///< the number that it shares with its call
  std::int64_t bytes = missing<std::int64_t>;           ///< of copies and fills
  symbol name = missing<symbol>;                        ///< of a copy: its direction, `Host-to-Device`
  symbol source = missing<symbol>, target = missing<symbol>;  ///< of a copy: kinds of memory
  std::uint32_t process = missing<std::uint32_t>;
  std::uint32_t call = missing<std::uint32_t>;          ///< index to `calls`; missing where no call has its number
  std::uint32_t shape = missing<std::uint32_t>;         ///< index to `shapes`, of kernels
  gpu_kind kind = gpu_kind::kernel;

  time_point end() const { return start + time; }
};

/// The node of a graph that a piece of work ran for; of work that says so.
struct gpu_graph_node {
  std::uint32_t work = missing<std::uint32_t>;
  std::uint32_t graph = missing<std::uint32_t>;
  std::uint64_t node = 0;  ///< never 0 in a trace
};

/// A call of a runtime or a driver on a thread.
struct gpu_call {
  time_point start = missing<time_point>;
  duration time = missing<duration>;
  std::int64_t correlation = missing<std::int64_t>;
  symbol name = missing<symbol>;
  std::uint32_t process = missing<std::uint32_t>;
  std::uint32_t thread = missing<std::uint32_t>;

  time_point end() const { return start + time; }
};

/// A range that the program marked, of NVTX or roctx. `nested`: pushed and popped on its thread; else started and ended
/// anywhere in its process.
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

/// A process or a thread that has calls, ranges or work: the number that its system gave it.
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

/// What every trace of a GPU has, whoever wrote it: work, calls and ranges, each in the order of its file.
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

  std::string_view text(symbol id) const { return texts.text(id); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_TRACE_HPP
