// expect: overlap takes other records, and their times
// lines: 15
#include <vector>

#include <ridgeline/query/busy.hpp>

namespace rl = ridgeline;

struct row {
  rl::time_point start;
  rl::duration time;
  int device;
};

#ifdef RIDGELINE_MUST_PASS
auto both(const std::vector<row>& rows) { return rows | rl::overlap(rows); }
#else
auto both(const std::vector<row>& rows) { return rows | rl::overlap(rows, rl::device); }
#endif
