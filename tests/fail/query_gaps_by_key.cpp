// expect: gaps takes no arguments
// lines: 15
#include <vector>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/within.hpp>

namespace rl = ridgeline;

struct row {
  rl::time_point start;
  rl::duration time;
  int device;
};

#ifdef RIDGELINE_MUST_PASS
auto idle(const std::vector<row>& rows) { return rows | rl::group_by(rl::device) | rl::within(rl::gaps()); }
#else
auto idle(const std::vector<row>& rows) { return rows | rl::gaps(rl::device); }
#endif
