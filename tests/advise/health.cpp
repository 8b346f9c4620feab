#include <array>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/activity_health.hpp>

#include "tests/advise/activity.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(health)

namespace {

health_check check(void (*rule)(const activity_evidence&, health_check&), test::activity_script& s) {
  static constexpr health_facts facts{.name = "it", .affects = "gpu_timeline,ops*", .advice = "Do better."};
  finish_activity(s.a);
  const gpu_replay r(s.a);
  health_check c;
  c.facts = &facts;
  rule(activity_evidence(s.a, r), c);
  return c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lost_kernels_and_a_cut_end) {
  test::activity_script s;
  for (int i = 0; i < 10; ++i) {
    s.call("cudaLaunchKernel", 10 * i, 4, i);
    if (i != 3 && i != 4 && i < 8) s.work("k", 0, 10 * i + 5, 4, i);  // 3 and 4 are lost, 8 and 9 after the end
  }
  const health_check lost = check(activity_rules::kernels_lost, s);
  BOOST_TEST((lost.is == trace_verdict::degraded));
  BOOST_TEST(lost.count == 2u);
  BOOST_TEST(lost.share == 0.2);  // of ten launches
  BOOST_TEST(lost.first == 3);
  const health_check end = check(activity_rules::cut_end, s);
  BOOST_TEST((end.is == trace_verdict::degraded));
  BOOST_TEST(end.count == 2u);
  BOOST_TEST(end.first == 8);
}

// On one stream nothing is queued after the lost work: 12..18 of 20 are lost, as 19 has its kernel.
BOOST_AUTO_TEST_CASE(what_a_stream_loses_before_its_last_kernel_is_no_cut_end) {
  test::activity_script s;
  for (int i = 0; i < 20; ++i) {
    s.call("cudaLaunchKernel", 10 * i, 4, i);
    if (i < 12 || i == 19) s.work("k", 0, 10 * i + 5, 4, i);
  }
  BOOST_TEST(check(activity_rules::kernels_lost, s).count == 7u);
  BOOST_TEST((check(activity_rules::cut_end, s).is == trace_verdict::sound));
}

// Launches take turns on two streams; from 30 of 40 on one has lost all, from 36 on the other as well: 30, 32, 34 and
// 36..39 are the end. 3 of the 6 launches 30..35 are lost and none of the 30 before them: 6 ln(.5 * 31 / .5)
// / 2 + 6 ln(.5 / (30.5 / 31)) / 2 = 8.3 > ln 1000 = 6.9. Where every second launch before them has lost its kernel
// too, 3 of 6 are nothing unusual: 15 + 3 are lost inside.
BOOST_AUTO_TEST_CASE(streams_end_in_turns) {
  const auto lost = [](bool often, auto rule) {
    test::activity_script s;
    for (int i = 0; i < 40; ++i) {
      s.call("cudaLaunchKernel", 10 * i, 4, i);
      const bool gone = i >= 36 || (i >= 30 ? i % 2 == 0 : often && i % 2 == 1);
      if (!gone) s.work("k", static_cast<std::uint32_t>(i % 2), 10 * i + 5, 4, i);
    }
    return check(rule, s).count;
  };
  BOOST_TEST(lost(false, activity_rules::kernels_lost) == 0u);
  BOOST_TEST(lost(false, activity_rules::cut_end) == 7u);
  BOOST_TEST(lost(true, activity_rules::kernels_lost) == 18u);
  BOOST_TEST(lost(true, activity_rules::cut_end) == 4u);
}

// Ten kernels, 0..200, were queued on a stream before the recording; another stream was idle and runs a launch at once,
// at 50. Where two are lost among the 20 behind 200, seven of the ten may be lost as well: they start after 50.
BOOST_AUTO_TEST_CASE(streams_begin_in_turns) {
  const auto found = [](bool lost, auto rule) {
    test::activity_script s;
    for (int i = 0; i < 10; ++i) s.work("k", 0, 20 * i, 20, 100 + i);
    s.kernel("copy", 45, 50, 10, 1, 1);
    for (int i = 0; i < 20; ++i) {
      if (lost && (i == 5 || i == 6)) s.work("k", 0, 200 + 20 * i, 20, 10 + i);
      else s.kernel("k", 60 + 10 * i, 200 + 20 * i, 20, 10 + i);
    }
    return check(rule, s).count;
  };
  BOOST_TEST(found(false, activity_rules::cut_start) == 10u);
  BOOST_TEST(found(false, activity_rules::unlinked_work) == 0u);
  BOOST_TEST(found(true, activity_rules::cut_start) == 3u);
  BOOST_TEST(found(true, activity_rules::unlinked_work) == 9u);
}

// Pairs with one start: the longer one, launched first, is behind the other in the order of starts and ends.
BOOST_AUTO_TEST_CASE(equal_starts_are_no_order) {
  const auto found = [](int later) {
    test::activity_script s;
    for (int i = 0; i < 10; ++i) {
      s.kernel("long", 20 * i, 100 + 20 * i + later, 2, 2 * i);
      s.kernel("short", 20 * i + 10, 100 + 20 * i, 1, 2 * i + 1);
    }
    return check(activity_rules::order_inverted, s).count;
  };
  BOOST_TEST(found(0) == 0u);
  BOOST_TEST(found(1) == 10u);
}

BOOST_AUTO_TEST_CASE(launches_of_a_capture_launch_nothing) {
  test::activity_script s;
  s.call("cudaStreamBeginCapture", 0, 1, 100);
  for (int i = 0; i < 5; ++i) s.call("cudaLaunchKernel", 10 + i, 1, i);
  s.call("cudaStreamEndCapture", 20, 1, 101);
  s.call("cudaGraphLaunch", 30, 4, 102);
  s.work("k", 0, 40, 10, 102);
  s.kernel("k", 60, 70, 10, 103);
  BOOST_TEST((check(activity_rules::kernels_lost, s).is == trace_verdict::sound));
  const health_check graphs = check(activity_rules::graph_replays, s);
  BOOST_TEST((graphs.is == trace_verdict::degraded));
  BOOST_TEST(graphs.share == 0.5);  // 10 of 20 us
}

/// A graph of 30 us that was recorded as one, and a kernel of 10: three quarters of the GPU time may hold anything.
BOOST_AUTO_TEST_CASE(graphs_that_were_recorded_whole) {
  test::activity_script s;
  s.kernel("k", 0, 10, 10, 1);
  s.kernel("CUDA graph 3", 20, 30, 30, 2);
  BOOST_TEST((check(activity_rules::graph_collapsed, s).is == trace_verdict::not_applicable));
  s.a.works.back().kind = gpu_kind::graph;
  const health_check c = check(activity_rules::graph_collapsed, s);
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.share == 0.75);
  BOOST_TEST(c.message ==
             "1 graph was recorded whole (75.0 % of GPU time): what they compute, send and copy is unknown");
}

