// expect: the output comes first: string_output out; write_html(out,
// lines: 25
#include <ridgeline/sink/html.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto write(const rl::table& t) {
  return rl::write_file("page.html", [&](rl::output& to) { rl::write_html(to, "my program", t); });
}
#else
void write(const rl::table& t) { rl::write_html("page.html", "my program", t); }
#endif
