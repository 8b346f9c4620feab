#ifndef RIDGELINE_ADVISE_ACTIVITY_HPP
#define RIDGELINE_ADVISE_ACTIVITY_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/gpu/work.hpp>

/// The part of a GPU trace that health checks and findings use: its work, its calls, and the ops and ranges of its
/// host.
namespace ridgeline {

namespace advise_detail {
/// What a kernel takes, whatever it does.
inline constexpr std::int64_t fixed_cost = 2'000;  // ns
}  // namespace advise_detail

/// What a host range is, as far as advice is concerned. Recompilation happens between steps of a program that has
/// already run; it is set by families that know the steps.
enum class range_kind : std::uint8_t { other, step, data_loading, compilation, recompilation };

range_kind range_kind_of(std::string_view name);

/// A runtime or driver call.
struct activity_call {
  time_point start{};
  duration time{};
  std::int64_t correlation = missing<std::int64_t>;
  std::uint32_t uid = missing<std::uint32_t>;      ///< its number in the trace
  std::uint32_t thread = 0;                        ///< equal for calls of the same thread
  symbol name = missing<symbol>;
  call_kind kind = call_kind::other;               ///< by its name, unless a family knows better
  bool captured = false;                           ///< captured into a graph, and launched nothing itself
  std::uint32_t process = 0;                       ///< equal for calls of the same process

  time_point end() const { return start + time; }
};

/// An op that launched work.
struct activity_op {
  time_point start{};
  duration time{};
  std::uint32_t uid = missing<std::uint32_t>;
  symbol name = missing<symbol>;
  symbol dims = missing<symbol>, types = missing<symbol>;  ///< JSON text; missing if not recorded

  time_point end() const { return start + time; }
};

/// A kernel, a copy or a fill.
struct activity_work {
  time_point start{};
  duration time{};
  std::int64_t correlation = missing<std::int64_t>;
  std::uint32_t uid = missing<std::uint32_t>;
  std::uint32_t stream = 0;                        ///< streams of all devices, numbered from 0
  std::uint32_t device = missing<std::uint32_t>;   ///< numbered from 0; missing: not known, it may be any
  std::uint32_t process = missing<std::uint32_t>;  ///< which submitted it, as that of calls; missing: not known
  std::uint32_t call = missing<std::uint32_t>;     ///< its launch, as an index into `calls`
  std::uint32_t op = missing<std::uint32_t>;       ///< the op that launched it, as an index into `ops`
  symbol name = missing<symbol>;
  symbol grid = missing<symbol>, block = missing<symbol>;
  symbol collective = missing<symbol>, group = missing<symbol>;  ///< for collectives with recorded arguments
  symbol source = missing<symbol>, target = missing<symbol>;     ///< kinds of memory of a copy whose name lacks them
  gpu_kind kind = gpu_kind::kernel;
  bool communicates = false;
  bool op_of_capture = false;                      ///< a graph launched it, and the capture of that tells its op
  std::uint64_t graph_node = missing<std::uint64_t>;             ///< which node of a graph it ran for, if recorded

  time_point end() const { return start + time; }
};

/// Whether both ran in one launch of a graph for different nodes: branches may run side by side, and may be equal in
/// name and times, also where the profiler gives them one stream.
inline bool different_nodes_of_a_launch(const activity_work& a, const activity_work& b) {
  return known(a.graph_node) && known(b.graph_node) && a.graph_node != b.graph_node && known(a.correlation) &&
         a.correlation == b.correlation;
}

/// An interval of host time with a meaning: a step, data loading, compilation.
struct activity_range {
  time_point start{};
  duration time{};
  std::uint32_t uid = missing<std::uint32_t>;
  symbol name = missing<symbol>;
  range_kind kind = range_kind::other;
  std::uint32_t thread = missing<std::uint32_t>;   ///< as that of calls; missing: not known
  std::uint32_t process = 0;

  time_point end() const { return start + time; }
};

/// A period this long in which no span starts: a pause, a wait, or timestamps of different epochs.
inline constexpr duration long_silence = duration::of(60'000'000'000);

/// The activity of a trace. Texts are symbols in `texts`, which belongs to the trace.
struct gpu_activity {
  const symbol_pool* texts = nullptr;
  /// Where `uid` numbers them: among the events of the trace, unless kinds of records are numbered for themselves.
  std::string_view works_in = "traceEvents", calls_in = "traceEvents", ranges_in = "traceEvents";
  std::vector<activity_work> works{};    ///< by start, then by end
  std::vector<activity_call> calls{};    ///< by start
  /// Recorded waits for events between two streams, by work: that, and the last work before the event. Few profilers
  /// record them.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> waits{};
  std::vector<activity_op> ops{};        ///< only those that launched work
  std::vector<activity_op> host_work{};  ///< outermost ops of the host in long idle times of the GPU, by start
  std::vector<activity_range> ranges{};  ///< in file order
  std::vector<activity_range> overhead{};  ///< caused by the profiler itself
  std::uint32_t streams = 0;
  std::uint64_t graph_captures = 0;
  std::uint64_t host_ops = 0;              ///< all of them, including those that launched nothing
  time_point first{}, last{};              ///< starts of the first and the last span of any kind
  duration longest_step{};                 ///< longest period without a start, if above `long_silence`

  std::string_view text(symbol s) const { return texts->text(s); }
  std::string_view name(const activity_work& w) const { return texts->text(w.name); }
  /// The name, and what kinds of memory are copied: `Host-to-Device (Pageable -> Device)`.
  std::string described(const activity_work& w) const;
  const activity_call* call_of(const activity_work& w) const { return known(w.call) ? &calls[w.call] : nullptr; }
  const activity_op* op_of(const activity_work& w) const { return known(w.op) ? &ops[w.op] : nullptr; }
  /// From the first start of work to its last end.
  duration window() const;
  duration busy() const;     ///< sum over all work
  /// Whether a graph launched the work.
  bool in_graph(const activity_work& w) const {
    return known(w.call) && calls[w.call].kind == call_kind::graph_launch;
  }
};

/// The longest gap between neighbouring starts if it exceeds `long_silence`, otherwise 0.
duration longest_silence(std::vector<std::int64_t> starts);

/// Sorts work and calls, determines which calls were captured, and links each piece of work to the last call with its
/// number that begins before it, or otherwise to the first; its process is that of the call. Tells the copies that
/// block, by these links. Must be the final step in building an activity.
void finish_activity(gpu_activity& a);

/// Tells which calls named as asynchronous copies block: the host memory of their copy is pageable, or of a kind that
/// is not told, and they return just after the end of that copy. Again after links have changed.
void tell_blocking_copies(gpu_activity& a);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_HPP
