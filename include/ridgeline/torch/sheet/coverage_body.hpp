#ifndef RIDGELINE_TORCH_SHEET_COVERAGE_BODY_HPP
#define RIDGELINE_TORCH_SHEET_COVERAGE_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/sheet/coverage.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>

namespace ridgeline {

std::vector<torch_coverage_row> torch_coverage_of(const torch_unified& unified) {
  std::vector<torch_coverage_row> rows(1);
  rows.front().op = "(ops with a model)";
  rows.front().has_model = true;
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<compensated_sum> times(1);
  for (const torch_unified_row& r : unified.rows) {
    std::size_t at = 0;
    if (!r.has_model) {
      const auto [place, is_new] = places.try_emplace(r.name, rows.size());
      at = place->second;
      if (is_new) rows.push_back({r.name}), times.emplace_back();
    }
    rows[at].calls += r.count;
    times[at].add(r.time.sum);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].time = times[i].value();
  std::stable_sort(rows.begin() + 1, rows.end(), [](const torch_coverage_row& a, const torch_coverage_row& b) {
    return a.time != b.time ? a.time > b.time : a.op < b.op;
  });
  fill_shares(rows, [](const torch_coverage_row& r) { return r.time; });
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
