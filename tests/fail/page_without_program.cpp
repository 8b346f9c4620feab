// expect: the name of the program comes before the tables: write_html(out,
// lines: 25
#include <vector>

#include <ridgeline/sink/html.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void write(rl::output& to, const std::vector<rl::table>& all) { rl::write_html(to, "my program", all); }
#else
void write(rl::output& to, const std::vector<rl::table>& all) { rl::write_html(to, all); }
#endif
