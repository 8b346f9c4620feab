#ifndef RIDGELINE_TT_REPORT_OPS_HPP
#define RIDGELINE_TT_REPORT_OPS_HPP

#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/sheet/ops_tree.hpp>

namespace ridgeline {

namespace tt_detail {
/// A whole number, rounded half to even; empty if it is unknown.
cell whole_cell(double value);
/// The duration of cycles in whole nanoseconds.
cell whole_ns(double cycles, frequency clock);
/// A number of which those below 0 are unknown.
inline cell cell_if_set(std::int64_t n) { return n < 0 ? cell{} : cell::of(n); }
}  // namespace tt_detail

/// The ops report: a row for each call of an op, or for each device of a call. Texts point into the tree that it was
/// made from and into `texts`; both must outlive the tables.
struct tt_ops_report {
  std::vector<std::string> titles;
  std::vector<std::vector<stored_cell>> rows;
  text_pool texts{};
  data_quality quality{};
};

/// Makes the ops report of a tree of logs, which must outlive it. Columns are those that `tt_perf_report` reads,
/// whatever the generation of the logs; with `columns_of_their_time`, those of the scripts of the logs' generation.
tt_ops_report report_tt_op_logs(const tt_ops_tree& tree, const tt_log_faults& faults = {});

/// The report as a table; its texts are valid as long as the report and the tree.
table tt_ops_report_table(const tt_ops_report& report);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_OPS_HPP
