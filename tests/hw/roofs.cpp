#include <ridgeline/hw/roofs.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(hw_roofs)

namespace {

hw::roofs of(const char* chip) { return hw::roofs_of(*hw::chips::find(chip), hw::roof_kind::peak); }

}  // namespace

BOOST_AUTO_TEST_CASE(narrow_types_run_as_the_next_wider_one_that_the_chip_has) {
  const auto rate = [](const char* chip, dtype type) { return of(chip).matrix_rate_of(type).in(TFLOPps); };
  BOOST_TEST(rate("tpu_v6e", dtype::bf16) == 918.0);
  BOOST_TEST(rate("tpu_v6e", dtype::fp8) == 918.0);    // its own figure
  BOOST_TEST(rate("tpu_v6e", dtype::int4) == 1836.0);  // that of INT8
  BOOST_TEST(rate("tpu_v6e", dtype::uint8) == 1836.0);
  BOOST_TEST(rate("tpu_v5e", dtype::fp8) == 197.0);    // that of BF16
  BOOST_TEST(rate("tpu_v4", dtype::fp4) == 275.0);
  BOOST_TEST(rate("a100", dtype::fp8) == 312.0);
  hw::roofs own = of("tpu_v5e");
  own.vectors_stand_in = false;  // a list of peaks that may lack some: nothing stands in
  BOOST_TEST(!known(own.matrix_rate_of(dtype::fp8)));
}

BOOST_AUTO_TEST_CASE(complex_numbers_are_computed_by_the_units_of_their_parts) {
  const hw::roofs a100 = of("a100"), mi300 = of("mi300x");
  BOOST_TEST(a100.rate_of("matrix_complex64").in(TFLOPps) == 19.5);   // FP32 without matrix units
  BOOST_TEST(a100.rate_of("vector_complex64").in(TFLOPps) == 19.5);
  BOOST_TEST(a100.rate_of("matrix_complex128").in(TFLOPps) == 19.5);  // FP64 with them
  BOOST_TEST(a100.rounded_rate_of("matrix_complex64").in(TFLOPps) == 156.0);
  BOOST_TEST(mi300.rate_of("matrix_complex64").in(TFLOPps) == mi300.peak_of("matrix_fp32").in(TFLOPps));
  BOOST_TEST(mi300.rounded_rate_of("matrix_fp32").in(TFLOPps) == 653.7);  // although it has matrix units for FP32
  BOOST_TEST(!known(mi300.rounded_rate_of("matrix_bf16")));
  BOOST_TEST(!known(of("mi355x").rounded_rate_of("matrix_fp32")));
  BOOST_TEST(!known(a100.peak_of("matrix_complex64")));
  hw::roofs own = a100;
  own.vectors_stand_in = false;
  BOOST_TEST(!known(own.rate_of("matrix_complex64")));
}

BOOST_AUTO_TEST_CASE(formats_have_the_peak_of_the_passes_that_keep_their_bits) {
  const hw::roofs n150 = of("n150");  // 64 cores * 4096 FLOP/clk * 1 GHz = 262.144 TFLOP/s a pass
  for (const char* four : {"matrix_bf16", "matrix_fp16", "matrix_fp32"})
    BOOST_TEST(n150.rate_of(four).in(TFLOPps) == 65.536, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(n150.rate_of("matrix_bfp8").in(TFLOPps) == 131.072, boost::test_tools::tolerance(1e-12));
  for (const char* one : {"matrix_bfp4", "matrix_fp8", "matrix_fp4"})
    BOOST_TEST(n150.rate_of(one).in(TFLOPps) == 262.144, boost::test_tools::tolerance(1e-12));
  for (const char* none : {"matrix_fp64", "matrix_int8", "vector_bf16"}) BOOST_TEST(!known(n150.rate_of(none)));
  BOOST_TEST(!known(of("h100").peak_of("matrix_bfp8")));
}

BOOST_AUTO_TEST_CASE(fp32_products_faster_than_vector_units_were_rounded) {
  const hw::roofs chip{"chip", false, 1000 * GBps, {{"vector_fp32", 20 * TFLOPps}, {"matrix_tf32", 160 * TFLOPps}}, true};
  const flop_count work = 2e9 * FLOP;
  BOOST_TEST(chip.least_time(work, matrix_fp32, 200 * us).in(us) == 100.0);  // 2e9 / 20e12
  BOOST_TEST(chip.least_time(work, matrix_fp32, 95 * us).in(us) == 100.0);   // the clock may be 10 % above the nominal one
  BOOST_TEST(chip.least_time(work, matrix_fp32, 50 * us).in(us) == 12.5);    // 2e9 / 160e12
  BOOST_TEST(chip.least_time(work, matrix_fp32, missing<time_quantity>).in(us) == 100.0);
  BOOST_TEST(!known(chip.least_time(work, matrix_bf16, 50 * us)));
}

BOOST_AUTO_TEST_SUITE_END()
