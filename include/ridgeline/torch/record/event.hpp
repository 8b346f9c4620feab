#ifndef RIDGELINE_TORCH_RECORD_EVENT_HPP
#define RIDGELINE_TORCH_RECORD_EVENT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/time.hpp>

namespace ridgeline {

/// What kind of entry an event of a Chrome trace is (`ph`). `lost`: it stood in the file and could not be read; it
/// keeps its number.
enum class chrome_phase : std::uint8_t {
  other, complete, flow_start, flow_finish, metadata, instant, lost, begin, end
};

/// The categories that Kineto writes. `other`: one that is not in this list; `none`: the event names none.
enum class kineto_category : std::uint8_t {
  none, other, cpu_op, cuda_runtime, cuda_driver, python_function, kernel, gpu_memcpy, gpu_memset, user_annotation,
  gpu_user_annotation, ac2g, fwdbwd, overhead, trace, cpu_instant_event
};

inline constexpr std::size_t kineto_category_count = 16;

/// The category's name as traces spell it.
constexpr std::string_view name_of(kineto_category c) {
  constexpr std::array<std::string_view, kineto_category_count> names{
      "", "other", "cpu_op", "cuda_runtime", "cuda_driver", "python_function", "kernel", "gpu_memcpy", "gpu_memset",
      "user_annotation", "gpu_user_annotation", "ac2g", "fwdbwd", "overhead", "Trace", "cpu_instant_event"};
  return names[static_cast<std::size_t>(c)];
}

/// One entry of `traceEvents`. Its number (UID) is its index there, so the records stand in file order without gaps.
///
/// Texts are symbols of the trace's pool, not views as in records of other formats: a trace has a million events and a
/// few thousand texts, so that four bytes per text halve the records, and what a report works out of a text (shapes,
/// categories) is worked out once per symbol.
///
/// Times are whole nanoseconds, from the digits of the file: stamps since 1970 are exact. The doubles of microseconds
/// that other programs read out of the same digits are in `torch_trace::start_us` and `length_us`.
struct torch_event {
  time_point start = missing<time_point>;      ///< since the zero of the trace's clock; missing when the event has none
  duration time = missing<duration>;           ///< how long it took; missing when the event does not say
  std::int64_t correlation = missing<std::int64_t>;      ///< links a launch and its GPU work; of a flow event: its `id`
  std::int64_t external_id = missing<std::int64_t>;      ///< the older link
  symbol name = missing<symbol>;
  std::uint32_t place = missing<std::uint32_t>;  ///< process and thread (or device and stream): index to `places`
  std::uint32_t args = missing<std::uint32_t>;   ///< index to the table of arguments that belongs to the category
  kineto_category category = kineto_category::none;
  chrome_phase phase = chrome_phase::other;

  time_point end() const { return start + time; }
  bool has_span() const { return known(start) && known(time); }
};

constexpr bool is_runtime(kineto_category c) {
  return c == kineto_category::cuda_runtime || c == kineto_category::cuda_driver;
}
constexpr bool is_gpu(kineto_category c) {
  return c == kineto_category::kernel || c == kineto_category::gpu_memcpy || c == kineto_category::gpu_memset;
}
constexpr bool is_annotation(kineto_category c) {
  return c == kineto_category::user_annotation || c == kineto_category::gpu_user_annotation;
}
inline bool is_flow(const torch_event& e) {
  return e.phase == chrome_phase::flow_start || e.phase == chrome_phase::flow_finish;
}

/// Which table of its trace an event's `args` counts in: its category decides, whatever its phase.
enum class torch_table : std::uint8_t { none, ops, launches, gpus, labels };

constexpr torch_table table_of(const torch_event& e) {
  if (e.category == kineto_category::cpu_op) return torch_table::ops;
  if (is_runtime(e.category)) return torch_table::launches;
  if (is_gpu(e.category)) return torch_table::gpus;
  return e.phase == chrome_phase::metadata ? torch_table::labels : torch_table::none;
}

/// Arguments of a `cpu_op`. The lists are JSON texts without blanks, `[[16,559],[]]`, as the trace gives them.
struct op_arguments {
  symbol input_dims = missing<symbol>;
  symbol input_types = missing<symbol>;
  symbol input_strides = missing<symbol>;
  symbol concrete_inputs = missing<symbol>;
  std::int64_t sequence = missing<std::int64_t>;       ///< shared by a forward op and its backward node
  std::int64_t forward_thread = missing<std::int64_t>;
  symbol kernel_file = missing<symbol>;       ///< source of a Triton op
  std::int16_t chosen_experts = -1;        ///< of a pseudo op: experts a token goes to; -1: not given
  std::int16_t query_heads = -1, head_size = -1;  ///< of a pseudo op: as its kernels tell; -1: they do not
  bool gated_experts = false;              ///< of a pseudo op: half of the matrix is the gate
};

/// Arguments of a runtime or driver call that launches.
struct launch_arguments {
  symbol grid = missing<symbol>;    ///< JSON text, `[304,1,1]`
  symbol block = missing<symbol>;
  symbol kernel = missing<symbol>;  ///< the kernel's name, where the profiler writes it beside the call, as on ROCm
};

/// Arguments of a kernel, a copy or a fill.
struct gpu_arguments {
  std::int64_t stream = missing<std::int64_t>;
  std::int64_t device = missing<std::int64_t>;
  std::int64_t bytes = missing<std::int64_t>;         ///< of copies and fills
  symbol grid = missing<symbol>;
  symbol block = missing<symbol>;
  std::uint32_t collective = missing<std::uint32_t>;    ///< index to `collectives`
};

/// Arguments of a kernel that moves data between ranks. Splits and ranks are texts, lists among them without blanks.
struct collective_arguments {
  symbol name = missing<symbol>;
  symbol dtype = missing<symbol>;
  symbol group_name = missing<symbol>;
  symbol group_ranks = missing<symbol>;
  symbol in_split = missing<symbol>;
  symbol out_split = missing<symbol>;
  std::int64_t group_size = missing<std::int64_t>;
  std::int64_t in_elements = missing<std::int64_t>;
  std::int64_t out_elements = missing<std::int64_t>;
  std::int64_t sequence = missing<std::int64_t>;     ///< `Seq`: of the group, since 2026
  std::int64_t source = missing<std::int64_t>;       ///< `Src Rank` of a receive
  std::int64_t destination = missing<std::int64_t>;  ///< `Dst Rank` of a send
};

/// A process and a thread, or a device and a stream: opaque keys, kept as JSON spells them (`23232`, `"Spans"`).
struct torch_place {
  symbol process = missing<symbol>;
  symbol thread = missing<symbol>;
  friend bool operator==(const torch_place&, const torch_place&) = default;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_EVENT_HPP
