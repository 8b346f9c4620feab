// expect: a column shows text, truth values, whole numbers and ratios
// lines: 25
#include <vector>

#include <ridgeline/table/tabulate.hpp>

struct place {
  int x, y;
};
struct row {
  place at;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
rl::table shown(const std::vector<row>& rows) {
  return rows | rl::tabulate("rows", rl::columns(rl::column<"X">([](const row& r) { return r.at.x; })));
}
#else
rl::table shown(const std::vector<row>& rows) {
  return rows | rl::tabulate("rows", rl::columns(rl::column<"At">(&row::at)));
}
#endif
