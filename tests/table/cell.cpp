#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/table/cell.hpp>

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

BOOST_AUTO_TEST_SUITE_END()
