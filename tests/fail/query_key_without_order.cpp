// expect: a key of sort_by or top needs an order
// lines: 25
#include <vector>

#include <ridgeline/query/sort_by.hpp>

struct place {
  int x, y;
};
struct row {
  place at;
  int stream;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto sorted(const std::vector<row>& rows) { return rows | rl::sort_by(&row::stream); }
#else
auto sorted(const std::vector<row>& rows) { return rows | rl::sort_by(&row::at); }
#endif
