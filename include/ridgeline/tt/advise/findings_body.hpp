#ifndef RIDGELINE_TT_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_TT_ADVISE_FINDINGS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/advise/common_ops_body.hpp>
#include <ridgeline/tt/advise/device_time_body.hpp>
#include <ridgeline/tt/advise/drafts_body.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/host_findings_body.hpp>
#include <ridgeline/tt/advise/memory_findings_body.hpp>
#include <ridgeline/tt/advise/texts_body.hpp>
#include <ridgeline/tt/advise/tuning_body.hpp>
#include <ridgeline/tt/device/samples.hpp>

namespace ridgeline {

namespace tt_detail {

using advise_detail::time_text;

void start_skew(const tt_findings_run& run, finding_drafts& to) {
  constexpr double least = 2000, share = 0.2, usual = 500;  // ns
  row_draft d;
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const double skew = run.rows.device[i].detail->start_skew.in(ns), time = run.rows.device[i].time();
    // a start that is later than the kernel is long, or of a kernel without a usable time, is from another run
    if (!to.claimed(i) && skew <= time && skew > std::fmax(least, share * time)) d.add(run, i, skew - usual);
  }
  if (!d.empty()) d.finish(to, "", true);
}

/// How an op changes a layout, coded so that the inverse change has the opposite sign; 0: not at all.
int layout_change(std::string_view code) {
  if (code.find("Untilize") != std::string_view::npos) return -1;
  if (code.find("Tilize") != std::string_view::npos) return 1;
  if (code.find("ShardedToInterleaved") != std::string_view::npos) return -2;
  if (code.find("InterleavedToSharded") != std::string_view::npos) return 2;
  return 0;
}

/// Whether what is recorded of two conversions rules out that the second undoes the first: it reads something else
/// than the first wrote, or writes something else than the first read, such as another sharding. Equal columns on both
/// rows say nothing of what changed.
bool lead_elsewhere(const tt_judged_row& first, const tt_judged_row& second) {
  const auto differ_in_size = [](const tt_tensor& a, const tt_tensor& b) {
    const double before = a.elements(), after = b.elements();
    return known(before) && known(after) && before != after;
  };
  const auto differ = [&](const tt_tensor& a, const tt_tensor& b) {
    const auto both_known = [](std::string_view x, std::string_view y) { return !x.empty() && !y.empty() && x != y; };
    return differ_in_size(a, b) || both_known(a.type, b.type) || both_known(a.memory, b.memory);
  };
  const tt_op &a = *first.op, &b = *second.op;
  return differ_in_size(a.in0, b.in0) || (first.detail->tensors != second.detail->tensors &&
                                          (differ(a.out0, b.in0) || differ(a.in0, b.out0)));
}

/// Only what is between them, and in one replay: what the host reads or writes there needs the conversions.
void layout_roundtrip(const tt_findings_run& run, finding_drafts& to) {
  std::map<std::string, row_draft> pairs;
  for (const auto& device : run.rows.by_device()) {
    for (std::size_t k = 1; k < device.size(); ++k) {
      const std::uint32_t i = device[k - 1], j = device[k];
      const tt_judged_row &a = run.rows.device[i], &b = run.rows.device[j];
      const int change = layout_change(a.op->code);
      if (change == 0 || layout_change(b.op->code) != -change || to.claimed(i) || to.claimed(j)) continue;
      if (!goes_on(a, b)) continue;
      if (!a.timed() || !b.timed() || lead_elsewhere(a, b)) continue;
      row_draft& d = pairs[std::string(a.op->code) + " + " + std::string(b.op->code)];
      d.add(run, i, a.time());
      d.add(run, j, b.time());
      ++k;
    }
  }
  for (auto& [name, d] : pairs) d.finish(to, name, true).detail = name;
}

void slow_outliers(const tt_findings_run& run, finding_drafts& to) {
  constexpr std::size_t least = 6;
  constexpr double above = 20'000;  // ns
  struct key {
    std::uint32_t kind;
    std::int32_t device;
  };
  distinct<key> keys;
  std::vector<std::uint32_t> group;
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    group.push_back(!r.timed() || to.claimed(i) ? no_group : keys.number({r.kind, r.op->device}));
  }
  const grouping groups = grouped(group, keys.size());
  drafts_by_group drafts(run.rows);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups.of(g).size() < least) continue;
    std::vector<double> times;
    for (const std::uint32_t i : groups.of(g)) times.push_back(run.rows.device[i].time());
    const double median = median_of(times);
    std::vector<std::uint32_t> slow;
    for (const std::uint32_t i : groups.of(g))
      if (const double t = run.rows.device[i].time(); t > 3 * median && t > median + above) slow.push_back(i);
    if (5 * slow.size() > groups.of(g).size()) continue;
    for (const std::uint32_t i : slow) drafts.of(i).add(run, i, run.rows.device[i].time() - median);
  }
  drafts.finish(to, [](const row_draft& d) {
    return time_text(of_ns((d.time() - d.saved()) / static_cast<double>(d.works().size())));
  });
}

