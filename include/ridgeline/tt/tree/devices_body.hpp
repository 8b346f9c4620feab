#ifndef RIDGELINE_TT_TREE_DEVICES_BODY_HPP
#define RIDGELINE_TT_TREE_DEVICES_BODY_HPP

#include <algorithm>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>
#include <ridgeline/tt/tree/blocks.hpp>
#include <ridgeline/tt/tree/devices.hpp>

namespace ridgeline {

namespace tt_detail {

/// The devices of a block whose times count: not those that would be left out if they were rows of their own, unless
/// that is so of all.
tt_block plausible_in(const tt_selection& ops, const tt_block& block, data_quality& quality) {
  tt_block left;
  for (const std::size_t p : block)
    if (has_own_time(*ops[p])) left.push_back(p);
  if (left.empty()) return block;
  for (const std::size_t p : block)
    if (!has_own_time(*ops[p]))
      quality.add(has_stale_start(*ops[p]) ? tt_stale_start : tt_impossible_time,
                  {"row " + std::to_string(ops[p]->id), 0, 0}, ops[p]->code, false);
  return left;
}

/// For each op whether the one before it on its device has a stale start.
std::vector<bool> after_stale_starts(const tt_selection& ops) {
  std::vector<bool> after(ops.size(), false);
  stale_starts stale;
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (ops[i]->type == tt_op_type::device) after[i] = stale.after(ops[i]->device, has_stale_start(*ops[i]));
  return after;
}

/// For each op whether it is the first of its device that ran.
std::vector<bool> first_on_devices(const tt_selection& ops) {
  std::vector<bool> first(ops.size(), false);
  for (const auto& [device, positions] : by_device(ops)) {
    const auto ran = std::find_if(positions.begin(), positions.end(), [&](std::size_t p) { return !ops[p]->captured; });
    if (ran != positions.end()) first[*ran] = true;
  }
  return first;
}

/// The row that represents a block: the slowest device's; for a collective, in which devices wait for each other,
/// the first device's with the mean time.
tt_op_use merged_op(const tt_selection& ops, const tt_block& block, const tt_faults& faults) {
  const tt_op* chosen = ops[block.front()];
  time_quantity total;
  double timed = 0;
  for (std::size_t p : block) {
    if (!known(ops[p]->time)) continue;
    total += ops[p]->time;
    ++timed;
    const bool later = known(chosen->time) || faults.unknown_first_time_stays;
    if (!later || ops[p]->time > chosen->time) chosen = ops[p];
  }
  if (!is_tt_collective(chosen->code)) return {chosen, chosen->time};
  return {ops[block.front()], timed > 0 ? total / timed : missing<time_quantity>};
}

/// How the devices of a block differed; `chosen` is its row.
tt_spread spread_of(const tt_selection& ops, const tt_block& block, const tt_op* chosen) {
  tt_spread spread{chosen, 0, missing<time_quantity>, missing<time_quantity>, {}, -1, -1};
  for (std::size_t p : block) {
    const tt_op& op = *ops[p];
    if (!known(op.time)) continue;
    ++spread.ran;
    spread.sum += op.time;
    if (!(op.time >= spread.least)) spread.least = op.time, spread.fastest = op.device;
    if (!(op.time <= spread.most)) spread.most = op.time, spread.slowest = op.device;
  }
  return spread;
}

/// The devices that are not in the block, `1, 3`; the first eight. Both inputs are ordered by device.
std::string lacking_devices(const tt_selection& ops, const tt_block& block,
                            const std::vector<std::int32_t>& devices) {
  constexpr std::size_t shown = 8;
  std::string text;
  std::size_t named = 0;
  auto ran = block.begin();
  for (std::int32_t device : devices) {
    if (ran != block.end() && ops[*ran]->device == device) {
      ++ran;
      continue;
    }
    if (!text.empty()) text += ", ";
    if (named++ == shown) return text += "...";
    text += std::to_string(device);
  }
  return text;
}

}  // namespace tt_detail

tt_merged merged_devices(const tt_selection& ops, std::int32_t devices_per_host, const tt_faults& faults,
                         data_quality& quality) {
  std::vector<std::int32_t> devices;
  for (const auto& queue : tt_detail::by_device(ops)) devices.push_back(queue.first);
  std::vector<tt_block> blocks;
  if (devices.size() < 2) {
    // nothing to merge: every row passes through
  } else if (faults.merge_by_queue) {
    blocks = tt_detail::blocks_by_queue(ops);
  } else if (auto found = tt_detail::blocks_by_count_or_alignment(ops, devices_per_host)) {
    blocks = std::move(*found);
  } else {
    quality.add("devices ran programs that differ too much to align; ops were merged in the order they ran", {}, "",
                false);
    blocks = tt_detail::blocks_by_queue(ops);
  }

  struct placed {
    std::size_t at;                  // position in the selection
    tt_op_use use;
    const tt_block* block = nullptr;  // the block that it is a row of
    tt_spread spread{};
  };
  tt_merged merged;
  merged.shown_as = ops;
  std::vector<placed> rows;
  std::vector<bool> in_block(ops.size(), false), after = in_block, first = in_block;
  if (!faults.any_time_is_believed) after = tt_detail::after_stale_starts(ops);
  if (!faults.first_gap_by_row) first = tt_detail::first_on_devices(ops);
  for (const tt_block& block : blocks) {
    for (std::size_t p : block) in_block[p] = true;
    const tt_block counted = faults.any_time_is_believed ? block : tt_detail::plausible_in(ops, block, quality);
    tt_op_use use = tt_detail::merged_op(ops, counted, faults);
    for (std::size_t p : block) merged.shown_as[p] = use.op;
    for (const std::size_t p : counted)
      if (ops[p] == use.op) use.after_stale_start = after[p], use.opens = first[p];
    rows.push_back({*std::min_element(block.begin(), block.end()), use, &block,
                    tt_detail::spread_of(ops, counted, use.op)});
  }
  for (std::size_t i = 0; i < ops.size(); ++i)
    if (!in_block[i]) rows.push_back({i, {ops[i], ops[i]->time}});
  const auto id = [&](const placed& p) { return faults.id_order_after_merge ? p.use.op->id : 0; };
  rows = std::move(rows) | sort_by(id, &placed::at);

  merged.ops.reserve(rows.size());
  for (const placed& row : rows) {
    merged.ops.push_back(row.use);
    if (row.spread.ran > 1) merged.spreads.push_back(row.spread);
    if (row.block == nullptr || row.block->size() == devices.size()) continue;
    tt_lack lack{row.use.op, row.block->size(), tt_detail::lacking_devices(ops, *row.block, devices)};
    quality.add("op did not run on every device; its row covers the devices that ran it",
                {"row " + std::to_string(lack.op->id), 0, 0},
                std::string(lack.op->code) + ": not on device " + lack.lacking, false);
    merged.lacks.push_back(std::move(lack));
  }
  return merged;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_DEVICES_BODY_HPP
