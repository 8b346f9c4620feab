// expect: transform gives one value for each record, which may be a struct
// lines: 25
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/join.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>

namespace rl = ridgeline;

struct row {
  std::string name;
  rl::duration time;
};

#ifdef RIDGELINE_MUST_PASS
auto all(const std::vector<row>& rows) {
  return rows | rl::transform([](const auto& r) { return std::pair(r.name, r.time); });
}
#else
auto all(const std::vector<row>& rows) { return rows | rl::transform(rl::name, rl::time); }
#endif
