// expect: Name the ops: the report refers to them
// lines: 25
#include <vector>

#include <ridgeline/tt/report/perf.hpp>

namespace rl = ridgeline;

std::vector<rl::tt_op> made();

#ifdef RIDGELINE_MUST_PASS
auto report(const std::vector<rl::tt_op>& ops) { return rl::report_tt_ops<rl::tt_models>(ops, nullptr); }
#else
auto report() { return rl::report_tt_ops<rl::tt_models>(made(), nullptr); }
#endif
