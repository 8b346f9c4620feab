#include <ridgeline/torch/path/marked_trace.hpp>

#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/path/critical_path.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_path_marked_trace)

namespace {

// A launch from 10.25 to 14.25 us, its kernel from 17.75 to 47.75, and a call that waits for it from 20.5 to 52.5.
constexpr std::string_view text = R"json({"traceEvents": [
  {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1, "ts": 0.5, "dur": 60},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 10.25, "dur": 4,
   "args": {"correlation": 1}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 1, "tid": 1, "ts": 20.5, "dur": 32,
   "args": {"correlation": 2}},
  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 17.75, "dur": 30,
   "args": {"correlation": 1, "device": 0, "stream": 7}}
]})json";

bool holds(const std::string& document, std::string_view part) { return document.find(part) != document.npos; }

}  // namespace

/// Each end of an arrow lies in its span: the begin of a launch and of its kernel, and a microsecond before the end of
/// the kernel (47.75 - 1) and of the call that waited for it (52.5 - 1).
BOOST_AUTO_TEST_CASE(arrows_begin_and_end_in_their_spans) {
  const temporary_folder folder;
  const std::string from = folder.file("t.json", text), to = folder.path("marked.json");
  const torch_trace trace = std::move(*read_kineto(text));
  const torch_profile run(trace);
  BOOST_REQUIRE(!write_marked_trace(to, from, critical_path(run).rows, trace));
  const std::string made = bytes_of(to);
  BOOST_TEST(holds(made, R"("tid": 1, "ts": 10.250, "ph": "s", "id": 0)"), made);
  BOOST_TEST(holds(made, R"("tid": 7, "ts": 17.750, "ph": "f", "bp": "e", "id": 0)"), made);
  BOOST_TEST(holds(made, R"("tid": 7, "ts": 46.750, "ph": "s", "id": 1)"), made);
  BOOST_TEST(holds(made, R"("tid": 1, "ts": 51.500, "ph": "f", "bp": "e", "id": 1)"), made);
}

BOOST_AUTO_TEST_SUITE_END()
