#ifndef RIDGELINE_TORCH_TREE_LINK_BODY_HPP
#define RIDGELINE_TORCH_TREE_LINK_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/torch/tree/link.hpp>
#include <ridgeline/torch/tree/shared_numbers.hpp>

namespace ridgeline {

void order_by_number(numbered_events& list) {
  merge_sorted_runs(list, by_number);
}

gpu_links::gpu_links(linked_pairs pairs, std::size_t events)
    : offsets_(events + 1) {
  merge_sorted_runs(pairs, std::less<>{});
  work_.reserve(pairs.size());
  for (const auto& [launch, work] : pairs) {
    ++offsets_[launch + 1];
    work_.push_back(work);
  }
  for (std::size_t i = 0; i < events; ++i) offsets_[i + 1] += offsets_[i];
}

op_numbers::op_numbers(const torch_trace& trace) {
  for (const torch_event& e : trace.events) {
    if (!is_runtime(e.category)) continue;
    link_by_id_ = !known(e.correlation);
    if (!link_by_id_) return;
  }
}

namespace torch_detail {

inline link_key choose_link_key(const torch_trace& trace, torch_faults faults) {
  for (const torch_event& e : trace.events) {
    if (!is_runtime(e.category)) continue;
    if (!faults.link_key_of_first_launch) {
      if (known(e.correlation)) return link_key::correlation;
    } else if (is_launch_name(trace.name(e))) {
      return known(e.correlation) ? link_key::correlation : link_key::external_id;
    }
  }
  return link_key::external_id;
}

/// Runtime calls and GPU work, by link number.
struct numbered_launches {
  numbered_events launches{}, work{};

  numbered_launches(const torch_trace& trace, link_key key) {
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const torch_event& e = trace.events[i];
      const std::int64_t number = link_of(e, key);
      if (!known(number) || !e.has_span()) continue;
      if (is_runtime(e.category)) launches.emplace_back(number, i);
      if (is_gpu(e.category)) work.emplace_back(number, i);
    }
    order_by_number(launches);
    order_by_number(work);
  }
};

/// Links GPU work that no launch reaches by its number to the call with its `External id`, if that is the number of one
/// call: rpd2tracing counts calls in it, and gives a call only the correlation of its last piece of work. In a file
/// where a call has the number of an op, it names ops. A call that only waits, or begins after the work, is not its
/// launch, and 0 is no number.
inline void link_by_id_of_call(const torch_trace& trace, linked_pairs& pairs) {
  std::vector<bool> linked(trace.events.size(), false);
  for (const auto& pair : pairs) linked[pair.second] = true;
  numbered_events rest, owners;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i];
        is_gpu(e.category) && known(e.external_id) && e.external_id > 0 && e.has_span() && !linked[i])
      rest.emplace_back(e.external_id, i);
  if (rest.empty()) return;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i]; known(e.external_id) && e.has_span() &&
                                                (is_runtime(e.category) || e.category == kineto_category::cpu_op))
      owners.emplace_back(e.external_id, i);
  order_by_number(owners);
  const auto is_call = [&](const auto& owner) { return is_runtime(trace.events[owner.second].category); };
  const auto call_of_op = [&](const auto& a, const auto& b) { return a.first == b.first && is_call(a) != is_call(b); };
  const auto ids = std::upper_bound(owners.begin(), owners.end(), 0, [](int n, const auto& o) { return n < o.first; });
  if (std::adjacent_find(ids, owners.end(), call_of_op) != owners.end()) return;
  for (const auto& work : rest) {
    const auto [first, last] = std::equal_range(owners.begin(), owners.end(), work, by_number);
    if (last - first != 1 || !is_call(*first)) continue;
    const torch_event& call = trace.events[first->second];
    if (call.start <= trace.events[work.second].start && !synchronizes(trace.name(call)))
      pairs.emplace_back(first->second, work.second);
  }
}

