#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/sink/output.hpp>

#include "tests/advise/activity.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(findings)

namespace {

finding_list found_by(test::activity_script& s, void (*rule)(const activity_findings_run&, finding_drafts&)) {
  finish_activity(s.a);
  const gpu_replay r(s.a);
  const trace_health health;
  finding_drafts drafts(s.a.works.size());
  rule({s.a, r, health}, drafts);
  std::vector<judged_draft> all;
  for (finding_draft& d : drafts.take())
    all.push_back({"it", finding_confidence::high, finding_bound::exact,
                   [](const finding_numbers& n) { return std::to_string(n.count) + " of them."; }, std::move(d)});
  return ranked(std::move(all), &r, r.window());
}

}  // namespace

/// What a finding states itself, no replay knows.
BOOST_AUTO_TEST_CASE(together_is_not_less_than_one) {
  test::activity_script s;
  s.kernel("k", 0, 100, 100, 0);
  const finding_list list = found_by(s, [](const activity_findings_run&, finding_drafts& to) {
    finding_draft& d = to.add("");
    d.count = 1, d.recoverable = duration::of(30'000);
    d.change.cuts.push_back({time_point::of(150'000), duration::of(30'000)});  // hidden behind the kernel
  });
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.combined.in(us) == 30.0);
}

BOOST_AUTO_TEST_CASE(short_kernels_in_a_row) {
  test::activity_script s;
  for (int i = 0; i < 20; ++i) s.kernel("tiny", i, 100 + 4 * i, 3, i);  // 100..179, a gap of 1 us before each
  const finding_list list = found_by(s, activity_findings::small_kernels);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].key == "it:tiny");
  BOOST_TEST(list.all[0].count == 20u);
  // one kernel of 2 + 20 * (3 - 2) = 22 us in place of 79
  BOOST_TEST(list.all[0].recoverable.in(us) == 57.0);
  BOOST_TEST(list.all[0].evidence[0].name == "tiny");
}

// 24 kernels of 3 us, a gap of 1 us before each; 13 and 11 of them if something is between the launches 12 and 13.
BOOST_AUTO_TEST_CASE(a_row_ends_where_the_host_learns_that_it_has_run) {
  const auto found = [](auto between) {
    test::activity_script s;
    for (int i = 0; i < 24; ++i) {
      const int later = i < 13 ? 0 : 100;
      s.kernel("tiny", 10 * i + later, 10 + 10 * i + later, 3, i);
    }
    between(s);
    return found_by(s, activity_findings::small_kernels);
  };
  const auto count = [](const finding_list& list) { return list.all.empty() ? 0u : list.all[0].count; };
  BOOST_TEST(count(found([](test::activity_script&) {})) == 24u);
  // the kernel launched at 120 ends at 133
  const auto sync = [&](int start, int time) {
    return count(found([=](test::activity_script& s) { s.call("cudaStreamSynchronize", start, time, 100); }));
  };
  BOOST_TEST(sync(124, 15) == 13u);
  BOOST_TEST(sync(140, 2) == 13u);  // it has ended already
  BOOST_TEST(sync(124, 5) == 24u);  // of another stream, as it returns before
  const auto range = [&](range_kind kind) {
    return count(found([=](test::activity_script& s) {
      activity_range r{time_point::of(150'000), duration::of(50'000), 0, s.texts.keep("range"), kind};
      r.thread = 0;
      s.a.ranges.push_back(r);
    }));
  };
  BOOST_TEST(range(range_kind::data_loading) == 13u);
  BOOST_TEST(range(range_kind::step) == 13u);
  BOOST_TEST(range(range_kind::compilation) == 24u);
}

// Each of 12 kernels of 3 us waits for one of another stream, which is launched and runs behind the one before.
BOOST_AUTO_TEST_CASE(a_row_ends_where_it_waits_for_another_stream) {
  const auto found = [](bool waits) {
    test::activity_script s;
    for (int i = 0; i < 12; ++i) {
      s.kernel("other", 40 * i + 20, 40 * i + 30, 5, 100 + i, 1);
      if (waits) s.call("cudaStreamWaitEvent", 40 * i + 26, 1, 200 + i);
      s.kernel("tiny", 40 * i + 30, 40 * i + 40, 3, i);
    }
    return found_by(s, activity_findings::small_kernels).all.size();
  };
  BOOST_TEST(found(true) == 0u);
  BOOST_TEST(found(false) == 2u);  // both streams have a row
}

// A graph of 12 kernels of 3 us and gaps of 1 us, launched twice.
BOOST_AUTO_TEST_CASE(kernels_of_one_graph_save_what_each_costs) {
  test::activity_script s;
  for (int g = 0; g < 2; ++g) {
    s.call("cudaGraphLaunch", 48 * g, 4, g);
    for (int i = 0; i < 12; ++i) s.work("tiny", 0, 100 + 48 * g + 4 * i, 3, g);
  }
  const finding_list list = found_by(s, activity_findings::small_kernels);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].count == 24u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 44.0);  // 2 * 11 times 2 us
}

