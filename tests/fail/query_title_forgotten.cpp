// expect: the title goes in angle brackets
// lines: 25
#include <ridgeline/query/aggregate.hpp>

namespace rl = ridgeline;

struct row {
  double score = 0;
};

#ifdef RIDGELINE_MUST_PASS
inline constexpr auto score = rl::titled<"score">(&row::score);
#else
inline constexpr auto score = rl::titled(&row::score);
#endif
