#ifndef RIDGELINE_TT_OP_ANALYSIS_HPP
#define RIDGELINE_TT_OP_ANALYSIS_HPP

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/op/attributes.hpp>
#include <ridgeline/tt/op/cost.hpp>
#include <ridgeline/tt/op/fidelity.hpp>
#include <ridgeline/tt/op/perf_row.hpp>
#include <ridgeline/tt/record/stale_starts.hpp>

/// Computes the rows of the performance report from records. Internal: included by the report's body.
namespace ridgeline {

namespace tt_detail {

/// A value as a fraction of a peak; NaN without a peak.
template <dim D>
constexpr double share_of(quantity<D> achieved, quantity<D> peak) {
  return peak.base() > 0 ? achieved / peak : missing<double>;
}

static_assert(static_cast<unsigned>(tt_hint::none) <= 32, "hints are bits of 32");

/// The bit of a hint; 0 for "no hint".
constexpr std::uint32_t bit_of(tt_hint h) { return h == tt_hint::none ? 0 : 1u << static_cast<unsigned>(h); }

/// 65 %, minus the rounding error that divisions may introduce for a rate of exactly that.
inline constexpr double bound_from = 0.65 * (1 - 1e-12);

inline tt_bound bound_of(const tt_perf_row& row, const tt_faults& faults) {
  if (row.on_host) return tt_bound::host;
  if (row.kind == tt_row_kind::other) return tt_bound::none;
  if (faults.bound_of_matmuls_in_dram_only) {
    if (row.kind == tt_row_kind::conv || !row.touches_dram) return tt_bound::none;
    if (row.dram_share == 0 || row.flops_share == 0) return tt_bound::none;
  }
  const bool dram = row.dram_share >= bound_from, flop = row.flops_share >= bound_from;
  if (dram && flop) return tt_bound::both;
  if (dram) return tt_bound::dram;
  if (flop) return tt_bound::flop;
  const bool sure = known(row.flops_share) && (!row.touches_dram || known(row.dram_share));
  return sure || faults.unknown_rates_are_slow ? tt_bound::slow : tt_bound::none;
}

/// The hints for a matmul, from its bound, its program config and its number formats.
inline std::uint32_t hints_of(const tt_perf_row& row, const tt_context& context, fidelity_advice advice) {
  std::uint32_t hints = 0;
  const auto say = [&](tt_hint h) { hints |= bit_of(h); };
  const bool too_low = advice.verdict == fidelity_verdict::too_low;
  const bool too_high = advice.verdict == fidelity_verdict::too_high;
  const double workers = context.faults.wormhole_core_counts ? 64 : context.worker_cores(*row.op);
  const bool small_grid = row.cores >= 0 && row.cores < workers;
  switch (row.bound) {
    case tt_bound::dram:
    case tt_bound::both:
      if (!row.dram_sharded) say(tt_hint::dram_shard);
      if (row.bound == tt_bound::both && !context.faults.no_grid_hint_when_both && small_grid) say(tt_hint::grid_small);
      if ((too_low && row.flops_share < 0.40) || too_high) say(advice.hint);
      break;
    case tt_bound::flop:
      if (small_grid) say(tt_hint::grid_small);
      if (too_high) say(advice.hint);
      break;
    case tt_bound::slow: {
      if (!row.op->in0.memory.empty() && !row.op->in0.in_l1()) say(tt_hint::in0_to_l1);
      if (row.in0_block_w < 0 && row.subblock_h < 0 && row.subblock_w < 0) {
        say(tt_hint::no_program_config);
        break;
      }
      const bool subblock_known = row.subblock_h >= 0 && row.subblock_w >= 0;
      if (row.in0_block_w < 0) say(tt_hint::in0_block_missing);
      if (row.in0_block_w >= 0 && row.in0_block_w < 2) say(tt_hint::in0_block_small);
      if (!subblock_known) say(tt_hint::subblock_missing);
      if (subblock_known && std::int64_t{row.subblock_h} * row.subblock_w < 2) say(tt_hint::subblock_small);
      constexpr std::uint32_t complaints = bit_of(tt_hint::in0_block_missing) | bit_of(tt_hint::in0_block_small) |
                                           bit_of(tt_hint::subblock_missing) | bit_of(tt_hint::subblock_small);
      if ((hints & complaints) == 0) say(tt_hint::blocks_good);
      say(advice.hint);
      break;
    }
    case tt_bound::none:
    case tt_bound::host: break;
  }
  return hints;
}

}  // namespace tt_detail

/// Compares records with the chip's limits; `cost` gives the costs of the ops it knows.
class tt_analysis {
 public:
  /// `pool` stores the labels and must outlive the rows; ops that cannot be judged are counted in `quality`.
  tt_analysis(const tt_context& context, tt_cost_function cost, text_pool& pool, data_quality& quality)
      : context_(context), cost_(cost), pool_(&pool), quality_(&quality) {}

