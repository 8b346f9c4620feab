// expect: a callable in a step takes one record of the range
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/where.hpp>

struct row {
  std::string name;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto nameless(const std::vector<row>& rows) {
  return rows | rl::where([](const row& r) { return r.name.empty(); });
}
#else
auto nameless(const std::vector<row>& rows) {
  return rows | rl::where([](const std::string& name) { return name.empty(); });
}
#endif
