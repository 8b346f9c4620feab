// expect: a word is compared by equals
// lines: 25
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  duration cost{};
};
inline auto rows_of(const std::vector<row>& all) { return all | group_by(name) | aggregate(count, sum(&row::cost)); }

#ifdef RIDGELINE_MUST_PASS
auto slow(const std::vector<row>& all) {
  return rows_of(all) | where([](const auto& r) { return r[sum(&row::cost)] > 5 * us; });
}
#else
auto slow(const std::vector<row>& all) { return rows_of(all) | where(sum(&row::cost) > 5 * us); }
#endif
