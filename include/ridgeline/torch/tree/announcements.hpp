#ifndef RIDGELINE_TORCH_TREE_ANNOUNCEMENTS_HPP
#define RIDGELINE_TORCH_TREE_ANNOUNCEMENTS_HPP

/// What ops say of the collectives they launch. Internal: included by body files only.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline::torch_detail {

/// Finds the innermost host event that describes a collective at a given time on a thread.
class announcement_finder {
 public:
  explicit announcement_finder(const torch_trace& trace) : trace_(&trace), numbers_(trace) {
    for (std::uint32_t i = 0; i < trace.announcements.size(); ++i) {
      const torch_announcement& a = trace.announcements[i];
      const torch_event& e = trace.events[a.event];
      if (known(a.collective) && known(e.external_id)) {
        const auto [at, is_new] = by_external_id_.try_emplace(e.external_id, i);
        if (!is_new) at->second = missing<std::uint32_t>;
      }
      if (e.has_span()) spans_.push_back({e.place, e.start.base(), e.end().base(), i, missing<std::uint32_t>});
    }
    merge_sorted_runs(spans_, [](const span& a, const span& b) {
      if (a.place != b.place) return a.place < b.place;
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    for (std::uint32_t i = 1; i < spans_.size(); ++i) {  // find the innermost enclosing span
      std::uint32_t outer = i - 1;
      while (known(outer) && (spans_[outer].place != spans_[i].place || spans_[outer].end <= spans_[i].begin))
        outer = spans_[outer].outer;
      spans_[i].outer = outer;
    }
  }

  /// The only event with the number of an op that work names. Numbers start again in each recording; of several, it is
  /// the one around the launch, which `around` finds.
  const torch_announcement* named_by(const torch_event& work) const {
    const auto at = by_external_id_.find(numbers_.of(work));
    return at == by_external_id_.end() || !known(at->second) ? nullptr : &trace_->announcements[at->second];
  }
  /// Calls `use` with the events that contain the given time on a thread, innermost first, until it returns true.
  template <class Use>
  void around(std::uint32_t place, std::int64_t time, Use use) const {
    const auto after = std::upper_bound(
        spans_.begin(), spans_.end(), std::pair(place, time),
        [](const auto& at, const span& s) { return at.first != s.place ? at.first < s.place : at.second < s.begin; });
    if (after == spans_.begin()) return;
    auto at = static_cast<std::uint32_t>(after - spans_.begin() - 1);
    for (int depth = 0; known(at) && spans_[at].place == place && depth < 64; at = spans_[at].outer, ++depth)
      if (spans_[at].end > time && use(trace_->announcements[spans_[at].announcement])) return;
  }

  /// Calls `use` with what is described on a thread by events that begin after `since` and before the given time,
  /// last first.
  template <class Use>
  void before(std::uint32_t place, std::int64_t time, std::int64_t since, Use use) const {
    auto at = std::lower_bound(
        spans_.begin(), spans_.end(), std::pair(place, time),
        [](const span& s, const auto& key) { return std::pair(s.place, s.begin) < key; });
    while (at != spans_.begin() && (at - 1)->place == place && (at - 1)->begin > since)
      if (const torch_announcement& a = trace_->announcements[(--at)->announcement]; known(a.collective))
        use(trace_->collectives[a.collective]);
  }

 private:
  struct span {
    std::uint32_t place;
    std::int64_t begin, end;
    std::uint32_t announcement, outer;
  };
  const torch_trace* trace_;
  op_numbers numbers_;
  std::unordered_map<std::int64_t, std::uint32_t, byte_hash> by_external_id_{};
  std::vector<span> spans_;
};

/// The arguments of collectives: those of the kernel, or else of the `record_param_comms` that it names or that is
/// around its launch, unless that has several kernels without arguments. Kernels have some only where the profiler
/// knows them: not those of other libraries than NCCL, nor of most other devices than NVIDIA's.
class stated_collectives {
 public:
  explicit stated_collectives(const call_tree& tree) : trace_(tree.trace()) {
    if (trace_.announcements.empty()) return;
    std::optional<announcement_finder> finder;
    std::vector<std::uint32_t> kernels(trace_.announcements.size());
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (e.category != kineto_category::kernel || !tree.communicates(i) || own(e) != nullptr) continue;
      if (!finder) finder.emplace(trace_);
      const torch_announcement* by = finder->named_by(e);
      const std::uint32_t launch = tree.parent_of(i);
      if (by == nullptr && known(launch) && trace_.events[launch].has_span())
        finder->around(trace_.events[launch].place, trace_.events[launch].start.base(),
                       [&](const torch_announcement& a) {
                         if (known(a.collective)) by = &a;
                         return by != nullptr;
                       });
      if (by == nullptr) continue;
      ++kernels[static_cast<std::size_t>(by - trace_.announcements.data())];
      by_time_.emplace_back(i, static_cast<std::uint32_t>(by - trace_.announcements.data()));
    }
    std::erase_if(by_time_, [&](const auto& t) { return kernels[t.second] > 1; });
  }

  /// Null if nothing is known.
  const collective_arguments* of(std::uint32_t kernel) const {
    const torch_event& e = trace_.events[kernel];
    if (const collective_arguments* const c = own(e)) return c;
    const auto at = std::lower_bound(by_time_.begin(), by_time_.end(), std::pair{kernel, std::uint32_t{0}});
    if (at == by_time_.end() || at->first != kernel) return trace_.collective(e);
    return &trace_.collectives[trace_.announcements[at->second].collective];
  }

 private:
  const collective_arguments* own(const torch_event& e) const {
    const collective_arguments* const c = trace_.collective(e);
    return c != nullptr && known(c->name) ? c : nullptr;
  }
  const torch_trace& trace_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_time_{};  ///< (kernel, announcement) by kernel
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_TREE_ANNOUNCEMENTS_HPP
