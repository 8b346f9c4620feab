#ifndef RIDGELINE_TORCH_TREE_LAUNCHER_BODY_HPP
#define RIDGELINE_TORCH_TREE_LAUNCHER_BODY_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/torch/tree/launcher.hpp>

namespace ridgeline {

std::vector<std::uint32_t> ops_around(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  const symbol execute = passed_over_op(trace);
  std::vector<std::uint32_t> around(trace.events.size(), missing<std::uint32_t>);
  for (const std::uint32_t event : tree.order()) {  // enclosing events come first
    const std::uint32_t parent = tree.parent_of(event);
    if (!known(parent)) continue;
    const torch_event& p = trace.events[parent];
    const bool op = p.category == kineto_category::cpu_op;
    if (op && (!known(execute) || p.name != execute)) around[event] = parent;
    else if (op || p.category == kineto_category::python_function) around[event] = around[parent];
  }
  return around;
}

launcher_table launchers_of(const call_tree& tree) {
  const torch_trace& trace = tree.trace();
  // group by launcher in file order, then order the groups by start, with ties in file order
  launcher_table table;
  std::vector<std::uint32_t> number(trace.events.size(), missing<std::uint32_t>), group_of, work;
  const std::vector<std::uint32_t> around = ops_around(tree);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    const std::uint32_t call = tree.parent_of(i);
    if (!is_gpu(e.category) || !known(call) || tree.communicates(i)) continue;
    // if no launch was recorded, its parent is the op itself
    const std::uint32_t op = known(around[i]) ? around[i] : around[call];
    const std::uint32_t from = known(op) ? op : call;
    if (!known(number[from])) {
      number[from] = static_cast<std::uint32_t>(table.rows.size());
      table.rows.push_back({from, 0, 0});
    }
    group_of.push_back(number[from]);
    work.push_back(i);
  }
  const grouping groups = grouped(group_of, table.rows.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    table.rows[g].first = groups.offsets[g], table.rows[g].last = groups.offsets[g + 1];
  for (const std::uint32_t m : groups.members) table.work.push_back(work[m]);
  const torch_clock clock = tree.clock();
  merge_sorted_runs(table.rows, [&](const launcher& a, const launcher& b) {
    return clock.start(trace.events[a.event]) < clock.start(trace.events[b.event]);
  });
  return table;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_TREE_LAUNCHER_BODY_HPP
