#include <ridgeline/xla/op/traffic.hpp>

#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_op_traffic)

namespace {

proto_bytes numbered(std::int64_t parameter) { return proto_bytes().number(9, parameter); }

/// Twenty-four layers of 16 x 4 FP32 as 384 x 4: one layer read, one written, through bitcasts.
xla_trace program() {
  xplane::module m("jit_f");
  m.computation("reads");
  const auto a = m.add("p0", "parameter", xplane::f32({384, 4})),
             i = m.add("p1", "parameter", xplane::array(4, {}), {}, numbered(1)),
             z = m.add("z", "constant", xplane::array(4, {}));
  const auto layers = m.add("bitcast.1", "bitcast", xplane::f32({24, 16, 4}), {a});
  const auto one = m.add("slice.2", "dynamic-slice", xplane::f32({1, 16, 4}), {layers, i, z, z});
  m.root(m.add("bitcast.3", "bitcast", xplane::f32({16, 4}), {one}));
  m.computation("writes");
  const auto b = m.add("q0", "parameter", xplane::f32({384, 4})),
             u = m.add("q1", "parameter", xplane::f32({1, 16, 4}), {}, numbered(1)),
             j = m.add("q2", "parameter", xplane::array(4, {}), {}, numbered(2)),
             y = m.add("y", "constant", xplane::array(4, {}));
  const auto held = m.add("bitcast.4", "bitcast", xplane::f32({24, 16, 4}), {b});
  const auto updated = m.add("update.5", "dynamic-update-slice", xplane::f32({24, 16, 4}), {held, u, j, y, y});
  m.root(m.add("bitcast.6", "bitcast", xplane::f32({384, 4}), {updated}));
  m.computation("main");
  const auto x = m.parameter("x", xplane::f32({384, 4})), n = m.parameter("n", xplane::array(4, {})),
             v = m.parameter("v", xplane::f32({1, 16, 4}));
  m.add("fusion.7", "fusion", xplane::f32({16, 4}), {x, n}, proto_bytes().packed(38, {1}));
  m.add("fusion.8", "fusion", xplane::f32({384, 4}), {x, v, n}, proto_bytes().packed(38, {2}));
  m.add("bitcast.9", "bitcast", xplane::f32({24, 16, 4}), {x});
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  return std::move(*read_xplane(xplane::file({metadata.bytes()})));
}

/// A gather, all-reduces, a permutation and a copy that run asynchronously; 1024 FP32 are 4096 bytes. The last two also
/// return numbers of their own.
xla_trace starts() {
  xplane::module m("jit_g");
  m.computation("main");
  const xplane::shape one = xplane::f32({1024}), two = xplane::f32({2048});
  const auto x = m.parameter("x", one), y = m.parameter("y", one);
  m.add("all-gather-start.1", "all-gather-start", xplane::tuple({one, two}), {x});
  m.add("all-reduce-start.2", "all-reduce-start", one, {x});
  m.add("all-reduce-start.3", "all-reduce-start", xplane::tuple({one, one}), {x, y});
  const xplane::shape number = xplane::array(8, {});
  m.add("collective-permute-start.4", "collective-permute-start", xplane::tuple({one, one, number, number}), {x});
  m.add("copy-start.5", "copy-start", xplane::tuple({one, one, number}), {x});
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_g(7)", 7, m.hlo_proto());
  return std::move(*read_xplane(xplane::file({metadata.bytes()})));
}

double moved_by(const xla_trace& trace, std::string_view name) {
  const hlo_module& m = trace.modules.at(0);
  return xla_detail::hlo_traffic(trace, m).of(m.instructions[m.find(trace.texts.find(name))]).in(B);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_starts_reads_its_operands_and_writes_its_results) {
  const xla_trace trace = starts();
  BOOST_TEST(moved_by(trace, "all-gather-start.1") == 3 * 4096.0);
  BOOST_TEST(moved_by(trace, "all-reduce-start.2") == 2 * 4096.0);
  BOOST_TEST(moved_by(trace, "all-reduce-start.3") == 4 * 4096.0);
  BOOST_TEST(moved_by(trace, "collective-permute-start.4") == 2 * 4096.0);
  BOOST_TEST(moved_by(trace, "copy-start.5") == 2 * 4096.0);
}

/// A library call in a fusion returns 512 x 4 BF16 and its scratch memory, alone as well as by a tuple of its parts.
BOOST_AUTO_TEST_CASE(scratch_memory_of_a_call_that_is_a_fusion_s_value_is_not_written) {
  xplane::module m("jit_h");
  const xplane::shape both = xplane::tuple({xplane::bf16({512, 4}), xplane::array(2, {33'554'432})});
  m.computation("fused");
  const auto a = m.add("p0", "parameter", xplane::bf16({512, 8})),
             b = m.add("p1", "parameter", xplane::bf16({8, 4}), {}, numbered(1));
  m.root(m.call("gemm.1", "__cublas$gemm", both, {a, b}));
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({512, 8})), y = m.parameter("y", xplane::bf16({8, 4}));
  m.add("fusion.2", "fusion", both, {x, y}, proto_bytes().packed(38, {1}));
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_h(7)", 7, m.hlo_proto());
  const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes()})));
  BOOST_TEST(moved_by(trace, "fusion.2") == 12'352.0);  // (512 * 8 + 8 * 4 + 512 * 4) * 2
}

BOOST_AUTO_TEST_CASE(bitcasts_move_nothing) {
  const xla_trace trace = program();
  BOOST_TEST(moved_by(trace, "fusion.7") == 516.0);  // a layer of 16 * 4 * 4 bytes read and written, the number of 4
  BOOST_TEST(moved_by(trace, "fusion.8") == 516.0);  // the same: a buffer updated in place is not read
  BOOST_TEST(!known(moved_by(trace, "bitcast.9")));
}

BOOST_AUTO_TEST_SUITE_END()
