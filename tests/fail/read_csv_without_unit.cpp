// expect: this field is a quantity, a duration or a point in time and has no unit
// lines: 25
#include <ridgeline/read/read_csv.hpp>

struct row {
  ridgeline::duration time;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto row_fields = rl::fields(rl::field<"time (us)", rl::us>(&row::time));
#else
inline constexpr auto row_fields = rl::fields(rl::field<"time (us)">(&row::time));
#endif
auto rows() { return rl::read_csv<row>("own.csv", row_fields); }
