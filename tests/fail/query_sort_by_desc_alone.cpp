// expect: desc needs its key: sort_by(desc(time))
// lines: 25
#include <string_view>
#include <vector>

#include <ridgeline/query/sort_by.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  duration cost{};
};

#ifdef RIDGELINE_MUST_PASS
auto sorted(const std::vector<row>& all) { return all | sort_by(desc(&row::cost)); }
#else
auto sorted(const std::vector<row>& all) { return all | sort_by(desc); }
#endif
