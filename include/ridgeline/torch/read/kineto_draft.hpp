#ifndef RIDGELINE_TORCH_READ_KINETO_DRAFT_HPP
#define RIDGELINE_TORCH_READ_KINETO_DRAFT_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/real.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/gpu/possible_size.hpp>
#include <ridgeline/torch/read/kineto_argument.hpp>
#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/read/written_id.hpp>
#include <ridgeline/torch/record/step_names.hpp>
#include <ridgeline/torch/record/trace.hpp>

/// Turns an event of PyTorch into records, whatever its file format.
namespace ridgeline::torch_detail {

/// Peculiarities of writers other than Kineto, which are repaired once the trace is complete (`kineto_habits.hpp`).
struct kineto_habits {
  bool halves = false;       ///< spans split into begin and end events
  bool tasks = false;        ///< device work that only the arguments identify
  bool nanoseconds = false;  ///< stamps too large to be microseconds
  bool devices = false;      ///< categories that may be device work
  bool unlinked = false;     ///< GPU work without a correlation
  bool lines = false;        ///< GPU work whose stream is given only by its line
  bool rocprof = false;      ///< spans without a category, as rocprof writes them
  bool nameless = false;     ///< kernels whose name is an empty text
  bool exact = false;        ///< spans with times in nanoseconds beside their stamps
  bool lanes = false;        ///< GPU work that was moved from its stream to the lane of an annotation
  bool times = false;        ///< names with the time of their span
  bool uncategorised = false;  ///< spans without a category
  std::int64_t first = std::numeric_limits<std::int64_t>::max();  ///< starts of spans
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  std::int64_t longest = 0;  ///< of GPU work

