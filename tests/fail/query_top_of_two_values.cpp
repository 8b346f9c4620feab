// expect: top takes one value
// expect: top takes a whole number of records, at least one
// lines: 25
#include <vector>

#include <ridgeline/query/sort_by.hpp>

namespace rl = ridgeline;

struct row {
  rl::time_point start;
  rl::duration time;
  int device;
};

#ifdef RIDGELINE_MUST_PASS
auto longest(const std::vector<row>& rows) { return rows | rl::top<3>(rl::time); }
#else
auto longest(const std::vector<row>& rows) { return rows | rl::top<3>(rl::time, rl::start); }
auto none(const std::vector<row>& rows) { return rows | rl::top<-1>(rl::time); }
#endif
