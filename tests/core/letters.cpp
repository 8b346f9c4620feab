#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/letters.hpp>

namespace ridgeline {
namespace {

static_assert(core_detail::same_letters("Memcpy", "mEMCPY") && !core_detail::same_letters("memcpy", "memcp"));
static_assert(core_detail::stands_at("gpu_MEMCPY", 4, "memcpy") && core_detail::stands_at("x", 1, ""));
static_assert(!core_detail::stands_at("gpu_mem", 4, "memcpy") && !core_detail::stands_at("gpu", 4, ""));
static_assert(!core_detail::same_letters("[", "{") && !core_detail::same_letters("@", "`"));  // 32 apart, no letters

static_assert(core_detail::stands_in("cudaGraphLaunch", "graphlaunch") && core_detail::stands_in("x", ""));
static_assert(core_detail::stands_in("", "") && !core_detail::stands_in("", "a") && !core_detail::stands_in("ab", "abc"));
static_assert(core_detail::stands_in("aab", "ab") && core_detail::stands_in("XY", "y") && !core_detail::stands_in("[", "{"));

// the first in the list counts, not the first in the text; words may begin alike, contain others and be short
constexpr core_detail::word_list<5> words{{"gemm_ar", "gemm", "ar", "x", "att"}};
static_assert(words.first_in("AR_GEMM") == 1 && words.first_in("my_Gemm_AR") == 0 && words.first_in("gemm_a") == 1);
static_assert(words.first_in("ar") == 2 && words.first_in("X") == 3 && words.first_in("8") == 5);  // '8' & 31 is 'x' & 31
static_assert(words.first_in("") == 5 && words.first_in("at") == 5 && !words.any_in("at") && words.any_in("flat_ATT"));

constexpr bool takes(std::string_view text, std::string_view part, std::string_view rest) {
  return core_detail::take_part(text, ',') == part && text == rest;
}
static_assert(takes("a,b,", "a", "b,") && takes("b,", "b", "") && takes("b", "b", "") && takes(",b", "", "b"));

BOOST_AUTO_TEST_SUITE(letters)

BOOST_AUTO_TEST_CASE(ascii_letters_alone_change) {
  BOOST_TEST(core_detail::lower_case(std::string("AZ[\\]az0 \xC3\x84")) == "az[\\]az0 \xC3\x84");  // Ä stays
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace ridgeline
