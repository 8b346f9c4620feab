#ifndef RIDGELINE_TT_ADVISE_MEMORY_FINDINGS_BODY_HPP
#define RIDGELINE_TT_ADVISE_MEMORY_FINDINGS_BODY_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/advise/common_ops_body.hpp>
#include <ridgeline/tt/advise/drafts_body.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/tuning_body.hpp>

/// Rules over ops near their roofs: what would reduce traffic, and ops that only move, send or start.
namespace ridgeline::tt_detail {

using advise_detail::time_text;

/// The memory time in tt-metal's model, if it is the larger part, the op reaches half of it, and did not beat it;
/// else NaN.
double memory_bound(const tt_judged_row& r) {
  const double memory = r.detail->memory.in(ns);
  const bool bound = known(r.pm_roof()) && memory >= r.detail->compute.in(ns) && memory >= far_below * r.time();
  return bound ? std::fmin(memory, r.time()) : missing<double>;
}
/// What a row saves if `part` of its time goes away, as far as its arithmetic lets it.
double saved_of(const tt_judged_row& r, double part) {
  return std::fmin(part, r.time() - std::fmax(0.0, r.detail->compute.in(ns)));
}
bool is_matmul(const tt_judged_row& r) { return r.own.model == "matmul"; }

/// Ops whose main work is matrix products, which a lower math fidelity makes faster.
bool has_products(const tt_judged_row& r) {
  return is_matmul(r) || r.own.model == "convolution" || r.own.model.starts_with("attention");
}

/// HiFi4 on 16-bit data takes twice as many passes as HiFi2, which drops the lowest bits: a trade-off in accuracy.
void fidelity_of_bf16(const tt_findings_run& run, finding_drafts& to) {
  draft_rows(run, to, [](const tt_judged_row& r) {
    const bool wide = r.op->fidelity == "HiFi4" && r.op->in0.type == "BFLOAT16" && known(r.pm_roof());
    return wide && has_products(r) ? saved_by_hifi2(r) : missing<double>;
  });
}

void dram_sharded(const tt_findings_run& run, finding_drafts& to) {
  draft_rows(run, to, [](const tt_judged_row& r) {
    const double reached = memory_bound(r) / r.time();
    const bool reads_weights = is_matmul(r) && decodes(*r.op) && weights_interleaved_in_dram(*r.op);
    return reads_weights && reached < attainable ? r.time() * (1 - reached / attainable) : missing<double>;
  });
}

/// Input 0 must be a large enough part of the traffic to be worth moving, and must fit into the L1 of the cores.
void dram_traffic(const tt_findings_run& run, finding_drafts& to) {
  constexpr double least = 0.2;
  std::vector<double> of_group(run.rows.groups);  // the time of input 0
  drafts_by_group drafts(run.rows);
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    if (to.claimed(i) || !known(memory_bound(r)) || !r.op->in0.in_dram()) continue;
    const byte_count all = known(r.own.dram) ? r.own.dram : r.detail->dram_in + r.detail->dram_out;
    const byte_count in0 = r.op->in0.elements() * size_of(tt_dtype(r.op->in0.type));
    const byte_count read = all - r.detail->dram_out;  // for a slice, less than the whole input
    const double share = std::fmin(in0 / all, read / all), part = r.time() * std::fmin(share, 1.0);
    if (!(share >= least && in0 <= l1_to_use * r.available()) || !(saved_of(r, part) > 0)) continue;
    drafts.of(i).add(run, i, saved_of(r, part));
    of_group[r.group] += part;
  }
  drafts.finish(to, [&](const row_draft& d) {
    return in_percent(d.time() > 0 ? of_group[run.rows.device[d.works().front()].group] / d.time() : 0);
  });
}

