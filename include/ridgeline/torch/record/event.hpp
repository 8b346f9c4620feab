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

/// The phase (`ph`) of an event in a Chrome trace. `lost`: an event that could not be read; it keeps its number.
enum class chrome_phase : std::uint8_t {
  other, complete, flow_start, flow_finish, metadata, instant, lost, begin, end
};

/// The phases of the Trace Event Format that are read as `other`: counters, samples, objects, marks, and the begins,
/// steps and ends of asynchronous spans.
inline constexpr std::string_view unread_phase_letters = "PCbenSTpNODRcvVa(),";

/// The categories that Kineto writes. `other`: not in this list; `none`: the event has no category.
enum class kineto_category : std::uint8_t {
  none, other, cpu_op, cuda_runtime, cuda_driver, python_function, kernel, gpu_memcpy, gpu_memset, user_annotation,
  gpu_user_annotation, ac2g, fwdbwd, overhead, trace, cpu_instant_event
};

inline constexpr std::size_t kineto_category_count = 16;

/// The category's name as spelled in traces.
constexpr std::string_view name_of(kineto_category c) {
  constexpr std::array<std::string_view, kineto_category_count> names{
      "", "other", "cpu_op", "cuda_runtime", "cuda_driver", "python_function", "kernel", "gpu_memcpy", "gpu_memset",
      "user_annotation", "gpu_user_annotation", "ac2g", "fwdbwd", "overhead", "Trace", "cpu_instant_event"};
  return names[static_cast<std::size_t>(c)];
}

/// One entry of `traceEvents`. Its number (UID) is its index there, so records are in file order without gaps.
///
/// Texts are symbols of the trace's pool rather than views as in records of other formats: a trace has a million
/// events but only a few thousand distinct texts. Four bytes per text halve the size of a record, and whatever a
/// report derives from a text (shapes, categories) is computed once per symbol.
///
/// Times are integer nanoseconds parsed from the digits of the file, so stamps since 1970 are exact. The doubles in
/// microseconds that other programs read from the same digits are available as `torch_trace::start_us` and
/// `length_us`.
struct torch_event {
  time_point start = missing<time_point>;      ///< since the zero of the trace's clock; missing if not given
  duration time = missing<duration>;           ///< duration; missing if not given
  std::int64_t correlation = missing<std::int64_t>;      ///< links a launch to its GPU work; for flow events: `id`
  std::int64_t external_id = missing<std::int64_t>;      ///< the older link
  symbol name = missing<symbol>;
  std::uint32_t place = missing<std::uint32_t>;  ///< process and thread (or device and stream): index into `places`
  std::uint32_t args = missing<std::uint32_t>;   ///< index into the argument table of the category
  kineto_category category = kineto_category::none;
  chrome_phase phase = chrome_phase::other;

  time_point end() const { return start + time; }
  bool has_span() const { return known(start) && known(time); }
  /// Whether it is a complete event (`X`) with a start and a length.
  bool is_complete() const { return phase == chrome_phase::complete && has_span(); }
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

/// The argument table that an event's `args` refers to. It depends only on the category; for metadata events, on the
/// phase.
enum class torch_table : std::uint8_t { none, ops, launches, gpus, labels };

constexpr torch_table table_of(const torch_event& e) {
  if (e.category == kineto_category::cpu_op) return torch_table::ops;
  if (is_runtime(e.category)) return torch_table::launches;
  if (is_gpu(e.category)) return torch_table::gpus;
  return e.phase == chrome_phase::metadata ? torch_table::labels : torch_table::none;
}

/// Arguments of a `cpu_op`. Lists are JSON without blanks, `[[16,559],[]]`, as given in the trace.
struct op_arguments {
  symbol input_dims = missing<symbol>;
  symbol input_types = missing<symbol>;
  symbol input_strides = missing<symbol>;
  symbol concrete_inputs = missing<symbol>;
  std::int64_t sequence = missing<std::int64_t>;       ///< shared by a forward op and its backward node
  std::int64_t forward_thread = missing<std::int64_t>;
  symbol kernel_file = missing<symbol>;       ///< source file of a Triton op
  std::int16_t chosen_experts = -1;        ///< pseudo ops: number of experts per token; -1: not given
  std::int16_t query_heads = -1, head_size = -1;  ///< pseudo ops: derived from their kernels; -1: unknown
  bool gated_experts = false;              ///< pseudo ops: half of the matrix is the gate

  /// All texts, to translate them into those of another trace.
  std::array<symbol*, 5> texts() {
    return {&input_dims, &input_types, &input_strides, &concrete_inputs, &kernel_file};
  }
};

/// Arguments of a runtime or driver call that launches GPU work.
struct launch_arguments {
  symbol grid = missing<symbol>;    ///< JSON text, `[304,1,1]`
  symbol block = missing<symbol>;
  symbol kernel = missing<symbol>;  ///< kernel name, if the profiler records it with the call, as on ROCm
};

/// Arguments of a kernel, a copy or a fill.
struct gpu_arguments {
  std::int64_t stream = missing<std::int64_t>;
  std::int64_t device = missing<std::int64_t>;
  std::int64_t bytes = missing<std::int64_t>;         ///< copies and fills only
  symbol grid = missing<symbol>;
  symbol block = missing<symbol>;
  std::uint32_t collective = missing<std::uint32_t>;    ///< index into `collectives`
  std::uint32_t context = missing<std::uint32_t>;       ///< streams are numbered within it; of a long id, 31 bits
};

/// Arguments of a kernel that moves data between ranks. Splits and ranks are texts; lists are without blanks.
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
  std::int64_t sequence = missing<std::int64_t>;     ///< `Seq`: sequence number in the group; recorded since 2026
  std::int64_t source = missing<std::int64_t>;       ///< `Src Rank` of a receive
  std::int64_t destination = missing<std::int64_t>;  ///< `Dst Rank` of a send
};

/// A process and thread, or a device and stream: opaque keys, as spelled in JSON (`23232`, `"Spans"`).
struct torch_place {
  symbol process = missing<symbol>;
  symbol thread = missing<symbol>;
  friend bool operator==(const torch_place&, const torch_place&) = default;
};

namespace torch_detail {

/// The number of a place among those of one trace.
inline std::uint64_t key_of(const torch_place& p) {
  return static_cast<std::uint64_t>(p.process) << 32 | static_cast<std::uint64_t>(p.thread);
}

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_EVENT_HPP
