// expect: a field fills a member of the record that is read
// lines: 25
#include <ridgeline/read/read_csv.hpp>

struct row {
  int tokens;
};
struct other {
  int tokens;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto rows() {
  return rl::read_csv<row>("own.csv", rl::fields(rl::field<"tokens">(&row::tokens)));
}
#else
auto rows() {
  return rl::read_csv<row>("own.csv", rl::fields(rl::field<"tokens">(&other::tokens)));
}
#endif
