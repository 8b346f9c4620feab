#include <ridgeline/xla/op/flops.hpp>

#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_op_flops)

namespace {

proto_bytes sums_over(std::int64_t lhs, std::int64_t rhs) {
  return proto_bytes().bytes(30, proto_bytes().packed(1, {lhs}).packed(2, {rhs}));
}
/// One spatial dimension of a window: size, stride, padding on both sides, dilation of kernel and input.
proto_bytes dimension(std::int64_t size, std::int64_t stride, std::int64_t low, std::int64_t high,
                      std::int64_t kernel_dilation, std::int64_t input_dilation) {
  return proto_bytes().bytes(1, proto_bytes().number(1, size).number(2, stride).number(3, low).number(4, high)
                                    .number(5, kernel_dilation).number(6, input_dilation));
}
/// Batch and features first and last of input and output (`NHWC`), kernels by place, input and output features.
proto_bytes convolution(const proto_bytes& one_dimension) {
  proto_bytes window;
  window.raw(one_dimension.text()).raw(one_dimension.text());
  return proto_bytes()
      .bytes(15, window)
      .bytes(16, proto_bytes().number(3, 2).number(4, 3).number(8, 3).number(10, 3).packed(6, {0, 1})
                     .packed(11, {1, 2}).packed(12, {1, 2}));
}
/// A fusion of two products, one in a nested fusion; a convolution; a loop; an addition.
xla_trace program() {
  xplane::module m("jit_f");
  m.computation("inner");
  const auto a = m.parameter("a", xplane::bf16({8, 4})), b = m.parameter("b", xplane::bf16({4, 6}));
  m.root(m.add("dot.1", "dot", xplane::f32({8, 6}), {a, b}, sums_over(1, 0)));
  m.computation("outer");
  const auto c = m.parameter("c", xplane::f32({8, 6})), d = m.parameter("d", xplane::f32({6, 2}));
  m.add("fusion.2", "fusion", xplane::f32({8, 6}), {c, d}, proto_bytes().packed(38, {1}));
  m.root(m.add("dot.3", "dot", xplane::f32({8, 2}), {c, d}, sums_over(1, 0)));
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({1, 10, 10, 3})), k = m.parameter("k", xplane::bf16({3, 3, 3, 16}));
  m.add("fusion.4", "fusion", xplane::f32({8, 2}), {x, k}, proto_bytes().packed(38, {2}));
  m.add("convolution.5", "convolution", xplane::bf16({1, 8, 8, 16}), {x, k},
        convolution(dimension(3, 1, 0, 0, 1, 1)));
  m.add("padded.8", "convolution", xplane::bf16({1, 10, 10, 16}), {x, k}, convolution(dimension(3, 1, 1, 1, 1, 1)));
  const auto y = m.parameter("y", xplane::bf16({1, 5, 5, 16})), t = m.parameter("t", xplane::bf16({3, 3, 16, 3}));
  m.add("gradient.9", "convolution", xplane::bf16({1, 10, 10, 3}), {y, t}, convolution(dimension(3, 1, 1, 2, 1, 2)));
  // batches as a dimension that is as far dilated as it is long, so that each place meets its own element of the kernel
  const auto p = m.parameter("p", xplane::bf16({2048, 4, 6})), q = m.parameter("q", xplane::bf16({2048, 6, 5}));
  m.add("batches.11", "convolution", xplane::bf16({2048, 4, 5}), {p, q},
        proto_bytes().bytes(15, dimension(2048, 2047, 0, 0, 1, 2048))
            .bytes(16, proto_bytes().number(7, 1).number(8, 2).number(9, 1).number(10, 2).number(3, 1).number(4, 2)
                           .packed(6, {0}).packed(11, {0}).packed(12, {0})));
  m.add("unsaid.10", "convolution", xplane::bf16({1, 10, 10, 16}), {x, k},
        proto_bytes().bytes(16, proto_bytes().number(3, 2).number(4, 3)));
  m.add("while.6", "while", xplane::f32({8, 2}), {x}, proto_bytes().packed(38, {2}));
  m.add("add.7", "add", xplane::bf16({1, 10, 10, 3}), {x, x});
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  return std::move(*read_xplane(xplane::file({metadata.bytes()})));
}

}  // namespace

