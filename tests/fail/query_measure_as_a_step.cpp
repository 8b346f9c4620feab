// expect: use a measure inside aggregate
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::aggregate(rl::sum(rl::time)); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::sum(rl::time); }
#endif
