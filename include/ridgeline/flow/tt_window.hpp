#ifndef RIDGELINE_FLOW_TT_WINDOW_HPP
#define RIDGELINE_FLOW_TT_WINDOW_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/record/tt_faults.hpp>
#include <ridgeline/record/tt_op.hpp>

namespace ridgeline {

/// Ops of a report in order, each by its address in what was read.
using tt_selection = std::vector<const tt_op*>;

/// The ops by host time, equal times in file order, ops without one last. Replays of a captured trace carry the times
/// of the capture, so that a file with replays keeps its own order (unless the fault is on).
inline tt_selection in_time_order(const std::vector<tt_op>& ops, const tt_faults& faults) {
  tt_selection order;
  order.reserve(ops.size());
  bool replays = false;
  for (const tt_op& op : ops) {
    order.push_back(&op);
    replays = replays || op.replay_session >= 0;
  }
  if (replays && !faults.replays_by_host_time) return order;
  const auto earlier = [](const tt_op* a, const tt_op* b) {
    if (!known(b->host_start)) return known(a->host_start);
    return a->host_start < b->host_start;
  };
  if (!std::is_sorted(order.begin(), order.end(), earlier)) std::stable_sort(order.begin(), order.end(), earlier);
  return order;
}

/// Which part of a run is wanted, by the names of signposts. Empty names: not given.
struct tt_window {
  std::string start{};
  std::string end{};
  bool whole = false;           ///< nothing is cut, and signposts stay in the report
  bool keep_signposts = false;  ///< those inside the window stay in the report
};

/// The ops of the window, and what was done to find it.
struct tt_window_result {
  tt_selection ops{};
  std::vector<std::string> notes{};
};

namespace detail {

inline std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

/// Positions of the signposts of that name.
inline std::vector<std::size_t> signposts_named(const tt_selection& ops, std::string_view name) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (ops[i]->is_signpost() && ops[i]->code == name) at.push_back(i);
  return at;
}

/// Without names: from behind the last signpost on.
inline std::size_t after_last_signpost(const tt_selection& ops, const tt_faults& faults,
                                       std::vector<std::string>& notes) {
  std::size_t last = ops.size();
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (ops[i]->is_signpost()) last = i;
  if (last == ops.size()) {
    notes.push_back("no signposts: the whole file is reported");
    return 0;
  }
  const std::string_view name = ops[last]->code;
  notes.push_back("window: after the last signpost, " + quoted(name) + " (--ignore-signposts reports the whole file)");
  if (!faults.signpost_first_use) return last + 1;
  const auto first = std::find_if(ops.begin(), ops.end(), [&](const tt_op* op) { return op->code == name; });
  return static_cast<std::size_t>(first - ops.begin()) + 1;
}

}  // namespace detail

/// Cuts the window out of ops in time order. Names that do not occur are noted and passed over; without any name that
/// does, the window opens behind the last signpost. With `start` and `end` equal, it lies between the first two.
inline tt_window_result cut_window(const tt_selection& ops, const tt_window& window, const tt_faults& faults) {
  tt_window_result result;
  if (window.whole) {
    result.ops = ops;
    return result;
  }
  const auto starts = window.start.empty() ? std::vector<std::size_t>{} : detail::signposts_named(ops, window.start);
  auto ends = window.end.empty() ? std::vector<std::size_t>{} : detail::signposts_named(ops, window.end);
  if (!window.start.empty() && starts.empty())
    result.notes.push_back("start signpost " + detail::quoted(window.start) + " does not occur");
  if (!window.end.empty() && ends.empty())
    result.notes.push_back("end signpost " + detail::quoted(window.end) + " does not occur");
  if (!starts.empty() && window.start == window.end) {
    ends.erase(ends.begin());
    if (ends.empty())
      result.notes.push_back("signpost " + detail::quoted(window.end) + " occurs once: the window is open at its end");
  } else if (!starts.empty() && !ends.empty() && !faults.end_before_start) {
    const auto later = std::find_if(ends.begin(), ends.end(), [&](std::size_t e) { return e > starts.front(); });
    if (later != ends.end()) ends.erase(ends.begin(), later);
  }

  std::size_t from = 0;
  std::optional<std::uint32_t> above, below;  // by place in the file, when the fault is on
  std::size_t to = ops.size();
  if (!starts.empty()) {
    from = starts.front() + 1;
    above = ops[starts.front()]->id;
    result.notes.push_back("window: after signpost " + detail::quoted(window.start));
  }
  if (!ends.empty()) {
    to = ends.front();
    below = ops[ends.front()]->id;
    result.notes.push_back("window: before signpost " + detail::quoted(window.end));
  }
  const bool named = above || below;
  if (!named) from = detail::after_last_signpost(ops, faults, result.notes);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const bool inside = named && faults.window_by_file_position
                            ? (!above || ops[i]->id > *above) && (!below || ops[i]->id < *below)
                            : i >= from && i < to;
    if (inside && (window.keep_signposts || !ops[i]->is_signpost())) result.ops.push_back(ops[i]);
  }
  return result;
}

}  // namespace ridgeline

#endif  // RIDGELINE_FLOW_TT_WINDOW_HPP
