#ifndef RIDGELINE_RANKS_SHEET_COMPARISON_HPP
#define RIDGELINE_RANKS_SHEET_COMPARISON_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

class call_matching;         // ranks/matching.hpp
struct collective_figures;   // ranks/figures.hpp
struct what_if_analysis;     // ranks/what_if.hpp
struct call_arrangement;     // ranks/collectives.hpp

/// The comparison of a run's ranks: matched collectives on one clock, and which rank is slow. `ranks` must outlive
/// this object and must not move.
class rank_comparison {
 public:
  explicit rank_comparison(const std::vector<rank_facts>& ranks);
  rank_comparison(const rank_comparison&) = delete;
  rank_comparison& operator=(const rank_comparison&) = delete;

  const call_matching& matching() const;
  const std::vector<collective_figures>& figures() const;
  const what_if_analysis& what_if() const;
  /// The figures of the collective that a call belongs to; null for an unmatched call.
  const collective_figures* figures_of_call(std::uint32_t call) const;

  /// The complete collectives whose members share one clock, for the sheets of the collective report.
  call_arrangement arrangement() const;

  /// Reports implausible data about the ranks and their collectives.
  void judge(data_quality& quality) const;

 private:
  struct parts;
  owned<const parts> parts_;
};

/// The sheets `straggler_verdict`, `stragglers`, `what_if`, `rank_steps`, `collectives`, `collective_matching`, `long`
/// and `clock_offsets`. They refer to the comparison.
std::vector<table> comparison_tables(const rank_comparison& c);

/// The sheet `ranks`, which lists the file of each rank. It refers to both arguments.
table ranks_table(const fleet_partial& partial, const experiment& e);

/// A stamp in nanoseconds as text in microseconds with three decimals, because a double cannot represent every
/// stamp.
cell stamp_cell_of(std::int64_t nanoseconds, std::string& scratch);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COMPARISON_HPP
