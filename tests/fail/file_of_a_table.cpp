// expect: write_file takes what writes
// lines: 25
#include <ridgeline/sink/csv.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto save(const rl::table& t) {
  return rl::write_file("t.csv", [&](rl::output& to) { rl::write_csv(to, t); });
}
#else
auto save(const rl::table& t) { return rl::write_file("t.csv", t); }
#endif
