// expect: this step needs its arguments, in parentheses: top<10>(time)
// lines: 25
#include <vector>

#include <ridgeline/query/sort_by.hpp>

struct row {
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::sort_by(rl::start) | rl::top<3>(rl::time); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::sort_by(rl::start) | rl::top<3>; }
#endif