void weights_in_bf16(const tt_findings_run& run, finding_drafts& to) {
  draft_rows(run, to, [](const tt_judged_row& r) {
    const double memory = memory_bound(r);
    if (!known(memory) || !is_matmul(r) || !multiplies_weights(*r.op) || !r.op->in1.in_dram() ||
        r.op->in1.type != "BFLOAT16")
      return missing<double>;
    const byte_count all = r.detail->dram_in + r.detail->dram_out;
    const byte_count fewer = r.op->in1.elements() * (size_of(dtype::bf16) - size_of(dtype::bfp8));
    const double share = fewer / all, saved = saved_of(r, memory * std::fmin(share, 1.0));
    return share > 0 && saved > 0 ? saved : missing<double>;
  });
}

/// Ops that only change shape or layout, once they take more than a tenth of the time: the time beyond moving their
/// bytes.
void reshape_share(const tt_findings_run& run, finding_drafts& to) {
  constexpr double least = 0.1;
  double all = 0, shaping = 0;
  const auto shapes = [](std::string_view code) {
    return has(code, "Reshape") || has(code, "Permute") || has(code, "ilize");
  };
  for (const tt_judged_row& r : run.rows.device)
    if (r.timed()) all += r.time(), shaping += shapes(r.op->code) ? r.time() : 0;
  if (!(shaping > least * all)) return;
  row_draft d;
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    if (to.claimed(i) || !r.timed() || !shapes(r.op->code)) continue;
    const double memory = run.rows.guessed ? r.pm_roof() : r.own.memory.in(ns);
    if (known(memory) && r.time() > memory) d.add(run, i, r.time() - memory);
  }
  if (!d.empty()) d.finish(to, "", true).detail = in_percent(shaping / all);
}

/// Collectives between ops of their device that nothing runs beside. Those that also compute do more than wait: behind
/// a product they are hidden, and a norm gathers but a few statistics.
void collective_exposed(const tt_findings_run& run, finding_drafts& to) {
  constexpr double least_reported = 0.05;  // of the time
  drafts_by_group drafts(run.rows);
  const std::vector<double> waits = waits_of(run.rows);
  for (const auto& device : run.rows.by_device()) {
    for (std::size_t k = 1; k + 1 < device.size(); ++k) {
      const tt_judged_row& r = run.rows.device[device[k]];
      if (!to.claimed(device[k]) && r.collective() && r.timed() && !is_matmul(r) &&
          r.own.model != "norm" && run.alone(device[k]) > 0)
        drafts.of(device[k]).add(run, device[k], r.time());
    }
  }
  drafts.finish(to, [&](const row_draft& d) {
    double waited = 0;
    for (const std::uint32_t i : d.works()) waited += std::fmin(waits[i], run.alone(i));
    return waited >= least_reported * d.saved() ? time_text(of_ns(waited)) : std::string();
  });
}

/// Sequences of short ops on a device, which one op could do in their place: each costs a start, which is part of its
/// time, and the gap before it. Gap time beyond 6 us belongs to another finding.
inline constexpr double short_op = 5000;  // ns: below, an op is mostly its start

void small_ops(const tt_findings_run& run, finding_drafts& to) {
  constexpr double usual = 6000, start = 1000;  // ns
  constexpr std::size_t least = 8;
  row_draft d;
  for (const auto& device : run.rows.by_device()) {
    std::size_t first = 0;
    for (std::size_t k = 0; k <= device.size(); ++k) {
      const bool small = k < device.size() && run.rows.device[device[k]].time() < short_op;
      if (small && (k == first || goes_on(run.rows.device[device[k - 1]], run.rows.device[device[k]]))) continue;
      for (std::size_t i = first; k - first >= least && i < k; ++i) {
        const tt_judged_row& r = run.rows.device[device[i]];
        if (to.claimed(device[i])) continue;
        const double gap = run.gap(device[i]);
        d.add(run, device[i], std::fmin(start, r.time()), r.cold || !(gap > 0) ? 0 : std::fmin(gap, usual));
      }
      first = small ? k : k + 1;
    }
  }
  if (!d.empty()) d.finish(to, "", true);
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_MEMORY_FINDINGS_BODY_HPP
