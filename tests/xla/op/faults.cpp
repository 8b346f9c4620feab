// One case per fault, named after it: both values, with the arithmetic next to them.

#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/record/faults.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/op/instruction.hpp>
#include <ridgeline/xla/op/kernel.hpp>
#include <ridgeline/xla/tree/link.hpp>

#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_xla_faults)

using test::bf16;
using test::cell_of;
using test::f32;
using test::gemm_call;
using test::gemm_config;
using test::tensor;

namespace {

jax_result report(const xla_trace& trace, const xla_faults& faults) {
  jax_options options;
  options.faults = faults;
  return report_jax(trace, options);
}
std::string parameter(const xla_call& call, std::string_view title, const xla_faults& faults = {}) {
  const xla_cost cost = cost_of(call, faults);
  const xla_parameter* const p = cost.parameters.find(title);
  return p == nullptr ? "(none)" : p->text;
}
double flop(const xla_call& call, const xla_faults& faults = {}) { return cost_of(call, faults).flops.in(FLOP); }
double byte(const xla_call& call, const xla_faults& faults = {}) { return cost_of(call, faults).bytes.in(B); }

xla_call conv(std::string_view target, std::vector<xla_tensor> operands, xla_tensor output) {
  xla_call call;
  call.category = xla_category::conv;
  call.target = target;
  call.operands = std::move(operands);
  call.outputs = {std::move(output)};
  return call;
}
xla_call attention(std::string_view config) {
  xla_call call;
  call.target = "te_fused_attn_forward_ffi";
  call.config = config;
  call.operands = {bf16({2, 8, 4, 32}), bf16({2, 8, 4, 32}), bf16({2, 8, 4, 32}), bf16({0})};
  return call;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rounded_stamps) {
  // Starts of 9716467.049 and 9716533.018 us: doubles there are 2^-29 us apart, 1.9e-9
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(1, "Stream #1", 9'715'872'534).kernel("k", 660'484'000, 2'960'000, 1);
  host.line(2, "python", 9'715'872'534).event("launch", 594'515'000, 5, {{"correlation_id", 1}});
  const auto trace = read_xplane(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_TEST(report(*trace, {}).kernels[0].latency == 65.969);  // 660.484 - 594.515
  const double rounded = report(*trace, only(&xla_faults::rounded_stamps)).kernels[0].latency;
  BOOST_TEST(rounded == 9716533.018 - 9716467.049);
  BOOST_TEST(rounded != 65.969);
}

BOOST_AUTO_TEST_CASE(hlo_needs_launch) {
  test::profile p;
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({8}));
  p.program.add("add.1", "add", xplane::bf16({8}), {x, x});
  p.kernels = {{"loop_add", "add.1", false}};
  const xla_trace trace = p.read();
  BOOST_TEST(report(trace, {}).kernels[0].in->input_dims == "((8,), (8,))");
  BOOST_TEST(report(trace, only(&xla_faults::hlo_needs_launch)).kernels[0].in->input_dims == "()");
}

BOOST_AUTO_TEST_CASE(roots_missing) {
  test::profile p;
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({8}));
  p.program.root(p.program.add("add.1", "add", xplane::bf16({8}), {x, x}));
  p.kernels = {{"loop_add", "add.1"}};
  const xla_trace trace = p.read();
  BOOST_TEST(report(trace, {}).kernels[0].in->input_dims == "((8,), (8,))");
  BOOST_TEST(report(trace, only(&xla_faults::roots_missing)).kernels[0].in->input_dims == "()");
}

BOOST_AUTO_TEST_CASE(instructions_by_stat) {
  test::profile p;
  p.program.computation("fused");
  const auto a = p.program.parameter("a", xplane::bf16({8}));
  p.program.root(p.program.add("add.1", "add", xplane::bf16({8}), {a, a}));
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({8}));
  p.program.add("loop_add_fusion.3", "fusion", xplane::bf16({8}), {x}, proto_bytes().packed(38, {1}));
  p.program.add("call.5", "call", xplane::bf16({8}), {x}, proto_bytes().packed(38, {1}));
  // in a CUDA graph: an instruction that is not there, or the call that became the graph
  // library kernels of that graph are of instructions in it, and nothing tells of which ones
  p.kernels = {{"loop_add_fusion_3", "command_buffer_1"}, {"loop_add_fusion_3.kd", "call.5"}, {"nvjet_hsh", "call.5"},
               {"ncclDevKernel_AllReduce", "call.5"}};
  const xla_trace trace = p.read();
  const jax_result here = report(trace, {}), original = report(trace, only(&xla_faults::instructions_by_stat));
  BOOST_REQUIRE(here.kernels.size() == 4u);
  for (std::size_t k = 0; k < 2; ++k) {
    BOOST_TEST(here.kernels[k].kind->hlo_op == "loop_add_fusion.3");
    BOOST_TEST(here.kernels[k].in->traffic.in(B) == 32.0);  // 16 bytes read, 16 written
    BOOST_TEST(!known(original.kernels[k].in->traffic));
  }
  BOOST_TEST(here.kernels[2].kind->hlo_op == "call.5");
  BOOST_TEST(here.kernels[2].in->input_dims == "()");  // not those of the graph
  BOOST_TEST(original.kernels[2].in->input_dims == "((8,),)");
  BOOST_TEST(here.calls.size() == 1u);  // both kernels of the fusion: what is of no instruction is in no call
  BOOST_TEST(here.problems[xla_problem::instruction_missing].count == 0u);
  BOOST_TEST(original.problems[xla_problem::instruction_missing].count == 1u);
}

BOOST_AUTO_TEST_CASE(collectives_by_text) {
  // all-gather.5 is the first of two at run time: the instruction -start.2, which sorts after -start.10 as text
  test::profile p;
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({2})), y = p.program.parameter("y", xplane::bf16({10}));
  p.program.add("all-gather-start.10", "all-gather-start", xplane::bf16({20}), {y});
  p.program.add("all-gather-start.2", "all-gather-start", xplane::bf16({4}), {x});
  p.kernels = {{"ncclDevKernel", "all-gather.5"}, {"ncclDevKernel", "all-gather.30"}};
  const xla_trace trace = p.read();
  BOOST_TEST(report(trace, {}).kernels[0].in->input_dims == "((2,),)");
  BOOST_TEST(report(trace, {}).kernels[1].in->input_dims == "((10,),)");
  BOOST_TEST(report(trace, only(&xla_faults::collectives_by_text)).kernels[0].in->input_dims == "((10,),)");
}

