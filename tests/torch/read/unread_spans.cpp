#include <ridgeline/torch/read/unread_spans.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/quality.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(read_unread_spans)

namespace {

/// The rows of `data_quality` on spans that no sheet counts: `LEFT OUT? COUNT: EXAMPLE`, one a line.
std::string remarks_on(const torch_trace& t) {
  std::string text;
  const data_quality quality = quality_of(torch_profile(t), "t.json");
  for (const quality_issue& issue : quality.issues())
    if (issue.reason.ends_with("no sheet counts them"))
      text += (issue.lost_input ? "left out " : "") + std::to_string(issue.count) + ": " + issue.example + "\n";
  return text;
}

}  // namespace

/// ONNX Runtime's: a session of 900 us and a node of 300 us on the host, and a kernel.
BOOST_AUTO_TEST_CASE(spans_of_the_host_are_counted_by_category) {
  kineto_text k;
  k.span("Session", "model_run", 9000, 900).span("Node", "MatMul", 9100, 300).span("Kernel", "sgemm", 9120, 44)
      .span("Node", "Add", 9500, 100.5).op("aten::mm", 0, 9);
  BOOST_TEST(remarks_on(k.read()) == "left out 3: Session: 1 span, 900.000 us; Node: 2 spans, 400.500 us\n");
  const auto pieces = read_kineto(k.text(), {.threads = 2, .piece = 64});
  BOOST_REQUIRE(pieces.has_value());
  BOOST_TEST(remarks_on(*pieces) == remarks_on(k.read()));
}

/// Kineto's own `collective_comm` of an Intel GPU is on the host's thread; waits are read for the critical path.
BOOST_AUTO_TEST_CASE(marks_of_kineto_on_the_host_are_counted_but_nothing_is_left_out) {
  const torch_trace t = kineto_text().op("aten::mm", 0, 9).span("collective_comm", "xccl::allreduce", 20, 30)
                            .span("xpu_sync", "zeHostSynchronize", 60, 5)
                            .raw(R"({"ph": "X", "name": "no category", "pid": 1, "tid": 1, "ts": 70, "dur": 2})").read();
  BOOST_TEST(remarks_on(t) == "2: collective_comm: 1 span, 30.000 us; (none): 1 span, 2.000 us\n");
}

/// A category is counted apart with and without a device and a stream, which alone can make it GPU work.
BOOST_AUTO_TEST_CASE(a_device_and_a_stream_make_a_difference) {
  const std::string_view placed = R"("device": 0, "stream": 3)";
  kineto_text k;
  k.op("aten::mm", 0, 9).span("npu_kernel", "a", 10, 2, placed).span("npu_kernel", "on the host", 20, 100)
      .span("npu_kernel", "b", 30, 4, placed).span("npu_kernel", "no stream", 140, 1, R"("device": 0)");
  const torch_trace alone = k.read();  // without kernels they are read as kernels
  BOOST_REQUIRE(alone.unknown_work.size() == 2u);
  BOOST_TEST((alone.unknown_work[0].use == unknown_work_use::as_kernels));
  BOOST_TEST(alone.unknown_work[0].count == 2u);
  BOOST_TEST(alone.unknown_work[1].count == 2u);  // 100 + 1 us
  BOOST_TEST(alone.unknown_work[1].time.in(us) == 101.0);
  BOOST_TEST((alone.events[1].category == kineto_category::kernel));
  BOOST_TEST((alone.events[2].category == kineto_category::other));
  BOOST_TEST(remarks_on(k.kernel("known", 50, 1, 1).read()) ==
             "left out 2: npu_kernel: 2 spans, 6.000 us\nleft out 2: npu_kernel: 2 spans, 101.000 us\n");
}

/// A begin at 5 us and an end at 12.5 us.
BOOST_AUTO_TEST_CASE(spans_in_two_halves_are_counted_once) {
  const torch_trace t =
      kineto_text().op("aten::mm", 0, 9).raw(R"({"ph": "B", "cat": "step", "name": "s", "pid": 1, "tid": 2, "ts": 5})")
          .raw(R"({"ph": "E", "cat": "step", "name": "s", "pid": 1, "tid": 2, "ts": 12.5})").read();
  BOOST_TEST(remarks_on(t) == "left out 1: step: 1 span, 7.500 us\n");
}

BOOST_AUTO_TEST_SUITE_END()