bool few_bits(std::string_view type) { return type == "BFLOAT8_B" || type == "BFLOAT4_B"; }

void fidelity_too_high(const tt_findings_run& run, finding_drafts& to) {
  draft_rows(run, to, [](const tt_judged_row& r) {
    const tt_tensor& weights = r.op->in1.type.empty() ? r.op->in0 : r.op->in1;
    return few_bits(r.op->in0.type) && few_bits(weights.type) ? saved_by_hifi2(r) : missing<double>;
  });
}

/// The largest number of pieces that an op's work can be shared out in: tiles of 32 x 32, or rows where the extents are
/// those of no tiles. Of a cache, what is written into it is work. Height-sharded heads are rows of tiles, in decoding
/// one for each sequence, each of which is worked on where it lies. A sampled token is the work of one core. Missing if
/// no extents are known.
double most_pieces(const tt_judged_row& r) {
  const tt_op& op = *r.op;
  if (has(op.code, "Sampling")) return op.out0.elements();
  const bool cache = r.own.model == "cache update";
  const tt_tensor& heads = cache ? op.in1 : op.out0;
  const bool shards = (cache || has(op.code, "Heads") || has(op.code, "RotaryEmbedding")) &&
                      tt_lies_in(heads.memory, "HEIGHT_SHARDED", "height_sharded");
  const auto pieces = [&](const tt_tensor& t) {
    const bool tiles = std::fmod(t.x(), 32) == 0 && std::fmod(t.y(), 32) == 0;
    return t.elements() / (!tiles ? t.x() : 32 * (shards ? t.x() : 32));
  };
  if (cache || shards) return pieces(heads);
  return std::fmax(std::fmax(pieces(op.in0), pieces(op.in1)), pieces(op.out0));
}

/// The roof, unless it relies on the rates of a guessed chip, as those of our own models do: they prove nothing.
double proven_roof(const tt_findings_run& run, const tt_judged_row& r) {
  return known(r.pm_ideal()) || !run.rows.guessed ? r.roof() : missing<double>;
}

void few_cores(const tt_findings_run& run, finding_drafts& to) {
  drafts_by_group drafts(run.rows);
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    const double used = r.op->cores;
    if (to.claimed(i) || !r.timed() || r.op->cores <= 0 || r.collective() || on_a_core_a_bank(r) ||
        !(used <= far_below * r.available()) || used > far_below * most_pieces(r)) continue;
    const double least = std::fmax(r.time() * used / r.available(), proven_roof(run, r));
    if (!(r.time() > least)) continue;
    drafts.of(i).add(run, i, r.time() - least);
    if (run.rows.guessed && r.op->available_cores <= 0) drafts.of(i).guess();
  }
  drafts.finish(to, [&](const row_draft& d) {
    const tt_judged_row& r = run.rows.device[d.works().front()];
    const std::string text =
        std::to_string(r.op->cores) + " of " + std::to_string(static_cast<std::int64_t>(r.available()));
    return run.rows.guessed && r.op->available_cores <= 0 ? text + " (no chip is named: --arch)" : text;
  });
}

/// Our own models know nothing of the start of an op: with them, none is tuned to less than a short one.
void below_roof(const tt_findings_run& run, finding_drafts& to) {
  struct sums {
    double time = 0, roof = 0;

    void add(const tt_judged_row& r) { time += r.time(), roof += r.roof(); }
  };
  std::vector<sums> of_kind(run.rows.kinds), of_group(run.rows.groups);
  const auto usable = [&](std::uint32_t i) {
    return !to.claimed(i) && known(proven_roof(run, run.rows.device[i]));
  };
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i)
    if (usable(i)) of_kind[run.rows.device[i].kind].add(run.rows.device[i]);
  drafts_by_group drafts(run.rows);
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    if (!usable(i) || !(of_kind[r.kind].roof <= far_below * of_kind[r.kind].time)) continue;
    const double least = std::fmax(r.roof() / attainable, known(r.pm_ideal()) ? 0 : short_op);
    if (!(r.time() > least)) continue;
    drafts.of(i).add(run, i, r.time() - least);
    of_group[r.group].add(r);
  }
  drafts.finish(to, [&](const row_draft& d) {
    const tt_judged_row& r = run.rows.device[d.works().front()];
    const sums& s = of_group[r.group];
    return what_to_tune(r) + '|' + in_percent(s.time > 0 ? s.roof / s.time : 0) + " of the " +
           std::string(name_of(r.limit())) + " roof (" + (known(r.pm_ideal()) ? "PM" : "own model") + ")";
  });
}

