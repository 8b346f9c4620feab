// expect: By a producer
// lines: 15
#include <ridgeline/live.hpp>

struct record {
  int number = 0;
};

void made(ridgeline::live::recorder<record>& trace) {
#ifdef RIDGELINE_MUST_PASS
  ridgeline::live::producer mine{trace};
  mine.record({1});
#else
  trace.record({1});
#endif
}
