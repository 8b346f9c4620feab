// expect: steps go over records
// lines: 25
#include <vector>

#include <ridgeline/query/take.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto first(int n) {
  return std::vector<int>{n} | rl::take(3);
}
#else
auto first(int n) {
  return n | rl::take(3);
}
#endif
