#include <ridgeline/core/letters.hpp>

#include <string_view>

namespace test_core_letters {

using namespace ridgeline::core_detail;

static_assert(hex_digit('0') == 0 && hex_digit('9') == 9 && hex_digit('a') == 10 && hex_digit('F') == 15);
static_assert(hex_digit('g') == -1 && hex_digit('G') == -1 && hex_digit('/') == -1 && hex_digit(':') == -1);
static_assert(is_letter('a') && is_letter('Z') && !is_letter('@') && !is_letter('[') && !is_letter('`') && !is_letter('{'));
static_assert(is_letter_or_digit('7') && !is_letter_or_digit('_'));
static_assert(is_capital('A') && !is_capital('a') && is_small_letter('z') && !is_small_letter('Z'));

constexpr std::string_view left(std::string_view text, std::string_view front) {
  return take_front(text, front) ? text : std::string_view("unchanged");
}
static_assert(left("Memcpy HtoD", "Memcpy ") == "HtoD");
static_assert(left("Memcpy", "Memcpy").empty());
static_assert(left("Mem", "Memcpy") == "unchanged");

}  // namespace test_core_letters
