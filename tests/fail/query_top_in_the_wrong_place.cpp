// expect: the number for top goes in angle brackets
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/sort_by.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::top<10>(rl::time); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::top(10, rl::time); }
#endif
