#ifndef RIDGELINE_TORCH_SHEET_KERNELS_COLUMNS_HPP
#define RIDGELINE_TORCH_SHEET_KERNELS_COLUMNS_HPP

#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>

namespace ridgeline {

// The columns of the kernel sheets; times are in microseconds, as their titles say.

inline constexpr auto torch_kernel_columns =
    columns(column<"Parent op category">(&torch_kernel_row::category).left(),
            column<"Parent cpu_op">(&torch_kernel_row::op).left(),
            column<"Kernel name">(&torch_kernel_row::kernel).left(),
            column<"Kernel stream">([](const torch_kernel_row& r) {
              return if_known(r.stream);
            }).bare(),
            column<"Kernel duration (µs)_sum">([](const torch_kernel_row& r) { return r.time.sum; }).digits(3),
            column<"Kernel duration (µs)_count">([](const torch_kernel_row& r) { return r.time.count; }),
            column<"Kernel duration (µs)_mean">([](const torch_kernel_row& r) { return r.time.mean; }).digits(3),
            column<"Kernel duration (µs)_min">([](const torch_kernel_row& r) { return r.time.min; }).digits(3),
            column<"Kernel duration (µs)_max">([](const torch_kernel_row& r) { return r.time.max; }).digits(3),
            column<"Percent of kernels time (%)", percent>(&torch_kernel_row::of_kernels),
            column<"Percent of total time (%)", percent>(&torch_kernel_row::of_total));

inline constexpr auto torch_histogram_columns =
    columns(column<"bin_start">(&torch_histogram_bin::start).digits(3),
            column<"bin_end">(&torch_histogram_bin::end).digits(3), column<"count">(&torch_histogram_bin::count));

inline constexpr auto torch_short_kernel_columns =
    columns(column<"Parent cpu_op">([](const torch_short_kernel_row& r) {
              return !known(r.op) ? std::string_view() : r.run->trace().name(r.run->event(r.op));
            }).left(),
            column<"Input dims">(torch_detail::argument_text<&op_arguments::input_dims>).left(),
            column<"Input strides">(torch_detail::argument_text<&op_arguments::input_strides>).left(),
            column<"Concrete Inputs">(torch_detail::argument_text<&op_arguments::concrete_inputs>).left(),
            column<"Kernel name">(&torch_short_kernel_row::kernel).left(),
            column<"Short Kernel duration (µs) sum">(&torch_short_kernel_row::sum).digits(3),
            column<"Short Kernel count">(&torch_short_kernel_row::count),
            column<"Short Kernel duration (µs) mean">(&torch_short_kernel_row::mean).digits(3),
            column<"Short Kernel duration (µs) percent of total time", percent>(&torch_short_kernel_row::of_total));

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_KERNELS_COLUMNS_HPP
