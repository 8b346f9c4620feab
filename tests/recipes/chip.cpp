// How to add a chip to the library: the recipe quoted in docs/CONTRIBUTING.md.
#include <array>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/roofline.hpp>

namespace ridgeline::hw {

namespace {

// BEGIN chip
/// A board that nobody sells. Sources: [EX] its data sheet, which nobody wrote.
struct example_board {
  static constexpr std::string_view name = "example_board";
  static constexpr std::string_view vendor = "Example";
  static constexpr std::array<std::string_view, 1> aliases{"Example Board 64GB"};  // as traces print it
  static constexpr int cores = 100;
  static constexpr frequency clock = 1500 * MHz;
  static constexpr figure<bandwidth> dram{1000 * GBps, basis::vendor, "EX: 512 bit at 15.625 GT/s"};
  static constexpr byte_count memory = 64 * GB;
  static constexpr std::array peaks{peak{matrix_bf16, 200 * TFLOPps, basis::vendor, "EX: BF16, dense"},
                                    peak{matrix_fp8, 400 * TFLOPps, basis::vendor, "EX: FP8, dense"}};
};
static_assert(hardware<example_board>);
// END chip

// BEGIN chip facts
static_assert(ridge_point<example_board, matrix_bf16> == 200 * FLOPpB);  // 200e12 FLOP/s / 1000e9 B/s
static_assert(!publishes_peak<example_board, matrix_fp64>);              // what nobody publishes is not guessed
static_assert(chip_set<example_board>::find("example board 64gb")->cores == example_board::cores);  // in any letter case
// END chip facts

}  // namespace

}  // namespace ridgeline::hw

BOOST_AUTO_TEST_SUITE(recipes_chip)

BOOST_AUTO_TEST_CASE(ops_are_judged_on_it) {
  using namespace ridgeline;
  // BEGIN chip test
  const hw::device* const on = hw::tenstorrent_chips::with<hw::example_board>::find("example_board");
  BOOST_REQUIRE(on != nullptr);
  const roof r = roofline(op::matmul{1, 1000, 1000, 1000}, *on, matrix_bf16);
  BOOST_TEST(r.compute.in(us) == 10.0);  // 2e9 FLOP / 200e12 FLOP/s
  BOOST_TEST(r.memory.in(us) == 6.0);    // 3 matrices * 1e6 * 2 B / 1000e9 B/s
  // END chip test
}

BOOST_AUTO_TEST_SUITE_END()