BOOST_AUTO_TEST_CASE(metadata_cut_short) {
  test::profile p;
  p.program.computation("main");
  p.program.add("add.1", "add", xplane::bf16({8}), {}, xplane::op_name("jit(f)/bsd,de->bse", "m.py", 3));
  p.kernels = {{"loop_add", "add.1"}};
  const xla_trace trace = p.read();
  BOOST_TEST(report(trace, {}).kernels[0].in->metadata ==
             "metadata={op_name=\"jit(f)/bsd,de->bse\" source_file=\"m.py\" source_line=3");
  BOOST_TEST(report(trace, only(&xla_faults::metadata_cut_short)).kernels[0].in->metadata ==
             "metadata={op_name=\"jit(f)/bsd");
  for (const std::string_view sign : {":", ";", "[", "]", "<", ">", "#", "%", "$", "'", "\"", "+", "*", "&", "|", "\xC3"}) {
    test::profile other;
    other.program.computation("main");
    other.program.add("add.1", "add", xplane::bf16({8}), {}, xplane::op_name("a-b@c.d_e=f" + std::string(sign) + "g"));
    other.kernels = {{"loop_add", "add.1"}};
    const xla_trace cut = other.read();
    BOOST_TEST(report(cut, only(&xla_faults::metadata_cut_short)).kernels[0].in->metadata ==
               "metadata={op_name=\"a-b@c.d_e=f", sign);
    BOOST_TEST(report(cut, {}).kernels[0].in->metadata == "metadata={op_name=\"a-b@c.d_e=f" + std::string(sign) + "g\"");
  }
}

