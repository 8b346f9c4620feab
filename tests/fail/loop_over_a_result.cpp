// expect: check the result of a read_ function first
// lines: 25
#include <vector>

#include <ridgeline/core/expected.hpp>

namespace rl = ridgeline;
rl::expected<std::vector<int>> read_numbers();

#ifdef RIDGELINE_MUST_PASS
int sum_of_all() {
  int sum = 0;
  const auto numbers = read_numbers();
  if (numbers)
    for (const int n : *numbers) sum += n;
  return sum;
}
#else
int sum_of_all() {
  int sum = 0;
  for (const auto& n : read_numbers()) static_cast<void>(n);
  return sum;
}
#endif
