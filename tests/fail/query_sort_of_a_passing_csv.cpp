// expect: name the result of read_csv first
// lines: 25
#include <string_view>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/read_csv.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  double cost = 0;
};
inline constexpr auto all = fields(field<"name">(&row::name), field<"cost">(&row::cost));

#ifdef RIDGELINE_MUST_PASS
auto sorted(const csv_records<row>& rows) { return rows | sort_by(&row::cost); }
#else
auto sorted() { return *read_csv<row>("rows.csv", all) | sort_by(&row::cost); }
#endif
