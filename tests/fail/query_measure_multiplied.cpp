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
auto all(const std::vector<row>& rows) { return 100 * (rows | rl::aggregate(rl::sum(rl::time)))[0][rl::sum(rl::time)]; }
#else
auto all(const std::vector<row>& rows) { return rows | rl::aggregate(100 * rl::sum(rl::time)); }
#endif
