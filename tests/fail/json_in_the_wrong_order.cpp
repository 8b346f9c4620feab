// expect: the name of the program comes before the tables: write_json(out,
// lines: 25
#include <ridgeline/sink/json.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void write(rl::output& to, const rl::table& t) { rl::write_json(to, "my program", {t, t}); }
#else
void write(rl::output& to, const rl::table& t) { rl::write_json(to, {t, t}, "my program"); }
#endif
