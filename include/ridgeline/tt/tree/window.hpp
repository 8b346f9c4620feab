#ifndef RIDGELINE_TT_TREE_WINDOW_HPP
#define RIDGELINE_TT_TREE_WINDOW_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/tt/record/faults.hpp>
#include <ridgeline/tt/record/op.hpp>

namespace ridgeline {

/// Ops of a report in order, each by its address in what was read.
using tt_selection = std::vector<const tt_op*>;

/// The ops by host time, equal times in file order, ops without one last. Replays of a captured trace carry the times
/// of the capture, so that a file with replays keeps its own order (unless the fault is on).
tt_selection in_time_order(const std::vector<tt_op>& ops, const tt_faults& faults);

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
  std::vector<std::string> notes;
};

namespace tt_detail {

std::string in_quotes(std::string_view name);

}  // namespace tt_detail

/// Cuts the window out of ops in time order. Names that do not occur are noted and passed over; without any name that
/// does, the window opens behind the last signpost. With `start` and `end` equal, it lies between the first two. An
/// end that comes only before the start leaves the window open. Where several hosts recorded the ops, each host's are
/// cut by its own signposts, because the hosts' clocks do not agree.
tt_window_result cut_window(const tt_selection& ops, const tt_window& window, const tt_faults& faults);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_WINDOW_HPP
