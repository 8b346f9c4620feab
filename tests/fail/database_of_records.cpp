// expect: only tables can be written
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  std::string name;
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto write(const std::vector<row>& rows) {
  return rl::write_sqlite("rows.db", "mine", rows | rl::tabulate("rows", rl::name));
}
#else
auto write(const std::vector<row>& rows) { return rl::write_sqlite("rows.db", "mine", rows); }
#endif
