#ifndef RIDGELINE_RANKS_SHEET_RANK_CALLS_HPP
#define RIDGELINE_RANKS_SHEET_RANK_CALLS_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/gpu_spans.hpp>
#include <ridgeline/ranks/exchanges.hpp>
#include <ridgeline/ranks/sheet/details.hpp>
#include <ridgeline/ranks/sheet/launch_order.hpp>
#include <ridgeline/timeline/covered_time.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/record/step_names.hpp>
#include <ridgeline/torch/step/serving_step.hpp>
#include <ridgeline/torch/step/step_finder.hpp>
#include <ridgeline/torch/tree/announcements.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

/// Extracts a rank's collectives and steps from its trace, whatever the library and its version. Internal: included
/// by body files only.
namespace ridgeline::ranks_detail {

using torch_detail::announcement_finder;

/// The time line of some GPU events, with fills counted as copies, since both move data.
inline gpu_timeline rank_timeline_of(const call_tree& tree, std::span<const std::uint32_t> events) {
  gpu_spans<std::int64_t> spans;
  for (const std::uint32_t i : events) {
    const torch_event& e = tree.trace().events[i];
    if (!e.has_span()) continue;
    const bool fill = e.category == kineto_category::gpu_memset && !tree.communicates(i);
    spans.add(fill ? gpu_lane::copy : tree.lane_of(i), {e.start.base(), e.end().base()});
  }
  return gpu_timeline_of(std::move(spans), torch_exact_clock::microseconds);
}

/// Reads the calls and steps of one rank.
class call_keeper {
 public:
  call_keeper(const torch_profile& run, rank_facts& to)
      : run_(run), trace_(run.trace()), to_(to), keep_(run.trace(), to.texts), finder_(run.trace()) {}

  void read() && {
    find_steps();
    std::vector<basic_interval<std::int64_t>> work;
    std::vector<launched_span> launched, calls;
    std::vector<std::vector<std::uint32_t>> of_step(to_.steps.size());
    const bool no_steps = to_.steps.size() == 1 && !known(to_.steps.front().number);
    find_launches();
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (!is_gpu(e.category)) continue;
      ++to_.gpu_events;
      const bool kernel = e.category == kineto_category::kernel, talks = run_.tree().communicates(i);
      if (kernel) ++to_.kernels_in_all;
      if (kernel && talks) ++to_.communication_kernels;
      if (!e.has_span()) continue;
      const torch_event* const launch = launch_of(i);
      const std::int64_t step = no_steps            ? 0
                                : launch == nullptr ? missing<std::int64_t>
                                                    : step_at(launch->start.base());
      if (known(step) && (launch != nullptr || no_steps)) of_step[static_cast<std::size_t>(step)].push_back(i);
      const basic_interval<std::int64_t> span{e.start.base(), e.end().base()};
      const launched_span at{launch == nullptr ? span.first : launch->start.base(), span};
      const gpu_lane lane = run_.tree().lane_of(i);
      if (lane != gpu_lane::communication) work.push_back(span);
      if (lane == gpu_lane::compute) launched.push_back(at);
      if (kernel && talks) call(i, launch, step), calls.push_back(at);
    }
    const covered_time worked(std::move(work));
    const launch_order order(std::move(launched));
    for (std::size_t c = 0; c < calls.size(); ++c) {
      collective_use& u = to_.collectives[c];
      u.work_at_begin = worked.until(u.begin), u.work_at_end = worked.until(u.finish());
      u.launched = order.before(calls[c]);
    }
    for (std::size_t s = 0; s < of_step.size(); ++s) finish(to_.steps[s], of_step[s], worked, order);
    for (const torch_group& g : trace_.distributed.groups) {
      // torch lists no ranks for a group that contains the whole world
      std::vector<std::int64_t> ranks = g.ranks;
      const std::int64_t world = trace_.distributed.world_size;
      if (ranks.empty() && known(world) && g.size == world && world <= most_ranks)
        for (std::int64_t r = 0; r < world; ++r) ranks.push_back(r);
      if (g.name.empty() || ranks.empty()) continue;
      to_.groups.push_back({to_.texts.number(g.name), to_.texts.number(json_list_of(ranks))});
    }
  }

