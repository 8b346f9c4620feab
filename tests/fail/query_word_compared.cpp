// expect: a word is compared by equals
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/where.hpp>

struct row {
  std::string name;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto gemms(const std::vector<row>& rows) {
  return rows | rl::where(rl::equals(rl::name, "gemm"));
}
#else
auto gemms(const std::vector<row>& rows) {
  return rows | rl::where(rl::name == "gemm");
}
#endif
