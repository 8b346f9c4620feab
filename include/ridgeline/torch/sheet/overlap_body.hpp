#ifndef RIDGELINE_TORCH_SHEET_OVERLAP_BODY_HPP
#define RIDGELINE_TORCH_SHEET_OVERLAP_BODY_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/torch/run/overlap.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>
#include <ridgeline/torch/sheet/overlap.hpp>

namespace ridgeline {

/// The GPU work that overlaps with that of a launch.
struct launch_overlap {
  std::vector<overlapping_kernel> kernels{};  ///< by name, without duplicates
  double share = missing<double>;               ///< fraction of the launch's time that overlaps, to two decimals
};

/// The overlaps of each launch of a run.
std::vector<launch_overlap> launch_overlaps_of(const torch_profile& run, const gpu_overlaps& overlaps) {
  const torch_trace& trace = run.trace();
  const torch_clock clock = run.tree().clock();
  const auto two_decimals = [](double share) { return std::nearbyint(share * 100) / 100; };
  std::vector<launch_overlap> all;
  std::vector<const gpu_overlap*> found;
  std::vector<torch_span> common;
  for (const torch_launch& l : run.launches().rows) {
    launch_overlap& here = all.emplace_back();
    found.clear();
    common.clear();
    for (const std::uint32_t work : run.launches().work_of(l))
      for (const std::uint32_t at : overlaps.of_event.of(work)) found.push_back(&overlaps.all[at]);
    if (found.empty() || l.direct_time == 0) continue;
    for (const gpu_overlap* o : found) common.push_back(o->common);
    here.share = two_decimals(busy_time_of(trace, common, clock) / l.direct_time);
    found = std::move(found) |
            sort_by([&](const gpu_overlap* o) { return trace.name(trace.events[o->event]); });
    for (std::size_t i = 0, next = 0; i < found.size(); i = next) {
      const torch_event& e = trace.events[found[i]->event];
      compensated_sum time, share;
      for (next = i; next < found.size() && trace.events[found[next]->event].name == e.name; ++next) {
        time.add(trace.length_us(trace.events[found[next]->event]));
        const torch_span& both = found[next]->common;
        share.add(clock.from_to(trace.events[both.first], trace.events[both.last]) / l.direct_time);
      }
      const auto n = static_cast<double>(next - i);
      here.kernels.push_back({e.name, trace.stream(e), time.value() / n, two_decimals(share.value() / n)});
    }
  }
  return all;
}

std::vector<torch_overlap_row> torch_ops_by_overlap(const torch_profile& run, bool unlinked,
                                                    std::uint64_t* passed_over) {
  std::vector<std::uint32_t> op_of(run.trace().events.size(), missing<std::uint32_t>);
  for (const torch_kernel& k : torch_gpu_work_of(run)) op_of[k.event] = k.op;
  const gpu_overlaps overlaps = gpu_overlaps_of(run, gpu_events_of(run.tree(), unlinked), op_of);
  if (passed_over != nullptr) *passed_over = overlaps.passed_over;
  const std::vector<launch_overlap> of_launch = launch_overlaps_of(run, overlaps);
  symbol_pool lists;
  std::vector<std::uint32_t> apart;
  std::string names;
  for (const launch_overlap& o : of_launch) {
    names.clear();
    for (const overlapping_kernel& k : o.kernels) {
      names += std::to_string(index_of(k.name));
      names += ' ';
    }
    apart.push_back(static_cast<std::uint32_t>(index_of(lists.keep(names))));
  }
  const grouping groups = torch_op_groups(run, false, apart);
  std::vector<torch_overlap_row> rows;
  std::vector<double> values;
  for (torch_op_row& op : torch_op_rows(run, groups)) {
    torch_overlap_row& row = rows.emplace_back(torch_overlap_row{std::move(op), {}, {}, {}});
    const grouping::slice members = groups.of(row.group);
    row.overlapping = of_launch[members.front()].kernels;
    for (std::size_t k = 0; k < row.overlapping.size(); ++k) {
      values.clear();
      for (const std::uint32_t m : members) values.push_back(of_launch[m].kernels[k].time);
      row.times.push_back(statistics_of(values));
    }
    values.clear();
    for (const std::uint32_t m : members) values.push_back(of_launch[m].share);
    row.share = statistics_of(values);
  }
  return rows;
}

namespace torch_detail {

void append_overlapping(std::string& out, const torch_overlap_row& row) {
  out += '[';
  for (std::size_t k = 0; k < row.overlapping.size(); ++k) {
    if (k != 0) out += ", ";
    python_dict d(out);
    d.text("name", row.run->trace().text(row.overlapping[k].name));
    append_stream(d, row.overlapping[k].stream);
    d.real("overlap_pct", row.overlapping[k].share);
    append_statistics(d, row.times[k]);
    d.close();
  }
  out += ']';
}

}  // namespace torch_detail

/// The columns that overlaps add to those of `ops_all`; shares are fractions.
inline constexpr auto torch_overlap_columns =
    columns(column<"overlapping_kernel_names">([](const torch_overlap_row& r, std::string& scratch) {
              scratch.clear();
              for (const overlapping_kernel& k : r.overlapping) {
                scratch += scratch.empty() ? "[" : ", ";
                append_python_text(scratch, r.run->trace().text(k.name));
              }
              if (!scratch.empty()) scratch += ']';
              return std::string_view(scratch);
            }).left(),
            column<"overlapping_kernels_details_summary">([](const torch_overlap_row& r, std::string& scratch) {
              scratch.clear();
              torch_detail::append_overlapping(scratch, r);
              return std::string_view(scratch);
            }).left())
        .with(statistic_columns<"overlap_pct">(&torch_overlap_row::share));

table sheet_of(std::string name, std::vector<torch_overlap_row> rows) {
  return table(std::move(name), std::move(rows), torch_op_columns.with(torch_overlap_columns))
      .without("parent_module").without("call_stack");
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OVERLAP_BODY_HPP
