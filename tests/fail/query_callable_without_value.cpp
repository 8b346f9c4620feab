// expect: takes one record of the range and gives a value
// lines: 25
#include <string_view>
#include <vector>

#include <ridgeline/query/take.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  duration cost{};
};

#ifdef RIDGELINE_MUST_PASS
auto costs(const std::vector<row>& all) { return all | transform([](const row& r) { return r.cost; }); }
#else
auto costs(const std::vector<row>& all) { return all | transform([](const row& r) { static_cast<void>(r.cost); }); }
#endif
