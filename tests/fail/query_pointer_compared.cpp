// expect: a word is compared by equals, or in a callable
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/where.hpp>

struct row {
  std::string name;
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) {
  return rows | rl::where([](const row& r) { return r.time > 5 * rl::us; });
}
#else
auto asked(const std::vector<row>& rows) { return rows | rl::where(&row::time > 5 * rl::us); }
#endif
