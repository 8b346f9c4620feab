// expect: desc goes around its key
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/sort_by.hpp>

struct row {
  std::string name;
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::sort_by(rl::desc(rl::time)); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::sort_by(rl::desc, rl::time); }
#endif
