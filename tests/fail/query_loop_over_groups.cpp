// expect: groups are no range: group_by must be followed by aggregate(count
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
std::int64_t number_of(const std::vector<row>& rows) {
  std::int64_t n = 0;
  for (const auto& group : rows | rl::group_by(rl::name) | rl::aggregate(rl::count)) n += group[rl::count];
  return n;
}
#else
std::int64_t number_of(const std::vector<row>& rows) {
  std::int64_t n = 0;
  for (const auto& group : rows | rl::group_by(rl::name)) static_cast<void>(group), ++n;
  return n;
}
#endif
