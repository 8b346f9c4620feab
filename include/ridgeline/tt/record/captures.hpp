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

/// Of the ops of a file from `first` on, finds those that were captured into a trace without naming it: like those
/// whose time was lost, they have a row without a time and without a replay session, but the file has replays of them.
inline void find_captures(std::vector<tt_op>& ops, std::size_t first) {
  const std::span<tt_op> all = std::span(ops).subspan(first);
  const auto open = [](const tt_op& op) { return !op.captured && is_without_run(op); };
  if (std::none_of(all.begin(), all.end(), open)) return;
  std::set<std::pair<std::int64_t, std::int64_t>> replayed;  // device, GLOBAL CALL COUNT
  for (const tt_op& op : all)
    if (op.replay_session >= 0 && op.global_call_count >= 0) replayed.emplace(op.device, op.global_call_count);
  for (tt_op& op : all)
    if (open(op)) op.captured = replayed.contains({op.device, op.global_call_count});
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_RECORD_CAPTURES_HPP
