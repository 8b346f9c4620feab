// expect: name the result of read_csv first
// lines: 25
#include <string_view>

#include <ridgeline/query/join.hpp>
#include <ridgeline/read/read_csv.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  double cost = 0;
};
inline constexpr auto all = fields(field<"name">(&row::name), field<"cost">(&row::cost));

#ifdef RIDGELINE_MUST_PASS
auto pairs(const csv_records<row>& rows, const csv_records<row>& others) { return rows | join(others, name); }
#else
auto pairs(const csv_records<row>& rows) { return rows | join(*read_csv<row>("rows.csv", all), name); }
#endif
