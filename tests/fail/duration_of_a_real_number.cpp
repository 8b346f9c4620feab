// A real number would be cut: 0.29 * 1000 ns is 290, and was 289 or 290 as the processor rounds.
// expect: Not whole: `duration(1.5 * us)` rounds.
// lines: 25
#include <ridgeline/core/time.hpp>

struct span {
  double length_us;
};
ridgeline::duration length(const span& s) {
#ifdef RIDGELINE_MUST_PASS
  return ridgeline::duration(s.length_us * ridgeline::us);
#else
  return ridgeline::duration::of(s.length_us * 1000);
#endif
}
