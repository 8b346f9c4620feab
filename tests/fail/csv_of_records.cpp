// expect: only tables can be written
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  std::string name;
  ridgeline::time_point start{};
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void write(rl::output& to, const std::vector<row>& rows) {
  rl::write_csv(to, rows | rl::tabulate("rows", rl::name));
}
#else
void write(rl::output& to, const std::vector<row>& rows) {
  rl::write_csv(to, rows);
}
#endif
