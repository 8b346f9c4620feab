#include <ridgeline/torch/read/any_trace.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(read_any_torch_trace)

namespace {

/// Why a text is not a PyTorch trace; empty if it is one.
std::string refused(const std::string& text) {
  const expected<any_trace> trace = read_any_trace(text, {}, "t.json");
  return trace ? std::string() : to_string(trace.error());
}

}  // namespace

BOOST_AUTO_TEST_CASE(spans_of_another_profiler_are_no_empty_report) {
  const std::string browser = kineto_text().span("toplevel", "work", 0, 5).span("toplevel", "work", 7, 5).text();
  BOOST_TEST(refused(browser) == "t.json: expected spans of PyTorch's profiler (cat cpu_op, kernel and the like), but none of its 2 "
                                 "spans has such a category");
  // as jax.profiler writes it next to its .xplane.pb
  const std::string jax = R"({"traceEvents": [{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
    {"ph": "X", "pid": 1, "tid": 2, "ts": 100.0, "dur": 20.0, "name": "fusion.3", "args": {"hlo_op": "fusion.3"}}]})";
  BOOST_TEST(refused(jax).find("jax_report reads the .xplane.pb") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_trace_of_pytorch_may_be_of_the_host_alone_or_empty) {
  BOOST_TEST(refused(kineto_text().op("aten::mm", 0, 5).span("toplevel", "work", 0, 5).text()) == "");
  BOOST_TEST(refused(kineto_text().text()) == "");
}

BOOST_AUTO_TEST_CASE(work_of_an_unknown_device_is_reported_by_name) {
  const std::string npu = R"({"traceEvents": [{"ph": "X", "cat": "npu_kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 2,
    "args": {"device": 0, "stream": 3}}]})";
  BOOST_TEST(refused(npu) == "");
}

BOOST_AUTO_TEST_CASE(other_packings_are_refused) {
  BOOST_TEST(refused("\x28\xB5\x2F\xFD and more").find("zstd") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
