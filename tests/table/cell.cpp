#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>

#include <ridgeline/table/cell.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/record/op.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_cell)

// At run time, because clang does not accept arithmetic with not-a-number as a constant.

BOOST_AUTO_TEST_CASE(what_is_not_known_is_nothing) {
  BOOST_TEST((to_cell(missing<time_quantity>, us).kind == cell_kind::none));
  BOOST_TEST(to_cell(missing<double>, percent).empty());
}

BOOST_AUTO_TEST_CASE(a_tensor_with_an_unknown_extent_has_no_number_of_elements) {
  BOOST_TEST(!known(tt_tensor{}.elements()));
  BOOST_TEST(!known(tt_tensor{{1, 2, unknown_dim, 64}, {}, {}}.elements()));
}

// Handles, hashes and addresses. 2^63 = 9223372036854775808; its neighbours within 1024 have the same double.
BOOST_AUTO_TEST_CASE(unsigned_integers_keep_their_digits) {
  constexpr std::uint64_t handle = (std::uint64_t{1} << 63) + 1;
  constexpr column_facts plain_column{.separators = false}, grouped{};
  const auto text = [](const cell& c, const column_facts& column) {
    std::string out;
    append_for_people(out, c, column);
    return out;
  };
  BOOST_TEST(text(to_cell(handle, plain), plain_column) == "9223372036854775809");
  BOOST_TEST(text(to_cell(handle, plain), grouped) == "9,223,372,036,854,775,809");
  BOOST_TEST(text(to_cell(handle - 2, plain), plain_column) == "9223372036854775807");
  BOOST_TEST(to_cell(handle, plain).number() == 9223372036854775808.0);
  BOOST_TEST(!to_cell(handle, plain).fits_double());
  BOOST_TEST(to_cell(std::uint64_t{1} << 53, plain).fits_double());
  BOOST_TEST(!to_cell((std::int64_t{1} << 53) + 1, plain).fits_double());
}

BOOST_AUTO_TEST_SUITE_END()
