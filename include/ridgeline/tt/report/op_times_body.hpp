#ifndef RIDGELINE_TT_REPORT_OP_TIMES_BODY_HPP
#define RIDGELINE_TT_REPORT_OP_TIMES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/tt/report/op_times.hpp>

namespace ridgeline {

namespace tt_detail {

std::size_t title_at(const tt_ops_report& report, std::string_view title) {
  return static_cast<std::size_t>(std::find(report.titles.begin(), report.titles.end(), title) - report.titles.begin());
}

cell cell_at(const std::vector<stored_cell>& row, std::size_t column) {
  return column < row.size() ? cell(row[column]) : cell{};
}

std::string_view trimmed_code(const std::vector<stored_cell>& row, std::size_t column) {
  std::string_view code = cell_at(row, column).text;
  while (!code.empty() && code.front() == ' ') code.remove_prefix(1);  // indented by depth with --parity
  return code;
}

/// A column of whole nanoseconds; anything else is missing.
inline time_quantity ns_at(const std::vector<stored_cell>& row, std::size_t column) {
  const cell c = cell_at(row, column);
  return c.is_number() ? c.number() * ns : missing<time_quantity>;
}

inline void add_known(time_quantity& sum, time_quantity more) {
  if (known(more)) sum = known(sum) ? sum + more : more;
}

}  // namespace tt_detail

std::vector<tt_op_time> tt_op_times(const tt_ops_report& report) {
  using namespace tt_detail;
  const std::size_t code = title_at(report, "OP CODE"), type = title_at(report, "OP TYPE"),
                    call = title_at(report, "GLOBAL CALL COUNT"), host = title_at(report, "HOST DURATION [ns]"),
                    kernel = title_at(report, "DEVICE KERNEL DURATION [ns]"),
                    session = title_at(report, "METAL TRACE REPLAY SESSION ID");
  std::map<std::string_view, tt_op_time> by_code;
  time_quantity all = missing<time_quantity>;
  std::unordered_set<std::int64_t, byte_hash> called;  // a replay has the number and the host time of its capture
  for (const std::vector<stored_cell>& row : report.rows) {
    if (cell_at(row, type).text == "signpost") continue;
    tt_op_time& op = by_code[trimmed_code(row, code)];
    ++op.rows;
    const time_quantity time = ns_at(row, kernel);
    add_known(op.kernels, time);
    add_known(all, time);
    if (known(time) && !(op.longest >= time)) op.longest = time;
    const cell number = cell_at(row, call);
    const bool again = known(ns_at(row, session)) ||
                       (number.kind == cell_kind::integer && !called.insert(number.integer).second);
    if (!again) add_known(op.host, ns_at(row, host));
  }
  std::vector<tt_op_time> times;
  for (auto& [name, op] : by_code) {
    op.code = name;
    op.share = op.kernels / all;
    times.push_back(std::move(op));
  }
  return std::move(times) | sort_by(desc(&tt_op_time::kernels), desc(&tt_op_time::host));
}

table tt_op_times_table(std::vector<tt_op_time> times) {
  return table("op_times", std::move(times),
               columns(column<"Op Code">(&tt_op_time::code).left(), column<"Rows">(&tt_op_time::rows),
                       column<"Kernel Time", us>(&tt_op_time::kernels).digits(1),
                       column<"Kernel %", percent>(&tt_op_time::share).digits(1),
                       column<"Longest", us>(&tt_op_time::longest).digits(1),
                       column<"Host Time", us>(&tt_op_time::host).digits(1)));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_OP_TIMES_BODY_HPP