  void add(const kineto_habits& other) {
    halves = halves || other.halves;
    tasks = tasks || other.tasks;
    nanoseconds = nanoseconds || other.nanoseconds;
    devices = devices || other.devices;
    unlinked = unlinked || other.unlinked;
    lines = lines || other.lines;
    rocprof = rocprof || other.rocprof;
    nameless = nameless || other.nameless;
    exact = exact || other.exact;
    lanes = lanes || other.lanes;
    times = times || other.times;
    uncategorised = uncategorised || other.uncategorised;
    first = core_detail::lesser(first, other.first), last = core_detail::greater(last, other.last);
    longest = core_detail::greater(longest, other.longest);
  }
};

/// Marks a stamp that can only be in nanoseconds until the whole trace has been read: no stamp in microseconds has
/// this value.
constexpr std::int64_t nanosecond_stamp_mark = -9'000'000'000'000'000'000;
constexpr time_point nanosecond_stamp(std::int64_t ns) { return time_point::of(nanosecond_stamp_mark + ns); }
constexpr bool is_nanosecond_stamp(time_point t) { return known(t) && t.base() < -3'000'000'000'000'000'000; }
constexpr time_point without_mark(time_point t) { return time_point::of(t.base() - nanosecond_stamp_mark); }

/// Records under construction; texts and places are numbered within their piece of the trace.
struct kineto_piece : torch_trace_lists {
  std::vector<torch_place> places;
  symbol_pool texts{};
  bool fractional_stamps = false;
  std::uint32_t unread_phases = 0;
  kineto_habits habits{};
  torch_problems problems{};
};

/// Turns a piece that is the whole input into a trace.
inline torch_trace trace_of(kineto_piece&& p) {
  torch_trace trace;
  static_cast<torch_trace_lists&>(trace) = std::move(p);
  trace.places = std::move(p.places), trace.texts = std::move(p.texts);
  trace.fractional_stamps = p.fractional_stamps, trace.unread_phases = p.unread_phases, trace.problems = p.problems;
  return trace;
}

/// The data of one event, collected until its end shows which of them belong to a record.
struct kineto_draft {
  torch_event event{};
  op_arguments op{};
  launch_arguments launch{};
  gpu_arguments gpu{};
  collective_arguments collective{};
  std::int64_t flow_id = missing<std::int64_t>;
  std::int64_t raw_correlation = missing<std::int64_t>;  ///< before traces were merged
  double start_us = missing<double>, length_us = missing<double>;  ///< where nanoseconds do not suffice
  symbol label = missing<symbol>;
  symbol task = missing<symbol>;  ///< `Task Type`: kind of work on an Ascend device
  bool dispatched = false;        ///< it has `dev-id`, like rocprof's GPU work
  torch_event_details details{};
  std::int64_t graph = 0, graph_node = 0;
  std::int64_t original_stream = missing<std::int64_t>, context = missing<std::int64_t>, end_ns = missing<std::int64_t>;
  symbol engine = missing<symbol>;  ///< `HW event name`: what an engine of a Gaudi did
  symbol copy_way = missing<symbol>, copy_source = missing<symbol>, copy_target = missing<symbol>;
  bool respelled = false;  ///< the category is not in Kineto's own spelling
  bool has_phase = false;
  bool has_op = false;
  bool has_shape = false;
  bool has_collective = false;
};

/// Reads the value of an argument into a draft. `from` offers `number`, `stream`, `id`, `real`, `list`, `value_text`
/// and `truth` for the next value, each of which returns false if the input breaks off, and `pass_over`. `slot`
/// identifies lists that tend to repeat.
template <class Values>
bool read_argument(kineto_draft& d, torch_argument a, Values& from) {
  const std::size_t slot = index_of(d.event.name) * 8 + static_cast<std::size_t>(a);
  switch (a) {
    case torch_argument::unread: case torch_argument::inner: return from.pass_over();
    case torch_argument::correlation: return from.number(d.event.correlation);
    case torch_argument::raw_correlation: return from.number(d.raw_correlation);
    case torch_argument::external_id: return from.number(d.event.external_id);
    case torch_argument::sequence: d.has_op = true; return from.number(d.op.sequence);
    case torch_argument::forward_thread: d.has_op = true; return from.number(d.op.forward_thread);
    case torch_argument::input_dims: d.has_op = true; return from.list(d.op.input_dims, slot, true);
    case torch_argument::input_types: d.has_op = true; return from.list(d.op.input_types, slot);
    case torch_argument::input_strides: d.has_op = true; return from.list(d.op.input_strides, slot, true);
    case torch_argument::concrete_inputs: d.has_op = true; return from.list(d.op.concrete_inputs, slot);
    case torch_argument::kernel_file: d.has_op = true; return from.value_text(d.op.kernel_file);
    case torch_argument::stream: return from.stream(d.gpu.stream);
    case torch_argument::original_stream: return from.number(d.original_stream);
    case torch_argument::context: return from.id(d.context);
    case torch_argument::device: return from.number(d.gpu.device);
    case torch_argument::bytes: return from.number(d.gpu.bytes, true);  // ROCm writes these in quotes
    case torch_argument::grid: d.has_shape = true; return from.list(d.launch.grid, slot);
    case torch_argument::block: d.has_shape = true; return from.list(d.launch.block, slot);
    case torch_argument::collective_name: d.has_collective = true; return from.value_text(d.collective.name);
    case torch_argument::group_size: d.has_collective = true; return from.number(d.collective.group_size);
    case torch_argument::dtype: d.has_collective = true; return from.value_text(d.collective.dtype);
    case torch_argument::in_elements: d.has_collective = true; return from.number(d.collective.in_elements);
    case torch_argument::out_elements: d.has_collective = true; return from.number(d.collective.out_elements);
    case torch_argument::in_split: d.has_collective = true; return from.value_text(d.collective.in_split);
    case torch_argument::out_split: d.has_collective = true; return from.value_text(d.collective.out_split);
    case torch_argument::group_name: d.has_collective = true; return from.value_text(d.collective.group_name);
    case torch_argument::group_ranks: d.has_collective = true; return from.value_text(d.collective.group_ranks);
    case torch_argument::sequence_in_group: d.has_collective = true; return from.number(d.collective.sequence);
    case torch_argument::source_rank: d.has_collective = true; return from.number(d.collective.source);
    case torch_argument::destination_rank: d.has_collective = true; return from.number(d.collective.destination);
    case torch_argument::kernel: d.has_shape = true; return from.value_text(d.launch.kernel);
    case torch_argument::graph: return from.number(d.graph);
    case torch_argument::graph_node: return from.number(d.graph_node);
    case torch_argument::copy_way: return from.value_text(d.copy_way);
    case torch_argument::copy_source: return from.value_text(d.copy_source);
    case torch_argument::copy_target: return from.value_text(d.copy_target);
    case torch_argument::engine: return from.value_text(d.engine);
    case torch_argument::label: return from.value_text(d.label);
    case torch_argument::chosen_experts: {
      std::int64_t n = missing<std::int64_t>;
      if (!from.number(n)) return false;
      if (n > 0 && n <= 0x7FFF) d.has_op = true, d.op.chosen_experts = static_cast<std::int16_t>(n);
      return true;
    }
    case torch_argument::task_type: return from.value_text(d.task);
    case torch_argument::dispatch_stream: return from.number(d.gpu.stream, true);
    case torch_argument::dispatch_device: d.dispatched = true; return from.number(d.gpu.device, true);
    case torch_argument::begin_ns: return from.number(d.details.begin_ns, true);
    case torch_argument::end_ns: return from.number(d.end_ns, true);
    case torch_argument::wait_stream: return from.number(d.details.wait_stream);
    case torch_argument::wait_record: return from.number(d.details.wait_record);
    case torch_argument::bandwidth: return from.real(d.details.bandwidth);
    case torch_argument::gated_experts: return from.truth(d.op.gated_experts);
  }
  return from.pass_over();
}

/// Turns drafts into records.
class kineto_recorder {
 public:
  kineto_piece out{};

