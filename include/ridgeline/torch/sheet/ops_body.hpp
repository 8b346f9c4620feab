#ifndef RIDGELINE_TORCH_SHEET_OPS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_OPS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>

namespace ridgeline {

/// The time of launches by category, the longest first.
std::vector<torch_category_row> torch_ops_by_category(const torch_profile& run) {
  std::vector<torch_category_row> rows;
  std::vector<compensated_sum> times;
  for (const torch_launch& l : run.launches().rows) {
    const bool again = run.recomputed(l.event);
    std::size_t at = 0;  // categories are few
    while (at < rows.size() && (rows[at].category != l.category || rows[at].recomputed != again)) ++at;
    if (at == rows.size()) rows.push_back({l.category, again, 0, 0, {}}), times.emplace_back();
    ++rows[at].count;
    times[at].add(l.direct_time);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].direct_time = times[i].value();
  std::sort(rows.begin(), rows.end(), [](const torch_category_row& a, const torch_category_row& b) {
    if (a.direct_time != b.direct_time) return a.direct_time > b.direct_time;
    return a.category != b.category ? a.category < b.category : a.recomputed < b.recomputed;
  });
  fill_shares(rows, [](const torch_category_row& r) { return r.direct_time; });
  return rows;
}

/// The time of launches by name, the longest first.
std::vector<torch_name_row> torch_ops_by_name(const torch_profile& run) {
  struct key {
    symbol name;
    std::uint32_t recomputed;
  };
  distinct<key> names;
  std::vector<torch_name_row> rows;
  std::vector<compensated_sum> direct, subtree;
  for (const torch_launch& l : run.launches().rows) {
    const torch_event& e = run.event(l.event);
    const std::uint32_t at = names.number({e.name, run.recomputed(l.event) ? 1u : 0u});
    if (at == rows.size()) {
      rows.emplace_back();
      rows.back().name = run.trace().name(e);
      rows.back().recomputed = run.recomputed(l.event);
      direct.emplace_back();
      subtree.emplace_back();
    }
    torch_name_row& row = rows[at];
    ++row.count;
    direct[at].add(l.direct_time);
    subtree[at].add(l.subtree_time);
    const auto place = std::lower_bound(row.categories.begin(), row.categories.end(), l.category);
    if (place == row.categories.end() || *place != l.category) row.categories.insert(place, l.category);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].direct_time = direct[i].value();
    rows[i].subtree_time = subtree[i].value();
  }
  std::sort(rows.begin(), rows.end(), [](const torch_name_row& a, const torch_name_row& b) {
    if (a.direct_time != b.direct_time) return a.direct_time > b.direct_time;
    return a.name != b.name ? a.name < b.name : a.recomputed < b.recomputed;
  });
  fill_shares(rows, [](const torch_name_row& r) { return r.direct_time; });
  return rows;
}

grouping torch_op_groups(const torch_profile& run, bool by_number_of_kernels, std::span<const std::uint32_t> apart) {
  const torch_launches& launches = run.launches();
  distinct<torch_op_key> keys;
  category_numbers categories;
  std::vector<std::uint32_t> group_of;
  group_of.reserve(launches.rows.size());
  for (const torch_launch& l : launches.rows) {
    const torch_event& e = run.event(l.event);
    const op_arguments* const op = run.trace().op(e);
    const op_arguments arguments = op == nullptr ? op_arguments{} : *op;
    group_of.push_back(keys.number({e.name, categories(l.category), run.label_number(e), arguments.input_dims,
                                    arguments.input_types, arguments.input_strides, arguments.concrete_inputs,
                                    by_number_of_kernels ? l.last - l.first : 0, run.recomputed(l.event) ? 1u : 0u,
                                    apart.empty() ? 0 : apart[group_of.size()]}));
  }
  return grouped(group_of, keys.size());
}

std::vector<torch_op_row> torch_op_rows(const torch_profile& run, const grouping& groups) {
  const torch_launches& launches = run.launches();
  kernel_details details(run.trace());
  std::vector<torch_op_row> rows(groups.size());
  std::vector<double> times;
  // launches stand by start
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
  std::sort(rows.begin(), rows.end(), [](const torch_op_row& a, const torch_op_row& b) {
    return a.direct.sum != b.direct.sum ? a.direct.sum > b.direct.sum : a.example < b.example;
  });
  fill_shares(rows, [](const torch_op_row& r) { return r.direct.sum; });
  return rows;
}

/// The time of launches by name and arguments, the longest first.
std::vector<torch_op_row> torch_ops_by_arguments(const torch_profile& run, bool by_number_of_kernels) {
  return torch_op_rows(run, torch_op_groups(run, by_number_of_kernels));
}

const torch_event& torch_op_row::event() const { return run->event(example); }
const place_labels& torch_op_row::labels() const { return run->labels(event()); }
std::string_view torch_op_row::argument(symbol op_arguments::*which) const {
  const op_arguments* const op = run->trace().op(event());
  return op == nullptr ? std::string_view() : run->trace().text(op->*which);
}

table sheet_of(std::string name, std::vector<torch_category_row> rows) {
  return table(std::move(name), std::move(rows), torch_category_columns);
}
table sheet_of(std::string name, std::vector<torch_name_row> rows) {
  return table(std::move(name), std::move(rows), torch_name_columns);
}
table sheet_of(std::string name, std::vector<torch_op_row> rows) {
  return table(std::move(name), std::move(rows), torch_op_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OPS_BODY_HPP