// 40 steps of 4 calls; in each tenth step all 4 take 50 us instead of 10, or in 4 steps one of them does.
BOOST_AUTO_TEST_CASE(slow_steps_are_no_outliers) {
  const auto found = [](bool whole_steps, std::string_view kernel) {
    test::activity_script s;
    int at = 5000;
    for (int i = 0; i < 160; ++i) {
      const bool slow = whole_steps ? i / 4 % 10 == 3 : i % 40 == 13;
      const int time = slow ? 50 : 10;
      s.kernel(kernel, 10 * i, at, time, i);
      at += time;
    }
    for (int step = 0; step < 40; ++step) {
      activity_range r{time_point::of(40'000 * step), duration::of(40'000), 0, s.texts.keep("ProfilerStep#1"),
                       range_kind::step};
      r.thread = 0;
      s.a.ranges.push_back(r);
    }
    return found_by(s, activity_findings::slow_outliers);
  };
  BOOST_TEST(found(true, "k").all.empty());
  const finding_list single = found(false, "k");
  BOOST_REQUIRE(single.all.size() == 1u);
  BOOST_TEST(single.all[0].recoverable.in(us) == 160.0);  // 4 * (50 - 10)
  BOOST_TEST(found(false, "flash_fwd_varlen_kernel").all.empty());  // its lengths are values of a tensor
}

BOOST_AUTO_TEST_CASE(outliers_go_to_the_median) {
  test::activity_script s;
  for (int i = 0; i < 11; ++i) s.kernel("k", 95 + 200 * i, 100 + 200 * i, i == 5 ? 150 : 10, i);
  const finding_list list = found_by(s, activity_findings::slow_outliers);
  BOOST_TEST(list.all.empty());  // 140 us are hidden by the launches
  test::activity_script t;
  for (int i = 0, at = 100; i < 11; at += i == 5 ? 150 : 10, ++i) t.kernel("k", i, at, i == 5 ? 150 : 10, i);
  const finding_list tight = found_by(t, activity_findings::slow_outliers);
  BOOST_REQUIRE(tight.all.size() == 1u);
  BOOST_TEST(tight.all[0].recoverable.in(us) == 140.0);
  test::activity_script even;  // five of 10 us, four of 12, one of 150: the median is 11
  const int lengths[] = {10, 12, 10, 12, 150, 10, 12, 10, 12, 10};
  for (int i = 0, at = 100; i < 10; at += lengths[i], ++i) even.kernel("k", i, at, lengths[i], i);
  const finding_list of_two = found_by(even, activity_findings::slow_outliers);
  BOOST_REQUIRE(of_two.all.size() == 1u);
  BOOST_TEST(of_two.all[0].recoverable.in(us) == 139.0);
}

BOOST_AUTO_TEST_CASE(host_time_of_a_thread_beside_the_launching_one) {
  const auto script = [](test::activity_script& s, std::uint32_t thread) {
    for (int i = 0; i < 10; ++i) s.kernel("k", 50 * i, 50 * i + 5, 10, i);  // 5 to 465
    s.call("cudaHostAlloc", 60, 130, 20);                                  // 130 us; launches at 100 and at 150
    s.by(thread);
    activity_range load{time_point::of(210'000), duration::of(80'000), 0, s.texts.keep("enumerate(DataLoader)#x"),
                        range_kind::data_loading};
    load.thread = thread;
    s.a.ranges.push_back(load);
  };
  test::activity_script one, two;
  script(one, 0), script(two, 1);
  // the next launch comes at once, and after 10 us: the kernel before it hides the rest
  BOOST_TEST(found_by(one, activity_findings::allocator).all.size() == 1u);
  BOOST_TEST(found_by(one, activity_findings::data_loading).all.size() == 1u);
  BOOST_TEST(found_by(two, activity_findings::allocator).all.empty());
  BOOST_TEST(found_by(two, activity_findings::data_loading).all.empty());
}

// a runs 10..1010, a call waits for it 20..1012, memory is freed for 100 us, and 7 us later b is launched, which starts 10
// later. Freed 1 us behind the wait, the wait is for that: with both gone, b is launched at 30 and follows a at 1010 instead
// of 1130. 68 us behind it, b starts at 1197: without the wait at 1010, without the freeing 100 sooner.
BOOST_AUTO_TEST_CASE(a_wait_before_memory_is_freed_goes_with_that) {
  const auto found = [](std::int64_t freed, auto rule) {
    test::activity_script s;
    s.kernel("a", 0, 10, 1000, 1);
    s.call("cudaStreamSynchronize", 20, 992, 2);
    s.call("cudaFree", freed, 100, 3);
    s.kernel("b", freed + 107, freed + 117, 10, 4);
    const finding_list list = found_by(s, rule);
    return list.all.empty() ? 0.0 : list.all[0].recoverable.in(us);
  };
  BOOST_TEST(found(1013, activity_findings::allocator) == 120.0);
  BOOST_TEST(found(1013, activity_findings::sync_points) == 0.0);
  BOOST_TEST(found(1080, activity_findings::allocator) == 100.0);
  BOOST_TEST(found(1080, activity_findings::sync_points) == 187.0);
}

BOOST_AUTO_TEST_CASE(copies_count_where_nothing_runs_beside_them) {
  test::activity_script s;
  s.kernel("k", 0, 10, 40, 1, 0);                                     // 10..50
  s.call("cudaMemcpyAsync", 1, 2, 2);
  s.work("Memcpy HtoD (Pageable -> Device)", 1, 30, 60, 2, gpu_kind::copy);  // 30..90, 20 of them covered
  const finding_list list = found_by(s, activity_findings::copies_exposed);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 40.0);  // the copy takes 20: 30..50
}

