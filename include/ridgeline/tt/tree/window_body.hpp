#ifndef RIDGELINE_TT_TREE_WINDOW_BODY_HPP
#define RIDGELINE_TT_TREE_WINDOW_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/record/captures.hpp>
#include <ridgeline/tt/tree/window.hpp>

namespace ridgeline {

namespace tt_detail {

/// Whether a file has replays of a captured trace.
bool have_replays(const std::vector<tt_op>& ops) {
  tt_dispatches dispatches;
  for (const tt_op& op : ops) {
    if (op.replay_session >= 0) return true;
    if (op.type == tt_op_type::device && known(op.time) &&
        dispatches.ran_before(op.host, op.device, op.global_call_count, op.host_start.in(ns)))
      return true;
  }
  return false;
}

}  // namespace tt_detail

tt_selection in_time_order(const std::vector<tt_op>& ops, const tt_faults& faults) {
  tt_selection order;
  order.reserve(ops.size());
  for (const tt_op& op : ops) order.push_back(&op);
  if (!faults.replays_by_host_time && tt_detail::have_replays(ops)) return order;
  return std::move(order) | sort_by([](const tt_op* op) { return op->host_start; });  // ops without a time come last
}

namespace tt_detail {

std::string in_quotes(std::string_view name) { return std::string("'").append(name) + "'"; }

/// The positions of the signposts of that name.
std::vector<std::size_t> signposts_named(const tt_selection& ops, std::string_view name) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (ops[i]->is_signpost() && ops[i]->code == name) at.push_back(i);
  return at;
}

/// Without names: the position after the last signpost that is followed by an op, because programs also set one at
/// their end. If no signpost is followed by an op, nothing is left.
std::size_t after_last_signpost(const tt_selection& ops, const tt_faults& faults,
                                std::vector<std::string>& notes) {
  const std::size_t none = ops.size();
  std::size_t last = none, last_used = none;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i]->is_signpost()) {
      last = i;
    } else {
      last_used = last;
    }
  }
  if (last == none) {
    notes.push_back("no signposts: the whole file is reported");
    return 0;
  }
  if (faults.signpost_first_use) {
    const std::string_view name = ops[last]->code;
    notes.push_back("window: after the first row of the last signpost's name, " + in_quotes(name));
    const auto first = std::find_if(ops.begin(), ops.end(), [&](const tt_op* op) { return op->code == name; });
    return static_cast<std::size_t>(first - ops.begin()) + 1;
  }
  if (last != last_used) notes.push_back("no op follows signpost " + in_quotes(ops[last]->code));
  if (last_used == none) last_used = last;
  notes.push_back("window: after the last signpost" + std::string(last == last_used ? "" : " that ops follow") + ", " +
                  in_quotes(ops[last_used]->code) + " (--ignore-signposts reports the whole file)");
  return last_used + 1;
}

/// The window of one host's ops.
tt_window_result cut_one_host(const tt_selection& ops, const tt_window& window, const tt_faults& faults) {
  tt_window_result result;
  const auto starts = window.start.empty() ? std::vector<std::size_t>{} : signposts_named(ops, window.start);
  auto ends = window.end.empty() ? std::vector<std::size_t>{} : signposts_named(ops, window.end);
  if (!window.start.empty() && starts.empty())
    result.notes.push_back("start signpost " + in_quotes(window.start) + " does not occur");
  if (!window.end.empty() && ends.empty())
    result.notes.push_back("end signpost " + in_quotes(window.end) + " does not occur");
  if (!starts.empty() && window.start == window.end) {
    ends.erase(ends.begin());
    if (ends.empty())
      result.notes.push_back("signpost " + in_quotes(window.end) + " occurs once: the window is open at its end");
  } else if (!starts.empty() && !ends.empty() && !faults.end_before_start) {
    ends.erase(ends.begin(), std::upper_bound(ends.begin(), ends.end(), starts.front()));
    if (ends.empty())
      result.notes.push_back("end signpost " + in_quotes(window.end) + " does not occur after the start: the window is "
                             "open at its end");
  }

  std::size_t from = 0;
  std::optional<std::uint32_t> above, below;  // by position in the file, if the fault is on
  std::size_t to = ops.size();
  if (!starts.empty()) {
    from = starts.front() + 1;
    above = ops[starts.front()]->id;
    result.notes.push_back("window: after signpost " + in_quotes(window.start));
  }
  if (!ends.empty()) {
    to = ends.front();
    below = ops[ends.front()]->id;
    result.notes.push_back("window: before signpost " + in_quotes(window.end));
  }
  const bool named = above || below;
  if (!named) from = after_last_signpost(ops, faults, result.notes);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    const bool inside = named && faults.window_by_file_position
                            ? (!above || ops[i]->id > *above) && (!below || ops[i]->id < *below)
                            : i >= from && i < to;
    if (inside && (window.keep_signposts || !ops[i]->is_signpost())) result.ops.push_back(ops[i]);
  }
  return result;
}

}  // namespace tt_detail

tt_window_result cut_window(const tt_selection& ops, const tt_window& window, const tt_faults& faults) {
  if (window.whole) return {ops, {}};
  struct host {
    tt_selection ops{};
    tt_window_result cut{};
    std::size_t next = 0;
  };
  std::map<std::int32_t, host> hosts;
  if (!faults.window_over_all_hosts)
    for (const tt_op* op : ops) hosts[op->host].ops.push_back(op);
  if (hosts.size() < 2) return tt_detail::cut_one_host(ops, window, faults);

  tt_window_result result;
  bool alike = true;
  for (auto& [number, h] : hosts) {
    h.cut = tt_detail::cut_one_host(h.ops, window, faults);
    alike = alike && h.cut.notes == hosts.begin()->second.cut.notes;
  }
  for (const auto& [number, h] : hosts) {
    if (alike && number != hosts.begin()->first) break;
    for (const std::string& note : h.cut.notes)
      result.notes.push_back((alike ? "each host, " : "host " + std::to_string(number) + ", ") + note);
  }
  for (const tt_op* op : ops) {  // back in the original order
    host& h = hosts[op->host];
    if (h.next == h.cut.ops.size() || h.cut.ops[h.next] != op) continue;
    result.ops.push_back(op);
    ++h.next;
  }
  return result;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_WINDOW_BODY_HPP
