#ifndef RIDGELINE_TORCH_TREE_SHARED_NUMBERS_HPP
#define RIDGELINE_TORCH_TREE_SHARED_NUMBERS_HPP

/// Which GPU work belongs to which launch where several of either share a link number.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/tree/device_owners.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline::torch_detail {

inline bool is_launch_name(std::string_view name) { return core_detail::stands_in(name, "launch"); }

/// Keeps the calls that may have launched work: those with the name of a launch, if there are any.
inline void keep_named_launches(const torch_trace& trace, std::vector<std::uint32_t>& calls) {
  std::vector<std::uint32_t> named;
  for (const std::uint32_t l : calls)
    if (is_launch_name(trace.name(trace.events[l]))) named.push_back(l);
  if (!named.empty()) calls.swap(named);
}

/// Leaves out calls inside another one of the list: where a runtime calls its driver, both may have the number of the
/// launch, which is one. The rest is in the order it was.
inline void keep_outer_calls(const torch_trace& trace, numbered_events& calls) {
  numbered_events by_start = calls;
  merge_sorted_runs(by_start, [&](const auto& a, const auto& b) {
    const torch_event &x = trace.events[a.second], &y = trace.events[b.second];
    return std::tuple(x.place, x.start, y.end()) < std::tuple(y.place, y.start, x.end());
  });
  std::vector<std::uint32_t> inner;
  const torch_event* outer = nullptr;
  for (const auto& [number, call] : by_start)
    if (const torch_event& e = trace.events[call];
        outer != nullptr && known(e.place) && e.place == outer->place && e.end() <= outer->end())
      inner.push_back(call);
    else
      outer = &e;
  if (inner.empty()) return;
  merge_sorted_runs(inner, std::less<>{});
  std::erase_if(calls, [&](const auto& c) { return std::binary_search(inner.begin(), inner.end(), c.second); });
}

/// Pairs launches and GPU work in order of time: one to one if there are equally many, else each piece of work goes
/// to the last call that had begun when it started.
inline void share_in_time(const torch_trace& trace, std::vector<std::uint32_t> launches,
                          std::vector<std::uint32_t> work, linked_pairs& pairs) {
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
inline void share_out(const torch_trace& trace, std::span<const numbered_events::value_type> launches_of_number,
                      std::span<const numbered_events::value_type> work_of_number, linked_pairs& pairs) {
  const auto op_of = [&](std::uint32_t i) { return trace.events[i].external_id; };
  const auto by_op = [&](std::uint32_t a, std::uint32_t b) { return op_of(a) < op_of(b); };
  std::vector<std::uint32_t> launches, work, other_launches, other_work;
  for (const auto& launch : launches_of_number) launches.push_back(launch.second);
  for (const auto& piece : work_of_number) work.push_back(piece.second);
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
          mixed_ = true;
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
  bool mixed() const { return mixed_; }
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
  bool work_first_ = false, mixed_ = false;
};

/// The process that a piece of GPU work belongs to, in a file of several processes with numbers in common.
class work_owners {
 public:
  work_owners(const torch_trace& trace, const numbered_events& launches, const numbered_events& work)
      : sections_(trace) {
    if (sections_.mixed()) devices_.emplace(trace, launches, work);
  }
  bool any() const { return sections_.several() || devices_.has_value(); }
  bool is_certain(std::uint32_t work) const { return sections_.several() || (devices_ && devices_->is_certain(work)); }
  /// Missing if it cannot be told.
  symbol process_of(std::uint32_t work) const {
    return sections_.several() ? sections_.process_of(work) : devices_ ? devices_->process_of(work) : missing<symbol>;
  }

 private:
  file_sections sections_;
  std::optional<device_owners> devices_{};
};

/// Like `share_out`, but each of several processes takes its own work, if that is known.
inline void share_among_processes(const torch_trace& trace, const work_owners& owners, numbered_events launches,
                                  numbered_events work, linked_pairs& pairs) {
  using slice = std::span<const numbered_events::value_type>;
  const auto share = [&](slice of_launches, slice of_work) {
    if (!of_work.empty()) share_out(trace, of_launches, of_work, pairs);
  };
  const auto process_of = [&](const std::pair<std::int64_t, std::uint32_t>& launch) {
    return trace.process(trace.events[launch.second].place);
  };
  if (owners.any()) {
    const auto process_of_work = [&](const auto& w) { return owners.process_of(w.second); };
    merge_sorted_runs(launches, [&](const auto& a, const auto& b) { return process_of(a) < process_of(b); });
    merge_sorted_runs(work, [&](const auto& a, const auto& b) { return process_of_work(a) < process_of_work(b); });
    numbered_events rest;  // work of processes that have no such launch
    const auto *l = launches.data(), *const last_launch = l + launches.size(), *w = work.data();
    for (const auto* const last_work = w + work.size(); w != last_work;) {
      const symbol process = process_of_work(*w);
      const auto* const w_end =
          std::find_if(w, last_work, [&](const auto& x) { return process_of_work(x) != process; });
      l = std::find_if(l, last_launch, [&](const auto& x) { return process_of(x) >= process; });
      const auto* const l_end = std::find_if(l, last_launch, [&](const auto& x) { return process_of(x) != process; });
      if (l == l_end) rest.insert(rest.end(), w, w_end);
      else share({l, l_end}, {w, w_end});
      w = w_end, l = l_end;
    }
    work = std::move(rest);
  }
  share(launches, work);
}

/// Whether the number of some launches does not tell whose work has it: two are of the same process, or the work is not
/// certain to be of one.
inline bool share_a_number(const torch_trace& trace, const work_owners& owners, const numbered_events& launches,
                           const numbered_events& work) {
  std::vector<symbol> processes;
  for (const auto& [number, launch] : launches)
    if (const std::uint32_t place = trace.events[launch].place; known(place))
      processes.push_back(trace.places[place].process);
  merge_sorted_runs(processes, std::less<>{});
  return processes.size() < launches.size() ||
         std::adjacent_find(processes.begin(), processes.end()) != processes.end() ||
         (owners.any() &&
          std::any_of(work.begin(), work.end(), [&](const auto& w) { return !owners.is_certain(w.second); }));
}

/// Pairs GPU work whose number is no launch's, such as the 0 that ROCm 6 gives to all collectives, in order of time
/// with the launches that have no work: only if there are equally many, each begun before its work.
inline void pair_left_over(const torch_trace& trace, const numbered_events& launches, std::vector<std::uint32_t> work,
                           linked_pairs& pairs) {
  if (work.empty()) return;
  std::vector<bool> has_work(trace.events.size(), false);
  for (const auto& pair : pairs) has_work[pair.first] = true;
  std::vector<std::uint32_t> left;
  for (const auto& [number, launch] : launches)
    if (!has_work[launch] && is_launch_name(trace.name(trace.events[launch]))) left.push_back(launch);
  if (left.size() != work.size()) return;
  const std::size_t before = pairs.size();
  share_in_time(trace, std::move(left), std::move(work), pairs);
  const auto in_order = [&](const auto& p) { return trace.events[p.first].start <= trace.events[p.second].start; };
  if (!std::all_of(pairs.begin() + static_cast<std::ptrdiff_t>(before), pairs.end(), in_order)) pairs.resize(before);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_TREE_SHARED_NUMBERS_HPP
