// expect: fields takes fields, each with its column's name
// lines: 25
#include <ridgeline/read/read_csv.hpp>

struct row {
  double load = 0;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
constexpr auto row_fields = rl::fields(rl::field<"load">(&row::load));
#else
constexpr auto row_fields = rl::fields(&row::load);
#endif
auto rows() { return rl::read_csv<row>("rows.csv", row_fields); }