// Two streams, all launched at once, that copy in turns for 50 us: of one GPU, each hides what the other copies.
// Copies keep the bus busy for 60 of 100 us and kernels run the other 40: hidden, the copies still take 60.
BOOST_AUTO_TEST_CASE(overlap_saves_no_more_than_the_link_is_free) {
  const auto script = [](test::activity_script& s, std::string_view copy) {
    for (int i = 0; i < 2; ++i) {
      s.call("cudaMemcpyAsync", 4 * i, 1, 10 + i);
      s.work(copy, 0, 100 + 50 * i, 30, 10 + i, gpu_kind::copy);  // 100..130, 150..180
      s.kernel("k", 4 * i + 2, 130 + 50 * i, 20, i);              // 130..150, 180..200
    }
  };
  test::activity_script pinned, pageable;
  script(pinned, "Memcpy HtoD (Pinned -> Device)"), script(pageable, "Memcpy HtoD (Pageable -> Device)");
  const finding_list list = found_by(pinned, activity_findings::copies_exposed);
  BOOST_REQUIRE(list.all.size() == 2u);
  BOOST_TEST(list.all[0].key == "it:Memcpy HtoD (Pinned -> Device), fewer bytes");
  BOOST_TEST(list.all[0].recoverable.in(us) == 60.0);
  BOOST_TEST((list.all[0].bound == finding_bound::upper && list.all[0].confidence == finding_confidence::low));
  BOOST_TEST(list.all[1].recoverable.in(us) == 40.0);  // 100 - 60
  BOOST_TEST((list.all[1].bound == finding_bound::upper));
  const finding_list faster = found_by(pageable, activity_findings::copies_exposed);
  BOOST_REQUIRE(faster.all.size() == 1u);
  BOOST_TEST(faster.all[0].recoverable.in(us) == 60.0);  // pinned memory makes the copies shorter
  const std::string_view busy = "busy for 144 ms";
  const auto ms_of = [](int n) { return duration::of(n * 1'000'000); };
  BOOST_TEST(advise_detail::advice_on_copies({48, ms_of(144), ms_of(134), ms_of(144), "", busy, {}}) ==
             "Move fewer bytes (narrower types): the link to the host is busy for 144 ms of 144 ms, so overlap is not "
             "enough; at most 134 ms can be saved.");
  BOOST_TEST(advise_detail::advice_on_copies({9, ms_of(18), ms_of(2), ms_of(37), "", "2.00 ms of it alone", {}}) ==
             "Overlap the copies with kernels: 9 copies take 18.0 ms, 2.00 ms of it alone.");
}

// `.item()`: a copy of 5 us behind a kernel of 100 us, whose call returns 5 us after it. The next launch follows.
BOOST_AUTO_TEST_CASE(a_copy_of_pageable_memory_blocks_although_its_call_is_named_asynchronous) {
  const auto kind = [](std::string_view copy, int returns) {
    test::activity_script s;
    s.kernel("k", 0, 10, 100, 1);                                   // 10..110
    s.call("cudaMemcpyAsync", 6, returns - 6, 2);
    s.work(copy, 0, 111, 5, 2, gpu_kind::copy);                     // 111..116
    s.kernel("k", returns + 5, returns + 15, 100, 3);
    const finding_list list = found_by(s, activity_findings::sync_points);
    BOOST_TEST(list.all.size() == (s.a.calls[1].kind == call_kind::blocking ? 1u : 0u));
    // freed, its call takes 5 us in place of 115, so that the second launch is 5 us behind 11, and its kernel begins
    // where the copy ends, 116, instead of at 136
    if (!list.all.empty()) BOOST_TEST(list.all[0].recoverable.in(us) == 20.0);
    return s.a.calls[1].kind;
  };
  BOOST_TEST((kind("Memcpy DtoH (Device -> Pageable)", 121) == call_kind::blocking));
  BOOST_TEST((kind("CopyDeviceToHost", 121) == call_kind::blocking));  // of a kind that is not told
  BOOST_TEST((kind("Memcpy DtoH (Device -> Pinned)", 121) == call_kind::other));
  BOOST_TEST((kind("Memcpy DtoH (Device -> Pageable)", 115) == call_kind::other));  // it returns before
  BOOST_TEST((kind("Memcpy DtoH (Device -> Pageable)", 170) == call_kind::other));  // something else held it up
}

BOOST_AUTO_TEST_CASE(what_one_gpu_runs_covers_nothing_of_another) {
  const auto saved = [](std::uint32_t second_device, bool collective) {
    test::activity_script s;
    for (std::int64_t i = 0; i < 6; ++i) {
      const auto stream = static_cast<std::uint32_t>(i % 2);
      const bool computes = (i + i / 2) % 2 == 0;  // 10..160: kernel, copy, kernel; copy, kernel, copy
      s.call("launch", i, 1, i);
      s.work(computes ? "k" : "Memcpy HtoD (Pinned -> Device)", stream, 10 + 50 * (i / 2), 50, i,
             computes || collective ? gpu_kind::kernel : gpu_kind::copy);
      s.a.works.back().communicates = collective && !computes;
      s.on(stream == 0 ? 0 : second_device);
    }
    const finding_list list =
        found_by(s, collective ? activity_findings::comm_exposed : activity_findings::copies_exposed);
    return list.all.empty() ? 0.0 : list.all[0].recoverable.in(us);
  };
  for (const bool collective : {false, true}) {
    BOOST_TEST(saved(0, collective) == 0.0);
    BOOST_TEST(saved(1, collective) == 50.0);  // two kernels in a row, 10..110
    BOOST_TEST(saved(missing<std::uint32_t>, collective) == 0.0);  // it may be the first one
  }
}

