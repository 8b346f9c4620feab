#ifndef RIDGELINE_GPU_PATH_ACTIVITY_HPP
#define RIDGELINE_GPU_PATH_ACTIVITY_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/work.hpp>

/// Activity of a host and its GPUs in a form common to all traces: the input for the critical path. Times are whole
/// nanoseconds on the trace's clock; event numbers (`uid`) are those of the trace.
namespace ridgeline {

enum class host_kind : std::uint8_t { op, call, annotation };

/// Something a host thread ran: an op, a GPU runtime or driver call, or the program's own annotation.
struct host_event {
  std::int64_t begin = 0, end = 0;
  std::int64_t correlation = missing<std::int64_t>;  ///< for calls: shared with their GPU work
  std::string_view name{};
  std::uint32_t uid = 0;
  std::uint32_t thread = 0;                          ///< index into `threads`
  host_kind kind = host_kind::op;
};

/// A kernel, copy or fill. The copy lane includes fills.
struct gpu_task {
  std::int64_t begin = 0, end = 0;
  std::int64_t correlation = missing<std::int64_t>;
  std::string_view name{};
  std::uint32_t uid = 0;
  std::uint32_t stream = 0;                          ///< index into `streams`
  gpu_lane lane = gpu_lane::compute;
  double bandwidth = missing<double>;                ///< for copies and fills, GB/s, if the trace has it or their bytes
  std::string_view op{};                             ///< the op that launched it, if `roof` is known
  double roof = missing<double>;                     ///< ns its part of that op would take at the chip's roof
  std::int64_t process = missing<std::int64_t>;      ///< whose calls submit it, if those of several share numbers
};

enum class sync_kind : std::uint8_t { stream_wait, stream, context, event };

/// A wait recorded by the profiler. Stream and device are indexes. A wait for an event refers to the stream on which
/// the event was recorded and to the correlation of the call that recorded it.
struct gpu_sync {
  sync_kind kind = sync_kind::stream_wait;
  std::int64_t correlation = missing<std::int64_t>;  ///< of the call that waits or makes a stream wait
  std::int64_t record = missing<std::int64_t>;
  std::uint32_t uid = 0;
  std::uint32_t device = 0;
  std::uint32_t stream = 0;
  std::uint32_t source_stream = missing<std::uint32_t>;
  std::int64_t process = missing<std::int64_t>;      ///< as in `gpu_task`
};

struct host_thread {
  std::int64_t process = 0, thread = 0;
  std::uint32_t first_uid = 0;                       ///< its first event in the file
};

struct gpu_stream {
  std::int64_t device = 0, stream = 0;
  std::uint32_t device_index = 0;                    ///< index into `devices`
};

/// The complete activity, each list in file order.
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
