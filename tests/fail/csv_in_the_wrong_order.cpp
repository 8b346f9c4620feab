// expect: the output comes first
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
void write(rl::output& to, const rl::table& t) { rl::write_csv(to, t); }
#else
void write(rl::output& to, const rl::table& t) { rl::write_csv(t, to); }
#endif
