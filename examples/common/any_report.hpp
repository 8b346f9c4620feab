/// The report over any input: what the programs say about it without options, as one value. The input's content decides
/// which report it is.
#ifndef RIDGELINE_EXAMPLES_COMMON_ANY_REPORT_HPP
#define RIDGELINE_EXAMPLES_COMMON_ANY_REPORT_HPP

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/report/overview.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/report/overview.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "advice_options.hpp"
#include "beside_trace.hpp"
#include "input_kind.hpp"
#include "torch/torch_judged.hpp"
#include "tt/op_log_folders.hpp"
#include "tt/tt_perf_inputs.hpp"
#include "xla/jax_judged.hpp"
#include "xla/xplane_files.hpp"

namespace program {

/// A report: its sheets, and what its program prints.
struct any_report {
  std::string program{};                            ///< the program whose report it is
  std::vector<ridgeline::table> tables{};           ///< as in its `--json`
  std::string overview{};                           ///< console output after health and findings
  std::optional<ridgeline::trace_health> health{};  ///< nothing for inputs without checks
  ridgeline::finding_list findings{};
  std::shared_ptr<const void> held{};               ///< the data that the tables refer to

  const ridgeline::table* sheet(std::string_view name) const {
    for (const ridgeline::table& t : tables)
      if (t.name() == name) return &t;
    return nullptr;
  }
};

struct any_report_options {
  bool all_sheets = false;  ///< also those that `add_sheets` adds for `all`
  std::string arch{};       ///< a built-in chip; empty: the one that the trace names, if any
  std::size_t width = 80;   ///< columns of the overview
};

/// A failure for an input that cannot be used.
inline rl::failure unusable(const std::string& path, std::string why) {
  return {rl::errc::not_a_report, {path}, std::move(why)};
}

/// The roofs of a chip by its name. False if no chip has it.
inline bool roofs_of_chip(const std::string& name, std::optional<rl::hw::roofs>& to) {
  if (name.empty()) return true;
  const rl::hw::device* const chip = rl::hw::chips::find(name);
  if (chip != nullptr) to = rl::hw::roofs_of(*chip, rl::hw::roof_kind::peak);
  return chip != nullptr;
}

/// A failure for a chip that there is not.
inline rl::failure unknown_chip(const std::string& path, const std::string& name) {
  return unusable(path, "no chip goes by the name " + name + did_you_mean(rl::hw::nearest(name)));
}

inline rl::expected<any_report> report_on_torch(rl::torch_trace trace, const std::string& path,
                                                const any_report_options& want) {
  struct held {
    rl::torch_trace trace;
    captures_found beside{};
    rl::inductor_kernels generated{};
    std::optional<rl::torch_profile> run{};
    std::optional<rl::hw::roofs> chip{};
    std::optional<traced_roofs> of_trace{};
  };
  const auto own = std::make_shared<held>();
  own->trace = std::move(trace);
  if (!roofs_of_chip(want.arch, own->chip)) return unknown_chip(path, want.arch);
  own->beside = captures_beside(own->trace, path, {});
  own->generated = compiled_kernels(own->trace, "");
  rl::leave_out_repeated_work(own->trace);
  rl::torch_run_options how;
  how.captures = own->beside.captures ? &*own->beside.captures : nullptr;
  own->run.emplace(own->trace, how);
  const rl::torch_profile& run = *own->run;
  rl::data_quality quality = quality_of(run, path);
  quality.merge(own->beside.captures ? own->beside.captures->problems : own->beside.problems);
  rl::torch_report_options options;
  options.generated = &own->generated;
  options.roofs = own->chip ? &*own->chip : nullptr;
  own->of_trace.emplace(own->trace, rl::list_of<rl::hw::device>{}, rl::hw::roof_kind::peak);
  own->of_trace->serve(options, quality);
  if (want.all_sheets) {
    const std::vector<std::string> all{"all"};
    rl::add_sheets(options, all);
  }
  any_report report{.program = "pytorch_report"};
  torch_judged made = judged(run, options, quality);
  leave_unknown(made.report, made.health);
  order_remarks(quality, made.report.overview);
  report.health = std::move(made.health);
  report.findings = std::move(made.findings);
  report.tables = std::move(made.report.tables);
  add_advice(report.tables, *report.health, report.findings);
  if (!quality.empty()) report.tables.push_back(rl::quality_table(quality));
  rl::string_output text;
  write_console(text, made.report.overview, want.width);
  report.overview = text.text();
  report.held = own;
  return report;
}

inline rl::expected<any_report> report_on_gpu(rl::gpu_trace trace, const std::string& path,
                                              const any_report_options& want) {
  const auto own = std::make_shared<rl::gpu_trace>(std::move(trace));
  rl::gpu_report_options options;
  options.trace = options.short_kernels = want.all_sheets;
  any_report report{.program = "gpu_report"};
  report.tables = rl::gpu_tables(*own, options, own->problems);
  const rl::gpu_activity activity = rl::activity_of(*own);
  const rl::gpu_replay replay(activity);
  report.health = rl::health_of(*own, activity, replay);
  report.findings = rl::findings_of(activity, replay, *report.health);
  add_advice(report.tables, *report.health, report.findings);
  const rl::data_quality quality = quality_of(own->problems, path);
  if (!quality.empty()) report.tables.push_back(rl::quality_table(quality));
  rl::string_output text;
  constexpr std::size_t rows = 10;
  rl::console_style style;
  style.most_width = 60;
  for (const char* const name : {"gpu_timeline", "kernel_summary"})
    if (const rl::table* const t = report.sheet(name)) {
      text.write(t->name() + "\n");
      write_console(text, t->head(rows), style);
      text.write("\n");
    }
  report.overview = text.text();
  report.held = own;
  return report;
}

inline rl::expected<any_report> report_on_jax(const std::string& path, const any_report_options& want) {
  struct held {
    rl::xla_trace trace{};
    rl::jax_result result{};
    std::optional<rl::hw::roofs> chip{};
    std::optional<jax_judged> judged{};
  };
  const auto own = std::make_shared<held>();
  if (!roofs_of_chip(want.arch, own->chip)) return unknown_chip(path, want.arch);
  rl::expected<rl::xla_trace> trace = rl::read_xplane_file(path);
  if (!trace) return trace.error();
  own->trace = *std::move(trace);
  rl::jax_options options;
  options.roofs = own->chip ? &*own->chip : nullptr;
  own->result = rl::report_jax(own->trace, options);
  if (own->result.events.empty())
    return unusable(path, rl::why_unreported(own->trace));
  any_report report{.program = "jax_report"};
  report.tables = rl::jax_tables(own->result, rl::quality_of(own->result.problems, path), rl::jax_names::documented);
  const jax_judged& made = own->judged.emplace(own->result, path, 0);
  for (rl::table& t : rl::jax_rank_tables(made.comparison)) report.tables.push_back(std::move(t));
  report.health = made.health;
  report.findings = made.findings;
  add_advice(report.tables, *report.health, report.findings);
  rl::string_output text;
  write_console(text, own->result, want.width);
  text.write(slow_device_line(made.comparison));
  report.overview = text.text();
  report.held = own;
  return report;
}

inline rl::expected<any_report> report_on_tt(const std::string& path, const any_report_options& want) {
  struct held {
    rl::tt_ops ops{};
    rl::tt_perf_result result{};
    rl::tt_judged_rows rows{};
    rl::finding_list findings{};
  };
  const auto own = std::make_shared<held>();
  rl::expected<rl::tt_ops> ops = read_tt_perf_inputs({path}, false, {});
  if (!ops) return ops.error();
  own->ops = *std::move(ops);
  if (!want.arch.empty() && rl::hw::tenstorrent_chips::find(want.arch) == nullptr)
    return unusable(path, "no Tenstorrent chip goes by the name " + want.arch);
  const rl::tt_perf_options options;
  const rl::tt_chip_choice chip = rl::choose_tt_chip(own->ops, want.arch);
  own->result = rl::report_tt_perf(own->ops.ops, own->ops.devices_per_file, chip.on ? &*chip.on : nullptr, options);
  rl::data_quality quality = own->ops.quality;
  quality.merge(own->result.quality);
  any_report report{.program = "tt_perf_report"};
  own->rows = rl::advice_rows_of(
      own->ops, options.window, false, options.faults, {chip.on ? &*chip.on : nullptr, chip.guessed()});
  report.health = rl::health_of(own->rows, !want.arch.empty());
  report.findings = own->findings = rl::findings_of(own->rows, *report.health);
  tell_findings(own->result, own->findings);
  report.tables = tt_perf_tables(own->result, rl::tt_ops_table(own->result), quality, options.group, &own->rows, &own->findings);
  report.tables.push_back(rl::tt_provenance_table(tt_provenance_of({path}, "", own->ops, chip, own->result)));
  add_advice(report.tables, *report.health, report.findings);
  rl::string_output text;
  constexpr std::size_t most = 12;
  text.write("chip: " + (chip.on ? std::string(chip.on->name) : std::string("not known")) + "\n");
  for (const std::string& note : chip.notes) text.write(note + "\n");
  write_console(text, rl::tt_summary_table(own->result, options.group).head(most));
  report.overview = text.text();
  report.held = own;
  return report;
}

/// Over a folder with a trace for each rank.
inline rl::expected<any_report> report_on_ranks(const std::string& path, const any_report_options& want) {
  struct held {
    rl::experiment files{};
    std::optional<rl::multi_rank_report> report{};
  };
  const rl::discover_options where = rl::discover_options::all_in(path);
  rl::expected<std::vector<rl::experiment>> found = rl::discover(where);
  if (!found) return found.error();
  if (found->empty() && (holds_ops(path) || ops_folder_in(path) != path))
    return unusable(path, "a folder of op logs from before Tracy, which tt_ops_report reads");
  if (found->empty()) return unusable(path, "a folder without traces of ranks and without op logs");
  if (found->size() > 1)
    return unusable(path, std::to_string(found->size()) + " folders in it have traces; name one of them, such as " +
                              found->front().folder);
  const auto own = std::make_shared<held>();
  own->files = std::move(found->front());
  rl::fleet_partial partial = rl::read_fleet(own->files.files, {});
  if (partial.ranks.empty())
    return unusable(path, partial.unread.empty() ? "no trace in it could be used" : partial.unread.front().why);
  rl::data_quality quality = rl::fleet_quality(partial, own->files, picks_ranks(where, own->files));
  own->report.emplace(std::move(partial), std::move(quality), rl::multi_rank_options{}, &own->files);
  any_report report{.program = "multi_rank_report"};
  report.tables = own->report->tables();
  report.health = own->report->health();
  report.findings = own->report->findings();
  add_advice(report.tables, *report.health, report.findings);
  if (!own->report->quality().empty()) report.tables.push_back(rl::quality_table(own->report->quality()));
  rl::string_output text;
  write_console(text, *own->report, want.width);
  report.overview = text.text();
  report.held = own;
  return report;
}

/// Over a folder's contents: Tracy logs or an ops CSV, one JAX profile, or a trace for each rank.
inline rl::expected<any_report> report_on_folder(const std::string& path, const any_report_options& want) {
  if (logs_to_read(path).host || ops_csv_in(path)) return report_on_tt(path, want);
  const std::vector<std::string> profiles = xplanes_in(path).profiles;
  if (profiles.size() == 1) return report_on_jax(profiles.front(), want);
  if (profiles.size() > 1)
    return unusable(path, "holds " + std::to_string(profiles.size()) + " profiles of JAX; name one of them, such as " +
                              profiles.front());
  return report_on_ranks(path, want);
}

/// The report over a trace, an ops CSV, or a folder of op logs or of traces of ranks.
inline rl::expected<any_report> report_on(const std::string& path, const any_report_options& want = {}) {
  if (path.empty()) return rl::failure{rl::errc::cannot_read, {}, "expected the path of a trace, found an empty string"};
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return report_on_folder(path, want);
  const rl::expected<input_kind> kind = kind_of_input(path);
  if (kind && *kind == input_kind::xplane) return report_on_jax(path, want);
  if (kind && (*kind == input_kind::ops_csv || *kind == input_kind::op_log)) return report_on_tt(path, want);
  if (kind && *kind == input_kind::device_log) return unusable(path, "a device log, which tt_device_report reads");
  if (kind && *kind == input_kind::baseline) return unusable(path, "a stored baseline, which compare reads");
  rl::expected<rl::any_trace> trace = rl::read_any_trace_file(path);
  if (!trace) return trace.error();
  if (trace->torch) return report_on_torch(std::move(*trace->torch), path, want);
  return report_on_gpu(std::move(*trace->gpu), path, want);
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_ANY_REPORT_HPP