  /// Adds the event with its arguments. `byte` is its position in the input; `category` returns the text of an
  /// unknown category.
  template <class Category>
  void record(kineto_draft& draft, std::uint64_t byte, Category category) {
    torch_event& e = draft.event;
    if (is_flow(e)) e.correlation = draft.flow_id;
    // merging changes the correlation, but not an id that is the event's own correlation
    if (known(draft.raw_correlation) && e.external_id == draft.raw_correlation) e.external_id = e.correlation;
    if (e.category == kineto_category::kernel) e.category = category_of_kernel(out.texts.text(e.name));
    // until 2021, steps were recorded as ops
    if (e.category == kineto_category::cpu_op && draft.respelled &&
        out.texts.text(e.name).starts_with(profiler_step))
      e.category = kineto_category::user_annotation;
    if (e.category == kineto_category::cuda_runtime && draft.respelled &&
        core_detail::same_letters(category(), kineto_gaudi_work))
      tell_gaudi_work(draft);
    if (e.category == kineto_category::kernel && draft.respelled) {
      out.habits.devices = true;
      if (out.texts.text(e.name).ends_with("s]")) out.habits.times = true;
    }
    if (e.category == kineto_category::gpu_memcpy && known(draft.copy_way)) name_copy(draft);
    take_nanoseconds(draft);
    switch (table_of(e)) {
      case torch_table::ops:
        if (draft.has_op) e.args = append(out.ops, draft.op);
        break;
      case torch_table::launches:
        if (draft.has_shape) e.args = append(out.launches, draft.launch);
        break;
      case torch_table::gpus:
        draft.gpu.grid = draft.launch.grid;
        draft.gpu.block = draft.launch.block;
        if (draft.has_collective) draft.gpu.collective = append(out.collectives, draft.collective);
        draft.gpu.context = short_id(draft.context);
        if (known(draft.original_stream)) draft.gpu.stream = draft.original_stream, out.habits.lanes = true;
        if (!known(draft.gpu.stream)) out.habits.lines = true;
        if (e.category == kineto_category::kernel && out.texts.text(e.name).empty()) out.habits.nameless = true;
        if (known(draft.gpu.bytes) && !gpu_detail::is_possible_size(draft.gpu.bytes)) {
          out.problems.add(torch_problem::number_unreadable, byte);
          draft.gpu.bytes = missing<std::int64_t>;
        }
        if (known(e.time)) out.habits.longest = core_detail::greater(out.habits.longest, e.time.base());
        e.args = append(out.gpus, draft.gpu);
        break;
      case torch_table::labels:
        e.args = append(out.labels, draft.label);
        break;
      case torch_table::none: break;
    }
    judge(draft, byte);
    if (!known(e.start)) out.fractional_stamps = true;
    keep_details(draft, category);
    if (draft.graph_node > 0) keep_graph_node(draft);
    if (e.category == kineto_category::none) see_uncategorised(draft);
    if (announces(draft)) announce(draft);
    if (known(draft.start_us) || known(draft.length_us)) keep_file_time(draft);
    if (e.is_complete()) {
      out.habits.first = core_detail::lesser(out.habits.first, e.start.base());
      out.habits.last = core_detail::greater(out.habits.last, e.start.base());
    }
    out.events.push_back(e);
  }

