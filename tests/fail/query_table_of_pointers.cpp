// expect: a table owns its rows: tabulate records, not pointers to records that may be gone
// lines: 25
#include <vector>

#include <ridgeline/table/tabulate.hpp>

struct row {
  int stream;
};
std::vector<row> made();
std::vector<const row*> addresses_in(const std::vector<row>& rows);
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
rl::table all() { return made() | rl::tabulate("rows", rl::stream); }
#else
rl::table all() { return addresses_in(made()) | rl::tabulate("rows", rl::stream); }
#endif
