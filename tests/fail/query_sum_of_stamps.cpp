// expect: points in time and texts do not add up
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct row {
  ridgeline::time_point start;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto first(const std::vector<row>& rows) { return rows | rl::aggregate(rl::min(rl::start)); }
#else
auto first(const std::vector<row>& rows) { return rows | rl::aggregate(rl::sum(rl::start)); }
#endif
