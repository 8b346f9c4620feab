// expect: a measure is no value yet: compute with what the rows have
// lines: 25
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/join.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>

namespace rl = ridgeline;

struct row {
  std::string name;
  rl::duration time;
};

#ifdef RIDGELINE_MUST_PASS
auto all(const std::vector<row>& rows) {
  const auto ends = rows | rl::aggregate(rl::max(rl::time), rl::min(rl::time));
  return ends[0][rl::max(rl::time)] - ends[0][rl::min(rl::time)];
}
#else
auto all(const std::vector<row>& rows) { return rows | rl::aggregate(rl::max(rl::time) - rl::min(rl::time)); }
#endif
