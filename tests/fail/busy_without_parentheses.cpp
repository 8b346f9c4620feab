// expect: a step without arguments needs its parentheses
// lines: 25
#include <vector>

#include <ridgeline/query/busy.hpp>

struct record {
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<record>& records) { return records | rl::busy(); }
#else
auto asked(const std::vector<record>& records) { return records | rl::busy; }
#endif
