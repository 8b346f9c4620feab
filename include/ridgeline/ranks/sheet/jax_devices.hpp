#ifndef RIDGELINE_RANKS_SHEET_JAX_DEVICES_HPP
#define RIDGELINE_RANKS_SHEET_JAX_DEVICES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/ranks/sheet/launch_order.hpp>
#include <ridgeline/timeline/interval.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline::ranks_detail {

/// Whole nanoseconds of a time in picoseconds.
constexpr std::int64_t ns_of(std::int64_t ps) { return ps >= 0 ? (ps + 500) / 1000 : -((500 - ps) / 1000); }

/// When the host launched a GPU's event; missing if the file does not say.
inline std::int64_t launch_of(const jax_result& r, std::uint32_t uid) {
  const std::uint32_t launch = r.events[uid].launch;
  return known(launch) ? ns_of(r.trace->events[launch].start_ps) : missing<std::int64_t>;
}

inline launched_span launched_at(const jax_result& r, std::uint32_t uid) {
  const xla_event& e = r.event_of(uid);
  const basic_interval<std::int64_t> span{ns_of(e.start_ps), ns_of(r.trace->end_of(e))};
  return {known(launch_of(r, uid)) ? launch_of(r, uid) : span.first, span};
}

/// Counts how often an instruction has run so far in the latest execution of its program.
struct occurrences {
  std::int64_t run = missing<std::int64_t>, count = 0;
  std::int64_t next(std::int64_t of) {
    if (of != run) run = of, count = 0;
    return count++;
  }
};

/// The devices of a profile: its planes in the order of their events, and on a plane of the host the devices that its
/// ops name, in order of their numbers. If an op there names none, all are of one. Internal: included by body files
/// only.
class jax_devices {
 public:
  explicit jax_devices(const jax_result& r) : trace_(*r.trace) {
    const auto plane_of = [&](const xla_device_event& e) { return trace_.lines[e.line].plane; };
    std::set<std::uint32_t> whole;
    std::set<key> named;
    for (const xla_device_event& e : r.events) {
      if (trace_.device != xla_device::cpu) break;
      const std::int64_t number = device_named_by(e);
      if (known(number)) named.emplace(plane_of(e), number);
      else whole.insert(plane_of(e));
    }
    std::map<key, std::uint32_t> number_of;
    const auto add = [&](const key& device) {
      if (number_of.emplace(device, all_.size()).second) all_.push_back(device);
    };
    for (const key& device : named)
      if (!whole.contains(device.first)) add(device);
    for (const xla_device_event& e : r.events) {
      const std::uint32_t plane = plane_of(e);
      const bool is_named = trace_.device == xla_device::cpu && !whole.contains(plane);
      const key device(plane, is_named ? device_named_by(e) : missing<std::int64_t>);
      add(device);
      of_.push_back(number_of.at(device));
    }
    find_merged(r);
  }

  std::size_t size() const { return all_.size(); }
  /// The device of an event, by UID.
  std::size_t of(std::uint32_t uid) const { return of_[uid]; }
  /// The number by which programs name a device.
  std::int64_t number(std::size_t d) const {
    return known(all_[d].second) ? all_[d].second : trace_.planes[all_[d].first].id;
  }
  std::string name(std::size_t d) const {
    std::string text(trace_.text(trace_.planes[all_[d].first].name));
    return known(all_[d].second) ? text + " device " + std::to_string(all_[d].second) : text;
  }
  /// Whether it is several devices of the host whose ops do not say which: within one execution of a program, a
  /// collective is run by several threads at a time.
  bool is_merged(std::size_t d) const { return merged_.contains(d); }
  /// Whether all ops of a host say which of its devices ran them.
  bool all_named() const {
    return std::all_of(all_.begin(), all_.end(), [](const key& device) { return known(device.second); });
  }
  bool any_merged() const { return !merged_.empty(); }

 private:
  using key = std::pair<std::uint32_t, std::int64_t>;  // plane, and number of a device of the host

  std::int64_t device_named_by(const xla_device_event& e) const {
    const std::int32_t device = trace_.stats_of(trace_.events[e.event]).device;
    return known(device) ? device : missing<std::int64_t>;
  }

  void find_merged(const jax_result& r) {
    if (trace_.device != xla_device::cpu) return;
    using execution = std::tuple<std::size_t, const xla_instruction*, std::int64_t>;  // device, instruction, run
    std::map<execution, std::vector<basic_interval<std::int64_t>>> spans;
    for (const jax_call& call : r.calls) {
      const xla_event& e = r.event_of(call.first->uid);
      const std::int64_t run = trace_.stats_of(e).run;
      const std::size_t d = of(call.first->uid);
      if (known(all_[d].second) || call.kind->lane != gpu_lane::communication || call.kind->instruction == 0) continue;
      if (known(run)) spans[{d, call.in, run}].push_back({e.start_ps, trace_.end_of(e)});
    }
    for (auto& [of, all] : spans) {
      merge_sorted_runs(all, [](const auto& a, const auto& b) { return a.first < b.first; });
      for (std::size_t i = 1; i < all.size(); ++i)
        if (all[i].first < all[i - 1].last) merged_.insert(std::get<0>(of));
    }
  }

  const xla_trace& trace_;
  std::set<std::size_t> merged_{};
  std::vector<key> all_{};
  std::vector<std::uint32_t> of_{};
};

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHEET_JAX_DEVICES_HPP
