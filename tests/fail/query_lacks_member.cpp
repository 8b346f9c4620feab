// expect: this record does not have what the step asks for
// lines: 25
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>

struct row {
  int stream;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
auto first_device(const std::vector<row>& rows) {
  return rows | rl::where(rl::equals(rl::stream, 0)) | rl::sort_by(rl::stream);
}
#else
auto first_device(const std::vector<row>& rows) {
  return rows | rl::where(rl::equals(rl::device, 0)) | rl::sort_by(rl::stream);
}
#endif
