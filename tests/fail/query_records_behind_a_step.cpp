// expect: the records come first: records | gaps()
// lines: 25
#include <vector>

#include <ridgeline/query/gaps.hpp>

struct row {
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::gaps(); }
#else
auto asked(const std::vector<row>& rows) { return rl::gaps() | rows; }
#endif