/// Ten rounds of a kernel and a graph. Graphs without any work lack it; if those of the last six rounds do, while kernels
/// of these rounds are recorded, five are inside; if both end after the fourth round, they are behind the end.
BOOST_AUTO_TEST_CASE(graphs_without_work) {
  const auto judged = [](int kernels, int graphs, auto rule) {
    test::activity_script s;
    for (int i = 0; i < 10; ++i) {
      s.call("cudaLaunchKernel", 100 * i, 4, 2 * i);
      s.call("cudaGraphLaunch", 100 * i + 10, 4, 2 * i + 1);
      if (i < kernels) s.work("sample", 0, 100 * i + 5, 10, 2 * i);
      if (i < graphs) s.work("decode", 0, 100 * i + 20, 50, 2 * i + 1);
    }
    return check(rule, s);
  };
  const health_check none = judged(10, 0, activity_rules::graph_collapsed);
  BOOST_TEST((none.is == trace_verdict::unknowable));
  BOOST_TEST(none.count == 10u);
  BOOST_TEST(none.share == 1.0);
  BOOST_TEST((judged(10, 10, activity_rules::graph_collapsed).is == trace_verdict::sound));
  BOOST_TEST(judged(10, 4, activity_rules::graph_collapsed).count == 5u);  // the last one is behind the last kernel
  BOOST_TEST((judged(4, 4, activity_rules::graph_collapsed).is == trace_verdict::sound));
  const health_check end = judged(4, 4, activity_rules::cut_end);
  BOOST_TEST((end.is == trace_verdict::degraded));
  BOOST_TEST(end.count == 12u);  // of 20
  BOOST_TEST(end.share == 0.6);
  BOOST_TEST(end.first == 8);
}

