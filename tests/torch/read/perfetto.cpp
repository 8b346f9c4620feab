// PyTorch's Perfetto traces, whose slices have no categories.
#include <ridgeline/torch/read/perfetto.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/read/perfetto.hpp>

#include "tests/support/proto_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_read_perfetto)

namespace {

/// A thread whose slices, of 10 ns each, have the annotations `External id`, `Ev Idx` and, if `shaped`, `Input Dims`.
class slices {
 public:
  slices& add(std::string_view name, bool shaped = false) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, name).raw(value("External id", at_)).raw(value("Ev Idx", at_));
    if (shaped) e.bytes(4, proto_bytes().bytes(10, "Input Dims").bytes(12, proto_bytes().number(4, 8)));
    return begin_and_end(e);
  }
  /// A slice with device, stream and one more number.
  slices& on_gpu(std::string_view name, std::string_view number) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, name).raw(value("device", 0)).raw(value("stream", 7)).raw(value(number, 5));
    return begin_and_end(e);
  }
  /// The same in a context that is told by a text.
  slices& in_context(std::string_view name, std::string_view context) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, name).raw(value("device", 0)).raw(value("stream", 7));
    e.bytes(4, proto_bytes().bytes(10, "context").bytes(6, context));
    return begin_and_end(e);
  }
  /// A slice that has a category and is an end of a flow, on a track of its own.
  slices& flows(std::string_view name, std::string_view category, std::int64_t flow, std::int64_t track) {
    proto_bytes e;
    e.number(9, 1).number(11, track).bytes(23, name).bytes(22, category).number(36, flow);
    return begin_and_end(e, track);
  }
  /// A thread of a process with a name, as a track.
  slices& thread(std::int64_t track, std::int64_t pid, std::string_view name) {
    packet(proto_bytes().bytes(60, proto_bytes().number(1, track + 1)
                                       .bytes(3, proto_bytes().number(1, pid).bytes(6, name))));
    packet(proto_bytes().bytes(60, proto_bytes().number(1, track).number(5, track + 1)
                                       .bytes(4, proto_bytes().number(1, pid).number(2, 1))));
    return *this;
  }
  /// `range`, `op`, `kernel`, `gpu_range` or `other` for each slice.
  std::string told() const {
    const torch_trace t = read();
    std::string told;
    for (const torch_event& e : t.events) {
      if (e.phase != chrome_phase::complete) continue;
      told += told.empty() ? "" : " ";
      told += e.category == kineto_category::user_annotation       ? "range"
              : e.category == kineto_category::cpu_op              ? "op"
              : e.category == kineto_category::kernel              ? "kernel"
              : e.category == kineto_category::gpu_user_annotation ? "gpu_range"
                                                                   : "other";
    }
    return told;
  }
  torch_trace read() const {
    const std::string thread = proto_bytes()
        .bytes(1, proto_bytes().bytes(60, proto_bytes().number(1, 9)
                                              .bytes(4, proto_bytes().number(1, 42).number(2, 43))))
        .text();
    expected<perfetto_trace> trace = read_perfetto(thread + text_);
    BOOST_REQUIRE(trace.has_value());
    return torch_trace_of(std::move(*trace));
  }

 private:
  static std::string value(std::string_view name, std::int64_t n) {
    return proto_bytes().bytes(4, proto_bytes().bytes(10, name).number(4, n)).text();
  }
  slices& begin_and_end(const proto_bytes& begin, std::int64_t track = 9) {
    packet(proto_bytes().number(8, at_).number(10, 1).bytes(11, begin));
    packet(proto_bytes().number(8, at_ + 10).number(10, 1).bytes(11, proto_bytes().number(9, 2).number(11, track)));
    at_ += 20;
    return *this;
  }
  void packet(const proto_bytes& p) { text_ += proto_bytes().bytes(1, p).text(); }
  std::string text_{};
  std::int64_t at_ = 100;
};

}  // namespace

