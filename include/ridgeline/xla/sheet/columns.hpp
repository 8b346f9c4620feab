#ifndef RIDGELINE_XLA_SHEET_COLUMNS_HPP
#define RIDGELINE_XLA_SHEET_COLUMNS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/table/column.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/modules.hpp>
#include <ridgeline/xla/sheet/summary.hpp>

/// The columns of the JAX report, with the original's titles. Internal: included by body files only.
namespace ridgeline {

/// A row of `gpu_timeline`; rows of averages have no GPU.
struct jax_time_row {
  gpu_time part = gpu_time::total;
  double milliseconds = 0, percent = 0;
  std::int64_t pid = 0;
};

/// Rows: of `kernel_launchers`; of an op sheet or `..._unique_args`; of `hlo_calls`.
struct jax_kernel_row {
  const jax_result* in = nullptr;
  const jax_kernel* kernel = nullptr;
};
struct jax_group_row {
  const jax_result* in = nullptr;
  jax_group group{};
  std::string dims{}, types{};  ///< in an op sheet, if the model knows better than the operands
  roof limits{missing<time_quantity>, missing<time_quantity>};
  std::vector<const xla_parameter*> parameters{};  ///< in an op sheet, one per column; null: none
};
struct jax_call_row {
  const jax_result* in = nullptr;
  jax_call call{};
  roof limits{missing<time_quantity>, missing<time_quantity>};

