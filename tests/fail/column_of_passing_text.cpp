// A column must not show text that is gone when the sink reads it.
// expect: a column's text must outlive the call
#include <optional>
#include <string>

#include <ridgeline/table/table.hpp>

using namespace ridgeline;

struct row {
  std::string name{};
};

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto shown = columns(column<"Name">([](const row& r) { return r.name + "!"; }));
#else
inline constexpr auto shown = columns(column<"Name">([](const row& r) { return std::optional<std::string>(r.name); }));
#endif

table make() { return table("ops", std::vector<row>(1), shown); }
