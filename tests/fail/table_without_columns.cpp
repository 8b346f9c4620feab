// expect: rows in a vector
// lines: 15
#include <vector>

#include <ridgeline/table/table.hpp>

struct row {
  double load = 0;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto shown(const std::vector<row>& rows) { return rl::table("loads", rows, rl::columns(rl::column<"Load">(&row::load))); }
#else
auto shown(const std::vector<row>& rows) { return rl::table("loads", rows); }
#endif
