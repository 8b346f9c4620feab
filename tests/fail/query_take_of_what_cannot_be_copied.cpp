// expect: these records cannot be copied: let the step take the list itself
// lines: 25
#include <memory>
#include <utility>
#include <vector>

#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>

namespace rl = ridgeline;

struct row {
  rl::time_point start;
  rl::duration time;
  std::unique_ptr<int> owned;
};

#ifdef RIDGELINE_MUST_PASS
auto all(std::vector<row>& rows) { return std::move(rows) | rl::take(2); }
#else
auto all(const std::vector<row>& rows) { return rows | rl::take(2); }
#endif
