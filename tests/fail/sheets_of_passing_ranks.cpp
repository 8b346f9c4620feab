// expect: Name the report: its sheets refer to it
// lines: 25
#include <ridgeline/ranks/report/report.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto sheets(const rl::multi_rank_report& report) { return report.tables(); }
#else
auto sheets(const rl::fleet_partial& ranks) { return rl::multi_rank_report(ranks, {}, {}).tables(); }
#endif