  double share() const { return limits.share(call.time()); }
  std::string_view bound() const;
};

namespace xla_detail {

inline std::string_view jax_kernel_text(const jax_kernel& k, std::string& text) {
  text = "[{'name': ";
  text += k.kind->quoted;
  text += ", 'dur': ";
  append_python_real(text, k.microseconds);
  text += k.in->details;
  text += ']';
  return text;
}

/// A list with one dictionary that summarises kernels, optionally with what they run.
inline std::string_view kernel_summary(const jax_group& g, bool with_instruction, std::string& text) {
  text = "[{'name': ";
  text += g.first->kind->quoted;
  if (with_instruction) text += std::string_view(g.first->in->details).substr(0, g.first->in->details.size() - 1);
  text += ", 'count': ";
  append_integer(text, g.time.count, false);
  const auto number = [&](std::string_view key, double value) {
    text += ", '";
    text += key;
    text += "_duration_us': ";
    append_python_real(text, value);
  };
  number("total", g.time.sum);
  number("mean", g.time.mean);
  number("median", g.time.median);
  number("std_dev", g.time.population_deviation());
  number("min", g.time.min);
  number("max", g.time.max);
  text += "}]";
  return text;
}

inline std::string_view bound_of(const roof& r) {
  if (!known(r.compute) || !known(r.memory)) return {};
  return r.compute >= r.memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
}


}  // namespace xla_detail

/// What limits a call, and what is unknown about that; a call faster than the chip allows is marked as such.
inline std::string_view jax_call_row::bound() const {
  if (share() > 1) return "ABOVE_ROOF";
  if (known(limits.compute) || !known(limits.memory)) return xla_detail::bound_of(limits);
  return known(call.flops()) ? "MEMORY_BOUND (no compute peak)" : "MEMORY_BOUND (FLOP not known)";
}

inline constexpr auto jax_time_columns = columns(
    column<"type">([](const jax_time_row& r) { return name_of(r.part); }).left(),
    column<"time ms">(&jax_time_row::milliseconds).digits(3), column<"percent">(&jax_time_row::percent).digits(2),
    column<"gpu_pid">(&jax_time_row::pid).bare());

inline constexpr auto jax_launcher_columns = columns(
    column<"name">([](const jax_kernel_row& r) { return r.kernel->kind->name; }).left(),
    column<"UID">([](const jax_kernel_row& r) { return r.kernel->uid; }).bare(),
    column<"op category">([](const jax_kernel_row& r) { return r.kernel->kind->category_name(); }).left(),
    column<"total_direct_kernel_time">([](const jax_kernel_row& r) { return r.kernel->microseconds; }).digits(3),
    column<"total_subtree_kernel_time">([](const jax_kernel_row& r) { return r.kernel->whole; }).digits(3),
    column<"direct_kernel_count">([](const jax_kernel_row&) { return 1; }),
    column<"pid">([](const jax_kernel_row& r) { return r.kernel->pid; }).bare(),
    column<"tid">([](const jax_kernel_row& r) { return r.in->line(*r.kernel).key; }).bare(),
    column<"Input Dims">([](const jax_kernel_row& r) { return std::string_view(r.kernel->in->input_dims); }).left(),
    column<"Input type">([](const jax_kernel_row& r) { return std::string_view(r.kernel->in->input_types); }).left(),
    column<"Input Strides">([](const jax_kernel_row&) { return "()"; }).left(),
    column<"Concrete Inputs">([](const jax_kernel_row& r) { return std::string_view(r.kernel->in->concrete); }).left(),
    column<"kernel_details">([](const jax_kernel_row& r, std::string& scratch) {
      return xla_detail::jax_kernel_text(*r.kernel, scratch);
    }).left(),
    column<"GPU_kernel_launch_latency">([](const jax_kernel_row& r) { return r.kernel->latency; }).digits(3));

inline constexpr auto jax_xla_columns = jax_launcher_columns.with(
    column<"total_input_bytes">([](const jax_kernel_row& r) { return r.kernel->in->input_bytes; }).digits(0));

inline constexpr auto jax_summary_columns = columns(
    column<"name">(&jax_summary_row::key).left(),
    column<"total_direct_kernel_time_sum">(&jax_summary_row::microseconds).digits(3),
    column<"total_subtree_kernel_time_sum">(&jax_summary_row::whole).digits(3),
    column<"total_direct_kernel_time_ms">([](const jax_summary_row& r) { return r.microseconds / 1000; }).digits(6),
    column<"total_subtree_kernel_time_ms">([](const jax_summary_row& r) { return r.whole / 1000; }).digits(6),
    column<"Count">(&jax_summary_row::count), column<"Categories">(&jax_summary_row::categories).left(),
    column<"Percentage (%)">(&jax_summary_row::percent),
    column<"Cumulative Percentage (%)">(&jax_summary_row::cumulative),
    column<"time ms per gpu">(&jax_summary_row::ms_per_gpu).digits(6));

inline constexpr auto jax_category_columns = columns(
    column<"op category">(&jax_summary_row::key).left(), column<"Count">(&jax_summary_row::count),
    column<"total_direct_kernel_time_ms">([](const jax_summary_row& r) { return r.microseconds / 1000; }).digits(6),
    column<"Percentage (%)">(&jax_summary_row::percent),
    column<"Cumulative Percentage (%)">(&jax_summary_row::cumulative),
    column<"time ms per gpu">(&jax_summary_row::ms_per_gpu).digits(6));

inline constexpr auto jax_arguments_columns =
    columns(column<"name">([](const jax_group_row& r) { return r.group.first->kind->name; }).left(),
            column<"op category">([](const jax_group_row& r) { return r.group.first->kind->category_name(); }).left(),
            column<"Input Dims">([](const jax_group_row& r) {
              return std::string_view(r.group.first->in->input_dims);
            }).left(),
            column<"Input type">([](const jax_group_row& r) {
              return std::string_view(r.group.first->in->input_types);
            }).left(),
            column<"Input Strides">([](const jax_group_row&) { return "()"; }).left(),
            column<"Concrete Inputs">([](const jax_group_row& r) {
              return std::string_view(r.group.first->in->concrete);
            }).left(),
            column<"operation_count">([](const jax_group_row& r) { return r.group.time.count; }))
        .with(kernel_time_columns([](const jax_group_row& r) -> const statistics& { return r.group.time; },
                                  [](const jax_group_row& r) -> const statistics& { return r.group.whole; }))
        .with(column<"ex_UID">([](const jax_group_row& r) { return r.group.first->uid; }).bare(),
              column<"kernel_details_summary">([](const jax_group_row& r, std::string& scratch) {
                return xla_detail::kernel_summary(r.group, true, scratch);
              }).left(),
              column<"Percentage (%)">([](const jax_group_row& r) { return r.group.percent; }),
              column<"Cumulative Percentage (%)">([](const jax_group_row& r) { return r.group.cumulative; }));

inline constexpr auto jax_module_columns = columns(
    column<"gpu_pid">(&jax_module::pid).bare(), column<"hlo_module">(&jax_module::name).left(),
    column<"executions">(&jax_module::executions),
    column<"time ms">([](const jax_module& m) {
      return known(m.time.mean) ? m.time.sum / 1000 : missing<double>;
    }).digits(3),
    column<"mean ms">([](const jax_module& m) { return m.time.mean / 1000; }).digits(3),
    column<"median ms">([](const jax_module& m) { return m.time.median / 1000; }).digits(3),
    column<"min ms">([](const jax_module& m) { return m.time.min / 1000; }).digits(3),
    column<"max ms">([](const jax_module& m) { return m.time.max / 1000; }).digits(3),
    column<"ops ms">([](const jax_module& m) { return m.ops / 1000; }).digits(3),
    column<"Percentage (%)">([](const jax_module& m) { return m.of_all * 100; }).digits(2),
    column<"GFLOPS">([](const jax_module& m) { return m.flops.in(GFLOP); }).digits(3),
    column<"Data Moved (MB)">([](const jax_module& m) { return m.bytes.in(MiB); }).digits(3),
    column<"TFLOPS/s">([](const jax_module& m) { return m.rate().in(TFLOPps); }).digits(3));

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_COLUMNS_HPP
