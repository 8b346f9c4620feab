#include <ridgeline/torch/sheet/op_price.hpp>

#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/roofs.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_sheet_op_price)

namespace {

torch_price price_of(std::string_view op, std::string_view type, const char* chip) {
  torch_call_text arguments;
  for (int i = 0; i < 2; ++i) BOOST_REQUIRE(arguments.add("4096x4096", type));
  const hw::roofs roofs = hw::roofs_of(*hw::chips::find(chip), hw::roof_kind::peak);
  const auto prices = torch_prices_of(op, arguments, &roofs);
  BOOST_REQUIRE(prices.has_value());
  return prices->rows.front();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_roofline_needs_the_peak_of_its_format) {
  const auto close = boost::test_tools::tolerance(1e-9);
  // 2 * 4096^3 FLOP at 64 cores * 4096 FLOP/clk * 1 GHz / 4 passes; 3 * 32 MiB at 288 GB/s
  const torch_price product = price_of("aten::mm", "bf16", "n150");
  BOOST_TEST(product.time().in(us) == 2.0 * 4096 * 4096 * 4096 / 65.536e6, close);
  BOOST_TEST(product.memory.in(us) == 3.0 * 4096 * 4096 * 2 / 288e3, close);
  BOOST_TEST(product.bound() == "COMPUTE_BOUND");
  // no peak: it is at least the memory's time, but that is not the least time
  const torch_price sum = price_of("aten::add", "bf16", "n150");
  BOOST_TEST(known(sum.memory));
  BOOST_TEST(!known(sum.time()));
  BOOST_TEST(sum.bound() == "");
  // a copy computes nothing
  torch_price copy = sum;
  copy.flops = 0 * FLOP;
  BOOST_TEST((copy.time() == copy.memory));
  // nothing is known of how many bytes it moves
  copy.bytes = missing<byte_count>, copy.memory = missing<time_quantity>, copy.compute = 0 * us;
  BOOST_TEST(!known(copy.time()));
}

BOOST_AUTO_TEST_SUITE_END()
