/// Report over a GPU trace: Nsight Systems, rocprofv3, Perfetto. Time line, kernels, calls, copies, ranges.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/gpu/sheet/records.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

#include "common/advice_options.hpp"
#include "common/comm_pattern.hpp"
#include "common/input_kind.hpp"
#include "common/memory_option.hpp"
#include "common/program.hpp"
#include "common/sheet_options.hpp"
#include "common/short_kernel_options.hpp"
#include "common/table_files.hpp"

namespace rl = ridgeline;

namespace {

constexpr std::size_t console_rows = 20;

/// Whether to trust the report, what to do, and the first rows of each sheet. False if they could not be written.
bool show(const std::vector<rl::table>& tables, const rl::trace_health& health, const rl::finding_list& findings) {
  rl::file_output out(1);
  program::show_advice(out, health, findings);
  rl::console_style style;
  style.most_width = 60;
  style.colours = program::wants_colour(1);
  for (const rl::table& t : tables) {
    if (t.name() == "findings" || t.name().starts_with("trace_health")) continue;  // printed above
    std::string title = t.name();
    if (t.rows() > console_rows)
      title += " (the first " + std::to_string(console_rows) + " of " + std::to_string(t.rows()) + ")";
    out.write(title + "\n");
    rl::console_style own = style;
    const rl::table fit = program::fitted(t.head(console_rows), 1, program::console_width(), own);
    write_console(out, fit, own);
    out.write("\n");
  }
  program::written_files files("gpu_report");
  files.flush(out);
  return files.good();
}

rl::workbook_style charts_of(const std::vector<rl::table>& tables) {
  rl::workbook_style style;
  using form = rl::sheet_chart::form;
  for (const rl::table& t : tables) {
    if (t.name() == "kernel_summary")
      style.charts.push_back({form::bar, t.name(), "Kernels that take longest [us]", "kernel_name", {"total_time_us"}, 0, 0});
    if (t.name() == "short_kernels_histogram")
      style.charts.push_back({form::histogram, t.name(), "Short kernels by duration [us]", "bin_start", {"count"}, 0, 0});
  }
  return style;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Report over a trace of a GPU: an SQLite export of Nsight Systems, a rocpd database or JSON of rocprofv3, "
                           "a Perfetto trace; plain or gzip, recognised by its content",
                           "gpu_report");
  std::string trace_path;
  double micro_idle = 0;
  bool parity = false, strict = false;
  unsigned threads = rl::default_threads();
  rl::gpu_report_options options;
  app.add_option("trace", trace_path, "the trace, - for standard input")->required();
  program::table_files files(app, "gpu_report", "none");
  files.offer_events(app);
  const program::sheet_options sheets(app);
  app.add_flag("--gpu_trace", options.trace, "write gpu_trace: a row for each piece of GPU work");
  const program::short_kernel_options short_kernels(app, options);
  const auto* idle = app.add_option("--micro_idle_thresh_us", micro_idle,
                                    "split idle time: gaps shorter than this are micro idle, in us (default: not split)")
                         ->check(CLI::NonNegativeNumber);
  const program::comm_pattern comm_pattern(app);
  const program::advice_options advice(app, "gpu_report");
  app.add_flag("--parity", parity, "accepted; changes nothing");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out, or the trace does not hold what the report rests on");
  const program::memory_option memory(app);
  program::add_threads(app, threads, "threads for reading and writing");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  memory.hold("gpu_report");

  trace_path = program::input_path(trace_path);
  rl::gpu::communication_table communication;
  if (!comm_pattern.add_to(communication, "gpu_report")) return program::wrong_usage;
  options.communication = &communication;
  const rl::gpu_trace empty;
  const rl::gpu_activity none = rl::activity_of(empty);
  if (!advice.are_usable(rl::health_of(empty, none, rl::gpu_replay(none)), false)) return program::wrong_usage;
  if (idle->count() != 0) options.micro_idle_below = micro_idle;
  const std::vector<std::string> known = rl::gpu_sheet_names();
  if (!sheets.are_known("gpu_report", known)) return program::wrong_usage;
  if (files.would_replace(trace_path) || advice.would_replace(trace_path)) return program::wrong_usage;
  files.can_write(known), files.write_by(threads);
  if (!sheets.names().empty()) {
    options.trace = options.trace || sheets.wants("gpu_trace");
    options.short_kernels = options.short_kernels || sheets.wants("short_kernels_histogram") ||
                            sheets.wants("short_kernels_all_details");
  }

  short_kernels.say_what_is_off();
  files.say_what_is_off(app);

  program::progress_bar bar("reading");
  rl::kineto_options reading;
  reading.threads = threads;
  reading.inflate_limit = memory.bytes();
  reading.progress = bar.listener();
  rl::expected<rl::any_trace> read = rl::read_any_trace_file(trace_path, reading);
  bar.step("analysing");
  if (!read) {
    program::say("gpu_report: " + to_string(read.error()) + program::other_reader(trace_path, "gpu_report"));
    return program::unusable_input;
  }
  const rl::torch_trace* const torch = read->torch.get();
  rl::gpu_trace trace = torch != nullptr ? rl::as_gpu_trace(*torch) : std::move(*read->gpu);
  std::vector<rl::table> tables = rl::gpu_tables(trace, options, trace.problems);
  rl::data_quality quality = quality_of(trace.problems, trace_path);
  if (torch != nullptr) {
    rl::data_quality of_file = quality_of(torch->problems, trace_path);
    of_file.merge(quality);
    quality = std::move(of_file);
  }
  const rl::gpu_activity activity = rl::activity_of(trace, &communication);
  const rl::gpu_replay replay(activity);
  rl::trace_health health = rl::health_of(trace, activity, replay);
  advice.ignore(health);
  const rl::finding_list findings = rl::findings_of(activity, replay, health, {}, advice.findings());
  const bool advised = advice.write(health, findings, tables);
  comm_pattern.judge(communication, quality, false);
  if (!quality.empty()) tables.push_back(rl::quality_table(quality));
  sheets.say_what_is_absent(tables);
  tables = sheets.chosen(std::move(tables));
  if (files.wants_events()) files.also_write(rl::gpu_records(trace));
  bar.clear();
  const bool shown = sheets.quiet() || program::writes_standard_output() ||
                     show(tables, health, findings);
  const bool written = files.write(tables, quality, charts_of(tables), [&] {
    rl::report_page page = rl::gpu_page(tables, trace_path);
    program::put_advice_first(page, health);
    return page;
  });
  const auto is_op = [](const rl::torch_event& e) { return e.category == rl::kineto_category::cpu_op; };
  if (torch != nullptr && std::any_of(torch->events.begin(), torch->events.end(), is_op))
    program::say("gpu_report: this trace has PyTorch ops: pytorch_report shows more of it");
  if (trace.work.empty()) program::say("the trace has no GPU work");
  program::say_quality(quality);
  if (!written || !shown || !advised) return program::unusable_input;
  return program::strict_code("gpu_report", strict, quality, health);
}
