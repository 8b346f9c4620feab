#ifndef RIDGELINE_TORCH_READ_KINETO_MERGE_HPP
#define RIDGELINE_TORCH_READ_KINETO_MERGE_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/kineto_habits.hpp>
#include <ridgeline/torch/read/kineto_piece.hpp>

namespace ridgeline::torch_detail {

/// How much a piece holds of everything.
struct kineto_extent {
  std::size_t events = 0, ops = 0, launches = 0, gpus = 0, collectives = 0, labels = 0, file_times = 0, details = 0,
              announcements = 0, places = 0, texts = 1;

  static kineto_extent of(const kineto_piece& p) {
    return {p.events.size(), p.ops.size(),        p.launches.size(), p.gpus.size(),          p.collectives.size(),
            p.labels.size(), p.file_times.size(), p.details.size(),  p.announcements.size(), p.places.size(),
            p.texts.bound()};
  }
};

/// What a stretch of the file became: a part of what a piece holds.
struct kineto_part {
  std::size_t piece = 0;
  kineto_extent first{}, last{};
  std::vector<torch_unknown_work> unknown_work{};
};

/// What the numbers of texts and places of one piece become in the trace.
struct kineto_numbers {
  std::vector<symbol> texts{};
  std::vector<std::uint32_t> places{};
  symbol operator()(symbol id) const { return texts[index_of(id)]; }
};

/// Numbers the texts and the places of all pieces by their first appearance in the file.
inline std::vector<kineto_numbers> number_kineto(const std::vector<kineto_piece*>& pieces,
                                                 const std::vector<kineto_part>& parts, torch_trace& trace) {
  std::vector<kineto_numbers> numbers(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    numbers[i].texts.resize(pieces[i]->texts.bound());
    numbers[i].places.resize(pieces[i]->places.size());
    trace.problems = merge(trace.problems, pieces[i]->problems);
    trace.fractional_stamps = trace.fractional_stamps || pieces[i]->fractional_stamps;
  }
  symbol_pool place_keys;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const kineto_part& part = parts[i];
    kineto_piece& p = *pieces[part.piece];
    kineto_numbers& n = numbers[part.piece];
    // the texts of a piece are in the order of its parts: where it is the only one, and where the first part is all of
    // it, they have their numbers
    const bool numbered = pieces.size() == 1 || (i == 0 && part.last.texts == n.texts.size());
    for (std::size_t id = part.first.texts; id < part.last.texts; ++id) {
      const symbol local{static_cast<std::uint32_t>(id)};
      n.texts[id] = numbered ? local : trace.texts.keep(p.texts.text(local));
    }
    if (numbered && i == 0) trace.texts = std::move(p.texts);
    for (std::size_t k = part.first.places; k < part.last.places; ++k) {
      const torch_place place{n(p.places[k].process), n(p.places[k].thread)};
      const std::uint64_t key =
          static_cast<std::uint64_t>(place.process) << 32 | static_cast<std::uint64_t>(place.thread);
      const symbol id = place_keys.keep({reinterpret_cast<const char*>(&key), sizeof key});
      if (index_of(id) > trace.places.size()) trace.places.push_back(place);
      n.places[k] = static_cast<std::uint32_t>(index_of(id) - 1);
    }
    for (const torch_unknown_work& u : part.unknown_work) {
      const symbol category = n(u.category);
      const auto same = [&](const torch_unknown_work& other) { return other.category == category; };
      auto at = std::find_if(trace.unknown_work.begin(), trace.unknown_work.end(), same);
      if (at == trace.unknown_work.end()) at = trace.unknown_work.insert(at, {category, 0, duration()});
      at->add(u.count, u.time);
    }
  }
  return numbers;
}

/// Copies a stretch of a list, each entry as `changed` gives it.
template <class T, class Change>
void move_list(const std::vector<T>& from, std::size_t first, std::size_t last, std::vector<T>& to, std::size_t at,
               Change changed) {
  for (; first != last; ++first, ++at) to[at] = changed(from[first]);
}

/// What the index of a record becomes where the first of its part moves from `first` to `at`.
inline std::uint32_t moved(std::uint32_t index, std::size_t first, std::size_t at) {
  return !known(index) ? missing<std::uint32_t> : static_cast<std::uint32_t>(index - first + at);
}

/// Copies the events of one part to their places in the trace, which begin at `to`, with the trace's numbers.
inline void move_events(const kineto_piece& p, const kineto_part& part, const kineto_numbers& numbers,
                        const kineto_extent& to, torch_trace& trace) {
  const kineto_extent &a = part.first, &b = part.last;
  move_list(p.events, a.events, b.events, trace.events, to.events, [&](torch_event e) {
    e.name = numbers(e.name);
    if (known(e.place)) e.place = numbers.places[e.place];
    switch (table_of(e)) {
      case torch_table::ops: e.args = moved(e.args, a.ops, to.ops); break;
      case torch_table::launches: e.args = moved(e.args, a.launches, to.launches); break;
      case torch_table::gpus: e.args = moved(e.args, a.gpus, to.gpus); break;
      default: e.args = moved(e.args, a.labels, to.labels);
    }
    return e;
  });
}

