#include <ridgeline/xla/report/compared_run.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>

#include "tests/support/tpu_profile.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_report_compared_run)

namespace {

std::set<std::string> ops_of(const compared_run& run) {
  std::set<std::string> all;
  for (const compared_op& op : run.ops) all.insert(op.name + " " + op.dims);
  return all;
}
std::set<std::string> kernels_of(const compared_run& run) {
  std::set<std::string> all;
  for (const compared_piece& p : run.pieces)
    if (p.part == step_part::computation) all.insert(p.kernel);
  return all;
}
compared_run run_of(const std::string& file) {
  const xla_trace trace = std::move(*read_xplane(file));
  return compared_run_of(report_jax(trace));
}

/// Two fusions of a program on a GPU; numbers count from `first`, as they do behind other instructions.
std::string on_gpu(int first, bool named) {
  const std::string one = std::to_string(first), two = std::to_string(first + 1);
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({8, 4}));
  const auto path = [&](const char* name) { return named ? xplane::op_name(name) : proto_bytes(); };
  m.add("loop_add_fusion." + one, "fusion", xplane::f32({8, 4}), {a}, path("jit(f)/layer0/add"));
  m.add("loop_add_fusion." + two, "fusion", xplane::f32({8, 4}), {a}, path("jit(f)/layer1/add"));
  xplane::plane gpu("/device:GPU:0"), metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1");
  gpu.kernel("loop_add_fusion_" + one, 0, 2'000'000, 1, "jit_f", "loop_add_fusion." + one, 7);
  gpu.kernel("loop_add_fusion_" + two, 3'000'000, 2'000'000, 2, "jit_f", "loop_add_fusion." + two, 7);
  gpu.kernel("nvjet_2", 6'000'000, 2'000'000, 3, "jit_f", "loop_add_fusion." + two, 7);  // not the instruction's name
  return xplane::file({metadata.bytes(), gpu.bytes()});
}

/// Two fusions on a TPU, described by its plane alone.
std::string on_tpu(int first) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops");
  for (int i = 0; i < 2; ++i) {
    const std::string name = "%fusion." + std::to_string(first + i) + " = f32[8] fusion(f32[8] %x)";
    tpu.event(name, i * 10 * test::us_in_ps, 10 * test::us_in_ps);
    tpu.about(name, {{"tf_op", 0, i == 0 ? "jit(f)/dot_general:" : "jit(f)/add:"}},
              "fusion." + std::to_string(first + i));
  }
  return xplane::file({tpu.bytes()});
}

}  // namespace

// A compilation numbers instructions anew, so that the numbers of two runs do not correspond.
BOOST_AUTO_TEST_CASE(ops_are_known_by_what_the_framework_calls_them) {
  const compared_run base = run_of(on_gpu(1, true)), next = run_of(on_gpu(2, true));
  BOOST_TEST((ops_of(base) == std::set<std::string>{"loop_add_fusion jit(f)/layer0/add ((8, 4),)",
                                                    "loop_add_fusion jit(f)/layer1/add ((8, 4),)"}));
  BOOST_TEST((ops_of(next) == ops_of(base)));
  BOOST_TEST((kernels_of(base) == std::set<std::string>{"loop_add_fusion", "nvjet_2"}));
  BOOST_TEST((kernels_of(next) == kernels_of(base)));

  const compared_run chip = run_of(on_tpu(1)), later = run_of(on_tpu(2));
  BOOST_TEST((ops_of(chip) == std::set<std::string>{"fusion jit(f)/dot_general ", "fusion jit(f)/add "}));
  BOOST_TEST((ops_of(later) == ops_of(chip)));
  BOOST_TEST((kernels_of(chip) == std::set<std::string>{"fusion"}));
}

BOOST_AUTO_TEST_CASE(an_op_that_the_framework_does_not_name_keeps_its_number) {
  const compared_run run = run_of(on_gpu(1, false));
  BOOST_TEST((ops_of(run) == std::set<std::string>{"loop_add_fusion.1 ((8, 4),)", "loop_add_fusion.2 ((8, 4),)"}));
  BOOST_TEST((kernels_of(run) == std::set<std::string>{"loop_add_fusion_1", "loop_add_fusion_2", "nvjet_2"}));
}

/// What kernels of a CUDA graph name is the graph, which runs a product and sends its result; without its program, a name
/// is all there is.
BOOST_AUTO_TEST_CASE(kernels_of_a_graph_are_told_apart_by_their_names) {
  const auto made = [](bool held) {
    xplane::module m("jit_f");
    m.computation("main");
    const auto x = m.parameter("x", xplane::f32({8, 4}));
    m.add("call.4", "call", xplane::f32({8, 4}), {x});
    xplane::plane gpu("/device:GPU:0"), metadata("/host:metadata");
    if (held) metadata.program("jit_f(7)", 7, m.hlo_proto());
    gpu.line(1, "Stream #1").kernel("nvjet_2", 0, 2'000'000, 1, "jit_f", "command_buffer_3", 7);
    gpu.kernel("ncclDevKernel_AllReduce", 3'000'000, 2'000'000, 2, "jit_f", "command_buffer_3", 7);
    gpu.kernel("nvjet_5", 6'000'000, 2'000'000, 3, "jit_f", "call.4", 7);
    return ops_of(run_of(xplane::file({metadata.bytes(), gpu.bytes()})));
  };
  BOOST_TEST((made(true) == std::set<std::string>{"nvjet_2 ", "nvjet_5 ", "ncclDevKernel_AllReduce "}));
  BOOST_TEST((made(false) == std::set<std::string>{"command_buffer_3 ", "call.4 "}));
}

BOOST_AUTO_TEST_SUITE_END()
