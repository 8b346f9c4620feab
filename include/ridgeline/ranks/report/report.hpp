#ifndef RIDGELINE_RANKS_REPORT_REPORT_HPP
#define RIDGELINE_RANKS_REPORT_REPORT_HPP

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

struct fleet_reading {
  rank_reading rank{};
  unsigned threads = default_threads();  ///< as many traces are in memory at once
  progress_function progress{};          ///< counted in ranks, from any thread
};

/// The partial result of some ranks' files. Each thread has one trace in memory at a time, and gives it up before it
/// takes the next; what stays is the partial result. It does not depend on `threads`.
fleet_partial read_fleet(const std::vector<rank_file>& files, const fleet_reading& how);

struct multi_rank_options {
  fleet_faults faults{};
  bool parity = false;          ///< the original's columns and sheets alone
  bool kernels = false;         ///< a sheet of every kernel for each rank
  bool replay = false;
  bool run_tools = true;        ///< run the replay's commands, not only write them
  tool_limits limits{};
  collective_options collectives{};
  expected_ranks expected{};    ///< for health
  bool roofs = false;           ///< roofs were asked for
};

/// What is wrong with the ranks of a configuration, and with their traces. Ranks that a filter leaves out are not
/// missing.
/// `world` is how many ranks there must be; missing: as many as the traces tell.
data_quality fleet_quality(const fleet_partial& p, const experiment& e, bool filtered_by_rank,
                           std::int64_t world = missing<std::int64_t>);

/// The names of all sheets that there can be over these ranks.
std::vector<std::string> multi_rank_sheet_names(const experiment& e);

/// The report over one configuration.
class multi_rank_report {
 public:
  /// `e` must outlive the report.
  multi_rank_report(fleet_partial partial, data_quality quality, const multi_rank_options& options,
                    const experiment* e = nullptr);
  multi_rank_report(const multi_rank_report&) = delete;
  multi_rank_report& operator=(const multi_rank_report&) = delete;
  ~multi_rank_report();

  const fleet_partial& partial() const { return partial_; }
  /// What the traces can support; no check with `parity`.
  const trace_health& health() const { return health_; }
  trace_health& health() { return health_; }
  /// What to fix first; nothing with `parity`.
  finding_list findings(const finding_options& options = {}) const;
  const data_quality& quality() const { return quality_; }
  data_quality& quality() { return quality_; }
  const collective_analysis& collectives() const { return *collectives_; }
  /// Matched collectives on one clock; null with `parity`.
  const rank_comparison* comparison() const { return comparison_.get(); }
  const std::vector<replay_sheet>& replays() const { return replays_; }
  /// Takes what the script of a replay printed into its rows.
  expected<std::size_t> take_replayed(std::string_view csv, const std::string& file);

  /// The sheets in the order of the workbook. They refer to this report.
  std::vector<table> tables() const;
  /// The sheets of the collective report.
  std::vector<table> collective_tables(bool heatmap) const;
  /// Launchers that `grouped_breakdown` counts as Other.
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