/// Launches 6 and 5 us before their kernel: an outer call and the one within it.
BOOST_AUTO_TEST_CASE(last_launch_of_a_number) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(1, "Stream #1", 1'000).kernel("k", 10'000'000, 10'000'000, 1);
  host.line(2, "python", 1'000).event("cuLaunchKernelExC", 4'000'000, 3'000'000, {{"correlation_id", 1}});
  host.event("cuLaunchKernel", 5'000'000, 1'000'000, {{"correlation_id", 1}});
  const auto trace = read_xplane(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_TEST(report(*trace, {}).kernels[0].latency == 6.0);
  BOOST_TEST(report(*trace, only(&xla_faults::last_launch_of_a_number)).kernels[0].latency == 5.0);
}

BOOST_AUTO_TEST_CASE(dims_of_few_types) {
  test::profile p;
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({8})), f8 = p.program.parameter("q", xplane::array(20, {4, 2}));
  const auto s = p.program.parameter("s", xplane::f32({}));
  p.program.add("f.1", "fusion", xplane::bf16({8}), {x, f8, s});
  p.kernels = {{"loop", "f.1"}};
  const xla_trace trace = p.read();
  const jax_result ours = report(trace, {}), theirs = report(trace, only(&xla_faults::dims_of_few_types));
  BOOST_TEST(ours.kernels[0].in->input_dims == "((8,), (4, 2), ())");
  BOOST_TEST(ours.kernels[0].in->input_types == "('bf16', 'f8e4m3fn', 'f32')");
  BOOST_TEST(theirs.kernels[0].in->input_dims == "((8,),)");
  BOOST_TEST(theirs.kernels[0].in->input_types == "('bf16',)");
}

/// An operand that is a tuple is moved, too: 16 of 4 B, a number of 4 B, 16 of 4 B.
BOOST_AUTO_TEST_CASE(operands_that_are_tuples) {
  test::profile p;
  p.program.computation("main");
  const auto state = p.program.parameter("s", xplane::tuple({xplane::f32({16}), xplane::array(4, {})})),
             x = p.program.parameter("x", xplane::f32({16}));
  p.program.add("f.1", "fusion", xplane::f32({16}), {state, x});
  p.kernels = {{"loop", "f.1"}};
  const xla_trace trace = p.read();
  const jax_result ours = report(trace, {}), dims = report(trace, only(&xla_faults::dims_of_few_types)),
                   sizes = report(trace, only(&xla_faults::sizes_of_few_types));
  BOOST_TEST(ours.kernels[0].in->input_dims == "((16,), (), (16,))");
  BOOST_TEST(ours.kernels[0].in->input_types == "('f32', 's32', 'f32')");
  BOOST_TEST(ours.kernels[0].in->input_bytes == 132.0);
  BOOST_TEST(dims.kernels[0].in->input_dims == "((16,),)");
  BOOST_TEST(sizes.kernels[0].in->input_bytes == 64.0);
}

BOOST_AUTO_TEST_CASE(sizes_of_few_types) {
  // 8 of 2 B, 3 of 8 B (s64), a scalar of 4 B: 16 + 24 + 4; s64 and scalars do not count
  const std::vector<xla_tensor> operands{bf16({8}), tensor(hlo_type::s64, {3}), f32({})};
  BOOST_TEST(input_bytes_of(operands, {}) == 44.0);
  BOOST_TEST(input_bytes_of(operands, only(&xla_faults::sizes_of_few_types)) == 16.0);
}

BOOST_AUTO_TEST_CASE(gemm_extents_by_value) {
  // A[6,4,5] B[5,7] over 4 * ... : two kept dimensions of A make N = 24; by value the first that is left, 6
  const std::string config = gemm_config(2, 0);
  const xla_call call = gemm_call(bf16({6, 4, 5}), bf16({5, 7}), bf16({24, 7}), config);
  BOOST_TEST(parameter(call, "N") == "24");
  BOOST_TEST(parameter(call, "N", only(&xla_faults::gemm_extents_by_value)) == "6");
  BOOST_TEST(flop(call) == 1'680.0);  // 2 * 7 * 24 * 5
}

BOOST_AUTO_TEST_CASE(gemm_bias_by_beta) {
  const std::string config = gemm_config(1, 0, "", "0", "BIAS"), beta = gemm_config(1, 0, "", "1");
  const xla_call call = gemm_call(bf16({8, 4}), bf16({4, 6}), bf16({8, 6}), config);
  BOOST_TEST(flop(call) == 432.0);  // 2 * 8 * 6 * 4 + 48
  BOOST_TEST(byte(call) == 224.0);  // (32 + 24 + 48 + 8) * 2: a bias for each of N = 8
  BOOST_TEST(flop(call, only(&xla_faults::gemm_bias_by_beta)) == 384.0);
  xla_call vector = call;  // one for each of the six columns, as the call reads it
  vector.operands.push_back(bf16({6}));
  BOOST_TEST(byte(vector) == 220.0);  // (32 + 24 + 48 + 6) * 2
  const xla_call with_beta = gemm_call(bf16({8, 4}), bf16({4, 6}), bf16({8, 6}), beta);
  BOOST_TEST(flop(with_beta, only(&xla_faults::gemm_bias_by_beta)) == 432.0);
}

BOOST_AUTO_TEST_CASE(gemm_one_element_size) {
  const std::string config = gemm_config(1, 1);
  const xla_tensor a = tensor(hlo_type::f8e4m3fn, {8, 4}), b = tensor(hlo_type::f8e4m3fn, {6, 4});
  const xla_call call = gemm_call(a, b, bf16({8, 6}), config, "__cublas$lt$matmul$f8");
  BOOST_TEST(byte(call) == 152.0);  // 32 + 24 + 48 * 2
  BOOST_TEST(byte(call, only(&xla_faults::gemm_one_element_size)) == 104.0);  // 32 + 24 + 48
}

BOOST_AUTO_TEST_CASE(triton_gemms_unmodelled) {
  test::profile p;
  p.program.computation("gemm_fusion_dot_computation");
  const auto a = p.program.parameter("a", xplane::bf16({4, 2, 3})), b = p.program.parameter("b", xplane::bf16({2, 3, 5}));
  proto_bytes dims;
  dims.packed(1, {2}).packed(2, {1}).packed(3, {1}).packed(4, {0});
  p.program.root(p.program.add("dot.1", "dot", xplane::f32({2, 4, 5}), {a, b}, proto_bytes().bytes(30, dims)));
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({4, 2, 3}));
  p.program.add("gemm_fusion_dot", "fusion", xplane::f32({2, 4, 5}), {x}, proto_bytes().packed(38, {1}));
  p.kernels = {{"gemm_fusion_dot.kd", "gemm_fusion_dot"}};
  const xla_trace trace = p.read();
  const jax_result ours = report(trace, {}), theirs = report(trace, only(&xla_faults::triton_gemms_unmodelled));
  const table sheet = jax_op_table(ours, xla_category::gemm);
  BOOST_TEST(cell_of(sheet, 0, "param: B") == "2");
  BOOST_TEST(cell_of(sheet, 0, "GFLOPS_first") == "2.4e-07");  // 2 * 2 * 4 * 5 * 3 = 240
  BOOST_TEST(jax_op_table(theirs, xla_category::gemm).rows() == 0u);
}

/// A product of a matrix and a vector runs in kernels whose names are in no list.
BOOST_AUTO_TEST_CASE(category_by_names) {
  const auto sheet_of = [](const char* target, const char* kernel, xla_category category, const xla_faults& faults) {
    test::profile p;
    p.program.computation("main");
    const auto a = p.program.parameter("a", xplane::bf16({8, 4})), b = p.program.parameter("b", xplane::bf16({4}));
    p.program.call("custom-call.1", target, xplane::bf16({8}), {a, b}, gemm_config(1, 0));
    p.kernels = {{kernel, "custom-call.1"}};
    const xla_trace trace = p.read();
    const jax_result r = report(trace, faults);
    const table sheet = jax_op_table(r, category);
    return sheet.rows() == 0 ? std::string() : cell_of(sheet, 0, "GFLOPS_first");
  };
  const xla_faults names = only(&xla_faults::category_by_names);
  BOOST_TEST(sheet_of("__cublas$gemm", "gemv2T_kernel_val", xla_category::gemm, {}) == "6.4e-08");  // 2 * 8 * 4
  BOOST_TEST(sheet_of("__cublas$gemm", "gemv2T_kernel_val", xla_category::gemm, names) == "");
  BOOST_TEST(sheet_of("__cublas$triangularSolve", "trsm_kernel", xla_category::gemm, {}) == "");
  BOOST_TEST((xla_category_by_target("__cudnn$convBackwardFilter") == xla_category::conv));
  BOOST_TEST((xla_category_by_target("__cudnn$fmhaSoftmaxBackward") == xla_category::fa_backward));
  BOOST_TEST((xla_category_by_target("te_fused_attn_forward_ffi") == xla_category::rest));
}

/// The traffic of a fusion with a product is the fusion's inputs and outputs: weights of one byte, converted inside.
BOOST_AUTO_TEST_CASE(a_fused_product_moves_what_its_fusion_moves) {
  test::profile p;
  p.program.computation("fused");
  const auto a = p.program.add("p0", "parameter", xplane::bf16({8, 4}));
  const auto b = p.program.add("p1", "parameter", xplane::array(2, {4, 6}), {}, proto_bytes().number(9, 1));
  const auto c = p.program.add("convert.1", "convert", xplane::bf16({4, 6}), {b});
  p.program.root(p.program.add("dot.1", "dot", xplane::f32({8, 6}), {a, c},
                               proto_bytes().bytes(30, proto_bytes().packed(1, {1}).packed(2, {0}))));
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::bf16({8, 4})), w = p.program.parameter("w", xplane::array(2, {4, 6}));
  p.program.add("gemm_fusion_dot", "fusion", xplane::f32({8, 6}), {x, w}, proto_bytes().packed(38, {1}));
  p.kernels = {{"gemm_fusion_dot", "gemm_fusion_dot"}};
  const xla_trace trace = p.read();
  const jax_result r = report(trace, {});
  BOOST_REQUIRE(r.kernels.size() == 1u);
  BOOST_TEST(r.kernels[0].kind->cost.bytes.in(B) == 280.0);  // 8 * 4 * 2 + 4 * 6 + 8 * 6 * 4
}

