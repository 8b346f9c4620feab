#ifndef RIDGELINE_TORCH_SERVING_COVERAGE_BODY_HPP
#define RIDGELINE_TORCH_SERVING_COVERAGE_BODY_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/serving/coverage.hpp>

namespace ridgeline {

namespace torch_detail {

struct coverage_row {
  std::string_view annotation{};
  bool total = false;
  grafted_step step{};
};

/// The name of the range; of launches in no step, that.
std::string_view name_of_step(const torch_profile& run, const grafted_step& s) {
  return known(s.event) ? run.trace().name(run.event(s.event)) : std::string_view("(outside all steps)");
}

coverage_row coverage_total(const torch_profile& run) {
  coverage_row sum;
  sum.total = true;
  for (const grafted_step& s : run.grafted().steps) {
    grafted_step& t = sum.step;
    t.launches += s.launches, t.merged_launches += s.merged_launches;
    t.kernels += s.kernels, t.merged_kernels += s.merged_kernels;
    t.skipped_dispatches += s.skipped_dispatches, t.unverified_kernels += s.unverified_kernels;
    for (std::size_t r = 0; r < t.merged_by.size(); ++r) t.merged_by[r] += s.merged_by[r];
    t.ids_unused += s.ids_unused;
    t.kernel_time = t.kernel_time + s.kernel_time, t.merged_kernel_time = t.merged_kernel_time + s.merged_kernel_time;
  }
  return sum;
}

/// The rules that paired the launches of a step, such as `ids, order`.
std::string_view append_rules(std::string& to, const grafted_step& step) {
  to.clear();
  for (std::size_t r = 0; r < step.merged_by.size(); ++r)
    if (step.merged_by[r] != 0) to.append(to.empty() ? "" : ", ").append(graph_rule_names[r]);
  return to;
}

inline constexpr auto coverage_columns =
    columns(column<"step">([](const coverage_row& r, std::string& scratch) {
              scratch = r.total ? "total" : known(r.step.number) ? std::to_string(r.step.number) : "";
              return std::string_view(scratch);
            }).left(),
            column<"annotation">(&coverage_row::annotation).left(),
            column<"rows">([](const coverage_row& r) { return r.step.rows; }),
            column<"captured_rows">([](const coverage_row& r) { return r.step.captured_rows; }),
            column<"mode">([](const coverage_row& r) {
              if (!known(r.step.captured_rows)) return std::string_view();
              return std::string_view(r.step.piecewise ? "PIECEWISE" : "FULL");
            }).left(),
            column<"file">([](const coverage_row& r) { return std::string_view(r.step.file); }).left(),
            column<"launches">([](const coverage_row& r) { return r.step.launches; }),
            column<"merged_launches">([](const coverage_row& r) { return r.step.merged_launches; }),
            column<"kernels">([](const coverage_row& r) { return r.step.kernels; }),
            column<"merged_kernels">([](const coverage_row& r) { return r.step.merged_kernels; }),
            column<"skipped_dispatches">([](const coverage_row& r) { return r.step.skipped_dispatches; }),
            column<"unverified_kernels">([](const coverage_row& r) { return r.step.unverified_kernels; }),
            column<"kernel_time_ms">([](const coverage_row& r) { return r.step.kernel_time.in(us) / 1000; }).digits(3),
            column<"merged_kernel_time_ms">([](const coverage_row& r) {
              return r.step.merged_kernel_time.in(us) / 1000;
            }).digits(3),
            column<"reason">([](const coverage_row& r) {
              return graft_reason_names[static_cast<std::size_t>(r.step.reason)];
            }).left(),
            column<"matched_by">([](const coverage_row& r, std::string& scratch) {
              return append_rules(scratch, r.step);
            }).left());

}  // namespace torch_detail

table capture_coverage_table(const torch_profile& run) {
  std::vector<torch_detail::coverage_row> rows;
  for (const grafted_step& s : run.grafted().steps) rows.push_back({torch_detail::name_of_step(run, s), false, s});
  if (!rows.empty()) rows.push_back(torch_detail::coverage_total(run));
  return table("capture_coverage", std::move(rows), torch_detail::coverage_columns);
}

std::string capture_coverage_line(const torch_profile& run) {
  if (run.options().captures == nullptr) return {};
  const grafted_step total = torch_detail::coverage_total(run).step;
  const bool all_in_steps =
      run.grafted().steps.empty() ? run.grafted().launches_outside == 0 : known(run.grafted().steps.back().number);
  std::string line = "captures: " + std::to_string(total.merged_launches) + " of " + std::to_string(total.launches) +
                     " graph launches" + (all_in_steps ? " in steps" : "");
  if (total.kernel_time.base() > 0)
    line += ", " + in_percent(total.merged_kernel_time / total.kernel_time) + " of their GPU time,";
  line += " have the ops of captures below them";
  if (total.merged_launches == 0) return line;
  line += ", matched by ";
  const std::size_t by_ids = total.merged_by.front(), others = total.merged_launches - by_ids;
  if (by_ids != 0) line += others == 0 ? "the ids" : "ids (" + std::to_string(by_ids) + ")";
  if (by_ids != 0 && others != 0) line += ", else by ";
  const std::size_t unnamed = total.unverified_kernels, kernels = total.merged_kernels;
  if (by_ids == 0 || others != 0) line += unnamed < kernels ? "the names and the order" : "the order";
  line += others == 0 && by_ids != 0 ? " of their nodes" : " of their kernels";
  if (unnamed == 0) return line;
  return line + "; the captures do not name " + std::to_string(unnamed) + " of these " + std::to_string(kernels) +
         ", so that nothing confirms them";
}

void judge_captures(const torch_profile& run, data_quality& quality) {
  for (std::size_t reason = 1; reason < graft_reason_names.size(); ++reason) {
    std::size_t launches = 0;
    std::string_view first;
    for (const grafted_step& s : run.grafted().steps) {
      if (!known(s.number) || static_cast<std::size_t>(s.reason) != reason || s.launches == s.merged_launches) continue;
      if (launches == 0) first = torch_detail::name_of_step(run, s);
      launches += s.launches - s.merged_launches;
    }
    if (launches != 0)
      quality.add("captures: graph launches that no capture describes: " + std::string(graft_reason_names[reason]),
                  source_pos{}, first, false, launches);
  }
  if (const std::size_t unused = torch_detail::coverage_total(run).step.ids_unused; unused != 0)
    quality.add("captures: graph launches whose node ids are partly missing, repeat or contradict the names of "
                "kernels: matched by names and order", source_pos{}, "", false, unused);
  std::size_t outside = run.grafted().launches_outside;
  for (const grafted_step& s : run.grafted().steps)
    if (!known(s.number)) outside -= s.merged_launches;
  if (outside != 0 && run.options().captures != nullptr)
    quality.add("captures: graph launches outside all steps of the serving engine, which no capture or several fit",
                source_pos{}, "", false, outside);
  if (run.grafted().too_large != 0)
    quality.add("captures: launches left as they are, because the trace would grow many times larger",
                source_pos{}, "", false, run.grafted().too_large);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SERVING_COVERAGE_BODY_HPP
