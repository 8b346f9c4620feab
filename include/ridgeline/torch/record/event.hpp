#ifndef RIDGELINE_TORCH_RECORD_EVENT_HPP
#define RIDGELINE_TORCH_RECORD_EVENT_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// What kind of entry an event of a Chrome trace is (`ph`). `lost`: it stood in the file and could not be read; it
/// keeps its number.
enum class torch_phase : std::uint8_t { other, complete, flow_start, flow_finish, metadata, instant, lost };

/// The categories that Kineto writes. `other`: one that is not in this list; `none`: the event names none.
enum class torch_category : std::uint8_t {
  none, other, cpu_op, cuda_runtime, cuda_driver, python_function, kernel, gpu_memcpy, gpu_memset, user_annotation,
  gpu_user_annotation, ac2g, fwdbwd, overhead, trace, cpu_instant_event
};

/// The category's name as traces spell it.
constexpr std::string_view name_of(torch_category c) {
  constexpr std::array<std::string_view, 16> names{
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
/// Times are microseconds as the file spells them and not `duration`: stamps are near 3.5e12, where the sums and
/// differences of a report show the rounding of exactly these doubles. Convert differences, with `time()` and `us`.
struct torch_event {
  double ts = unknown_ratio;                 ///< start; not a number when the event has none
  double dur = unknown_ratio;                ///< length; not a number when the event has none
  std::int64_t correlation = no_number;      ///< links a launch and its GPU work; of a flow event: its `id`
  std::int64_t external_id = no_number;      ///< the older link
  symbol name = symbol::none;
  std::uint32_t place = no_index;            ///< process and thread (or device and stream): index to `places`
  std::uint32_t args = no_index;             ///< index to the table of arguments that belongs to the category
  torch_category category = torch_category::none;
  torch_phase phase = torch_phase::other;

  /// The end, rounded to a double as every program that adds the two does.
  double end() const { return ts + dur; }
  bool has_span() const { return known(ts) && known(dur); }
  duration time() const { return dur * us; }
};

constexpr bool is_runtime(torch_category c) {
  return c == torch_category::cuda_runtime || c == torch_category::cuda_driver;
}
constexpr bool is_gpu(torch_category c) {
  return c == torch_category::kernel || c == torch_category::gpu_memcpy || c == torch_category::gpu_memset;
}
constexpr bool is_annotation(torch_category c) {
  return c == torch_category::user_annotation || c == torch_category::gpu_user_annotation;
}
inline bool is_flow(const torch_event& e) {
  return e.phase == torch_phase::flow_start || e.phase == torch_phase::flow_finish;
}

/// Which table of its trace an event's `args` counts in: its category decides, whatever its phase.
enum class torch_table : std::uint8_t { none, ops, launches, gpus, labels };

constexpr torch_table table_of(const torch_event& e) {
  if (e.category == torch_category::cpu_op) return torch_table::ops;
  if (is_runtime(e.category)) return torch_table::launches;
  if (is_gpu(e.category)) return torch_table::gpus;
  return e.phase == torch_phase::metadata ? torch_table::labels : torch_table::none;
}

/// Arguments of a `cpu_op`. The lists are JSON texts without blanks, `[[16,559],[]]`, as the trace gives them.
struct op_arguments {
  symbol input_dims = symbol::none;
  symbol input_types = symbol::none;
  symbol input_strides = symbol::none;
  symbol concrete_inputs = symbol::none;
  std::int64_t sequence = no_number;       ///< shared by a forward op and its backward node
  std::int64_t forward_thread = no_number;
  symbol kernel_file = symbol::none;       ///< source of a Triton op
  std::int16_t chosen_experts = -1;        ///< of a pseudo op: experts a token goes to; -1: not given
  std::int16_t query_heads = -1, head_size = -1;  ///< of a pseudo op: as its kernels tell; -1: they do not
  bool gated_experts = false;              ///< of a pseudo op: half of the matrix is the gate
};

/// Arguments of a runtime or driver call that launches.
struct launch_arguments {
  symbol grid = symbol::none;    ///< JSON text, `[304,1,1]`
  symbol block = symbol::none;
};

/// Arguments of a kernel, a copy or a fill.
struct gpu_arguments {
  std::int64_t stream = no_number;
  std::int64_t device = no_number;
  std::int64_t bytes = no_number;         ///< of copies and fills
  symbol grid = symbol::none;
  symbol block = symbol::none;
  std::uint32_t collective = no_index;    ///< index to `collectives`
};

/// Arguments of a kernel that moves data between ranks. Splits and ranks are texts, lists among them without blanks.
struct collective_arguments {
  symbol name = symbol::none;
  symbol dtype = symbol::none;
  symbol group_name = symbol::none;
  symbol group_ranks = symbol::none;
  symbol in_split = symbol::none;
  symbol out_split = symbol::none;
  std::int64_t group_size = no_number;
  std::int64_t in_elements = no_number;
  std::int64_t out_elements = no_number;
};

/// A process and a thread, or a device and a stream: opaque keys, kept as JSON spells them (`23232`, `"Spans"`).
struct torch_place {
  symbol process = symbol::none;
  symbol thread = symbol::none;
  friend bool operator==(const torch_place&, const torch_place&) = default;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_EVENT_HPP