  tt_perf_row row(const tt_op_use& use) {
    const tt_op& op = *use.op;
    tt_perf_row row;
    row.op = &op;
    row.region = use.region;
    row.cores = op.cores;
    row.captured = op.captured && !context_.faults.captured_ops_are_runs;
    text_ = op.code;
    if (op.is_signpost()) {
      text_ += " (signpost)";
      row.label = pool_->keep(text_);
      return row;
    }
    row.gap = use.after_stale_start || use.opens ? missing<time_quantity> : op.gap;
    row.on_host = context_.ran_on_host(op);
    time_quantity time = use.time;
    if (time > tt_longest_kernel && !context_.faults.any_time_is_believed) {
      count(tt_impossible_time, op);
      time = missing<time_quantity>;
    }
    if (!is_possible_gap(op) && !context_.faults.any_time_is_believed) {
      count(tt_impossible_gap, op);
      row.gap = missing<time_quantity>;
    }
    row.stale_start = has_stale_start(op) && !context_.faults.any_time_is_believed;
    if (row.stale_start) {
      count(tt_stale_start, op);
      time = row.gap = missing<time_quantity>;
    }
    if (!row.on_host) row.time = known(time) || !context_.faults.unknown_time_is_zero ? time : time_quantity{};
    if (op.type == tt_op_type::device && !known(use.time) && !row.captured)
      count("device op without a device time", op);
    if (op.type == tt_op_type::other && op.time.base() > 0)
      count("row has a device time, but an OP TYPE other than tt_dnn_device: it counts as a host op", op);
    if (row.time.base() < 0) count("op with a negative time", op);
    if (row.gap.base() < 0)
      count("op starts before the one before it on its device ends: sums of times and gaps are not wall time", op);
    if (context_.on != nullptr && context_.on->cores > 0 && op.cores > context_.worker_cores(op))
      count("op uses more cores than the chip has; is it another chip? (--arch)", op);
    if (op.attributes.find("program_config") != std::string_view::npos) {
      row.in0_block_w = tt_attributes::integer(op.attributes, "in0_block_w=").value_or(-1);
      row.subblock_h = tt_attributes::integer(op.attributes, "out_subblock_h=").value_or(-1);
      row.subblock_w = tt_attributes::integer(op.attributes, "out_subblock_w=").value_or(-1);
    }
    tt_op_cost cost;
    if (cost_(op, context_, text_, cost)) {
      judge(row, time, cost);
    } else if (op.code.find("HaloDeviceOperation") != std::string_view::npos) {
      append_halo_label(text_, op.attributes);
    }
    row.label = text_ == op.code ? op.code : pool_->keep(text_);
    row.all_cores = row.cores == (context_.faults.wormhole_core_counts ? 64 : context_.worker_cores(op));
    if (!context_.faults.one_core_count) flag(row);
    row.bound = tt_detail::bound_of(row, context_.faults);
    if (row.kind == tt_row_kind::matmul || row.kind == tt_row_kind::conv) advise(row);
    return row;
  }

 private:
  /// Flags rates above their peaks.
  void flag(tt_perf_row& row) {
    constexpr double whole = 1 + 1e-9;  // allows for rounding in divisions
    row.beyond_peak = row.dram_share > whole || row.flops_share > whole;
    if (row.beyond_peak)
      count("op is faster than the chip allows (above 100 %): its shape, its time or the chip is wrong", *row.op);
  }

