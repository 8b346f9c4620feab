// expect: these are pointers to records: steps work on the records, which range-v3's views::indirect puts in front of
// lines: 25
#include <vector>

#include <range/v3/view/indirect.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>

struct row {
  int stream = 0;
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row*>& rows) {
  return rows | ranges::views::indirect | rl::group_by(rl::stream) | rl::aggregate(rl::count, rl::sum(rl::time));
}
#else
auto asked(const std::vector<row*>& rows) {
  return rows | rl::group_by(rl::stream) | rl::aggregate(rl::count, rl::sum(rl::time));
}
#endif
