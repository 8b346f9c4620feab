// expect: a key of group_by must be text, a number, an enumeration, a time or a type that key_traits is specialised for
// lines: 25
#include <vector>

#include <ridgeline/query/aggregate.hpp>

struct place {  // padding bytes have no value, so equal places may differ in them
  char half;
  int y;
};
struct row {
  place at;
  int stream;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto counts(const std::vector<row>& rows) { return rows | rl::group_by(&row::stream) | rl::aggregate(rl::count); }
#else
auto counts(const std::vector<row>& rows) { return rows | rl::group_by(&row::at) | rl::aggregate(rl::count); }
#endif
