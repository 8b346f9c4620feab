// expect: group_by must be followed by aggregate(count, sum<us>(time)), which makes a row of each group
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>

struct place {
  int core;
};
struct row {
  std::string name;
  int stream;
  place at;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::stream) | rl::aggregate(rl::count) | rl::sort_by(rl::stream);
}
#else
auto asked(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::stream) | rl::sort_by(rl::stream);
}
#endif
