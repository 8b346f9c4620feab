// expect: expected a step
// lines: 25
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
auto asked(const std::vector<row>& rows) { return rows | rl::where(rl::equals(rl::name, "gemm")); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::equals(rl::name, "gemm"); }
#endif