/// The same of its arguments, and of what else it says of events.
inline void move_arguments(const kineto_piece& p, const kineto_part& part, const kineto_numbers& numbers,
                           const kineto_extent& to, torch_trace& trace) {
  const kineto_extent &a = part.first, &b = part.last;
  const auto event_moved = [&](std::uint32_t event) { return moved(event, a.events, to.events); };
  const auto collective_moved = [&](std::uint32_t index) { return moved(index, a.collectives, to.collectives); };
  move_list(p.ops, a.ops, b.ops, trace.ops, to.ops, [&](op_arguments o) {
    for (symbol* id : {&o.input_dims, &o.input_types, &o.input_strides, &o.concrete_inputs, &o.kernel_file})
      *id = numbers(*id);
    return o;
  });
  move_list(p.launches, a.launches, b.launches, trace.launches, to.launches, [&](const launch_arguments& l) {
    return launch_arguments{numbers(l.grid), numbers(l.block), numbers(l.kernel)};
  });
  move_list(p.gpus, a.gpus, b.gpus, trace.gpus, to.gpus, [&](gpu_arguments g) {
    g.grid = numbers(g.grid);
    g.block = numbers(g.block);
    g.collective = collective_moved(g.collective);
    return g;
  });
  move_list(p.collectives, a.collectives, b.collectives, trace.collectives, to.collectives,
            [&](collective_arguments c) {
              for (symbol* id : {&c.name, &c.dtype, &c.group_name, &c.group_ranks, &c.in_split, &c.out_split})
                *id = numbers(*id);
              return c;
            });
  move_list(p.labels, a.labels, b.labels, trace.labels, to.labels, numbers);
  move_list(p.file_times, a.file_times, b.file_times, trace.file_times, to.file_times, [&](torch_file_time t) {
    t.event = event_moved(t.event);
    return t;
  });
  move_list(p.details, a.details, b.details, trace.details, to.details, [&](torch_event_details d) {
    d.event = event_moved(d.event);
    d.category = numbers(d.category);
    return d;
  });
  move_list(p.announcements, a.announcements, b.announcements, trace.announcements, to.announcements,
            [&](const torch_announcement& n) {
              return torch_announcement{event_moved(n.event), collective_moved(n.collective), numbers(n.dims),
                                        numbers(n.types)};
            });
}

/// One trace of the parts, which are in file order, as it was read.
inline torch_trace join_kineto(const std::vector<kineto_piece*>& pieces, const std::vector<kineto_part>& parts,
                                unsigned threads) {
  torch_trace trace;
  const std::vector<kineto_numbers> numbers = number_kineto(pieces, parts, trace);
  if (pieces.size() == 1) {  // all of it has its place and its numbers
    kineto_piece& p = *pieces.front();
    trace.events = std::move(p.events);
    trace.ops = std::move(p.ops);
    trace.launches = std::move(p.launches);
    trace.gpus = std::move(p.gpus);
    trace.collectives = std::move(p.collectives);
    trace.labels = std::move(p.labels);
    trace.file_times = std::move(p.file_times);
    trace.details = std::move(p.details);
    trace.announcements = std::move(p.announcements);
    return trace;
  }
  std::vector<kineto_extent> to(parts.size());
  kineto_extent next;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    to[i] = next;
    const kineto_extent &a = parts[i].first, &b = parts[i].last;
    for (const auto list : {&kineto_extent::events, &kineto_extent::ops, &kineto_extent::launches, &kineto_extent::gpus,
                            &kineto_extent::collectives, &kineto_extent::labels, &kineto_extent::file_times,
                            &kineto_extent::details, &kineto_extent::announcements})
      next.*list += b.*list - a.*list;
  }
  trace.events.resize(next.events);
  parallel_for(parts.size(), threads, [&](std::size_t i, unsigned) {
    move_events(*pieces[parts[i].piece], parts[i], numbers[parts[i].piece], to[i], trace);
  });
  for (kineto_piece* p : pieces) p->events = {};  // their memory is that of the next lists
  trace.ops.resize(next.ops);
  trace.launches.resize(next.launches);
  trace.gpus.resize(next.gpus);
  trace.collectives.resize(next.collectives);
  trace.labels.resize(next.labels);
  trace.file_times.resize(next.file_times);
  trace.details.resize(next.details);
  trace.announcements.resize(next.announcements);
  parallel_for(parts.size(), threads, [&](std::size_t i, unsigned) {
    move_arguments(*pieces[parts[i].piece], parts[i], numbers[parts[i].piece], to[i], trace);
  });
  return trace;
}

