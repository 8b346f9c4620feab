// expect: check the result of a read_ function first, then use *result
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/query/aggregate.hpp>

struct row {
  std::string name{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

using outcome = rl::expected<std::vector<row>>;

#ifdef RIDGELINE_MUST_PASS
auto asked(const outcome& rows) { return *rows | rl::group_by(rl::name) | rl::aggregate(rl::count); }
#else
auto asked(const outcome& rows) { return rows | rl::group_by(rl::name) | rl::aggregate(rl::count); }
#endif
