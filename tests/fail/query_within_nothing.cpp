// expect: within takes the steps that run over each group
// lines: 25
#include <vector>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/within.hpp>

struct row {
  ridgeline::time_point start;
  ridgeline::duration time;
  int device;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto idle(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::device) | rl::within(rl::gaps());
}
#else
auto idle(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::device) | rl::within();
}
#endif
