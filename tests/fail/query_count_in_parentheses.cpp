// `count` is a word, like all words of query steps: the compiler says that it is not a function.
// expect: count
// expect: function
// lines: 5
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>

struct row {
  std::string name;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) { return rows | rl::group_by(rl::name) | rl::aggregate(rl::count); }
#else
auto asked(const std::vector<row>& rows) { return rows | rl::group_by(rl::name) | rl::aggregate(rl::count()); }
#endif
