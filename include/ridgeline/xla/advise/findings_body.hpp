#ifndef RIDGELINE_XLA_ADVISE_FINDINGS_BODY_HPP
#define RIDGELINE_XLA_ADVISE_FINDINGS_BODY_HPP

/// Findings specific to JAX profiles. Include via `impl.hpp`.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

namespace ridgeline {

namespace xla_detail {

using advise_detail::counted;
using advise_detail::time_text;

struct jax_findings_run : activity_findings_run {
  jax_findings_run(const activity_findings_run& shared, const jax_result& of)
      : activity_findings_run(shared), report(of) {}
  const jax_result& report;

  const xla_kernel_kind& kind_of(const activity_work& w) const {
    return report.kinds.kinds[report.kinds.kind_of[w.uid]];
  }
};

/// Data transfers from the host at the beginning of a step: infeeds, and copies to the device before its first
/// kernel there, launched in the step or between steps. Those that nothing overlaps could be hidden.
void input_bound(const jax_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<bool> ours(a.works.size());
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    ours[i] = !to.claimed(i) && xla_op_stem(a.name(a.works[i])).starts_with("infeed");
  const auto from_host = [&](const activity_work& w) {
    const std::string_view name = a.name(w);
    const bool back = name.find("DtoH") != std::string_view::npos || name.find("D2H") != std::string_view::npos ||
                      name.find("DeviceToHost") != std::string_view::npos;
    return w.kind == gpu_kind::copy && !back && advise_detail::crosses_the_bus(name);
  };
  struct device_state {
    std::uint32_t step = missing<std::uint32_t>;
    std::vector<std::uint32_t> copies{};  // since the kernel before
  };
  std::map<std::uint32_t, device_state> devices;
  const bool marked = std::any_of(a.ranges.begin(), a.ranges.end(),
                                  [](const activity_range& r) { return r.kind == range_kind::step; });
  const jax_steps steps = marked ? steps_of(run.report) : jax_steps();  // by launch: the host runs ahead
  for (std::uint32_t i = 0; marked && i < a.works.size(); ++i) {  // by start
    const activity_work& w = a.works[i];
    const std::uint32_t step = steps.of[w.uid];
    device_state& device = devices[run.report.trace->lines[run.report.events[w.uid].line].plane];
    if (from_host(w)) {
      if (!to.claimed(i)) device.copies.push_back(i);
    } else if (w.kind == gpu_kind::kernel && !w.communicates && !ours[i]) {
      for (const std::uint32_t copy : device.copies) {
        const std::uint32_t of = steps.of[a.works[copy].uid];
        if (known(step) && step != device.step && (known(of) ? of == step : known(device.step))) ours[copy] = true;
      }
      if (known(step)) device.step = step;
      device.copies.clear();
    }
  }
  std::vector<std::uint32_t> works;
  std::vector<advise_detail::span_ns> others;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (ours[i]) works.push_back(i);
    else others.push_back({a.works[i].start.base(), a.works[i].end().base()});
  if (works.empty()) return;
  const advise_detail::covered_time covered(std::move(others));
  finding_draft& d = to.add("");
  for (const std::uint32_t i : works)
    d.change.times.emplace_back(i, duration::of(covered.in(a.works[i].start.base(), a.works[i].end().base())));
  set_works(a, d, std::move(works));
}
std::string advice_on_input(const finding_numbers& n) {
  return "Feed the next batch while a step runs (prefetch to the device): " +
         counted(n.count, "transfer takes ", "transfers take ") + time_text(n.concerned) + " where steps begin.";
}

void recompile(const jax_findings_run& run, finding_drafts& to) {
  finding_draft d;
  advise_detail::cut_ranges(run, range_kind::recompilation, d);
  if (d.count != 0) to.add("") = std::move(d);
}
std::string advice_on_recompiling(const finding_numbers& n) {
  return "Keep shapes, dtypes and static arguments the same from step to step: " +
         counted(n.count, "compilation", "compilations") + " between steps, " + time_text(n.concerned) + ".";
}

/// Whether a kernel is a fusion of elementwise work.
bool is_loop_fusion(const jax_findings_run& run, const activity_work& w) {
  const xla_kernel_kind& kind = run.kind_of(w);
  if (kind.words == "loop fusion") return true;
  const xla_instruction& in = run.report.kinds.instruction(kind);
  if (!in.place.found()) return kind.name.starts_with("loop_");
  const hlo_module& m = run.report.trace->modules[in.place.module];
  return in.call.opcode == "fusion" &&
         run.report.trace->text(m.instructions[in.place.instruction].fusion_kind) == "kLoop";
}

/// Sequences of short loop fusions on a stream, whatever their names; grouped by program.
void small_fusions(const jax_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::map<std::string_view, finding_draft> drafts;
  std::map<std::string_view, std::vector<std::uint32_t>> works;
  std::vector<std::uint32_t> row;
  const auto close = [&] {
    if (row.size() >= advise_detail::least_in_a_row) {
      const std::string_view program = run.kind_of(a.works[row.front()]).hlo_module;
      advise_detail::run_as_one(a, row, drafts[program]);
      std::vector<std::uint32_t>& all = works[program];
      all.insert(all.end(), row.begin(), row.end());
    }
    row.clear();
  };
  for (const std::vector<std::uint32_t>& stream : advise_detail::by_stream(a)) {
    for (const std::uint32_t i : stream) {
      const activity_work& w = a.works[i];
      if (w.kind == gpu_kind::kernel && !w.communicates && w.time.base() < advise_detail::short_kernel &&
          !to.claimed(i) && is_loop_fusion(run, w))
        row.push_back(i);
      else
        close();
    }
    close();
  }
  for (auto& [program, d] : drafts) {
    advise_detail::take_works(a, d, std::move(works[program]));
    d.group = short_name(program);
    to.add(d.group) = std::move(d);
  }
}
std::string advice_on_small_fusions(const finding_numbers& n) {
  return "Larger fusions would save launches (larger batches, jax.lax.scan unrolled): " + counted(n.count) +
         " short loop fusions back to back take " + time_text(n.concerned) + ".";
}

using jax_finding_kind = finding_kind<jax_findings_run>;
inline constexpr std::string_view rests_on_time = "kernels_lost,graph_collapsed";

inline constexpr std::array jax_kinds{
    jax_finding_kind{"jax_small_fusions", finding_confidence::medium, finding_bound::exact, "zero_duration", "",
                     small_fusions, advice_on_small_fusions},
    jax_finding_kind{"jax_input_bound", finding_confidence::high, finding_bound::exact, "", "steps_missing",
                     input_bound, advice_on_input},
    jax_finding_kind{"jax_recompile", finding_confidence::high, finding_bound::exact, "", rests_on_time, recompile,
                     advice_on_recompiling}};
/// Sequences of equal kernels are handled first, so that they do not count as different fusions.
inline constexpr std::array jax_first_kinds{advise_detail::kinds::small_kernels};

}  // namespace xla_detail

finding_list findings_of(const jax_result& report, const gpu_activity& activity, const gpu_replay& replay,
                         const trace_health& health, const finding_options& options, std::vector<judged_draft> more) {
  if (activity.works.empty()) return {};
  constexpr std::string_view front = "xp_";
  const activity_findings_run shared{activity, replay, health};
  const xla_detail::jax_findings_run run(shared, report);
  finding_drafts drafts(activity.works.size());
  advise_detail::collect_all(shared, xla_detail::jax_first_kinds, health, front, drafts, more);
  advise_detail::collect_all(run, xla_detail::jax_kinds, health, front, drafts, more);
  advise_detail::collect_all(shared, activity_finding_kinds(), health, front, drafts, more);
  return ranked(std::move(more), &replay, replay.window(), options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_ADVISE_FINDINGS_BODY_HPP
