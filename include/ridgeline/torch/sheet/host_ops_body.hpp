#ifndef RIDGELINE_TORCH_SHEET_HOST_OPS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_HOST_OPS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/timeline/line_division.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/host_ops.hpp>

namespace ridgeline {

namespace torch_detail {

struct host_call {
  symbol name;
  double self_time, total_time;
};

/// The ops of the tree with their self time. An op may end behind the one in which it began, where stamps are rounded:
/// at each moment the time is that of the op of the thread that began last, so that self times add up to the time in
/// which any op runs.
std::vector<host_call> host_calls(const torch_profile& run) {
  const call_tree& tree = run.tree();
  std::vector<host_call> calls;
  std::vector<line_span> ops;  // of one thread
  line_division thread;
  std::uint32_t place = missing<std::uint32_t>;
  const auto divide = [&] {
    merge_sorted_runs(ops, [](const line_span& a, const line_span& b) { return a.start < b.start; });
    std::vector<std::int64_t> own(ops.size());  // calls of a thread follow each other
    const auto first = static_cast<std::uint32_t>(calls.size() - ops.size());
    thread.divide(ops, [&](std::uint32_t i, std::int64_t start, std::int64_t end) { own[i - first] += end - start; },
                  [](std::uint32_t) {});
    for (std::size_t i = 0; i < own.size(); ++i) calls[first + i].self_time = duration::of(own[i]).in(us);
    ops.clear();
  };
  for (const std::uint32_t i : tree.order()) {  // by thread, enclosing events first
    const torch_event& e = run.event(i);
    if (e.category != kineto_category::cpu_op) continue;
    if (e.place != place) divide(), place = e.place;
    const time_point end = e.has_span() ? e.end() : e.start;
    ops.push_back({static_cast<std::uint32_t>(calls.size()), e.start.base(), end.base()});
    calls.push_back({e.name, 0, e.time.in(us)});
  }
  divide();
  return calls;
}

}  // namespace torch_detail

std::vector<torch_host_op_row> torch_host_ops(const torch_profile& run) {
  constexpr auto name = &torch_detail::host_call::name;
  constexpr auto self = sum(&torch_detail::host_call::self_time), total = sum(&torch_detail::host_call::total_time);
  const auto text = [&](const auto& r) { return run.trace().text(r[name]); };
  const std::vector<torch_detail::host_call> calls = torch_detail::host_calls(run);
  double all = 0;
  for (const torch_detail::host_call& c : calls) all += c.self_time;
  std::vector<torch_host_op_row> rows;
  for (const auto& r : calls | group_by(name) | aggregate(count, self, total) | sort_by(desc(self), text))
    rows.push_back({text(r), r[count], r[self], r[total], all > 0 ? r[self] / all : 0});
  return rows;
}

inline constexpr auto torch_host_op_columns =
    columns(column<"name">(&torch_host_op_row::name).left(), column<"Count">(&torch_host_op_row::count),
            column<"self_time_sum (µs)">(&torch_host_op_row::self_time).digits(3),
            column<"total_time_sum (µs)">(&torch_host_op_row::total_time).digits(3),
            column<"Percentage (%)">([](const torch_host_op_row& r) { return r.share * 100; }));

table sheet_of(std::string name, std::vector<torch_host_op_row> rows) {
  return table(std::move(name), std::move(rows), torch_host_op_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_HOST_OPS_BODY_HPP
