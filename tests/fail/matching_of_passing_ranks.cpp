// expect: Name the ranks: the matching refers to them
// lines: 25
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/partial.hpp>

namespace rl = ridgeline;

rl::fleet_partial made();

#ifdef RIDGELINE_MUST_PASS
void match(const rl::fleet_partial& all) { const rl::call_matching matching(all.ranks); }
#else
void match() { const rl::call_matching matching(made().ranks); }
#endif
