#ifndef RIDGELINE_GPU_PATH_ACTIVITY_HPP
#define RIDGELINE_GPU_PATH_ACTIVITY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/work.hpp>

/// What happened on the host and on its GPUs, in words that every trace of both has: the input of the critical path.
/// Times are whole nanoseconds of the trace's clock; numbers of events (`uid`) are those of the trace.
namespace ridgeline {

enum class host_kind : std::uint8_t { op, call, annotation };

/// What a thread of the host ran: an op, a call of the GPU's runtime or driver, or what the program marked itself.
struct host_event {
  std::int64_t begin = 0, end = 0;
  std::int64_t correlation = missing<std::int64_t>;  ///< of a call: the number that its GPU work has, too
  std::string_view name{};
  std::uint32_t uid = 0;
  std::uint32_t thread = 0;                          ///< index to `threads`
  host_kind kind = host_kind::op;
};

/// A kernel, copy or fill. `lane` copy: also fills.
struct gpu_task {
  std::int64_t begin = 0, end = 0;
  std::int64_t correlation = missing<std::int64_t>;
  std::string_view name{};
  std::uint32_t uid = 0;
  std::uint32_t stream = 0;                          ///< index to `streams`
  gpu_lane lane = gpu_lane::compute;
  double bandwidth = missing<double>;                ///< of a copy, GB/s, where the trace says it
  std::string_view op{};                             ///< the op that launched it, where `roof` is known
  double roof = missing<double>;                     ///< ns that its part of that op takes at the roof of the chip
};

enum class sync_kind : std::uint8_t { stream_wait, stream, context, event };

/// A wait that the profiler recorded. Stream and device are indexes; a wait for an event names the stream on which the
/// event was recorded and the correlation of the call that did it.
struct gpu_sync {
  sync_kind kind = sync_kind::stream_wait;
  std::int64_t correlation = missing<std::int64_t>;  ///< of the call that waits, or that makes a stream wait
  std::int64_t record = missing<std::int64_t>;
  std::uint32_t uid = 0;
  std::uint32_t device = 0;
  std::uint32_t stream = 0;
  std::uint32_t source_stream = missing<std::uint32_t>;
};

struct host_thread {
  std::int64_t process = 0, thread = 0;
  std::uint32_t first_uid = 0;                       ///< the first event of it in the file
};

struct gpu_stream {
  std::int64_t device = 0, stream = 0;
  std::uint32_t device_index = 0;                    ///< index to `devices`
};

/// All of it, each list in the order of the file.
struct path_activity {
  std::vector<host_event> host;
  std::vector<gpu_task> tasks;
  std::vector<gpu_sync> syncs;
  std::vector<host_thread> threads;
  std::vector<gpu_stream> streams;
  std::vector<std::int64_t> devices;
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_PATH_ACTIVITY_HPP
