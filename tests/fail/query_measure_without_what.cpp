// expect: a measure needs its argument, in parentheses
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) {
  return rows | rl::aggregate(rl::count, rl::quantile<95>(rl::time), rl::median(rl::time));
}
#else
auto asked(const std::vector<row>& rows) {
  return rows | rl::aggregate(rl::count, rl::quantile<95>, rl::median);
}
#endif
