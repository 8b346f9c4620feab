#ifndef RIDGELINE_TT_TREE_WINDOW_HPP
#define RIDGELINE_TT_TREE_WINDOW_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/tt/record/faults.hpp>
#include <ridgeline/tt/record/op.hpp>

namespace ridgeline {

/// Ops of a report in order, as pointers to the data that was read.
using tt_selection = std::vector<const tt_op*>;

/// The ops by host time, with equal times in file order and ops without a time last. Replays of a captured trace
/// carry the times of the capture, so a file with replays keeps its own order (unless the fault is on).
tt_selection in_time_order(const std::vector<tt_op>& ops, const tt_faults& faults);

/// The part of a run that is wanted, by the names of signposts. Empty names: not given.
struct tt_window {
  std::string start{};
  std::string end{};
  bool whole = false;           ///< nothing is cut, and signposts stay in the report
  bool keep_signposts = false;  ///< signposts inside the window stay in the report
};

/// The ops of the window, and how it was determined.
struct tt_window_result {
  tt_selection ops{};
  std::vector<std::string> notes;
};

namespace tt_detail {

std::string in_quotes(std::string_view name);

}  // namespace tt_detail

/// Cuts the window out of ops in time order. Names that do not occur are noted and ignored; without any name that
/// does, the window opens after the last signpost. If `start` and `end` are equal, it is between the first two. An
/// end that occurs only before the start leaves the window open. If several hosts recorded the ops, each host's are
/// cut by its own signposts, because the hosts' clocks disagree.
tt_window_result cut_window(const tt_selection& ops, const tt_window& window, const tt_faults& faults);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_WINDOW_HPP
