#ifndef RIDGELINE_TORCH_RECORD_TRACE_HPP
#define RIDGELINE_TORCH_RECORD_TRACE_HPP

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/torch/record/event.hpp>
#include <ridgeline/torch/record/problem.hpp>

namespace ridgeline {

/// A GPU that the traced process could see. Numbers that the trace does not give are `missing<std::int64_t>`.
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
  std::vector<std::int64_t> ranks{};
};

/// Where the traced process stood among its peers; `rank` is `missing<std::int64_t>` when the trace does not say.
struct torch_distributed {
  std::string backend{};
  std::int64_t rank = missing<std::int64_t>;
  std::int64_t world_size = missing<std::int64_t>;
  std::vector<torch_group> groups{};
};

/// Start and length of an event as doubles of microseconds, where the whole nanoseconds of the event do not give them:
/// stamps with more than three decimals. Missing where the event has none.
struct torch_file_time {
  std::uint32_t event = missing<std::uint32_t>;
  double start_us = missing<double>;
  double length_us = missing<double>;
};

/// What an event says that only the critical path asks for: of waits, and of spans of the GPU that are no work.
struct torch_event_details {
  std::uint32_t event = missing<std::uint32_t>;
  symbol category = missing<symbol>;                   ///< as the file spells it, where it is not known or spelled anew
  std::int64_t stream = missing<std::int64_t>;         ///< of GPU work: in its arguments
  std::int64_t device = missing<std::int64_t>;
  std::int64_t wait_stream = missing<std::int64_t>;    ///< `wait_on_stream`
  std::int64_t wait_record = missing<std::int64_t>;    ///< `wait_on_cuda_event_record_corr_id`
  double bandwidth = missing<double>;                  ///< `memory bandwidth (GB/s)`
};

/// The node of a graph that GPU work ran for, or that a captured call became; of events that say so, 16 bytes each.
struct torch_graph_node {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t graph = missing<std::uint32_t>;  ///< `graph id`
  std::uint64_t node = 0;                        ///< `graph node id`; CUDA's has its graph in the upper half
};

/// What was made of spans with a device and a stream whose category is not known.
enum class unknown_work_use : std::uint8_t {
  none,         ///< no sheet has them
  as_kernels,   ///< taken for kernels, as the trace has none
  no_work       ///< they are marks, ranges or waits
};

/// Spans with a device and a stream whose category is not known.
struct torch_unknown_work {
  symbol category = missing<symbol>;
  std::uint64_t count = 0;
  duration time{};   ///< of all of them, those that ran at once each for itself; at most what a duration can hold
  unknown_work_use use = unknown_work_use::none;

  void add(std::uint64_t more, duration longer) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    count += more;
    time = duration::of(time.base() > most - longer.base() ? most : time.base() + longer.base());
  }
};

/// Where the entry of a category stands in the list; it is added, with that use, where there is none.
std::size_t unknown_work_of(std::vector<torch_unknown_work>& list, symbol category, unknown_work_use use);

/// A host event that says what a collective below it does: an op with the arguments of a collective
/// (`record_param_comms`), an `nccl:` annotation, or `c10d::alltoall_base_`, whose shapes begin with the output.
struct torch_announcement {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t collective = missing<std::uint32_t>;  ///< index to `collectives`
  symbol dims = missing<symbol>;                      ///< JSON texts, as of an op
  symbol types = missing<symbol>;
};

/// Events in file order, with the arguments that reports read in tables beside them. Texts and places are numbers in
/// lists of whoever holds the records.
struct torch_trace_lists {
  std::vector<torch_event> events;
  std::vector<op_arguments> ops;
  std::vector<launch_arguments> launches;
  std::vector<gpu_arguments> gpus;
  std::vector<collective_arguments> collectives;
  std::vector<symbol> labels;                       ///< the value of a metadata event: a name, a label, a sort index
  std::vector<torch_file_time> file_times;          ///< by event; of the few that need an entry
  std::vector<torch_event_details> details;         ///< by event; of those that have any
  std::vector<torch_graph_node> graph_nodes;        ///< by event; of those that have any
  std::vector<torch_announcement> announcements;    ///< by event
  std::vector<torch_unknown_work> unknown_work;     ///< each category once, by first appearance
};

/// A whole trace: its records, and what was wrong with them.
/// The free `metadata` object of the file is never read into it: it can hold an environment, passwords included.
struct torch_trace : torch_trace_lists {
  std::vector<torch_place> places{};
  symbol_pool texts{};
  std::vector<torch_device> devices{};
  torch_distributed distributed{};
  std::int64_t base_time = 0;                  ///< `baseTimeNanoseconds`: from 1970 to the zero of the stamps
  bool fractional_stamps = false;              ///< some event's stamp has a decimal point, or none
  bool linked_along_flows = false;             ///< GPU work has numbers that its flows gave it
  std::vector<std::string> remarks{};          ///< what the profiler logged (`WARNING`, `ERROR`), at most 1,000 texts
  torch_problems problems{};

  std::string_view text(symbol id) const { return texts.text(id); }
  std::string_view name(const torch_event& e) const { return texts.text(e.name); }

  /// The arguments of an event; null when it has none or is of another category.
  const op_arguments* op(const torch_event& e) const { return in(ops, e, torch_table::ops); }
  const launch_arguments* launch(const torch_event& e) const { return in(launches, e, torch_table::launches); }
  const gpu_arguments* gpu(const torch_event& e) const { return in(gpus, e, torch_table::gpus); }
  const collective_arguments* collective(const torch_event& e) const {
    const gpu_arguments* g = gpu(e);
    return g != nullptr && known(g->collective) ? &collectives[g->collective] : nullptr;
  }
  /// The node of a graph that an event of this trace belongs to; null for others.
  const torch_graph_node* graph_node(const torch_event& e) const;
  /// The device that the most GPU time ran on, the first one where it is not told; null where none is listed.
  const torch_device* busiest_device() const;
  /// One of another name that GPU work ran on as well; null where there is none.
  const torch_device* other_device() const;
  symbol label(const torch_event& e) const {
    const symbol* found = in(labels, e, torch_table::labels);
    return found != nullptr ? *found : missing<symbol>;
  }

  /// The double that a reader of JSON makes of the event's start and length, in microseconds: what `parity` counts
  /// with, and what sheets of single kernels print.
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

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_TRACE_HPP
