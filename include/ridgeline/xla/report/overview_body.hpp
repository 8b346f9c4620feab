#ifndef RIDGELINE_XLA_REPORT_OVERVIEW_BODY_HPP
#define RIDGELINE_XLA_REPORT_OVERVIEW_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/xla/report/overview.hpp>
#include <ridgeline/xla/sheet/call_groups.hpp>
#include <ridgeline/xla/sheet/columns.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

namespace ridgeline {

namespace xla_detail {

/// One of the heaviest ops, or a kernel without a known instruction.
struct heavy_op {
  std::string name{};
  std::string_view dims{};
  std::int64_t count = 0;
  double microseconds = 0, share = missing<double>;
  std::string_view bound{};
  double of_roof = missing<double>;
};

inline constexpr auto heavy_columns =
    columns(column<"Op">(&heavy_op::name).left(), column<"Input Dims">(&heavy_op::dims).left(),
            column<"Calls">(&heavy_op::count),
            column<"ms">([](const heavy_op& op) { return op.microseconds / 1000; }).digits(3),
            column<"%">([](const heavy_op& op) { return op.share * 100; }).digits(1),
            column<"Bound">([](const heavy_op& op) { return op.bound.substr(0, op.bound.find('_')); }).left(),
            column<"% of roof">([](const heavy_op& op) { return op.of_roof * 100; }).digits(1));

/// Ops by time, longest first: executions of instructions, and kernels without one. They refer to the calls of `r`.
inline std::vector<heavy_op> heavy_ops(const jax_result& r, double all) {
  std::vector<heavy_op> ops;
  for (const call_group& g : group_calls(r.calls)) {
    heavy_op op{std::string(g.name), g.dims, g.count, g.microseconds};
    if (r.options.roofs != nullptr) {
      op.of_roof = g.share(*r.options.roofs);
      const roof limits = g.over(*r.options.roofs);
      op.bound = known(limits.compute) ? bound_of(limits) : known(limits.memory) ? "MEMORY" : "";
    }
    ops.push_back(op);
  }
  const auto kernel = [](const jax_kernel& k) { return k.kind->name; };
  const auto alone = [](const jax_kernel& k) { return !k.kind->executes; };
  for (const auto& row : r.kernels | where(alone) | group_by(kernel) | aggregate(count, sum(&jax_kernel::microseconds)))
    ops.push_back({std::string(row[kernel]), {}, row[count], row[sum(&jax_kernel::microseconds)]});
  for (heavy_op& op : ops) op.share = all > 0 ? op.microseconds / all : missing<double>;
  return ops | sort_by(desc(&heavy_op::microseconds));
}

/// The built-in chip that is most like the first GPU of the profile, whose name is not there or not known; nothing if
/// its plane does not say what it is.
inline std::string similar_chip(const xla_trace& trace) {
  const auto gpu = std::find_if(trace.planes.begin(), trace.planes.end(),
                                [](const xla_plane& p) { return p.kind == xla_plane_kind::gpu; });
  if (gpu == trace.planes.end()) return {};
  const bool amd = known(gpu->vendor) && trace.text(gpu->vendor).find("AMD") != std::string_view::npos;
  const hw::reported_build build(amd, gpu->compute_major, gpu->compute_minor, gpu->cores, gpu->memory);
  std::string text = known(gpu->device_type) ? std::string(utf8_front(trace.text(gpu->device_type), 60)) : "";
  const hw::device* const chip = hw::nearest_build(text, build.get());
  if (const std::string facts = build_text(build.get()); !facts.empty()) text += (text.empty() ? "" : ", ") + facts;
  return chip == nullptr ? std::string()
                         : "; of the built-in chips, " + std::string(chip->name) + " is most like the profile's GPU (" +
                               text + ")";
}

inline void write_coverage(output& to, const jax_result& r, double all, std::size_t width) {
  double told = 0, with_flops = 0, with_bytes = 0;
  for (const jax_call& c : r.calls) {
    if (c.kind->instruction != 0 || c.kind->described) told += c.microseconds;
    if (known(c.flops())) with_flops += c.microseconds;
    if (known(c.bytes())) with_bytes += c.microseconds;
  }
  if (all > 0)
    print_paragraph(to, "FLOP are known for " + in_percent(with_flops / all) + " of the kernels' time, bytes for " +
                            in_percent(with_bytes / all) + "; " + in_percent((all - told) / all) +
                            " belongs to kernels whose HLO instruction is not known.", width);
  const std::string chip = r.options.roofs == nullptr ? "" : r.options.roofs->name;
  print_paragraph(to,
                  chip.empty() ? "No chip is given, so there are no bounds: --arch NAME or --gpu_arch_json_path FILE" +
                                     similar_chip(*r.trace) + "."
                               : "Bounds refer to " + chip + ".",
                  width);
}

}  // namespace xla_detail

void write_console(output& to, const jax_result& r, std::size_t width) {
  print_table(to, jax_averages_table(r), 1, width);
  double all = 0;
  for (const jax_kernel& k : r.kernels) all += k.microseconds;
  std::vector<xla_detail::heavy_op> ops = xla_detail::heavy_ops(r, all);
  if (ops.empty()) return;
  constexpr std::size_t most = 10;
  to.write("\nThe heaviest of " + std::to_string(ops.size()) + " ops (by kernel and operands):\n");
  ops.resize(std::min(ops.size(), most));
  const bool wide = width >= 120;
  table heaviest("heaviest", wide ? ops : with_dims_in_names(ops), xla_detail::heavy_columns);
  if (!wide) heaviest = heaviest.without("Input Dims");
  if (r.options.roofs == nullptr) heaviest = heaviest.without("Bound").without("% of roof");
  print_table(to, heaviest, wide ? 2 : 1, width);
  xla_detail::write_coverage(to, r, all, width);
}

std::string why_unreported(const xla_trace& trace) {
  constexpr std::string_view wanted =
      "expected streams of a GPU, XLA Ops of a TPU or events of the host with hlo_op, but ";
  std::string text;
  for (const xla_plane& p : trace.planes) {
    if (p.lines == 0) continue;
    text += text.empty() ? "it holds " : ", ";
    text += trace.text(p.name);
    text += " (" + std::to_string(p.lines) + (p.lines == 1 ? " line" : " lines");
    if (p.kind == xla_plane_kind::gpu) text += ", none of them is a stream with events";
    if (p.kind == xla_plane_kind::tpu) text += ", none of them is XLA Ops with events";
    if (p.kind == xla_plane_kind::host) text += ", no event with hlo_op";
    text += ')';
  }
  if (text.empty()) text = "its planes hold no lines";
  if (!trace.messages.empty())
    text.append(", and the profiler says: ").append(utf8_front(trace.messages.front(), 100));
  return std::string(wanted) + text;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_OVERVIEW_BODY_HPP