/// A fusion around a library call that reads one layer of three: 8 * 4 * 4 of its bytes, 4 * 6 * 4 and the number of 4,
/// and writes 8 * 6 * 4; the call's scratch memory is not counted.
BOOST_AUTO_TEST_CASE(a_call_in_a_fusion_is_a_product) {
  test::profile p;
  p.program.computation("fused");
  const auto a = p.program.add("p0", "parameter", xplane::f32({3, 8, 4}));
  const auto b = p.program.add("p1", "parameter", xplane::f32({4, 6}), {}, proto_bytes().number(9, 1));
  const auto n = p.program.add("p2", "parameter", xplane::array(4, {}), {}, proto_bytes().number(9, 2));
  const auto layer = p.program.add("slice.1", "dynamic-slice", xplane::f32({1, 8, 4}), {a, n, n, n});
  const auto matrix = p.program.add("bitcast.2", "bitcast", xplane::f32({8, 4}), {layer});
  const xplane::shape both = xplane::tuple({xplane::f32({8, 6}), xplane::array(2, {4096})});
  const auto call = p.program.call("gemm.3", "__cublas$gemm", both, {matrix, b}, gemm_config(1, 0));
  const auto result = p.program.add("first.4", "get-tuple-element", xplane::f32({8, 6}), {call});
  const auto scratch = p.program.add("second.5", "get-tuple-element", xplane::array(2, {4096}), {call},
                                     proto_bytes().number(13, 1));
  p.program.root(p.program.add("tuple.6", "tuple", both, {result, scratch}));
  p.program.computation("main");
  const auto x = p.program.parameter("x", xplane::f32({3, 8, 4})), w = p.program.parameter("w", xplane::f32({4, 6})),
             i = p.program.parameter("i", xplane::array(4, {}));
  p.program.add("fusion.7", "fusion", both, {x, w, i}, proto_bytes().bytes(11, "kCustom").packed(38, {1}));
  p.kernels = {{"ampere_sgemv", "fusion.7"}};
  const xla_trace trace = p.read();
  const jax_result r = report(trace, {});
  BOOST_REQUIRE(r.kernels.size() == 1u);
  const xla_kernel_kind& kind = *r.kernels[0].kind;
  BOOST_TEST((kind.category == xla_category::gemm));
  BOOST_TEST(kind.cost.flops.base() == 384.0);    // 2 * 8 * 6 * 4
  BOOST_TEST(kind.cost.bytes.in(B) == 420.0);     // 128 + 96 + 4 + 192
}