 private:
  const torch_event* launch_of(std::uint32_t event) const {
    const std::uint32_t parent = run_.tree().parent_of(event);
    return known(parent) && trace_.events[parent].has_span() ? &trace_.events[parent] : nullptr;
  }

  void find_launches() {
    if (trace_.announcements.empty()) return;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i)
      if (trace_.events[i].category == kineto_category::kernel && run_.tree().communicates(i))
        if (const torch_event* const l = launch_of(i); l != nullptr) launches_.emplace_back(l->place, l->start.base());
    merge_sorted_runs(launches_, [](const auto& a, const auto& b) { return a < b; });
  }

  void find_steps() {
    constexpr std::string_view front = torch_detail::profiler_step;
    for (const torch_event& e : trace_.events) {
      if (e.category != kineto_category::user_annotation || !e.has_span()) continue;
      std::string_view name = trace_.name(e);
      if (!core_detail::take_front(name, front)) continue;
      rank_step s;
      const auto [stop, why] = std::from_chars(name.data(), name.data() + name.size(), s.number);
      if (why != std::errc{} || stop != name.data() + name.size() || s.number < 0) continue;
      s.begin = e.start.base(), s.span = e.time.base();
      to_.steps.push_back(s);
    }
    merge_sorted_runs(to_.steps, [](const rank_step& a, const rank_step& b) {
      return a.number != b.number ? a.number < b.number : a.begin < b.begin;
    });
    const auto same = [](const rank_step& a, const rank_step& b) { return a.number == b.number; };
    to_.steps.erase(std::unique(to_.steps.begin(), to_.steps.end(), same), to_.steps.end());
    if (to_.steps.empty()) number_engine_steps();
    if (to_.steps.empty()) to_.steps.emplace_back();
    for (std::uint32_t i = 0; i < to_.steps.size(); ++i)
      if (known(to_.steps[i].begin)) by_begin_.push_back({to_.steps[i].begin, i});
    merge_sorted_runs(by_begin_, [](const auto& a, const auto& b) { return a.first < b.first; });
  }
  /// The steps of a serving engine have no numbers: they get their places.
  void number_engine_steps() {
    std::vector<serving_step> steps = serving_steps_of(trace_);
    if (steps.empty()) steps = steps_by_phase();
    for (const serving_step& own : steps) {
      const torch_event& e = trace_.events[own.event];
      rank_step s;
      s.number = static_cast<std::int64_t>(to_.steps.size()), s.begin = e.start.base(), s.span = e.time.base();
      to_.steps.push_back(s);
      to_.steps_by_place = true;
    }
  }
  /// The ranges of engines whose names say a phase but not enough for a sheet `steps`, without those inside others.
  std::vector<serving_step> steps_by_phase() const {
    asked_once names_step(trace_.texts, [](std::string_view name) { return bool(parse_iteration(name)); });
    std::vector<serving_step> all, outer;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (e.category != kineto_category::user_annotation || !e.is_complete() || !names_step(e.name)) continue;
      all.emplace_back().event = i;
    }
    merge_sorted_runs(all, [&](const serving_step& a, const serving_step& b) {
      return trace_.events[a.event].start < trace_.events[b.event].start;
    });
    const step_finder finder(trace_, all);
    for (std::size_t s = 0; s < all.size(); ++s)
      if (!known(finder.around(s))) outer.push_back(all[s]);
    return outer;
  }
  std::int64_t step_at(std::int64_t time) const {
    const auto after = std::upper_bound(by_begin_.begin(), by_begin_.end(), time,
                                        [](std::int64_t t, const auto& b) { return t < b.first; });
    if (after == by_begin_.begin()) return missing<std::int64_t>;
    const rank_step& s = to_.steps[(after - 1)->second];
    return time < s.begin + s.span ? std::int64_t{(after - 1)->second} : missing<std::int64_t>;
  }
  void finish(rank_step& s, const std::vector<std::uint32_t>& events, const covered_time& worked,
              const launch_order& order) const {
    if (events.empty()) return;
    for (const std::uint32_t i : events) s.hold(trace_.events[i].start.base(), trace_.events[i].end().base());
    s.work_at_first = worked.until(s.first), s.work_at_last = worked.until(s.last);
    s.launched = order.before({known(s.begin) ? s.begin + s.span : s.last, {s.last, s.last}});
    s.timeline = times_of(rank_timeline_of(run_.tree(), events));
  }

  void call(std::uint32_t event, const torch_event* launch, std::int64_t step) {
    const torch_event& e = trace_.events[event];
    collective_use u;
    u.start = trace_.start_us(e), u.length = trace_.length_us(e);
    u.begin = e.start.base(), u.span = e.time.base();
    u.step = step;
    if (const gpu_arguments* const gpu = trace_.gpu(e)) u.stream = gpu->stream, u.device = gpu->device;
    if (const collective_arguments* const c = trace_.collective(e)) take(u, *c, metadata_source::kernel);
    if (const torch_announcement* const a = finder_.named_by(e))
      take(u, trace_.collectives[a->collective], metadata_source::record_param_comms);
    if (launch != nullptr) around(u, *launch);
    by_name(u, event);
    if (launch != nullptr && u.group == 0 && u.kind == gpu::collective_kind::unknown) batched(u, *launch);
    if (u.kind == gpu::collective_kind::alltoall && known(u.in_elements) && known(u.out_elements) &&
        u.in_elements != u.out_elements)
      u.kind = gpu::collective_kind::alltoallv;
    to_.collectives.push_back(u);
  }

  void take(collective_use& u, const collective_arguments& c, metadata_source from) {
    const bool first = u.name == 0 && known(c.name);
    const auto text = [&](std::uint32_t& to, symbol s) {
      if (to == 0) to = keep_(s);
    };
    const auto number = [](std::int64_t& to, std::int64_t n) {
      if (!known(to)) to = n;
    };
    text(u.group, c.group_name), text(u.members, c.group_ranks), text(u.type, c.dtype);
    text(u.in_split, c.in_split), text(u.out_split, c.out_split);
    if (c.group_size > 0) number(u.size, c.group_size);  // 0: not known
    number(u.in_elements, c.in_elements), number(u.out_elements, c.out_elements);
    number(u.sequence, c.sequence), number(u.source, c.source), number(u.destination, c.destination);
    if (first) name(u, keep_(c.name), from);
  }
  void name(collective_use& u, std::uint32_t text, metadata_source from) {
    const std::string_view word = to_.texts.text(text);
    u.name = text, u.from = std::min(u.from, from);
    u.kind = gpu::collective_kind_of(word);
    u.sends = word == "send", u.receives = word == "recv";
  }

  void around(collective_use& u, const torch_event& launch) {
    bool annotated = false;
    peers_in_group peers;
    finder_.around(launch.place, launch.start.base(), [&](const torch_announcement& a) {
      const torch_event& e = trace_.events[a.event];
      if (known(a.collective)) {
        take(u, trace_.collectives[a.collective], metadata_source::record_param_comms);
      } else if (e.category == kineto_category::user_annotation) {
        if (!annotated) annotation(u, a), peers = peers_in(trace_.name(e));
        annotated = true;
      } else if (annotated && !known(u.out_elements) && u.kind == gpu::collective_kind::alltoall) {
        u.out_elements = elements_in(trace_.text(a.dims), 0);
        return true;
      }
      return false;
    });
    if (known(peers.other)) take(u, peers);
  }
  /// The ranks in an annotation count within the group: by its members, in the call or described in the trace.
  void take(collective_use& u, const peers_in_group& peers) const {
    std::int64_t& to = u.sends ? u.destination : u.source;
    if (u.sends == u.receives || known(to)) return;
    std::vector<std::int64_t> members = numbers_in(to_.texts.text(u.members));
    for (const torch_group& g : trace_.distributed.groups)
      if (members.empty() && !g.name.empty() && g.name == to_.texts.text(u.group)) members = g.ranks;
    const auto is_member = [&](std::int64_t n) { return n < static_cast<std::int64_t>(members.size()); };
    const bool is_world = members.empty() && known(u.size) && u.size == trace_.distributed.world_size;
    if (is_world && peers.own == to_.rank && peers.other < u.size) to = peers.other;
    if (is_member(peers.own) && is_member(peers.other) && members[static_cast<std::size_t>(peers.own)] == to_.rank)
      to = members[static_cast<std::size_t>(peers.other)];
  }
  /// A batch of sends and receives is one kernel, launched outside of their records: those on its thread since the
  /// launch before it say whose it is, if all are of one group. With several peers, all of them members, it is an
  /// exchange of the group, as in a ring.
  void batched(collective_use& u, const torch_event& launch) {
    const std::pair here(launch.place, launch.start.base());
    const auto at = std::lower_bound(launches_.begin(), launches_.end(), here);
    const bool first = at == launches_.begin() || (at - 1)->first != launch.place;
    const collective_arguments* one = nullptr;
    std::vector<std::int64_t> others;
    std::int64_t peer = missing<std::int64_t>, sent = 0, received = 0;
    bool alike = true, one_peer = true, sends = false, receives = false;
    finder_.before(here.first, here.second, first ? INT64_MIN : (at - 1)->second, [&](const collective_arguments& c) {
      const std::string_view word = known(c.name) ? trace_.text(c.name) : std::string_view();
      const bool send = word == "send";
      const std::int64_t other = send ? c.destination : c.source;
      alike = alike && (send || word == "recv") && known(other) && known(c.group_name) && known(c.in_elements);
      if (one != nullptr) alike = alike && c.group_name == one->group_name && c.group_ranks == one->group_ranks;
      if (one != nullptr && other != peer) one_peer = false;
      others.push_back(other);
      one = &c, peer = other, (send ? sends : receives) = true;
      std::int64_t& sum = send ? sent : received;
      alike = alike && !__builtin_add_overflow(sum, c.in_elements, &sum);
    });
    if (one == nullptr || !alike) return;
    if (!one_peer) {
      if (!known(one->group_ranks)) return;
      const written_numbers stated = written_numbers_in(trace_.text(one->group_ranks));
      const std::set<std::int64_t> members(stated.numbers.begin(), stated.numbers.end());
      const auto is_member = [&](std::int64_t r) { return members.contains(r); };
      if (!stated.whole || members.size() < 3 || !std::all_of(others.begin(), others.end(), is_member)) return;
    }
    take(u, *one, metadata_source::record_param_comms);
    name(u, to_.texts.number(!one_peer || (sends && receives) ? "send_recv" : sends ? "send" : "recv"),
         metadata_source::record_param_comms);
    u.sends = one_peer && sends, u.receives = one_peer && receives;
    u.source = u.receives ? peer : missing<std::int64_t>, u.destination = u.sends ? peer : missing<std::int64_t>;
    u.in_elements = u.out_elements = std::max(sent, received), u.sequence = missing<std::int64_t>;
  }
  void annotation(collective_use& u, const torch_announcement& a) {
    std::string_view word = trace_.name(trace_.events[a.event]).substr(5);
    word = word.substr(0, word.find(' '));
    if (u.name == 0) name(u, to_.texts.number(word), metadata_source::annotation);
    if (!known(u.in_elements)) u.in_elements = elements_in(trace_.text(a.dims));
    if (u.type == 0)
      if (const std::string_view type = first_text_in(trace_.text(a.types)); !type.empty())
        u.type = to_.texts.number(type);
  }

  /// Falls back on the kernel's name if nothing else identifies the call, or if its name implies no kind
  /// (`barrier`).
  void by_name(collective_use& u, std::uint32_t event) {
    if (u.name != 0 && u.kind != gpu::collective_kind::unknown) return;
    const torch_event& e = trace_.events[event];
    const std::uint64_t key = static_cast<std::uint64_t>(e.name);
    const auto [at, is_new] = kinds_.try_emplace(key, gpu::collective_kind::unknown);
    if (is_new) {
      const gpu::communication_table* const table = run_.options().communication;
      const std::optional<gpu::communication> c =
          table != nullptr ? table->of(trace_.name(e)) : gpu::communication_of(trace_.name(e));
      if (c) at->second = c->kind;
    }
    u.kind = at->second;
    if (u.name == 0 && u.kind != gpu::collective_kind::unknown) u.name = to_.texts.number(name_of(u.kind));
  }

  static constexpr std::int64_t most_ranks = 1'000'000;  // more than any run has
  const torch_profile& run_;
  const torch_trace& trace_;
  rank_facts& to_;
  text_keeper keep_;
  announcement_finder finder_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> by_begin_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> launches_{};  // of communication: thread, begin
  std::unordered_map<std::uint64_t, gpu::collective_kind> kinds_{};
};

/// The calls and steps of a rank, in file order.
inline void keep_calls(const torch_profile& run, rank_facts& to) { call_keeper(run, to).read(); }

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHEET_RANK_CALLS_HPP
