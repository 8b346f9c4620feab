#ifndef RIDGELINE_TT_TREE_BLOCKS_HPP
#define RIDGELINE_TT_TREE_BLOCKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/align.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/tree/window.hpp>

/// Determines which ops of several devices are runs of one op: in the order of arrival, by call counts, by alignment.
namespace ridgeline {

/// Runs of one op on several devices: positions in the merged selection, at most one per device.
using tt_block = std::vector<std::size_t>;

namespace tt_detail {

/// The device ops of a selection by device: positions in the selection, in its order.
inline std::map<std::int32_t, std::vector<std::size_t>> by_device(const tt_selection& ops) {
  std::map<std::int32_t, std::vector<std::size_t>> queues;
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (ops[i]->type == tt_op_type::device && ops[i]->device >= 0) queues[ops[i]->device].push_back(i);
  return queues;
}

/// In arrival order: the first device with remaining ops determines the op, and every device whose next op has that
/// name contributes it. If a device lacks an op, the others wait for it, and they line up again only by chance.
inline std::vector<tt_block> blocks_by_queue(const tt_selection& ops) {
  struct queue {
    std::vector<std::size_t> ops;
    std::size_t next = 0;
  };
  std::vector<queue> queues;
  for (auto& [device, positions] : by_device(ops)) queues.push_back({std::move(positions), 0});
  std::map<std::string_view, std::set<std::size_t>> heads;
  std::set<std::size_t> left;
  const auto enter = [&](std::size_t q) {
    if (queues[q].next == queues[q].ops.size()) {
      left.erase(q);
      return;
    }
    heads[ops[queues[q].ops[queues[q].next]]->code].insert(q);
    left.insert(q);
  };
  for (std::size_t q = 0; q < queues.size(); ++q) enter(q);
  std::vector<tt_block> blocks;
  while (!left.empty()) {
    const queue& first = queues[*left.begin()];
    const auto head = heads.find(ops[first.ops[first.next]]->code);
    const std::set<std::size_t> givers = std::move(head->second);
    heads.erase(head);
    tt_block block;
    for (std::size_t q : givers) {
      block.push_back(queues[q].ops[queues[q].next++]);
      enter(q);
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

/// How far the numbers of each device are ahead of those of the others; none: nowhere.
using tt_shifts = std::map<std::int32_t, std::int64_t>;

/// By the profiler's own numbers: if every GLOBAL CALL COUNT is 1024 times the op's number plus the device, equal
/// numbers are one op; of a captured trace, those of one replay session. Codes must agree as well, unless they are only
/// such a count. Nothing if the counts are not of this form.
inline std::optional<std::vector<tt_block>> blocks_by_call_count(const tt_selection& ops,
                                                                  std::int32_t devices_per_host,
                                                                  const tt_shifts& shifts = {}) {
  std::map<std::tuple<std::int64_t, std::string_view, std::int32_t, std::size_t>, tt_block> keyed;
  for (const auto& [device, positions] : by_device(ops)) {
    // Replays of a captured trace repeat the number, in early logs without a session.
    std::map<std::pair<std::int64_t, std::int32_t>, std::size_t> seen;
    const std::int32_t local = devices_per_host > 0 ? device % devices_per_host : device;
    const auto shift = shifts.find(device);
    const std::int64_t ahead = shift == shifts.end() ? 0 : shift->second;
    for (std::size_t p : positions) {
      const std::int64_t calls = ops[p]->global_call_count;
      if (calls < 0 || calls % tt_ids_per_op != local) return std::nullopt;
      const std::int32_t session = ops[p]->replay_session;
      const std::string_view code = is_named_by_id(ops[p]->code, calls) ? std::string_view() : ops[p]->code;
      keyed[{calls / tt_ids_per_op - ahead, code, session, seen[{calls, session}]++}].push_back(p);
    }
  }
  std::vector<tt_block> blocks;
  for (auto& [key, block] : keyed) blocks.push_back(std::move(block));
  return blocks;
}

/// The device with the most ops, of equal ones the first, and their number.
inline std::pair<std::int32_t, std::size_t> longest_device(const tt_selection& ops) {
  std::pair<std::int32_t, std::size_t> longest{-1, 0};
  for (const auto& [device, positions] : by_device(ops))
    if (positions.size() > longest.second) longest = {device, positions.size()};
  return longest;
}

/// How far devices count ahead of `leader`, by blocks that were aligned: hosts that dispatched more before the window,
/// and submeshes that take numbers in turn, are ahead by the same number in more than half of a device's ops.
inline tt_shifts shifts_between(const tt_selection& ops, const std::vector<tt_block>& aligned, std::int32_t leader) {
  std::map<std::int32_t, std::map<std::int64_t, std::size_t>> found;
  std::map<std::int32_t, std::size_t> all;
  for (const tt_block& block : aligned) {
    const auto lead = std::find_if(block.begin(), block.end(), [&](std::size_t p) { return ops[p]->device == leader; });
    for (const std::size_t p : block) {
      ++all[ops[p]->device];
      if (lead == block.end()) continue;
      const std::int64_t ahead = ops[p]->global_call_count / tt_ids_per_op;
      ++found[ops[p]->device][ahead - ops[*lead]->global_call_count / tt_ids_per_op];
    }
  }
  tt_shifts shifts;
  for (const auto& [device, differences] : found)
    for (const auto& [ahead, times] : differences)
      if (ahead != 0 && 2 * times > all[device]) shifts[device] = ahead;
  return shifts;
}

/// Whether three quarters of the ops of the devices other than `leader` are in a block with one of its ops.
inline bool nearly_all_meet(const tt_selection& ops, const std::vector<tt_block>& blocks, std::int32_t leader) {
  std::size_t meet = 0, others = 0;
  for (const tt_block& block : blocks) {
    const bool led = std::any_of(block.begin(), block.end(), [&](std::size_t p) { return ops[p]->device == leader; });
    if (led) meet += block.size() - 1;
    others += block.size() - (led ? 1 : 0);
  }
  return 4 * meet >= 3 * others;
}

/// Joins blocks of one code that contain different devices and could be at one place: if two ops are adjacent and no
/// device examined so far ran both, alignment cannot know their order and may count one of them twice. For each
/// block, first towards the end, then towards the front, the next block of its code absorbs it unless one of its own
/// devices has an op in between.
inline void join_blocks(const tt_selection& ops, std::vector<tt_block>& blocks) {
  const auto device = [&](std::size_t position) { return ops[position]->device; };
  for (int direction = 0; direction < 2; ++direction) {
    std::map<std::string_view, std::size_t> next_of_code;
    std::map<std::int32_t, std::size_t> next_of_device;
    for (std::size_t i = blocks.size(); i-- > 0;) {
      std::size_t& same = next_of_code.try_emplace(ops[blocks[i].front()]->code, i).first->second;
      const bool joins = same != i && std::none_of(blocks[i].begin(), blocks[i].end(), [&](std::size_t p) {
        const auto next = next_of_device.find(device(p));
        return next != next_of_device.end() && next->second <= same;
      });
      if (!joins) same = i;
      for (std::size_t p : blocks[i]) next_of_device[device(p)] = same;
      if (!joins) continue;
      blocks[same].insert(blocks[same].end(), blocks[i].begin(), blocks[i].end());
      blocks[i].clear();
    }
    std::erase_if(blocks, [](const tt_block& block) { return block.empty(); });
    std::reverse(blocks.begin(), blocks.end());
  }
  for (tt_block& block : blocks)
    block = std::move(block) | sort_by(device);
}

/// The number of steps allowed for aligning `ops` ops: a fixed number for each, so that the work is linear.
constexpr std::size_t alignment_budget(std::size_t ops) { return 1'000'000 + 32 * ops; }

/// Aligns the ops of several devices by the longest common subsequences of their codes: all devices with the one
/// that has the most ops, then the remaining ops in between in the same way.
class tt_alignment {
 public:
  explicit tt_alignment(const tt_selection& ops) : ops_(&ops), budget_(alignment_budget(ops.size())) {}

  /// The blocks of all devices. Nothing if the programs on the devices differ so much that the comparison would
  /// exceed the budget of steps.
  std::optional<std::vector<tt_block>> blocks() {
    std::vector<std::vector<std::size_t>> runs;
    for (auto& [device, positions] : by_device(*ops_)) runs.push_back(std::move(positions));
    std::vector<tt_block> found;
    if (!align(runs, 0, found)) return std::nullopt;
    join_blocks(*ops_, found);
    return found;
  }

 private:
  /// Appends the blocks of `runs`, each of which is one device's ops (positions) in one stretch of the program.
  /// Returns false if the budget is used up.
  bool align(const std::vector<std::vector<std::size_t>>& runs, int depth, std::vector<tt_block>& found) {
    constexpr int deepest = 64;
    if (runs.empty()) return true;
    if (depth == deepest) return false;
    const auto longest = std::max_element(runs.begin(), runs.end(),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const std::vector<std::uint32_t> codes = codes_of(*longest);
    std::vector<tt_block> column;
    for (std::size_t p : *longest) column.push_back({p});
    std::vector<std::vector<std::vector<std::size_t>>> between(codes.size() + 1);  // before each block, and at the end
    for (auto run = runs.begin(); run != runs.end(); ++run) {
      if (run == longest) continue;
      const std::optional<matched_positions> pairs = common_subsequence(codes, codes_of(*run), budget_);
      if (!pairs) return false;
      auto pair = pairs->begin();
      std::size_t gap = 0;
      bool in_gap = false;
      for (std::size_t i = 0; i < run->size(); ++i) {
        if (pair != pairs->end() && pair->second == i) {
          column[pair->first].push_back((*run)[i]);
          gap = pair->first + 1;
          in_gap = false;
          ++pair;
          continue;
        }
        if (!in_gap) between[gap].emplace_back();
        between[gap].back().push_back((*run)[i]);
        in_gap = true;
      }
    }
    for (std::size_t i = 0; i <= column.size(); ++i) {
      if (!align(between[i], depth + 1, found)) return false;
      if (i < column.size()) found.push_back(std::move(column[i]));
    }
    return true;
  }

  std::vector<std::uint32_t> codes_of(const std::vector<std::size_t>& positions) {
    std::vector<std::uint32_t> codes;
    codes.reserve(positions.size());
    for (std::size_t p : positions) {
      const auto next = static_cast<std::uint32_t>(numbers_.size());
      codes.push_back(numbers_.try_emplace((*ops_)[p]->code, next).first->second);
    }
    return codes;
  }

  const tt_selection* ops_;
  std::size_t budget_;
  std::map<std::string_view, std::uint32_t> numbers_{};
};

inline std::optional<std::vector<tt_block>> blocks_by_alignment(const tt_selection& ops) {
  return tt_alignment(ops).blocks();
}

/// By call counts where nearly all of them meet, if need be without what one device constantly counts ahead of the
/// others; otherwise by alignment, unless the counts find no more ops than it does. Where nothing can be aligned, by
/// the counts if they find no more ops than arrival order; nothing if they do.
inline std::optional<std::vector<tt_block>> blocks_by_count_or_alignment(const tt_selection& ops,
                                                                          std::int32_t devices_per_host) {
  const auto [leader, most] = longest_device(ops);
  auto counted = blocks_by_call_count(ops, devices_per_host);
  if (counted && counted->size() == most) return counted;  // no device ran an op that the leader lacks
  auto aligned = blocks_by_alignment(ops);
  if (!counted) return aligned;
  if (aligned)
    if (const tt_shifts shifts = shifts_between(ops, *aligned, leader); !shifts.empty())
      if (auto shifted = blocks_by_call_count(ops, devices_per_host, shifts); shifted->size() < counted->size())
        counted = std::move(shifted);
  if (nearly_all_meet(ops, *counted, leader)) return counted;
  const std::size_t otherwise = aligned ? aligned->size() : blocks_by_queue(ops).size();
  return counted->size() <= otherwise ? counted : aligned;
}

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_BLOCKS_HPP
