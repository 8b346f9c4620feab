#ifndef RIDGELINE_TT_SHEET_DEVICE_TABLES_BODY_HPP
#define RIDGELINE_TT_SHEET_DEVICE_TABLES_BODY_HPP

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>

namespace ridgeline {

/// A row of statistics: one analysis on a device, or on one of its cores.
struct tt_statistics_row {
  const tt_measure* what = nullptr;
  tt_statistics of{};
  double ns_of_a_cycle = missing<double>;
  std::int32_t device = 0, x = -1, y = -1;

  cell core(std::int32_t n) const { return n < 0 ? cell{} : cell::of(std::int64_t{n}); }
  time_quantity time(double cycles) const { return cycles * ns_of_a_cycle * ns; }
};

inline constexpr auto tt_statistics_columns = columns(
    column<"Device">(&tt_statistics_row::device).bare(),
    column<"Core X">([](const tt_statistics_row& r) { return r.core(r.x); }),
    column<"Core Y">([](const tt_statistics_row& r) { return r.core(r.y); }),
    column<"Analysis">([](const tt_statistics_row& r) { return r.what->name; }).left(),
    column<"Across">([](const tt_statistics_row& r) { return name_of(r.what->across); }).left(),
    column<"Type">([](const tt_statistics_row& r) { return name_of(r.what->sampling); }).left(),
    column<"Count">([](const tt_statistics_row& r) { return r.of.count; }),
    column<"Average Cycles">([](const tt_statistics_row& r) { return r.of.average(); }).digits(0),
    column<"Max Cycles">([](const tt_statistics_row& r) { return r.of.max; }),
    column<"Median Cycles">([](const tt_statistics_row& r) { return r.of.median; }).digits(0),
    column<"Min Cycles">([](const tt_statistics_row& r) { return r.of.min; }),
    column<"Range Cycles">([](const tt_statistics_row& r) { return r.of.range(); }),
    column<"Sum Cycles">([](const tt_statistics_row& r) { return r.of.sum; }),
    column<"First Cycles">([](const tt_statistics_row& r) { return r.of.first; }),
    column<"Average", ns>([](const tt_statistics_row& r) { return r.time(r.of.average()); }).digits(0),
    column<"Max", ns>([](const tt_statistics_row& r) { return r.time(static_cast<double>(r.of.max)); }).digits(0),
    column<"Median", ns>([](const tt_statistics_row& r) { return r.time(r.of.median); }).digits(0),
    column<"Min", ns>([](const tt_statistics_row& r) { return r.time(static_cast<double>(r.of.min)); }).digits(0));

table tt_statistics_table(const tt_device_result& result) {
  std::vector<tt_statistics_row> rows;
  const tt_device_log& log = *result.lines.log;
  for (const tt_device_analysis& a : result.found)
    rows.push_back({&a.what, a.all, log.nanoseconds(1), log.devices[a.device], -1, -1});
  return table("statistics", std::move(rows), tt_statistics_columns).without("Core X").without("Core Y");
}

table tt_core_statistics_table(const tt_device_result& result) {
  std::vector<tt_statistics_row> rows;
  const tt_device_log& log = *result.lines.log;
  for (const tt_device_analysis& a : result.found) {
    if (a.what.across != tt_across::core) continue;
    std::vector<tt_line_statistics> lines = a.lines;
    merge_sorted_runs(lines, [&](const tt_line_statistics& p, const tt_line_statistics& q) {  // in chip layout order
      const tt_core_line &one = result.lines.cores[p.line], &other = result.lines.cores[q.line];
      return std::tie(one.y, one.x) < std::tie(other.y, other.x);
    });
    for (const tt_line_statistics& l : lines) {
      const tt_core_line& core = result.lines.cores[l.line];
      rows.push_back({&a.what, l.of, log.nanoseconds(1), log.devices[a.device], core.x, core.y});
    }
  }
  return table("core_statistics", std::move(rows), tt_statistics_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_TABLES_BODY_HPP
