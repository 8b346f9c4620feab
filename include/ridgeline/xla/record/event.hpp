#ifndef RIDGELINE_XLA_RECORD_EVENT_HPP
#define RIDGELINE_XLA_RECORD_EVENT_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/record/hlo.hpp>
#include <ridgeline/xla/record/problem.hpp>

namespace ridgeline {

/// One event of a line. Times are in picoseconds as in the file, but counted from the trace's `base_ns`, so that the
/// integers stay small. Names are symbols of the trace's pool.
struct xla_event {
  std::int64_t start_ps = 0;
  std::int64_t duration_ps = 0;
  symbol name = missing<symbol>;
  std::uint32_t args = missing<std::uint32_t>;  ///< index into the trace's `args`; most host events have none

  time_quantity time() const { return static_cast<double>(duration_ps) / 1000 * ns; }
};

/// The stats of an event that reports use: the link between a launch and its kernel, and the instruction it runs.
struct xla_args {
  std::int64_t correlation = missing<std::int64_t>;
  std::int64_t program = missing<std::int64_t>;    ///< id of the compiled program
  symbol hlo_module = missing<symbol>;
  symbol hlo_op = missing<symbol>;
  symbol op_name = missing<symbol>;       ///< name path in the framework
  symbol details = missing<symbol>;       ///< grid and block of a kernel; kind, size and target of a copy
  std::int64_t run = missing<std::int64_t>;  ///< number of the program's execution; equal on all devices
  std::uint32_t facts = missing<std::uint32_t>;  ///< index into the trace's `facts`: data from a TPU's plane
  std::int32_t device = missing<std::int32_t>;   ///< of an op of the host: which of the host's devices ran it
};

/// Data about an op from a TPU's plane, for one execution. Values that are not given are missing.
struct xla_op_facts {
  symbol category = missing<symbol>;    ///< `convolution fusion`, `all-reduce`, `while`
  symbol op_name = missing<symbol>;     ///< name path in the framework
  symbol source = missing<symbol>;      ///< file and line
  symbol shape = missing<symbol>;       ///< shape of the output
  std::int64_t program = missing<std::int64_t>;
  double flops = missing<double>, model_flops = missing<double>;
  double bytes = missing<double>;       ///< bytes in all memories
  double hbm_bytes = missing<double>;   ///< bytes in HBM only
  bool host_memory = false;             ///< its text has a shape in the host's memory, `bf16[8]{0:S(5)}`
};

/// A step as marked by the host: an annotation with a number.
struct xla_host_step {
  std::int64_t start_ps = 0, end_ps = 0;
  std::int64_t number = 0;
};

/// What the host says of when an op ended that a thread only dispatched: of the op, the number by which its end is
/// marked; or such an end, an event named `end: OP` with that number on any thread.
struct xla_end_mark {
  std::int64_t number = 0;
  std::uint32_t plane = 0;
  std::uint32_t args = missing<std::uint32_t>;  ///< of an op: index into the trace's `args`
  symbol name = missing<symbol>;                ///< that of the event
  std::int64_t at_ps = 0;                       ///< an op's own end, or the start of an end
};

/// The contents of a line. Device lines that repeat others by name scope or source are `other`.
enum class xla_line_kind : std::uint8_t {
  other, stream, ops, async_ops, modules, steps  ///< `stream`: GPU; `ops` and `async_ops`: TPU
};

/// A GPU stream, a TPU line or a host thread: `count` events of the trace from `first` on, ordered by start.
struct xla_line {
  std::uint32_t plane = missing<std::uint32_t>;
  symbol label = missing<symbol>;
  xla_line_kind kind = xla_line_kind::other;
  std::int64_t key = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

enum class xla_plane_kind : std::uint8_t { other, gpu, tpu, host, metadata, environment };

/// Whose work a trace contains: that of GPUs, else of TPUs, else ops run by the host's own threads.
enum class xla_device : std::uint8_t { none, gpu, tpu, cpu };

/// The name in reports, such as `GPU`.
constexpr std::string_view name_of(xla_device d) {
  return d == xla_device::tpu ? "TPU" : d == xla_device::cpu ? "CPU" : "GPU";
}

/// A device or host of the trace. Data not given in the file are `missing<std::int64_t>`.
struct xla_plane {
  std::int64_t id = 0;                  ///< for a TPU, the number in its name
  symbol name = missing<symbol>;
  xla_plane_kind kind = xla_plane_kind::other;
  std::uint64_t lines = 0;              ///< number of lines in the file; only devices' and host's are read
  std::uint32_t profile = 0;            ///< in a file merged from the profiles of ranks: which of them it is from
  symbol vendor = missing<symbol>;
  std::int64_t clock_khz = missing<std::int64_t>;
  std::int64_t cores = missing<std::int64_t>;
  std::int64_t memory_bandwidth = missing<std::int64_t>;  ///< bytes per second
  std::int64_t memory = missing<std::int64_t>;            ///< bytes
  std::int64_t compute_major = missing<std::int64_t>, compute_minor = missing<std::int64_t>;
  symbol device_type = missing<symbol>;        ///< `TPU v5 lite`, `NVIDIA H100 80GB HBM3`
  double peak_teraflops = missing<double>;     ///< TFLOP/s
  double peak_hbm = missing<double>;           ///< GB/s (10^9 bytes)
  std::int64_t dropped = missing<std::int64_t>;  ///< number of events the profiler reports as lost
};

/// A complete profile: lines by plane and key, their events, the compiled programs, and problems.
struct xla_trace {
  std::vector<xla_plane> planes;
  std::vector<xla_line> lines;         ///< devices first, in order of plane id and line key
  std::vector<xla_event> events;       ///< line by line
  std::vector<xla_args> args;
  std::vector<xla_op_facts> facts;
  std::vector<xla_host_step> host_steps;    ///< by start
  std::vector<xla_end_mark> end_marks;      ///< while reading
  /// By number in `args`, when an op of the host ended that ran on after the thread had dispatched it; missing for all
  /// others, and beyond its size.
  std::vector<std::int64_t> ends;
  xla_device device = xla_device::none;
  std::vector<hlo_module> modules;     ///< in order of program id
  symbol_pool texts{};
  std::vector<std::string> hosts;
  std::vector<std::string> messages;    ///< the first errors and warnings of the profiler, truncated
  std::int64_t base_ns = 0;            ///< zero of event times
  std::int64_t profile_start_ns = missing<std::int64_t>, profile_stop_ns = missing<std::int64_t>;  ///< since 1970
  xla_problems problems{};

