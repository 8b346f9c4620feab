// expect: within must produce records; call tabulate after it
// lines: 25
#include <cstdint>
#include <vector>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/within.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  std::int64_t device = 0;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

auto asked(const std::vector<row>& rows) {
  const auto t = rl::tabulate("t", rl::device);
#ifdef RIDGELINE_MUST_PASS
  return rows | rl::group_by(rl::device) | rl::within(rl::sort_by(rl::start)) | t;
#else
  return rows | rl::group_by(rl::device) | rl::within(rl::sort_by(rl::start) | t);
#endif
}
