/// The first questions about a PyTorch trace: where GPU time goes, and which ops cause it. tree_perf TRACE [ROWS]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>

#include "common/program.hpp"

using namespace ridgeline;

namespace {

constexpr const char* help =
    "The first questions about a PyTorch trace: where GPU time goes, and which ops cause it\n"
    "usage: tree_perf [OPTIONS] TRACE [ROWS]\n\n"
    "  TRACE       Kineto JSON, plain or gzip\n"
    "  ROWS        rows of each table (default: 5)\n"
    "  -h, --help  this text\n"
    "  --version   the version of the library\n";

int usage(const std::string& wrong) {
  std::fprintf(stderr, "tree_perf: %s (see --help)\n", wrong.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  program::end_without_memory("tree_perf");
  program::end_when_input_shrinks("tree_perf");
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word == "-h") return std::fputs(help, stdout), 0;
    if (word == "--version") return std::puts("tree_perf (ridgeline) " RIDGELINE_VERSION), 0;
    if (word.starts_with("-") && word != "-")
      return usage("unknown option " + std::string(word) + "; did you mean " +
                   (word.starts_with("--v") ? "--version?" : "--help?"));
  }
  if (argc < 2 || argc > 3) return usage("a trace is needed, and at most a number of rows after it");
  char* end = nullptr;
  const long wanted = argc > 2 ? std::strtol(argv[2], &end, 10) : 5;
  if (argc > 2 && (end == argv[2] || *end != '\0' || wanted < 0))
    return usage("ROWS: expected a number, found " + std::string(argv[2]));
  const auto most = static_cast<std::size_t>(wanted);
  const auto first_rows = [&](auto rows) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most)), rows.end());
    return rows;
  };

  expected<torch_trace> trace = read_torch_trace_file(program::input_path(argv[1]));
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

  // How close they are to the roof, on the chip named by the trace, or on the one named here.
  const torch_traced_chip traced = traced_chip_of(*trace);
  const torch_device* const device = trace->busiest_device();
  const bool named = device != nullptr && !device->name.empty();
  const hw::device* const chip = named ? traced.chip : hw::chips::find("mi300x");
  const hw::roofs roofs = chip == nullptr ? hw::roofs() : hw::roofs_of(*chip, hw::roof_kind::peak);
  torch_unified unified = torch_unified_of(run, chip == nullptr ? nullptr : &roofs);
  unified.rows = first_rows(std::move(unified.rows));
  show(torch_unified_table(run, std::move(unified))
           .renamed("Roofline metrics" + (chip == nullptr ? std::string() : " of " + std::string(chip->name)))
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
  data_quality quality = quality_of(merge(trace->problems, run.tree().problems()), argv[1]);
  remark_on(traced, quality);
  program::say_quality(quality);
  out.flush();
  if (out.error() == 0) return 0;
  std::fprintf(stderr, "tree_perf: standard output: cannot be written: %s\n", std::strerror(out.error()));
  return 1;
}
