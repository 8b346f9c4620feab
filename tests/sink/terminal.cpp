#include <ridgeline/sink/terminal.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;
using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(sink_terminal)

namespace {

std::string plain_text(std::string_view text, std::size_t most = 1000) {
  std::string out = "<";
  const std::size_t width = append_plain(out, text, most);
  BOOST_TEST(width == display_width(out) - 1);
  return out.substr(1);
}

}  // namespace

BOOST_AUTO_TEST_CASE(width_is_that_of_a_terminal) {
  BOOST_TEST(display_width("") == 0u);
  BOOST_TEST(display_width("abc") == 3u);
  BOOST_TEST(display_width("12 μs") == 5u);
  BOOST_TEST(display_width("\xF0\x9F\xAA\xA7 x") == 4u);  // an emoji, a blank, x
  BOOST_TEST(display_width("漢字カナ한글") == 12u);       // six of two columns
  BOOST_TEST(display_width("ｱﾊ") == 2u);                  // of half the width
  BOOST_TEST(display_width("e\u0301\u200D\uFE0F") == 1u); // an accent, a joiner, a variation selector: on the e
  BOOST_TEST(display_width("\xFF\xC2") == 2u);            // no text
}

BOOST_AUTO_TEST_CASE(text_stays_as_it_is) {
  for (std::string_view text : {""sv, "Matmul 32 x 64 x 96 [ABH=2|x]"sv, "μs • 漢字 \xF0\x9F\xAA\xA7"sv, "\xC2\xA0|\xC2\xBF"sv})
    BOOST_TEST(plain_text(text) == text);
}

BOOST_AUTO_TEST_CASE(what_steers_a_terminal_does_not_reach_it) {
  BOOST_TEST(plain_text("\x1b[2Ja\x1b]0;title\x07") == "␛[2Ja␛]0;title␇");
  BOOST_TEST(plain_text("a\rb\nc\td\be\x7F\0f"sv) == "a␍b␊c␉d␈e␡␀f");
  BOOST_TEST(plain_text("\xC2\x9B""2J\xC2\x80\xC2\x9F") == "?2J??");  // control characters of two bytes
  BOOST_TEST(plain_text("\x9B""2J") == "?2J");                        // the same for a terminal of eight bits
  BOOST_TEST(plain_text("a\u202Eb\u2066c\u2028d") == "a?b?c?d");      // text direction, line separator
  BOOST_TEST(plain_text("\u2027\u202F\u2065\u206A") == "\u2027\u202F\u2065\u206A");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_one_mark_each) {
  BOOST_TEST(plain_text("\xFF\xFE") == "??");
  BOOST_TEST(plain_text("a\xC2") == "a?");
  BOOST_TEST(plain_text("\xC2""A") == "?A");
  BOOST_TEST(plain_text("\xE2\x82:") == "??:");
  BOOST_TEST(plain_text("\xED\xA0\x80") == "???");
}

BOOST_AUTO_TEST_CASE(long_texts_end_with_an_ellipsis) {
  BOOST_TEST(plain_text("abcd", 4) == "abcd");
  BOOST_TEST(plain_text("abcde", 4) == "abc…");
  BOOST_TEST(plain_text("μμμμμ", 4) == "μμμ…");
  BOOST_TEST(plain_text("ab", 1) == "…");
  BOOST_TEST(plain_text("ab", 0) == "");
  BOOST_TEST(plain_text("abc\xFF", 4) == "abc?");
  BOOST_TEST(plain_text("漢字", 4) == "漢字");
  BOOST_TEST(plain_text("漢字漢", 5) == "漢字…");
  BOOST_TEST(plain_text("漢字漢", 4) == "漢…");   // three columns: a half character is not shown
  BOOST_TEST(plain_text("漢字", 1) == "…");
  BOOST_TEST(plain_text("abe\u0301", 3) == "abe\u0301");  // a combining mark takes no space
}

BOOST_AUTO_TEST_SUITE_END()
