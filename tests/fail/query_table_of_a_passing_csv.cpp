// expect: name the result of read_csv first
// lines: 25
#include <string_view>

#include <ridgeline/table/tabulate.hpp>
#include <ridgeline/read/read_csv.hpp>

using namespace ridgeline;

struct row {
  std::string_view name{};
  double cost = 0;
};
inline constexpr auto all = fields(field<"name">(&row::name), field<"cost">(&row::cost));

#ifdef RIDGELINE_MUST_PASS
table shown(const csv_records<row>& rows) { return rows | tabulate("rows", name); }
#else
table shown() { return *read_csv<row>("rows.csv", all) | tabulate("rows", name); }
#endif
