// expect: a time of std::chrono is converted first: time > 5 * us
// lines: 25
#include <chrono>
#include <vector>

#include <ridgeline/query/where.hpp>

namespace rl = ridgeline;

struct row {
  rl::duration time;
};

#ifdef RIDGELINE_MUST_PASS
auto longer(const std::vector<row>& rows) {
  return rows | rl::where([](const row& r) { return r.time > 5 * rl::us; });
}
#else
auto longer(const std::vector<row>& rows) {
  return rows | rl::where([](const row& r) { return r.time > std::chrono::microseconds(5); });
}
#endif
