#ifndef RIDGELINE_TT_REPORT_TRACY_JOIN_BODY_HPP
#define RIDGELINE_TT_REPORT_TRACY_JOIN_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/tt/read/tracy_op_index.hpp>
#include <ridgeline/tt/report/tracy_run.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// Joins the device's runs with the host's ops.
class joiner {
 public:
  joiner(const tt_tracy_run& run, const tt_log_faults& faults)
      : run_(run), faults_(faults), by_rows_(run.device.from_report && faults.replays_by_messages_only),
        ops_(run.host.ops), own_(ops_.size()), rows_of_(ops_.size(), no_row) {
    for (const tt_tracy_op& op : ops_) traces_.push_back(op.trace);
    for (const tt_tracy_replay& r : run.host.replays) replays_[{r.device, r.trace}].commanded.push_back(r.at);
  }

  tt_tracy_rows_joined join() {
    if (run_.has_device) {
      if (run_.device.by_host_id) {
        join_by_id();
      } else {
        join_by_order();
      }
    }
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      const tt_tracy_op& op = ops_[i];
      if (op.start < 0) lose("op without host time: its zone is missing", op);
      const bool excused = by_rows_ ? rows_of_[i] != no_row : traces_[i] >= 0;
      if (run_.has_device && op.device >= 0 && own_[i] == nullptr && !excused) lose("op without device data", op);
      out_.rows.push_back({tt_tracy_row_kind::op, static_cast<std::uint32_t>(i), own_[i], traces_[i], -1, time_of(op)});
    }
    if (run_.has_device) count_missing();
    if (ops_.empty()) refuse("the messages contain no op");
    if (run_.device.lost_markers) refuse("markers are lost: the end of an op's run is unknown");
    std::sort(replayed_.begin(), replayed_.end(), [&](const tt_tracy_row& a, const tt_tracy_row& b) {
      const tt_tracy_op &p = ops_[a.of], &q = ops_[b.of];
      if (p.device != q.device) return p.device < q.device;
      return p.id != q.id ? p.id < q.id : a.session < b.session;
    });
    out_.rows.insert(out_.rows.end(), replayed_.begin(), replayed_.end());
    out_.rows.insert(out_.rows.end(), unplaced_.begin(), unplaced_.end());
    for (std::size_t i = 0; i < run_.host.signposts.size(); ++i)
      out_.rows.push_back({tt_tracy_row_kind::signpost, static_cast<std::uint32_t>(i), nullptr, -1, -1,
                           run_.host.signposts[i].at});
    std::stable_sort(out_.rows.begin(), out_.rows.end(),
                     [](const tt_tracy_row& a, const tt_tracy_row& b) { return a.at < b.at; });
    return std::move(out_);
  }

 private:
  /// The replays of one trace on one device, in device time order.
  struct replays {
    std::vector<std::int64_t> commanded{};  // when the host issued each
    std::int64_t session = 0;               // current session on the device
    std::set<std::int64_t> seen{};          // sessions on the device that the host issued
    std::int64_t captured = -1;             // when the host called the last of its ops that ran
    std::uint32_t last = 0;                 // the op that ran last, and its run
    const tt_op_run* last_run = nullptr;
  };

  /// Counts what the device log lacks of the replays that the host issued: whole ones, and single ops in the others.
  void count_missing() {
    for (const auto& [key, replay] : replays_)
      out_.quality.add("replay is missing from the device log", {},
                       "trace " + std::to_string(key.second) + " on device " + std::to_string(key.first), true,
                       replay.commanded.size() - replay.seen.size());
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (traces_[i] < 0) continue;
      const auto replay = replays_.find({ops_[i].device, traces_[i]});
      if (replay == replays_.end() || replay->second.seen.size() <= seen_[i]) continue;
      out_.quality.add("op of a replay is missing from the device log", {}, example_of(ops_[i]), true,
                       replay->second.seen.size() - seen_[i]);
    }
  }

  void refuse(std::string_view reason) {
    out_.quality.add(reason, {}, "", false);
    if (!out_.refused) out_.refused = failure{errc::bad_value, {}, std::string(reason)};
  }
  void lose(std::string_view reason, std::string_view example) {
    out_.quality.add(reason, {}, example);
    if (out_.refused) return;
    std::string what(reason);
    what += " (";
    what += example;
    what += ")";
    out_.refused = failure{errc::bad_value, {}, std::move(what)};
  }
  std::string example_of(const tt_tracy_op& op) const {
    std::string example(run_.host.programs[op.program].code);
    example += ", id ";
    example += std::to_string(op.id);
    return example;
  }
  void lose(std::string_view reason, const tt_tracy_op& op) { lose(reason, example_of(op)); }
  /// Of a run on a device. In tt-metal's own summary the original looks up the ops of the host only, and gives a report
  /// whatever else is in it.
  void lose(std::string_view reason, const tt_op_run& run) {
    const std::string example = "id " + std::to_string(run.id) + " on device " + std::to_string(run.device);
    if (run_.device.from_report) out_.quality.add(reason, {}, example);
    else lose(reason, example);
  }

  std::int64_t time_of(const tt_tracy_op& op) const {
    return op.start < 0 || layout_of(run_.age).by_message ? op.message : op.start;
  }

  void join_by_id() {
    const tt_tracy_ids ids = ids_of(run_.host);
    last_session_.assign(ops_.size(), 0);
    seen_.assign(ops_.size(), 0);
    called_.assign(run_.device.runs.size(), nullptr);
    const auto find_op = [&](const tt_op_run& r) {
      const auto at = r.id > 0 && r.id <= UINT32_MAX ? ids.find(static_cast<std::uint32_t>(r.id)) : ids.end();
      return at == ids.end() || ops_[at->second].device != r.device ? ids.end() : at;
    };
    for (const tt_op_run& r : run_.device.runs)
      if (const auto at = by_rows_ ? find_op(r) : ids.end(); at != ids.end()) {
        char& rows = rows_of_[at->second];
        rows = std::max<char>(rows, r.trace == ops_[at->second].trace ? own_trace : some_row);
      }
    for (const tt_op_run& r : run_.device.runs) {
      const auto at = find_op(r);
      if (at == ids.end()) {
        if (r.id == 0 && run_.device.from_report) continue;  // of no op: of cores that dispatch or carry the fabric
        lose(run_.device.from_report ? "row of the device's report for an op that the host does not know"
                                     : "device op without host op",
             r);
      } else if (by_rows_) {
        add_row(at->second, r);
      } else if (is_replay(at->second, r)) {
        add_replay(at->second, r);
      } else if (own_[at->second] != nullptr) {
        lose("device op without host op: the op ran before", r);
      } else {
        own_[at->second] = &r;
        called_[static_cast<std::size_t>(&r - run_.device.runs.data())] = &ops_[at->second];
      }
    }
    if (!unplaced_.empty()) place_unplaced();
  }

  /// Takes a row of tt-metal's own summary as the original does: those of the trace that the host told of or, if there
  /// are none, all that an op has. One with a session is a replay, and stands at its command or the op's message.
  void add_row(std::uint32_t op, const tt_op_run& r) {
    if (rows_of_[op] == own_trace && r.trace != ops_[op].trace) return;
    if (r.session < 0) {
      own_[op] = &r;
      return;
    }
    std::int64_t at = ops_[op].message;
    replays& trace = replays_[{r.device, r.trace}];
    if (const auto place = static_cast<std::size_t>(r.session); place > 0 && place <= trace.commanded.size()) {
      at = trace.commanded[place - 1];
      trace.seen.insert(r.session);
      ++seen_[op];
    }
    replayed_.push_back({tt_tracy_row_kind::replay, op, &r, r.trace >= 0 ? r.trace : ops_[op].trace, r.session, at});
  }

  /// Whether a run of an op is a replay: the op was captured, by a message of the host or else by the device log. The
  /// host sends messages of traces only if it is told to, the log names replays in any case.
  bool is_replay(std::uint32_t op, const tt_op_run& r) {
    if (traces_[op] < 0 && r.trace >= 0 && r.session > 0 && !faults_.replays_by_messages_only) traces_[op] = r.trace;
    return ops_[op].trace >= 0 || (traces_[op] >= 0 && r.session > 0);
  }

  /// Whether an op cannot belong to the replay of the run before it: it was captured before that op, but begins when
  /// that has ended. Ops of several sub-devices may begin in another order, but while others still run.
  bool is_past_the_end(const replays& trace, std::uint32_t op, const tt_op_run& r) const {
    if (faults_.replays_by_repeats_only || trace.last_run == nullptr || op >= trace.last) return false;
    return trace.last_run->kernel.ends() && r.first >= trace.last_run->kernel.end;
  }

  void add_replay(std::uint32_t op, const tt_op_run& r) {
    replays& trace = replays_[{ops_[op].device, traces_[op]}];
    trace.captured = std::max(trace.captured, time_of(ops_[op]));
    std::int64_t& last = last_session_[op];
    const std::int64_t before = last;
    if (r.session > 0) {
      trace.session = std::max(trace.session, r.session);
      last = r.session;
    } else {
      if (trace.session == 0 || last == trace.session || is_past_the_end(trace, op, r)) ++trace.session;
      last = trace.session;
    }
    trace.last = op, trace.last_run = &r;
    const auto place = static_cast<std::size_t>(last);
    std::int64_t at = time_of(ops_[op]);
    if (place <= trace.commanded.size()) {
      at = trace.commanded[place - 1];
      trace.seen.insert(last);
      if (last != before) ++seen_[op];
    } else if (ops_[op].trace < 0) {
      return unplaced_.push_back({tt_tracy_row_kind::replay, op, &r, traces_[op], last, -1});
    } else {
      lose("replay that the host did not command", r);
      if (!trace.commanded.empty()) at = trace.commanded.back();
    }
    replayed_.push_back({tt_tracy_row_kind::replay, op, &r, traces_[op], last, at});
  }

  /// Places replays of which the host sent no message: when they begin on the device, by a clock on which the op that
  /// began soonest after its call began at once. Those that begin as soon as the device has ended the run before may
  /// have waited for it, and are placed with it. All come behind the capture of their ops and between the ops that the
  /// device ran before and after them.
  void place_unplaced() {
    const std::vector<tt_op_run>& runs = run_.device.runs;
    const auto at_cycle = [&](const tt_op_run& r, std::int64_t cycle) {  // ns of the device's clock
      const frequency clock = known(r.clock) ? r.clock : run_.device.clock;
      return cycle < 0 ? missing<double> : static_cast<double>(cycle) * 1000 / clock.in(MHz);
    };
    const auto began = [&](const tt_op_run& r) { return at_cycle(r, r.first); };
    const auto ended = [&](const tt_op_run& r) { return at_cycle(r, r.fw.ends() ? r.fw.end : r.kernel.end); };
    std::vector<std::int64_t> latest(runs.size() + 1, INT64_MAX);  // by run: before the next op that was called
    std::map<std::int32_t, double> ahead;  // by device: how far its clock is ahead of the host's, in ns
    for (std::size_t i = runs.size(); i-- > 0;) {
      if (i + 1 < runs.size() && runs[i + 1].device == runs[i].device) latest[i] = latest[i + 1];
      if (called_[i] == nullptr) continue;
      latest[i] = time_of(*called_[i]) - 1;
      if (called_[i]->start < 0) continue;
      double& least = ahead.try_emplace(runs[i].device, missing<double>).first->second;
      const tt_tracy_op& op = *called_[i];
      least = std::fmin(least, began(runs[i]) - static_cast<double>(op.start) - static_cast<double>(op.time));
    }
    std::map<std::tuple<std::int32_t, std::int64_t, std::int64_t>, std::int64_t> places;  // by device, trace, session
    std::int64_t before = -1;
    std::size_t next = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const tt_op_run& r = runs[i];
      const bool first = i == 0 || runs[i - 1].device != r.device;
      if (first) before = -1;
      if (called_[i] != nullptr) before = std::max(before, time_of(*called_[i]));
      if (next == unplaced_.size() || unplaced_[next].device != &r) continue;
      tt_tracy_row& row = unplaced_[next++];
      const auto [place, fresh] = places.try_emplace({r.device, row.trace, row.session}, before);
      if (fresh) {
        const auto clock = ahead.find(r.device);
        const bool waited = !first && began(r) - ended(runs[i - 1]) <= high_gap_from.in(ns);
        const double at = clock == ahead.end() || waited ? missing<double> : began(r) - clock->second;
        if (at >= 0 && at < 9e18) place->second = std::max(before, static_cast<std::int64_t>(at));
        place->second = std::max(std::min(place->second, latest[i]), replays_[{r.device, row.trace}].captured);
      }
      row.at = before = place->second;
    }
    const tt_tracy_row& row = unplaced_.front();
    out_.quality.add("replay of which the host sent no message; it is placed by the device's clock "
                     "(TT_METAL_PROFILER_TRACE_TRACKING=1 makes tt-metal send them)", {},
                     "trace " + std::to_string(row.trace) + " on device " + std::to_string(row.device->device),
                     false, places.size());
  }

  /// Run ids count the programs of a device from 1, so they are positions in its list of ops. If they are not, runs
  /// are matched with ops in order if there are equally many; otherwise it is unknown which op is missing.
  void join_by_order() {
    std::map<std::int32_t, std::vector<std::uint32_t>> ops;
    std::map<std::int32_t, std::vector<const tt_op_run*>> runs;
    for (std::size_t i = 0; i < ops_.size(); ++i)
      if (ops_[i].device >= 0) ops[ops_[i].device].push_back(static_cast<std::uint32_t>(i));
    for (const tt_op_run& r : run_.device.runs) runs[r.device].push_back(&r);
    for (const auto& [device, of_device] : runs) {
      const std::vector<std::uint32_t>& mine = ops[device];
      std::int64_t before = 0;
      bool places = true;
      for (const tt_op_run* r : of_device) {
        places = places && r->id > before && r->id <= static_cast<std::int64_t>(mine.size());
        before = r->id;
      }
      if (!places && of_device.size() != mine.size()) {
        lose("device and host have different ops, and no ids: they cannot be joined",
             std::to_string(of_device.size()) + " on device " + std::to_string(device) + ", " +
                 std::to_string(mine.size()) + " on the host");
        continue;
      }
      for (std::size_t i = 0; i < of_device.size(); ++i)
        own_[mine[places ? static_cast<std::size_t>(of_device[i]->id - 1) : i]] = of_device[i];
    }
  }

  /// What the device's report has of an op: nothing, rows of other traces than the host told of, or of this one.
  enum rows_kind : char { no_row, some_row, own_trace };

  const tt_tracy_run& run_;
  const tt_log_faults& faults_;
  const bool by_rows_;
  const std::vector<tt_tracy_op>& ops_;
  std::vector<std::int64_t> traces_{};        // by op: the trace into which it was captured
  std::vector<const tt_tracy_op*> called_{};  // by run: its op, if that is not captured
  std::vector<const tt_op_run*> own_;         // by op: run of an op that is not captured
  std::vector<char> rows_of_;                 // by op: `rows_kind`
  std::vector<std::int64_t> last_session_{};  // by op
  std::vector<std::size_t> seen_{};           // by op: sessions in which it ran
  std::map<std::pair<std::int32_t, std::int64_t>, replays> replays_{};  // by device and trace
  std::vector<tt_tracy_row> replayed_{};
  std::vector<tt_tracy_row> unplaced_{};        // replays without a message, in the order of the runs
  tt_tracy_rows_joined out_{};
};

}  // namespace tt_detail::tt_tracy

tt_tracy_rows_joined join_tt_tracy(const tt_tracy_run& run, const tt_log_faults& faults) {
  if (run.has_host) return tt_detail::tt_tracy::joiner(run, faults).join();
  tt_tracy_rows_joined alone;
  for (const tt_op_run& r : run.device.runs) {
    if (!r.is_of_op()) continue;
    const auto at = static_cast<std::uint32_t>(alone.rows.size());
    const bool replay = r.session > 0;
    alone.rows.push_back({replay ? tt_tracy_row_kind::replay : tt_tracy_row_kind::op, at, &r, r.trace,
                          replay ? r.session : -1, at});
  }
  return alone;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_TRACY_JOIN_BODY_HPP
