#ifndef RIDGELINE_TT_REPORT_PERF_FILES_HPP
#define RIDGELINE_TT_REPORT_PERF_FILES_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>

/// The performance report over ops CSVs: the chip that they name, all sheets, and its origin.
namespace ridgeline {

/// The chip by what files name: the first architecture, and the most worker cores, because sub-devices have fewer.
/// Release 1.2.4 takes the first count, and a v2.1 file without one for one of a Wormhole.
tt_chip_choice choose_tt_chip(const tt_ops& ops, std::string_view wanted, const tt_faults& faults = {});
tt_chip_choice choose_tt_chip_by(const tt_ops& ops, std::string_view wanted,
                                 const hw::device* (*find)(std::string_view name));
template <class Chips>
tt_chip_choice choose_tt_chip(const tt_ops& ops, std::string_view wanted) {
  return choose_tt_chip_by(ops, wanted, [](std::string_view name) { return Chips::find(name); });
}

/// All sheets of the report in their order, `op_table` first, without health, findings and provenance. With `rows` and
/// `findings`, which must outlive the tables, they have its advice; without, the hints of the original.
std::vector<table> tt_perf_tables(const tt_perf_result& report, const table& op_table, const data_quality& quality,
                                  tt_summary_key group, const tt_judged_rows* rows = nullptr,
                                  const finding_list* findings = nullptr);

/// The origin of a report, for its sheet `provenance`.
tt_provenance tt_provenance_of(const std::vector<std::string>& files, const std::string& options, const tt_ops& ops,
                               const tt_chip_choice& chip, const tt_perf_result& report, bool parity = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_FILES_HPP
