#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>

#include <ridgeline/table/stored_cell.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_stored_cell)

static_assert(sizeof(stored_cell) == 16);

BOOST_AUTO_TEST_CASE(comes_back_as_it_was) {
  const auto back = [](const cell& c) { return cell(stored_cell(c)); };
  BOOST_TEST((back(cell{}).kind == cell_kind::none));
  BOOST_TEST((cell(stored_cell()).kind == cell_kind::none));
  for (const bool truth : {false, true}) {
    BOOST_TEST((back(cell::of(truth)).kind == cell_kind::boolean));
    BOOST_TEST(back(cell::of(truth)).integer == (truth ? 1 : 0));
  }
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(),
                                    std::numeric_limits<std::int64_t>::max()}) {
    BOOST_TEST((back(cell::of(number)).kind == cell_kind::integer));
    BOOST_TEST(back(cell::of(number)).integer == number);
  }
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
    BOOST_TEST((back(cell::of(number)).kind == cell_kind::integer));
    BOOST_TEST(static_cast<std::uint64_t>(back(cell::of(number)).integer) == number);
    BOOST_TEST(back(cell::of(number)).beyond == (number != 0));
  }
  for (const double number : {0.1, -2.5e300, std::numeric_limits<double>::infinity()}) {
    BOOST_TEST((back(cell::of(number)).kind == cell_kind::real));
    BOOST_TEST(back(cell::of(number)).real == number);
  }
  const std::string text = "a text with \0 in it";
  BOOST_TEST((back(cell::of(std::string_view(text))).kind == cell_kind::text));
  BOOST_TEST(back(cell::of(std::string_view(text))).text.data() == text.data());  // a view of the same text
  BOOST_TEST(back(cell::of(std::string_view(text))).text == text);
  BOOST_TEST((back(cell::of(std::string_view(""))).kind == cell_kind::text));
}

BOOST_AUTO_TEST_SUITE_END()
