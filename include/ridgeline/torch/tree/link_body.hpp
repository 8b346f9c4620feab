#ifndef RIDGELINE_TORCH_TREE_LINK_BODY_HPP
#define RIDGELINE_TORCH_TREE_LINK_BODY_HPP

/// Definitions for <ridgeline/torch/tree/link.hpp>; include in exactly one source file, via `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline {

void order_by_number(numbered_events& list) {
  merge_sorted_runs(list, [](const auto& a, const auto& b) { return a.first < b.first; });
}

gpu_links::gpu_links(std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t events)
    : offsets_(events + 1) {
  merge_sorted_runs(pairs, std::less<>{});
  work_.reserve(pairs.size());
  for (const auto& [launch, work] : pairs) {
    ++offsets_[launch + 1];
    work_.push_back(work);
  }
  for (std::size_t i = 0; i < events; ++i) offsets_[i + 1] += offsets_[i];
}

namespace torch_detail {

inline bool is_launch_name(std::string_view name) { return core_detail::stands_in(name, "launch"); }

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

/// Keeps the calls that may have launched work: those with the name of a launch, if there are any.
inline void keep_named_launches(const torch_trace& trace, std::vector<std::uint32_t>& calls) {
  std::vector<std::uint32_t> named;
  for (const std::uint32_t l : calls)
    if (is_launch_name(trace.name(trace.events[l]))) named.push_back(l);
  if (!named.empty()) calls.swap(named);
}

/// Pairs launches and GPU work in order of time: one to one if there are equally many, else each piece of work goes
/// to the last call that had begun when it started.
inline void share_in_time(const torch_trace& trace, std::vector<std::uint32_t> launches,
                          std::vector<std::uint32_t> work,
                          std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  const auto by_time = [&](std::uint32_t a, std::uint32_t b) { return trace.events[a].start < trace.events[b].start; };
  keep_named_launches(trace, launches);
  merge_sorted_runs(launches, by_time);
  merge_sorted_runs(work, by_time);
  const bool paired = launches.size() == work.size();
  for (std::size_t i = 0; i < work.size(); ++i) {
    const auto after = std::upper_bound(launches.begin(), launches.end(), work[i], by_time);
    const std::uint32_t last_begun = after == launches.begin() ? launches.front() : *(after - 1);
    pairs.emplace_back(paired ? launches[i] : last_begun, work[i]);
  }
}

/// Pairs the launches and the GPU work that share one number when there is more than one launch: those that name the
/// same op by `External id` belong together, the rest are paired by time.
inline void share_out(const torch_trace& trace, const std::pair<std::int64_t, std::uint32_t>* launch_first,
                      const std::pair<std::int64_t, std::uint32_t>* launch_last,
                      const std::pair<std::int64_t, std::uint32_t>* work_first,
                      const std::pair<std::int64_t, std::uint32_t>* work_last,
                      std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  const auto op_of = [&](std::uint32_t i) { return trace.events[i].external_id; };
  const auto by_op = [&](std::uint32_t a, std::uint32_t b) { return op_of(a) < op_of(b); };
  std::vector<std::uint32_t> launches, work, other_launches, other_work;
  for (auto l = launch_first; l != launch_last; ++l) launches.push_back(l->second);
  for (auto w = work_first; w != work_last; ++w) work.push_back(w->second);
  const std::vector<std::uint32_t> all = launches;
  merge_sorted_runs(launches, by_op);
  merge_sorted_runs(work, by_op);
  for (auto w = work.cbegin(), l = launches.cbegin(); w != work.cend() || l != launches.cend();) {
    const std::int64_t op = w == work.cend() || (l != launches.cend() && op_of(*l) < op_of(*w)) ? op_of(*l) : op_of(*w);
    const auto of_op = [&](std::uint32_t i) { return op_of(i) == op; };
    const auto w_end = std::find_if_not(w, work.cend(), of_op);
    const auto l_end = std::find_if_not(l, launches.cend(), of_op);
    if (known(op) && w != w_end && l != l_end) {
      share_in_time(trace, {l, l_end}, {w, w_end}, pairs);
    } else {
      other_launches.insert(other_launches.end(), l, l_end);
      other_work.insert(other_work.end(), w, w_end);
    }
    w = w_end;
    l = l_end;
  }
  if (!other_work.empty()) share_in_time(trace, other_launches.empty() ? all : other_launches, other_work, pairs);
}

/// For files that contain the events of several processes one after another, such as merged traces of ranks: the
/// section of the file, and so the process, in which a piece of GPU work is. Each process numbers its launches
/// separately, so numbers repeat.
class file_sections {
 public:
  explicit file_sections(const torch_trace& trace) {
    std::uint32_t first_work = missing<std::uint32_t>;
    std::vector<bool> seen;  // by symbol of the process
    for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
      const torch_event& e = trace.events[i];
      if (is_gpu(e.category)) first_work = std::min(first_work, i);
      if ((!is_runtime(e.category) && e.category != kineto_category::cpu_op) || !known(e.place)) continue;
      const symbol process = trace.places[e.place].process;
      if (sections_.empty() || sections_.back().process != process) {
        if (seen.size() <= index_of(process)) seen.resize(index_of(process) + 1);
        if (seen[index_of(process)]) {  // another process came in between: events are mixed
          sections_.clear();
          return;
        }
        seen[index_of(process)] = true;
        sections_.push_back({i, i, process});
      }
      sections_.back().last = i;
    }
    work_first_ = !sections_.empty() && first_work < sections_.front().first;
  }

