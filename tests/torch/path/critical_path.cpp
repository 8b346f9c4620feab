#include <ridgeline/torch/path/critical_path.hpp>

#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/path/original.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/run/profile.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_path_critical_path)

namespace {

// A step of 100 us: an op launches a kernel of 30 us at 10, another one at 20, and then the host waits for both. Each
// kernel is launched by a call of 4 us; the first begins 7 us after its call, the second 2 us after the first, and the
// wait returns 5 us after the second.
constexpr std::string_view text = R"json({"traceEvents": [
  {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1, "tid": 1, "ts": 0, "dur": 100},
  {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 5, "dur": 25},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 10, "dur": 4,
   "args": {"correlation": 1}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 20, "dur": 4,
   "args": {"correlation": 2}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 1, "tid": 1, "ts": 35, "dur": 49,
   "args": {"correlation": 3}},
  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 17, "dur": 30,
   "args": {"correlation": 1, "device": 0, "stream": 7}},
  {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 49, "dur": 30,
   "args": {"correlation": 2, "device": 0, "stream": 7}}
]})json";

double step_with(const critical_path_report& report, std::string_view change) {
  return simulate(report.graph, *read_change(change)) / 1000;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_path_is_what_was_waited_for) {
  const torch_trace trace = std::move(*read_kineto(text));
  const torch_profile run(trace);
  const critical_path_report report = critical_path(run);
  BOOST_TEST(report.window.found);
  const wait_model& model = report.waits->model;
  BOOST_TEST(model.launch_latency.ns == 7'000);  // 17 - 10; the second begins on a busy GPU
  BOOST_TEST(model.stream_gap.ns == 2'000);      // 49 - 47
  BOOST_TEST(model.sync_return.ns == 5'000);     // 84 - 79
  std::string types;
  double at = 0;
  for (const path_row& r : report.rows.path) {
    BOOST_TEST(r.begin == at);  // no gaps
    at = r.end;
    types += std::string(r.bound_by) + " ";
  }
  BOOST_TEST(at == 100.0);
  BOOST_TEST(types == "host_outside_ops cpu_bound gpu_kernel_launch_overhead gpu_compute_bound gpu_kernel_kernel_overhead "
                      "gpu_compute_bound sync_overhead host_outside_ops ");
}

BOOST_AUTO_TEST_CASE(calls_of_any_api_wait) {
  for (const char* name : {"zeEventHostSynchronize", "zeCommandQueueSynchronize", "urQueueFinish", "urEventWait",
                           "musaStreamSynchronize", "cuCtxSynchronize_v2"}) {
    std::string other(text);
    other.replace(other.find("cudaDeviceSynchronize"), std::string_view("cudaDeviceSynchronize").size(), name);
    const torch_trace trace = std::move(*read_kineto(other));
    const torch_profile run(trace);
    const critical_path_report report = critical_path(run);
    BOOST_TEST(report.waits->model.sync_return.samples == 1, name);
    BOOST_TEST(report.waits->model.sync_return.ns == 5'000, name);  // 84 - 79
  }
  BOOST_TEST(!synchronizes("urEnqueueEventsWait"));  // makes the queue wait, not the host
}

BOOST_AUTO_TEST_CASE(processes_whose_events_follow_each_other_have_numbers_of_their_own) {
  // both launch their kernel by a call with number 1 and wait for it, all at about the same time
  const torch_trace trace = std::move(*read_kineto(R"json({"traceEvents": [
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 0, "dur": 4,
     "args": {"correlation": 1}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 10, "tid": 10, "ts": 5, "dur": 45,
     "args": {"correlation": 2}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10, "dur": 30,
     "args": {"correlation": 1, "device": 0, "stream": 7}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 20, "tid": 20, "ts": 2, "dur": 4,
     "args": {"correlation": 1}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 20, "tid": 20, "ts": 7, "dur": 58,
     "args": {"correlation": 2}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 1, "tid": 7, "ts": 13, "dur": 36,
     "args": {"correlation": 1, "device": 1, "stream": 7}}
  ]})json"));
  const torch_profile run(trace);
  const path_activity activity = path_activity_of(trace, nullptr);
  const gpu_waits waits = waits_of(activity, duration::of(30'000));
  BOOST_REQUIRE(waits.tasks.size() == 2u);
  BOOST_TEST(activity.host[waits.tasks[0].call].uid == 0u);
  BOOST_TEST(activity.host[waits.tasks[1].call].uid == 3u);
  BOOST_TEST(waits.model.launch_latency.ns == 10'000);  // the lower of 10 - 0 and 13 - 2
  BOOST_TEST(waits.model.sync_return.ns == 10'000);     // the lower of 50 - 40 and 65 - 49; the other's ends at 49
}

BOOST_AUTO_TEST_CASE(processes_whose_events_are_mixed_have_numbers_of_their_own) {
  // the same calls by start, and one more kernel of the first: number 3 is of process 10 alone, which tells its device
  const torch_trace trace = std::move(*read_kineto(R"json({"traceEvents": [
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 0, "dur": 2,
     "args": {"correlation": 1}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 20, "tid": 20, "ts": 2, "dur": 4,
     "args": {"correlation": 1}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 10, "tid": 10, "ts": 3, "dur": 1,
     "args": {"correlation": 3}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 10, "tid": 10, "ts": 5, "dur": 45,
     "args": {"correlation": 2}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaDeviceSynchronize", "pid": 20, "tid": 20, "ts": 7, "dur": 58,
     "args": {"correlation": 2}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10, "dur": 20,
     "args": {"correlation": 1, "device": 0, "stream": 7}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 1, "tid": 7, "ts": 13, "dur": 36,
     "args": {"correlation": 1, "device": 1, "stream": 7}},
    {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 31, "dur": 9,
     "args": {"correlation": 3, "device": 0, "stream": 7}},
    {"ph": "X", "cat": "kernel", "name": "unlinked", "pid": 1, "tid": 7, "ts": 50, "dur": 1,
     "args": {"device": 1, "stream": 7}}
  ]})json"));
  const path_activity activity = path_activity_of(trace, nullptr);
  const gpu_waits waits = waits_of(activity, duration::of(30'000));
  BOOST_REQUIRE(waits.tasks.size() == 4u);
  const auto launch_of = [&](std::uint32_t uid) {
    for (std::size_t t = 0; t < activity.tasks.size(); ++t)
      if (activity.tasks[t].uid == uid) return activity.host[waits.tasks[t].call].uid;
    return missing<std::uint32_t>;
  };
  BOOST_TEST(launch_of(5) == 0u);
  BOOST_TEST(launch_of(6) == 1u);
  BOOST_TEST(launch_of(7) == 2u);
  for (const gpu_task& t : activity.tasks) BOOST_TEST(t.process == (activity.streams[t.stream].device == 0 ? 10 : 20));
}

BOOST_AUTO_TEST_CASE(communication_that_only_its_op_tells) {  // the kernel's name says nothing
  const torch_trace trace = std::move(*read_kineto(R"json({"traceEvents": [
    {"ph": "X", "cat": "cpu_op", "name": "_C::minimax_allreduce_rms_qk", "pid": 1, "tid": 1, "ts": 0, "dur": 8},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1, "dur": 4,
     "args": {"correlation": 1}},
    {"ph": "X", "cat": "kernel", "name": "fused_qk_rms_kernel", "pid": 0, "tid": 7, "ts": 10, "dur": 30,
     "args": {"correlation": 1, "device": 0, "stream": 7}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 9, "dur": 4,
     "args": {"correlation": 2}},
    {"ph": "X", "cat": "kernel", "name": "fused_qk_rms_kernel", "pid": 0, "tid": 7, "ts": 40, "dur": 20,
     "args": {"correlation": 2, "device": 0, "stream": 7}}]})json"));
  const critical_path_report report = critical_path(torch_profile(trace));
  BOOST_REQUIRE(report.activity->tasks.size() == 2u);
  BOOST_TEST((report.activity->tasks[0].lane == gpu_lane::communication));
  BOOST_TEST((report.activity->tasks[1].lane == gpu_lane::compute));  // no op is around its launch
  BOOST_TEST((critical_path(trace).activity->tasks[0].lane == gpu_lane::communication));
}

BOOST_AUTO_TEST_CASE(stamps_since_1970_are_exact_unless_a_program_shortened_them) {
  const auto latency = [](const std::string& call, const std::string& kernel) {
    const std::string begin = R"({"ph": "X", "tid": 1, "ts": 17000000000000)";
    const std::string trace_text =
        R"({"traceEvents": [)" + begin +
        R"(00, "dur": 90, "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1},)" +
        begin + call + R"(, "dur": 4, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1,
                           "args": {"correlation": 1}},)" +
        begin + kernel + R"(, "dur": 30, "cat": "kernel", "name": "gemm", "pid": 0,
                             "args": {"correlation": 1, "device": 0, "stream": 7}}]})";
    const torch_trace trace = std::move(*read_kineto(trace_text));
    const torch_profile run(trace);
    return critical_path(run).waits->model.launch_latency.ns;
  };
  BOOST_TEST(latency("10.100", "17.137") == 7'037);  // as doubles 10.0 and 17.25
  BOOST_TEST(latency("10.2", "17.8") == 7'500);      // the shortest digits of 10.25 and 17.75
  BOOST_TEST(latency("10", "17") == 7'000);
}

BOOST_AUTO_TEST_CASE(a_change_is_simulated) {
  const torch_trace trace = std::move(*read_kineto(text));
  const critical_path_report report = critical_path(trace);
  BOOST_TEST(simulate(report.graph, {}) == 100'000.0);
  // kernels of 15: 17 to 32, 34 to 49; return at 54, and the 16 after it
  BOOST_TEST(step_with(report, "kernels:gemm*0.5") == 70.0);
  // no kernels: the second begins at 20 + 7; the call returns 0 us (no idle time was measured) after 35 or at 32
  BOOST_TEST(step_with(report, "kernels:*0") == 51.0);  // 35 + 16
  BOOST_TEST(step_with(report, "launch*0;kernels:nothing*7") == 93.0);  // 7 less
  BOOST_TEST(report.rows.what_if[1].scenario == "replay");
  BOOST_TEST(report.rows.what_if[1].change == 0.0);
}

/// No step is named so: there is nothing that could last 0 ns. The whole trace, in which annotations do not
/// count, lasts from the op at 5 us to the end of the waiting call at 84 us.
BOOST_AUTO_TEST_CASE(a_step_that_is_not_there_takes_no_time) {
  const torch_trace trace = std::move(*read_kineto(text));
  const critical_path_report none = critical_path(trace, {.steps = {.annotation = "another step"}});
  BOOST_TEST(none.graph.empty());
  BOOST_TEST(!known(simulate(none.graph, {})));
  BOOST_TEST(!known(simulate(none.graph, *read_change("kernels:gemm*0.5"))));
  const critical_path_report whole = critical_path(trace, {.steps = {.annotation = ""}});
  BOOST_TEST(simulate(whole.graph, {}) == 79'000.0);  // 84 - 5
  const run_change change = *read_change("kernels:gemm*0.5;kernels:nothing*0.5");
  BOOST_TEST(without_effect(whole.graph, change) == &change.items[1]);
}

/// The step has kernels of one stream only: nothing is communication or a copy, so that nothing can overlap either.
BOOST_AUTO_TEST_CASE(a_kind_that_the_window_lacks_changes_nothing) {
  const torch_trace trace = std::move(*read_kineto(text));
  const critical_path_report report = critical_path(trace);
  for (const char* const kind : {"communication*0.5", "copies*0.5", "overlap", "roof"}) {
    const run_change change = *read_change(kind);
    BOOST_TEST(without_effect(report.graph, change) == &change.items[0], kind);
    BOOST_TEST(simulate(report.graph, change) == 100'000.0, kind);
  }
  for (const char* const kind : {"kernels*0.5", "compute*0.5", "ops*0.5", "gaps*0.5", "host*0.5", "launch*0.5",
                                 "stream_gap*0.5", "sync*0.5"})
    BOOST_TEST(without_effect(report.graph, *read_change(kind)) == nullptr, kind);
  BOOST_TEST(name_of(change_item::kind::stream_gap) == "stream_gap");
}

/// A stream runs A (100 us), an all-reduce (50 us), B (100 us) and another one, 1 us apart; they are launched at 7, 17,
/// 27 and 37 us, and A begins 13 us after its launch: 20 to 120, 121 to 171, 172 to 272, 273 to 323. With overlap, B
/// follows A at 121, and the collectives run from 30 to 80 and, one after the other, from 81 to 131: the step ends with B at 221.
/// At a tenth of the time of A and B, the collectives are the last: 30 to 80, 81 to 131.
BOOST_AUTO_TEST_CASE(overlap_keeps_the_order_of_the_other_work) {
  std::string made = R"({"traceEvents": [{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "pid": 1,
    "tid": 1, "ts": 0, "dur": 60})";
  int time = 20, call = 0;
  for (const char* const name : {"A", "ncclDevKernel_AllReduce", "B", "ncclDevKernel_AllReduce"}) {
    const int length = name[1] == 0 ? 100 : 50;
    made += R"(, {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": )" +
            std::to_string(7 + 10 * call) + R"(, "dur": 4, "args": {"correlation": )" + std::to_string(call + 1) + "}}" +
            R"(, {"ph": "X", "cat": "kernel", "name": ")" + name + R"(", "pid": 0, "tid": 7, "ts": )" +
            std::to_string(time) + R"(, "dur": )" + std::to_string(length) +
            R"(, "args": {"device": 0, "stream": 7, "correlation": )" + std::to_string(call + 1) + "}}";
    time += length + 1, ++call;
  }
  made += "]}";
  const torch_trace trace = std::move(*read_kineto(made));
  const critical_path_report report = critical_path(trace);
  BOOST_TEST(step_with(report, "kernels:A*1") == 323);
  BOOST_TEST(step_with(report, "overlap") == 221);
  BOOST_TEST(step_with(report, "overlap;communication*0") == 221);
  BOOST_TEST(step_with(report, "overlap;compute*0.1") == 131);
}

BOOST_AUTO_TEST_CASE(idle_time_has_a_cause) {
  const torch_trace trace = std::move(*read_kineto(text));
  const critical_path_report report = critical_path(trace);
  BOOST_REQUIRE(report.rows.idle.size() == 2u);  // the device as a whole, and stream 7
  BOOST_TEST(report.rows.idle[0].category == "kernel_wait");
  BOOST_TEST(report.rows.idle[0].time == 2.0);
  BOOST_TEST(!known(report.rows.idle[0].stream));
  BOOST_TEST(report.rows.idle[1].stream == 7);
}

BOOST_AUTO_TEST_CASE(a_change_that_is_not_understood_says_so) {
  BOOST_TEST(!read_change("kernel:gemm*0.5"));
  BOOST_TEST(!read_change("kernels:gemm"));
  BOOST_TEST(!read_change("kernels:gemm*-1"));
  BOOST_TEST(!read_change("host:text*2"));
  BOOST_TEST(read_change("host:text*2").error().what == "\"host:text*2\": host takes no text");
  BOOST_TEST(read_change("roof*1").error().what == "\"roof*1\": roof takes no factor");
  BOOST_TEST(!read_change(""));
  BOOST_REQUIRE(read_change("kernels:a*b*2;overlap"));
  BOOST_TEST(read_change("kernels:a*b*2")->items[0].text == "a*b");  // the factor comes after the last *
}

BOOST_AUTO_TEST_CASE(a_step_that_there_is_not_has_no_path) {
  const torch_trace trace = std::move(*read_kineto(text));
  critical_path_options options;
  options.steps.first = options.steps.last = 1;
  const critical_path_report report = critical_path(trace, options);
  BOOST_TEST(!report.window.found);
  BOOST_TEST(report.window.annotations == 1u);
  BOOST_TEST(report.rows.path.empty());
  BOOST_TEST(!report.rows.idle.empty());
  const torch_trace nothing = std::move(*read_kineto(R"({"traceEvents": []})"));
  options.steps.annotation.clear();
  BOOST_TEST(critical_path(nothing, options).rows.path.empty());
}

BOOST_AUTO_TEST_CASE(the_original_weighs_no_time_between_ops) {
  const torch_trace trace = std::move(*read_kineto(text));
  const critical_path_report report = original_critical_path(trace, trace.events.size(), {}, {});
  BOOST_REQUIRE(!report.rows.what_if.empty());
  // aten::mm up to the first call 5, launch 7, kernel 30, gap 2, kernel 30: the 5 before and the 16 after do not count
  BOOST_TEST(report.rows.what_if[0].step == 74.0);
}

BOOST_AUTO_TEST_CASE(ops_at_their_roof) {
  std::string with_shapes(text);
  const std::string_view op = "\"ts\": 5, \"dur\": 25";
  with_shapes.replace(with_shapes.find(op), op.size(),
                      std::string(op) + R"(, "args": {"Input Dims": [[1024, 1024], [1024, 1024]],
                        "Input type": ["c10::BFloat16", "c10::BFloat16"]})");
  const torch_trace trace = std::move(*read_kineto(with_shapes));
  const torch_profile run(trace);
  const hw::roofs chip{"made", false, 1000.0 * GBps, {{"matrix_bf16", 100.0 * TFLOPps}}};
  critical_path_options options;
  options.roofs = &chip;
  options.what_if.push_back({"roof", *read_change("roof")});
  const critical_path_report report = critical_path(run, options);
  // 2 x 1024^3 FLOP take 21.475 us at 100 TFLOP/s, half of it in each kernel: 10.737. The first runs from 17 to 27.737,
  // the second 2 us after it to 40.475; the wait returns 5 us later, and the step ends 16 us after that.
  const double each = 2.0 * 1024 * 1024 * 1024 / 100e12 * 1e6 / 2;
  BOOST_TEST(std::fabs(step_with(report, "roof") - (17 + each + 2 + each + 5 + 16)) < 1e-6, step_with(report, "roof"));
  BOOST_TEST(step_with(report, "roof:mm") == step_with(report, "roof"));
  BOOST_TEST(step_with(report, "roof:conv") == 100.0);
  run_change change = *read_change("roof;roof:mm;roof:conv");
  BOOST_TEST(without_effect(report.graph, change) == &change.items[2]);
  const critical_path_report without = critical_path(run);  // not requested, so not computed
  BOOST_TEST(step_with(without, "roof") == 100.0);
  change = *read_change("kernels*0.5;roof");
  BOOST_TEST(without_effect(without.graph, change) == &change.items[1]);  // without a text, too
  BOOST_TEST(!read_change("roof*0.5").has_value());
}

// 5,000,000 B in 50 us are 100 GB/s, whatever the trace says of another copy, 500,000 B in 20 us 25 GB/s the same way
// under another name; 300 B in 3 us are 0.1; and a copy whose bytes are not recorded has no bandwidth.
BOOST_AUTO_TEST_CASE(bandwidth_of_copies_without_that_argument) {
  const auto copy = [](const std::string& name, int ts, int dur, const std::string& more) {
    return R"({"ph": "X", "cat": ")" + std::string(name == "Memset" ? "gpu_memset" : "gpu_memcpy") + R"(", "name": ")" +
           name + R"(", "pid": 0, "tid": 7, "ts": )" + std::to_string(ts) + R"(, "dur": )" + std::to_string(dur) +
           R"(, "args": {"device": 0, "stream": 7)" + more + "}}";
  };
  const torch_trace trace = std::move(*read_kineto(
      R"({"traceEvents": [)" + copy("Memcpy HtoD", 10, 50, R"(, "bytes": 5000000)") + "," +
      copy("Memcpy DtoH", 70, 40, R"x(, "bytes": 2000000, "memory bandwidth (GB/s)": 48)x") + "," +
      copy("Memset", 120, 3, R"(, "bytes": 300)") + "," + copy("Memcpy DtoD", 130, 5, "") + "," +
      copy("CopyHostToDevice", 140, 20, R"(, "bytes": 500000)") + "]}"));
  const critical_path_report report = critical_path(trace);
  std::string found;
  for (const bandwidth_row& r : report.rows.bandwidth)
    found += std::string(r.name) + " " + std::to_string(static_cast<int>(r.bandwidth * 1000 + 0.5)) + "; ";
  BOOST_TEST(found == "Memcpy DtoH 48000; Memcpy DtoH 0; Memcpy HtoD 100000; Memcpy HtoD 0; Memcpy HtoD 25000; "
                      "Memcpy HtoD 0; Memset 100; Memset 0; ");
}

BOOST_AUTO_TEST_SUITE_END()
