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

/// Which ranks a run is expected to have.
struct expected_ranks {
  std::int64_t world = missing<std::int64_t>;  ///< number of ranks; missing: as many as the traces state
  bool picked = false;                         ///< a filter selects ranks by number, so the others are not missing
};

/// The health checks of a run. First the per-rank checks, each merged over all ranks (worst verdict, largest share,
/// sum of counts), then the checks between ranks. `files` and `all` may be null; checks that need them are then
/// skipped. `roofs_asked`: the user asked for roofs, so shapes are needed.
trace_health health_of(const fleet_partial& ranks, const experiment* files, const expected_ranks& expected,
                       const rank_comparison* all, bool roofs_asked = false);

/// Sheet `trace_health_ranks`: what each check found on each rank. Holds a reference to `ranks`.
table rank_health_table(const fleet_partial& ranks);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_ADVISE_HEALTH_HPP
