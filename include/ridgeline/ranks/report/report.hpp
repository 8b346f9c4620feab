#ifndef RIDGELINE_RANKS_REPORT_REPORT_HPP
#define RIDGELINE_RANKS_REPORT_REPORT_HPP

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/advise/health.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/sheet/collective_options.hpp>
#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/ranks/sheet/replay.hpp>
#include <ridgeline/read/inflate.hpp>

namespace ridgeline {

class collective_analysis;
class rank_comparison;
struct merged_rank;     // ranks/merged_trace.hpp
struct workbook_style;  // sink/xlsx.hpp

struct fleet_reading {
  rank_reading rank{};
  unsigned threads = default_threads();  ///< also the number of traces in memory at once
  progress_function progress{};          ///< in units of ranks; called from any thread
};

/// Reads the files of some ranks into a partial result. Each thread holds one trace in memory at a time and releases
/// it before the next; only the partial result is kept. The result does not depend on `threads`.
fleet_partial read_fleet(const std::vector<rank_file>& files, const fleet_reading& how);

struct multi_rank_options {
  fleet_faults faults{};
  bool parity = false;          ///< only the original's columns and sheets
  bool kernels = false;         ///< a sheet of every kernel for each rank
  bool replay = false;
  bool run_tools = true;        ///< run the replay commands instead of only writing them
  tool_limits limits{};
  collective_options collectives{};
  expected_ranks expected{};    ///< for the health checks
  bool roofs = false;           ///< roofs were asked for
};

/// Problems with the ranks of a configuration and with their traces. Ranks excluded by a filter are not reported as
/// missing. `world` is the expected number of ranks; missing: as many as the traces state.
data_quality fleet_quality(const fleet_partial& p, const experiment& e, bool filtered_by_rank,
                           std::int64_t world = missing<std::int64_t>);

/// The names of all sheets that a report over these ranks may have.
std::vector<std::string> multi_rank_sheet_names(const experiment& e);

/// The names of all sheets that a collective report may have; some need such collectives.
inline constexpr std::array<std::string_view, 9> collective_sheet_names{
    "nccl_summary_implicit_sync", "nccl_summary_long", "nccl_summary_all2allv", "nccl_all2allv_heatmap", "nccl_long",
    "nccl_implicit_sync", "nccl_all2allv", "straggler_summary", "clock_offsets"};

/// The charts of its workbook.
workbook_style multi_rank_workbook_style();

/// The multi-rank report of one configuration.
class multi_rank_report {
 public:
  /// `e` may be null; otherwise it must outlive the report.
  multi_rank_report(fleet_partial partial, data_quality quality, const multi_rank_options& options,
                    const experiment* e = nullptr);
  multi_rank_report(const multi_rank_report&) = delete;
  multi_rank_report& operator=(const multi_rank_report&) = delete;
  ~multi_rank_report();

  const fleet_partial& partial() const { return partial_; }
  /// What the traces can support; no checks with `parity`.
  const trace_health& health() const { return health_; }
  trace_health& health() { return health_; }
  /// What to fix first; empty with `parity`.
  finding_list findings(const finding_options& options = {}) const;
  const data_quality& quality() const { return quality_; }
  data_quality& quality() { return quality_; }
  const collective_analysis& collectives() const { return *collectives_; }
  /// Collectives matched on one clock; null with `parity`.
  const rank_comparison* comparison() const { return comparison_.get(); }
  const std::vector<replay_sheet>& replays() const { return replays_; }
  /// Reads the output of a replay script into the rows of its replay sheets; returns the number of rows that got a
  /// time.
  expected<std::size_t> take_replayed(std::string_view csv, const std::string& file);

  /// The sheets in workbook order. They refer to this report.
  std::vector<table> tables() const&;
  std::vector<table> tables() && = delete;  // Name the report: its sheets refer to it.
  /// The sheets of the collective report.
  std::vector<table> collective_tables(bool heatmap) const;
  /// Remarks that the heatmap among these sheets is empty, if it is.
  void judge_heatmap(const std::vector<table>& of_collectives);
  /// The traces to merge, in the order of the ranks: on one clock and with an arrow along each collective. Where
  /// nothing is matched, as with `parity`, and with `raw_clock`, they keep their stamps.
  std::vector<merged_rank> merged_ranks(bool raw_clock) const;
  /// The launchers that `grouped_breakdown` counts as Other.
  std::vector<std::string_view> ungrouped() const;

 private:
  multi_rank_options options_;
  fleet_partial partial_;
  data_quality quality_;
  std::vector<multi_rank_sheet> sheets_;
  owned<collective_analysis> collectives_{};
  owned<rank_comparison> comparison_{};
  const experiment* experiment_ = nullptr;
  std::vector<replay_sheet> replays_;
  trace_health health_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_REPORT_HPP
