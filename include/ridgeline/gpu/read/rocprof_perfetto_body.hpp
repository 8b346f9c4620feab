#ifndef RIDGELINE_GPU_READ_ROCPROF_PERFETTO_BODY_HPP
#define RIDGELINE_GPU_READ_ROCPROF_PERFETTO_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto.hpp>
#include <ridgeline/read/number.hpp>

namespace ridgeline {

namespace gpu_detail {

template <fixed_string Name>
inline constexpr std::size_t perfetto_field = field_number<rocprof_perfetto_fields>("annotation", Name);

constexpr std::size_t perfetto_field_of(std::string_view name) {
  for (std::size_t i = 0; i < rocprof_perfetto_fields.size(); ++i)
    if (rocprof_perfetto_fields[i].name == name) return i;
  return rocprof_perfetto_fields.size();
}

class rocprof_perfetto_reader {
 public:
  explicit rocprof_perfetto_reader(perfetto_trace trace) : from_(std::move(trace)), places_(trace_) {
    trace_.queues = true;
    trace_.texts = std::move(from_.texts);
    trace_.problems = std::move(from_.problems);
    std::set<std::int64_t> processes;
    for (const perfetto_track& t : from_.tracks)
      if (t.has_process || t.has_thread) processes.insert(t.pid);
    for (const perfetto_slice& s : from_.slices)
      by_process_ = by_process_ && processes.contains(from_.tracks[s.track].pid);
  }

  gpu_trace read() {
    for (const perfetto_slice& s : from_.slices) add(s);
    place_copies();
    link_calls(trace_, numbers_);
    leave_out_impossible(trace_);
    return std::move(trace_);
  }

 private:
  /// The integers attached to a slice, by index in the catalogue. An agent's text ends with its number, `GPU-0`.
  using numbers = std::array<std::int64_t, rocprof_perfetto_fields.size()>;

  numbers numbers_of(const perfetto_slice& s) {
    numbers n;
    n.fill(missing<std::int64_t>);
    for (const perfetto_value& v : from_.values_of(s)) {
      const std::size_t name = index_of(v.name);
      if (name >= fields_.size()) fields_.resize(trace_.texts.bound(), unasked);
      if (fields_[name] == unasked) fields_[name] = static_cast<std::uint8_t>(perfetto_field_of(trace_.text(v.name)));
      const std::size_t field = fields_[name];
      if (field >= n.size()) continue;
      if (v.is == perfetto_value::kind::whole) n[field] = v.whole();
      if (v.is != perfetto_value::kind::text) continue;
      std::string_view text = trace_.text(v.text());
      if (rocprof_perfetto_fields[field].name.ends_with("agent")) text.remove_prefix(text.find_last_of("- ") + 1);
      n[field] = to_int(text).value_or(missing<std::int64_t>);
    }
    return n;
  }

  /// The number in brackets behind a word: `COMPUTE GPU [0] QUEUE [3] (GPU)`, `STREAM [" 2 "]`.
  static std::int64_t number_after(std::string_view word, std::string_view name) {
    const std::size_t at = name.find(word), open = name.find('[', at), close = name.find(']', open);
    if (at == name.npos || close == name.npos) return missing<std::int64_t>;
    std::string_view number = name.substr(open + 1, close - open - 1);
    while (number.starts_with('"') || number.starts_with(' ')) number.remove_prefix(1);
    while (number.ends_with('"') || number.ends_with(' ')) number.remove_suffix(1);
    return to_int(number).value_or(missing<std::int64_t>);
  }
  static std::int64_t first_known(std::int64_t a, std::int64_t b) { return known(a) ? a : b; }

