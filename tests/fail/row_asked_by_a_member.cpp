// expect: columns_are_asked_for_in_brackets
// lines: 12
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>

struct record {
  std::string name;
};
namespace rl = ridgeline;

long long all(const std::vector<record>& records) {
  long long n = 0;
  for (const auto& row : records | rl::group_by(rl::name) | rl::aggregate(rl::count)) {
#ifdef RIDGELINE_MUST_PASS
    n += row[rl::count];
#else
    n += row.count;
#endif
  }
  return n;
}
