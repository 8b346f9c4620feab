#include <ridgeline/torch/advise/health.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_health)

namespace {

health_check checked(const kineto_text& text, std::string_view name, torch_run_options how = {}) {
  const torch_trace trace = text.read();
  const torch_profile run(trace, how);
  const trace_health health = health_of(run);
  const health_check* const found = health.find(name);
  BOOST_REQUIRE(found != nullptr);
  return *found;
}

/// An op that launches one kernel of 10 us.
void add_op(kineto_text& k, std::string_view name, double at, int id, std::string_view args = "") {
  k.op(name, at, 8, args).launch("cudaLaunchKernel", at + 1, 2, id).kernel("k", at + 5, 10, id);
}

constexpr std::string_view shapes = R"("Input Dims": [[4, 4]], "Input type": ["float"])";

kineto_text steps_of(std::initializer_list<double> lengths) {
  kineto_text k;
  double at = 0;
  int id = 1;
  for (const double length : lengths) {
    k.span("user_annotation", "ProfilerStep#" + std::to_string(id), at, length);
    add_op(k, "aten::relu", at + 1, id++, shapes);
    at += length + 5;
  }
  return k;
}

}  // namespace

/// Two streams with one number: two kernels of 100 us, the second 50 us behind.
BOOST_AUTO_TEST_CASE(streams_are_numbered_within_a_context) {
  const auto overlap = [](const char* first, const char* second) {
    kineto_text k;
    k.launch("cudaLaunchKernel", 0, 2, 1).launch("cudaLaunchKernel", 5, 2, 2);
    k.span("kernel", "a", 100, 100, R"("stream": 13, "correlation": 1, "context": )" + std::string(first), 13);
    k.span("kernel", "b", 150, 100, R"("stream": 13, "correlation": 2, "context": )" + std::string(second), 13);
    return checked(k, "stream_overlap").is;
  };
  BOOST_TEST((overlap("2", "2") == trace_verdict::degraded));
  BOOST_TEST((overlap("2", "3") == trace_verdict::sound));
  BOOST_TEST((overlap("null", "3") == trace_verdict::degraded));  // it can be the same one
}

/// Two processes, each with launch 1 and then 2, mixed in the file: nothing tells whose device is whose. Of four
/// launches both numbers may be wrong. A label in front of the ids tells.
BOOST_AUTO_TEST_CASE(numbers_of_several_processes_in_a_mixed_file) {
  const auto trace = [](std::string_view a, std::string_view b, std::string_view of_a, std::string_view of_b) {
    kineto_text k;
    const auto event = [&](std::string_view category, std::string_view name, std::string_view process, int ts, int n) {
      k.raw(R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) + R"(", "pid": ")" +
            std::string(process) + R"(", "tid": 7, "ts": )" + std::to_string(ts) +
            R"(, "dur": 1, "args": {"correlation": )" + std::to_string(n) + "}}");
    };
    for (const int n : {1, 2}) {
      event("cuda_runtime", "cudaLaunchKernel", a, 10 * n, n), event("cuda_runtime", "cudaLaunchKernel", b, 10 * n + 2, n);
      event("kernel", "x", of_a, 10 * n + 5, n), event("kernel", "x", of_b, 10 * n + 7, n);
    }
    return k;
  };
  const health_check unknown = checked(trace("10", "11", "0", "1"), "correlation_repeated");
  BOOST_TEST((unknown.is == trace_verdict::degraded));
  BOOST_TEST(unknown.count == 2u);
  BOOST_TEST(unknown.share == 0.5);
  BOOST_TEST((checked(trace("[TP00] 10", "[TP01] 10", "[TP00] 0", "[TP01] 0"), "correlation_repeated").is ==
              trace_verdict::sound));
}

BOOST_AUTO_TEST_CASE(shapes_count_by_gpu_time) {
  kineto_text one_of_four;
  for (int i = 0; i < 4; ++i) add_op(one_of_four, "aten::relu", 20 * i, i + 1, i == 2 ? "" : shapes);
  const health_check some = checked(one_of_four, "shapes_missing");
  BOOST_TEST((some.is == trace_verdict::degraded));
  BOOST_TEST(some.count == 1u);
  BOOST_TEST(some.share == 0.25);  // 10 of 40 us
  kineto_text none;
  for (int i = 0; i < 4; ++i) add_op(none, "aten::relu", 20 * i, i + 1);
  BOOST_TEST((checked(none, "shapes_missing").is == trace_verdict::unknowable));
  kineto_text of_others;  // no rule requires shapes for ops of other libraries
  for (int i = 0; i < 4; ++i) add_op(of_others, "my::op", 20 * i, i + 1, "");
  BOOST_TEST((checked(of_others, "shapes_missing").is == trace_verdict::not_applicable));
}

