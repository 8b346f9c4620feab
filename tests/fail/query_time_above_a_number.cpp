// expect: A number has no unit: `time > 5 * us`
// lines: 45
#include <string>
#include <vector>

#include <ridgeline/query/where.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto slow(const std::vector<row>& rows) {
  return rows | rl::where([](const row& r) { return r.time > 5 * rl::us; });
}
#else
auto slow(const std::vector<row>& rows) {
  return rows | rl::where([](const row& r) { return r.time > 5; });
}
#endif
