#ifndef RIDGELINE_RANKS_SHEET_ATTENDANCE_HPP
#define RIDGELINE_RANKS_SHEET_ATTENDANCE_HPP

#include <algorithm>
#include <cstdint>
#include <vector>

#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/rank_list.hpp>

/// Which ranks of a run have no file. Internal: included by body files only.
namespace ridgeline::ranks_detail {

/// Whether a file turned out not to be a trace, and the ranks whose traces are damaged.
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

/// The ranks without a file: those below the highest rank that has one, and those below the world size, which is the
/// larger of what the user stated and what the traces state.
inline rank_list missing_ranks(const fleet_partial& p, const experiment& e, std::int64_t stated_world) {
  rank_list gone;
  std::int64_t next = 0, world = known(stated_world) ? stated_world : 0;
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

#endif  // RIDGELINE_RANKS_SHEET_ATTENDANCE_HPP
