#ifndef RIDGELINE_TORCH_RECORD_TRACE_HPP
#define RIDGELINE_TORCH_RECORD_TRACE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/problem_counts.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/torch/record/event.hpp>
#include <ridgeline/torch/record/problem.hpp>

namespace ridgeline {

/// A GPU visible to the traced process. Numbers not given in the trace are `missing<std::int64_t>`.
struct torch_device {
  std::int64_t id = missing<std::int64_t>;
  std::string name{};
  std::int64_t memory = missing<std::int64_t>;            ///< bytes
  std::int64_t multiprocessors = missing<std::int64_t>;
  std::int64_t warp_size = missing<std::int64_t>;
  std::int64_t major = missing<std::int64_t>;             ///< compute capability
  std::int64_t minor = missing<std::int64_t>;
};

/// A process group of the traced run.
struct torch_group {
  std::string name{};
  std::string description{};
  std::int64_t size = missing<std::int64_t>;
  std::vector<std::int64_t> ranks;
};

/// The traced process's position in the distributed run; `rank` is `missing<std::int64_t>` if the trace does not
/// state it.
struct torch_distributed {
  std::string backend{};
  std::int64_t rank = missing<std::int64_t>;
  std::int64_t world_size = missing<std::int64_t>;
  std::vector<torch_group> groups;
};

/// Start and length of an event as doubles in microseconds, for stamps with more than three decimals, where the
/// integer nanoseconds do not reproduce them. Missing if the event has none.
struct torch_file_time {
  std::uint32_t event = missing<std::uint32_t>;
  double start_us = missing<double>;
  double length_us = missing<double>;
};

/// Event data that only the critical path needs: of waits, and of GPU spans that are not work.
struct torch_event_details {
  std::uint32_t event = missing<std::uint32_t>;
  symbol category = missing<symbol>;                   ///< as in the file, if unknown or in a different spelling
  std::int64_t stream = missing<std::int64_t>;         ///< GPU work has it in its arguments instead
  std::int64_t device = missing<std::int64_t>;
  std::int64_t wait_stream = missing<std::int64_t>;    ///< `wait_on_stream`
  std::int64_t wait_record = missing<std::int64_t>;    ///< `wait_on_cuda_event_record_corr_id`
  double bandwidth = missing<double>;                  ///< `memory bandwidth (GB/s)`
  std::int64_t begin_ns = missing<std::int64_t>;       ///< `BeginNs` of rocprof, beside an `EndNs` that is not earlier
};

/// The graph node that GPU work ran for, or that a captured call became; stored only for events that have one, 16
/// bytes each.
struct torch_graph_node {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t graph = missing<std::uint32_t>;  ///< `graph id`
  std::uint64_t node = 0;                        ///< `graph node id`; with CUDA the upper half is the graph
};

/// How spans of a category that no sheet counts were treated: with a device and a stream, or without (`on_host`).
enum class unknown_work_use : std::uint8_t {
  none,            ///< not in any sheet
  as_kernels,      ///< treated as kernels, because the trace has none
  no_work,         ///< marks, ranges or waits
  on_host,         ///< not in any sheet
  no_work_on_host  ///< marks, ranges or waits, and spans without a category
};

/// Spans of a category that no sheet counts.
struct torch_unknown_work {
  symbol category = missing<symbol>;
  std::uint64_t count = 0;
  duration time{};   ///< sum over all of them, overlaps counted repeatedly; saturates
  unknown_work_use use = unknown_work_use::none;