 private:
  /// The length of a span that also has its times in nanoseconds, as rocprof's have.
  void take_nanoseconds(kineto_draft& draft) {
    std::int64_t& begin = draft.details.begin_ns;
    std::int64_t length = 0;
    const bool whole = draft.event.is_complete() && known(begin) &&
                       known(draft.end_ns) && !__builtin_sub_overflow(draft.end_ns, begin, &length) && length >= 0;
    if (!whole) begin = missing<std::int64_t>;
    else draft.event.time = duration::of(length), out.habits.exact = true;
  }

  /// Gaudis have one category for calls and for the work of their engines, which is in process 0 and names what the
  /// engine did.
  void tell_gaudi_work(kineto_draft& draft) const {
    const torch_event& e = draft.event;
    const std::string_view process = known(e.place) ? out.texts.text(out.places[e.place].process) : std::string_view();
    if (!known(draft.engine) && process != "0" && process != "\"0\"") return;
    const bool copies = known(draft.engine) && core_detail::stands_in(out.texts.text(draft.engine), "DMA");
    draft.event.category = copies ? kineto_category::gpu_memcpy : kineto_category::kernel;
  }

  /// A copy whose name tells no direction, `Memcpy` or Ascend's `MEMCPY_ASYNC`, gets Kineto's name for the one in its
  /// arguments: `Memcpy HtoD (Pinned -> Device)`.
  void name_copy(kineto_draft& draft) {
    const std::string_view old = out.texts.text(draft.event.name), given = out.texts.text(draft.copy_way);
    if (!core_detail::stands_at(old, 0, "memcpy") || copy_way_of(old) != copy_way::unknown) return;
    constexpr std::size_t most_letters = 4;  // `HtoD`; longer ones are words
    const std::string_view way = given.size() <= most_letters ? given : letters_of(copy_way_of(given));
    if (way.empty()) return;
    const auto memory = [&](symbol kind) {
      std::string text(known(kind) ? out.texts.text(kind) : std::string_view("Unknown"));
      if (!text.empty()) text.front() = core_detail::upper_letter(text.front());
      return text;
    };
    std::string name = "Memcpy " + std::string(way);
    if (known(draft.copy_source) || known(draft.copy_target))
      name += " (" + memory(draft.copy_source) + " -> " + memory(draft.copy_target) + ")";
    draft.event.name = out.texts.keep(name);
  }

