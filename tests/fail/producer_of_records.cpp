// expect: live::producer<live::recorder<span>>
// lines: 25
#include <ridgeline/live.hpp>

namespace live = ridgeline::live;

struct span {
  int length = 0;
};

#ifdef RIDGELINE_MUST_PASS
void add(live::producer<live::recorder<span>>& to) { to.record({1}); }
#else
void add(live::producer<span>& to) { to.record({1}); }
#endif