using how_sure = finding_confidence;

/// In the order in which they claim rows.
inline constexpr tt_finding_kind all_tt_findings[] = {
    {"tt_start_skew", how_sure::medium, finding_bound::exact, "", "", start_skew, advice_on_skew},
    {"tt_layout_roundtrip", how_sure::high, finding_bound::exact, "", "", layout_roundtrip, advice_on_roundtrips},
    {"tt_slow_outliers", how_sure::high, finding_bound::exact, "", "", slow_outliers, advice_on_outliers},
    {"tt_fidelity", how_sure::high, finding_bound::exact, "", "tt_roof_missing", fidelity_too_high, advice_on_fidelity},
    {"tt_few_cores", how_sure::medium, finding_bound::exact, "", "", few_cores, advice_on_cores},
    {"tt_below_roof", how_sure::medium, finding_bound::exact, "", "tt_roof_missing", below_roof, advice_on_roof},
    {"tt_fidelity", how_sure::low, finding_bound::exact, "", "tt_roof_missing", fidelity_of_bf16,
         advice_on_bf16_fidelity},
    {"tt_dram_sharded", how_sure::medium, finding_bound::exact, "", "tt_roof_missing", dram_sharded,
         advice_on_dram_sharding},
    {"tt_dram_traffic", how_sure::medium, finding_bound::exact, "", "tt_roof_missing", dram_traffic,
         advice_on_dram_traffic},
    {"tt_weights_dtype", how_sure::low, finding_bound::exact, "", "tt_roof_missing", weights_in_bf16,
         advice_on_weights},
    {"tt_reshape_share", how_sure::medium, finding_bound::exact, "", "", reshape_share, advice_on_reshaping},
    {"tt_collective_exposed", how_sure::low, finding_bound::upper, "", "", collective_exposed,
         advice_on_collectives},
    {"tt_small_ops", how_sure::medium, finding_bound::exact, "", "", small_ops, advice_on_small_ops},
    {"tt_device_imbalance", how_sure::high, finding_bound::exact, "tt_device_missing_ops", "", device_imbalance,
         advice_on_imbalance},
    {"tt_dispatch_overhead", how_sure::medium, finding_bound::exact, "", "", dispatch_overhead, advice_on_dispatch},
    {"tt_recompilation", how_sure::high, finding_bound::exact, "", "", recompilations, advice_on_recompilations},
    {"tt_host_gaps", how_sure::high, finding_bound::exact, "", "", host_gaps, advice_on_gaps},
    {"tt_host_ops", how_sure::high, finding_bound::exact, "", "", host_ops, advice_on_host_ops}};

}  // namespace tt_detail

std::span<const tt_finding_kind> tt_finding_kinds() { return tt_detail::all_tt_findings; }

namespace tt_detail {

/// The total time of the busiest device, with or without the gaps of rows that are not cold. What several ops share
/// counts once.
duration longest_of(const tt_judged_rows& rows, bool gaps) {
  double longest = 0;
  for (const auto& device : rows.by_device()) {
    const device_time t = time_of(rows, device);
    longest = std::max(longest, t.busy() + (gaps ? t.gaps : 0));
  }
  return of_ns(longest);
}

duration kernel_time_of(const tt_judged_rows& rows) { return longest_of(rows, false); }

}  // namespace tt_detail

duration window_of(const tt_judged_rows& rows) { return tt_detail::longest_of(rows, true); }

finding_list findings_of(const tt_judged_rows& rows, const trace_health& health, std::span<const tt_finding_kind> own,
                         const finding_options& options) {
  if (rows.device.empty()) return {};
  const std::vector<tt_own_time> times = tt_detail::own_times_of(rows);
  const tt_findings_run run{rows, health, times};
  finding_drafts drafts(rows.device.size());
  std::vector<judged_draft> found;
  advise_detail::collect_all(run, own, health, "", drafts, found);
  advise_detail::collect_all(run, tt_finding_kinds(), health, "", drafts, found);
  finding_options more = options;
  more.lanes = static_cast<double>(rows.by_device().size());
  // Gaps in a first pass do not show how much an op matters.
  if (health.unknowable("tt_cold_program_cache")) more.least_of = tt_detail::kernel_time_of(rows);
  finding_list list = ranked(std::move(found), nullptr, window_of(rows), more);
  const auto sum_of = [&](std::string_view id) {
    duration sum;
    for (const finding& f : list.all) if (f.id == id) sum += f.of_all;
    return sum.in(ns);
  };
  const double either = std::min({sum_of("tt_host_gaps"), sum_of("tt_host_ops"), tt_detail::host_time_in_gaps(run)});
  list.combined = tt_detail::of_ns(list.combined.in(ns) - either);
  return list;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_FINDINGS_BODY_HPP
