#ifndef RIDGELINE_EXAMPLES_COMMON_TT_PERF_INPUTS_HPP
#define RIDGELINE_EXAMPLES_COMMON_TT_PERF_INPUTS_HPP

#include <string>
#include <utility>
#include <vector>

#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>
#include <ridgeline/tt/report/tracy_ops.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

/// What tt_perf_report takes: ops CSVs, and folders of the logs that they are made from.
namespace program {

namespace rl = ridgeline;

/// Reads a folder of Tracy's logs as its ops CSV would be read.
inline rl::expected<rl::tt_ops> append_tracy_logs(rl::tt_ops all, const std::string& folder, bool parity,
                                                  const rl::read_options& reading) {
  const rl::tt_log_faults faults = parity ? rl::all_on<rl::tt_log_faults>() : rl::tt_log_faults{};
  const rl::expected<rl::tt_tracy_run> run = rl::read_tt_tracy_run(folder, faults, reading.threads);
  if (!run) return run.error();
  rl::expected<rl::tt_ops_report> report = rl::report_tt_tracy(*run, faults);
  if (!report) return report.error();
  rl::string_output csv;
  write_csv(csv, rl::table::of_cells("ops", std::move(report->titles), std::move(report->rows)));
  rl::expected<rl::tt_ops> more = rl::append_tt_ops_csv(std::move(all), csv.text(), folder, reading, nullptr);
  if (more) more->quality.merge(report->quality);
  return more;
}

/// Reads files and folders as one workload.
inline rl::expected<rl::tt_ops> read_tt_perf_inputs(const std::vector<std::string>& paths, bool parity,
                                                    const rl::read_options& reading) {
  rl::tt_ops all;
  all.with_details = !parity;
  for (const std::string& path : paths) {
    const rl::tt_log_folder logs = rl::tt_log_folder_at(path);
    if (logs.host) {
      rl::expected<rl::tt_ops> more = append_tracy_logs(std::move(all), logs.path, parity, reading);
      if (!more) return more;
      all = std::move(*more);
      continue;
    }
    const rl::expected<rl::file_bytes> file = rl::file_bytes::open(path);
    if (!file) return file.error();
    rl::expected<rl::tt_ops> more =
        rl::append_tt_ops_csv(std::move(all), file->view(), path, reading, &*file);
    if (!more) return more;
    all = std::move(*more);
  }
  return all;
}

/// The sheets of the report in their order, health and findings left out.
inline std::vector<rl::table> tt_perf_tables(const rl::tt_perf_result& report, const rl::data_quality& quality,
                                             rl::tt_summary_key group, bool advice = true, bool raw_codes = false) {
  return {rl::tt_ops_table(report, advice, raw_codes), rl::tt_summary_table(report, group), rl::tt_advice_table(report),
          rl::tt_id_table("high_gap", high_gap_ids(report)), rl::tt_id_table("fallback", fallback_ids(report)),
          rl::tt_lack_table(report), rl::tt_run_table(report), rl::quality_table(quality)};
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TT_PERF_INPUTS_HPP
