// expect: gaps, join and within keep copies of records, and these cannot be copied
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
auto all(std::vector<row>& rows) { return std::move(rows) | rl::sort_by(rl::start); }
#else
auto all(std::vector<row>& rows) { return std::move(rows) | rl::gaps(); }
#endif
