#ifndef RIDGELINE_TORCH_READ_KINETO_GATHERING_HPP
#define RIDGELINE_TORCH_READ_KINETO_GATHERING_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/read/kineto_beside.hpp>
#include <ridgeline/torch/read/kineto_habits.hpp>

namespace ridgeline::torch_detail {

/// The result of reading one stretch of the file: its records, and the texts and places new to its reader.
struct kineto_stretch {
  torch_trace_lists records{};
  std::vector<std::string_view> texts{};  ///< views into the reader's pool
  std::vector<torch_place> places{};
  std::string devices{}, distributed{}, base_time{}, warnings{}, errors{};  ///< JSON from outside the events
};

/// Room for a list that has `count` entries after `part` (0 to 1) of a file. Kernels take fewer bytes than the ops that
/// most traces begin with, so half as much again as that part suggests: address space that is never written to costs
/// nothing, while moving a list to a larger place costs as many new pages as it has.
inline std::size_t likely_count(std::size_t count, double part) {
  return static_cast<std::size_t>(static_cast<double>(count) / std::max(part, 1e-3) * 1.5);
}

/// Moves what a reader has in its piece to a stretch, and takes the stretch's empty lists in return.
class kineto_hand_over {
 public:
  void operator()(kineto_piece& from, kineto_stretch& to) {
    std::swap(static_cast<torch_trace_lists&>(from), to.records);
    to.texts.clear();
    for (; texts_ < from.texts.bound(); ++texts_)
      to.texts.push_back(from.texts.text(symbol{static_cast<std::uint32_t>(texts_)}));
    to.places.assign(from.places.begin() + static_cast<std::ptrdiff_t>(places_), from.places.end());
    places_ = from.places.size();
  }

 private:
  std::size_t texts_ = 1, places_ = 0;  ///< number handed over so far
};

/// Maps one reader's numbers of texts and places to those of the trace.
struct kineto_numbers {
  std::vector<symbol> texts{missing<symbol>};
  std::vector<std::uint32_t> places;
  symbol operator()(symbol id) const { return texts[index_of(id)]; }
};

/// Appends a list to another, each entry transformed by `changed`.
template <class T, class Change>
void append_list(const std::vector<T>& from, std::vector<T>& to, Change changed) {
  for (const T& value : from) to.push_back(changed(value));
}

/// Builds a trace from stretches that arrive in file order. Texts and places are numbered by first appearance in the
/// file, whichever reader found them.
class kineto_gathering {
 public:
  /// `part`: the fraction of the file read up to the end of this stretch, 0 to 1.
  void add(const kineto_stretch& s, kineto_numbers& numbers, double part) {
    number(s, numbers);
    const auto room = [&](auto& list, const auto& more) { make_room(list, more.size(), part); };
    const torch_trace_lists& from = s.records;
    room(trace_.events, from.events);
    room(trace_.ops, from.ops);
    room(trace_.launches, from.launches);
    room(trace_.gpus, from.gpus);
    add_events(from, numbers);
    add_arguments(from, numbers);
    add_unknown_work(from, numbers);
    take_remarks(trace_, s.devices, s.distributed, s.warnings, s.errors, s.base_time);
  }

  /// Returns the trace once everything in `pieces` has been added, with peculiarities of other writers repaired. A
  /// single piece may still hold its records, as their places and numbers are already final. `lines`: the file is just
  /// events, one after the other, which need no commas.
  torch_trace take(const std::vector<kineto_piece*>& pieces, bool lines) {
    kineto_habits habits;
    for (const kineto_piece* p : pieces) {
      trace_.problems = merge(trace_.problems, p->problems);
      trace_.fractional_stamps = trace_.fractional_stamps || p->fractional_stamps;
      trace_.unread_phases |= p->unread_phases;
      habits.add(p->habits);
    }
    if (pieces.size() == 1 && trace_.events.empty()) {
      kineto_piece& p = *pieces.front();
      static_cast<torch_trace_lists&>(trace_) = std::move(p);
      trace_.places = std::move(p.places), trace_.texts = std::move(p.texts);
    }
    if (lines) trace_.problems.take_back(torch_problem::commas, trace_.problems[torch_problem::commas].count);
    mend_habits(trace_, habits);
    return std::move(trace_);
  }

