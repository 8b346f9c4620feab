/// Report over a GPU trace: Nsight Systems, rocprofv3, Perfetto. Time line, kernels, calls, copies, ranges.

#include <algorithm>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/gpu/sheet/records.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

#include "common/advice_options.hpp"
#include "common/gpu/gpu_files.hpp"
#include "common/gpu/gpu_options.hpp"
#include "common/input_kind.hpp"
#include "common/program.hpp"

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app(
      "Report over a trace of a GPU: an SQLite export of Nsight Systems, a rocpd database or JSON of rocprofv3, "
      "a Perfetto trace; plain or gzip, recognised by its content",
      "gpu_report");
  program::gpu_options want(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (!want.settle()) return program::wrong_usage;

  program::progress_bar bar("reading");
  rl::expected<rl::any_trace> read = rl::read_any_trace_file(want.trace, want.reading->with(bar.listener()));
  bar.step("analysing");
  if (!read) {
    program::say("gpu_report: " + to_string(read.error()) + program::other_reader(want.trace, "gpu_report"));
    return program::unusable_input;
  }
  const rl::torch_trace* const torch = read->torch.get();
  rl::gpu_trace trace = torch != nullptr ? rl::as_gpu_trace(*torch) : std::move(*read->gpu);
  std::vector<rl::table> tables = rl::gpu_tables(trace, want.report, trace.problems);
  rl::data_quality quality = quality_of(trace.problems, want.trace);
  if (torch != nullptr) {
    rl::data_quality of_file = quality_of(torch->problems, want.trace);
    of_file.merge(quality);
    quality = std::move(of_file);
  }

  const rl::gpu_activity activity = rl::activity_of(trace, &want.communication);
  const rl::gpu_replay replay(activity);
  rl::trace_health health = rl::health_of(trace, activity, replay);
  want.advice->ignore(health);
  const rl::finding_list findings = rl::findings_of(activity, replay, health, {}, want.advice->findings());
  const bool advised = want.advice->write(health, findings, tables);
  want.patterns->judge(want.communication, quality, false);
  if (!quality.empty()) tables.push_back(rl::quality_table(quality));

  want.sheets->say_what_is_absent(tables);
  tables = want.sheets->chosen(std::move(tables));
  if (want.files->wants_events()) want.files->also_write(rl::gpu_records(trace));
  bar.clear();
  const bool shown = !want.sheets->shows() || program::show_gpu(tables, health, findings);
  const bool written = want.files->write(tables, quality, program::gpu_charts(tables), [&] {
    rl::report_page page = rl::gpu_page(tables, want.trace);
    program::put_advice_first(page, health);
    return page;
  });

  const auto is_op = [](const rl::torch_event& e) { return e.category == rl::kineto_category::cpu_op; };
  if (torch != nullptr && std::any_of(torch->events.begin(), torch->events.end(), is_op))
    program::say("gpu_report: this trace has PyTorch ops: pytorch_report shows more of it");
  if (trace.work.empty()) program::say("the trace has no GPU work");
  program::say_quality(quality);
  if (!written || !shown || !advised) return program::unusable_input;
  return program::strict_code("gpu_report", want.strict, quality, health);
}
