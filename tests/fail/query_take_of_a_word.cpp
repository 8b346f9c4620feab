// expect: take needs a whole number of records: take(10)
// lines: 25
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>

struct row {
  int device;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto most(const std::vector<row>& rows) {
  return rows | rl::top<3>(rl::device);
}
#else
auto most(const std::vector<row>& rows) {
  return rows | rl::take(rl::device);
}
auto by_text(const std::vector<row>& rows) { return rows | rl::take("10"); }
#endif
