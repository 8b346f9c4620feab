// expect: only tables can be written
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/sink/json.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  std::string name;
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
void write(rl::output& to, const std::vector<row>& rows) {
  rl::write_json(to, "mine", rows | rl::tabulate("rows", rl::name));
}
#else
void write(rl::output& to, const std::vector<row>& rows) {
  rl::write_json(to, rows);
}
#endif
