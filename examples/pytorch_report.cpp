/// Performance report over a PyTorch trace (Kineto JSON): GPU time line, ops, kernels, collectives.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/report/records.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/torch/serving/coverage.hpp>

#include "common/advice_options.hpp"
#include "common/beside_trace.hpp"
#include "common/input_kind.hpp"
#include "common/program.hpp"
#include "common/torch/pytorch_files.hpp"
#include "common/torch/pytorch_options.hpp"
#include "common/torch/torch_judged.hpp"

#ifdef RIDGELINE_EXTENSION  // the header given to CMake; it defines a struct `extension`
#include RIDGELINE_EXTENSION
#else
using extension = ridgeline::torch_no_extension;
#endif

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app("Performance report over a PyTorch trace (Kineto JSON, plain or gzip)", "pytorch_report");
  program::pytorch_options want(app, rl::extension_of<extension>(), rl::gpu::communication_table::with<extension>());
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (const int code = want.settle(); code != program::success) return code;

  program::progress_bar bar("reading");
  rl::expected<rl::torch_trace> trace = rl::read_torch_trace_file(want.trace, want.reading->with(bar.listener()));
  bar.step("analysing");
  if (!trace) {
    program::say("pytorch_report: " + to_string(trace.error()) + program::other_reader(want.trace, "pytorch_report"));
    return program::unusable_input;
  }
  const std::size_t recorded = trace->events.size();
  program::serving_options& serving = *want.serving;
  if (const auto code =
          serving.find_captures(*trace, want.trace, "pytorch_report", want.reading_captures(), want.parity))
    return *code;
  want.run.captures = serving.captures();
  rl::serving_run steps;
  if (serving.wants_steps()) steps = serving.steps(*trace, "pytorch_report", want.run.faults);
  const rl::inductor_kernels generated = program::compiled_kernels(*trace, want.inductor);
  want.report.generated = &generated;
  if (!want.parity) rl::leave_out_repeated_work(*trace);

  const rl::torch_profile run = rl::torch_extended_run<extension>(*trace, want.run);
  rl::data_quality quality = quality_of(run, want.trace);
  quality.merge(serving.problems());
  quality.merge(steps.problems);
  program::traced_roofs traced(*trace, run.extension().chips, want.chip->roof_kind());
  traced.serve(want.report, quality);
  program::torch_judged made = program::judged(run, want.report, quality, &*want.advice);
  want.judge_patterns(quality);
  if (!want.parity) leave_unknown(made.report, made.health);
  made.report.overview.lacks_roof = traced.lack();
  order_remarks(quality, made.report.overview);

  std::vector<rl::table>& tables = made.report.tables;
  const bool nothing = tables.front().rows() == 0;
  tables.insert(tables.end(), steps.tables.begin(), steps.tables.end());
  if (*want.path) bar.step("critical path");
  const bool marked = !*want.path || want.path->add_to(tables, run, recorded, want.report.roofs, want.trace,
                                                       want.parity, want.reading->inflate_limit());
  const bool advised = want.parity || want.advice->write(made.health, made.findings, tables);
  if (!quality.empty()) tables.push_back(rl::quality_table(quality));
  want.sheets->say_what_is_absent(tables);
  tables = want.sheets->chosen(std::move(tables));
  bar.clear();
  const bool shown = !want.sheets->shows() || program::show_pytorch(made, want.parity);
  if (want.files->wants_events()) want.files->also_write(rl::torch_records(run));
  const bool written = program::write_pytorch(*want.files, made, quality, want.report.roofs, want.trace, want.parity);

  want.say_what_phases_ignore(run);
  if (const std::string line = capture_coverage_line(run); !line.empty()) program::say("pytorch_report: " + line);
  if (made.report.overview.of_host)
    program::say(std::string(made.report.overview.lost.empty() ? "" : "as far as it could be read, ") +
                 "the trace has no GPU work: the report covers the host only, with ops by their own time "
                 "(host_ops_summary)");
  else if (nothing)
    program::say("no GPU work is left to report");
  program::say_quality(quality);
  if (!written || !shown || !marked || !advised) return program::unusable_input;
  return program::strict_code("pytorch_report", want.strict, quality, made.health);
}
