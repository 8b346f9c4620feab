// expect: take needs a whole number of records: take(10)
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
auto some(const std::vector<row>& rows) { return rows | rl::take(static_cast<int>(0.1 * 20)); }
#else
auto some(const std::vector<row>& rows) { return rows | rl::take(0.1 * 20); }
#endif
