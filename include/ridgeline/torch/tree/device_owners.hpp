#ifndef RIDGELINE_TORCH_TREE_DEVICE_OWNERS_HPP
#define RIDGELINE_TORCH_TREE_DEVICE_OWNERS_HPP

/// Which process each device works for, in files whose processes have numbers in common and are mixed in the file.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/work.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/tree/link.hpp>

namespace ridgeline::torch_detail {

/// The process that launches the work of each device, taken to be the same for the whole file: the one with the same
/// label in front of its id (`[TP00] 10`, `[TP00] 0`); else the one that numbers of one process alone show; else the
/// one whose calls with the numbers of the work are of its kind and begin before it, for all but one in twenty. If
/// there are as many devices as processes, each process has one; with fewer devices, labels alone decide. Where nothing
/// of this decides, the ids of processes and devices are taken to ascend together, but this is not certain.
class device_owners {
 public:
  /// Launches and work by number.
  device_owners(const torch_trace& trace, const numbered_events& launches, const numbered_events& work)
      : trace_(trace), processes_(processes_of(launches)), devices_(processes_of(work)),
        owner_(devices_.size(), missing<std::size_t>), guessed_(devices_.size(), false) {
    if (processes_.size() < 2 || devices_.size() > most_pairs / processes_.size()) return;
    by_label();
    if (devices_.size() < processes_.size()) return;  // some device works for several
    counts_.resize(devices_.size() * processes_.size());
    count(launches, work);
    by_numbers();
    by_time();
    by_order();
  }

  /// Missing if it is not known.
  symbol process_of(std::uint32_t work) const {
    const std::size_t d = place_in(devices_, process(work));
    return known(d) && known(owner_[d]) ? processes_[owner_[d]] : missing<symbol>;
  }
  bool is_certain(std::uint32_t work) const {
    const std::size_t d = place_in(devices_, process(work));
    return known(d) && known(owner_[d]) && !guessed_[d];
  }

 private:
  static constexpr std::size_t most_pairs = 1'000'000;
  struct tally {
    std::size_t alone = 0;   ///< pieces of work whose number only this process has
    std::size_t shared = 0;  ///< those whose number several processes have, among them this one
    std::size_t fitting = 0; ///< of these, those that a call of the process may have launched
  };

  symbol process(std::uint32_t event) const { return trace_.process(trace_.events[event].place); }
  std::vector<symbol> processes_of(const numbered_events& events) const {
    std::vector<symbol> out;
    symbol last = missing<symbol>;
    for (const auto& [number, event] : events)
      if (const symbol p = process(event); known(p) && p != last) out.push_back(last = p);
    keep_each_once(out);
    return out;
  }
  static std::size_t place_in(const std::vector<symbol>& list, symbol s) {
    const auto at = std::lower_bound(list.begin(), list.end(), s);
    return at == list.end() || *at != s ? missing<std::size_t> : static_cast<std::size_t>(at - list.begin());
  }
  tally& count_of(std::size_t device, std::size_t process) { return counts_[device * processes_.size() + process]; }

  /// What stands in front of the digits at the end of an id.
  std::string_view label_of(symbol id) const {
    std::string_view text = core_detail::unquoted(trace_.text(id));
    return text.substr(0, text.find_last_not_of("0123456789") + 1);
  }
  void by_label() {
    for (std::size_t d = 0; d < devices_.size(); ++d) {
      const std::string_view label = label_of(devices_[d]);
      std::size_t same = 0, last = 0;
      for (std::size_t p = 0; p < processes_.size() && !label.empty(); ++p)
        if (label_of(processes_[p]) == label) ++same, last = p;
      if (same == 1) owner_[d] = last;
    }
  }

