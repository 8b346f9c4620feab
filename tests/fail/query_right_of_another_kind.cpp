// expect: this record does not have what the step asks for
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
  const auto sums = rows | rl::group_by(rl::name) | rl::aggregate(rl::count, rl::sum(rl::time));
  return sums | rl::outer_join(rows, rl::name) | rl::transform(rl::right(rl::time));
}
#else
auto all(const std::vector<row>& rows) {
  const auto sums = rows | rl::group_by(rl::name) | rl::aggregate(rl::count, rl::sum(rl::time));
  return sums | rl::outer_join(rows, rl::name) | rl::transform(rl::right(rl::sum(rl::time)));
}
#endif