  /// Stores data that the record has no field for.
  template <class Category>
  void keep_details(kineto_draft& draft, Category category) {
    torch_event_details& d = draft.details;
    if (draft.event.category != kineto_category::none && draft.respelled) d.category = out.texts.keep(category());
    if (!is_gpu(draft.event.category)) d.stream = draft.gpu.stream, d.device = draft.gpu.device;
    if (!known(d.category) && !known(d.stream) && !known(d.bandwidth) && !known(d.begin_ns)) return;
    d.event = static_cast<std::uint32_t>(out.events.size());
    out.details.push_back(d);
  }

  /// Work not started by a graph has id 0, as CUDA profilers write it.
  void keep_graph_node(const kineto_draft& draft) {
    if (!is_gpu(draft.event.category) && !is_runtime(draft.event.category)) return;
    const bool given = draft.graph > 0 && draft.graph < missing<std::uint32_t>;
    out.graph_nodes.push_back({static_cast<std::uint32_t>(out.events.size()),
                               given ? static_cast<std::uint32_t>(draft.graph) : missing<std::uint32_t>,
                               static_cast<std::uint64_t>(draft.graph_node)});
  }

  void see_uncategorised(const kineto_draft& draft) {
    const torch_event& e = draft.event;
    const bool whole = e.is_complete();
    if (whole && known(draft.task)) count_idle_task(draft);
    out.habits.uncategorised = out.habits.uncategorised || whole || e.phase == chrome_phase::begin;
  }

  /// A task of an Ascend device that is not work, by its type; few of them in all, whatever the file says.
  void count_idle_task(const kineto_draft& draft) {
    constexpr std::size_t most = 64;
    const symbol type = out.unknown_work.size() < most ? draft.task : out.texts.keep("other tasks");
    out.unknown_work[unknown_work_of(out.unknown_work, type, unknown_work_use::no_work)].add(1, draft.event.time);
  }

  bool announces(const kineto_draft& draft) const {
    const torch_event& e = draft.event;
    if (e.category == kineto_category::cpu_op)
      return known(draft.collective.name) || out.texts.text(e.name) == "c10d::alltoall_base_";
    return e.category == kineto_category::user_annotation && out.texts.text(e.name).starts_with("nccl:");
  }
  void announce(const kineto_draft& draft) {
    torch_announcement a{static_cast<std::uint32_t>(out.events.size()), missing<std::uint32_t>, draft.op.input_dims,
                         draft.op.input_types};
    if (known(draft.collective.name)) a.collective = append(out.collectives, draft.collective);
    out.announcements.push_back(a);
  }

  void keep_file_time(const kineto_draft& draft) {
    const torch_event& e = draft.event;
    const double start = known(draft.start_us) ? draft.start_us : e.start.in(us);
    const double length = known(draft.length_us) ? draft.length_us : e.time.in(us);
    out.file_times.push_back({static_cast<std::uint32_t>(out.events.size()), start, length});
  }

  template <class T>
  static std::uint32_t append(std::vector<T>& list, const T& value) {
    list.push_back(value);
    return static_cast<std::uint32_t>(list.size() - 1);
  }

  /// Counts implausible values in an event that could be read.
  void judge(kineto_draft& draft, std::uint64_t byte) {
    torch_event& e = draft.event;
    if (!draft.has_phase) out.problems.add(torch_problem::phase_missing, byte);
    if (e.time < duration() || draft.length_us < 0) {
      out.problems.add(torch_problem::negative_duration, byte);
      e.time = duration();
      draft.length_us = missing<double>;
    }
    if (e.phase != chrome_phase::complete) return;
    if (!known(e.name)) out.problems.add(torch_problem::name_missing, byte);
    if (!e.has_span()) out.problems.add(torch_problem::time_missing, byte);
    if (!is_gpu(e.category)) return;
    if (e.time == duration() && !(draft.length_us > 0)) out.problems.add(torch_problem::zero_duration, byte);
    if (known(e.correlation)) return;
    out.habits.unlinked = true;
    if (!known(e.external_id)) out.problems.add(torch_problem::link_missing, byte);
  }
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_DRAFT_HPP