  void add(std::uint64_t more, duration longer) {
    constexpr std::int64_t most = INT64_MAX;
    count += more;
    time = duration::of(time.base() > most - longer.base() ? most : time.base() + longer.base());
  }
};

/// The position of a category's entry with that use in the list; if there is none, one is added.
std::size_t unknown_work_of(std::vector<torch_unknown_work>& list, symbol category, unknown_work_use use);

/// A host event that describes a collective below it: an op with the arguments of a collective
/// (`record_param_comms`), an `nccl:` annotation, or `c10d::alltoall_base_`, whose list of shapes begins with the
/// output.
struct torch_announcement {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t collective = missing<std::uint32_t>;  ///< index to `collectives`
  symbol dims = missing<symbol>;                      ///< JSON, as for an op
  symbol types = missing<symbol>;
};

/// Events in file order, with the arguments that reports read in separate tables. Texts and places are indices into
/// lists of the object that owns the records.
struct torch_trace_lists {
  std::vector<torch_event> events;
  std::vector<op_arguments> ops;
  std::vector<launch_arguments> launches;
  std::vector<gpu_arguments> gpus;
  std::vector<collective_arguments> collectives;
  std::vector<symbol> labels;                       ///< values of metadata events: a name, a label, a sort index
  std::vector<torch_file_time> file_times;          ///< by event; only for the few that need an entry
  std::vector<torch_event_details> details;         ///< by event; of those that have any
  std::vector<torch_graph_node> graph_nodes;        ///< by event; of those that have any
  std::vector<torch_announcement> announcements;    ///< by event
  std::vector<torch_unknown_work> unknown_work;     ///< one entry per category and use, by first appearance
};

/// A complete trace: its records, and what was wrong with them. The free-form `metadata` object of the file is never
/// read: it may contain an environment, including passwords.
struct torch_trace : torch_trace_lists {
  std::vector<torch_place> places;
  symbol_pool texts{};
  std::vector<torch_device> devices;
  torch_distributed distributed{};
  std::int64_t base_time = 0;                  ///< `baseTimeNanoseconds`: zero of the stamps, since 1970
  bool fractional_stamps = false;              ///< some stamp has a decimal point or is missing
  std::uint32_t unread_phases = 0;             ///< bit n: some event has the phase `unread_phase_letters[n]`
  bool linked_along_flows = false;             ///< some GPU work got its link numbers from flows
  bool lacks_steps_between = false;            ///< steps between those it is reduced to were left out: `keep_steps`
  std::vector<std::string> remarks;            ///< messages of the profiler (`WARNING`, `ERROR`), at most 1,000
  torch_problems problems{};

  std::string_view text(symbol id) const { return texts.text(id); }
  std::string_view name(const torch_event& e) const { return texts.text(e.name); }
  /// The process of a place; missing for what is at none.
  symbol process(std::uint32_t place) const { return known(place) ? places[place].process : missing<symbol>; }
  /// The position of a place in a list by place, whose last entry is for what is at none.
  std::size_t slot_of(std::uint32_t place) const { return known(place) ? place : places.size(); }

  /// The arguments of an event; null if it has none or is of another category.
  const op_arguments* op(const torch_event& e) const { return in(ops, e, torch_table::ops); }
  /// The same, with none of them known for an event that has none.
  const op_arguments& arguments(const torch_event& e) const {
    static constexpr op_arguments none{};
    const op_arguments* const given = op(e);
    return given != nullptr ? *given : none;
  }
  const launch_arguments* launch(const torch_event& e) const { return in(launches, e, torch_table::launches); }
  const gpu_arguments* gpu(const torch_event& e) const { return in(gpus, e, torch_table::gpus); }
  /// The stream of GPU work; missing if it is not given.
  std::int64_t stream(const torch_event& e) const {
    const gpu_arguments* g = gpu(e);
    return g != nullptr ? g->stream : missing<std::int64_t>;
  }
  const collective_arguments* collective(const torch_event& e) const {
    const gpu_arguments* g = gpu(e);
    return g != nullptr && known(g->collective) ? &collectives[g->collective] : nullptr;
  }
  /// The graph node of an event of this trace; null if it has none.
  const torch_graph_node* graph_node(const torch_event& e) const;
  /// The device with the most GPU time, or the first one if that is unknown; null if no device is listed.
  const torch_device* busiest_device() const;
  /// Another device, of a different name, that also ran GPU work; null if there is none.
  const torch_device* other_device() const;
  symbol label(const torch_event& e) const {
    const symbol* found = in(labels, e, torch_table::labels);
    return found != nullptr ? *found : missing<symbol>;
  }

  /// The doubles that a JSON reader makes of the event's start and length, in microseconds. `parity` computes with
  /// them, and sheets of individual kernels print them.
  double start_us(const torch_event& e) const { return file_times.empty() ? e.start.in(us) : file_time_of(e).start_us; }
  double length_us(const torch_event& e) const {
    return file_times.empty() ? e.time.in(us) : file_time_of(e).length_us;
  }

 private:
  std::vector<duration> time_by_device() const;
  torch_file_time file_time_of(const torch_event& e) const;
  template <class T>
  static const T* in(const std::vector<T>& table, const torch_event& e, torch_table which) {
    return table_of(e) == which && known(e.args) ? &table[e.args] : nullptr;
  }
};

/// What of a trace is missing in unknown places: the rest of a file that is cut or, if they are at least two and 0.1 %
/// of the events, events that could not be read or that the profiler dropped.
lost_part lost_part_of(const torch_trace& trace);

/// How many records the profiler says that it dropped; a remark without a number counts as one.
std::uint64_t dropped_records(const torch_trace& trace);

/// Whether at least half of the spans with a category have one that PyTorch's profiler does not write, so that its
/// options do not decide what such a trace holds.
bool of_other_profilers(const torch_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_TRACE_HPP
