// expect: a measure is no value yet: compute with what the rows have
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>

namespace rl = ridgeline;

struct row {
  std::string name;
  rl::duration time;
};

#ifdef RIDGELINE_MUST_PASS
auto mean(const std::vector<row>& rows) {
  const auto all = rows | rl::aggregate(rl::count, rl::sum(rl::time));
  return all[0][rl::sum(rl::time)] / all[0][rl::count];
}
#else
auto mean(const std::vector<row>& rows) { return rows | rl::aggregate(rl::sum(rl::time) / rl::count); }
#endif
