// expect: tabulate begins with the title of the table
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  int device;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto shown(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::device) | rl::aggregate(rl::count) | rl::tabulate("devices");
}
#else
auto shown(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::device) | rl::aggregate(rl::count) | rl::tabulate();
}
#endif
