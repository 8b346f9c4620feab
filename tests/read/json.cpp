#include <ridgeline/read/json.hpp>

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_json)

BOOST_AUTO_TEST_CASE(hands_out_paths) {
  std::vector<std::string> seen;
  const auto done = read_json(R"({"name": "MI300X", "peaks": {"bf16": 708, "x": 1.5}, "ids": [3, [4]], "on": true, "no": null})",
                              [&](std::string_view path, const json_leaf& v) {
                                std::string text = v.is == json_leaf::kind::text      ? std::string(v.text)
                                                   : v.is == json_leaf::kind::whole   ? std::to_string(v.whole)
                                                   : v.is == json_leaf::kind::real    ? "real"
                                                   : v.is == json_leaf::kind::boolean ? "bool"
                                                   : v.is == json_leaf::kind::null    ? "null"
                                                   : v.is == json_leaf::kind::object  ? "{"
                                                                                      : "[";
                                seen.push_back(std::string(path) + "=" + text);
                              });
  BOOST_TEST(done.has_value());
  const std::vector<std::string> expected{"={",         "/name=MI300X", "/peaks={",   "/peaks/bf16=708", "/peaks/x=real", "/ids=[",
                                          "/ids/0=3",   "/ids/1=[",     "/ids/1/0=4", "/on=bool",        "/no=null"};
  BOOST_TEST(seen == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(numbers_are_whole_where_they_are_spelled_so) {
  double sum = 0;
  static_cast<void>(read_json("[2, 0.5, 18446744073709551615]", [&](std::string_view, const json_leaf& v) {
    if (v.is_number()) sum += v.real;
  }));
  BOOST_TEST(sum == 18446744073709551616.0);  // 2 + 0.5 vanish next to 2^64
}

BOOST_AUTO_TEST_CASE(files_of_editors_and_downloads_are_told) {
  const auto why = [](std::string_view document) {
    const auto done = read_json(document, [](std::string_view, const json_leaf&) {}, "gate.json");
    return done ? std::string("read") : to_string(done.error());
  };
  BOOST_TEST(why("\xEF\xBB\xBF{\"a\": 1}") == "read");  // a byte order mark
  using namespace std::string_view_literals;
  BOOST_TEST(why("\xFF\xFE{\0"sv).find("is UTF-16 or UTF-32 text") != std::string::npos);
  BOOST_TEST(why("version https://git-lfs.github.com/spec/v1\n").find("is a pointer of Git LFS") != std::string::npos);
  BOOST_TEST(why("<html></html>") == "gate.json:1:1: is HTML or XML, not JSON");
  BOOST_TEST(why("").find("is not valid JSON") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(says_where_it_is_wrong) {
  const auto done = read_json("{\n  \"a\": 1,\n  b\n}", [](std::string_view, const json_leaf&) {});
  BOOST_REQUIRE(!done.has_value());
  BOOST_TEST(done.error().at.line == 3u);
  BOOST_TEST(!read_json("[1] x", [](std::string_view, const json_leaf&) {}).has_value());
  BOOST_TEST(!read_json("", [](std::string_view, const json_leaf&) {}).has_value());
}

BOOST_AUTO_TEST_CASE(refuses_deep_nesting) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  BOOST_TEST(!read_json(deep, [](std::string_view, const json_leaf&) {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
