#ifndef RIDGELINE_TORCH_PATH_ACTIVITY_BODY_HPP
#define RIDGELINE_TORCH_PATH_ACTIVITY_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/path/activity.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/shared_numbers.hpp>

namespace ridgeline {

namespace torch_detail {

/// Converts a trace to an activity.
class activity_builder {
 public:
  explicit activity_builder(const call_tree& tree)
      : tree_(tree), trace_(tree.trace()), shortened_(stamps_are_shortened(trace_)), sections_(trace_) {}

  path_activity build() && {
    if (sections_.mixed()) find_owners();
    std::size_t detail = 0;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      while (detail < trace_.details.size() && trace_.details[detail].event < i) ++detail;
      details_ = detail < trace_.details.size() && trace_.details[detail].event == i ? &trace_.details[detail]
          : nullptr;
      if (!e.is_complete()) continue;
      if (is_gpu(e.category)) add_task(e, i);
      else if (e.category == kineto_category::other) add_sync(e, i);
      else if (e.category == kineto_category::cpu_op) add_host(e, i, host_kind::op);
      else if (is_runtime(e.category)) add_host(e, i, host_kind::call);
      else if (e.category == kineto_category::user_annotation) add_host(e, i, host_kind::annotation);
    }
    return std::move(out_);
  }

 private:
  struct stream_key {
    std::int64_t device, stream;
  };
  struct thread_key {
    std::int64_t process, thread;
  };

  /// The number of a process or thread; a text gets a number below any in a trace.
  std::int64_t number_of(symbol text) const {
    if (!known(text)) return -1;
    if (const std::optional<std::int64_t> n = to_int(trace_.text(text)); n && known(*n)) return *n;
    return -1'000'000'000'000 - static_cast<std::int64_t>(index_of(text));
  }
  /// Whether the stamps are those of a program that read the trace and wrote it again: a double of microseconds since
  /// 1970 is a multiple of 250 ns, and its shortest digits have a single decimal, .2 and .8 for .25 and .75.
  static bool stamps_are_shortened(const torch_trace& trace) {
    return std::all_of(trace.events.begin(), trace.events.end(), [](const torch_event& e) {
      return !known(e.start) || e.start.base() % 100 == 0;
    });
  }
  /// Nanoseconds of a double in microseconds.
  static std::int64_t whole_ns(double stamp) {
    const double whole = std::floor(stamp);
    const auto rest = static_cast<std::int64_t>(std::floor((stamp - whole) * 1000 + 0.5));
    return static_cast<std::int64_t>(whole) * 1000 + rest;
  }
  std::int64_t begin_of(const torch_event& e) const {
    return shortened_ ? whole_ns(trace_.start_us(e)) : e.start.base();
  }
  std::int64_t end_of(const torch_event& e) const { return begin_of(e) + e.time.base(); }
  torch_place place_of(const torch_event& e) const { return known(e.place) ? trace_.places[e.place] : torch_place(); }

  std::uint32_t device_index(std::int64_t device) {
    const std::uint32_t n = devices_.number(device);
    if (n == out_.devices.size()) out_.devices.push_back(device);
    return n;
  }
  std::uint32_t stream_index(std::int64_t device, std::int64_t stream) {
    const std::uint32_t n = streams_.number({device, stream});
    if (n == out_.streams.size()) out_.streams.push_back({device, stream, device_index(device)});
    return n;
  }

  symbol process_of(const torch_event& e) const { return place_of(e).process; }
  /// The process of the call that launched a piece of work; missing if the tree has none.
  symbol launcher_of(std::uint32_t uid) const {
    const std::uint32_t launch = tree_.parent_of(uid);
    return known(launch) && is_runtime(trace_.events[launch].category) ? process_of(trace_.events[launch])
                                                                      : missing<symbol>;
  }
  /// In files of several mixed processes, the one that launches most of the work of each device.
  void find_owners() {
    struct pair {
      symbol device, process;
    };
    distinct<pair> pairs;
    std::vector<std::size_t> counts;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      const symbol by = is_gpu(e.category) ? launcher_of(i) : missing<symbol>;
      if (!known(by)) continue;
      const std::uint32_t n = pairs.number({process_of(e), by});
      counts.resize(pairs.size());
      ++counts[n];
    }
    std::map<symbol, std::size_t> most;
    for (std::size_t n = 0; n < counts.size(); ++n) {
      const pair& p = pairs.keys()[n];
      if (std::size_t& best = most[p.device]; counts[n] > best) best = counts[n], owners_[p.device] = p.process;
    }
  }
  /// The process whose calls submit work, if the file has the events of several: that of its launch, else the one of
  /// its section of the file, or the owner of its device.
  std::int64_t process_of_work(const torch_event& e, std::uint32_t uid) const {
    if (!sections_.several() && !sections_.mixed()) return missing<std::int64_t>;
    if (const symbol by = launcher_of(uid); known(by)) return number_of(by);
    if (sections_.several()) return number_of(sections_.process_of(uid));
    const auto owner = owners_.find(process_of(e));
    return owner != owners_.end() ? number_of(owner->second) : missing<std::int64_t>;
  }

