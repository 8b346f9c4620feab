// expect: Name the result: its texts end with this line
// lines: 25
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto by_name(const rl::expected<rl::tt_ops>& report) { return report->ops | rl::sort_by(&rl::tt_op::code); }
#else
auto by_name() { return rl::read_tt_ops_csv("ops.csv")->ops | rl::sort_by(&rl::tt_op::code); }
#endif
