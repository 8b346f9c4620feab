// expect: not numbers, as which -time and !time count: sort_by(desc(time))
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>

namespace rl = ridgeline;

struct row {
  std::string name;
  rl::duration time;
};

#ifdef RIDGELINE_MUST_PASS
auto sorted(const std::vector<row>& rows) { return rows | rl::sort_by(rl::desc(rl::time)); }
#else
auto sorted(const std::vector<row>& rows) { return rows | rl::sort_by(-rl::time); }
#endif
