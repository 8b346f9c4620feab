// A column whose unit does not fit its values names the rule, not the overloads that were tried.
// expect: a quantity in a unit of its dimension
// lines: 40
#include <ridgeline/table/table.hpp>

using namespace ridgeline;

struct row {
  time_quantity time{};
};

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto shown = columns(column<"Time", us>(&row::time));
#else
inline constexpr auto shown = columns(column<"Time", GBps>(&row::time));
#endif

table make() { return table("ops", std::vector<row>(1), shown); }