  bool several() const { return sections_.size() > 1; }
  /// Work between the calls of two processes belongs to the earlier one, unless the file begins with work.
  symbol process_of(std::uint32_t work) const {
    auto at = std::upper_bound(sections_.begin(), sections_.end(), work,
                               [](std::uint32_t w, const section& s) { return w < s.first; });
    if (at != sections_.begin()) --at;
    if (work_first_ && work > at->last && at + 1 != sections_.end()) ++at;
    return at->process;
  }

 private:
  struct section {
    std::uint32_t first, last;
    symbol process;
  };
  std::vector<section> sections_{};
  bool work_first_ = false;
};

/// Like `share_out`, but each of several processes takes the work that is in its section of the file, if that is
/// known.
inline void share_among_processes(const torch_trace& trace, const file_sections& sections, numbered_events launches,
                                  numbered_events work, std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) {
  const auto share = [&](auto l, auto l_end, auto w, auto w_end) {
    if (w != w_end) share_out(trace, &*l, &*l + (l_end - l), &*w, &*w + (w_end - w), pairs);
  };
  const auto process_of = [&](const std::pair<std::int64_t, std::uint32_t>& launch) {
    const std::uint32_t place = trace.events[launch.second].place;
    return known(place) ? trace.places[place].process : missing<symbol>;
  };
  if (sections.several()) {
    const auto process_of_work = [&](const auto& w) { return sections.process_of(w.second); };
    merge_sorted_runs(launches, [&](const auto& a, const auto& b) { return process_of(a) < process_of(b); });
    merge_sorted_runs(work, [&](const auto& a, const auto& b) { return process_of_work(a) < process_of_work(b); });
    numbered_events rest;  // work of processes that have no such launch
    auto l = launches.cbegin();
    for (auto w = work.cbegin(); w != work.cend();) {
      const symbol process = process_of_work(*w);
      const auto w_end = std::find_if(w, work.cend(), [&](const auto& x) { return process_of_work(x) != process; });
      l = std::find_if(l, launches.cend(), [&](const auto& x) { return process_of(x) >= process; });
      const auto l_end = std::find_if(l, launches.cend(), [&](const auto& x) { return process_of(x) != process; });
      if (l == l_end) rest.insert(rest.end(), w, w_end);
      else share(l, l_end, w, w_end);
      w = w_end, l = l_end;
    }
    work = std::move(rest);
  }
  share(launches.begin(), launches.end(), work.begin(), work.end());
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

/// Links GPU work to the launch with its number.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> link_by_number(const torch_trace& trace, link_key key,
                                                                           torch_problems& problems) {
  const auto [launches, work] = numbered_launches(trace, key);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::optional<file_sections> sections;
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
      problems.add(torch_problem::correlation_repeated);
      if (!sections) sections.emplace(trace);
      const auto part = [](const numbered_events& list, std::size_t first, std::size_t last) {
        return numbered_events(list.begin() + static_cast<std::ptrdiff_t>(first),
                               list.begin() + static_cast<std::ptrdiff_t>(last));
      };
      share_among_processes(trace, *sections, part(launches, l, l_end), part(work, w, w_end), pairs);
    }
    w = w_end;
    l = l_end;
  }
  return pairs;
}

/// Links GPU work to the only op with its `External id`, for traces without any recorded runtime calls.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> link_to_ops(const torch_trace& trace) {
  numbered_events ops;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i];
        e.category == kineto_category::cpu_op && known(e.external_id) && e.has_span())
      ops.emplace_back(e.external_id, i);
  order_by_number(ops);
  const auto before = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_gpu(e.category) || !known(e.external_id) || !e.has_span()) continue;
    const auto [first, last] = std::equal_range(ops.begin(), ops.end(), std::pair{e.external_id, i}, before);
    if (last - first == 1) pairs.emplace_back(first->second, i);
  }
  return pairs;
}

/// The original's rule: from the launch along the flow with its number to the event that has the number at the place
/// where the flow ends. A repeated number replaces the earlier one. A graph launch lists all work with its number,
/// up to a limit; what a launch can no longer list is counted.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> link_by_flow(const torch_trace& trace, link_key key,
                                                                         torch_problems& problems) {
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
  const auto by_number = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
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
inline void keep_last_launch(std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs, std::size_t events) {
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
  std::vector<std::uint32_t> calls;
  for (std::size_t l = 0, w = 0; l < launches.size() && w < work.size();) {
    const std::int64_t number = launches[l].first;
    for (calls.clear(); l < launches.size() && launches[l].first == number; ++l) calls.push_back(launches[l].second);
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
    return {calls ? torch_detail::link_by_number(trace, key, problems) : torch_detail::link_to_ops(trace),
            trace.events.size()};
  }
  auto pairs = torch_detail::link_by_flow(trace, key, problems);
  if (!faults.repeated_links_listed_twice) torch_detail::keep_last_launch(pairs, trace.events.size());
  return {std::move(pairs), trace.events.size()};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LINK_BODY_HPP
