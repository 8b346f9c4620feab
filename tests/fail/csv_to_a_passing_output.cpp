// expect: an output has a name: file_output out(1); write_csv(out, table)
// lines: 25
#include <ridgeline/sink/csv.hpp>

namespace rl = ridgeline;

void show(const rl::table& t) {
#ifdef RIDGELINE_MUST_PASS
  rl::file_output out(1);
  rl::write_csv(out, t);
#else
  rl::write_csv(rl::file_output(1), t);
#endif
}
