#ifndef RIDGELINE_ADVISE_ROW_BREAKS_BODY_HPP
#define RIDGELINE_ADVISE_ROW_BREAKS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/stream_waits_body.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>

/// Which pieces of work in a row on a stream one piece could do in their place.
namespace ridgeline::advise_detail {

/// A row ends between two launches if, in between, the host enters or leaves a step or a load of data, or learns in a
/// blocking call that the first piece has run; if the second waits for work of another stream that begins behind the
/// first; and between two launches of graphs. Looks at calls only when it is asked.
class row_breaks {
 public:
  explicit row_breaks(const activity_findings_run& run) : run_(run) {}

  /// Whether a row ends between a piece of work and the next one on its stream.
  bool between(std::uint32_t before, std::uint32_t next) {
    const gpu_activity& a = run_.activity;
    const activity_work &one = a.works[before], &two = a.works[next];
    if (const std::uint32_t other = run_.replay.waiting_of(next).other; known(other))
      if (a.works[other].stream != two.stream && a.works[other].start >= one.end()) return true;
    if (!known(one.call) || !known(two.call) || one.call == two.call) return false;
    const activity_call &from = a.calls[one.call], &to = a.calls[two.call];
    if (from.kind == call_kind::graph_launch || to.kind == call_kind::graph_launch) return true;
    if (!asked_) find_moments();
    if (const moment* const m = last_before(turns_, to.process, to.start.base()); m && m->at > from.start.base())
      return true;
    const std::uint32_t host = run_.replay.hosts().of(to.thread);
    const auto since = [&](const moment* m) { return m != nullptr && m->at >= from.start.base(); };
    if (const moment* const m = last_before(syncs_, host, to.start.base()); since(m) && m->end >= one.end().base())
      return true;
    return since(last_before(waits_, host, to.start.base())) && works_between(before, next, from, to);
  }

  /// Calls `use` with each part of a row that is without such an end.
  template <class Use>
  void each_part(std::span<const std::uint32_t> row, Use use) {
    std::size_t first = 0;
    for (std::size_t i = 1; i <= row.size(); ++i) {
      if (i < row.size() && !between(row[i - 1], row[i])) continue;
      use(row.subspan(first, i - first));
      first = i;
    }
  }

 private:
  struct moment {
    std::uint32_t of = 0;  // a process, or a host
    std::int64_t at = 0, end = 0;
  };

  void find_moments() {
    asked_ = true;
    const gpu_activity& a = run_.activity;
    const auto add = [](std::vector<moment>& to, std::uint32_t of, time_point at, time_point end) {
      to.push_back({of, at.base(), end.base()});
    };
    for (const activity_range& r : a.ranges) {
      if (!known(r.thread) || (r.kind != range_kind::step && r.kind != range_kind::data_loading)) continue;
      add(turns_, r.process, r.start, r.start);
      add(turns_, r.process, r.end(), r.end());
    }
    const activity_hosts& hosts = run_.replay.hosts();
    asked_once lets_wait(*a.texts, lets_stream_wait);
    for (const activity_call& c : a.calls)
      if (c.kind == call_kind::blocking) add(syncs_, hosts.of(c.thread), c.start, c.end());
      else if (lets_wait(c.name)) add(waits_, hosts.of(c.thread), c.start, c.end());
    for (std::vector<moment>* const list : {&turns_, &syncs_, &waits_})
      merge_sorted_runs(*list, [](const moment& x, const moment& y) {
        return std::tie(x.of, x.at) < std::tie(y.of, y.at);
      });
  }
  /// The last one of a process or host that is not later.
  static const moment* last_before(const std::vector<moment>& list, std::uint32_t of, std::int64_t at) {
    const auto next = std::upper_bound(list.begin(), list.end(), moment{of, at}, [](const moment& x, const moment& y) {
      return std::tie(x.of, x.at) < std::tie(y.of, y.at);
    });
    return next == list.begin() || (next - 1)->of != of ? nullptr : &*(next - 1);
  }
  /// Whether work of another stream, launched between two calls, runs between the two pieces of work.
  bool works_between(std::uint32_t before, std::uint32_t next, const activity_call& from, const activity_call& to) {
    const gpu_activity& a = run_.activity;
    const activity_work &one = a.works[before], &two = a.works[next];
    for (std::uint32_t i = before + 1; i < next; ++i) {
      const activity_work& w = a.works[i];
      if (w.stream == two.stream || w.device != two.device || w.start < one.end() || w.end() > two.start) continue;
      const activity_call* const call = a.call_of(w);
      if (call != nullptr && call->start >= from.start && call->start <= to.start) return true;
    }
    return false;
  }

  const activity_findings_run& run_;
  bool asked_ = false;
  std::vector<moment> turns_{};          // where steps and loads begin and end, by process
  std::vector<moment> syncs_{}, waits_{};  // blocking calls, and those that let a stream wait, by host
};

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_ROW_BREAKS_BODY_HPP
