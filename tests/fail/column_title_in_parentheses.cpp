// expect: a column's title and unit go in angle brackets
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/core/time.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto shown = rl::columns(rl::column<"Name">(&row::name));
#else
inline constexpr auto shown = rl::columns(rl::column("Name", &row::name));
#endif
