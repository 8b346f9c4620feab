// expect: quantile takes a percentage from 0 to 99
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct row {
  double time;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto slow(const std::vector<row>& rows) {
  return rows | rl::aggregate(rl::quantile<99>(rl::time));
}
#else
auto slow(const std::vector<row>& rows) {
  return rows | rl::aggregate(rl::quantile<100>(rl::time));
}
#endif
