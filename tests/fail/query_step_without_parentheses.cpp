// expect: a step without arguments needs its parentheses: `| gaps()`
// lines: 25
#include <vector>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/sort_by.hpp>

struct row {
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::sort_by(rl::start) | rl::gaps(); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::gaps; }
#endif
