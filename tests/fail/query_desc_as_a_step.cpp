// expect: desc is no step: sort_by(desc(time))
// lines: 25
#include <vector>

#include <ridgeline/query/sort_by.hpp>

namespace rl = ridgeline;

struct row {
  rl::duration time;
};

#ifdef RIDGELINE_MUST_PASS
auto longest(const std::vector<row>& rows) { return rows | rl::sort_by(rl::desc(rl::time)); }
#else
auto longest(const std::vector<row>& rows) { return rows | rl::desc(rl::time); }
#endif
