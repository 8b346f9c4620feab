#ifndef RIDGELINE_TORCH_READ_KINETO_MERGE_HPP
#define RIDGELINE_TORCH_READ_KINETO_MERGE_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/torch/read/kineto_piece.hpp>

namespace ridgeline::torch_detail {

/// Where the records of one piece go in the trace, and what its numbers become there.
struct kineto_shift {
  std::size_t events = 0, ops = 0, launches = 0, gpus = 0, collectives = 0, labels = 0, file_times = 0, details = 0,
              announcements = 0;
  std::vector<symbol> texts{};
  std::vector<std::uint32_t> places{};

  symbol operator()(symbol id) const { return texts[index_of(id)]; }
  static std::uint32_t moved(std::uint32_t index, std::size_t by) {
    return !known(index) ? missing<std::uint32_t> : index + static_cast<std::uint32_t>(by);
  }
};

/// Numbers the texts of all pieces by their first appearance in the file, and the places as well.
inline std::vector<kineto_shift> number_kineto(std::vector<kineto_piece_reader>& pieces, torch_trace& trace) {
  std::vector<kineto_shift> shifts(pieces.size());
  symbol_pool place_keys;
  kineto_shift next;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    kineto_piece& p = pieces[i].out();
    shifts[i] = next;
    shifts[i].texts.resize(p.texts.bound());
    for (std::size_t id = 1; id < p.texts.bound(); ++id)
      shifts[i].texts[id] = i == 0 ? symbol{static_cast<std::uint32_t>(id)}
                                  : trace.texts.keep(p.texts.text(symbol{static_cast<std::uint32_t>(id)}));
    if (i == 0) trace.texts = std::move(p.texts);
    for (const torch_place& local : p.places) {
      const torch_place place{shifts[i](local.process), shifts[i](local.thread)};
      const std::uint64_t key =
          static_cast<std::uint64_t>(place.process) << 32 | static_cast<std::uint64_t>(place.thread);
      const symbol id = place_keys.keep({reinterpret_cast<const char*>(&key), sizeof key});
      if (index_of(id) > trace.places.size()) trace.places.push_back(place);
      shifts[i].places.push_back(static_cast<std::uint32_t>(index_of(id) - 1));
    }
    trace.problems = merge(trace.problems, p.problems);
    for (const torch_unknown_work& u : p.unknown_work) {
      const symbol category = shifts[i](u.category);
      const auto same = [&](const torch_unknown_work& other) { return other.category == category; };
      auto at = std::find_if(trace.unknown_work.begin(), trace.unknown_work.end(), same);
      if (at == trace.unknown_work.end()) at = trace.unknown_work.insert(at, {category, 0, duration()});
      at->add(u.count, u.time);
    }
    next.events += p.events.size();
    next.ops += p.ops.size();
    next.launches += p.launches.size();
    next.gpus += p.gpus.size();
    next.collectives += p.collectives.size();
    next.labels += p.labels.size();
    next.file_times += p.file_times.size();
    next.details += p.details.size();
    trace.fractional_stamps = trace.fractional_stamps || p.fractional_stamps;
    next.announcements += p.announcements.size();
  }
  trace.events.resize(next.events);
  trace.ops.resize(next.ops);
  trace.launches.resize(next.launches);
  trace.gpus.resize(next.gpus);
  trace.collectives.resize(next.collectives);
  trace.labels.resize(next.labels);
  trace.file_times.resize(next.file_times);
  trace.details.resize(next.details);
  trace.announcements.resize(next.announcements);
  return shifts;
}

/// Copies the records of one piece to their places in the trace, with the trace's numbers.
inline void move_kineto(kineto_piece& p, const kineto_shift& to, torch_trace& trace) {
  for (std::size_t i = 0; i < p.events.size(); ++i) {
    torch_event e = p.events[i];
    e.name = to(e.name);
    if (known(e.place)) e.place = to.places[e.place];
    const torch_table table = table_of(e);
    const std::size_t by = table == torch_table::ops        ? to.ops
                           : table == torch_table::launches ? to.launches
                           : table == torch_table::gpus     ? to.gpus
                                                            : to.labels;
    e.args = kineto_shift::moved(e.args, by);
    trace.events[to.events + i] = e;
  }
  for (std::size_t i = 0; i < p.ops.size(); ++i) {
    op_arguments a = p.ops[i];
    for (symbol* id : {&a.input_dims, &a.input_types, &a.input_strides, &a.concrete_inputs, &a.kernel_file})
      *id = to(*id);
    trace.ops[to.ops + i] = a;
  }
  for (std::size_t i = 0; i < p.launches.size(); ++i)
    trace.launches[to.launches + i] = {to(p.launches[i].grid), to(p.launches[i].block), to(p.launches[i].kernel)};
  for (std::size_t i = 0; i < p.gpus.size(); ++i) {
    gpu_arguments a = p.gpus[i];
    a.grid = to(a.grid);
    a.block = to(a.block);
    a.collective = kineto_shift::moved(a.collective, to.collectives);
    trace.gpus[to.gpus + i] = a;
  }
  for (std::size_t i = 0; i < p.collectives.size(); ++i) {
    collective_arguments a = p.collectives[i];
    for (symbol* id : {&a.name, &a.dtype, &a.group_name, &a.group_ranks, &a.in_split, &a.out_split}) *id = to(*id);
    trace.collectives[to.collectives + i] = a;
  }
  for (std::size_t i = 0; i < p.labels.size(); ++i) trace.labels[to.labels + i] = to(p.labels[i]);
  for (std::size_t i = 0; i < p.file_times.size(); ++i) {
    torch_file_time t = p.file_times[i];
    t.event = kineto_shift::moved(t.event, to.events);
    trace.file_times[to.file_times + i] = t;
  }
  for (std::size_t i = 0; i < p.details.size(); ++i) {
    torch_event_details d = p.details[i];
    d.event = kineto_shift::moved(d.event, to.events);
    d.category = to(d.category);
    trace.details[to.details + i] = d;
  }
  for (std::size_t i = 0; i < p.announcements.size(); ++i) {
    const torch_announcement& a = p.announcements[i];
    trace.announcements[to.announcements + i] = {kineto_shift::moved(a.event, to.events),
                                                 kineto_shift::moved(a.collective, to.collectives), to(a.dims),
                                                 to(a.types)};
  }
  p = {};
}

/// One trace of all pieces, in file order.
inline torch_trace merge_kineto(std::vector<kineto_piece_reader>& pieces, unsigned threads) {
  torch_trace trace;
  const std::vector<kineto_shift> shifts = number_kineto(pieces, trace);
  parallel_for(pieces.size(), threads,
               [&](std::size_t i, unsigned) { move_kineto(pieces[i].out(), shifts[i], trace); });
  return trace;
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

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_MERGE_HPP
