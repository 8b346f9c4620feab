#include <ridgeline/hw/tenstorrent.hpp>
#include <ridgeline/op/attention.hpp>
#include <ridgeline/op/convolution.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/gemm.hpp>
#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/norm.hpp>
#include <ridgeline/op/roofline.hpp>

#include <cmath>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(op_roofline)

// tests/static/op_roofline.cpp has the rest; for clang, arithmetic with unknowns is not a constant expression.
BOOST_AUTO_TEST_CASE(what_is_not_known_does_not_bound) {
  const hw::device d = hw::image<hw::wormhole>();
  const op::matmul op{1, 1, 4096, 4096};  // 33570816 B / 288 B/ns = 116565.3 ns

  const roof no_peak = roofline(op, d, matrix_fp8);
  BOOST_TEST(!known(no_peak.compute));
  BOOST_TEST(no_peak.time().base() == 33'570'816.0 / 288);
  BOOST_TEST(!no_peak.compute_bound());
  BOOST_TEST(!no_peak.memory_bound());

  const roof no_op = roofline(op::matmul{1, missing<double>, 4096, 4096}, d, lofi);
  BOOST_TEST(!known(no_op.time()));
  BOOST_TEST(!known(no_op.share(1 * us)));
  BOOST_TEST(!no_op.memory_bound());
  BOOST_TEST(!no_op.compute_bound());

  // No measured matrix rate is published for a Wormhole, but a measured bandwidth is: 267.5 GB/s.
  const roof measured = roofline(op, d, lofi, 0, hw::roof_kind::achievable);
  BOOST_TEST(!known(measured.compute));
  BOOST_TEST(measured.time().base() == 33'570'816.0 / 267.5);
}

BOOST_AUTO_TEST_CASE(what_no_op_can_cost_is_not_known) {
  struct counted {
    double n;
    constexpr flop_count flops() const { return n * FLOP; }
    constexpr byte_count bytes() const { return n * B; }
  };
  BOOST_TEST(flops(counted{0}).base() == 0);
  BOOST_TEST(bytes(counted{1e300}).base() == 1e300);
  for (const double n : {-1.0, -1e300, HUGE_VAL, -HUGE_VAL, missing<double>}) {
    BOOST_TEST(!known(flops(counted{n})), n);
    BOOST_TEST(!known(bytes(counted{n})), n);
  }
}

BOOST_AUTO_TEST_CASE(what_is_not_given_is_not_nothing) {
  // The sizes of elements are forgotten most: their bytes were 0, and the op was bound by its arithmetic alone.
  BOOST_TEST(!known(bytes(op::rms_norm{.elements = 4096, .channels = 64})));
  BOOST_TEST(!known(bytes(op::norm{.elements = 4096, .channels = 64})));
  BOOST_TEST(!known(bytes(op::gemm{.m = 8, .n = 8, .k = 8})));
  BOOST_TEST(!known(bytes(op::unary{.inputs = 8, .outputs = 8})));
  BOOST_TEST(!known(bytes(op::binary{.first = 8, .second = 8, .outputs = 8, .in1 = 2 * B, .out = 2 * B})));
  BOOST_TEST(!known(bytes(op::reduce{.inputs = 8})));
  BOOST_TEST(!known(bytes(op::attention{.heads = 8, .queries = 8, .keys = 8, .head = 64})));
  BOOST_TEST(!known(flops(op::gemm{.m = 8, .n = 8})));
  BOOST_TEST(!known(flops(op::unary{.in = 2 * B, .out = 2 * B})));
  BOOST_TEST(!known(flops(op::convolution{.input = 8, .filter = 9, .output = 8, .element = 2 * B})));
  // Q has as many heads as K and V, which are as wide, unless it is said: 2 * 8 * 8 * 8 pairs * (64 + 64)
  const op::attention same{.heads = 8, .queries = 8, .keys = 8, .head = 64, .element = 2 * B};
  BOOST_TEST((flops(same) == 131'072 * FLOP));
  BOOST_TEST((bytes(same) == 32'768 * B));  // (8 * 8 * (64 + 64) of Q and the result, as many of K and V) * 2
  BOOST_TEST((bytes(op::transfer(64 * B)) == 64 * B));  // moves and computes nothing
  BOOST_TEST((flops(op::transfer(64 * B)) == 0 * FLOP));
}

BOOST_AUTO_TEST_SUITE_END()
