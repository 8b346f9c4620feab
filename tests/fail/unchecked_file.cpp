// expect: ignoring return value
// lines: 25
#include <ridgeline/sink/csv.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
bool save(const rl::table& t) { return !rl::write_file("t.csv", [&](rl::output& to) { rl::write_csv(to, t); }); }
#else
void save(const rl::table& t) { rl::write_file("t.csv", [&](rl::output& to) { rl::write_csv(to, t); }); }
#endif
