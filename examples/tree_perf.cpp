/// The first questions about a PyTorch trace: where GPU time goes, and which ops cause it. tree_perf TRACE [ROWS]

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>

#include "common/chip_options.hpp"
#include "common/program.hpp"

using namespace ridgeline;

int main(int argc, char** argv) {
  program::application app("The first questions about a PyTorch trace: where GPU time goes, and which ops cause it",
                           "tree_perf");
  std::string path;
  std::size_t most = 5;
  app.add_option("trace", path, "Kineto JSON, plain or gzip")->required();
  app.add_option("rows", most, "rows of each table")->capture_default_str();
  program::chip_options chosen(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (const int code = chosen.find("tree_perf"); code != program::success) return code;
  const auto first_rows = [&](auto rows) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most)), rows.end());
    return rows;
  };

  expected<torch_trace> trace = read_torch_trace_file(program::input_path(path));
  if (!trace) return std::fprintf(stderr, "tree_perf: %s\n", to_string(trace.error()).c_str()), 1;
  leave_out_repeated_work(*trace);
  file_output out(1);
  const auto show = [&](const table& t) {
    out.write(t.name() + "\n\n");
    program::write_fitted(out, t);
    out.write("\n");
  };

  // A run is a trace with its call tree, and with each piece of GPU work assigned to the op that launched it.
  const torch_profile run(*trace);

  // Where GPU time goes.
  show(sheet_of("GPU timeline breakdown", torch_timelines_of(run).rows).only({"type", "time ms", "percent"}));

  // The ops that cause it, the heaviest first.
  show(sheet_of("GPU time by CPU op", first_rows(torch_ops_by_name(run)))
           .only({"name", "Count", "total_direct_kernel_time_ms", "Percentage (%)", "Cumulative Percentage (%)"}));

  // How close they are to the roof, on the chip that is named here, or else on the one named by the trace.
  const torch_traced_chip traced = traced_chip_of(*trace);
  const std::optional<hw::roofs> own = roofs_of(traced, chosen.roof_kind());
  const hw::roofs* const roofs = chosen.roofs() != nullptr ? chosen.roofs() : own ? &*own : nullptr;
  torch_unified unified = torch_unified_of(run, roofs);
  unified.rows = first_rows(std::move(unified.rows));
  const bool of_chip = roofs != nullptr && !roofs->name.empty();
  show(torch_unified_table(run, std::move(unified))
           .renamed("Roofline metrics" + (of_chip ? " of " + roofs->name : std::string()))
           .only({"name", "GFLOPS", "FLOPS/Byte", "TFLOPS/s_mean", "TB/s_mean", "Pct Roofline_mean"}));

  // Where the heaviest kernel came from: the tree query reads like a sentence.
  const std::vector<torch_kernel> kernels = torch_kernels_of(run);
  const auto heaviest = std::max_element(kernels.begin(), kernels.end(), [&](const auto& a, const auto& b) {
    return run.event(a.event).time < run.event(b.event).time;
  });
  if (heaviest != kernels.end()) {
    out.write("The longest kernel\n\n");
    const call_node kernel = node_of(run.tree(), heaviest->event);
    program::write_line(out, kernel.name());
    for (const call_node caller : ancestors_of(kernel)) program::write_line(out, "  from " + std::string(caller.name()));
  }
  data_quality quality = quality_of(merge(trace->problems, run.tree().problems()), path);
  if (chosen.roofs() == nullptr) remark_on(traced, quality);
  program::say_quality(quality);
  out.flush();
  if (out.error() == 0) return 0;
  std::fprintf(stderr, "tree_perf: standard output: cannot be written: %s\n", std::strerror(out.error()));
  return 1;
}
