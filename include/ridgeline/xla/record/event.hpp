#ifndef RIDGELINE_XLA_RECORD_EVENT_HPP
#define RIDGELINE_XLA_RECORD_EVENT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/record/hlo.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/xla/record/problem.hpp>

namespace ridgeline {

/// One event of a line. Times are picoseconds, as the file counts them, and from the trace's `base_ns` on, so that
/// they are whole numbers of few digits. Names are symbols of the trace's pool.
struct xla_event {
  std::int64_t start_ps = 0;
  std::int64_t duration_ps = 0;
  symbol name = missing<symbol>;
  std::uint32_t args = missing<std::uint32_t>;  ///< index to the trace's `args`; most host events have none

  time_quantity time() const { return static_cast<double>(duration_ps) / 1000 * ns; }
};

/// What reports read of an event's stats: the link between a launch and its kernel, and the instruction it runs.
struct xla_args {
  std::int64_t correlation = missing<std::int64_t>;
  std::int64_t program = missing<std::int64_t>;    ///< id of the compiled program
  symbol hlo_module = missing<symbol>;
  symbol hlo_op = missing<symbol>;
  symbol op_name = missing<symbol>;       ///< the framework's path
  symbol details = missing<symbol>;       ///< grid and block of a kernel; kind, size and target of a copy
  std::int64_t run = missing<std::int64_t>;  ///< number of the program's execution; the same on all devices
  std::uint32_t facts = missing<std::uint32_t>;  ///< index to the trace's `facts`: what a TPU's plane says of it
};

/// What a TPU's plane says of an op, for one execution. What it does not say is missing.
struct xla_op_facts {
  symbol category = missing<symbol>;    ///< `convolution fusion`, `all-reduce`, `while`
  symbol op_name = missing<symbol>;     ///< the framework's path
  symbol source = missing<symbol>;      ///< file and line
  symbol shape = missing<symbol>;       ///< of what it gives
  std::int64_t program = missing<std::int64_t>;
  double flops = missing<double>, model_flops = missing<double>;
  double bytes = missing<double>;       ///< of all memories
  double hbm_bytes = missing<double>;   ///< of the memory beside the chip alone
};

/// A step as the host marks it: an annotation with a number.
struct xla_host_step {
  std::int64_t start_ps = 0, end_ps = 0;
  std::int64_t number = 0;
};

/// What the events of a line are. Lines of a device that repeat others by name scope or source are `other`.
enum class xla_line_kind : std::uint8_t {
  other, stream, ops, async_ops, modules, steps  ///< `stream`: of a GPU; `ops` and `async_ops`: of a TPU
};

/// A stream of a GPU, a line of a TPU or a thread of the host: `count` events of the trace from `first` on, in order of
/// their starts.
struct xla_line {
  std::uint32_t plane = missing<std::uint32_t>;
  symbol label = missing<symbol>;
  xla_line_kind kind = xla_line_kind::other;
  std::int64_t key = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

enum class xla_plane_kind : std::uint8_t { other, gpu, tpu, host, metadata, environment };

/// Whose work a trace holds: that of GPUs, else of TPUs, else the ops that the host's own threads run.
enum class xla_device : std::uint8_t { none, gpu, tpu, cpu };

/// As reports write it: `GPU`.
constexpr std::string_view name_of(xla_device d) {
  return d == xla_device::tpu ? "TPU" : d == xla_device::cpu ? "CPU" : "GPU";
}

/// A device or host of the trace. Facts that the file does not give are `missing<std::int64_t>`.
struct xla_plane {
  std::int64_t id = 0;                  ///< of a TPU the number in its name
  symbol name = missing<symbol>;
  xla_plane_kind kind = xla_plane_kind::other;
  std::uint64_t lines = 0;              ///< that the file has of it; those of devices and of the host are read
  symbol vendor = missing<symbol>;
  std::int64_t clock_khz = missing<std::int64_t>;
  std::int64_t cores = missing<std::int64_t>;
  std::int64_t memory_bandwidth = missing<std::int64_t>;  ///< bytes a second
  std::int64_t memory = missing<std::int64_t>;            ///< bytes
  std::int64_t compute_major = missing<std::int64_t>, compute_minor = missing<std::int64_t>;
  symbol device_type = missing<symbol>;        ///< `TPU v5 lite`
  double peak_teraflops = missing<double>;     ///< TFLOP/s
  double peak_hbm = missing<double>;           ///< GB/s, of 10^9 bytes
  std::int64_t dropped = missing<std::int64_t>;  ///< events that the profiler says it lost
};

/// A whole profile: lines by plane and key, their events, the compiled programs, and what was wrong.
struct xla_trace {
  std::vector<xla_plane> planes;
  std::vector<xla_line> lines;         ///< devices first, in order of plane id and line key
  std::vector<xla_event> events;       ///< line by line
  std::vector<xla_args> args;
  std::vector<xla_op_facts> facts;
  std::vector<xla_host_step> host_steps;    ///< by start
  xla_device device = xla_device::none;
  std::vector<hlo_module> modules;     ///< in order of program id
  symbol_pool texts{};
  std::vector<std::string> hosts;
  std::vector<std::string> messages;    ///< errors and warnings of the profiler, the first of them, cut
  std::int64_t base_ns = 0;            ///< what event times count from
  std::int64_t profile_start_ns = missing<std::int64_t>, profile_stop_ns = missing<std::int64_t>;  ///< since 1970
  xla_problems problems{};

  std::string_view text(symbol s) const { return texts.text(s); }
  std::string_view name(const xla_event& e) const { return texts.text(e.name); }
  const xla_args* args_of(const xla_event& e) const { return !known(e.args) ? nullptr : &args[e.args]; }
  const xla_plane& plane(const xla_line& l) const { return planes[l.plane]; }
};

/// The number that reports give a device's process: one more than its plane's id; of the host 701.
constexpr std::int64_t gpu_pid(const xla_plane& p) {
  if (p.kind == xla_plane_kind::host) return 701;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(p.id) + 1);
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_EVENT_HPP
