// expect: quantile takes a whole percentage in angle brackets
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct record {
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<record>& records) { return records | rl::aggregate(rl::quantile<95>(rl::time)); }
#else
auto asked(const std::vector<record>& records) { return records | rl::aggregate(rl::quantile(rl::time, 95)); }
#endif
