#ifndef RIDGELINE_RANKS_SHEET_CALLS_HPP
#define RIDGELINE_RANKS_SHEET_CALLS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/sheet/groups.hpp>
#include <ridgeline/torch/op/cost.hpp>
#include <ridgeline/torch/sheet/parameter_columns.hpp>
#include <ridgeline/torch/sheet/rooflines_columns.hpp>

namespace ridgeline {

/// A row of a group's sheet: calls of one op with the same parameters on all ranks, with the cumulative share (a
/// fraction) of the group's time down to this row.
struct multi_rank_call {
  fleet_call call{};
  std::vector<std::string> parameters{};  ///< one text per parameter of the sheet
  double time = 0;                        ///< microseconds
  double cumulative = missing<double>;
};

/// The sheet of a group of ops; rows ordered by time.
struct multi_rank_sheet {
  std::string_view name{};
  std::vector<std::string> parameters{};
  std::vector<multi_rank_call> rows{};
};

namespace ranks_detail {

/// The parameters of a call as reported by the op models. Names are views into the call.
inline torch_parameters parameters_of(const fleet_call& call) {
  torch_parameters all;
  for (const fleet_parameter& p : call.parameters) all.add(p.name, p.value);
  return all;
}

inline multi_rank_sheet sheet_of(std::string_view name, std::vector<fleet_call> calls) {
  multi_rank_sheet sheet;
  sheet.name = name;
  calls = std::move(calls) | sort_by([](const fleet_call& c) { return c.first.rank; },
                                     [](const fleet_call& c) { return c.first.value; });
  std::vector<torch_cost> costs(calls.size());
  torch_detail::parameter_columns columns;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    costs[i].parameters = parameters_of(calls[i]);
    columns.add(costs[i]);
  }
  for (const std::string_view n : columns.names()) sheet.parameters.emplace_back(n);
  std::vector<std::vector<std::string>> texts = columns.texts();
  // Calls may display the same text although their values differ (1 and 1.0).
  std::vector<std::uint32_t> order = numbers_below(calls.size());
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return calls[a].name != calls[b].name ? calls[a].name < calls[b].name : texts[a] < texts[b];
  });
  for (const std::uint32_t i : order) {
    multi_rank_call* const last = sheet.rows.empty() ? nullptr : &sheet.rows.back();
    if (last != nullptr && last->call.name == calls[i].name && last->parameters == texts[i]) {
      last->call.merge(std::move(calls[i]));
    } else {
      sheet.rows.push_back({std::move(calls[i]), std::move(texts[i]), 0, missing<double>});
    }
  }
  exact_sum all;
  for (multi_rank_call& row : sheet.rows) row.time = row.call.time.sum.value(), all.merge(row.call.time.sum);
  sheet.rows = std::move(sheet.rows) | sort_by(desc(&multi_rank_call::time),
                                               [](const multi_rank_call& c) { return c.call.first.rank; },
                                               [](const multi_rank_call& c) { return c.call.first.value; });
  exact_sum so_far;
  for (multi_rank_call& row : sheet.rows) {
    so_far.merge(row.call.time.sum);
    if (all.value() != 0) row.cumulative = so_far.value() / all.value();
  }
  return sheet;
}

template <auto Which>
inline constexpr auto call_mean = [](const multi_rank_call& r) { return (r.call.*Which).mean(); };
template <auto Which>
inline constexpr auto call_deviation = [](const multi_rank_call& r) { return (r.call.*Which).sample_deviation(); };
template <auto Which>
inline constexpr auto call_first = [](const multi_rank_call& r) {
  return (r.call.*Which).is_known() ? (r.call.*Which).value : missing<double>;
};
template <of_lowest_rank<std::string> fleet_call::*Which>
inline constexpr auto call_text = [](const multi_rank_call& r) { return std::string_view((r.call.*Which).value); };
template <of_lowest_rank<std::string> fleet_call::*Which>
inline constexpr auto call_list = [](const multi_rank_call& r, std::string& scratch) {
  scratch.clear();
  if ((r.call.*Which).is_known()) append_python(scratch, (r.call.*Which).value, python_list::list);
  return std::string_view(scratch);
};
inline constexpr auto call_kernels = [](const multi_rank_call& r, std::string& scratch) {
  scratch = "[";
  for (const fleet_kernel& k : r.call.kernels) {
    if (scratch.size() > 1) scratch += ", ";
    python_dict d(scratch);
    d.text("name", k.name);
    torch_detail::append_stream(d, k.stream);
    d.integer("count", k.time.count);
    d.real("total_duration_us", k.time.sum.value());
    d.real("mean_duration_us", k.time.mean());
    d.real("std_dev_duration_us", k.time.population_deviation());
    d.close();
  }
  scratch += ']';
  return std::string_view(scratch);
};

