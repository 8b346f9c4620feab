// expect: A table has cells
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/table/tabulate.hpp>

struct row {
  std::string name;
  ridgeline::duration time{};
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
std::size_t number(const std::vector<row>& rows) { return (rows | rl::tabulate("rows", rl::name)).rows(); }
#else
std::size_t number(const std::vector<row>& rows) {
  std::size_t n = 0;
  for (const auto& r : rows | rl::tabulate("rows", rl::name)) static_cast<void>(r), ++n;
  return n;
}
#endif
