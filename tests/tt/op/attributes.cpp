#include <ridgeline/tt/op/attributes.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

namespace at = ridgeline::tt_attributes;

BOOST_AUTO_TEST_SUITE(model_tt_attributes)

BOOST_AUTO_TEST_CASE(whole_numbers_behind_a_key) {
  BOOST_TEST(at::integer("Config(in0_block_w=14;out_subblock_h=5)", "in0_block_w=").value() == 14);
  BOOST_TEST(at::integer("in0_block_w=1; in0_block_w=2", "in0_block_w=").value() == 1);  // the first one
  BOOST_TEST(!at::integer("in0_block_w=std::nullopt", "in0_block_w=").has_value());
  BOOST_TEST(!at::integer("in0_block_w=", "in0_block_w=").has_value());
  BOOST_TEST(!at::integer("in0_block_w=99999999999", "in0_block_w=").has_value());  // does not fit an int
  BOOST_TEST(!at::integer("", "in0_block_w=").has_value());
}

BOOST_AUTO_TEST_CASE(flags) {
  BOOST_TEST(at::flag("{'split': 'true'}", "'split': '").value() == true);
  BOOST_TEST(at::flag("{'split': 'false'}", "'split': '").value() == false);
  BOOST_TEST(at::flag("{'split': 'tru", "'split': '").value() == false);
  BOOST_TEST(!at::flag("{'other': 'true'}", "'split': '").has_value());
}

BOOST_AUTO_TEST_CASE(pairs) {
  const auto both = at::pair_of("input_hw=(9;9); window_hw=(3;5); stride_hw=(1;1)", "window_hw");
  BOOST_REQUIRE(both.has_value());
  BOOST_TEST(both->first == 3);
  BOOST_TEST(both->second == 5);
  BOOST_TEST(at::pair_of("window_hw=(3; 5)", "window_hw")->second == 5);  // blanks are skipped
  for (const char* text : {"window_hw=(3)", "window_hw=3;5", "window_hw=(;)", "window_hw=(3;", "window_hw", "", "window_hw=(a;5)"})
    BOOST_TEST(!at::pair_of(text, "window_hw").has_value(), text);
}

BOOST_AUTO_TEST_CASE(lists_keep_brackets_and_blanks) {
  const auto list = [](const char* text, const char* key, int pieces) {
    std::string out;
    at::append_list(out, text, key, pieces);
    return out;
  };
  BOOST_TEST(list("window_hw=(3;5); stride_hw=(2;2)", "window_hw=", 2) == "(3,5)");
  BOOST_TEST(list("padding=((1; 1); (0; 2)); dilation_hw=(1;1)", "padding=", 4) == "((1, 1), (0, 2))");
  BOOST_TEST(list("window_hw=(3", "window_hw=", 2) == "(3");  // cut short
  BOOST_TEST(list("stride_hw=(2;2)", "window_hw=", 2) == "x");
}

BOOST_AUTO_TEST_SUITE_END()
