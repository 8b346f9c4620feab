#ifndef RIDGELINE_RANKS_ATTENDANCE_HPP
#define RIDGELINE_RANKS_ATTENDANCE_HPP

#include <algorithm>
#include <cstdint>

#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/rank_list.hpp>

/// Which ranks of a run have no file: for bodies alone.
namespace ridgeline::ranks_detail {

/// Below the highest rank that has a file, and below the size of the world: what was said of it, or what the traces
/// tell.
inline rank_list missing_ranks(const fleet_partial& p, const experiment& e, std::int64_t told_world) {
  rank_list gone;
  std::int64_t next = 0, world = known(told_world) ? told_world : 0;
  for (const rank_file& f : e.files) {
    gone.add(next, f.rank - 1);
    next = f.rank + 1;
  }
  for (const rank_facts& r : p.ranks)
    if (known(r.world_size)) world = std::max(world, r.world_size);
  gone.add(next, world - 1);
  return gone;
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_ATTENDANCE_HPP
