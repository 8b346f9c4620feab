// expect: compare takes tables
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/core/time.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto changed(const rl::table& a, const rl::table& b) { return rl::compare(a, b, {"name"}, {"time"}); }
#else
auto changed(const std::vector<row>& a, const std::vector<row>& b) { return rl::compare(a, b, {"name"}, {"time"}); }
#endif