  void judge(tt_perf_row& row, time_quantity time, const tt_op_cost& cost) {
    const tt_op& op = *row.op;
    row.kind = cost.kind;
    row.dram_sharded = cost.dram_sharded;
    if (cost.dram_sharded && known(cost.used_cores)) row.cores = static_cast<std::int32_t>(cost.used_cores);
    const flop_count work = cost.flops;
    const byte_count traffic = cost.bytes;
    if (!known(work)) count("op lacks the values that its FLOP depend on", op);
    if (!known(traffic)) count("op lacks the values that its DRAM bytes depend on", op);
    row.touches_dram = traffic.base() != 0;
    if (!(time.base() > 0)) {
      if (!row.captured) count("op has no positive device time and so no rates", op);
      return;
    }
    if (row.touches_dram) {
      row.dram = traffic / time;
      if (context_.on != nullptr) row.dram_share = tt_detail::share_of(row.dram, context_.on->dram);
    }
    row.flops = work / time;
    if (context_.on == nullptr) return;
    const math at{engine::matrix, tt_dtype(op.in0.type), tt_fidelity(op.fidelity)};
    const flop_rate peak = cost.used_cores > 0 ? hw::peak_rate(*context_.on, at, cost.used_cores) : missing<flop_rate>;
    row.flops_share = tt_detail::share_of(row.flops, peak);
    if (!known(peak)) count("op has no share of the peak: none is known for its cores or math fidelity", op);
  }

  void advise(tt_perf_row& row) {
    const tt_op& op = *row.op;
    const fidelity_advice advice = judge_fidelity(tt_fidelity(op.fidelity), op.in0.type, op.in1.type, op.out0.type);
    const bool old_conv = op.code.find("OptimizedConvNew") != std::string_view::npos;
    row.judged = row.kind == tt_row_kind::matmul || old_conv || !context_.faults.fidelity_colour_of_old_conv_only;
    if (row.judged) row.fidelity = advice.verdict;
    if (row.kind == tt_row_kind::matmul) row.hints = tt_detail::hints_of(row, context_, advice);
  }

  void count(std::string_view reason, const tt_op& op) {
    quality_->add(reason, {"row " + std::to_string(op.id), 0, 0}, op.code, false);
  }

  tt_context context_;
  tt_cost_function cost_;
  text_pool* pool_;
  data_quality* quality_;
  std::string text_{};
};

/// Removes the gap of the first row, and of the first row that ran on a device, because it counts from an op before
/// them. If devices are treated separately (`by_device`), this applies to each. Signposts and
/// captured ops have no gap and are skipped.
inline void drop_first_gaps(std::vector<tt_perf_row>& rows, bool by_device) {
  bool first = true;
  std::set<std::int32_t> begun;
  for (tt_perf_row& row : rows) {
    if (row.op->is_signpost() || row.captured) continue;
    const bool ran = row.op->type == tt_op_type::device;
    const bool begins = ran && (begun.empty() || (by_device && !begun.contains(row.op->device)));
    if (first || begins) row.gap = missing<time_quantity>;
    if (ran) begun.insert(row.op->device);
    first = false;
  }
}

/// Removes the gap after a kernel with a stale start, because it counts from an invalid end.
inline void drop_gaps_after_stale_starts(std::vector<tt_perf_row>& rows) {
  tt_detail::stale_starts stale;
  for (tt_perf_row& row : rows)
    if (row.op->type == tt_op_type::device && stale.after(row.op->device, row.stale_start))
      row.gap = missing<time_quantity>;
}

/// The original's rule: the first row loses its gap, whatever it is; signposts are skipped or not.
inline void drop_first_gap_by_row(std::vector<tt_perf_row>& rows, bool also_of_signposts) {
  for (tt_perf_row& row : rows) {
    if (row.op->is_signpost() && !also_of_signposts) continue;
    row.gap = missing<time_quantity>;
    return;
  }
}

/// Device time and gaps of all rows.
inline time_quantity total_of(const std::vector<tt_perf_row>& rows) {
  time_quantity sum;
  for (const tt_perf_row& row : rows) sum += row.total();
  return sum;
}

/// Gives each row its share of the total time and gap, and mutes rows below `least`. A row without time and gap has
/// no share; nor has any row if the total is zero. Host fallbacks are never muted.
inline void set_shares(std::vector<tt_perf_row>& rows, double least) {
  const time_quantity sum = total_of(rows);
  for (tt_perf_row& row : rows) {
    const bool any = known(row.time) || known(row.gap);
    row.share = any && sum.base() != 0 ? row.total() / sum : missing<double>;
    row.muted = row.share < least && row.bound != tt_bound::host;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_ANALYSIS_HPP
