#ifndef RIDGELINE_XLA_SHEET_OP_COLUMNS_HPP
#define RIDGELINE_XLA_SHEET_OP_COLUMNS_HPP

#include <string>
#include <string_view>

#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/xla/sheet/columns.hpp>

/// The columns of the op sheets, and of the sheet of calls.
namespace ridgeline {

namespace xla_detail {

template <fixed_string Title>
constexpr auto rate_columns(statistics jax_group::*of) {
  return statistic_columns<Title>([of](const jax_group_row& r) { return r.group.*of; }, 3);
}

}  // namespace xla_detail

/// The columns of an op sheet; one for each parameter of its models is inserted before `GFLOPS_first`.
inline constexpr auto jax_op_columns =
    columns(column<"name">([](const jax_group_row& r) { return r.group.first->kind->name; }).left())
        .with(column<"GFLOPS_first">([](const jax_group_row& r) { return r.group.first->kind->cost.flops.in(GFLOP); })
                  .digits(3),
              column<"Data Moved (MB)_first">([](const jax_group_row& r) {
                return r.group.first->kind->cost.bytes.in(MiB);
              }).digits(3),
              column<"FLOPS/Byte_first">([](const jax_group_row& r) {
                const xla_cost& c = r.group.first->kind->cost;
                return c.bytes.base() > 0 ? c.flops.base() / c.bytes.base() : missing<double>;
              }).digits(3))
        .with(xla_detail::rate_columns<"TB/s">(&jax_group::bandwidth))
        .with(xla_detail::rate_columns<"TFLOPS/s">(&jax_group::rate))
        .with(column<"Roofline Time (µs)_first">([](const jax_group_row& r) {
                return r.limits.time().in(us);
              }).digits(3),
              column<"Roofline Bound_first">([](const jax_group_row& r) {
                return xla_detail::bound_of(r.limits);
              }).left(),
              column<"Pct Roofline_mean">([](const jax_group_row& r) {
                return r.limits.share(r.group.time.mean * us) * 100;
              }))
        .with(column<"process_name_first">([](const jax_group_row&) { return "Unknown"; }).left(),
              column<"process_label_first">([](const jax_group_row&) { return "Unknown"; }).left(),
              column<"thread_name_first">([](const jax_group_row& r) {
                return r.in->trace->text(r.in->line(*r.group.first).label);
              }).left(),
              column<"kernel_details__summarize_kernel_stats">([](const jax_group_row& r, std::string& scratch) {
                return xla_detail::kernel_summary(r.group, false, scratch);
              }).left(),
              column<"Input Dims_first">([](const jax_group_row& r) { return std::string_view(r.dims); }).left(),
              column<"Input type_first">([](const jax_group_row& r) { return std::string_view(r.types); }).left())
        .with(xla_detail::rate_columns<"Kernel Time (µs)">(&jax_group::time))
        .with(column<"Kernel Time (µs)_sum">([](const jax_group_row& r) { return r.group.time.sum; }).digits(3),
              column<"name_count">([](const jax_group_row& r) { return r.group.time.count; }),
              column<"UID_first">([](const jax_group_row& r) { return r.group.first->uid; }).bare());

inline constexpr auto jax_call_columns = columns(
    column<"gpu_pid">([](const jax_call_row& r) { return r.call.first->pid; }).bare(),
    column<"stream">([](const jax_call_row& r) { return r.in->trace->text(r.in->line(*r.call.first).label); }).left(),
    column<"hlo_module">([](const jax_call_row& r) { return r.call.kind->hlo_module; }).left(),
    column<"hlo_op">([](const jax_call_row& r) { return r.call.kind->hlo_op; }).left(),
    column<"opcode">([](const jax_call_row& r) { return r.call.in->call.opcode; }).left(),
    column<"custom_call_target">([](const jax_call_row& r) { return r.call.in->call.target; }).left(),
    column<"op category">([](const jax_call_row& r) { return r.call.kind->category_name(); }).left(),
    column<"start (µs)">([](const jax_call_row& r) { return r.call.start; }).digits(3),
    column<"kernels">([](const jax_call_row& r) { return r.call.kernels; }),
    column<"Kernel Time (µs)">([](const jax_call_row& r) { return r.call.microseconds; }).digits(3),
    column<"Span (µs)">([](const jax_call_row& r) { return r.call.span; }).digits(3),
    column<"Input Dims">([](const jax_call_row& r) { return std::string_view(r.call.in->input_dims); }).left(),
    column<"Input type">([](const jax_call_row& r) { return std::string_view(r.call.in->input_types); }).left(),
    column<"Output Dims">([](const jax_call_row& r) { return std::string_view(r.call.in->output_dims); }).left(),
    column<"Output type">([](const jax_call_row& r) { return std::string_view(r.call.in->output_types); }).left(),
    column<"GFLOPS">([](const jax_call_row& r) { return r.call.flops().in(GFLOP); }).digits(3),
    column<"Data Moved (MB)">([](const jax_call_row& r) { return r.call.bytes().in(MiB); }).digits(3),
    column<"FLOPS/Byte">([](const jax_call_row& r) {
      return r.call.bytes().base() > 0 ? r.call.at().base() : missing<double>;
    }).digits(3),
    column<"TB/s">([](const jax_call_row& r) { return r.call.moved().in(TBps); }).digits(3),
    column<"TFLOPS/s">([](const jax_call_row& r) { return r.call.rate().in(TFLOPps); }).digits(3),
    column<"Roofline Time (µs)">([](const jax_call_row& r) { return r.limits.time().in(us); }).digits(3),
    column<"Roofline Bound">(&jax_call_row::bound).left(),
    column<"Pct Roofline">([](const jax_call_row& r) { return r.share() * 100; }),
    column<"UID_first">([](const jax_call_row& r) { return r.call.first->uid; }).bare());

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_OP_COLUMNS_HPP
