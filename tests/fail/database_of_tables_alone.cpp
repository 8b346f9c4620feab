// expect: the name of the program comes before the tables
// lines: 15
#include <ridgeline/sink/sqlite.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto write(const rl::table& t) { return rl::write_sqlite("report.db", "mine", {t, t}); }
#else
auto write(const rl::table& t) { return rl::write_sqlite("report.db", {t, t}); }
#endif