/// Links GPU work to the launch with its number.
inline linked_pairs link_by_number(const torch_trace& trace, link_key key, torch_problems& problems) {
  const auto [launches, work] = numbered_launches(trace, key);
  linked_pairs pairs;
  std::optional<work_owners> owners;
  std::vector<std::uint32_t> left_over;
  pairs.reserve(work.size());
  for (std::size_t w = 0, l = 0; w < work.size();) {
    std::size_t w_end = w + 1;
    while (w_end < work.size() && work[w_end].first == work[w].first) ++w_end;
    while (l < launches.size() && launches[l].first < work[w].first) ++l;
    std::size_t l_end = l;
    while (l_end < launches.size() && launches[l_end].first == work[w].first) ++l_end;
    if (l_end - l == 1) {
      for (; w < w_end; ++w) pairs.emplace_back(launches[l].second, work[w].second);
    } else if (l_end - l > 1) {
      const auto part = [](const numbered_events& list, std::size_t first, std::size_t last) {
        return numbered_events(list.begin() + static_cast<std::ptrdiff_t>(first),
                               list.begin() + static_cast<std::ptrdiff_t>(last));
      };
      numbered_events sharing = part(launches, l, l_end);
      keep_outer_calls(trace, sharing);
      if (sharing.size() == 1) {
        for (std::size_t i = w; i < w_end; ++i) pairs.emplace_back(sharing.front().second, work[i].second);
      } else {
        if (!owners) owners.emplace(trace, launches, work);
        const numbered_events shared = part(work, w, w_end);
        if (share_a_number(trace, *owners, sharing, shared)) problems.add(torch_problem::correlation_repeated);
        share_among_processes(trace, *owners, sharing, shared, pairs);
      }
    } else if (w_end - w > 1) {  // a number that several pieces of work share says nothing
      for (std::size_t i = w; i < w_end; ++i) left_over.push_back(work[i].second);
    }
    w = w_end;
    l = l_end;
  }
  pair_left_over(trace, launches, std::move(left_over), pairs);
  if (key == link_key::correlation) link_by_id_of_call(trace, pairs);
  return pairs;
}

/// Links GPU work to the only op with its `External id`: all of it in traces without any recorded runtime calls, else
/// what has no correlation. Ids that equal the work's own correlation are those of ops only if others are, and if none
/// of these ops begins after its work.
inline void link_to_ops(const torch_trace& trace, bool calls, linked_pairs& pairs) {
  numbered_events ops, work;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i]; is_gpu(e.category) && known(e.external_id) && e.has_span() &&
                                                !(calls && known(e.correlation)))
      work.emplace_back(e.external_id, i);
  if (work.empty()) return;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i];
        e.category == kineto_category::cpu_op && known(e.external_id) && e.has_span())
      ops.emplace_back(e.external_id, i);
  order_by_number(ops);
  const op_numbers numbers(trace);
  linked_pairs by_own_number;
  const std::size_t linked = pairs.size();
  bool plausible = true;
  for (const auto& w : work) {
    const torch_event& e = trace.events[w.second];
    const auto [first, last] = std::equal_range(ops.begin(), ops.end(), w, by_number);
    if (last - first != 1) continue;
    const bool own = !known(numbers.of(e));
    if (own && trace.events[first->second].start > e.start) plausible = false;
    (own ? by_own_number : pairs).emplace_back(first->second, w.second);
  }
  if (plausible && pairs.size() > linked) pairs.insert(pairs.end(), by_own_number.begin(), by_own_number.end());
}

/// The original's rule: from the launch along the flow with its number to the event that has the number at the place
/// where the flow ends. A repeated number replaces the earlier one. A graph launch lists all work with its number,
/// up to a limit; what a launch can no longer list is counted.
inline linked_pairs link_by_flow(const torch_trace& trace, link_key key, torch_problems& problems) {
  struct placed {
    std::int64_t number;
    std::uint32_t place;
    std::uint32_t event;
  };
  const auto before = [](const placed& a, const placed& b) {
    return std::tie(a.number, a.place) < std::tie(b.number, b.place);
  };
  numbered_events starts, finishes, work;
  std::vector<placed> by_place;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (is_flow(e)) {
      if (e.category != kineto_category::ac2g || !known(e.correlation)) continue;
      (e.phase == chrome_phase::flow_start ? starts : finishes).emplace_back(e.correlation, i);
    } else if (const std::int64_t number = link_of(e, key); known(number)) {
      by_place.push_back({number, e.place, i});
      if (is_gpu(e.category)) work.emplace_back(number, i);
    }
  }
  order_by_number(starts);
  order_by_number(finishes);
  order_by_number(work);
  merge_sorted_runs(by_place, before);
  linked_pairs pairs;
  const std::size_t most = 4 * trace.events.size() + 100'000;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    const std::int64_t number = link_of(e, key);
    if (!is_runtime(e.category) || !known(number)) continue;
    const std::pair<std::int64_t, std::uint32_t> wanted{number, 0};
    const std::string_view name = trace.name(e);
    if (name == "cudaGraphLaunch" || name == "hipGraphLaunch") {
      const auto [first, last] = std::equal_range(work.begin(), work.end(), wanted, by_number);
      const auto found = static_cast<std::size_t>(last - first);
      if (pairs.size() + found > most) {  // N launches with N kernels would be N x N pairs
        problems.add(torch_problem::links_cut, torch_problems::nowhere, found);
        continue;
      }
      for (auto w = first; w != last; ++w) pairs.emplace_back(i, w->second);
      continue;
    }
    if (!std::binary_search(starts.begin(), starts.end(), wanted, by_number)) continue;
    const auto finish = std::upper_bound(finishes.begin(), finishes.end(), wanted, by_number);
    if (finish == finishes.begin() || (finish - 1)->first != number) continue;
    const placed there{number, trace.events[(finish - 1)->second].place, 0};
    const auto target = std::upper_bound(by_place.begin(), by_place.end(), there, before);
    if (target == by_place.begin()) continue;
    const placed& found = *(target - 1);
    if (found.number == number && found.place == there.place && is_gpu(trace.events[found.event].category))
      pairs.emplace_back(i, found.event);
  }
  return pairs;
}