BOOST_AUTO_TEST_CASE(a_launch_call_inside_another_is_no_second_launch) {
  for (const bool of_outer : {true, false}) {
    test::activity_script s;
    for (std::int64_t i = 0; i < 20; ++i) {
      s.call("hipLaunchKernel", 100 * i, 8, 2 * i);
      s.call("hipModuleLaunchKernel", 100 * i + 2, 4, 2 * i + 1);
      if (i != 3 && i != 4) s.work("k", 0, 100 * i + 20, 10, of_outer ? 2 * i : 2 * i + 1);
    }
    const health_check c = check(activity_rules::kernels_lost, s);
    BOOST_TEST(c.count == 2u);
    BOOST_TEST(c.share == 0.1);  // 2 of 20
  }
}

BOOST_AUTO_TEST_CASE(work_without_a_launch) {
  test::activity_script s;
  s.work("before", 0, 0, 10, 77);
  s.kernel("k", 20, 30, 10, 1);
  s.work("inside", 0, 50, 20, 78);
  const health_check start = check(activity_rules::cut_start, s), inside = check(activity_rules::unlinked_work, s);
  BOOST_TEST(start.count == 1u);
  BOOST_TEST(start.share == 0.25);  // 10 of 40 us
  BOOST_TEST(inside.share == 0.5);
  // there are no ops, so no sheet of ops lacks anything
  BOOST_TEST(start.message == "1 kernel launched before recording began (25.0 % of GPU time): their calls are unknown");
  BOOST_TEST(inside.message == "1 piece of GPU work has no launch (50.0 % of GPU time): their calls are unknown");
}

