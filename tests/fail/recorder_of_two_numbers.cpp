// expect: How much of what is named
// lines: 15
#include <ridgeline/live.hpp>

struct record {
  int number = 0;
};

#ifdef RIDGELINE_MUST_PASS
ridgeline::live::recorder<record> trace{{.lanes = 8, .records = 1000}};
#else
ridgeline::live::recorder<record> trace{8, 1000};
#endif
