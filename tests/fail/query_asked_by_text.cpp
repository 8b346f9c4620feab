// expect: a step takes words, pointers to members and callables, not strings
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>

struct row {
  std::string name;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto by_name(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::name) | rl::aggregate(rl::count);
}
#else
auto by_name(const std::vector<row>& rows) {
  return rows | rl::group_by("name") | rl::aggregate(rl::count);
}
#endif
