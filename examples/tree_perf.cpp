/// What one asks a PyTorch trace first: where GPU time goes, and which ops cause it. tree_perf TRACE [ROWS]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <range/v3/view/take.hpp>

#include <ridgeline/ridgeline.hpp>

using namespace ridgeline;

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: tree_perf TRACE.json[.gz] [ROWS]\n", stderr), 2;
  const expected<torch_trace> trace = read_kineto_file(argv[1]);
  if (!trace) return std::fprintf(stderr, "tree_perf: %s\n", to_string(trace.error()).c_str()), 1;
  const auto most = std::max(0L, argc > 2 ? std::strtol(argv[2], nullptr, 10) : 5);
  file_output out(1);
  const auto show = [&](const table& t) {
    out.write(t.name() + "\n\n");
    write_console(out, t);
    out.write("\n");
  };

  // A run is a trace with its call tree, and with each piece of GPU work booked to the op that launched it.
  const torch_profile run(*trace);

  // Where GPU time goes.
  show(table("GPU timeline breakdown", torch_timelines_of(run, {}).rows, torch_timeline_columns)
           .only({"type", "time ms", "percent"}));

  // The ops that cause it, the heaviest first.
  const std::vector<torch_name_row> ops = torch_ops_by_name(run);
  show((ops | ranges::views::take(most) | tabulate("GPU time by CPU op", torch_name_columns))
           .only({"name", "Count", "total_direct_kernel_time_ms", "Percentage (%)", "Cumulative Percentage (%)"}));

  // How near the roof they run, on the chip that one names here.
  const hw::roofs roofs = hw::roofs_of(*hw::chips::find("mi300x"), hw::roof_kind::peak);
  torch_costs costs(run.tree());
  torch_unified unified = torch_unified_of(run, costs, link_backward(run.tree()), &roofs);
  unified.rows.resize(std::min(unified.rows.size(), static_cast<std::size_t>(most)));
  show(table("Roofline metrics of MI300X", std::move(unified.rows), torch_unified_columns)
           .only({"name", "GFLOPS", "FLOPS/Byte", "TFLOPS/s_mean", "TB/s_mean", "Pct Roofline_mean"}));

  // Where the heaviest kernel came from: the tree reads as one says it.
  std::vector<torch_kernel> kernels = torch_kernels_of(run);
  if (kernels.empty()) return 0;
  const auto heaviest = std::max_element(kernels.begin(), kernels.end(), [&](const auto& a, const auto& b) {
    return run.event(a.event).dur < run.event(b.event).dur;
  });
  out.write("The longest kernel\n\n");
  const call_node kernel = node_of(run.tree(), heaviest->event);
  out.write(std::string(kernel.name()) + "\n");
  for (const call_node caller : ancestors_of(kernel)) out.write("  from " + std::string(caller.name()) + "\n");
}
