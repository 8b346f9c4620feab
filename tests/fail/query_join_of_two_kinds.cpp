// expect: a key of join must be of the same kind on both sides
// lines: 25
#include <vector>

#include <ridgeline/query/join.hpp>

struct kernel {
  int rank;
};
#ifdef RIDGELINE_MUST_PASS
struct node {
  long rank;
};
#else
struct node {
  const char* rank;
};
#endif
namespace rl = ridgeline;
constexpr auto rank = [](const auto& r) { return r.rank; };

auto pairs(const std::vector<kernel>& kernels, const std::vector<node>& nodes) {
  return kernels | rl::join(nodes, rank);
}