// Microseconds: 90 s are 90,000,000.
BOOST_AUTO_TEST_CASE(a_pause_is_no_second_epoch) {
  const auto judged = [](std::int64_t launch, std::int64_t start, std::int64_t before, std::int64_t step) {
    test::activity_script s;
    s.kernel("a", 0, 10, before, 1);
    s.kernel("b", launch, start, 5, 2);
    s.a.longest_step = duration::of(step * 1000);
    return check(activity_rules::epoch_mixed, s);
  };
  BOOST_TEST((judged(100, 110, 5, 0).is == trace_verdict::sound));
  const health_check pause = judged(90'000'000, 90'000'010, 5, 90'000'000);
  BOOST_TEST((pause.is == trace_verdict::degraded));
  BOOST_TEST(pause.message == "nothing starts for 90.0 s: the program paused or waited, or several recordings were merged");
  // after a kernel of 90 s, on a busy stream
  BOOST_TEST((judged(20, 90'000'010, 90'000'000, 90'000'000).is == trace_verdict::degraded));
  // 90 s after its launch, or before it, with nothing to wait for
  BOOST_TEST((judged(20, 90'000'010, 5, 90'000'000).is == trace_verdict::unknowable));
  BOOST_TEST((judged(90'000'020, 110, 5, 90'000'000).is == trace_verdict::unknowable));
  // two days
  BOOST_TEST((judged(172'800'000'000, 172'800'000'010, 5, 172'800'000'000).is == trace_verdict::unknowable));
}

BOOST_AUTO_TEST_CASE(clocks_and_order) {
  test::activity_script s;
  s.kernel("a", 100, 90, 5, 1);  // starts 10 us before its launch
  s.kernel("b", 50, 200, 5, 2);  // launched before a, runs after it
  const health_check clock = check(activity_rules::clock_offset, s);
  BOOST_TEST((clock.is == trace_verdict::degraded));
  BOOST_TEST(clock.message.find("by up to 10.0 us") != std::string::npos, clock.message);
  BOOST_TEST((check(activity_rules::order_inverted, s).is == trace_verdict::sound));  // one may be chance
}

BOOST_AUTO_TEST_CASE(durations) {
  test::activity_script s;
  for (int i = 0; i < 5; ++i) s.work(i % 2 == 0 ? "a" : "b", 0, 100 * i, 50, i);
  s.work("c", 0, 600, 0, 9);
  BOOST_TEST((check(activity_rules::clipped_duration, s).count == 5u));
  BOOST_TEST((check(activity_rules::zero_duration, s).count == 1u));
  s.work("d", 0, 700, 51, 10);  // now the longest occurs once
  BOOST_TEST((check(activity_rules::clipped_duration, s).is == trace_verdict::sound));
  // in whole microseconds, 6 of 6 us beside 8 of 5 us are those of 6.0 to 6.9; beside 5 of 5 us they look clipped
  for (const int shorter : {8, 5}) {
    test::activity_script whole;
    for (int i = 0; i < 6; ++i) whole.work(i % 2 == 0 ? "a" : "b", 0, 100 * i, 6, i);
    for (int i = 6; i < 6 + shorter; ++i) whole.work("a", 0, 100 * i, 5, i);
    BOOST_TEST((check(activity_rules::clipped_duration, whole).is == trace_verdict::sound) == (shorter == 8));
  }
}

BOOST_AUTO_TEST_CASE(overlap_on_a_stream) {
  test::activity_script s;
  s.work("a", 0, 0, 100, 1);
  s.work("b", 0, 80, 100, 2);  // 20 of 200 us
  const health_check c = check(activity_rules::stream_overlap, s);
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.share == 0.1);
}

// Branches of one graph: b is another node of the launch of a, c of another launch.
BOOST_AUTO_TEST_CASE(nodes_of_one_launch_may_overlap) {
  const auto verdict = [](std::int64_t launch) {
    test::activity_script s;
    s.work("a", 0, 0, 100, 1);
    s.work("b", 0, 80, 100, launch);
    s.a.works[0].graph_node = 1, s.a.works[1].graph_node = 2;
    return check(activity_rules::stream_overlap, s).is;
  };
  BOOST_TEST((verdict(1) == trace_verdict::sound));
  BOOST_TEST((verdict(2) == trace_verdict::degraded));
}

// A kernel of 1 ms instead of 90 us, over four of 10 us that come later: 900 of 1,040 us. What starts beside it and ends
// before it counts once.
BOOST_AUTO_TEST_CASE(one_duration_far_too_long) {
  test::activity_script s;
  s.work("a", 0, 0, 1000, 1);
  for (int i = 1; i < 5; ++i) s.work("b", 0, 100 * i, 10, i + 1);
  const health_check c = check(activity_rules::stream_overlap, s);
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.count == 4u);
  BOOST_TEST(c.share == 900.0 / 1040);
  BOOST_TEST(c.message.find("by up to 900 us") != std::string::npos, c.message);
}

// a runs over b by 50 us and over c; c, which ends after it, over d by 10.
BOOST_AUTO_TEST_CASE(each_work_that_runs_over_others_counts_once) {
  test::activity_script s;
  s.work("a", 0, 0, 100, 1);
  s.work("b", 0, 50, 10, 2);
  s.work("c", 0, 70, 50, 3);
  s.work("d", 0, 110, 40, 4);
  BOOST_TEST(check(activity_rules::stream_overlap, s).share == 0.3);  // 60 of 200 us
}

// Launches at 0, 10, ..., 390 have no kernel, copies at 95, 195 and 305 run: nine launches are behind the last of them.
// Where a kernel before them was recorded on the stream of the copies, those up to the last copy are lost as well.
BOOST_AUTO_TEST_CASE(copies_show_that_recording_goes_on) {
  const auto judged = [](bool one_kernel, auto rule) {
    test::activity_script s;
    for (int i = 0; i < 40; ++i) s.call("cudaLaunchKernel", 10 * i, 4, i);
    if (one_kernel) s.work("k", 0, 6, 4, 0);
    for (const int i : {9, 19, 30}) {
      s.call("cudaMemcpyAsync", 10 * i + 5, 4, 100 + i);
      s.work("copy", 0, 10 * i + 10, 1, 100 + i, gpu_kind::copy);
    }
    return check(rule, s);
  };
  const health_check lost = judged(false, activity_rules::kernels_lost);
  BOOST_TEST((lost.is == trace_verdict::unknowable));
  BOOST_TEST(lost.count == 31u);
  BOOST_TEST(judged(false, activity_rules::cut_end).count == 9u);
  BOOST_TEST(judged(true, activity_rules::kernels_lost).count == 30u);
  BOOST_TEST(judged(true, activity_rules::cut_end).count == 9u);
}

BOOST_AUTO_TEST_CASE(calls_of_sycl_launch_kernels) {
  for (const char* name : {"urEnqueueKernelLaunch", "urEnqueueKernelLaunchWithArgsExp", "urEnqueueKernelLaunchCustomExp",
                           "urEnqueueCooperativeKernelLaunchExp", "piEnqueueKernelLaunch", "piextEnqueueKernelLaunchCustom",
                           "piextEnqueueCooperativeKernelLaunch"})
    BOOST_TEST((call_kind_of(name) == call_kind::kernel_launch), name);
  for (const char* name : {"urEnqueueUSMMemcpy", "urKernelRetain", "urEnqueueEventsWait", "zeCommandListAppendLaunchKernel"})
    BOOST_TEST((call_kind_of(name) == call_kind::other), name);
}

BOOST_AUTO_TEST_CASE(launches_of_all_vendors_have_the_same_words) {
  for (const char* name :
       {"musaLaunchKernel", "musaLaunchKernelExC", "mcLaunchKernel", "cnInvokeKernel", "aclrtLaunchKernelWithHostArgs",
        "topsModuleLaunchKernel", "hipDrvLaunchKernelEx", "hipExtModuleLaunchKernel", "cudaLaunchKernelExC_v11060",
        "cuLaunchCooperativeKernel", "hipLaunchCooperativeKernel", "cuLaunchKernel_ptsz"})
    BOOST_TEST((call_kind_of(name) == call_kind::kernel_launch), name);
  for (const char* name : {"cudaLaunchHostFunc", "aclrtLaunchCallback", "cudaGraphAddKernelNode", "LaunchKernel",
                           "my op: LaunchKernel", "urCommandBufferAppendKernelLaunchExp", "cudaFuncGetAttributes"})
    BOOST_TEST((call_kind_of(name) == call_kind::other), name);
  const auto are = [](std::initializer_list<std::string_view> names, call_kind kind) {
    for (const std::string_view name : names) BOOST_TEST((call_kind_of(name) == kind), name);
  };
  are({"cudaGraphLaunch_v10000", "musaGraphLaunch", "mcGraphLaunch", "hipGraphLaunch"}, call_kind::graph_launch);
  are({"cudaMalloc", "cuMemAlloc_v2", "hipExtMalloc", "musaMalloc", "mcFree", "aclrtMalloc", "aclrtFree", "cnrtMalloc",
       "zeMemAllocDevice", "zeMemFree", "urUSMDeviceAlloc", "urUSMFree"}, call_kind::allocation);
  are({"cudaMemcpy", "musaMemcpy", "aclrtMemcpy", "hipMemcpyWithStream", "mcMemcpy2D"}, call_kind::blocking);
  are({"cudaMemcpyAsync", "GraphLaunch"}, call_kind::other);
}

BOOST_AUTO_TEST_CASE(copies_that_return_when_they_are_done_block) {
  for (const char* name : {"cudaMemcpy_v3020", "cudaMemcpy_ptds_v7000", "cudaMemcpy2D", "cudaMemcpy3D_ptds",
                           "cudaMemcpyToSymbol_v3020", "cuMemcpyDtoH_v2", "cuMemcpyHtoD_v2_ptds", "cuMemcpy_ptds",
                           "hipMemcpyWithStream", "hipMemcpyDtoH", "cudaDeviceSynchronize_ptsz", "clFinish"})
    BOOST_TEST((call_kind_of(name) == call_kind::blocking), name);
  for (const char* name : {"cudaMemcpyAsync_ptsz_v7000", "cuMemcpyDtoHAsync_v2_ptsz", "cudaMemcpyPeer", "cuMemcpyDtoD_v2",
                           "hipMemcpyAtoD", "cudaMemcpyBatchAsync", "cudaMemcpy3DPeer", "zeCommandListAppendMemoryCopy"})
    BOOST_TEST((call_kind_of(name) == call_kind::other), name);
}

BOOST_AUTO_TEST_CASE(equal_work_counts_as_repeated) {
  test::activity_script s;
  s.work("a", 0, 0, 10, 1);
  s.work("a", 0, 0, 10, 1);
  s.work("a", 1, 0, 10, 1);  // another stream
  BOOST_TEST(check(activity_rules::duplicates, s).count == 1u);
  s.a.works[0].graph_node = 1, s.a.works[1].graph_node = 2;  // two branches of one graph
  BOOST_TEST((check(activity_rules::duplicates, s).is == trace_verdict::sound));
  s.call("cudaLaunchKernel", 0, 1, 1);
  s.call("cudaLaunchKernel", 5, 1, 1);
  BOOST_TEST(check(activity_rules::correlation_repeated, s).count == 1u);
  s.a.calls.back().process = 1;  // which has numbers of its own
  BOOST_TEST((check(activity_rules::correlation_repeated, s).is == trace_verdict::sound));
}

// Each of two launches of one number has its kernel: the first kernel starts before the second launch.
BOOST_AUTO_TEST_CASE(launches_of_one_number_lose_no_kernel_and_have_one_clock) {
  test::activity_script s;
  for (int i = 0; i < 6; i += 2) {  // numbers 0, 2, 4, twice each; launches at 0, 100, 200, ...
    s.kernel("a", 100 * i, 100 * i + 10, 5, i);
    s.kernel("b", 100 * i + 100, 100 * i + 110, 5, i);
  }
  for (int i = 6; i < 12; i += 2) {  // both kernels after both launches
    s.kernel("a", 100 * i, 100 * i + 120, 5, i);
    s.kernel("b", 100 * i + 100, 100 * i + 130, 5, i);
  }
  BOOST_TEST(check(activity_rules::correlation_repeated, s).count == 6u);
  BOOST_TEST((check(activity_rules::kernels_lost, s).is == trace_verdict::sound));
  BOOST_TEST((check(activity_rules::cut_end, s).is == trace_verdict::sound));
  BOOST_TEST((check(activity_rules::clock_offset, s).is == trace_verdict::sound));
}

BOOST_AUTO_TEST_CASE(idle_time_that_nothing_explains) {
  test::activity_script s;
  s.kernel("a", 0, 10, 90, 1);                        // 10..100
  s.call("cudaStreamSynchronize", 20, 880, 2);        // until 900, though all that is known ended at 100
  s.kernel("b", 900, 910, 90, 3);                     // 910..1000
  const health_check c = check(activity_rules::idle_unexplained, s);
  BOOST_TEST((c.is == trace_verdict::unknowable));
  BOOST_TEST(c.share == 800.0 / 990.0);               // 100..900 of 10..1000
}

BOOST_AUTO_TEST_CASE(idle_time_of_one_process_is_not_explained_by_another) {
  test::activity_script s;
  s.kernel("a", 0, 10, 90, 1);                        // 10..100
  s.call("cudaStreamSynchronize", 20, 880, 2);        // until 900
  s.kernel("b", 900, 910, 90, 3);                     // 910..1000
  s.kernel("c", 0, 10, 990, 4, 1), s.by(1, 1);        // 10..1000 by another process
  const health_check c = check(activity_rules::idle_unexplained, s);
  BOOST_TEST((c.is == trace_verdict::degraded));
  BOOST_TEST(c.share == 800.0 / (990.0 + 990.0));     // 100..900 of the first one's time, of that of both
}

/// The verdict comes first, then what is missing, unless the message says it; a check that is ignored says nothing.
BOOST_AUTO_TEST_CASE(the_headline_names_what_is_missing) {
  constexpr health_facts frames{"frames", "", ""}, file{"file", "", "Copy."};
  trace_health h;
  h.checks.push_back({&frames, trace_verdict::unknowable, 1, 0, missing<std::int64_t>, "no shapes"});
  h.checks.push_back({&file, trace_verdict::degraded, 1, 0, 9, "the file is cut at byte 9: no sheet counts it"});
  h.checks.back().lost = "the file is cut at byte 9";
  BOOST_TEST(h.headline() == "unknowable: the file is cut at byte 9; no shapes (and 1 more)");
  h.checks.front().message = "the file is cut at byte 9, and what was read has no frames";
  BOOST_TEST(h.headline() == "unknowable: the file is cut at byte 9, and what was read has no frames (and 1 more)");
  BOOST_TEST(h.lost() == "the file is cut at byte 9");
  h.checks.front().other_advice = "Copy it again.";
  BOOST_TEST(h.checks.front().advice() == "Copy it again.");
  BOOST_TEST(h.checks.back().advice() == "Copy.");
  h.ignore(std::vector<std::string>{"frames"});
  BOOST_TEST(h.headline() == "degraded: the file is cut at byte 9: no sheet counts it");
}

BOOST_AUTO_TEST_CASE(headline_strict_and_ignored) {
  static constexpr std::array facts{health_facts{.name = "one", .affects = "a,b*", .advice = "A."},
                                    health_facts{.name = "two", .affects = "*", .advice = "B.", .for_option = true}};
  trace_health h;
  h.checks.resize(2);
  h.checks[0].facts = &facts[0], h.checks[1].facts = &facts[1];
  h.checks[0].is = h.checks[1].is = trace_verdict::sound;
  BOOST_TEST(h.headline() == "sound (2 checks)");
  advise_detail::report(h.checks[0], trace_verdict::degraded, 3, 0.04, 7, "three things");
  BOOST_TEST(h.headline() == "degraded: three things");
  BOOST_TEST(!h.fails_strict());  // 4 %
  advise_detail::report(h.checks[1], trace_verdict::unknowable, 1, 1, 7, std::string(200, 'x'));
  h.checks[1].needed = false;
  BOOST_TEST(!h.fails_strict());  // not requested
  h.checks[1].needed = true;
  BOOST_TEST(h.fails_strict());
  BOOST_TEST(("trace health: " + h.headline()).size() == 160u);
  BOOST_TEST(h.headline().ends_with("... (and 1 more)"));
  BOOST_TEST((h.of_sheet("bcd").is == trace_verdict::unknowable));
  BOOST_TEST(h.of_sheet("bcd").because.size() == 2u);
  BOOST_TEST(h.of_sheet("c").because.size() == 1u);
  const std::vector<std::string> names{"two", "three"};
  BOOST_TEST(h.ignore(names) == "three");
  BOOST_TEST(h.headline() == "degraded: three things");
  BOOST_TEST(h.checks[1].advice() == "ignored");
  BOOST_TEST((h.checks[1].is == trace_verdict::unknowable));
}

// `two` is unknowable but only for an option that is not set; of the others `one` fails (18 % are more than 5 %),
// `three` does not (4 %).
BOOST_AUTO_TEST_CASE(the_strict_line_names_only_what_fails_it) {
  static constexpr std::array facts{health_facts{.name = "one"}, health_facts{.name = "two", .for_option = true},
                                    health_facts{.name = "three"}};
  trace_health h;
  h.checks.resize(3);
  for (std::size_t i = 0; i < 3; ++i) h.checks[i].facts = &facts[i];
  BOOST_TEST(h.strict_headline() == "");
  advise_detail::report(h.checks[1], trace_verdict::unknowable, 1, 1, 7, "no frames");
  advise_detail::report(h.checks[2], trace_verdict::degraded, 1, 0.04, 7, "a few things");
  h.checks[1].needed = false;
  BOOST_TEST(!h.fails_strict());
  BOOST_TEST(h.strict_headline() == "");
  advise_detail::report(h.checks[0], trace_verdict::degraded, 1, 0.18, 7, "18 % are unlinked");
  BOOST_TEST(h.headline() == "unknowable: no frames (and 2 more)");  // of all checks, the worst
  BOOST_TEST(h.strict_headline() == "degraded: 18 % are unlinked");
  h.checks[1].needed = true;
  BOOST_TEST(h.strict_headline() == "unknowable: no frames (and 1 more)");
  const std::vector<std::string> names{"one", "two"};
  BOOST_TEST(h.ignore(names) == "");
  BOOST_TEST(h.strict_headline() == "");
}

BOOST_AUTO_TEST_SUITE_END()
