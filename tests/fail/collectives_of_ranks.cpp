// expect: collectives takes the matching of a run's ranks
// lines: 25
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/records.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto calls(const rl::call_matching& matching) { return rl::collectives(matching); }
#else
auto calls(const rl::fleet_partial& all) { return rl::collectives(all); }
#endif
