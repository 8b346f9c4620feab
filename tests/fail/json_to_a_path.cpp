// expect: the output comes first
// lines: 25
#include <ridgeline/sink/json.hpp>

namespace rl = ridgeline;

void written([[maybe_unused]] rl::output& out, const rl::table& t) {
#ifdef RIDGELINE_MUST_PASS
  rl::write_json(out, "my program", {t});
#else
  rl::write_json("report.json", "my program", {t});
#endif
}
