#include <ridgeline/table/python_text.hpp>

#include <limits>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_python_text)

namespace {

std::string python(std::string_view json, python_list arrays = python_list::tuple) {
  std::string text;
  append_python(text, json, arrays);
  return text;
}
std::string real(double value) {
  std::string text;
  append_python_real(text, value);
  return text;
}
std::string quoted(std::string_view value) {
  std::string text;
  append_python_text(text, value);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lists_become_tuples_or_lists) {
  BOOST_TEST(python("[[16,559],[]]") == "((16, 559), ())");
  BOOST_TEST(python("[[16,559],[]]", python_list::list) == "[[16, 559], []]");
  BOOST_TEST(python("[[7]]") == "((7,),)");
  BOOST_TEST(python("[]") == "()");
  BOOST_TEST(python("[ 0, 1]", python_list::list) == "[0, 1]");
  BOOST_TEST(python(R"(["","1",null,true,false,1.5e3])") == "('', '1', None, True, False, 1.5e3)");
  BOOST_TEST(python(R"({"a":[1],"b":{"c":2}})") == "{'a': (1,), 'b': {'c': 2}}");
  BOOST_TEST(python("7") == "7");
}

BOOST_AUTO_TEST_CASE(texts_are_quoted_as_python_does) {
  BOOST_TEST(quoted("plain") == "'plain'");
  BOOST_TEST(quoted("it's") == "\"it's\"");
  BOOST_TEST(quoted("it's \"so\"") == R"('it\'s "so"')");
  BOOST_TEST(quoted("\"so\"") == "'\"so\"'");
  BOOST_TEST(quoted("a\\b\n\t\x01\x7F") == R"('a\\b\n\t\x01\x7f')");
  BOOST_TEST(quoted("µs") == "'µs'");
  BOOST_TEST(quoted("a\xC2\xA0" "b\xC2\xAD") == R"('a\xa0b\xad')");  // U+00A0, U+00AD
  BOOST_TEST(quoted("\xE2\x80\x8B|\xE3\x80\x80|\xEF\xBB\xBF") == R"('\u200b|\u3000|\ufeff')");
  BOOST_TEST(quoted("“é、한’\xE2\x80") == "'“é、한’\xE2\x80'");  // also a cut character
  BOOST_TEST(python(R"(["a\"b\\c\u001f"])") == R"(('a"b\\c\x1f',))");
}

BOOST_AUTO_TEST_CASE(reals_have_a_point_or_an_exponent) {
  BOOST_TEST(real(24) == "24.0");
  BOOST_TEST(real(0.1) == "0.1");
  BOOST_TEST(real(-0.0) == "-0.0");
  BOOST_TEST(real(1e-5) == "1e-05");
  BOOST_TEST(real(1e16) == "1e+16");
  BOOST_TEST(real(388.3447265625) == "388.3447265625");
  BOOST_TEST(real(std::numeric_limits<double>::infinity()) == "inf");
  BOOST_TEST(real(std::numeric_limits<double>::quiet_NaN()) == "nan");
}

BOOST_AUTO_TEST_CASE(what_is_no_json_stays_as_it_is) {
  for (const std::string_view text : {"[1,", "]", "[1}", "\"open", "1 2", "[\"\\u00\"]", "[0, 1, ..., 7", ","})
    BOOST_TEST(python(text) == text);
}

BOOST_AUTO_TEST_CASE(depth_costs_no_stack) {
  const std::size_t deep = 200'000;
  const std::string json = std::string(deep, '[') + std::string(deep, ']');
  // every level but the innermost has one value: a comma after it
  BOOST_TEST(python(json).size() == 2 * deep + deep - 1);
}

BOOST_AUTO_TEST_CASE(dictionaries) {
  std::string text;
  python_dict d(text);
  d.text("name", "k");
  d.integer("stream", 7);
  d.real("mean", 2);
  d.literal("none", "None");
  d.close();
  BOOST_TEST(text == "{'name': 'k', 'stream': 7, 'mean': 2.0, 'none': None}");
}

BOOST_AUTO_TEST_SUITE_END()
