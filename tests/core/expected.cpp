#include <ridgeline/core/expected.hpp>

#include <memory>
#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(core_expected)

BOOST_AUTO_TEST_CASE(a_value_is_a_success_and_a_failure_is_not) {
  const expected<int> good = 4;
  BOOST_TEST(good.has_value());
  BOOST_TEST(*good == 4);
  const expected<int> bad = failure{errc::bad_value, {"ops.csv", 17, 42}, "expected a number, found \"6x4\""};
  BOOST_TEST(!bad);
  BOOST_TEST((bad.error().code == errc::bad_value));
  BOOST_TEST(to_string(bad.error()) == "ops.csv:17:42: expected a number, found \"6x4\"");
}

BOOST_AUTO_TEST_CASE(values_that_only_move_come_out_again) {
  expected<std::unique_ptr<int>> made = std::make_unique<int>(7);
  const std::unique_ptr<int> out = *std::move(made);
  BOOST_TEST(*out == 7);
  expected<std::string> text = std::string("abc");
  text->push_back('d');
  BOOST_TEST(text.value() == "abcd");
}

BOOST_AUTO_TEST_CASE(a_place_says_as_much_as_is_known) {
  BOOST_TEST(to_string(source_pos{"f", 3, 9}) == "f:3:9");
  BOOST_TEST(to_string(source_pos{"f", 3}) == "f:3");
  BOOST_TEST(to_string(source_pos{"f"}) == "f");
  BOOST_TEST(to_string(source_pos{"f", 0, 9}) == "f");  // a column without its line means nothing
  BOOST_TEST(to_string(source_pos{"", 3, 9}) == "line 3, column 9");  // of what was read from memory
  BOOST_TEST(to_string(source_pos{"", 3}) == "line 3");
  BOOST_TEST(to_string(failure{errc::usage, {}, "what"}) == "what");
  // a zero would end the text for printf
  BOOST_TEST(to_string(failure{errc::usage, {"f"}, std::string("found \0a\0", 9)}) == "f: found \u2400a\u2400");
}

BOOST_AUTO_TEST_SUITE_END()
