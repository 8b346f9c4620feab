#include <ridgeline/torch/run/gpu_work.hpp>

#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/query/within.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/sheet/host_ops.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_run_gpu_work)

namespace {

// A module around two ops; each op launches something on stream 7. Times in microseconds.
constexpr std::string_view text = R"json({"traceEvents": [
  {"ph": "X", "cat": "python_function", "name": "nn.Module: Linear_0", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
  {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 5, "dur": 20},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 6, "dur": 2,
   "args": {"correlation": 1}},
  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10.5, "dur": 4.25,
   "args": {"correlation": 1, "device": 0, "stream": 7}},
  {"ph": "X", "cat": "cpu_op", "name": "aten::copy_", "pid": 1, "tid": 1, "ts": 30, "dur": 20},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaMemcpyAsync", "pid": 1, "tid": 1, "ts": 31, "dur": 2,
   "args": {"correlation": 2}},
  {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pageable -> Device)", "pid": 0, "tid": 7, "ts": 35, "dur": 3,
   "args": {"correlation": 2, "device": 0, "stream": 7, "bytes": 4096}},
  {"ph": "X", "cat": "gpu_memset", "name": "Memset (Device)", "pid": 0, "tid": 7, "ts": 50, "dur": 1,
   "args": {"device": 0, "stream": 7}}
]})json";

torch_run_options with_frames() {
  torch_run_options options;
  options.python_frames = true;
  return options;
}

struct made_run {
  torch_trace trace = std::move(*read_kineto(text));
  torch_profile run{trace, with_frames()};
};

}  // namespace

/// An op in an op in an op: their sum is 100 + 60 + 20, the outermost takes 100, and own times are 40, 40 and 20.
BOOST_AUTO_TEST_CASE(times_of_ops_include_the_ops_inside) {
  const torch_trace trace = std::move(*read_kineto(R"json({"traceEvents": [
    {"ph": "X", "cat": "cpu_op", "name": "aten::linear", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
    {"ph": "X", "cat": "cpu_op", "name": "aten::addmm", "pid": 1, "tid": 1, "ts": 10, "dur": 60},
    {"ph": "X", "cat": "cpu_op", "name": "aten::empty", "pid": 1, "tid": 1, "ts": 20, "dur": 20}]})json"));
  const torch_profile run{trace};
  BOOST_TEST((cpu_ops(run) | aggregate(sum(elapsed)))[0][sum(elapsed)].in(us) == 180.0);
  BOOST_TEST((cpu_ops(run) | busy() | aggregate(sum(elapsed)))[0][sum(elapsed)].in(us) == 100.0);
  const auto outermost = cpu_ops(run) | where(equals(op_name, "")) | aggregate(count, sum(elapsed));
  BOOST_TEST(outermost[0][count] == 1);
  BOOST_TEST(outermost[0][sum(elapsed)].in(us) == 100.0);
  double own = 0;
  for (const torch_host_op_row& row : torch_host_ops(run)) own += row.self_time;
  BOOST_TEST(own == 100.0);  // 40 + 40 + 20
}