BOOST_AUTO_TEST_CASE(cudnn_attention_unmodelled) {
  // q[2,4,8,32], k and v[2,2,8,32] by batch, heads, length, width: two of the four heads share keys
  constexpr const char* dots = "\"bmm1_dot_dimension_numbers\":{\"lhs_batch_dimensions\":[\"0\",\"1\"],"
                               "\"rhs_batch_dimensions\":[\"0\",\"1\"]}";
  const auto profile = [&](const std::string& target, const std::string& mask, const char* kernel) {
    xplane::module m("jit_f");
    m.computation("main");
    const auto q = m.parameter("q", xplane::bf16({2, 4, 8, 32})), k = m.parameter("k", xplane::bf16({2, 2, 8, 32}));
    const std::string config = "{\"cudnn_fmha_backend_config\":{\"mask_type\":\"" + mask + "\"," + dots + "}}";
    m.add("fmha.1", "custom-call", xplane::bf16({2, 4, 8, 32}), {q, k, k}, proto_bytes().bytes(28, target).bytes(43, config));
    xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
    metadata.program("jit_f(1)", 1, m.hlo_proto());
    gpu.line(1, "Stream #1").kernel(kernel, 0, 1'000'000, 1, "jit_f", "fmha.1", 1);
    return *read_xplane(xplane::file({metadata.bytes(), gpu.bytes()}));
  };
  const xla_trace plain = profile("__cudnn$fmhaSoftmax", "NO_MASK", "flash_fprop");
  const jax_result ours = report(plain, {});
  const table forward = jax_op_table(ours, xla_category::fa_forward);
  BOOST_REQUIRE(forward.rows() == 1u);
  BOOST_TEST(cell_of(forward, 0, "param: N_Q") == "8");
  BOOST_TEST(cell_of(forward, 0, "param: H_Q") == "4");
  BOOST_TEST(cell_of(forward, 0, "param: H_KV") == "2");
  BOOST_TEST(cell_of(forward, 0, "GFLOPS_first") == "6.5536e-05");  // 2 * 2*4*8*8 * (32 + 32) = 65536
  const xla_trace masked = profile("__cudnn$fmhaSoftmax", "PADDING_CAUSAL", "flash_fprop");
  const jax_result half = report(masked, {});
  BOOST_TEST(cell_of(jax_op_table(half, xla_category::fa_forward), 0, "GFLOPS_first") == "3.2768e-05");
  const xla_trace near = profile("__cudnn$fmhaSoftmax", "CAUSAL\",\"sliding_window_length\":2,\"x\":\"", "flash_fprop");
  // of 8 x 8 pairs 2 * 8 - 2 = 14: 65536 * 14 / 64
  BOOST_TEST(cell_of(jax_op_table(report(near, {}), xla_category::fa_forward), 0, "GFLOPS_first") == "1.4336e-05");
  const xla_trace gradient = profile("__cudnn$fmhaSoftmaxBackward", "NO_MASK", "flash_bprop");
  const jax_result backward = report(gradient, {});
  BOOST_TEST(cell_of(jax_op_table(backward, xla_category::fa_backward), 0, "GFLOPS_first") == "0.000164864");
  // 2 * 2*4*8*8 * (3*32 + 2*32) = 163840, and sums where heads share keys: 2 * 8 * (32 + 32) * (4/2 - 1) = 1024
  const jax_result theirs = report(plain, only(&xla_faults::cudnn_attention_unmodelled));
  BOOST_TEST(jax_op_table(theirs, xla_category::fa_forward).rows() == 0u);
}