/// Keeps the pairs with the last launch, in file order, of each piece of GPU work.
inline void keep_last_launch(linked_pairs& pairs, std::size_t events) {
  std::vector<std::uint32_t> last(events, 0);
  for (const auto& [launch, work] : pairs) last[work] = std::max(last[work], launch + 1);
  std::erase_if(pairs, [&](const auto& p) { return last[p.second] != p.first + 1; });
}

/// Counts flows with only one end.
inline void judge_flows(const torch_trace& trace, torch_problems& problems) {
  numbered_events starts, finishes;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (is_flow(e) && e.category == kineto_category::ac2g && known(e.correlation))
      (e.phase == chrome_phase::flow_start ? starts : finishes).emplace_back(e.correlation, i);
  }
  order_by_number(starts);
  order_by_number(finishes);
  for (std::size_t s = 0, f = 0; s < starts.size() || f < finishes.size();) {
    if (f == finishes.size() || (s < starts.size() && starts[s].first < finishes[f].first)) {
      problems.add(torch_problem::flow_unfinished);
      ++s;
    } else if (s == starts.size() || finishes[f].first < starts[s].first) {
      problems.add(torch_problem::flow_unstarted);
      ++f;
    } else {
      const std::int64_t number = starts[s].first;
      while (s < starts.size() && starts[s].first == number) ++s;
      while (f < finishes.size() && finishes[f].first == number) ++f;
    }
  }
}

}  // namespace torch_detail

std::vector<bool> work_of_several_launches(const torch_trace& trace, torch_faults faults) {
  const link_key key = torch_detail::choose_link_key(trace, faults);
  const auto [launches, work] = torch_detail::numbered_launches(trace, key);
  std::vector<bool> several(trace.events.size(), false);
  numbered_events sharing;
  std::vector<std::uint32_t> calls;
  for (std::size_t l = 0, w = 0; l < launches.size() && w < work.size();) {
    const std::int64_t number = launches[l].first;
    for (sharing.clear(); l < launches.size() && launches[l].first == number; ++l) sharing.push_back(launches[l]);
    if (sharing.size() > 1) torch_detail::keep_outer_calls(trace, sharing);
    calls.clear();
    for (const auto& call : sharing) calls.push_back(call.second);
    if (calls.size() > 1) torch_detail::keep_named_launches(trace, calls);
    while (w < work.size() && work[w].first < number) ++w;
    for (; w < work.size() && work[w].first == number; ++w) several[work[w].second] = calls.size() > 1;
  }
  return several;
}

gpu_links link_gpu_work(const torch_trace& trace, torch_faults faults, torch_problems& problems) {
  const link_key key = torch_detail::choose_link_key(trace, faults);
  torch_detail::judge_flows(trace, problems);
  if (!faults.links_need_flows) {
    const bool calls = std::any_of(trace.events.begin(), trace.events.end(),
                                   [](const torch_event& e) { return is_runtime(e.category) && e.has_span(); });
    linked_pairs pairs;
    if (calls) pairs = torch_detail::link_by_number(trace, key, problems);
    if (!calls || key == link_key::correlation) torch_detail::link_to_ops(trace, calls, pairs);
    return {std::move(pairs), trace.events.size()};
  }
  auto pairs = torch_detail::link_by_flow(trace, key, problems);
  if (!faults.repeated_links_listed_twice) torch_detail::keep_last_launch(pairs, trace.events.size());
  return {std::move(pairs), trace.events.size()};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LINK_BODY_HPP
