// expect: A member or a callable with an order
// lines: 25
#include <ridgeline/live.hpp>

struct record {
  int number = 0;
};

auto made(const ridgeline::live::recorder<record>& trace) {
#ifdef RIDGELINE_MUST_PASS
  return trace.collect(&record::number);
#else
  return trace.collect("number");
#endif
}
