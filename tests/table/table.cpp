#include <ridgeline/table/table.hpp>
#include <ridgeline/table/tabulate.hpp>

#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_table)

namespace {

struct row {
  std::string name{};
  time_quantity time{};
  int cores = 0;
};

constexpr auto list = columns(
    column<"Name">(&row::name).left(), column<"Time", us>(&row::time),
    column<"Cores">(&row::cores).coloured([](const row& r) { return r.cores < 10 ? colour::red : colour::none; }),
    column<"Label">([](const row& r, std::string& scratch) -> std::string_view {
      scratch = r.name + " on " + std::to_string(r.cores);
      return scratch;
    }),
    column<"By value">([](const row& r) { return "a text of " + r.name + " that is longer than small strings are"; }));

std::vector<row> two() { return {{"Matmul", 2500 * ns, 64}, {"Copy", missing<time_quantity>, 8}}; }

}  // namespace

BOOST_AUTO_TEST_CASE(cells_by_place) {
  const table t("ops", two(), list);
  BOOST_TEST(t.name() == "ops");
  BOOST_TEST(t.rows() == 2u);
  BOOST_TEST(t.columns() == 5u);
  std::string scratch;
  BOOST_TEST(t.at(0, 0, scratch).text == "Matmul");
  BOOST_TEST(t.at(0, 1, scratch).real == 2.5);  // 2500 ns
  BOOST_TEST(t.at(1, 1, scratch).empty());
  BOOST_TEST(t.at(1, 2, scratch).integer == 8);
  BOOST_TEST(t.at(1, 3, scratch).text == "Copy on 8");
  BOOST_TEST((t.colour_of(0, 2) == colour::none));
  BOOST_TEST((t.colour_of(1, 2) == colour::red));
  BOOST_TEST((t.colour_of(1, 0) == colour::none));
}

BOOST_AUTO_TEST_CASE(a_string_by_value_lives_as_long_as_the_scratch_space) {
  const table t("ops", two(), list);
  std::string scratch;
  const cell c = t.at(0, 4, scratch);
  BOOST_TEST(c.text == "a text of Matmul that is longer than small strings are");
  BOOST_TEST((c.text.data() == scratch.data()));
}

BOOST_AUTO_TEST_CASE(copies_share_rows_and_outlive_the_original) {
  table copy;
  BOOST_TEST(copy.rows() == 0u);
  BOOST_TEST(copy.columns() == 0u);
  {
    const table original("ops", two(), list);
    copy = original.without("Cores").renamed("fewer");
    BOOST_TEST(original.columns() == 5u);
  }
  BOOST_TEST(copy.name() == "fewer");
  BOOST_TEST(copy.columns() == 4u);
  std::string scratch;
  BOOST_TEST(copy.at(1, 2, scratch).text == "Copy on 8");
  BOOST_TEST(copy.without("no such column").columns() == 4u);
}

BOOST_AUTO_TEST_CASE(columns_are_found_by_title) {
  const table t("ops", two(), list);
  BOOST_TEST(t.find("Time") == 1u);
  BOOST_TEST(t.column(1).unit == "μs");
  BOOST_TEST(t.find("time") == t.columns());
}

BOOST_AUTO_TEST_CASE(a_table_over_rows_that_stay) {
  std::vector<row> rows = two();
  const table t = table::over("ops", rows, list);
  rows[0].cores = 5;
  std::string scratch;
  BOOST_TEST(t.at(0, 2, scratch).integer == 5);
}

BOOST_AUTO_TEST_CASE(a_step_makes_a_table_of_any_range) {
  const std::vector<row> rows = two();
  const std::list<row> linked(rows.begin(), rows.end());
  const auto tabulated = tabulate("t", columns(column<"Cores">(&row::cores)));  // its columns are its own
  for (const table& t : {rows | tabulated, linked | tabulated}) {
    std::string scratch;
    BOOST_TEST(t.name() == "t");
    BOOST_TEST(t.rows() == 2u);
    BOOST_TEST(t.at(1, 0, scratch).integer == 8);
  }
}

BOOST_AUTO_TEST_SUITE_END()
