#ifndef RIDGELINE_TORCH_SHEET_OPS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_OPS_BODY_HPP

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/module/parent_modules.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>

namespace ridgeline {

namespace torch_detail {
struct name_key {
  symbol name;
  std::uint32_t recomputed, module;
};

/// A launch's position, and the number of its module; 0 if rows are not divided by module.
struct launch_numbers {
  const torch_profile& run;
  const parent_modules* modules;

  std::uint32_t position(const torch_launch& l) const {
    return static_cast<std::uint32_t>(&l - run.launches().rows.data());
  }
  std::uint32_t module(const torch_launch& l) const {
    return modules == nullptr ? 0 : modules->numbers()[position(l)];
  }
  std::string_view module_name(std::uint32_t number) const {
    return modules == nullptr ? std::string_view() : modules->name(number);
  }
};
}  // namespace torch_detail

std::vector<torch_category_row> torch_ops_by_category(const torch_profile& run, const parent_modules* modules) {
  constexpr auto category = &torch_launch::category;
  constexpr auto time = sum(&torch_launch::direct_time);
  const torch_detail::launch_numbers numbers{run, modules};
  const auto again = [&](const torch_launch& l) { return run.recomputed(l.event); };
  const auto module = [&](const torch_launch& l) { return numbers.module(l); };
  const auto example = first(&torch_launch::event);
  std::vector<torch_category_row> rows;
  for (const auto& r : run.launches().rows | group_by(category, again, module) | aggregate(count, time, example) |
                           sort_by(desc(time), category, again, example))
    rows.push_back({r[category], r[again], r[count], r[time], {}, &run, r[example],
                    std::string(numbers.module_name(r[module]))});
  fill_shares(rows, &torch_category_row::direct_time);
  return rows;
}

std::vector<torch_name_row> torch_ops_by_name(const torch_profile& run, const parent_modules* modules) {
  constexpr auto category = &torch_launch::category;
  constexpr auto direct = sum(&torch_launch::direct_time), subtree = sum(&torch_launch::subtree_time);
  const torch_detail::launch_numbers numbers{run, modules};
  const auto op = [&](const torch_launch& l) { return run.event(l.event).name; };
  const auto again = [&](const torch_launch& l) { return run.recomputed(l.event); };
  const auto module = [&](const torch_launch& l) { return numbers.module(l); };
  const auto example = first(&torch_launch::event);
  const auto text = [&](const auto& r) { return run.trace().text(r[op]); };
  const auto& launches = run.launches().rows;
  distinct<torch_detail::name_key> keys;
  std::vector<std::vector<std::string_view>> categories;
  const auto key = [&](const auto& r) { return keys.number({r[op], r[again] ? 1u : 0u, r[module]}); };
  for (const auto& r : launches | group_by(op, again, module, category) | aggregate(count) | sort_by(category)) {
    const std::uint32_t n = key(r);
    if (categories.size() <= n) categories.resize(n + 1);
    categories[n].push_back(r[category]);
  }
  std::vector<torch_name_row> rows;
  for (const auto& r : launches | group_by(op, again, module) | aggregate(count, direct, subtree, example) |
                           sort_by(desc(direct), text, again, example))
    rows.push_back({text(r), r[again], r[count], r[direct], r[subtree], std::move(categories[key(r)]), {}, &run,
                    r[example], std::string(numbers.module_name(r[module]))});
  fill_shares(rows, &torch_name_row::direct_time);
  return rows;
}

torch_op_key torch_op_key_of(const torch_profile& run, std::uint32_t event, std::uint32_t category,
                             std::uint32_t kernels, std::uint32_t apart) {
  const torch_event& e = run.event(event);
  const op_arguments& a = run.trace().arguments(e);
  return {e.name, category, run.label_number(e), a.input_dims, a.input_types, a.input_strides, a.concrete_inputs,
          kernels, run.recomputed(event) ? 1u : 0u, apart};
}

grouping torch_op_groups(const torch_profile& run, bool by_number_of_kernels, std::span<const std::uint32_t> apart) {
  const torch_launches& launches = run.launches();
  distinct<torch_op_key> keys;
  category_numbers categories;
  std::vector<std::uint32_t> group_of;
  group_of.reserve(launches.rows.size());
  for (const torch_launch& l : launches.rows)
    group_of.push_back(keys.number(torch_op_key_of(run, l.event, categories(l.category),
                                                   by_number_of_kernels ? l.last - l.first : 0,
                                                   apart.empty() ? 0 : apart[group_of.size()])));
  return grouped(group_of, keys.size());
}

std::vector<torch_op_row> torch_op_rows(const torch_profile& run, const grouping& groups) {
  const torch_launches& launches = run.launches();
  kernel_details details(run.trace(), run.faults().kernels_by_position);
  std::vector<torch_op_row> rows(groups.size());
  std::vector<double> times;
  // launches are ordered by start
  const torch_clock clock = run.tree().clock();
  for (std::uint32_t g = 0; g < rows.size(); ++g) {
    torch_op_row& row = rows[g];
    const grouping::slice members = groups.of(g);
    const torch_launch& first = launches.rows[members.front()];
    row.run = &run;
    row.group = g;
    row.example = first.event;
    row.category = first.category;
    row.kernels = first.last - first.first;
    row.recomputed = run.recomputed(first.event);
    row.count = static_cast<std::int64_t>(members.size());
    row.first_start = clock.between_starts(run.event(launches.rows.front().event), run.event(first.event));
    times.clear();
    for (const std::uint32_t m : members) times.push_back(launches.rows[m].direct_time);
    row.direct = statistics_of(times);
    times.clear();
    for (const std::uint32_t m : members) times.push_back(launches.rows[m].subtree_time);
    row.subtree = statistics_of(times);
    row.details =
        details.over(members, [&](std::uint32_t member) { return launches.work_of(launches.rows[member]); });
  }
  const auto time = [](const torch_op_row& r) { return r.direct.sum; };
  rows = std::move(rows) | sort_by(desc(time), &torch_op_row::example);
  fill_shares(rows, time);
  return rows;
}

std::vector<torch_op_row> torch_ops_by_arguments(const torch_profile& run, bool by_number_of_kernels,
                                                 const parent_modules* modules) {
  if (modules == nullptr) return torch_op_rows(run, torch_op_groups(run, by_number_of_kernels));
  std::vector<torch_op_row> rows = torch_op_rows(run, torch_op_groups(run, by_number_of_kernels, modules->numbers()));
  for (torch_op_row& r : rows)
    r.module = std::string(modules->name(modules->numbers()[run.launches().row_of(run.tree(), r.example)]));
  return rows;
}

const torch_event& torch_op_row::event() const { return run->event(example); }
const place_labels& torch_op_row::labels() const { return run->labels(event()); }
std::string_view torch_op_row::argument(symbol op_arguments::*which) const {
  return run->trace().text(run->trace().arguments(event()).*which);
}

table sheet_of(std::string name, std::vector<torch_category_row> rows) {
  const bool by_module = !rows.empty() && !rows.front().module.empty();
  table t(std::move(name), std::move(rows), torch_category_columns);
  return by_module ? t : t.without("parent_module").without("call_stack_first");
}
table sheet_of(std::string name, std::vector<torch_name_row> rows, bool of_serving) {
  const bool by_module = !rows.empty() && !rows.front().module.empty();
  table t(std::move(name), std::move(rows), torch_name_columns);
  t = t.without(of_serving ? "total_subtree_kernel_time_ms" : "total_subtree_kernel_time_count");
  return by_module ? t : t.without("parent_module").without("call_stack_first");
}
table sheet_of(std::string name, std::vector<torch_op_row> rows) {
  const bool by_module = !rows.empty() && !rows.front().module.empty();
  table t(std::move(name), std::move(rows), torch_op_columns);
  return by_module ? t : t.without("parent_module").without("call_stack");
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OPS_BODY_HPP