  /// Whether a call may have launched some work, by its name and its start.
  bool fits(std::uint32_t launch, std::uint32_t work) const {
    const torch_event &l = trace_.events[launch], &w = trace_.events[work];
    if (w.start < l.start) return false;
    const std::string_view name = trace_.name(l);
    const bool copies = core_detail::stands_in(name, "memcpy"), fills = core_detail::stands_in(name, "memset");
    if (w.category == kineto_category::gpu_memcpy) return copies || !core_detail::stands_in(name, "launch");
    if (w.category == kineto_category::gpu_memset) return fills || !core_detail::stands_in(name, "launch");
    return !copies || is_copy_kernel(trace_.name(w));
  }
  void count(const numbered_events& launches, const numbered_events& work) {
    std::size_t budget = 16 * (launches.size() + work.size()) + 1'000'000;
    std::vector<std::pair<std::size_t, std::uint32_t>> here;  // processes with their launches of one number
    for (std::size_t w = 0, l = 0; w < work.size();) {
      const std::int64_t number = work[w].first;
      while (l < launches.size() && launches[l].first < number) ++l;
      here.clear();
      for (std::size_t i = l; i < launches.size() && launches[i].first == number; ++i)
        here.emplace_back(place_in(processes_, process(launches[i].second)), launches[i].second);
      merge_sorted_runs(here, std::less<>{});
      const bool alone = !here.empty() && here.front().first == here.back().first;
      for (; w < work.size() && work[w].first == number; ++w) {
        const std::size_t d = place_in(devices_, process(work[w].second));
        for (std::size_t i = 0; i < here.size() && known(d) && budget != 0;) {
          const std::size_t p = here[i].first;
          bool fitting = false;
          for (; i < here.size() && here[i].first == p && budget != 0; ++i, --budget)
            fitting = fitting || fits(here[i].second, work[w].second);
          if (!known(p)) continue;
          tally& t = count_of(d, p);
          ++(alone ? t.alone : t.shared);
          if (!alone && fitting) ++t.fitting;
        }
      }
    }
  }

  void by_numbers() {
    for (std::size_t d = 0; d < devices_.size(); ++d) {
      std::size_t all = 0, best = 0;
      for (std::size_t p = 0; p < processes_.size(); ++p) {
        all += count_of(d, p).alone;
        if (count_of(d, p).alone > count_of(d, best).alone) best = p;
      }
      if (!known(owner_[d]) && all != 0 && 10 * count_of(d, best).alone >= 9 * all) owner_[d] = best;
    }
  }

  bool is_taken(std::size_t process) const {
    return devices_.size() == processes_.size() && std::find(owner_.begin(), owner_.end(), process) != owner_.end();
  }
  bool possible(std::size_t device, std::size_t process) {
    const tally& t = count_of(device, process);
    return !is_taken(process) && t.shared != 0 && 20 * t.fitting >= 19 * t.shared;
  }
  /// Devices with a single process left, until there are none.
  void by_time() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t d = 0; d < devices_.size(); ++d) {
        if (known(owner_[d])) continue;
        std::size_t found = 0, last = 0;
        for (std::size_t p = 0; p < processes_.size(); ++p)
          if (possible(d, p)) ++found, last = p;
        if (found == 1) owner_[d] = last, more = true;
      }
    }
  }

  std::int64_t number_of(symbol id) const {
    const std::string_view text = core_detail::unquoted(trace_.text(id));
    return to_int(text.substr(label_of(id).size())).value_or(missing<std::int64_t>);
  }
  void by_order() {
    if (devices_.size() != processes_.size()) return;
    std::vector<std::pair<std::int64_t, std::size_t>> devices, processes;
    for (std::size_t i = 0; i < devices_.size(); ++i) {
      if (!known(owner_[i])) devices.emplace_back(number_of(devices_[i]), i);
      if (!is_taken(i)) processes.emplace_back(number_of(processes_[i]), i);
    }
    if (devices.size() != processes.size()) return;  // one of them has several
    merge_sorted_runs(devices, std::less<>{});
    merge_sorted_runs(processes, std::less<>{});
    for (std::size_t i = 0; i < devices.size(); ++i)
      if (!possible(devices[i].second, processes[i].second)) return;
    for (std::size_t i = 0; i < devices.size(); ++i)
      owner_[devices[i].second] = processes[i].second, guessed_[devices[i].second] = true;
  }

  const torch_trace& trace_;
  std::vector<symbol> processes_, devices_;
  std::vector<std::size_t> owner_;  // by device, a position in `processes_`
  std::vector<bool> guessed_;
  std::vector<tally> counts_{};     // by device and process
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_TREE_DEVICE_OWNERS_HPP