BOOST_AUTO_TEST_CASE(calls_and_ranges_of_the_host_are_records_too) {
  torch_trace trace = std::move(*read_kineto(R"json({"traceEvents": [
    {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
    {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#3", "pid": 0, "tid": 7, "ts": 0, "dur": 100},
    {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 5, "dur": 20},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 6, "dur": 2},
    {"ph": "X", "cat": "cuda_driver", "name": "cuLaunchKernel", "pid": 1, "tid": 1, "ts": 16, "dur": 3}]})json"));
  const torch_profile run{trace};
  const auto calls = api_calls(run) | aggregate(count, sum(elapsed));
  BOOST_TEST(calls[0][count] == 2);
  BOOST_TEST(calls[0][sum(elapsed)].base() == 5000);  // 2 and 3 us
  BOOST_TEST(api_calls(run)[0].op_name() == "aten::mm");
  const auto ranges = annotations(run);  // the host's, as the device repeats them
  BOOST_REQUIRE(ranges.size() == 1u);
  BOOST_TEST(ranges[0].name() == "ProfilerStep#3");
  BOOST_TEST(ranges[0].time().base() == 100'000);
}

/// Below the launch of a graph are calls of its capture: they name the op, but what was recorded is the launch.
BOOST_AUTO_TEST_CASE(work_of_a_graph_comes_from_the_launch_of_the_graph) {
  const temporary_folder captured;
  kineto_text capture;
  capture.span("user_annotation", "capture_8_FULL", 0, 23).launch("hipStreamBeginCapture", 1, 1, 900)
      .op("aten::mm", 10, 8, R"("Input Dims": [[8,4]], "Input type": ["float"])")
      .span("cuda_runtime", "hipLaunchKernel", 11, 2, R"("correlation": 1, "kernel": "gemm")")
      .launch("hipStreamEndCapture", 20, 1, 901);
  captured.file("a.json", capture.text());
  expected<torch_captures> captures = read_capture_folder(captured.path(), {});
  BOOST_REQUIRE(captures.has_value());
  kineto_text replay;
  replay.span("user_annotation", "step[DECODE bs=5]", 0, 10).launch("hipGraphLaunch", 2, 5, 1)
      .kernel("gemm", 100, 4, 1).op("dummy", 900, 1);
  torch_trace trace = replay.read();
  const torch_profile run(trace, {.captures = &*captures});
  BOOST_REQUIRE(run.grafted().any());
  const auto work = gpu_work(run);
  BOOST_REQUIRE(work.size() == 1u);
  BOOST_TEST(work[0].op_name() == "aten::mm");
  BOOST_TEST(work[0].launch() == 1u);  // behind the range
  BOOST_TEST(work[0].launch_name() == "hipGraphLaunch");
  BOOST_TEST(work[0].launch_latency().in(us) == 98.0);  // from 2 to 100
}

BOOST_AUTO_TEST_CASE(an_event_knows_where_it_came_from) {
  static_assert(named<gpu_event> && timed<gpu_event> && placed<gpu_event> && launched<gpu_event> && sized<gpu_event>);
  const made_run made;
  const auto work = gpu_work(made.run);
  BOOST_REQUIRE(work.size() == 3u);
  BOOST_TEST(work[0].name() == "gemm");
  BOOST_TEST(work[0].start().base() == 10'500);
  BOOST_TEST(work[0].time().base() == 4'250);
  BOOST_TEST(work[0].op_name() == "aten::mm");
  BOOST_TEST(work[0].launch_name() == "cudaLaunchKernel");
  BOOST_TEST(work[0].launch_latency().base() == 4'500);  // from 6 to 10.5
  BOOST_TEST(!known(work[2].launch_latency()));          // nothing launched it
  const auto slowest = work | group_by(kind) | aggregate(max<us>(launch_latency));
  BOOST_TEST(slowest[1][max(launch_latency)].in(us) == 4.0);  // the copy: from 31 to 35
  BOOST_TEST(work[0].module_name() == "Linear_0");
  BOOST_TEST(work[0].device() == 0);
  BOOST_TEST(work[0].stream() == 7);
  BOOST_TEST(!known(work[0].bytes()));
  BOOST_TEST(work[0].direction().empty());
  BOOST_TEST(work[1].direction() == "HtoD");
  BOOST_TEST(work[1].bytes().in(KiB) == 4);
  BOOST_TEST(work[2].op_name().empty());  // launched by nothing
  BOOST_TEST(cpu_ops(made.run).size() == 2u);
  BOOST_TEST(work[0].launch() == 2u);  // the third event
}

BOOST_AUTO_TEST_CASE(gaps_name_what_was_launched_after_them) {
  const made_run made;
  const auto found = gpu_work(made.run) | group_by(device, stream) | within(sort_by(start) | gaps() | top<1>(elapsed));
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].time.base() == 20'250);  // 10.5 + 4.25 to 35
  BOOST_TEST(project(after(launch_name), found[0]) == "cudaMemcpyAsync");
}

BOOST_AUTO_TEST_CASE(kernels_by_module_and_copies_by_direction) {
  const made_run made;
  const auto by_module = gpu_work(made.run) | where(is_kernel) | group_by(stream, module_name) |
                         aggregate(count, sum<us>(elapsed));
  BOOST_REQUIRE(by_module.size() == 1u);
  BOOST_TEST(by_module[0][module_name] == "Linear_0");
  BOOST_TEST(by_module[0][sum(elapsed)].in(us) == 4.25);
  const auto copies = gpu_work(made.run) | where(is_copy) | group_by(direction, in<B>(size)) |
                      aggregate(count, sum<B>(size));
  BOOST_REQUIRE(copies.size() == 1u);
  BOOST_TEST(copies[0][size].in(B) == 4096);
  BOOST_TEST(copies[0][sum(size)].in(B) == 4096);
}

BOOST_AUTO_TEST_SUITE_END()
