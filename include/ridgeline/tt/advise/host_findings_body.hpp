#ifndef RIDGELINE_TT_ADVISE_HOST_FINDINGS_BODY_HPP
#define RIDGELINE_TT_ADVISE_HOST_FINDINGS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/tt/advise/drafts_body.hpp>
#include <ridgeline/tt/advise/findings.hpp>

/// Rules over the time between ops, and over ops of the host.
namespace ridgeline::tt_detail {

inline constexpr double long_gap = 6500, usual_gap = 6000;  // ns

/// Firmware around kernels. In a replay that of one op runs while another's does: there, an op saves no more than its
/// time and gap.
void dispatch_overhead(const tt_findings_run& run, finding_drafts& to) {
  constexpr double least = 1000, share = 0.15;  // ns
  row_draft d;
  double kernels = 0, over = 0;
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    const double more = r.detail->firmware.in(ns) - r.time();
    if (r.timed()) kernels += r.time();
    if (!(more > least)) continue;
    over += more;
    const bool replay = r.detail->trace_id >= 0;
    const double from_gap = replay ? std::fmin(more - least, std::fmax(run.gap(i), 0.0)) : more - least;
    d.add(run, i, std::fmin(more - least - from_gap, std::fmax(r.time(), 0.0)), from_gap);
  }
  if (!d.empty() && over > share * kernels) d.finish(to, "", false);
}

/// The row before each on its device, without those that were captured, which did not run.
std::vector<std::uint32_t> rows_before(const tt_judged_rows& rows) {
  std::vector<std::uint32_t> before(rows.device.size(), missing<std::uint32_t>);
  for (const auto& device : rows.by_device()) {
    std::uint32_t last = missing<std::uint32_t>;
    for (const std::uint32_t i : device) {
      before[i] = last;
      if (!rows.device[i].op->captured) last = i;
    }
  }
  return before;
}

/// Gaps by who could make them shorter: the host, with a trace or between replays of one, or the device alone.
void host_gaps(const tt_findings_run& run, finding_drafts& to) {
  struct place {
    const char* group;
    const char* detail;
    row_draft draft{};
  };
  place captured{"", ""}, between{"between replays", "between"}, within{"within replays", "within"};
  const std::vector<std::uint32_t> before = rows_before(run.rows);
  bool first_pass = false;
  double behind_host = 0;  // of the first
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    const double gap = run.gap(i);
    first_pass = first_pass || r.cold;
    if (r.cold || r.recompiled || !(gap > long_gap)) continue;
    const bool same = known(before[i]) && of_one_replay(run.rows.device[before[i]], r);
    row_draft& d = (!r.replayed() ? captured : same ? within : between).draft;
    d.add(r.op->code, r.op->id, gap);
    d.save(gap - usual_gap);
    if (&d == &captured.draft && r.behind_host) behind_host += gap;
  }
  if (behind_host > captured.draft.time() / 2) captured.detail = "host ops";
  if (first_pass && run.health.unknowable("tt_cold_program_cache")) {
    captured.detail = "first pass";
    captured.draft.guess();
  }
  for (place* const p : {&captured, &between, &within})
    if (!p->draft.empty()) p->draft.finish(to, p->group, false).detail = p->detail;
}

/// What ops of the host take of long gaps: taking away either saves it.
double host_time_in_gaps(const tt_findings_run& run) {
  double shared = 0;
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    if (!r.cold && !r.recompiled && run.gap(i) > long_gap) shared += std::fmin(run.gap(i) - usual_gap, r.host_before);
  }
  return shared;
}

/// Programs that are compiled although they ran before: no later pass is faster.
void recompilations(const tt_findings_run& run, finding_drafts& to) {
  row_draft d;
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const tt_judged_row& r = run.rows.device[i];
    const double gap = run.gap(i);
    if (!r.recompiled || !(gap > long_gap)) continue;
    d.add(r.op->code, r.op->id, gap);
    d.save(gap - usual_gap);
  }
  if (!d.empty()) d.finish(to, "", false);
}

/// Ops of the host, for which all of its devices wait.
void host_ops(const tt_findings_run& run, finding_drafts& to) {
  std::map<std::string, row_draft> ops;
  const auto add = [&](const tt_judged_row& r) {
    const std::string_view type = r.detail->type;
    const double time = r.detail->host_time.in(ns);
    const auto is = [&](std::string_view name) { return core_detail::same_letters(type, name); };
    if (!(time > 0) || (!is("python_fallback") && !is("tt_dnn_cpu") && !r.op->on_host())) return;
    row_draft& d = ops[std::string(r.op->code)];
    d.add(r.op->code, r.op->id, time);
    d.save(time / static_cast<double>(std::max<std::size_t>(1, run.rows.ops->files)));
  };
  for (const tt_judged_row& r : run.rows.host) add(r);
  for (const tt_judged_row& r : run.rows.device) add(r);
  for (auto& [name, d] : ops) d.finish(to, name, false).is_wall_time = true;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_HOST_FINDINGS_BODY_HPP