BOOST_AUTO_TEST_CASE(attention_shapes_of_operands) {
  xla_call packed = attention("{attn_heads = 4 : i64, input_batch = 2 : i64, kv_max_seqlen = 8 : i64, num_gqa_groups = 4 "
                              ": i64, q_max_seqlen = 8 : i64, qk_head_dim = 32 : i64, v_head_dim = 32 : i64}");
  packed.operands = {bf16({2, 8, 3, 4, 32}), bf16({0}), bf16({0}), bf16({0})};
  BOOST_TEST(flop(packed) == 65'536.0);  // 2 * (2 * 4 * 8 * 8) * 64
  BOOST_TEST(!cost_of(packed, only(&xla_faults::attention_shapes_of_operands)).fits);
  BOOST_TEST(cost_of(packed, only(&xla_faults::attention_shapes_of_operands)).modelled);
}

BOOST_AUTO_TEST_CASE(attention_never_causal) {
  const xla_call call = attention("{mask_type = 2 : i64}");
  BOOST_TEST(flop(call) == 32'768.0);  // half of 65536
  BOOST_TEST(flop(call, only(&xla_faults::attention_never_causal)) == 65'536.0);
  xla_call decode = call;  // one query of eight keys: the mask hides nothing
  decode.operands[0] = bf16({2, 1, 4, 32});
  BOOST_TEST(flop(decode) == 8'192.0);  // 2 * (2 * 4 * 1 * 8) * 64
}

BOOST_AUTO_TEST_CASE(conv_filter_truncated) {
  const xla_call call = conv("__cudnn$convForward", {f32({2, 3, 8, 8}), f32({5, 3, 3, 3})}, f32({2, 5, 8, 8}));
  const xla_faults faults = only(&xla_faults::conv_filter_truncated);
  BOOST_TEST(flop(call) == 34'560.0);         // 2 * 27 * 640
  BOOST_TEST(flop(call, faults) == 3'840.0);  // 2 * 3 * 640: the filter is (3, 3)
  BOOST_TEST(byte(call) == 4'636.0);          // (384 + 135 + 640) * 4
  BOOST_TEST(byte(call, faults) == 4'132.0);  // (384 + 9 + 640) * 4
  BOOST_TEST(parameter(call, "filter_shape", faults) == "(3, 3)");
}

BOOST_AUTO_TEST_CASE(conv_backward_confused) {
  // The gradient of the filter gives (5, 3, 3, 3), which the original takes for the output and again for the filter.
  const xla_call call = conv("__cudnn$convBackwardFilter", {f32({2, 3, 8, 8}), f32({2, 5, 8, 8})}, f32({5, 3, 3, 3}));
  BOOST_TEST(flop(call) == 34'560.0);
  xla_faults both = only(&xla_faults::conv_backward_confused);
  BOOST_TEST(flop(call, both) == 19'440.0);  // 2 * 27 * 135 + 2 * (5 * 3 * 3) * 135 = 7290 + 12150
  both.conv_filter_truncated = true;
  BOOST_TEST(flop(call, both) == 1'620.0);   // 2 * 3 * 135 + 2 * 45 * 9
  BOOST_TEST(byte(call, both) == 4'224.0);   // 2 * 4 * (384 + 9 + 135)
}

BOOST_AUTO_TEST_CASE(conv_bias_by_count) {
  const std::vector<xla_tensor> four{f32({2, 3, 8, 8}), f32({5, 3, 3, 3}), f32({5}), f32({2, 5, 8, 8})};
  const xla_call call = conv("__cudnn$convBiasActivationForward", four, f32({2, 5, 8, 8}));  // the fourth is also added
  BOOST_TEST(parameter(call, "bias") == "True");
  BOOST_TEST(parameter(call, "bias", only(&xla_faults::conv_bias_by_count)) == "False");
}

BOOST_AUTO_TEST_CASE(conv_one_element_size) {
  // INT8 that gives FP32, with a bias of five and what is added to the result
  const std::vector<xla_tensor> operands{tensor(hlo_type::s8, {2, 3, 8, 8}), tensor(hlo_type::s8, {5, 3, 3, 3}),
                                         f32({5}), f32({2, 5, 8, 8})};
  xla_call call = conv("__cudnn$convBiasActivationForward", operands, f32({2, 5, 8, 8}));
  call.outputs.push_back(tensor(hlo_type::u8, {1024}));  // scratch memory
  BOOST_TEST(byte(call) == 5'659.0);  // 384 + 135 + (5 + 640 + 640) * 4
  BOOST_TEST(byte(call, only(&xla_faults::conv_one_element_size)) == 1'164.0);  // 384 + 135 + 5 + 640
}

BOOST_AUTO_TEST_CASE(repeats_counted) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(7, "Stream #7", 1'000).kernel("k", 20'000'000, 10'000'000, 1).kernel("k", 20'000'000, 10'000'000, 1)
      .kernel("k", 40'000'000, 10'000'000, 2).kernel("k", 40'000'000, 10'000'000, 3)   // of another launch
      .kernel("l", 60'000'000, 10'000'000, 4).kernel("k", 60'000'000, 10'000'000, 4).kernel("l", 60'000'000, 10'000'000, 4);
  gpu.line(8, "Stream #8", 1'000).kernel("k", 20'000'000, 10'000'000, 1);              // on another stream
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const jax_result once = report(*trace, {}), twice = report(*trace, only(&xla_faults::repeats_counted));
  BOOST_TEST(once.events.size() == 6u);
  BOOST_TEST(twice.events.size() == 8u);
  double us = 0;
  for (const jax_kernel& k : once.kernels) us += k.microseconds;
  BOOST_TEST(us == 60.0);  // six of 10 us
  BOOST_TEST(once.problems[xla_problem::work_repeated].count == 2u);
  BOOST_TEST(twice.problems[xla_problem::work_repeated].count == 0u);
}

BOOST_AUTO_TEST_CASE(gpus_unnamed) {
  xplane::plane gpu("/device:GPU:0");
  gpu.fact("gpu_device_name", "NVIDIA H100 80GB HBM3").line(7, "Stream #7", 1'000).kernel("k", 20'000'000, 10'000'000, 1);
  const auto trace = read_xplane(xplane::file({gpu.bytes()}));
  BOOST_REQUIRE(trace.has_value());
  const jax_result judged = report(*trace, {});
  BOOST_REQUIRE(judged.options.roofs != nullptr);
  BOOST_TEST(judged.options.roofs->name == "h100_sxm");
  BOOST_TEST(report(*trace, only(&xla_faults::gpus_unnamed)).options.roofs == nullptr);
}

/// Two programs of one name have a product of one name: 2 * 8 * 4 * 6 FLOP in one, 2 * 80 * 4 * 6 in the other. Kernels
/// of another instruction are alike in both.
BOOST_AUTO_TEST_CASE(first_program_of_a_name) {
  xplane::plane metadata("/host:metadata");
  for (const std::int64_t rows : {8, 80}) {
    xplane::module m("jit_f");
    m.computation("main");
    const auto a = m.parameter("a", xplane::bf16({rows, 4})), b = m.parameter("b", xplane::bf16({4, 6}));
    m.call("gemm.1", "__cublas$gemm", xplane::bf16({rows, 6}), {a, b}, gemm_config(1, 0));
    m.add("copy.2", "copy", xplane::bf16({4, 6}), {b});
    metadata.program("jit_f(" + std::to_string(rows) + ")", rows, m.hlo_proto());
  }
  const auto kernels = [&](std::int64_t program) {
    xplane::plane gpu("/device:GPU:0");
    gpu.line(1, "Stream #1", 1'000);
    gpu.kernel("Cijk", 0, 10'000'000, 1, "jit_f", "gemm.1", program);
    gpu.kernel("loop_copy", 20'000'000, 10'000'000, 2, "jit_f", "copy.2", program);
    return std::move(*read_xplane(xplane::file({metadata.bytes(), gpu.bytes()})));
  };
  const xla_trace unknown = kernels(7), told = kernels(80);
  const auto flop = [&](const xla_trace& trace, const xla_faults& faults) {
    const jax_result r = report(trace, faults);
    BOOST_REQUIRE(r.kernels.size() == 2u);
    BOOST_TEST(r.kernels[1].in->input_dims == "((4, 6),)");
    return std::pair(r.kernels[0].kind->cost.flops.in(FLOP), r.problems[xla_problem::program_ambiguous].count);
  };
  BOOST_TEST((flop(told, {}) == std::pair(3840.0, std::uint64_t{0})));
  BOOST_TEST((flop(told, only(&xla_faults::first_program_of_a_name)) == std::pair(384.0, std::uint64_t{0})));
  BOOST_TEST((flop(unknown, only(&xla_faults::first_program_of_a_name)) == std::pair(384.0, std::uint64_t{0})));
  const jax_result r = report(unknown, {});
  BOOST_TEST(!(r.kernels[0].kind->cost.flops.in(FLOP) > 0));
  BOOST_TEST(r.kernels[0].in->input_dims == "()");
  BOOST_TEST(r.kernels[1].in->input_dims == "((4, 6),)");
  BOOST_TEST(r.problems[xla_problem::program_ambiguous].count == 1u);
  BOOST_TEST(r.problems[xla_problem::instruction_missing].count == 0u);
}

BOOST_AUTO_TEST_CASE(communication_by_three_words) {
  constexpr std::string_view one_shot = "void stream_executor::gpu::OneShotAllReduceKernel<float>";
  BOOST_TEST((xla_lane_of(one_shot) == gpu_lane::communication));
  BOOST_TEST((xla_category_of(one_shot, "fusion.1") == xla_category::communication));
  const bool original = only(&xla_faults::communication_by_three_words).communication_by_three_words;
  BOOST_TEST((xla_lane_of(one_shot, original) == gpu_lane::compute));
  BOOST_TEST((xla_category_of(one_shot, "fusion.1", original) == xla_category::rest));
}

// The program has none of these instructions: their names say what the work is part of.
BOOST_AUTO_TEST_CASE(work_of_a_collective_without_its_program) {
  test::profile p;
  p.kernels = {{"MemcpyP2P", "collective-permute-start.2"}, {"pack", "ragged-all-to-all.3"}, {"MemcpyD2D", "copy.4"}, {"k", "fusion.5"}};
  const auto lanes = [&](const xla_faults& faults) {
    const xla_trace trace = p.read();
    xla_problems problems;
    std::vector<gpu_lane> lanes;
    const std::vector<xla_device_event> events = link_launches(trace, problems);
    const xla_kernels all = kernels_of(trace, events, faults, problems);
    for (const std::uint32_t kind : all.kind_of) lanes.push_back(all.kinds[kind].lane);
    return lanes;
  };
  using enum gpu_lane;
  BOOST_TEST((lanes({}) == std::vector{communication, communication, copy, compute}));
  BOOST_TEST((lanes(only(&xla_faults::communication_by_three_words)) == std::vector{copy, compute, copy, compute}));
}

BOOST_AUTO_TEST_SUITE_END()
