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

/// What the ranks of a run say together: matched collectives on one clock, and who is slow. The ranks must outlive it,
/// and stay where they are.
class rank_comparison {
 public:
  explicit rank_comparison(const std::vector<rank_facts>& ranks);
  rank_comparison(const rank_comparison&) = delete;
  rank_comparison& operator=(const rank_comparison&) = delete;

  const call_matching& matching() const;
  const std::vector<collective_figures>& figures() const;
  const what_if_analysis& what_if() const;
  /// The figures of the collective of a call; null for one that is unmatched.
  const collective_figures* figures_of_call(std::uint32_t call) const;

  /// The complete collectives whose members have one clock, for the sheets of the collective report.
  call_arrangement arrangement() const;

  /// Adds what is implausible about the ranks and their collectives.
  void judge(data_quality& quality) const;

 private:
  struct parts;
  owned<const parts> parts_;
};

/// The sheets `straggler_verdict`, `stragglers`, `what_if`, `rank_steps`, `collectives`, `collective_matching`, `long`
/// and `clock_offsets`. They refer to the comparison.
std::vector<table> comparison_tables(const rank_comparison& c);

/// The sheet `ranks`: which file is which rank. It refers to both.
table ranks_table(const fleet_partial& partial, const experiment& e);

/// A stamp in nanoseconds as the text of microseconds with three decimals: a double does not hold each.
cell stamp_cell_of(std::int64_t nanoseconds, std::string& scratch);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COMPARISON_HPP
