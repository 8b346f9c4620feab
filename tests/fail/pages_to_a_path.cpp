// expect: the output comes first: string_output out; write_html(out,
// lines: 25
#include <ridgeline/sink/html.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void write(rl::output& out, const rl::table& t) { rl::write_html(out, "my program", {t, t}); }
#else
void write(const rl::table& t) { rl::write_html("page.html", "my program", {t, t}); }
#endif
