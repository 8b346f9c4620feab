#ifndef RIDGELINE_TT_REPORT_PERF_FILES_BODY_HPP
#define RIDGELINE_TT_REPORT_PERF_FILES_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <utility>

#include <ridgeline/core/version.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>

namespace ridgeline {

namespace tt_detail {

std::string_view first_arch(const tt_ops& ops) {
  return ops.archs.empty() ? std::string_view() : std::string_view(ops.archs.front());
}
std::int64_t most_worker_cores(const tt_ops& ops) {
  return ops.worker_cores.empty() ? 0 : *std::max_element(ops.worker_cores.begin(), ops.worker_cores.end());
}

}  // namespace tt_detail

tt_chip_choice choose_tt_chip_by(const tt_ops& ops, std::string_view wanted,
                                 const hw::device* (*find)(std::string_view name)) {
  return choose_tt_chip_by(tt_detail::first_arch(ops), tt_detail::most_worker_cores(ops), wanted, find);
}

tt_chip_choice choose_tt_chip(const tt_ops& ops, std::string_view wanted, const tt_faults& faults) {
  const std::string_view arch = tt_detail::first_arch(ops);
  if (!faults.constants_of_1_2_4) return choose_tt_chip(arch, tt_detail::most_worker_cores(ops), wanted, faults);
  const bool of_wormhole = ops.format == tt_csv_format::v2_1;
  const bool ignored = of_wormhole && arch.empty() && !wanted.empty();
  const std::int64_t workers = !ops.worker_cores.empty() ? ops.worker_cores.front() : of_wormhole ? 64 : 0;
  tt_chip_choice choice = choose_tt_chip(arch, workers, ignored ? "" : wanted, faults);
  if (ignored)
    choice.notes.push_back("--arch " + std::string(wanted) +
                           " is ignored with --parity: the file is of v2.1 and names none");
  return choice;
}

std::vector<table> tt_perf_tables(const tt_perf_result& report, const table& op_table, const data_quality& quality,
                                  tt_summary_key group, const tt_judged_rows* rows, const finding_list* findings) {
  std::vector<table> all{op_table, tt_summary_table(report, group)};
  if (rows == nullptr) all.push_back(tt_advice_table(report));
  for (table& t : std::vector{tt_id_table("high_gap", high_gap_ids(report)),
                              tt_id_table("fallback", fallback_ids(report)), tt_lack_table(report),
                              tt_run_table(report), quality_table(quality)})
    all.push_back(std::move(t));
  if (rows != nullptr)
    for (table& t : std::vector{tt_kind_table(*rows, *findings), tt_roof_table(*rows), tt_spread_table(report)})
      all.push_back(std::move(t));
  return all;
}

tt_provenance tt_provenance_of(const std::vector<std::string>& files, const std::string& options, const tt_ops& ops,
                               const tt_chip_choice& chip, const tt_perf_result& report, bool parity) {
  tt_provenance facts;
  for (const std::string& file : files) facts.emplace_back("Input", file);
  facts.emplace_back("Format", name_of(ops.format));
  for (const std::string& note : report.window) facts.emplace_back("Window", note);
  facts.emplace_back("Options", options);
  facts.emplace_back("Chip", chip.on ? std::string(chip.on->name) : "not known");
  facts.emplace_back("Chip From", chip.on ? std::string(chip.from) : "");
  if (chip.on) facts.emplace_back("Worker Cores", std::to_string(chip.on->cores));
  facts.emplace_back("Parity", parity ? "yes" : "no");
  facts.emplace_back("Version", RIDGELINE_VERSION);
  return facts;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_FILES_BODY_HPP
