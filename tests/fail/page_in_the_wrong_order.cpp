// expect: the name of the program comes before the tables: write_html(out,
// lines: 25
#include <ridgeline/sink/html.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void write(rl::output& to, const rl::table& t) { rl::write_html(to, "my program", {t, t}); }
#else
void write(rl::output& to, const rl::table& t) { rl::write_html(to, {t, t}, "my program"); }
#endif