  std::string_view text(symbol s) const { return texts.text(s); }
  std::string_view name(const xla_event& e) const { return texts.text(e.name); }
  const xla_args* args_of(const xla_event& e) const { return !known(e.args) ? nullptr : &args[e.args]; }
  /// The same, all of them missing for an event that says nothing.
  const xla_args& stats_of(const xla_event& e) const {
    static constexpr xla_args none{};
    return known(e.args) ? args[e.args] : none;
  }
  /// The name path in the framework that an event has itself, or its facts.
  symbol op_name_of(const xla_event& e) const {
    const xla_args& said = stats_of(e);
    return known(said.op_name) || !known(said.facts) ? said.op_name : facts[said.facts].op_name;
  }
  const xla_plane& plane(const xla_line& l) const { return planes[l.plane]; }
  bool is_of_host(const xla_line& l) const { return plane(l).kind == xla_plane_kind::host; }
  std::span<const xla_event> events_of(const xla_line& l) const { return {events.data() + l.first, l.count}; }
  /// Whether its work is ops, of TPUs or of the host, and not kernels.
  bool has_ops() const { return device == xla_device::tpu || device == xla_device::cpu; }
  /// Whether an event is an op of the host that ran on after the thread had dispatched it.
  bool runs_on(const xla_event& e) const { return known(e.args) && e.args < ends.size() && known(ends[e.args]); }
  /// When the work of an event ended.
  std::int64_t end_of(const xla_event& e) const { return runs_on(e) ? ends[e.args] : e.start_ps + e.duration_ps; }
};

/// The process number of a device in reports: its plane's id plus one; 701 for the host.
constexpr std::int64_t gpu_pid(const xla_plane& p) {
  if (p.kind == xla_plane_kind::host) return 701;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(p.id) + 1);
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_EVENT_HPP