  void add_host(const torch_event& e, std::uint32_t uid, host_kind kind) {
    const torch_place place = place_of(e);
    const thread_key key{number_of(place.process), number_of(place.thread)};
    const std::uint32_t thread = threads_.number(key);
    if (thread == out_.threads.size()) out_.threads.push_back({key.process, key.thread, uid});
    out_.host.push_back({begin_of(e), end_of(e), e.correlation, trace_.name(e), uid, thread, kind});
  }
  /// GB/s of a copy or fill: what its argument says, else its bytes over its time (a byte each ns is a GB each s).
  double bandwidth_of(const torch_event& e, const gpu_arguments* args) const {
    if (details_ != nullptr && known(details_->bandwidth)) return details_->bandwidth;
    const std::int64_t length = e.time.base();
    if (args == nullptr || !known(args->bytes) || args->bytes < 0 || length <= 0) return missing<double>;
    return static_cast<double>(args->bytes) / static_cast<double>(length);
  }
  void add_task(const torch_event& e, std::uint32_t uid) {
    const gpu_arguments* const args = trace_.gpu(e);
    const torch_place place = place_of(e);
    const std::int64_t device = args != nullptr && known(args->device) ? args->device : number_of(place.process);
    const std::int64_t stream = args != nullptr && known(args->stream) ? args->stream : number_of(place.thread);
    const gpu_lane lane = kind_of(e.category) == gpu_kind::fill ? gpu_lane::copy : tree_.lane_of(uid);
    out_.tasks.push_back({begin_of(e), end_of(e), e.correlation, trace_.name(e), uid,
                          stream_index(device, stream), lane, lane == gpu_lane::copy ? bandwidth_of(e, args)
                              : missing<double>});
    out_.tasks.back().process = process_of_work(e, uid);
  }
  void add_sync(const torch_event& e, std::uint32_t uid) {
    if (details_ == nullptr || !known(details_->category) || trace_.text(details_->category) != "cuda_sync") return;
    const std::string_view name = trace_.name(e);
    gpu_sync s;
    if (name == "Stream Wait Event") s.kind = sync_kind::stream_wait;
    else if (name == "Stream Sync") s.kind = sync_kind::stream;
    else if (name == "Context Sync") s.kind = sync_kind::context;
    else if (name == "Event Sync") s.kind = sync_kind::event;
    else return;
    const torch_place place = place_of(e);
    const std::int64_t device = known(details_->device) ? details_->device : number_of(place.process);
    s.correlation = e.correlation;
    s.record = details_->wait_record;
    s.uid = uid;
    s.process = process_of_work(e, uid);
    s.device = device_index(device);
    s.stream = stream_index(device, known(details_->stream) ? details_->stream : number_of(place.thread));
    if (known(details_->wait_stream)) s.source_stream = stream_index(device, details_->wait_stream);
    out_.syncs.push_back(s);
  }

  const call_tree& tree_;
  const torch_trace& trace_;
  bool shortened_;
  file_sections sections_;
  std::map<symbol, symbol> owners_{};  // by the process that the work of a device stands for
  const torch_event_details* details_ = nullptr;
  distinct<std::int64_t> devices_{};
  distinct<stream_key> streams_{};
  distinct<thread_key> threads_{};
  path_activity out_{};
};

}  // namespace torch_detail

path_activity path_activity_of(const call_tree& tree) { return torch_detail::activity_builder(tree).build(); }
path_activity path_activity_of(const torch_trace& trace, const gpu::communication_table* communication) {
  return path_activity_of(build_call_tree(trace, {.communication = communication}));
}

chosen_window window_of(const path_activity& a, const path_steps& steps) {
  chosen_window chosen;
  if (steps.annotation.empty()) {
    chosen.window = whole_window(a);
    chosen.found = !a.host.empty() || !a.tasks.empty();
    return chosen;
  }
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < a.host.size(); ++i)
    if (a.host[i].kind == host_kind::annotation && a.host[i].name.find(steps.annotation) != std::string_view::npos)
      all.push_back(i);
  all = std::move(all) | sort_by([&](std::uint32_t i) { return a.host[i].begin; }, [&](std::uint32_t i) {
      return a.host[i].uid; });
  chosen.annotations = all.size();
  if (steps.last < steps.first || steps.last >= all.size()) return chosen;
  chosen.found = true;
  path_window& w = chosen.window;
  w.first = w.last = all[steps.first];
  for (std::size_t i = steps.first; i <= steps.last; ++i)
    if (a.host[all[i]].end > a.host[w.last].end) w.last = all[i];
  w.begin = a.host[w.first].begin;
  w.end = a.host[w.last].end;
  return chosen;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ACTIVITY_BODY_HPP
