// expect: where(equals(device, 0))
// lines: 25
#include <vector>

#include <ridgeline/query/where.hpp>

struct record {
  int device = 0;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<record>& records) { return records | rl::where(rl::equals(rl::device, 0)); }
#else
auto asked(const std::vector<record>& records) { return records | rl::where(rl::device, 0); }
#endif
