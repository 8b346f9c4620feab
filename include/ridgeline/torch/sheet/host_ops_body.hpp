#ifndef RIDGELINE_TORCH_SHEET_HOST_OPS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_HOST_OPS_BODY_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/host_ops.hpp>

namespace ridgeline {

namespace torch_detail {

struct host_call {
  symbol name;
  double self_time, total_time;
};

/// The ops of the tree with their self time, which excludes nested ops.
std::vector<host_call> host_calls(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const call_tree& tree = run.tree();
  std::vector<std::uint32_t> op_around(trace.events.size(), missing<std::uint32_t>);
  std::vector<duration> below(trace.events.size());  // time of directly nested ops
  for (const std::uint32_t i : tree.order()) {  // enclosing events come first
    const std::uint32_t parent = tree.parent_of(i);
    if (known(parent))
      op_around[i] = run.event(parent).category == kineto_category::cpu_op ? parent : op_around[parent];
    if (run.event(i).category == kineto_category::cpu_op && known(op_around[i]))
      below[op_around[i]] = below[op_around[i]] + run.event(i).time;
  }
  std::vector<host_call> calls;
  for (const std::uint32_t i : tree.order()) {
    const torch_event& e = run.event(i);
    if (e.category == kineto_category::cpu_op)
      calls.push_back({e.name, (e.time - below[i]).in(us), e.time.in(us)});
  }
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
