// expect: gaps, join and within keep copies of records, and these cannot be copied
// lines: 25
#include <memory>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/within.hpp>

namespace rl = ridgeline;

struct row {
  rl::time_point start;
  int device;
  std::unique_ptr<int> owned;
};

#ifdef RIDGELINE_MUST_PASS
auto first(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::device) | rl::aggregate(rl::min(rl::start));
}
#else
auto first(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::device) | rl::within(rl::top<1>(rl::start));
}
#endif
