// expect: a key of sort_by is a word, a member, a callable or a whole measure of the rows
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
  return rows | rl::group_by(rl::name) | rl::aggregate(rl::count, rl::sum(rl::time)) |
         rl::sort_by(rl::desc(rl::count), rl::sum(rl::time));
}
#else
auto all(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::name) | rl::aggregate(rl::count, rl::sum(rl::time)) |
         rl::sort_by(rl::desc(rl::count), rl::sum);
}
#endif
