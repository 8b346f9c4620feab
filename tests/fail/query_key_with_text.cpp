// A struct with a text in it is no key: its bytes say where the text is, not what it says.
// expect: of a struct, give its members as several keys
// lines: 25
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>

namespace rl = ridgeline;

struct call {
  std::string_view name;
  std::int64_t device = 0;
};

auto counts(const std::vector<call>& calls) {
#ifdef RIDGELINE_MUST_PASS
  return calls | rl::group_by(rl::name, rl::device) | rl::aggregate(rl::count);
#else
  return calls | rl::group_by([](const call& c) { return c; }) | rl::aggregate(rl::count);
#endif
}
