// expect: a path and one list of fields in parentheses
// lines: 15
#include <string_view>

#include <ridgeline/read/read_csv.hpp>

struct row {
  std::string_view name{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto rows() { return rl::read_csv<row>("rows.csv", rl::fields(rl::field<"name">(&row::name))); }
#else
auto rows() { return rl::read_csv<row>("rows.csv", rl::field<"name">(&row::name)); }
#endif
