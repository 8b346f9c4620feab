// expect: the unit of a measure is one of what it measures
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct row {
  ridgeline::duration time;
  long nanoseconds;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto sums(const std::vector<row>& rows) {
  return rows | rl::aggregate(rl::sum<rl::us>(rl::time), rl::sum(&row::nanoseconds));
}
#else
auto sums(const std::vector<row>& rows) { return rows | rl::aggregate(rl::sum<rl::us>(&row::nanoseconds)); }
#endif
