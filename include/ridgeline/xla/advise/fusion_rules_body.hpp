#ifndef RIDGELINE_XLA_ADVISE_FUSION_RULES_BODY_HPP
#define RIDGELINE_XLA_ADVISE_FUSION_RULES_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/row_breaks_body.hpp>
#include <ridgeline/xla/advise/findings_run_body.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>
#include <ridgeline/xla/tree/once_run.hpp>

/// The rule about small fusions in JAX profiles.
namespace ridgeline::xla_detail {

using advise_detail::counted;
using advise_detail::time_text;

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

/// Where an execution of a program ends, so that no fusion can go across it: where the next work is of another program
/// or step, or of an instruction that an execution runs once and that this one has run already.
class execution_breaks {
 public:
  explicit execution_breaks(const jax_findings_run& run)
      : run_(run), steps_(steps_of(run.report)), once_(*run.report.trace) {}

  /// Whether one begins with this work, the next one of a row; a row begins with any work after `restart`.
  bool before(const activity_work& w) {
    const xla_kernel_kind& kind = run_.kind_of(w);
    const std::uint32_t step = steps_.unit == "whole" ? 0 : steps_.of[w.uid];
    const xla_place place = run_.report.kinds.instruction(kind).place;
    const bool once = once_.holds(place);
    const bool other = last_ != nullptr && (kind.hlo_module != last_->hlo_module || kind.program != last_->program ||
                                            step != step_ || (once && runs_again(kind, place)));
    if (other) seen_.clear();
    last_ = &kind, step_ = step;
    instruction_ = place.instruction;
    if (once) seen_.insert(instruction_);
    return other;
  }
  void restart() { last_ = nullptr, seen_.clear(); }

 private:
  /// An instruction may have several kernels, but each of them once.
  bool runs_again(const xla_kernel_kind& kind, xla_place place) const {
    return seen_.contains(place.instruction) && (place.instruction != instruction_ || &kind == last_);
  }

  const jax_findings_run& run_;
  const jax_steps steps_;
  once_run once_;
  const xla_kernel_kind* last_ = nullptr;
  std::uint32_t step_ = 0, instruction_ = 0;
  std::set<std::uint32_t> seen_{};           // those that run once, of this execution
};

/// Sequences of short loop fusions on a stream, whatever their names, within an execution of a program; grouped by
/// program.
void small_fusions(const jax_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::map<std::string_view, finding_draft> drafts;
  std::map<std::string_view, std::vector<std::uint32_t>> works;
  std::vector<std::uint32_t> row;
  advise_detail::row_breaks breaks(run);
  const auto add = [&](std::span<const std::uint32_t> part) {
    if (part.size() < advise_detail::least_in_a_row) return;
    const std::string_view program = run.kind_of(a.works[part.front()]).hlo_module;
    advise_detail::run_as_one(a, part, drafts[program]);
    std::vector<std::uint32_t>& all = works[program];
    all.insert(all.end(), part.begin(), part.end());
  };
  const auto close = [&] {
    if (row.size() >= advise_detail::least_in_a_row) breaks.each_part(row, add);
    row.clear();
  };
  std::optional<execution_breaks> executions;
  for (const std::vector<std::uint32_t>& stream : advise_detail::by_stream(a)) {
    for (const std::uint32_t i : stream) {
      const activity_work& w = a.works[i];
      const bool fits = w.kind == gpu_kind::kernel && !w.communicates && !to.claimed(i) &&
                        w.time.base() < advise_detail::short_kernel && is_loop_fusion(run, w);
      if (fits && !executions) executions.emplace(run);
      if (fits ? executions->before(w) : !row.empty()) close();
      if (fits) row.push_back(i);
      else if (executions) executions->restart();
    }
    close();
    if (executions) executions->restart();
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

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_ADVISE_FUSION_RULES_BODY_HPP
