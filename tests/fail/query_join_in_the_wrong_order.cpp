// expect: join takes the other records, then the keys
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/join.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::join(rows, rl::name); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::join(rl::name, rows); }
#endif
