#include <ridgeline/torch/advise/health.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/serving/steps.hpp>

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

/// A trace that is reduced to two prefills says so, also in a program of one's own; the two steps in a row do not.
BOOST_AUTO_TEST_CASE(steps_that_are_left_out_in_between_are_idle_time) {
  kineto_text k;
  int id = 1;
  for (const char* const name : {"step[EXTEND bs=1 toks=9]", "step[DECODE bs=1]", "step[EXTEND bs=1 toks=8]"}) {
    k.span("user_annotation", name, 100 * id, 50);
    add_op(k, "aten::mm", 100 * id + 1, id, shapes), ++id;
  }
  const auto idle = [&](const serving_choice& choice) {
    torch_trace trace = k.read();
    serving_run_of(trace, choice);
    return *health_of(torch_profile(trace)).find("idle_unexplained");
  };
  const health_check prefills = idle({.kind = step_phase::prefill_only});
  BOOST_TEST((prefills.is == trace_verdict::degraded));
  BOOST_TEST(!prefills.fails_strict());
  BOOST_TEST(prefills.message.starts_with("steps in between are left out"), prefills.message);
  BOOST_TEST(!idle({.steps = step_range{0, 2}}).found());
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

/// What a file lacks that is cut may have been in the rest of it: no option of the profiler is advised.
BOOST_AUTO_TEST_CASE(what_a_cut_file_lacks_is_not_said_to_be_unrecorded) {
  kineto_text k;
  k.op("aten::relu", 10, 8, shapes).launch("cudaLaunchKernel", 11, 2, 1);
  const std::string cut = "the file is cut at byte " + std::to_string(k.cut_text().size());
  const auto health_of_text = [](const torch_trace& t) { return health_of(torch_profile(t)); };
  const trace_health whole = health_of_text(k.read()), part = health_of_text(k.read_cut());
  const health_check *const recorded = whole.find("no_gpu_work"), *const lost = part.find("no_gpu_work");
  BOOST_TEST(recorded->message == "no GPU work was recorded: all GPU times are unknown");
  BOOST_TEST(recorded->advice().find("ProfilerActivity.CUDA") != std::string::npos);
  BOOST_TEST(lost->message == cut + ", and what was read has no GPU work: all GPU times are unknown");
  BOOST_TEST((lost->is == trace_verdict::unknowable));
  for (const char* name : {"no_gpu_work", "stacks_missing", "steps_missing", "file_damaged"})
    BOOST_TEST(part.find(name)->advice().starts_with("Copy the trace again"), name);
  BOOST_TEST(part.find("stacks_missing")->message ==
             cut + ", and what was read has no Python frames: call stacks and recomputation are unknown");
  BOOST_TEST(part.find("file_damaged")->message == cut + ": no sheet counts what is missing");
  BOOST_TEST(whole.lost() == "");
  BOOST_TEST(part.lost() == cut);
  BOOST_TEST(part.headline().starts_with("unknowable: " + cut), part.headline());
}

/// One event of a thousand that cannot be read, or that the profiler dropped, says nothing about the others; two of less
/// than 2,000 do (0.1 %).
BOOST_AUTO_TEST_CASE(a_few_events_that_are_lost_are_not_the_ones_that_are_missing) {
  kineto_text one;
  one.op("aten::relu", 10, 8, shapes).raw(R"({"ph": oops})");
  const torch_trace single = one.read();
  const trace_health sure = health_of(torch_profile(single));
  BOOST_TEST(sure.lost() == "");
  BOOST_TEST(sure.find("no_gpu_work")->message.starts_with("no GPU work was recorded"));
  const torch_trace two = one.raw(R"({"ph": oops})").op("aten::mm", 20, 8, shapes).read();
  BOOST_TEST(two.problems[torch_problem::event_broken].count == 2u);
  const trace_health lost = health_of(torch_profile(two));
  BOOST_TEST(lost.lost() == "2 events of the file cannot be read");
  BOOST_TEST(lost.find("no_gpu_work")->message.starts_with("2 events of the file cannot be read, and what was read has no"));
  torch_trace dropped = one.read();
  dropped.problems = {};
  dropped.remarks = {"Dropped: 12 records were dropped"};
  const trace_health full = health_of(torch_profile(dropped));
  BOOST_TEST(full.lost() == "the profiler dropped 12 records");
  BOOST_TEST(full.find("no_gpu_work")->advice() == "Give the profiler larger buffers, or record fewer steps.");
}

/// Options of PyTorch's profiler are no advice where another one wrote most of the spans: here two of three.
BOOST_AUTO_TEST_CASE(a_trace_of_another_profiler_is_not_told_options_of_pytorch) {
  kineto_text k;
  k.kernel("gemm", 20, 10, 1).span("Session", "model_run", 0, 90).op("aten::mm", 5, 8);
  const auto advice = [&] { return checked(k, "steps_missing").advice(); };
  BOOST_TEST(advice() == "Call prof.step(), or annotate the steps.");  // of one of three
  k.span("Node", "MatMul", 3, 30);
  BOOST_TEST(advice() == "Most spans of the file are of another profiler: what it records is set there.");  // 2 of 4
}

/// What is made from another trace lacks what that has lost.
BOOST_AUTO_TEST_CASE(a_cut_file_is_cut_whatever_is_made_from_it) {
  kineto_text k;
  k.launch("cudaLaunchKernel", 0, 2, 1).kernel("k", 5, 10, 1);
  const auto health_of_trace = [](const torch_trace& t) {
    const gpu_trace trace = as_gpu_trace(t);
    const gpu_activity activity = activity_of(trace);
    const gpu_replay replay(activity);
    return health_of(trace, activity, replay);
  };
  BOOST_TEST(health_of_trace(k.read()).find("file_damaged")->message == "");
  const trace_health cut = health_of_trace(k.read_cut());
  BOOST_TEST(cut.headline() == "degraded: the file is cut at byte " + std::to_string(k.cut_text().size()) +
                                   ": no sheet counts what is missing");
  BOOST_TEST(cut.find("file_damaged")->count == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
