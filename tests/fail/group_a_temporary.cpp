// expect: group_by keeps the addresses of rows
#include <string_view>
#include <vector>

#include <ridgeline/query/group.hpp>

struct row {
  std::string_view code{};
};
std::vector<row> made();

#ifdef RIDGELINE_MUST_PASS
const std::vector<row> kept = made();
auto by_code = kept | ridgeline::group_by(&row::code);
#else
auto by_code = made() | ridgeline::group_by(&row::code);
#endif