BOOST_AUTO_TEST_CASE(products_and_convolutions_count_wherever_they_are) {
  const xla_trace trace = program();
  BOOST_REQUIRE(trace.modules.size() == 1u);
  const hlo_module& m = trace.modules[0];
  hlo_type type = hlo_type::invalid;
  const auto of = [&](std::string_view name) {
    const hlo_instruction& i = m.instructions[m.find(trace.texts.find(name))];
    return xla_detail::hlo_flops(trace, m).of(i, &type);
  };
  BOOST_TEST(of("dot.1").base() == 384.0);   // 2 * 8 * 6 * 4
  BOOST_TEST((type == hlo_type::bf16));
  BOOST_TEST(of("fusion.4").base() == 576.0);  // and 2 * 8 * 2 * 6 = 192
  BOOST_TEST(of("convolution.5").base() == 55'296.0);  // 2 * 8 * 8 * 16 * 3 * 3 * 3
  // of the ten places of a dimension the first and the last meet two elements of the kernel: 8 * 3 + 2 * 2 = 28
  BOOST_TEST(of("padded.8").base() == 75'264.0);  // 2 * 28 * 28 * 16 * 3
  // the gradient of a convolution of stride 2: the input is dilated to 9 places, 5 of them non-empty; places 0,
  // 2, .. 8 of the output meet it once, 1, 3, 5, 7 twice and 9 once: each once is 2 * ... * 14 a dimension
  BOOST_TEST(of("gradient.9").base() == 18'816.0);  // 2 * 14 * 14 * 3 * 16
  BOOST_TEST(of("batches.11").base() == 491'520.0);  // 2 * 2048 * 4 * 5 * 6
  BOOST_TEST(!known(of("unsaid.10")));              // without a window
  BOOST_TEST(!known(of("while.6")));  // charged with the ops it runs
  BOOST_TEST(!known(of("add.7")));
}

BOOST_AUTO_TEST_CASE(products_of_groups_with_scales_and_of_the_host_s_library) {
  xplane::module m("jit_g");
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({6, 4})), w = m.parameter("w", xplane::bf16({3, 4, 5}));
  const auto y = m.parameter("y", xplane::bf16({6, 5})), n = m.parameter("n", xplane::array(4, {3}));
  const auto dims = [](std::int64_t lhs, std::int64_t rhs) {
    return proto_bytes().packed(1, {lhs}).packed(2, {rhs});
  };
  m.add("ragged.1", "ragged-dot", xplane::f32({6, 5}), {x, w, n},
        proto_bytes().bytes(90, proto_bytes().bytes(1, dims(1, 1)).packed(2, {0}).packed(3, {0})));
  m.add("ragged.2", "ragged-dot", xplane::f32({3, 4, 5}), {x, y, n},
        proto_bytes().bytes(90, proto_bytes().bytes(1, dims(0, 0)).packed(2, {0})));
  const auto s = m.parameter("s", xplane::array(20, {8, 4})), t = m.parameter("t", xplane::array(20, {6, 4}));
  m.add("scaled.3", "scaled-dot", xplane::f32({8, 6}), {s, t, n, n}, proto_bytes().bytes(30, dims(1, 1)));
  const auto a = m.parameter("a", xplane::f32({2, 8, 4})), packed = m.parameter("packed", xplane::array(2, {4096}));
  m.add("onednn.4", "custom-call", xplane::tuple({xplane::f32({2, 8, 6}), xplane::array(6, {64})}), {a, packed},
        proto_bytes().bytes(28, "__onednn$matmul"));
  m.add("other.5", "custom-call", xplane::f32({2, 8, 6}), {a, packed}, proto_bytes().bytes(28, "__onednn$softmax"));
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_g(7)", 7, m.hlo_proto());
  const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes()})));
  const hlo_module& program = trace.modules[0];
  const auto of = [&](std::string_view name) {
    return xla_detail::hlo_flops(trace, program).of(program.instructions[program.find(trace.texts.find(name))]);
  };
  BOOST_TEST(of("ragged.1").base() == 240.0);  // 2 * 6 * 4 * 5: each row meets the matrix of its group
  BOOST_TEST(of("ragged.2").base() == 240.0);  // 2 * 4 * 6 * 5: each of the six sums into the result of its group
  BOOST_TEST(of("scaled.3").base() == 384.0);  // 2 * 8 * 6 * 4
  BOOST_TEST(of("onednn.4").base() == 768.0);  // 2 * 2 * 8 * 6 * 4
  BOOST_TEST(!known(of("other.5")));
}