/// One trace of the parts, which are in file order, with what other writers do mended.
inline torch_trace merge_kineto(const std::vector<kineto_piece*>& pieces, const std::vector<kineto_part>& parts,
                                unsigned threads) {
  kineto_habits habits;
  for (const kineto_piece* p : pieces) habits.add(p->habits);
  torch_trace trace = join_kineto(pieces, parts, threads);
  mend_habits(trace, habits);
  return trace;
}

/// The same of readers that each read a stretch of their own.
inline torch_trace merge_kineto(std::vector<kineto_piece_reader>& readers, unsigned threads) {
  std::vector<kineto_piece*> pieces;
  std::vector<kineto_part> parts;
  for (kineto_piece_reader& r : readers) {
    parts.push_back({pieces.size(), {}, kineto_extent::of(r.out()), r.out().unknown_work});
    pieces.push_back(&r.out());
  }
  return merge_kineto(pieces, parts, threads);
}

/// The number at the front of `path` and what follows its slash: `0/name` gives 0 and `name`.
inline bool take_position(std::string_view& path, std::size_t& position) {
  const auto [stop, error] = std::from_chars(path.data(), path.data() + path.size(), position);
  if (error != std::errc{}) return false;
  path.remove_prefix(static_cast<std::size_t>(stop - path.data()));
  if (!path.empty()) path.remove_prefix(1);
  return true;
}

/// `deviceProperties`; what cannot be read is left out.
inline void read_devices(std::string_view json, std::vector<torch_device>& devices) {
  if (json.empty()) return;
  static_cast<void>(read_json(json, [&](std::string_view path, const json_leaf& v) {
    std::size_t i = 0;
    if (!path.starts_with('/')) return;
    path.remove_prefix(1);
    if (!take_position(path, i)) return;
    if (v.is == json_leaf::kind::object && path.empty()) devices.emplace_back();
    if (devices.empty()) return;
    torch_device& d = devices.back();
    if (path == "name" && v.is == json_leaf::kind::text) d.name = v.text;
    if (v.is != json_leaf::kind::whole) return;
    if (path == "id") d.id = v.whole;
    if (path == "totalGlobalMem") d.memory = v.whole;
    if (path == "numSms") d.multiprocessors = v.whole;
    if (path == "warpSize") d.warp_size = v.whole;
    if (path == "computeMajor") d.major = v.whole;
    if (path == "computeMinor") d.minor = v.whole;
  }));
}

/// `distributedInfo`; what cannot be read is left out.
inline void read_distributed(std::string_view json, torch_distributed& to) {
  if (json.empty()) return;
  static_cast<void>(read_json(json, [&](std::string_view path, const json_leaf& v) {
    const bool whole = v.is == json_leaf::kind::whole;
    if (path == "/backend" && v.is == json_leaf::kind::text) to.backend = v.text;
    if (path == "/rank" && whole) to.rank = v.whole;
    if (path == "/world_size" && whole) to.world_size = v.whole;
    constexpr std::string_view groups = "/pg_config/";
    std::size_t i = 0;
    if (!path.starts_with(groups)) return;
    path.remove_prefix(groups.size());
    if (!take_position(path, i)) return;
    if (v.is == json_leaf::kind::object && path.empty()) to.groups.emplace_back();
    if (to.groups.empty()) return;
    torch_group& g = to.groups.back();
    if (path == "pg_name" && v.is == json_leaf::kind::text) g.name = v.text;
    if (path == "pg_desc" && v.is == json_leaf::kind::text) g.description = v.text;
    if (path == "pg_size" && whole) g.size = v.whole;
    if (path.starts_with("ranks/") && whole) g.ranks.push_back(v.whole);
  }));
}

/// `WARNING` or `ERROR` of the document: a list of texts, or one.
inline void read_remarks(std::string_view json, std::vector<std::string>& to) {
  constexpr std::size_t most = 1000;
  if (json.empty()) return;
  static_cast<void>(read_json(json, [&](std::string_view, const json_leaf& v) {
    if (v.is == json_leaf::kind::text && to.size() < most) to.emplace_back(v.text);
  }));
}

/// What stands beside the events, as JSON; empty where it does not stand there.
inline void take_remarks(torch_trace& trace, std::string_view devices, std::string_view distributed,
                         std::string_view warnings, std::string_view errors, std::string_view base_time) {
  read_devices(devices, trace.devices);
  read_distributed(distributed, trace.distributed);
  read_remarks(warnings, trace.remarks);
  read_remarks(errors, trace.remarks);
  if (const std::optional<std::int64_t> base = to_int(base_time)) trace.base_time = *base;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_MERGE_HPP
