#ifndef RIDGELINE_TORCH_SHEET_COVERAGE_BODY_HPP
#define RIDGELINE_TORCH_SHEET_COVERAGE_BODY_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>

namespace ridgeline {

std::vector<torch_coverage_row> torch_coverage_of(const torch_unified& unified) {
  using row = torch_unified_row;
  constexpr auto counted = &row::is_counted;
  const auto op = [](const row& r) { return r.is_counted() ? std::string_view() : std::string_view(r.name); };
  const auto calls = sum(&row::count);
  const auto time = sum([](const row& r) { return r.time.sum; });
  std::vector<torch_coverage_row> rows(1), others;
  rows.front().op = "(FLOP and bytes are known)";
  rows.front().has_model = true;
  for (const auto& r : unified.rows | group_by(counted, op, &row::has_model) | aggregate(calls, time)) {
    if (r[counted]) rows.front().calls += r[calls], rows.front().time += r[time];
    else others.push_back({std::string(r[op]), r[&row::has_model], r[calls], r[time], {}});
  }
  if (unified.communication > 0)
    others.push_back({"(communication)", false, unified.communication_count, unified.communication, {}});
  if (unified.unlinked > 0)
    others.push_back({"(GPU work without a launch)", false, unified.unlinked_count, unified.unlinked, {}});
  for (torch_coverage_row& r : std::move(others) | sort_by(desc(&torch_coverage_row::time), &torch_coverage_row::op))
    rows.push_back(std::move(r));
  fill_shares(rows, &torch_coverage_row::time);
  return rows;
}

inline constexpr auto torch_coverage_columns =
    columns(column<"op">(&torch_coverage_row::op).left(), column<"has_perf_model">(&torch_coverage_row::has_model),
            column<"Count">(&torch_coverage_row::calls),
            column<"Kernel Time (ms)">([](const torch_coverage_row& r) { return r.time / 1000; }).digits(3),
            column<"Percentage (%)", percent>([](const torch_coverage_row& r) { return r.part.share; }),
            column<"Cumulative Percentage (%)", percent>(
                [](const torch_coverage_row& r) { return r.part.cumulative; }));

table sheet_of(std::string name, std::vector<torch_coverage_row> rows) {
  return table(std::move(name), std::move(rows), torch_coverage_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COVERAGE_BODY_HPP
