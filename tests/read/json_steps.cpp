#include <ridgeline/read/json_steps.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_json_steps)

namespace {

constexpr std::uint8_t start = 1, other = 2;
const std::string padding(64, 'x');

/// The step that `steps` takes from `last` in `text`, and how many bytes it took.
std::pair<int, std::ptrdiff_t> taken(const json_steps& steps, std::uint8_t last, const std::string& text) {
  json_cursor c{text.data(), text.data() + text.size()};
  const std::uint8_t step = steps.take(c, last);
  return {step, c.at - text.data()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(takes_what_stood_there_before) {
  json_steps steps(other);
  BOOST_TEST(taken(steps, start, "\"ph\": 1" + padding).first == json_steps::none);
  const std::uint8_t ph = steps.learn(start, "\"ph\": ", 7, other), ts = steps.learn(ph, ", \"ts\": ", 8, other);
  BOOST_TEST(steps.code(ph) == 7);
  BOOST_TEST((taken(steps, start, "\"ph\": 1" + padding) == std::pair<int, std::ptrdiff_t>(ph, 6)));
  BOOST_TEST((taken(steps, ph, ", \"ts\": 1" + padding) == std::pair<int, std::ptrdiff_t>(ts, 8)));
  BOOST_TEST(taken(steps, ts, ", \"ts\": 1" + padding).first == json_steps::none);
  BOOST_TEST(steps.learn(start, "\"ph\": ", 7, other) == ph);
  BOOST_TEST(steps.learn(start, "\"ph\": ", 9, other) != ph);
}

BOOST_AUTO_TEST_CASE(takes_nothing_else) {
  json_steps steps(other);
  const std::string key = "\"key\": ";
  static_cast<void>(steps.learn(start, key, 7, other));
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::string text = key + "1" + padding;
    text[i] = '_';
    BOOST_TEST(taken(steps, start, text).first == json_steps::none);
  }
  BOOST_TEST(taken(steps, start, key + " 1" + padding).first == json_steps::none);  // a blank more
  BOOST_TEST(taken(steps, start, key + "\n1" + padding).first == json_steps::none);
  for (std::size_t room = 0; room < 49; ++room)  // the end of the text is near
    BOOST_TEST(taken(steps, start, (key + "1" + padding).substr(0, room)).second == 0);
}

BOOST_AUTO_TEST_CASE(remembers_the_last_two_and_what_fits) {
  json_steps steps(other);
  const std::uint8_t a = steps.learn(start, "\"a\":", 1, other), b = steps.learn(start, "\"b\":", 2, other);
  BOOST_TEST(taken(steps, start, "\"a\":1" + padding).first == a);
  BOOST_TEST(taken(steps, start, "\"b\":1" + padding).first == b);
  static_cast<void>(steps.learn(start, "\"c\":", 3, other));
  BOOST_TEST(taken(steps, start, "\"a\":1" + padding).first == json_steps::none);
  const std::string longest = '"' + std::string(45, 'k') + "\":";
  BOOST_TEST(taken(steps, start, longest + "1" + padding).first == json_steps::none);
  const std::uint8_t l = steps.learn(start, longest, 4, other);
  BOOST_TEST((taken(steps, start, longest + "1" + padding) == std::pair<int, std::ptrdiff_t>(l, 48)));
  BOOST_TEST(steps.learn(start, longest + " ", 4, other) == other);
  for (int i = 0; i < 1000; ++i) static_cast<void>(steps.learn(l, "\"" + std::to_string(i) + "\":", 5, other));
  BOOST_TEST(taken(steps, start, longest + "1" + padding).first == l);
}

BOOST_AUTO_TEST_SUITE_END()
