// expect: Name the report: its tables refer to it
// lines: 25
#include <vector>

#include <ridgeline/tt.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto shown(const rl::tt_perf_result& report) { return tt_ops_table(report); }
#else
auto shown(const std::vector<rl::tt_op>& ops) { return tt_ops_table(rl::report_tt_ops(ops, nullptr)); }
#endif