BOOST_AUTO_TEST_CASE(a_trace_that_stands_twice_in_its_file_counts_once) {
  const auto left = [](const kineto_text& text) {
    torch_trace trace = text.read();
    leave_out_repeated_work(trace);
    int spans = 0;
    for (const torch_event& e : trace.events) spans += e.phase == chrome_phase::complete ? 1 : 0;
    return spans;
  };
  kineto_text twice;
  for (int i = 0; i < 2; ++i) add_op(twice, "aten::relu", 10, 1, shapes);
  BOOST_TEST(left(twice) == 3);  // an op, its launch, its kernel
  add_op(twice, "aten::relu", 40, 2, shapes);
  BOOST_TEST(left(twice) == 8);  // only part of it is duplicated: just the kernel is left out
}

/// Two nodes of one graph that are equal in name and times, on the lane that the profiler gives both: two kernels of
/// 20 us. The same node recorded twice is one.
BOOST_AUTO_TEST_CASE(nodes_of_a_graph_that_run_side_by_side_are_no_repetition) {
  const auto kernels = [](const char* first, const char* second) {
    kineto_text k;
    k.launch("cudaGraphLaunch", 0, 2, 1);
    for (const char* node : {first, second})
      k.span("kernel", "gemm", 100, 20, R"("stream": 7, "correlation": 1, "graph node id": )" + std::string(node), 7);
    BOOST_TEST((checked(k, "stream_overlap").is == trace_verdict::sound));
    torch_trace trace = k.read();
    leave_out_repeated_work(trace);
    return activity_of(torch_profile(trace)).works.size();
  };
  BOOST_TEST(kernels("1", "2") == 2u);
  BOOST_TEST(kernels("1", "1") == 1u);
}

BOOST_AUTO_TEST_CASE(frames_and_steps) {
  kineto_text plain;
  add_op(plain, "aten::relu", 10, 1, shapes);
  BOOST_TEST((checked(plain, "stacks_missing").is == trace_verdict::unknowable));
  BOOST_TEST((checked(plain, "steps_missing").is == trace_verdict::unknowable));
  kineto_text full;
  full.span("python_function", "train.py(1): step", 0, 50).span("user_annotation", "ProfilerStep#1", 0, 50);
  add_op(full, "aten::relu", 10, 1, shapes);
  BOOST_TEST((checked(full, "stacks_missing").is == trace_verdict::sound));
  BOOST_TEST((checked(full, "steps_missing").is == trace_verdict::sound));
  for (const char* step : {"step[DECODE bs=1]", "[Executor] _forward_step 7: 1 ctx reqs, 0 gen reqs"})
    BOOST_TEST((range_kind_of(step) == range_kind::step), step);
}

BOOST_AUTO_TEST_CASE(the_first_step_against_the_median_of_the_rest) {
  const health_check slow = checked(steps_of({250, 100, 110, 90}), "warmup_step");  // 250 > 2 x 100
  BOOST_TEST((slow.is == trace_verdict::degraded));
  BOOST_TEST(slow.message.find("250 us, later ones 100 us") != std::string::npos, slow.message);
  BOOST_TEST((checked(steps_of({190, 100, 110, 90}), "warmup_step").is == trace_verdict::sound));
  BOOST_TEST((checked(steps_of({250, 100, 300, 90, 100}), "warmup_step").is == trace_verdict::degraded));
  BOOST_TEST((checked(steps_of({850, 390, 160}), "warmup_step").is == trace_verdict::sound));  // 390 > 2 x 160 too
  BOOST_TEST((checked(steps_of({230, 100, 120}), "warmup_step").is == trace_verdict::degraded));  // > 2 x 110
  BOOST_TEST((checked(steps_of({850, 100}), "warmup_step").is == trace_verdict::not_applicable));
}

BOOST_AUTO_TEST_CASE(collectives_without_arguments) {
  kineto_text k;
  k.op("c10d::allreduce_", 0, 8).launch("cudaLaunchKernel", 1, 2, 1);
  k.kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 10, 30, 1);
  k.op("aten::relu", 50, 8, shapes).launch("cudaLaunchKernel", 51, 2, 2).kernel("k", 60, 10, 2);
  const health_check c = checked(k, "collective_args_missing");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 1u);
  BOOST_TEST(c.share == 0.75);  // 30 of 40 us
}

BOOST_AUTO_TEST_CASE(parts_that_cannot_be_read) {
  kineto_text k;
  add_op(k, "aten::relu", 10, 1, shapes);
  k.raw(R"({"ph": "X", "cat": "kernel", "name": "no time", "pid": 0, "tid": 7})");
  const health_check c = checked(k, "file_damaged");
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.message.starts_with("1 part of the file could not be read ("), c.message);
}

BOOST_AUTO_TEST_SUITE_END()