 private:
  /// Grows a list if the first part of the file had fewer entries than the rest: by at least an eighth, but no more
  /// than the remaining file is likely to need.
  template <class T>
  static void make_room(std::vector<T>& list, std::size_t more, double part) {
    const std::size_t wanted = list.size() + more;
    if (wanted > list.capacity())
      list.reserve(std::max(list.capacity() + list.capacity() / 8, likely_count(wanted, part)));
  }

  void number(const kineto_stretch& s, kineto_numbers& numbers) {
    for (const std::string_view text : s.texts) numbers.texts.push_back(trace_.texts.keep(text));
    for (const torch_place& p : s.places) {
      const torch_place place{numbers(p.process), numbers(p.thread)};
      const std::uint32_t n = place_numbers_.number(key_of(place));
      if (n == trace_.places.size()) trace_.places.push_back(place);
      numbers.places.push_back(n);
    }
  }

  void add_events(const torch_trace_lists& from, const kineto_numbers& numbers) {
    // by `torch_table`
    const std::size_t to[] = {0, trace_.ops.size(), trace_.launches.size(), trace_.gpus.size(), trace_.labels.size()};
    first_event_ = trace_.events.size();
    append_list(from.events, trace_.events, [&](torch_event e) {
      e.name = numbers(e.name);
      if (known(e.place)) e.place = numbers.places[e.place];
      e.args = moved(e.args, to[static_cast<std::size_t>(table_of(e))]);
      return e;
    });
  }

  void add_arguments(const torch_trace_lists& from, const kineto_numbers& numbers) {
    const std::size_t first_collective = trace_.collectives.size();
    append_list(from.ops, trace_.ops, [&](op_arguments o) {
      for (symbol* id : {&o.input_dims, &o.input_types, &o.input_strides, &o.concrete_inputs, &o.kernel_file})
        *id = numbers(*id);
      return o;
    });
    append_list(from.launches, trace_.launches, [&](const launch_arguments& l) {
      return launch_arguments{numbers(l.grid), numbers(l.block), numbers(l.kernel)};
    });
    append_list(from.gpus, trace_.gpus, [&](gpu_arguments g) {
      g.grid = numbers(g.grid);
      g.block = numbers(g.block);
      g.collective = moved(g.collective, first_collective);
      return g;
    });
    append_list(from.collectives, trace_.collectives, [&](collective_arguments c) {
      for (symbol* id : {&c.name, &c.dtype, &c.group_name, &c.group_ranks, &c.in_split, &c.out_split})
        *id = numbers(*id);
      return c;
    });
    append_list(from.labels, trace_.labels, numbers);
    append_list(from.file_times, trace_.file_times, [&](torch_file_time t) {
      t.event = moved(t.event, first_event_);
      return t;
    });
    append_list(from.details, trace_.details, [&](torch_event_details d) {
      d.event = moved(d.event, first_event_);
      d.category = numbers(d.category);
      return d;
    });
    append_list(from.graph_nodes, trace_.graph_nodes, [&](torch_graph_node n) {
      n.event = moved(n.event, first_event_);
      return n;
    });
    append_list(from.announcements, trace_.announcements, [&](const torch_announcement& n) {
      return torch_announcement{moved(n.event, first_event_), moved(n.collective, first_collective), numbers(n.dims),
                                numbers(n.types)};
    });
  }

  void add_unknown_work(const torch_trace_lists& from, const kineto_numbers& numbers) {
    for (const torch_unknown_work& u : from.unknown_work) {
      const std::size_t at = unknown_work_of(trace_.unknown_work, numbers(u.category), u.use);
      trace_.unknown_work[at].add(u.count, u.time);
    }
  }

  /// Shifts the index of a record in its stretch, whose first record is at `at`.
  static std::uint32_t moved(std::uint32_t index, std::size_t at) {
    return !known(index) ? index : static_cast<std::uint32_t>(index + at);
  }

  torch_trace trace_{};
  distinct<std::uint64_t> place_numbers_{};
  std::size_t first_event_ = 0;
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_GATHERING_HPP
