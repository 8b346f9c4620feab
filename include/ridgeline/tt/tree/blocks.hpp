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

/// Determines which ops of several devices are runs of one op, in three ways, from which merged_devices() chooses.
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

/// By the profiler's own numbers: if every GLOBAL CALL COUNT is 1024 times the op's number plus the device, equal
/// numbers are one op; of a captured trace, those of one replay session. Codes must agree as well, unless they are only
/// such a count. Nothing if the counts are not of this form, or hardly ever match.
inline std::optional<std::vector<tt_block>> blocks_by_call_count(const tt_selection& ops,
                                                                  std::int32_t devices_per_host) {
  const auto queues = by_device(ops);
  std::size_t rows = 0;
  std::map<std::tuple<std::int64_t, std::string_view, std::int32_t, std::size_t>, tt_block> keyed;
  for (const auto& [device, positions] : queues) {
    // Replays of a captured trace repeat the number, in early logs without a session.
    std::map<std::pair<std::int64_t, std::int32_t>, std::size_t> seen;
    const std::int32_t local = devices_per_host > 0 ? device % devices_per_host : device;
    for (std::size_t p : positions) {
      const std::int64_t calls = ops[p]->global_call_count;
      if (calls < 0 || calls % tt_ids_per_op != local) return std::nullopt;
      const std::int32_t session = ops[p]->replay_session;
      const std::string_view code = is_named_by_id(ops[p]->code, calls) ? std::string_view() : ops[p]->code;
      keyed[{calls / tt_ids_per_op, code, session, seen[{calls, session}]++}].push_back(p);
      ++rows;
    }
  }
  if (2 * rows < keyed.size() * queues.size()) return std::nullopt;
  std::vector<tt_block> blocks;
  for (auto& [key, block] : keyed) blocks.push_back(std::move(block));
  return blocks;
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

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_BLOCKS_HPP
