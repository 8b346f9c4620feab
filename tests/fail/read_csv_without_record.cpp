// expect: the record type goes in angle brackets
// lines: 25
#include <string_view>

#include <ridgeline/read/read_csv.hpp>

struct row {
  std::string_view name{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto rows() { return rl::read_csv<row>("rows.csv", rl::fields(rl::field<"name">(&row::name))); }
#else
auto rows() { return rl::read_csv("rows.csv", rl::fields(rl::field<"name">(&row::name))); }
#endif
