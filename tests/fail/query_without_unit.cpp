// expect: a quantity is shown in a unit of its kind
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  int stream;
  ridgeline::duration time;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
rl::table summary(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::stream) | rl::aggregate(rl::sum<rl::us>(rl::time)) | rl::tabulate("summary");
}
#else
rl::table summary(const std::vector<row>& rows) {
  return rows | rl::group_by(rl::stream) | rl::aggregate(rl::sum(rl::time)) | rl::tabulate("summary");
}
#endif
