#ifndef RIDGELINE_RANKS_ADVISE_HEALTH_HPP
#define RIDGELINE_RANKS_ADVISE_HEALTH_HPP

#include <cstdint>

#include <ridgeline/advise/health.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

class rank_comparison;

/// Which ranks of a run must be there.
struct expected_ranks {
  std::int64_t world = missing<std::int64_t>;  ///< how many; missing: as many as the traces tell
  bool picked = false;                         ///< a filter picks ranks by number: the others are not missing
};

/// The checks of a run: those of its ranks' traces, one for all of them with the worst verdict, the largest share and
/// the sum of counts; then those between ranks. `files` and `all` may be null: what needs them is not checked.
/// `roofs_asked`: roofs were asked for, so that shapes are needed.
trace_health health_of(const fleet_partial& ranks, const experiment* files, const expected_ranks& expected,
                       const rank_comparison* all, bool roofs_asked = false);

/// Sheet `trace_health_ranks`: what the checks found on which rank. It refers to `ranks`.
table rank_health_table(const fleet_partial& ranks);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ADVISE_HEALTH_HPP
