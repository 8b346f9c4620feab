// expect: a measure or key that is read from an aggregate's rows must appear in its aggregate(...) or group_by(...)
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>

struct row {
  int stream;
  ridgeline::duration time;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto longest(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::stream) | rl::aggregate(rl::sum<rl::us>(rl::time)) |
         rl::sort_by(rl::desc(rl::sum(rl::time)));
}
#else
auto longest(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::stream) | rl::aggregate(rl::count) | rl::sort_by(rl::desc(rl::sum(rl::time)));
}
#endif
