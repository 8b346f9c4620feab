#ifndef RIDGELINE_GPU_SHEET_COLUMNS_HPP
#define RIDGELINE_GPU_SHEET_COLUMNS_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/gpu/sheet/rows.hpp>
#include <ridgeline/table/column.hpp>

/// The columns of the sheets on a GPU trace. Times are microseconds, as the titles state.
namespace ridgeline {

namespace gpu_detail {

template <class Row>
constexpr double in_microseconds(const Row& r, double statistics::*which) { return r.time.*which / 1000; }

inline constexpr auto shape_text = [](const std::array<std::int64_t, 3>& shape,
                                      std::string& scratch) -> std::string_view {
  scratch.clear();
  for (const std::int64_t n : shape) {
    if (!known(n)) return {};
    if (!scratch.empty()) scratch += 'x';
    scratch += std::to_string(n);
  }
  return scratch;
};

/// Durations of the records in a row, with the row's share after the sum if it has one.
inline constexpr auto count_column = column<"count">([](const auto& r) { return r.time.count; });
inline constexpr auto total_column =
    column<"total_time_us">([](const auto& r) { return in_microseconds(r, &statistics::sum); }).digits(3);
inline constexpr auto percent_column = column<"percent">([](const auto& r) { return r.percent; });
inline constexpr auto mean_column =
    column<"mean_us">([](const auto& r) { return in_microseconds(r, &statistics::mean); }).digits(3);
inline constexpr auto spread_columns = columns(
    mean_column, column<"median_us">([](const auto& r) { return in_microseconds(r, &statistics::median); }).digits(3),
    column<"min_us">([](const auto& r) { return in_microseconds(r, &statistics::min); }).digits(3),
    column<"max_us">([](const auto& r) { return in_microseconds(r, &statistics::max); }).digits(3),
    column<"std_us">([](const auto& r) { return r.time.sample_deviation() / 1000; }).digits(3));
inline constexpr auto statistics_columns = columns(count_column, total_column, percent_column).with(spread_columns);

inline constexpr auto style_column =
    column<"style">([](const auto& r) { return std::string_view(r.nested ? "PushPop" : "StartEnd"); }).left();

}  // namespace gpu_detail

inline constexpr auto gpu_device_columns =
    columns(column<"device">(&gpu_device_row::device).bare(), column<"name">(&gpu_device_row::name).left(),
            column<"kernels">(&gpu_device_row::kernels), column<"memory_ops">(&gpu_device_row::memory_ops),
            column<"streams">(&gpu_device_row::streams),
            column<"busy_us">([](const gpu_device_row& r) { return r.busy.in(us); }).digits(3));

inline constexpr auto gpu_timeline_columns =
    columns(column<"device">([](const gpu_timeline_row& r, std::string& scratch) -> std::string_view {
              return known(r.device) ? scratch = std::to_string(r.device) : std::string_view("all");
            }).left(),
            column<"type">([](const gpu_timeline_row& r) { return name_of(r.part); }).left(),
            column<"time ms">(&gpu_timeline_row::milliseconds).digits(3),
            column<"percent">(&gpu_timeline_row::percent_of_total));

inline constexpr auto gpu_kernel_columns =
    columns(column<"kernel_name">(&gpu_kernel_row::name).left(), column<"category">(&gpu_kernel_row::category).left())
        .with(gpu_detail::statistics_columns);

inline constexpr auto gpu_call_columns =
    columns(column<"api_name">(&gpu_call_row::name).left()).with(gpu_detail::statistics_columns);

inline constexpr auto gpu_copy_columns =
    columns(column<"operation">(&gpu_copy_row::operation).left(), column<"src_kind">(&gpu_copy_row::source).left(),
            column<"dst_kind">(&gpu_copy_row::target).left())
        .with(gpu_detail::statistics_columns)
        .with(column<"total_bytes">(&gpu_copy_row::bytes), column<"mean_bytes">(&gpu_copy_row::mean_bytes),
              column<"bandwidth_gb_s">([](const gpu_copy_row& r) {  // one byte per ns is one GB per second
                const bool known_rate = known(r.bytes) && known(r.sized) && r.sized > duration();
                if (!known_rate) return missing<double>;
                return static_cast<double>(r.bytes) / static_cast<double>(r.sized.base());
              }));

inline constexpr auto gpu_range_columns =
    columns(column<"domain">(&gpu_range_row::domain).left(), column<"range">(&gpu_range_row::name).left(),
            gpu_detail::style_column)
        .with(gpu_detail::statistics_columns)
        .with(column<"gpu_work">(&gpu_range_row::work),
              column<"gpu_time_us">([](const gpu_range_row& r) { return r.work_time.in(us); }).digits(3));

inline constexpr auto gpu_range_kernel_columns =
    columns(column<"domain">(&gpu_range_kernel_row::domain).left(), column<"range">(&gpu_range_kernel_row::name).left(),
            gpu_detail::style_column, column<"kernel_name">(&gpu_range_kernel_row::kernel).left(),
            gpu_detail::count_column, gpu_detail::total_column)
        .with(gpu_detail::spread_columns)
        .with(column<"range_count">(&gpu_range_kernel_row::ranges));

inline constexpr auto gpu_launch_columns = columns(
    column<"kernel_name">(&gpu_launch_row::kernel).left(), column<"api_name">(&gpu_launch_row::call).left(),
    column<"count">(&gpu_launch_row::count), column<"calls">(&gpu_launch_row::calls),
    column<"api_total_us">([](const gpu_launch_row& r) { return r.call_time.in(us); }).digits(3),
    column<"api_mean_us">([](const gpu_launch_row& r) {
      return known(r.calls) ? r.call_time.in(us) / static_cast<double>(r.calls) : missing<double>;
    }).digits(3),
    column<"queue_count">(&gpu_launch_row::queued),
    column<"queue_total_us">([](const gpu_launch_row& r) { return r.queue_time.in(us); }).digits(3),
    column<"queue_mean_us">([](const gpu_launch_row& r) {
      return known(r.queued) && r.queued != 0 ? r.queue_time.in(us) / static_cast<double>(r.queued) : missing<double>;
    }).digits(3),
    column<"delay_mean_us">([](const gpu_launch_row& r) { return r.delay / 1000; }).digits(3),
    column<"kernel_total_us">([](const gpu_launch_row& r) { return r.kernel_time.in(us); }).digits(3));

inline constexpr auto gpu_histogram_columns =
    columns(column<"bin_start">(&histogram_bin::start).digits(3), column<"bin_end">(&histogram_bin::end).digits(3),
            column<"count">(&histogram_bin::count));

inline constexpr auto gpu_short_kernel_columns =
    columns(column<"kernel_name">(&gpu_short_kernel_row::name).left(), gpu_detail::count_column,
            gpu_detail::total_column, gpu_detail::mean_column, gpu_detail::percent_column);

namespace gpu_detail {

template <class Value>
constexpr auto of_work(Value value) {
  return [value](const gpu_trace_row& r) { return r.trace->work[r.work].*value; };
}
template <class Value>
constexpr auto text_of_work(Value value) {
  return [value](const gpu_trace_row& r) { return r.trace->text(r.trace->work[r.work].*value); };
}
template <class Value>
constexpr auto of_shape(Value value) {
  return [value](const gpu_trace_row& r) {
    const std::uint32_t shape = r.trace->work[r.work].shape;
    return known(shape) ? r.trace->shapes[shape].*value : missing<std::int64_t>;
  };
}
template <class Value>
constexpr auto shape_of_work(Value value) {
  return [value](const gpu_trace_row& r, std::string& scratch) {
    const std::uint32_t shape = r.trace->work[r.work].shape;
    return known(shape) ? shape_text(r.trace->shapes[shape].*value, scratch) : std::string_view();
  };
}
/// The names used by CUPTI's tables.
constexpr std::string_view activity_name(gpu_kind k) {
  return k == gpu_kind::copy ? "memcpy" : k == gpu_kind::fill ? "memset" : name_of(k);
}

}  // namespace gpu_detail

inline constexpr auto gpu_trace_columns = columns(
    column<"start_us">([](const gpu_trace_row& r) { return (r.trace->work[r.work].start - r.zero).in(us); }).digits(3),
    column<"duration_us">([](const gpu_trace_row& r) { return r.trace->work[r.work].time.in(us); }).digits(3),
    column<"device">(gpu_detail::of_work(&gpu_work_item::device)).bare(),
    column<"context">(gpu_detail::of_work(&gpu_work_item::context)).bare(),
    column<"stream">(gpu_detail::of_work(&gpu_work_item::stream)).bare(),
    column<"correlation_id">(gpu_detail::of_work(&gpu_work_item::correlation)).bare(),
    column<"kind">([](const gpu_trace_row& r) { return gpu_detail::activity_name(r.trace->work[r.work].kind); }).left(),
    column<"name">(gpu_detail::text_of_work(&gpu_work_item::name)).left(),
    column<"grid">(gpu_detail::shape_of_work(&gpu_launch_shape::grid)).left(),
    column<"block">(gpu_detail::shape_of_work(&gpu_launch_shape::block)).left(),
    column<"registers_per_thread">(gpu_detail::of_shape(&gpu_launch_shape::registers)),
    column<"static_shared_bytes">(gpu_detail::of_shape(&gpu_launch_shape::static_shared)),
    column<"dynamic_shared_bytes">(gpu_detail::of_shape(&gpu_launch_shape::dynamic_shared)),
    column<"bytes">(gpu_detail::of_work(&gpu_work_item::bytes)),
    column<"src_kind">(gpu_detail::text_of_work(&gpu_work_item::source)).left(),
    column<"dst_kind">(gpu_detail::text_of_work(&gpu_work_item::target)).left(),
    column<"api_name">([](const gpu_trace_row& r) {
      const std::uint32_t call = r.trace->work[r.work].call;
      return known(call) ? r.trace->text(r.trace->calls[call].name) : std::string_view();
    }).left(),
    column<"range">([](const gpu_trace_row& r) {
      return known(r.range) ? r.trace->text(r.trace->ranges[r.range].name) : std::string_view();
    }).left());

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_COLUMNS_HPP
