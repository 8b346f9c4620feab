// expect: the title goes in angle brackets
// expect: the unit goes in angle brackets
// lines: 25
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  duration cost{};
};

#ifdef RIDGELINE_MUST_PASS
auto costs(const std::vector<row>& all) { return all | group_by(titled<"cost">(&row::cost)) | aggregate(count); }
#else
auto costs(const std::vector<row>& all) { return all | group_by(titled("cost", &row::cost)) | aggregate(count); }
auto times(const std::vector<row>& all) { return all | group_by(in(us, &row::cost)) | aggregate(count); }
#endif
