#ifndef RIDGELINE_TORCH_SHEET_ROOFLINES_COLUMNS_HPP
#define RIDGELINE_TORCH_SHEET_ROOFLINES_COLUMNS_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>
#include <ridgeline/torch/sheet/rooflines.hpp>

namespace ridgeline {

namespace torch_detail {

template <symbol op_arguments::*Which>
inline constexpr auto argument_list = argument_text<Which, python_list::list>;

inline cell parameter_cell(const torch_roofline_row& row, std::size_t n, std::string&) {
  return cell::of(std::string_view(row.parameters[n]));
}

}  // namespace torch_detail

/// The columns of a category sheet; those of its parameters come after the name.
inline constexpr auto torch_roofline_columns =
    columns(column<"name">([](const torch_roofline_row& r) { return r.name(); }).left(),
            column<"num_kernels">(&torch_roofline_row::kernels),
            column<"is_recompute">(&torch_roofline_row::recomputed),
            column<"GFLOPS_first">([](const torch_roofline_row& r) { return r.gflops.value; }),
            column<"Data Moved (MB)_first">([](const torch_roofline_row& r) { return r.megabytes.value; }),
            column<"FLOPS/Byte_first">([](const torch_roofline_row& r) { return r.intensity.value; }))
        .with(statistic_columns<"TB/s">(&torch_roofline_row::memory_rate))
        .with(statistic_columns<"TFLOPS/s">(&torch_roofline_row::compute_rate))
        .with(column<"process_name_first">(
                  [](const torch_roofline_row& r) { return r.run->labels(r.event()).process_name; }).left(),
              column<"process_label_first">(
                  [](const torch_roofline_row& r) { return r.run->labels(r.event()).process_label; }).left(),
              column<"thread_name_first">(
                  [](const torch_roofline_row& r) { return r.run->labels(r.event()).thread_name; }).left(),
              column<"Compute Spec">(&torch_roofline_row::spec).left(),
              column<"Roofline Time (µs)_first">([](const torch_roofline_row& r) { return r.roof_time.value; }),
              column<"Roofline Bound_first">(&torch_roofline_row::bound).left())
        .with(statistic_columns<"Pct Roofline">(&torch_roofline_row::share, 2, 100))
        .with(column<"kernel_details__summarize_kernel_stats">(torch_detail::row_kernel_details).left().for_files(),
              column<"trunc_kernel_details">(torch_detail::row_short_kernel_details).left(),
              column<"Input Dims_first">(torch_detail::argument_list<&op_arguments::input_dims>).left(),
              column<"Input type_first">(torch_detail::argument_list<&op_arguments::input_types>).left(),
              column<"Input Strides_first">(torch_detail::argument_list<&op_arguments::input_strides>).left(),
              column<"Concrete Inputs_first">(torch_detail::argument_list<&op_arguments::concrete_inputs>).left())
        .with(statistic_columns<"Kernel Time (µs)">(&torch_roofline_row::time))
        .with(column<"Kernel Time (µs)_sum">([](const torch_roofline_row& r) { return r.time.sum; }),
              column<"name_count">(&torch_roofline_row::count),
              column<"UID_first">(&torch_roofline_row::example));

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ROOFLINES_COLUMNS_HPP