inline constexpr auto call_columns =
    columns(column<"name">([](const multi_rank_call& r) { return std::string_view(r.call.name); }).left(),
            column<"GFLOPS_first">(call_first<&fleet_call::gflops>),
            column<"Data Moved (MB)_first">(call_first<&fleet_call::megabytes>),
            column<"FLOPS/Byte_first">(call_first<&fleet_call::intensity>),
            column<"TB/s_mean">(call_mean<&fleet_call::memory_rate>),
            column<"TB/s_std">(call_deviation<&fleet_call::memory_rate>),
            column<"TFLOPS/s_mean">(call_mean<&fleet_call::compute_rate>),
            column<"TFLOPS/s_std">(call_deviation<&fleet_call::compute_rate>),
            column<"process_name_first">(call_text<&fleet_call::process_name>).left(),
            column<"process_label_first">(call_text<&fleet_call::process_label>).left(),
            column<"thread_name_first">(call_text<&fleet_call::thread_name>).left(),
            column<"Compute Spec">(call_text<&fleet_call::spec>).left())
        .with(column<"Non-Data-Mov TFLOPS/s_mean">(call_mean<&fleet_call::compute_rate_without_moves>),
              column<"Non-Data-Mov TFLOPS/s_std">(call_deviation<&fleet_call::compute_rate_without_moves>),
              column<"Non-Data-Mov Kernel Time (µs)_sum">(
                  [](const multi_rank_call& r) { return r.call.time_without_moves.value(); }),
              column<"kernel_details__summarize_kernel_stats">(call_kernels).left().for_files(),
              column<"Input Dims_first">(call_list<&fleet_call::dims>).left(),
              column<"Input type_first">(call_list<&fleet_call::types>).left(),
              column<"Input Strides_first">(call_list<&fleet_call::strides>).left(),
              column<"Concrete Inputs_first">(call_list<&fleet_call::concrete>).left())
        .with(column<"Kernel Time (µs)_mean">(call_mean<&fleet_call::time>),
              column<"Kernel Time (µs)_std">(call_deviation<&fleet_call::time>),
              column<"Kernel Time (µs)_sum">(&multi_rank_call::time),
              column<"name_count">([](const multi_rank_call& r) { return r.call.count; }),
              column<"UID_first">([](const multi_rank_call& r) { return r.call.first.value; }).bare(),
              column<"kernel_time_sum_cum_pct">(&multi_rank_call::cumulative).digits(4));

}  // namespace ranks_detail

/// The sheets of all groups that have rows. The calls are moved out of the partial result.
inline std::vector<multi_rank_sheet> multi_rank_sheets(std::vector<fleet_call> calls) {
  std::vector<std::vector<fleet_call>> by_group(multi_rank_groups.size());
  for (fleet_call& call : calls) {
    const std::size_t g = multi_rank_group_of(call.name);
    if (g < by_group.size()) by_group[g].push_back(std::move(call));
  }
  std::vector<multi_rank_sheet> sheets;
  for (std::size_t g = 0; g < by_group.size(); ++g) {
    if (by_group[g].empty()) continue;
    sheets.push_back(ranks_detail::sheet_of(multi_rank_groups[g].name, std::move(by_group[g])));
  }
  return sheets;
}

/// A group's sheet as a table that refers to it.
inline table multi_rank_call_table(const multi_rank_sheet& sheet) {
  std::vector<std::string> titles;
  for (const std::string& name : sheet.parameters) titles.push_back(std::string("param: ").append(name));
  const auto text = [](const multi_rank_call& r, std::size_t n, std::string&) {
    return cell::of(std::string_view(r.parameters[n]));
  };
  return table::over(std::string(sheet.name), sheet.rows, ranks_detail::call_columns)
      .spread<multi_rank_call>("GFLOPS_first", std::move(titles), text);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_CALLS_HPP
