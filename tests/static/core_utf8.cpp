#include <string_view>

#include <ridgeline/core/utf8.hpp>

namespace test_core_utf8 {

using namespace std::string_view_literals;
using ridgeline::utf8_front;
using ridgeline::utf8_length;

static_assert(utf8_length("a") == 1 && utf8_length("\0"sv) == 1 && utf8_length("\x7F") == 1);
static_assert(utf8_length("μs") == 2 && utf8_length("•") == 3 && utf8_length("\xF0\x9F\xAA\xA7") == 4);
static_assert(utf8_length("") == 0);
static_assert(utf8_length("\x80") == 0 && utf8_length("\xFF") == 0, "no lead bytes");
static_assert(utf8_length("\xC0\xAF") == 0 && utf8_length("\xC1\xBF") == 0, "overlong, two bytes");
static_assert(utf8_length("\xE0\x9F\xBF") == 0 && utf8_length("\xE0\xA0\x80") == 3, "three bytes start at U+0800");
static_assert(utf8_length("\xED\xA0\x80") == 0 && utf8_length("\xED\x9F\xBF") == 3, "surrogates are no characters");
static_assert(utf8_length("\xF0\x8F\xBF\xBF") == 0 && utf8_length("\xF0\x90\x80\x80") == 4, "four start at U+10000");
static_assert(utf8_length("\xF4\x8F\xBF\xBF") == 4 && utf8_length("\xF4\x90\x80\x80") == 0, "U+10FFFF is the last");
static_assert(utf8_length("\xC3") == 0 && utf8_length("\xE2\x80") == 0 && utf8_length("\xF0\x9F\xAA") == 0, "cut short");
static_assert(utf8_length("\xC3(") == 0 && utf8_length("\xE2(\x80") == 0 && utf8_length("\xE2\x80(") == 0);

static_assert(utf8_front("abc", 5) == "abc" && utf8_front("abc", 3) == "abc" && utf8_front("abc", 2) == "ab");
static_assert(utf8_front("aμ", 2) == "a" && utf8_front("aμ", 3) == "aμ");  // μ is bytes 1 and 2
static_assert(utf8_front("\xF0\x9F\xAA\xA7", 3).empty());
static_assert(utf8_front("\x80\x80\x80\x80\x80\x80", 5).size() == 2, "goes back by three bytes at most");

}  // namespace test_core_utf8
