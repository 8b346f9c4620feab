// expect: this record does not have what the step asks for
// lines: 25
#include <string>
#include <vector>

#include <ridgeline/query/join.hpp>

struct row {
  int id = 0;
};
struct other_row {
  int number = 0;
};
namespace rl = ridgeline;
/// The same key on both sides.
constexpr struct {
  int operator()(const row& r) const { return r.id; }
  int operator()(const other_row& r) const { return r.number; }
} id_of;

#ifdef RIDGELINE_MUST_PASS
auto asked(const std::vector<row>& a, const std::vector<other_row>& b) { return a | rl::join(b, id_of); }
#else
auto asked(const std::vector<row>& a, const std::vector<other_row>& b) {
  return a | rl::join(b, &row::id, &other_row::number);
}
#endif