// As `padded.8` above: of the ten places of a dimension the first and the last meet two elements of the kernel.
BOOST_AUTO_TEST_CASE(convolutions_of_the_host_s_library) {
  xplane::module m("jit_h");
  m.computation("main");
  const auto x = m.parameter("x", xplane::f32({1, 10, 10, 6})), k = m.parameter("k", xplane::f32({3, 3, 3, 16}));
  const auto packed = m.parameter("packed", xplane::f32({432}));
  const auto config = [](const std::string& spatial, const std::string& of_kernel, const std::string& one,
                         const std::string& stride) {
    const std::string data = R"("data":{"batch_dim":"0","feature_dim":"3","spatial_dims":)" + spatial + "}";
    return R"({"outer_dimension_partitions":[],"onednn_conv_config":{"dims":"4","input":{)" + data +
           R"(},"kernel":{"filter":{"input_feature_dim":"2","output_feature_dim":"3","spatial_dims":)" + of_kernel +
           R"(}},"output":{)" + data + R"(},"window":{"size":[],"pad_left":)" + one + R"(,"pad_right":)" + one +
           R"(,"strides":)" + stride + R"(,"window_dilations":)" + stride + R"(},"feature_groups":"2"}})";
  };
  const auto add = [&](const char* name, std::int64_t kernel, const std::string& text) {
    m.add(name, "custom-call", xplane::tuple({xplane::f32({1, 10, 10, 16}), xplane::array(6, {64})}), {x, kernel},
          proto_bytes().bytes(28, "__onednn$convolution").bytes(43, text));
  };
  const std::string ones = R"(["1","1"])", twos = R"(["2","2"])";
  add("new.1", k, config(R"(["1","2"])", R"(["0","1"])", ones, ones));
  add("old.2", k, config(R"(["2","3"])", R"(["1","2"])", twos, twos));
  add("packed.3", packed, config(R"(["1","2"])", R"(["0","1"])", ones, ones));
  add("neither.4", k, config(R"(["1","3"])", R"(["0","1"])", ones, ones));
  add("unsaid.5", k, "{}");
  const std::string huge = R"(["900000000000000000","900000000000000000"])";
  add("huge.6", k, config(huge, huge, huge, huge));
  const std::string least = R"(["-9223372036854775808","-9223372036854775808"])";  // one less is not a 64-bit number
  add("least.7", k, config(R"(["2","3"])", R"(["1","2"])", least, least));
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_h(7)", 7, m.hlo_proto());
  const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes()})));
  const hlo_module& program = trace.modules[0];
  const auto of = [&](std::string_view name) {
    return xla_detail::hlo_flops(trace, program).of(program.instructions[program.find(trace.texts.find(name))]);
  };
  BOOST_TEST(of("new.1").base() == 75'264.0);  // 2 * 28 * 28 * 16 * 3: each half of the outputs sees 3 of 6 inputs
  BOOST_TEST(of("old.2").base() == 75'264.0);  // all numbers of lists one larger
  BOOST_TEST(!known(of("packed.3")));
  BOOST_TEST(!known(of("neither.4")));
  BOOST_TEST(!known(of("unsaid.5")));
  BOOST_TEST(!known(of("huge.6")));
  BOOST_TEST(!known(of("least.7")));
}

BOOST_AUTO_TEST_SUITE_END()
