#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/letters.hpp>

namespace ridgeline {
namespace {

static_assert(core_detail::same_letters("Memcpy", "mEMCPY") && !core_detail::same_letters("memcpy", "memcp"));
static_assert(core_detail::stands_at("gpu_MEMCPY", 4, "memcpy") && core_detail::stands_at("x", 1, ""));
static_assert(!core_detail::stands_at("gpu_mem", 4, "memcpy") && !core_detail::stands_at("gpu", 4, ""));
static_assert(!core_detail::same_letters("[", "{") && !core_detail::same_letters("@", "`"));  // 32 apart, no letters

BOOST_AUTO_TEST_SUITE(letters)

BOOST_AUTO_TEST_CASE(ascii_letters_alone_change) {
  BOOST_TEST(core_detail::lower_case(std::string("AZ[\\]az0 \xC3\x84")) == "az[\\]az0 \xC3\x84");  // Ä stays
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace ridgeline
