// Two lambdas of one type that hold texts cannot be told apart, so that a row cannot say which column is meant.
// expect: several columns of this row are callables of this type
// lines: 22
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>

namespace rl = ridgeline;

struct call {
  std::string name;
  int bytes = 0;
};
#ifdef RIDGELINE_MUST_PASS
struct front_filter {
  std::string front;
  bool operator()(const call& c) const { return c.name.starts_with(front); }
  bool operator==(const front_filter&) const = default;
};
auto begins_with(std::string front) { return front_filter{front}; }
#else
auto begins_with(std::string front) {
  return [front](const call& c) { return c.name.starts_with(front); };
}
#endif

auto copies(const std::vector<call>& calls) {
  const auto rows = calls | rl::aggregate(rl::sum(begins_with("gemm")), rl::sum(begins_with("copy")));
  return rows[0][rl::sum(begins_with("copy"))];
}
