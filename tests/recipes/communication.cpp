// How to define what counts as communication: the recipe quoted in docs/CONTRIBUTING.md.
#include <array>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/communication_table.hpp>

namespace ridgeline {

namespace {

// BEGIN communication
/// Kernels of a communication library of one's own, by the front of their names.
struct with_our_rings {
  static constexpr std::array communication{gpu::communication_rule{
      "ring_exchange_", gpu::text_place::front, gpu::rule_says::communication, "ours", gpu::collective_kind::alltoall}};
};
// END communication

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_communication)

BOOST_AUTO_TEST_CASE(kernels_are_told_by_their_names) {
  using namespace ridgeline;
  // BEGIN communication test
  const auto table = gpu::communication_table::with<with_our_rings>();
  const auto found = table.of("ring_exchange_bf16", "my::exchange");  // a kernel's name, and that of the op around it
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->library == "ours");
  BOOST_TEST((found->kind == gpu::collective_kind::alltoall));
  BOOST_TEST(!table.of("gemm_bf16", "aten::mm").has_value());
  // END communication test
}

BOOST_AUTO_TEST_SUITE_END()
