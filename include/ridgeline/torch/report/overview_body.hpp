#ifndef RIDGELINE_TORCH_REPORT_OVERVIEW_BODY_HPP
#define RIDGELINE_TORCH_REPORT_OVERVIEW_BODY_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/record/problem.hpp>
#include <ridgeline/torch/report/overview.hpp>

namespace ridgeline {

namespace torch_detail {

/// Names for the rows of the time line that add up to the total.
constexpr std::string_view words_for(gpu_time part) {
  switch (part) {
    case gpu_time::computation: return "computation";
    case gpu_time::exposed_communication: return "communication alone";
    case gpu_time::exposed_copy: return "copies alone";
    case gpu_time::idle: return "idle";
    case gpu_time::micro_idle: return "idle, short gaps";
    case gpu_time::macro_idle: return "idle, other gaps";
    case gpu_time::total: return "total";
    default: return {};
  }
}

/// How a remark begins on what may be in a part of the trace that is missing.
inline constexpr std::string_view perhaps_lost = "perhaps in the missing part: ";

inline constexpr auto overview_time_columns =
    columns(column<"GPU time">([](const torch_timeline_row& r) { return words_for(r.part); }).left().at_least(24),
            column<"ms">(&torch_timeline_row::milliseconds).digits(3),
            column<"%">(&torch_timeline_row::percent_of_total).digits(1),
            column<"ran again">(&torch_timeline_row::recomputed));

inline constexpr auto overview_op_columns =
    columns(column<"Op">(&torch_heavy_op::name).left(), column<"Input Dims">(&torch_heavy_op::dims).left(),
            column<"Calls">(&torch_heavy_op::count),
            column<"ms">([](const torch_heavy_op& op) { return op.time / 1000; }).digits(3),
            column<"%">([](const torch_heavy_op& op) { return op.share * 100; }).digits(1),
            column<"TFLOP/s">([](const torch_heavy_op& op) {  // of moves there is none
              return op.compute_rate > 0 ? op.compute_rate : missing<double>;
            }).digits(1),
            column<"TB/s">(&torch_heavy_op::memory_rate).digits(2),
            column<"Bound">([](const torch_heavy_op& op) {
              return op.bound.substr(0, op.bound.find('_'));  // COMPUTE, MEMORY
            }).left(),
            column<"% of roof">([](const torch_heavy_op& op) { return op.of_roof * 100; }).digits(1));

void write_coverage(output& to, const torch_overview& o, std::size_t width) {
  if (known(o.counted)) {
    std::string text = "FLOP and bytes are known for " + in_percent(o.counted) + " of the ops' GPU time";
    for (std::size_t i = 0; i < o.uncounted.size(); ++i) {
      text += i == 0 ? "; not for " : ", ";
      append_plain(text, o.uncounted[i].name, console_style().most_width);
      text += " (" + in_percent(o.uncounted[i].share) + ")";
    }
    print_paragraph(to, text + ".", width);
  }
  if (o.roof.empty())
    return print_paragraph(to,
                           (o.lacks_roof.empty()
                                ? "No chip is given, so there are no bounds: --arch NAME or --gpu_arch_json_path FILE"
                                : o.lacks_roof) + ".",
                           width);
  std::string text = "Bounds refer to " + o.roof;
  if (o.of_traced_device) text += ", the device of the trace";
  if (!o.sheets_have_roofs) text += "; --arch NAME adds its roofs to the sheets";
  print_paragraph(to, text + ".", width);
}

}  // namespace torch_detail

void order_remarks(data_quality& quality, const torch_overview& overview) {
  put_usual_last(quality);
  std::vector<quality_issue>& issues = quality.issues();
  std::vector<quality_issue> first;
  for (std::size_t i = 1; i < overview.lost.size(); ++i)  // the reader has said the first
    first.push_back({std::string(torch_detail::perhaps_lost) + overview.lost[i], 1, {}, {}, false});
  for (const std::string& sentence : overview.missing) first.push_back({"not recorded: " + sentence, 1, {}, {}, false});
  issues.insert(issues.begin(), first.begin(), first.end());
}

void write_console(output& to, const torch_overview& o, std::size_t width) {
  for (std::size_t i = 0; i < o.lost.size(); ++i)
    print_paragraph(to, (i == 0 ? "" : "P" + std::string(torch_detail::perhaps_lost.substr(1))) + o.lost[i], width);
  for (const std::string& sentence : o.missing) print_paragraph(to, "Not recorded: " + sentence, width);
  if (!o.lost.empty() || !o.missing.empty()) to.write("\n");
  std::vector<torch_timeline_row> parts;
  bool recomputed = false;
  for (const torch_timeline_row& r : o.timeline) {
    recomputed = recomputed || r.recomputed;
    if (!torch_detail::words_for(r.part).empty()) parts.push_back(r);
  }
  if (!parts.empty() || !o.of_host) {
    table time("GPU time", std::move(parts), torch_detail::overview_time_columns);
    print_table(to, recomputed ? time : time.without("ran again"), 1, width);
    if (!o.heaviest.empty()) to.write("\n");
  }
  if (o.heaviest.empty()) return;

  to.write("The heaviest of " + std::to_string(o.ops) +
           (o.of_kernels ? " kernels:\n" : o.of_host ? " ops, by their own time on the host:\n"
                                                : " ops (by name and arguments):\n"));
  const bool without_models = o.of_kernels || o.of_host;
  const bool wide = width >= 120 && !without_models;
  table ops("heaviest", wide ? o.heaviest : with_dims_in_names(o.heaviest), torch_detail::overview_op_columns);
  if (!wide) ops = ops.without("Input Dims").without("TFLOP/s").without("TB/s");
  if (o.roof.empty()) ops = ops.without("Bound").without("% of roof");
  if (without_models) ops = ops.without("Bound").without("% of roof");
  print_table(to, ops, wide ? 2 : 1, width);
  if (!without_models) torch_detail::write_coverage(to, o, width);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_OVERVIEW_BODY_HPP