// A launch of 2 ms, 100..2100, for the GPU that is idle meanwhile, or for the one that another kernel keeps busy.
BOOST_AUTO_TEST_CASE(a_module_is_loaded_while_the_gpu_of_its_launch_is_idle) {
  const auto found = [](std::uint32_t device) {
    test::activity_script s;
    s.kernel("long", 0, 10, 2990, 1, 1), s.on(1);  // 10..3000
    s.call("cudaLaunchKernel", 100, 2000, 2);
    s.work("k", 0, 2110, 50, 2), s.on(device);
    return found_by(s, activity_findings::module_loading);
  };
  BOOST_TEST(found(1).all.empty());
  const finding_list list = found(0);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 2000.0);
}

// 20 launches of a kernel, the eleventh takes 2 ms: its module was loaded for the first.
BOOST_AUTO_TEST_CASE(a_launch_that_is_held_up_loads_nothing) {
  const auto script = [](test::activity_script& s, std::string_view within) {
    for (int i = 0; i < 20; ++i) {
      const int at = i > 10 ? 2500 + 50 * i : 50 * i;
      if (i == 10) s.call("cudaLaunchKernel", at, 2000, i), s.work("k", 0, at + 2001, 10, i);
      else s.kernel("k", at, at + 5, 10, i);
    }
    if (!within.empty()) s.call(within, 600, 1000, 100);
  };
  test::activity_script held, again, told;
  script(held, ""), script(again, ""), script(told, "cuModuleLoadData");
  BOOST_TEST(found_by(held, activity_findings::module_loading).all.empty());
  const finding_list list = found_by(again, activity_findings::host_bound);
  const auto is_held = [](const finding& f) { return f.key == "it:launches held up"; };
  const auto at = std::find_if(list.all.begin(), list.all.end(), is_held);
  BOOST_REQUIRE((at != list.all.end()));
  BOOST_TEST(at->recoverable.in(us) == 2000.0);  // 500..2500, without work
  BOOST_TEST(found_by(told, activity_findings::module_loading).all.size() == 1u);
}

// 100,000 launches of one kernel, each inside the one before, and as many ranges that load data, each with its own
// name.
BOOST_AUTO_TEST_CASE(work_stays_linear_in_nested_launches_and_in_names) {
  constexpr int count = 100'000;
  test::activity_script nested, named;
  nested.kernel("k", 0, 5, 1, count);
  for (int i = 0; i < count; ++i) {
    nested.call("cudaLaunchKernel", i, 3 * count - 2 * i, i), nested.work("k", 0, 4 * count + i, 1, i);
    named.kernel("k", 10 * i, 10 * i + 5, 1, i);
    activity_range load{time_point::of(10'000 * i + 6000), duration::of(1000), 0,
                        named.texts.keep("load " + std::to_string(i)), range_kind::data_loading};
    load.thread = 0;
    named.a.ranges.push_back(load);
  }
  named.kernel("k", 10 * count, 10 * count + 5, 1, count);  // so that the last range is before work
  BOOST_TEST(found_by(nested, activity_findings::module_loading).all.empty());  // "k" ran before
  const finding_list list = found_by(named, activity_findings::data_loading);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].count == 100'000u);
  BOOST_TEST(list.all[0].evidence.size() == 3u);
}

// Two processes that load at the same time, 100..2100 and 600..2600, each with a GPU of its own that is idle meanwhile.
BOOST_AUTO_TEST_CASE(modules_that_are_loaded_side_by_side_take_their_time_once) {
  const auto saved = [](std::uint32_t second_device) {
    test::activity_script s;
    for (std::uint32_t process = 0; process < 2; ++process) {
      const std::uint32_t device = process == 0 ? 0 : second_device;
      const std::int64_t load = 100 + 500 * process;
      s.kernel("warm", 0, 10, 20, 10 * process, 2 * process), s.on(device), s.by(process, process);  // 10..30
      s.call("cudaLaunchKernel", load, 2000, 10 * process + 1), s.by(process, process);
      s.work("k", 2 * process, 3000, 50, 10 * process + 1), s.on(device);
    }
    const finding_list list = found_by(s, activity_findings::module_loading);
    BOOST_REQUIRE(list.all.size() == 1u);
    BOOST_TEST(list.all[0].count == 2u);
    return list.all[0].recoverable.in(us);
  };
  BOOST_TEST(saved(1) == 2000.0);  // the GPUs wait side by side
  BOOST_TEST(saved(0) == 2500.0);  // 100..2600
}

// The call 100..2100 submits its kernel late: it runs 1600..1650 and could start at 110. Without the loading it runs
// 110..160, and the launch at 2110, 1950 of idle time sooner, lets its own start at 170. That is 10..180; with a host that
// takes no time, warm, k and c follow each other at 10..80.
BOOST_AUTO_TEST_CASE(host_bound_is_what_remains_without_the_loading_of_modules) {
  const auto script = [](test::activity_script& s, std::int64_t start) {
    s.kernel("warm", 0, 10, 10, 1);
    s.call("cudaLaunchKernel", 100, 2000, 2);
    s.work("k", 0, start, 50, 2);
    s.kernel("c", 2110, 2120, 10, 3);
  };
  test::activity_script late, same, at_once;
  script(late, 1600), script(same, 1600), script(at_once, 110);
  const finding_list loads = found_by(late, activity_findings::module_loading);
  BOOST_REQUIRE(loads.all.size() == 1u);
  BOOST_TEST(loads.all[0].recoverable.in(us) == 1950.0);
  const finding_list host = found_by(same, activity_findings::host_bound);
  BOOST_REQUIRE(host.all.size() == 1u);
  BOOST_TEST(host.all[0].recoverable.in(us) == 100.0);
  BOOST_TEST(found_by(at_once, activity_findings::module_loading).all.empty());  // its module was there
}

