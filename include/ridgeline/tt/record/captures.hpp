#ifndef RIDGELINE_TT_RECORD_CAPTURES_HPP
#define RIDGELINE_TT_RECORD_CAPTURES_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/tt/record/op.hpp>

namespace ridgeline::tt_detail {

/// Tells ops that were captured into a trace, which run only when it is replayed, from ops whose time was lost: both
/// have a row without a time and without a replay session.
class tt_captures {
 public:
  /// A row with a replay session: on that device, with that GLOBAL CALL COUNT.
  void add_replay(std::int64_t device, std::int64_t call) { replayed_.emplace(device, call); }
  /// Whether such a row is of a captured op: it names the trace (from 0 on), or the file has replays of it.
  bool are(std::int64_t device, std::int64_t call, std::int64_t trace) const {
    return trace >= 0 || (call >= 0 && replayed_.contains({device, call}));
  }

 private:
  std::set<std::pair<std::int64_t, std::int64_t>> replayed_{};
};

/// Tells replays that name no session: an op that was dispatched once runs on its device again.
class tt_dispatches {
 public:
  /// Whether the op with that GLOBAL CALL COUNT, dispatched at `start` (ns on its host's clock), ran on that device
  /// before. Call it once for each run.
  bool ran_before(std::int64_t host, std::int64_t device, std::int64_t call, double start) {
    if (call < 0 || !known(start)) return false;
    const std::size_t before = runs_.size();
    runs_.number({host, device, call, std::bit_cast<std::int64_t>(start)});
    return runs_.size() == before;
  }

 private:
  struct run {
    std::int64_t host, device, call, start;
  };
  distinct<run> runs_{};
};

/// Whether a row describes no run: the op was only captured, or its time was lost.
constexpr bool is_without_run(const tt_op& op) {
  return op.type == tt_op_type::device && !known(op.time) && op.replay_session < 0;
}

/// Of the ops of a file from `first` on, finds those that were captured without naming their trace.
inline void find_captures(std::vector<tt_op>& ops, std::size_t first) {
  const std::span<tt_op> all = std::span(ops).subspan(first);
  const auto open = [](const tt_op& op) { return !op.captured && is_without_run(op); };
  if (std::none_of(all.begin(), all.end(), open)) return;
  tt_captures captures;
  for (const tt_op& op : all)
    if (op.replay_session >= 0) captures.add_replay(op.device, op.global_call_count);
  for (tt_op& op : all)
    if (open(op)) op.captured = captures.are(op.device, op.global_call_count, -1);
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_CAPTURES_HPP