  void add(const perfetto_slice& s) {
    const numbers n = numbers_of(s);
    const std::string_view category = trace_.text(s.category);
    const perfetto_track& track = from_.tracks[s.track];
    std::int64_t start = s.start, end = s.start + s.time;
    const std::int64_t begin_ns = n[perfetto_field<"begin_ns">], end_ns = n[perfetto_field<"end_ns">];
    const auto usable = [](std::int64_t at) { return known(at) && at > 0 && at < longest_time; };
    if (usable(begin_ns) && usable(end_ns)) start = begin_ns, end = end_ns;
    const std::optional<gpu_span> when =
        span_of(start, end, trace_.problems, gpu_problems::nowhere, trace_.text(s.name));
    if (!when) return;
    const auto [at, time] = *when;
    std::int64_t number = n[perfetto_field<"corr_id">];
    if (!known(number)) number = n[perfetto_field<"correlation">];
    const rocprof_slice what = rocprof_slice_of(category, trace_.text(s.name));
    if (what == rocprof_slice::nothing) return;
    if (what == rocprof_slice::kernel || what == rocprof_slice::copy) {
      gpu_work_item w;
      w.start = at, w.time = time, w.correlation = number;
      w.process = by_process_ ? places_.process(track.pid, track.pid) : 0;
      w.context = n[perfetto_field<"queue">];
      const std::string_view lane = trace_.text(track.name);
      w.stream = first_known(first_known(n[perfetto_field<"stream_id">], n[perfetto_field<"stream_ID">]),
                             number_after("STREAM", lane));
      w.device = n[perfetto_field<"device">];
      w.name = s.name;
      if (what == rocprof_slice::copy) {
        w.kind = gpu_kind::copy;
        w.bytes = known(n[perfetto_field<"copy_bytes">]) ? n[perfetto_field<"copy_bytes">] : n[perfetto_field<"bytes">];
        const std::string_view name = rocprof_copy_name(trace_.text(s.name));
        if (name == "Unknown")
          trace_.problems.add(gpu_problem::copy_unknown, gpu_problems::nowhere, trace_.text(s.name));
        w.name = trace_.texts.keep(name);
        const std::int64_t agent =
            name == "Device-to-Host" ? n[perfetto_field<"src_agent">] : n[perfetto_field<"dst_agent">];
        if (!known(w.device) && known(agent) && name != "Host-to-Host") copies_.emplace_back(trace_.work.size(), agent);
      } else if (!known(w.device)) {
        const std::int64_t agent = n[perfetto_field<"agent">];
        w.device = lane.starts_with("STREAM") ? agent : first_known(number_after("", lane), agent);
        if (known(agent)) devices_.emplace(agent, w.device);
      }
      trace_.work.push_back(w);
      return;
    }
    if (known(n[perfetto_field<"queue">]) || known(n[perfetto_field<"copy_bytes">]))  // an unknown kind of GPU work
      trace_.problems.add(gpu_problem::table_unknown, gpu_problems::nowhere, category);
    const std::uint32_t process = places_.process(track.pid, track.pid);
    const std::int64_t tid = known(n[perfetto_field<"tid">]) ? n[perfetto_field<"tid">] : track.tid;
    const std::uint32_t thread = places_.thread(process, tid, tid);
    const bool marker = what == rocprof_slice::marker;
    if (is_rocprof_call(category) || (!marker && known(number) && number != 0)) {  // host functions have number 0
      // where GPU tracks name no process, numbers are unique within the file
      numbers_.add(by_process_ ? process : 0, number, static_cast<std::uint32_t>(trace_.calls.size()),
                   rocprof_call_rank(category));
      trace_.calls.push_back({at, time, number, s.name, process, thread});
    } else if (time != duration() || !marker) {
      trace_.ranges.push_back(
          {at, time, s.name, marker ? trace_.texts.keep("roctx") : s.category, process, thread, true});
    }
  }

  /// Agents may be counted with the CPUs, and the devices of kernels without: then kernels tell which one an agent is.
  void place_copies() {
    bool same = !devices_.empty();
    for (const auto& [agent, device] : devices_) same = same && agent == device;
    for (const auto& [copy, agent] : copies_) {
      const auto at = devices_.find(agent);
      if (at != devices_.end()) trace_.work[copy].device = at->second;
      else if (same) trace_.work[copy].device = agent;
    }
  }

  static constexpr std::uint8_t unasked = 0xFF;
  perfetto_trace from_;
  gpu_trace trace_{};
  placed_threads places_;
  calls_by_number numbers_{};
  std::vector<std::uint8_t> fields_{};
  std::map<std::int64_t, std::int64_t> devices_{};                // by agent
  std::vector<std::pair<std::size_t, std::int64_t>> copies_{};    // place among the work, agent
  bool by_process_ = true;  // all tracks name theirs
};

}  // namespace gpu_detail

gpu_trace gpu_trace_of(perfetto_trace trace) { return gpu_detail::rocprof_perfetto_reader(std::move(trace)).read(); }

bool is_rocprof_perfetto_value(std::string_view name) {
  return gpu_detail::perfetto_field_of(name) < rocprof_perfetto_fields.size();
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPROF_PERFETTO_BODY_HPP
