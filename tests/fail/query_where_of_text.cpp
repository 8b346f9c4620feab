// expect: where needs a predicate
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>

struct place {
  int core;
};
struct row {
  std::string name;
  int stream;
  place at;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& rows) {
  return rows | rl::where(rl::equals(rl::name, "gemm"));
}
#else
auto asked(const std::vector<row>& rows) {
  return rows | rl::where(rl::name);
}
#endif
