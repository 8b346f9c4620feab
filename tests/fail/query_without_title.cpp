// expect: a pointer to a member and a callable have no title: write titled<
// lines: 25
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/table/tabulate.hpp>

struct row {
  std::string_view model;
  long tokens;
};
namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
rl::table summary(const std::vector<row>& rows) {
  constexpr auto tokens = rl::titled<"tokens">(&row::tokens);
  return rows | rl::group_by(rl::titled<"model">(&row::model)) | rl::aggregate(rl::max(tokens), rl::sum(tokens)) |
         rl::tabulate("summary");
}
#else
rl::table summary(const std::vector<row>& rows) {
  return rows | rl::group_by(&row::model) | rl::aggregate(rl::max(&row::tokens), rl::sum(&row::tokens)) |
         rl::tabulate("summary");
}
#endif