// 20..1020: a launch at 520 and, where it is to block, a wait 530..1000 for its kernel of 460. The next launch is at
// 1030, its kernel starts at 1040: without the range at 40, as the stream is free then.
BOOST_AUTO_TEST_CASE(host_time_goes_where_it_passes) {
  const auto found = [](range_kind kind, bool waits, auto rule) {
    test::activity_script s;
    s.kernel("a", 0, 10, 10, 1);
    s.kernel("inside", 520, 530, waits ? 460 : 10, 2);
    if (waits) s.call("cudaDeviceSynchronize", 530, 470, 3);
    s.kernel("b", 1030, 1040, 10, 4);
    activity_range r{time_point::of(20'000), duration::of(1'000'000), 0, s.texts.keep("range"), kind};
    r.thread = 0;
    s.a.ranges.push_back(r);
    const finding_list list = found_by(s, rule);
    return list.all.empty() ? 0.0 : list.all[0].recoverable.in(us);
  };
  BOOST_TEST(found(range_kind::data_loading, false, activity_findings::data_loading) == 1000.0);
  // the launch at 20, its kernel 30..490, the wait until 500, the launch at 510: 520 instead of 1040
  BOOST_TEST(found(range_kind::data_loading, true, activity_findings::data_loading) == 520.0);
  BOOST_TEST(found(range_kind::data_loading, true, activity_findings::sync_points) > 0.0);
  // what runs while the host compiles goes with it; the call that waited for it takes 10
  BOOST_TEST(found(range_kind::compilation, true, activity_findings::compile_in_window) == 990.0);
  BOOST_TEST(found(range_kind::compilation, true, activity_findings::sync_points) == 0.0);
}

// A kernel 10..110; its thread asks at 10, 20 .. 110 whether it is done, 2 us each, and launches the next one at 120: the
// GPU is idle 110..130. A thread that launches nothing, or asks once, holds up nothing.
BOOST_AUTO_TEST_CASE(a_host_that_polls_is_told_of_it) {
  const auto told = [](int questions, std::uint32_t thread) {
    test::activity_script s;
    s.kernel("a", 0, 10, 100, 1);
    for (int i = 0; i < questions; ++i) s.call("cudaEventQuery", 10 + 10 * i, 2, 100 + i), s.by(thread);
    s.kernel("b", 120, 130, 10, 2);
    finish_activity(s.a);
    const gpu_replay r(s.a);
    const trace_health health;
    finding_drafts drafts(s.a.works.size());
    activity_findings::host_bound({s.a, r, health}, drafts);
    return drafts.take().at(0).detail;
  };
  BOOST_TEST(told(11, 0) == "Launch on instead of asking whether the GPU is done: 11 calls (cudaEventQuery) take "
                            "102 us");
  BOOST_TEST(told(11, 7).find("asking") == std::string::npos);
  BOOST_TEST(told(1, 0).find("asking") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(streams_are_serialised_on_one_gpu_by_one_process) {
  const auto found = [](std::uint32_t second_device, std::uint32_t second_process) {
    test::activity_script s;
    s.kernel("a", 0, 100, 100, 0), s.on(0);
    s.kernel("b", 296, 300, 50, 1, 1), s.on(second_device), s.by(second_process, second_process);
    return found_by(s, activity_findings::streams_serialised).all.size();
  };
  BOOST_TEST(found(0, 0) == 1u);
  BOOST_TEST(found(1, 0) == 0u);
  BOOST_TEST(found(0, 1) == 0u);
}

// Three blocking calls: two of 40 us in `nonzero`, one of 10 in `item`; the last op blocks nothing.
BOOST_AUTO_TEST_CASE(blocking_calls_are_told_by_the_ops_around_them) {
  test::activity_script s;
  const auto op = [&](std::string_view name, std::int64_t start, std::int64_t time) {
    activity_op o;
    o.start = time_point::of(start * 1000), o.time = duration::of(time * 1000), o.name = s.texts.keep(name);
    o.uid = static_cast<std::uint32_t>(100 + s.a.ops.size());
    s.a.ops.push_back(o);
    s.a.works.back().op = static_cast<std::uint32_t>(s.a.ops.size() - 1);
  };
  const auto blocked = [&](std::string_view name, std::int64_t at, std::int64_t wait, std::int64_t number) {
    s.kernel("k", at, at + 5, wait, number), op(name, at, wait + 20);
    s.call("cudaStreamSynchronize", at + 6, wait, 100 + number);
  };
  blocked("aten::nonzero", 0, 40, 1), blocked("aten::nonzero", 100, 40, 2), blocked("aten::item", 200, 10, 3);
  s.kernel("k", 300, 310, 10, 4), op("aten::item", 300, 8);
  const finding_list list = found_by(s, [](const activity_findings_run& run, finding_drafts& to) {
    activity_findings::sync_points(run, to);
  });
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].count == 3u);
  BOOST_TEST(list.all[0].evidence[0].name == "aten::nonzero");
  finish_activity(s.a);
  const gpu_replay r(s.a);
  finding_drafts drafts(s.a.works.size());
  activity_findings::sync_points({s.a, r, trace_health()}, drafts);
  BOOST_TEST(drafts.take().at(0).detail == "aten::nonzero 2, aten::item 1");
}

// Two kernels, 3 s apart: 20 us of work, and the host in `what` for most of that time.
BOOST_AUTO_TEST_CASE(a_pause_is_not_cured_by_fewer_launches) {
  const auto advice = [](std::string_view what, std::int64_t pause) {
    test::activity_script s;
    s.kernel("k", 0, 10, 10, 1);
    if (!what.empty()) s.call(what, 25, pause * 2 / 3, 7);
    s.kernel("k", pause + 10, pause + 20, 10, 2);
    finish_activity(s.a);
    const gpu_replay r(s.a);
    finding_drafts drafts(s.a.works.size());
    activity_findings::host_bound({s.a, r, trace_health()}, drafts);
    const std::vector<finding_draft> all = drafts.take();
    BOOST_REQUIRE(all.size() == 1u);
    return advise_detail::advice_on_host({.count = all[0].count, .concerned = all[0].concerned,
                                          .recoverable = all[0].concerned, .window = r.window(),
                                          .detail = all[0].detail});
  };
  BOOST_TEST(advice("", 3'000'000) ==
             "Find out what the host does, or record without the pauses: nothing ran for 3.00 s, and the trace does "
             "not show why; the GPU is idle for 3.00 s of 3.00 s.");
  BOOST_TEST(advice("save", 3'000'000).find("the trace shows the host in save; the GPU") != std::string::npos);
  BOOST_TEST(advice("", 900'000).find("does in 1 pause of 900 ms with no op or call; the GPU") !=
             std::string::npos);
  BOOST_TEST(advice("save", 900'000).find("Launch less often") == 0u);  // a call covers two thirds
  BOOST_TEST(advice("", 900).find("Launch less often") == 0u);
}

// The GPU is idle for 100 us, of which named causes have 60; on several GPUs work may be late though none is idle.
BOOST_AUTO_TEST_CASE(launches_have_no_share_in_idle_time_of_other_causes) {
  const finding_numbers late{.count = 3,
                             .concerned = duration::of(100'000),
                             .recoverable = duration::of(40'000),
                             .window = duration::of(200'000)};
  BOOST_TEST(advise_detail::advice_on_host(late) ==
             "Launch less often or capture the work in a graph: 3 launches leave the GPU idle for 40.0 us of 200 us.");
  finding_numbers beside = late;
  beside.concerned = duration::of(10'000);
  BOOST_TEST(advise_detail::advice_on_host(beside).find("3 launches hold work back for 40.0 us") != std::string::npos);
}

// Ten bursts of ten kernels, one every 100 us, and a pause between bursts: host time outside of ops and calls.
BOOST_AUTO_TEST_CASE(short_pauses_are_told_if_they_are_most_of_the_idle_time) {
  const auto advice = [](std::int64_t pause, range_kind kind = range_kind::other) {
    test::activity_script s;
    for (std::int64_t burst = 0, at = 0; burst < 10; ++burst, at += pause)
      for (int i = 0; i < 10; ++i, at += 100) s.kernel("k", at, at + 5, 10, at);
    s.a.ranges.push_back({time_point::of(0), duration::of(1'000'000'000), 7, s.texts.keep("ProfilerStep#1")});
    for (int i = 1; i <= 9; ++i) {
      const std::int64_t from = 1000 * i + (i - 1) * pause;  // each pause is a range
      s.a.ranges.push_back(
          {time_point::of(from * 1000), duration::of(pause * 1000), 7, s.texts.keep("sample"), kind, 0});
    }
    finish_activity(s.a);
    const gpu_replay r(s.a);
    finding_drafts drafts(s.a.works.size());
    activity_findings::host_bound({s.a, r, trace_health()}, drafts);
    return drafts.take().at(0).detail;
  };
  // idle: 90 gaps of 90 us, 8.1 ms; 9 gaps of a pause and 90 us
  BOOST_TEST(advice(3000) == "Find out what the host does in 9 pauses of up to 3.09 ms, 27.8 ms in all, with no op or "
                             "call (longest: sample)");
  BOOST_TEST(advice(850) == "");  // gaps of 940 us: shorter than a millisecond
  BOOST_TEST(advice(3000, range_kind::data_loading) == "");  // 3.00 of each 3.09 ms have a finding of their own
}

BOOST_AUTO_TEST_CASE(the_launch_of_a_graph_is_one_launch) {
  test::activity_script s;
  for (int i = 0; i < 3; ++i) {
    s.call("cudaGraphLaunch", 1000 * i, 4, i + 1);
    for (int k = 0; k < 5; ++k) s.work("k", 0, 1000 * i + 10 + 20 * k, 20, i + 1);
  }
  s.kernel("single", 500, 510, 50, 4);  // graphs have 300 of 350 us
  finding_drafts drafts(16);
  finish_activity(s.a);
  const gpu_replay r(s.a);
  activity_findings::host_bound({s.a, r, trace_health()}, drafts);
  const finding_draft d = drafts.take().at(0);
  BOOST_TEST(d.count == 4u);
  BOOST_TEST(d.concerned.in(us) == 1750.0);  // 2100 us from the first start to the last end, 3 * 100 + 50 of work
  BOOST_TEST(d.detail == "Launch less often (larger graphs): 3 launches of graphs among 4");
}

// The GPU begins 5000 us behind the first launch, a 5000..5100, b 5100..5200; data is loaded 1000..2000. Without that,
// c is launched at 5000 and starts at 5200 instead of 6010.
BOOST_AUTO_TEST_CASE(data_loaded_before_the_gpu_begins_holds_up_later_launches) {
  test::activity_script s;
  s.kernel("a", 0, 5000, 100, 1);
  s.kernel("b", 2005, 5100, 100, 2);
  s.kernel("c", 6000, 6010, 10, 3);
  activity_range load{time_point::of(1'000'000), duration::of(1'000'000), 0, s.texts.keep("load")};
  load.kind = range_kind::data_loading, load.thread = 0;
  s.a.ranges.push_back(load);
  const finding_list list = found_by(s, activity_findings::data_loading);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 810.0);
}

// The GPU is idle for 100 us before the op `late` has its kernel run, and for 20 us before `soon` has; if data is loaded
// for 90 of these 100 us, it waits 10 us for the op.
BOOST_AUTO_TEST_CASE(the_op_that_the_gpu_waits_for_longest_is_named) {
  test::activity_script s;
  s.kernel("k", 0, 10, 10, 1);
  s.kernel("k", 110, 120, 10, 2);
  s.kernel("k", 140, 150, 10, 3);
  const symbol late = s.texts.keep("late"), soon = s.texts.keep("soon");
  s.a.ops = {{.start = time_point::of(105'000), .time = duration::of(20'000), .name = late},
             {.start = time_point::of(135'000), .time = duration::of(20'000), .name = soon}};
  s.a.works[1].op = 0, s.a.works[2].op = 1;
  const finding_list list = found_by(s, activity_findings::host_bound);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_REQUIRE(list.all[0].evidence.size() == 3u);
  BOOST_TEST(list.all[0].evidence[0].name == "late");
  BOOST_TEST(list.all[0].evidence[0].time.in(us) == 100.0);
  BOOST_TEST(list.all[0].evidence[1].name == "soon");
  activity_range load{time_point::of(20'000), duration::of(90'000), 0, s.texts.keep("load"), range_kind::data_loading};
  load.thread = 0;
  s.a.ranges.push_back(load);
  BOOST_TEST(found_by(s, activity_findings::host_bound).all.at(0).evidence[0].name == "soon");
}

BOOST_AUTO_TEST_CASE(a_program_of_graphs_alone_needs_no_graph) {
  test::activity_script s;
  for (int i = 0; i < 3; ++i) {
    s.call("cudaGraphLaunch", 1000 * i, 4, i + 1);
    for (int k = 0; k < 5; ++k) s.work("k", 0, 1000 * i + 10 + 20 * k, 20, i + 1);
  }
  BOOST_TEST(found_by(s, activity_findings::host_bound).all.empty());
}

// Kernels of 100 us at 5 and 155: the GPU is idle for 50 of 250 us. On one stream a faster host saves at most these; on
// two, the second kernel runs beside the first, though nothing says that it may.
BOOST_AUTO_TEST_CASE(what_is_more_than_the_idle_time_is_no_exact_saving_of_the_host) {
  for (const std::uint32_t second : {0u, 1u}) {
    test::activity_script s;
    s.kernel("a", 0, 5, 100, 1);
    s.kernel("b", 150, 155, 100, 2, second);
    const finding_list list = found_by(s, activity_findings::host_bound);
    BOOST_REQUIRE(list.all.size() == 1u);
    BOOST_TEST(list.all[0].concerned.in(us) == 50.0);
    BOOST_TEST((list.all[0].recoverable.in(us) > 50.0) == (second == 1));
    BOOST_TEST((list.all[0].bound == (second == 1 ? finding_bound::upper : finding_bound::exact)));
  }
}

BOOST_AUTO_TEST_CASE(one_blocking_call_is_told_as_one) {
  const auto advice = [](std::uint64_t count) {
    return advise_detail::advice_on_syncs({.count = count, .concerned = duration::of(40'000)});
  };
  BOOST_TEST(advice(1) == "Remove 1 blocking call that delays launches: it blocks the host for 40.0 us.");
  BOOST_TEST(advice(2) == "Remove 2 blocking calls that delay launches: they block the host for 40.0 us.");
}

// Compilation from 0 to 1500; the first launch is at 1000, its kernel begins at 1010.
BOOST_AUTO_TEST_CASE(what_the_host_did_before_the_first_launch_costs_nothing) {
  test::activity_script s;
  for (int i = 1; i <= 3; ++i) s.kernel("k", 1000 * i, 1000 * i + 10, 10, i);
  const symbol name = s.texts.keep("compile_fx_inner");
  s.a.ranges.push_back({time_point::of(0), duration::of(1'500'000), 7, name, range_kind::compilation});
  const finding_list list = found_by(s, activity_findings::compile_in_window);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].concerned.in(us) == 500.0);
  BOOST_TEST(list.all[0].recoverable.in(us) == 500.0);  // the second launch is at 1500 in place of 2000
}

BOOST_AUTO_TEST_CASE(findings_about_one_piece_of_work_name_each_other) {
  std::vector<judged_draft> drafts;
  for (const int time : {30, 20, 10, 5}) {
    judged_draft j{"it", finding_confidence::high, finding_bound::exact,
                   [](const finding_numbers&) { return std::string("Do it."); }, {}};
    j.draft.group = std::to_string(time);
    j.draft.recoverable = duration::of(time * 1000);
    if (time == 5) j.draft.recoverable = duration::of(12'000), j.draft.works = {1};
    else j.draft.works = {0, 2, 2};
    drafts.push_back(std::move(j));
  }
  const finding_list list = ranked(std::move(drafts), nullptr, duration::of(100'000));  // 30, 20, 12 and 10 us
  BOOST_REQUIRE(list.all.size() == 4u);
  const std::vector<std::size_t> of_each[] = {{2, 4}, {1, 4}, {}, {1, 2}};
  for (std::size_t f = 0; f < 4; ++f)
    BOOST_TEST(list.all[f].overlaps == of_each[f], boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(all_together_save_no_less_than_one_alone) {
  test::activity_script s;  // streams that never run at once, the second for 50 us: nothing that a replay could change
  s.kernel("a", 0, 100, 100, 0);
  s.kernel("b", 296, 300, 50, 1, 1);
  const finding_list list = found_by(s, activity_findings::streams_serialised);
  BOOST_REQUIRE(list.all.size() == 1u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 50.0);
  BOOST_TEST(list.combined.in(us) == 50.0);
}

BOOST_AUTO_TEST_CASE(numbers_that_no_work_has_are_left_out) {
  test::activity_script s;  // two kernels in a row, 100..200 and 200..300
  s.kernel("a", 0, 100, 100, 0);
  s.kernel("b", 5, 200, 100, 1);
  const finding_list list = found_by(s, [](const activity_findings_run& run, finding_drafts& to) {
    finding_draft& d = to.add("events in place of works");
    d.change.times = {{1001, duration()}, {missing<std::uint32_t>, duration()}};
    d.change.gone = {1000, 1, 1001};
    d.change.freed = {77};
    set_works(run.activity, d, {1000, 1, 1001});
    to.claim(std::vector<std::uint32_t>{1000, 1});
    to.add("more than there is").recoverable = duration::of(1'000'000'000);
  });
  BOOST_REQUIRE(list.all.size() == 2u);
  BOOST_TEST(list.all[0].recoverable.in(us) == 200.0);  // the window
  BOOST_TEST(list.all[1].recoverable.in(us) == 100.0);  // the second kernel is gone
  BOOST_TEST(list.all[1].count == 1u);
  BOOST_TEST(list.all[1].concerned.in(us) == 100.0);
}

BOOST_AUTO_TEST_CASE(the_console_is_as_wide_as_it_is_told) {
  test::activity_script s;
  for (int i = 0; i < 20; ++i) s.kernel("tiny" + std::string(200, 'x'), i, 100 + 4 * i, 3, i);
  finding_list list = found_by(s, activity_findings::small_kernels);
  list.window = list.combined = duration::of(999'999'400);
  for (const std::size_t width : {std::size_t{60}, std::size_t{80}, std::size_t{120}}) {
    string_output to;
    write_console(to, list, 10, width);
    BOOST_TEST(to.text().find("20 of them.") != std::string::npos);  // what to do is not cut
    std::size_t length = 0;
    for (const char c : to.text()) {
      length = c == '\n' ? 0 : length + 1;
      BOOST_REQUIRE(length <= width);
    }
  }
}

BOOST_AUTO_TEST_CASE(json_has_its_schema_and_two_runs_are_equal) {
  test::activity_script s;
  for (int i = 0; i < 20; ++i) s.kernel("tiny", i, 100 + 4 * i, 3, i);
  const finding_list list = found_by(s, activity_findings::small_kernels);
  string_output one, two;
  write_findings_json(one, "test", {}, list, {});
  write_findings_json(two, "test", {}, list, {});
  BOOST_TEST(one.text() == two.text());
  BOOST_TEST(one.text().starts_with(R"({"schema":1,"program":"test","version":)"), one.text());
  BOOST_TEST(one.text().find(R"("window_us":79)") != std::string::npos, one.text());
}

BOOST_AUTO_TEST_CASE(long_names_are_cut_in_the_middle) {
  const std::string name = std::string(60, 'a') + std::string(40, 'b') + std::string(17, 'c');
  BOOST_TEST(short_name(name) == std::string(60, 'a') + "..." + std::string(17, 'c'));
  BOOST_TEST(short_name(std::string(80, 'x')).size() == 80u);
}

BOOST_AUTO_TEST_CASE(host_time_before_collectives_that_wait_is_an_upper_bound) {
  // Two rounds of 100 us of work, a call that waits for it, and an all-reduce of 10 us, in the second round also of 60: 50
  // us of these may be a wait for another rank, which comes no earlier.
  for (const int second : {10, 60}) {
    test::activity_script s;
    for (const int round : {0, 1}) {
      const int from = 140 * round;
      s.kernel("k", from, from + 5, 100, 2 * round);
      s.call("cudaDeviceSynchronize", from + 5, 105, 100 + round);
      s.kernel("ncclDevKernel_AllReduce", from + 120, from + 125, round == 0 ? 10 : second, 2 * round + 1);
      s.a.works.back().communicates = true;
    }
    for (activity_call& c : s.a.calls) c.kind = call_kind_of(s.texts.text(c.name));
    const finding_list list = found_by(s, activity_findings::sync_points);
    BOOST_REQUIRE(list.all.size() == 1u);
    BOOST_TEST((list.all[0].bound == (second == 10 ? finding_bound::exact : finding_bound::upper)));
  }
}

BOOST_AUTO_TEST_CASE(times_that_round_up_to_a_thousand_are_in_the_next_unit) {
  const auto text = [](double microseconds) { return advise_detail::time_text(duration(microseconds * us)); };
  BOOST_TEST(text(999'400) == "999 ms");
  BOOST_TEST(text(999'600) == "1.00 s");
  BOOST_TEST(text(999.6) == "1.00 ms");
  BOOST_TEST(text(99.96) == "100 us");
  BOOST_TEST(text(9.996) == "10.0 us");
}

BOOST_AUTO_TEST_SUITE_END()
