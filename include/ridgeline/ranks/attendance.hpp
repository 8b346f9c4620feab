#ifndef RIDGELINE_RANKS_ATTENDANCE_HPP
#define RIDGELINE_RANKS_ATTENDANCE_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/rank_list.hpp>

/// Which ranks of a run have no file: for bodies alone.
namespace ridgeline::ranks_detail {

/// The files that say nothing of a rank, and those of ranks whose trace is damaged.
inline bool is_no_trace(const fleet_partial& p, const rank_file& f) {
  return std::any_of(p.unread.begin(), p.unread.end(),
                     [&](const unread_rank& u) { return u.no_trace && u.path == f.path; });
}
inline std::vector<const unread_rank*> damaged_ranks(const fleet_partial& p) {
  std::vector<const unread_rank*> damaged;
  for (const unread_rank& u : p.unread)
    if (!u.no_trace) damaged.push_back(&u);
  return damaged;
}

/// Below the highest rank that has a file, and below the size of the world: what was said of it, or what the traces
/// tell.
inline rank_list missing_ranks(const fleet_partial& p, const experiment& e, std::int64_t told_world) {
  rank_list gone;
  std::int64_t next = 0, world = known(told_world) ? told_world : 0;
  for (const rank_file& f : e.files) {
    if (is_no_trace(p, f)) continue;
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