// Ranges and ops have the same numbers.
BOOST_AUTO_TEST_CASE(ranges_are_told_by_their_names) {
  for (const bool shapes : {true, false}) {
    slices s;
    s.add("aten::mm", shapes).add("execute_8192_context_9(sq1)_generation_0(sq0)").add("step[EXTEND bs=15 toks=1]");
    s.add("ProfilerStep#3").add("Optimizer.step#SGD.step").add("enumerate(DataLoader)#_Next");
    s.add("## Call CompiledFxGraph f");
    s.add("nccl:all_reduce", true).add("nccl::all_reduce_op", shapes);
    BOOST_TEST(s.told() == "op range range range range range range range op");
  }
}

BOOST_AUTO_TEST_CASE(ranges_have_no_arguments_where_ops_have) {
  const auto told = [](bool shapes) {
    slices s;
    s.add("aten::mm", shapes).add("my block").add("autograd::engine::evaluate_function: MmBackward0");
    s.add("Torch-Compiled Region: 0/0").add("nccl:broadcast", true);
    return s.told();
  };
  BOOST_TEST(told(true) == "op range op op range");
  BOOST_TEST(told(false) == "op op op op range");  // no shapes are recorded: that of the collective tells nothing
}

// What runs on a GPU has the number of its call; a range around it has that of its op.
BOOST_AUTO_TEST_CASE(ranges_of_a_gpu_have_no_call) {
  slices s;
  s.on_gpu("ampere_sgemm", "correlation").on_gpu("execute_1_context_1", "External id");
  s.on_gpu("Memcpy DtoD", "correlation");
  BOOST_TEST(s.told() == "kernel gpu_range other");
}

BOOST_AUTO_TEST_CASE(contexts_may_be_texts) {
  slices s;
  const torch_trace t = s.in_context("a", "0x7").in_context("b", "0x000055d08918fc78").in_context("c", "primary").read();
  std::vector<std::uint32_t> contexts;
  for (const torch_event& e : t.events)
    if (const gpu_arguments* const g = t.gpu(e)) contexts.push_back(g->context);
  BOOST_REQUIRE(contexts.size() == 3u);
  BOOST_TEST(contexts[0] == 7u);
  BOOST_TEST((known(contexts[1]) && known(contexts[2]) && contexts[1] != contexts[2]));
  BOOST_TEST(t.problems[torch_problem::number_unreadable].count == 0u);
}

// Intel's unitrace calls everything on the host an op and everything on a device `gpu_op`, as in its JSON; a device is a
// process, and the flow from a call to its work is the only link.
BOOST_AUTO_TEST_CASE(work_of_unitrace_is_that_of_its_json) {
  slices s;
  s.thread(20, 2147483646, "RANK 0 DEVICE<node>0:3:0:0 #0").thread(30, 42, "RANK 0 HOST<node>");
  s.flows("zeCommandListAppendLaunchKernel", "cpu_op", 5, 30).flows("gemm[SIMD32]", "gpu_op", 5, 20);
  s.flows("zeCommandListAppendMemoryCopy", "cpu_op", 6, 30);
  s.flows("zeCommandListAppendMemoryCopy(D2M)[4096 bytes]", "gpu_op", 6, 20).flows("MPI_Send", "cpu_op", 0, 30);
  const torch_trace t = s.read();
  std::vector<const torch_event*> spans;
  for (const torch_event& e : t.events)
    if (e.phase == chrome_phase::complete) spans.push_back(&e);
  BOOST_REQUIRE(spans.size() == 5u);
  BOOST_TEST((spans[0]->category == kineto_category::cuda_runtime && spans[1]->category == kineto_category::kernel));
  BOOST_TEST((spans[2]->category == kineto_category::cuda_runtime && spans[3]->category == kineto_category::gpu_memcpy));
  BOOST_TEST((spans[4]->category == kineto_category::user_annotation));
  BOOST_TEST((known(spans[0]->correlation) && spans[0]->correlation == spans[1]->correlation));
  BOOST_TEST((known(spans[2]->correlation) && spans[2]->correlation == spans[3]->correlation));
  BOOST_TEST(spans[0]->correlation != spans[2]->correlation);
  BOOST_REQUIRE(t.devices.size() == 1u);
  BOOST_TEST(t.devices[0].name == "0:3:0:0 #0");
  BOOST_TEST(t.gpu(*spans[1])->device == 0);
  BOOST_TEST(t.problems[torch_problem::link_missing].count == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
