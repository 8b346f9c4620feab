#ifndef RIDGELINE_TORCH_SHEET_OPS_COLUMNS_HPP
#define RIDGELINE_TORCH_SHEET_OPS_COLUMNS_HPP

#include <string>
#include <string_view>

#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/torch/module/parent_modules.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/ops.hpp>

namespace ridgeline {

namespace torch_detail {

/// A column with an argument list of the row's op as Python writes it; empty if the trace has none.
template <symbol op_arguments::*Which, python_list As = python_list::tuple>
inline constexpr auto argument_text = [](const auto& row, std::string& scratch) {
  scratch.clear();
  std::string_view json;
  if constexpr (requires { row.argument(Which); }) json = row.argument(Which);
  else json = row.run->trace().text(row.arguments.*Which);
  if (!json.empty()) append_python(scratch, json, As);
  return std::string_view(scratch);
};

/// The kernels of a row, in full or in short.
inline constexpr auto row_kernel_details = [](const auto& row, std::string& scratch) {
  scratch.clear();
  append_kernel_details(scratch, row.run->trace(), row.details);
  return std::string_view(scratch);
};
inline constexpr auto row_short_kernel_details = [](const auto& row, std::string& scratch) {
  scratch.clear();
  append_short_kernel_details(scratch, row.run->trace(), row.details);
  return std::string_view(scratch);
};

inline constexpr auto share_columns =
    columns(column<"Percentage (%)", percent>([](const auto& row) { return row.part.share; }),
            column<"Cumulative Percentage (%)", percent>([](const auto& row) { return row.part.cumulative; }));

/// The modules around the first launch of a row.
inline constexpr auto modules_of_row = [](const auto& row, std::string& scratch) {
  scratch.clear();
  append_modules_around(scratch, *row.run, row.example);
  return std::string_view(scratch);
};

inline constexpr auto thousandth = [](double microseconds) { return microseconds / 1000; };

}  // namespace torch_detail

// The columns of the ops sheets. Titles are those that scripts expect; times have their unit in the title or are in
// microseconds.

inline constexpr auto torch_category_columns =
    columns(column<"op category">(&torch_category_row::category).left(),
            column<"parent_module">(&torch_category_row::module).left(),
            column<"is_recompute">(&torch_category_row::recomputed),
            column<"Count">(&torch_category_row::count),
            column<"call_stack_first">(torch_detail::modules_of_row).left(),
            column<"total_direct_kernel_time_ms">(
                [](const torch_category_row& r) { return torch_detail::thousandth(r.direct_time); }).digits(3))
        .with(torch_detail::share_columns);

inline constexpr auto torch_name_columns =
    columns(column<"name">(&torch_name_row::name).left(),
            column<"parent_module">(&torch_name_row::module).left(),
            column<"is_recompute">(&torch_name_row::recomputed),
            column<"total_direct_kernel_time_sum">(&torch_name_row::direct_time).digits(3),
            column<"total_subtree_kernel_time_sum">(&torch_name_row::subtree_time).digits(3),
            column<"total_subtree_kernel_time_count">(&torch_name_row::count),
            column<"total_direct_kernel_time_ms">(
                [](const torch_name_row& r) { return torch_detail::thousandth(r.direct_time); }).digits(3),
            column<"total_subtree_kernel_time_ms">(
                [](const torch_name_row& r) { return torch_detail::thousandth(r.subtree_time); }).digits(3),
            column<"Count">(&torch_name_row::count),
            column<"Categories">([](const torch_name_row& r, std::string& scratch) {
              scratch = "[";
              for (const std::string_view category : r.categories) {
                if (scratch.size() > 1) scratch += ", ";
                append_python_text(scratch, category);
              }
              scratch += ']';
              return std::string_view(scratch);
            }).left(),
            column<"call_stack_first">(torch_detail::modules_of_row).left())
        .with(torch_detail::share_columns);

inline constexpr auto torch_op_columns =
    columns(column<"name">([](const torch_op_row& r) { return r.run->trace().name(r.event()); }).left(),
            column<"op category">(&torch_op_row::category).left(),
            column<"parent_module">(&torch_op_row::module).left(),
            column<"process_name">([](const torch_op_row& r) { return r.labels().process_name; }).left(),
            column<"process_label">([](const torch_op_row& r) { return r.labels().process_label; }).left(),
            column<"thread_name">([](const torch_op_row& r) { return r.labels().thread_name; }).left(),
            column<"Input Dims">(torch_detail::argument_text<&op_arguments::input_dims>).left(),
            column<"Input type">(torch_detail::argument_text<&op_arguments::input_types>).left(),
            column<"Input Strides">(torch_detail::argument_text<&op_arguments::input_strides>).left(),
            column<"Concrete Inputs">(torch_detail::argument_text<&op_arguments::concrete_inputs>).left(),
            column<"num_kernels">(&torch_op_row::kernels),
            column<"is_recompute">(&torch_op_row::recomputed),
            column<"operation_count">(&torch_op_row::count),
            column<"first_occurrence_time">(&torch_op_row::first_start).digits(3))
        .with(kernel_time_columns(&torch_op_row::direct, &torch_op_row::subtree))
        .with(column<"ex_UID">(&torch_op_row::example).bare(),
              column<"call_stack">(torch_detail::modules_of_row).left(),
              column<"kernel_details_summary">(torch_detail::row_kernel_details).left(),
              column<"trunc_kernel_details">(torch_detail::row_short_kernel_details).left())
        .with(torch_detail::share_columns);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OPS_COLUMNS_HPP
