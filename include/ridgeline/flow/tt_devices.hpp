#ifndef RIDGELINE_FLOW_TT_DEVICES_HPP
#define RIDGELINE_FLOW_TT_DEVICES_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/step.hpp>
#include <ridgeline/flow/align.hpp>
#include <ridgeline/flow/tt_window.hpp>
#include <ridgeline/record/data_quality.hpp>

namespace ridgeline {

/// Runs of one op on several devices: positions in the selection that was merged, at most one for each device.
using tt_block = std::vector<std::size_t>;

namespace detail {

/// The device ops of a selection by device: positions in the selection, in its order.
inline std::map<std::int32_t, std::vector<std::size_t>> by_device(const tt_selection& ops) {
  std::map<std::int32_t, std::vector<std::size_t>> queues;
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (ops[i]->type == tt_op_type::device && ops[i]->device >= 0) queues[ops[i]->device].push_back(i);
  return queues;
}

/// First come, first served: the first device that has ops left names the op, and each device whose next op has that
/// name gives it. A device that lacks an op makes the others wait for it, and they meet again only by chance.
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

/// By the profiler's own numbers: where every GLOBAL CALL COUNT is 1024 times the op's number plus the device, equal
/// numbers are one op. Nothing where the counts do not say that, or where they hardly ever meet.
inline std::optional<std::vector<tt_block>> blocks_by_call_count(const tt_selection& ops,
                                                                 std::int32_t devices_per_host) {
  const auto queues = by_device(ops);
  std::size_t rows = 0;
  std::map<std::tuple<std::int64_t, std::string_view, std::size_t>, tt_block> keyed;
  for (const auto& [device, positions] : queues) {
    std::map<std::int64_t, std::size_t> seen;  // replays of a captured trace repeat the number
    const std::int32_t local = devices_per_host > 0 ? device % devices_per_host : device;
    for (std::size_t p : positions) {
      const std::int64_t calls = ops[p]->global_call_count;
      if (calls < 0 || calls % 1024 != local) return std::nullopt;
      keyed[{calls / 1024, ops[p]->code, seen[calls]++}].push_back(p);
      ++rows;
    }
  }
  if (2 * rows < keyed.size() * queues.size()) return std::nullopt;
  std::vector<tt_block> blocks;
  for (auto& [key, block] : keyed) blocks.push_back(std::move(block));
  return blocks;
}

/// By the longest common subsequence of op codes, device after device. Nothing when the devices ran so different
/// programs that comparing them would take more than a fixed number of steps for each op.
inline std::optional<std::vector<tt_block>> blocks_by_alignment(const tt_selection& ops) {
  std::map<std::string_view, std::uint32_t> numbers;
  std::vector<tt_block> blocks;
  std::vector<std::uint32_t> codes;  // of the blocks
  std::size_t budget = 1'000'000 + 100 * ops.size();
  for (const auto& queue : by_device(ops)) {
    const std::vector<std::size_t>& positions = queue.second;
    std::vector<std::uint32_t> own;
    for (std::size_t p : positions)
      own.push_back(numbers.try_emplace(ops[p]->code, static_cast<std::uint32_t>(numbers.size())).first->second);
    const std::optional<matched_positions> pairs = common_subsequence(codes, own, budget);
    if (!pairs || budget < codes.size() + own.size()) return std::nullopt;
    budget -= codes.size() + own.size();
    std::vector<tt_block> merged;
    std::vector<std::uint32_t> merged_codes;
    std::size_t a = 0, b = 0;
    const auto take = [&](std::size_t a_end, std::size_t b_end) {
      for (; a < a_end; ++a) merged_codes.push_back(codes[a]), merged.push_back(std::move(blocks[a]));
      for (; b < b_end; ++b) merged_codes.push_back(own[b]), merged.push_back({positions[b]});
    };
    for (const auto& [x, y] : *pairs) {
      take(x, y);
      blocks[a].push_back(positions[b++]);
      take(x + 1, y + 1);
    }
    take(codes.size(), own.size());
    blocks = std::move(merged);
    codes = std::move(merged_codes);
  }
  return blocks;
}

constexpr bool is_collective(std::string_view code) {
  return code.find("AllGather") != std::string_view::npos || code.find("ReduceScatter") != std::string_view::npos ||
         code.find("AllReduce") != std::string_view::npos;
}

/// The one row that stands for a block: the slowest device's; for a collective, whose devices wait for each other, the
/// first device's with the mean time.
inline tt_op_use merged_op(const tt_selection& ops, const tt_block& block) {
  const tt_op* chosen = ops[block.front()];
  duration total;
  double timed = 0;
  for (std::size_t p : block) {
    if (!known(ops[p]->time)) continue;
    total += ops[p]->time;
    ++timed;
    if (!known(chosen->time) || ops[p]->time > chosen->time) chosen = ops[p];
  }
  if (!is_collective(chosen->code)) return {chosen, chosen->time};
  return {ops[block.front()], timed > 0 ? total / timed : duration::unknown()};
}

}  // namespace detail

/// Merges what several devices did into one row an op, in the order of the selection (with the fault on, in file
/// order). Rows that ran on no device pass through. `devices_per_host` tells the hosts' devices apart. Ops that some
/// device lacks are counted in `quality`.
inline std::vector<tt_op_use> merged_devices(const tt_selection& ops, std::int32_t devices_per_host,
                                             const tt_faults& faults, data_quality& quality) {
  const std::size_t devices = detail::by_device(ops).size();
  std::vector<tt_block> blocks;
  if (devices < 2) {
    // nothing to merge: every row passes through
  } else if (faults.merge_by_queue) {
    blocks = detail::blocks_by_queue(ops);
  } else if (auto counted = detail::blocks_by_call_count(ops, devices_per_host)) {
    blocks = std::move(*counted);
  } else if (auto aligned = detail::blocks_by_alignment(ops)) {
    blocks = std::move(*aligned);
  } else {
    quality.add("devices ran too different programs to be aligned; ops were merged first come, first served", {}, "",
                false);
    blocks = detail::blocks_by_queue(ops);
  }

  struct placed {
    std::size_t at;  // where it stands in the selection
    tt_op_use use;
  };
  std::vector<placed> rows;
  std::vector<bool> in_block(ops.size(), false);
  for (const tt_block& block : blocks) {
    for (std::size_t p : block) in_block[p] = true;
    const tt_op_use use = detail::merged_op(ops, block);
    rows.push_back({*std::min_element(block.begin(), block.end()), use});
    if (block.size() < devices)
      quality.add("op did not run on every device; its row is of those that ran it",
                  {"row " + std::to_string(use.op->id), 0, 0},
                  std::string(use.op->code) + ": on " + std::to_string(block.size()) + " of " +
                      std::to_string(devices) + " devices",
                  false);
  }
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (!in_block[i]) rows.push_back({i, {ops[i], ops[i]->time}});
  std::sort(rows.begin(), rows.end(), [&](const placed& a, const placed& b) {
    return faults.id_order_after_merge ? a.use.op->id < b.use.op->id : a.at < b.at;
  });
  std::vector<tt_op_use> merged;
  merged.reserve(rows.size());
  for (const placed& row : rows) merged.push_back(row.use);
  return merged;
}

/// The same as a step: `ops | merged_devices()` over a range of ops that outlives the result.
inline auto merged_devices() {
  return step{[](auto&& ops) {
    tt_selection selection;
    for (const tt_op& op : ops) selection.push_back(&op);
    data_quality quality;
    return merged_devices(selection, 0, {}, quality);
  }};
}

}  // namespace ridgeline

#endif  // RIDGELINE_FLOW_TT_DEVICES_HPP
