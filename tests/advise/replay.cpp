#include <cstdint>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>

#include "tests/advise/activity.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(replay)

namespace {

duration micro(std::int64_t t) { return duration::of(t * 1000); }

/// Kernel a 10..30; b launched at 12, waits for a: 30..40; the host waits until 42, launches c at 60, which starts at 65.
void host_waits(test::activity_script& s) {
  s.kernel("a", 5, 10, 20, 1);
  s.kernel("b", 12, 30, 10, 2);
  s.call("cudaStreamSynchronize", 20, 22, 3);
  s.kernel("c", 60, 65, 10, 4);
  finish_activity(s.a);
}

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_changed_gives_the_trace) {
  test::activity_script s;
  host_waits(s);
  const gpu_replay r(s.a);
  BOOST_TEST((r.window() == micro(65)));  // 10 to 75
  BOOST_TEST((r.total({}) == micro(65)));
  const std::vector<time_point> starts = r.starts({});
  for (std::size_t i = 0; i < starts.size(); ++i) BOOST_TEST((starts[i] == s.a.works[i].start));
}

BOOST_AUTO_TEST_CASE(an_activity_of_nothing_has_a_replay) {
  const gpu_activity nothing;
  const gpu_replay r(nothing);
  BOOST_TEST((r.window() == duration()));
}

BOOST_AUTO_TEST_CASE(a_shorter_kernel_moves_what_waits_for_it) {
  test::activity_script s;
  host_waits(s);
  const gpu_replay r(s.a);
  replay_change half;
  half.times.emplace_back(0, micro(10));  // a takes 10 instead of 20
  // a 10..20, b 20..30; the call ends at 30 + 2 = 32, ten earlier: c is launched at 50 and starts at 55, ends at 65
  BOOST_TEST((r.total(half) == micro(55)));
  BOOST_TEST((r.saved(half) == micro(10)));
}

BOOST_AUTO_TEST_CASE(a_kernel_that_hides_behind_the_host_gives_nothing_back) {
  test::activity_script s;
  s.kernel("a", 5, 10, 20, 1);
  s.kernel("b", 60, 65, 10, 2);  // nothing waits for a
  finish_activity(s.a);
  const gpu_replay r(s.a);
  replay_change half;
  half.times.emplace_back(0, micro(1));
  BOOST_TEST((r.saved(half) == micro(0)));
}

BOOST_AUTO_TEST_CASE(a_freed_call_costs_what_it_cost_and_at_most_ten) {
  test::activity_script s;
  host_waits(s);
  const gpu_replay r(s.a);
  replay_change free;
  free.freed = r.followed_calls();
  BOOST_TEST(free.freed.size() == 1u);
  // the call waited until 40 and cost 2 more: now 20..22, 20 earlier; c is launched at 40 and may start at 45
  BOOST_TEST((r.total(free) == micro(45)));  // 10 to 55
}

BOOST_AUTO_TEST_CASE(cut_host_time_and_fast_host) {
  test::activity_script s;
  host_waits(s);
  const gpu_replay r(s.a);
  replay_change cut;
  cut.cuts.push_back({time_point::of(50'000), micro(8)});
  BOOST_TEST((r.saved(cut) == micro(8)));  // c starts at 57
  cut.cuts.push_back({time_point::of(50'000), micro(3)});
  BOOST_TEST((r.saved(cut) == micro(8)));  // of simultaneous ones the longest counts
  replay_change fast;
  fast.fast_host = true;
  // all launches at 5 until the call: a 10..30, b 30..40, the call ends at 42, c starts at 42 + 5 and ends at 57
  BOOST_TEST((r.total(fast) == micro(47)));
}

// a runs 10..1510; the call at 100 takes `takes`, and its kernel starts when it returns. A call of more than 1 ms submits
// it late (its module is loaded first), and then it starts no sooner if a takes 500 us less: at 2100 it follows the
// call. Where the call takes 1 ms, it waits until 1511 for a, and starts 500 us sooner.
BOOST_AUTO_TEST_CASE(work_that_a_long_launch_submits_late_waits_for_that_alone) {
  const auto saved = [](std::int64_t takes, std::int64_t start) {
    test::activity_script s;
    s.kernel("a", 0, 10, 1500, 1);
    s.call("cudaLaunchKernel", 100, takes, 2);
    s.work("k", 0, start, 50, 2);
    finish_activity(s.a);
    const gpu_replay r(s.a);
    BOOST_TEST((r.total({}) == r.window()));
    replay_change shorter;
    shorter.times.emplace_back(0, micro(1000));
    return r.saved(shorter);
  };
  BOOST_TEST((saved(2000, 2100) == micro(0)));
  BOOST_TEST((saved(1000, 1511) == micro(500)));
}

BOOST_AUTO_TEST_CASE(work_that_is_gone) {
  test::activity_script s;
  host_waits(s);
  const gpu_replay r(s.a);
  replay_change gone;
  gone.gone.push_back(1);
  // the call waits only for a, until 30: it ends at 32, c starts at 55 and ends at 65
  BOOST_TEST((r.total(gone) == micro(55)));
}

/// An op 0..40 launches two kernels, the next one, 40..48, one; c is launched at 60. All start 10 behind their launches
/// of 4 us.
BOOST_AUTO_TEST_CASE(an_op_goes_with_the_last_of_its_works) {
  test::activity_script s;
  s.kernel("k", 2, 12, 5, 1);
  s.kernel("copy", 10, 20, 5, 2);
  s.kernel("lone", 42, 52, 5, 3);
  s.kernel("c", 60, 70, 5, 4);
  s.a.ops = {{.start = time_point::of(0), .time = micro(40)}, {.start = time_point::of(40'000), .time = micro(8)}};
  s.a.works[0].op = s.a.works[1].op = 0, s.a.works[2].op = 1;
  finish_activity(s.a);
  const gpu_replay r(s.a);
  const auto saved = [&](std::vector<std::uint32_t> works) {
    replay_change change;
    change.let_go(works);
    return r.saved(change);
  };
  BOOST_TEST((saved({1}) == micro(4)));      // the op is still called for k: only the launch of the copy goes
  BOOST_TEST((saved({2}) == micro(8)));      // nothing else is left to call this op for
  BOOST_TEST((saved({1, 2}) == micro(12)));
  BOOST_TEST((saved({1, 1}) == micro(4)));
}

BOOST_AUTO_TEST_CASE(work_waits_for_another_stream) {
  test::activity_script s;
  s.kernel("compute", 0, 5, 30, 1, 0);    // 5..35, delay of the stream 5
  s.kernel("first", 2, 7, 2, 2, 1);       // 7..9, delay of the stream 5
  s.kernel("reduce", 8, 35, 10, 3, 1);    // ready at 13, starts when compute has ended
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST(r.waiting_of(2).other == 0u);
  replay_change shorter;
  shorter.times.emplace_back(0, micro(10));  // 5..15: reduce 15..25
  BOOST_TEST((r.saved(shorter) == micro(20)));
}

BOOST_AUTO_TEST_CASE(a_thread_that_launches_meanwhile_does_not_wait) {
  test::activity_script s;
  s.kernel("a", 0, 5, 3, 1);
  s.kernel("b", 10, 15, 5, 2);
  s.kernel("c", 40, 45, 5, 3);
  s.call("cudaEventSynchronize", 2, 20, 4);  // until 22: waits for b until 20, but thread 0 launches b meanwhile
  s.by(1);
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST(r.hosts().size() == 2u);
  BOOST_TEST(r.hosts().of(0) == 0u);
  BOOST_TEST(r.hosts().of(1) == 1u);
  BOOST_TEST((r.total({}) == micro(45)));  // 5 to 50
  replay_change shorter;
  shorter.times.emplace_back(1, micro(1));  // the call ends 4 earlier, c does not start any earlier
  BOOST_TEST((r.saved(shorter) == micro(0)));
  BOOST_TEST(r.followed_calls().empty());
  replay_change cut;
  cut.cuts.push_back({time_point::of(30'000), micro(8), 1});
  BOOST_TEST((r.saved(cut) == micro(0)));
  cut.cuts.push_back({time_point::of(30'000), micro(3), 0});  // of its own at the same time
  BOOST_TEST((r.saved(cut) == micro(3)));
  cut.cuts.push_back({time_point::of(35'000), micro(2)});     // of whatever acts next: c is launched at 40
  BOOST_TEST((r.saved(cut) == micro(5)));
}

BOOST_AUTO_TEST_CASE(a_thread_that_is_silent_meanwhile_waits) {
  test::activity_script s;
  s.kernel("a", 5, 10, 20, 1);
  s.kernel("b", 12, 30, 10, 2);
  s.call("cudaStreamSynchronize", 20, 22, 3);
  s.kernel("c", 60, 65, 10, 4);
  s.by(1);  // the thread of the backward pass
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST(r.hosts().size() == 1u);
  replay_change half;
  half.times.emplace_back(0, micro(10));
  BOOST_TEST((r.saved(half) == micro(10)));
  BOOST_TEST(r.followed_calls().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_rare_launch_beside_a_wait_makes_no_second_host) {
  test::activity_script s;
  s.kernel("first", 0, 5, 5, 1);
  s.by(1);
  s.call("cudaStreamSynchronize", 10, 60, 2);  // 60 of 80 us in which thread 1 is silent
  s.call("cudaStreamSynchronize", 80, 10, 3);  // 10 of 80 us: less than a quarter
  s.kernel("beside", 85, 90, 5, 4);
  s.by(1);
  s.call("cudaStreamSynchronize", 100, 10, 5);
  s.kernel("last", 120, 125, 5, 6);
  s.by(1);
  finish_activity(s.a);
  BOOST_TEST(activity_hosts(s.a).size() == 1u);
  s.a.calls[2].time = micro(30);  // 80 to 110 are 30 of 100 us
  BOOST_TEST(activity_hosts(s.a).size() == 2u);
}

/// Kernels of 14 us and launches of 6 us, until 573 have not run: then number 1000 + j begins at 6008 + 14 j and lasts 10
/// us, until 2 us after kernel 428 + j has ended. With kernels of 7 us such a launch ends 2 us after it begins, so that
/// launches are 6 us apart, and kernel follows kernel: all take half the time.
BOOST_AUTO_TEST_CASE(a_short_launch_can_wait_for_room_too) {
  test::activity_script s;
  for (std::int64_t i = 0; i < 3000; ++i) {
    i < 1000 ? s.call("cudaLaunchKernel", 6 * i, 6, i) : s.call("cudaLaunchKernel", 6008 + 14 * (i - 1000), 10, i);
    s.work("k", 0, 10 + 14 * i, 14, i);
  }
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST((r.total({}) == micro(42'000)));
  replay_change half;
  for (std::uint32_t i = 0; i < 3000; ++i) half.times.emplace_back(i, micro(7));
  BOOST_TEST((r.saved(half) == micro(21'000)));
}

BOOST_AUTO_TEST_CASE(a_launch_into_a_full_queue_waits) {
  test::activity_script s;
  for (std::int64_t i = 0; i < 2000; ++i) {
    // 600 launches of 1 us at once; of the later ones, number j begins at 613 + 100 j and ends at 712 + 100 j, 2 us
    // after kernel 6 + j, when 594 or 595 launches have not run
    i < 600 ? s.call("cudaLaunchKernel", i, 1, i) : s.call("cudaLaunchKernel", 613 + 100 * (i - 600), 99, i);
    s.work("k", 0, 10 + 100 * i, 100, i);
  }
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST((r.total({}) == micro(200'000)));
  BOOST_TEST(r.followed_calls().empty());
  replay_change half;
  for (std::uint32_t i = 0; i < 2000; ++i) half.times.emplace_back(i, micro(50));
  BOOST_TEST((r.saved(half) == micro(100'000)));
  replay_change cut;
  cut.cuts.push_back({time_point::of(50'712'000), micro(99), 0});  // all of it was waiting
  BOOST_TEST((r.saved(cut) == micro(0)));
  test::activity_script few;  // the same with 400 in the queue: what makes these calls long is not known
  for (std::int64_t i = 0; i < 1000; ++i) {
    i < 400 ? few.call("cudaLaunchKernel", i, 1, i) : few.call("cudaLaunchKernel", 413 + 100 * (i - 400), 99, i);
    few.work("k", 0, 10 + 100 * i, 100, i);
  }
  finish_activity(few.a);
  replay_change shorter;
  for (std::uint32_t i = 0; i < 1000; ++i) shorter.times.emplace_back(i, micro(50));
  // the last launch stays at 413 + 59900; its kernel starts 10 later (the first kernel's delay) and ends at 60373
  BOOST_TEST((gpu_replay(few.a).total(shorter) == micro(60'363)));
}

/// Two streams of 20 us each; the second kernel of one starts where the other's ends: 10..30, and 5..25, 30..50.
BOOST_AUTO_TEST_CASE(nothing_waits_for_another_process_or_unasked_for_another_gpu) {
  const auto saved = [](std::uint32_t process, std::uint32_t device, std::string_view call) {
    test::activity_script s;
    s.kernel("a", 5, 10, 20, 1, 0), s.on(0);
    s.kernel("b", 0, 5, 20, 2, 1), s.on(device), s.by(process, process);
    if (!call.empty()) s.call(call, 12, 1, 3), s.by(process, process);
    s.kernel("b", 20, 30, 20, 4, 1), s.on(device), s.by(process, process);
    finish_activity(s.a);
    const gpu_replay r(s.a);
    replay_change less;
    less.times.emplace_back(1, micro(10));  // a takes 10 us less
    return r.saved(less).in(us);
  };
  // its launch at 20 and the delay of 5 allow 25; if it waited for a, it now starts at 25 and the end is 45 of 50
  BOOST_TEST(saved(0, 0, "") == 5.0);
  BOOST_TEST(saved(1, 0, "") == 0.0);
  BOOST_TEST(saved(0, 1, "") == 0.0);
  BOOST_TEST(saved(0, 1, "cudaEventRecord") == 0.0);
  BOOST_TEST(saved(0, 1, "cudaStreamWaitEvent") == 5.0);
}

BOOST_AUTO_TEST_CASE(every_process_has_a_host) {
  test::activity_script s;
  s.kernel("a", 5, 10, 20, 1, 0);
  s.call("cudaDeviceSynchronize", 20, 12, 2);       // until 32: waits for a alone until 30, costs 2
  s.kernel("a again", 40, 45, 20, 3, 0);            // 45..65
  for (std::size_t c = 0; c < s.a.calls.size(); ++c) s.a.calls[c].process = 1;
  s.kernel("other", 15, 18, 13, 4, 1);              // 18..31
  s.by(1, 2);
  s.kernel("other again", 70, 73, 7, 5, 1);         // 73..80
  s.by(1, 2);
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST(r.hosts().processes() == 2u);
  BOOST_TEST(r.blocking_calls()[0].waited == 30'000);
  BOOST_TEST((r.total({}) == micro(70)));
  replay_change half;
  half.times.emplace_back(0, micro(10));  // the second `a` starts at 35; the other process ends at 80 as before
  BOOST_TEST((r.saved(half) == micro(0)));
  BOOST_TEST((r.starts(half)[2] == time_point::of(35'000)));
}

/// Kernels at 0..10, 12..22, 100..110 and 200..210 that no launch is known of: the gaps are 2, 78 and 90.
BOOST_AUTO_TEST_CASE(gaps_before_work_without_a_launch_are_time_of_the_host) {
  test::activity_script s;
  for (const std::int64_t start : {0, 12, 100, 200}) s.work("k", 0, start, 10, missing<std::int64_t>);
  finish_activity(s.a);
  const gpu_replay r(s.a);
  replay_change without;
  without.gone = {1, 2};
  BOOST_TEST((r.saved(without) == micro(2 * 10 + 2 * 2)));  // two kernels, and for each the least gap
  test::activity_script launched;
  for (const std::int64_t start : {0, 12, 100, 200}) launched.kernel("k", start - 2, start, 10, start);
  finish_activity(launched.a);
  BOOST_TEST((gpu_replay(launched.a).saved(without) == micro(2 * 4)));  // the last one is launched two launches earlier
}

/// Three times: "gemm" for 100 us on stream 0, then a fill of 6 and "use" of 100 on stream 1, which is told to wait for
/// "gemm", and the next "gemm" waits for "use"; 1 us between them. All is launched early: 3 x (100 + 1 + 6 + 1 + 100) + 2 x
/// 1 = 626 us. Without the fills, "use" still waits for "gemm", 1 us behind it: 3 x (6 + 1) us less. Where no call tells
/// it to, the fill may have waited for itself alone.
BOOST_AUTO_TEST_CASE(what_removed_work_waited_for_still_holds_up_its_stream) {
  const auto saved = [](std::string_view between) {
    test::activity_script s;
    replay_change without;
    for (std::int64_t i = 0; i < 3; ++i) {
      const std::int64_t at = 20 + 209 * i;
      s.kernel("gemm", 4 * i, at, 100, 3 * i, 0);
      s.call(between, 4 * i + 1, 1, 100 + i);
      without.gone.push_back(static_cast<std::uint32_t>(s.a.works.size()));
      s.kernel("fill", 4 * i + 2, at + 101, 6, 3 * i + 1, 1);
      s.kernel("use", 4 * i + 3, at + 108, 100, 3 * i + 2, 1);
    }
    finish_activity(s.a);
    const gpu_replay r(s.a);
    BOOST_TEST((r.window() == micro(626)));
    return r.saved(without);
  };
  BOOST_TEST((saved("cudaStreamWaitEvent") == micro(3 * 7)));
  BOOST_TEST((saved("cudaEventRecord") > micro(3 * 7)));
}

/// The same where no launch is recorded: 77 us, in which the host pauses, are before each pair, and stay.
BOOST_AUTO_TEST_CASE(pauses_of_a_host_that_was_not_recorded_stay) {
  test::activity_script s;
  std::vector<std::uint32_t> small;
  for (std::int64_t i = 0; i < 4; ++i) {
    small.push_back(static_cast<std::uint32_t>(s.a.works.size()));
    s.work("small", 0, 200 * i, 3, missing<std::int64_t>);
    s.work("large", 1, 200 * i + 23, 100, missing<std::int64_t>);
  }
  finish_activity(s.a);
  replay_change without;
  without.gone = small;
  // each gives back 3 us and 2 of the gap before it; nothing tells that the first large one waits for the first of them
  BOOST_TEST((gpu_replay(s.a).saved(without) == micro(3 * (3 + 2))));
}

/// Kernels of 10 us; 8,000 us later an op 8000..8060 copies for 50 us: it launches at 8010, the copy starts at 8015.
/// Without it the host still gets to 8000, and work could start 5 us after that: 8065 - 8005 = 60 us are saved.
BOOST_AUTO_TEST_CASE(time_of_the_host_before_removed_work_stays) {
  test::activity_script s;
  s.kernel("k", 0, 5, 10, 1);
  s.kernel("copy", 8010, 8015, 50, 2);
  s.a.ops = {{.start = time_point::of(8'000'000), .time = micro(60)}};
  s.a.works[1].op = 0;
  finish_activity(s.a);
  replay_change last;
  last.gone = {1};
  BOOST_TEST((gpu_replay(s.a).saved(last) == micro(60)));
  // at the begin of a trace: the op 0..60 goes, and what comes 8,000 us behind it comes 60 us earlier
  test::activity_script other;
  other.kernel("copy", 10, 15, 50, 1);
  other.kernel("k", 8060, 8065, 10, 2);
  other.a.ops = {{.start = time_point::of(0), .time = micro(60)}};
  other.a.works[0].op = 0;
  finish_activity(other.a);
  replay_change first;
  first.gone = {0};
  BOOST_TEST((gpu_replay(other.a).saved(first) == micro(60)));
}

/// The GPU begins 1000 us behind the first launch, busy with what was not recorded: without its first kernel the others
/// run 1000..1100 and 1100..1200 instead of at once, and the last does not have to wait for its launch at 900.
BOOST_AUTO_TEST_CASE(what_holds_up_the_first_work_holds_up_the_next_one) {
  test::activity_script s;
  s.kernel("first", 0, 1000, 100, 1);
  s.kernel("b", 10, 1100, 100, 2);
  s.kernel("c", 900, 1200, 100, 3);
  finish_activity(s.a);
  replay_change gone;
  gone.gone = {0};
  BOOST_TEST((gpu_replay(s.a).saved(gone) == micro(100)));
}

/// Three rounds: "first" 20 us on stream 0, "reduce" 90 us on stream 1, which waits for it, and "last" 100 us on stream
/// 0, which waits for that; then the host waits for all. Each kernel is ready 4 us after its launch; those are 5 us apart.
/// Without the waits of the host, round follows round with 1 us between: "reduce" shows no launch that runs at once.
BOOST_AUTO_TEST_CASE(a_stream_that_always_waits_shows_no_delay_of_launches) {
  test::activity_script s;
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::int64_t at = 230 * i;
    s.kernel("first", at, at + 4, 20, 10 * i, 0);
    s.kernel("reduce", at + 5, at + 25, 90, 10 * i + 1, 1);
    s.kernel("last", at + 10, at + 116, 100, 10 * i + 2, 0);
    s.call("cudaDeviceSynchronize", at + 15, 205, 10 * i + 3);
    s.a.calls.back().kind = call_kind::blocking;
  }
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST(r.waiting_of(4).other == 3u);
  replay_change freed;
  freed.freed = r.followed_calls();
  // 4..216, then "first" right behind "last": 2 x (20 + 1 + 90 + 1 + 100)
  BOOST_TEST((r.total(freed) == micro(3 * 212)));
}

BOOST_AUTO_TEST_CASE(an_empty_trace) {
  test::activity_script s;
  finish_activity(s.a);
  const gpu_replay r(s.a);
  BOOST_TEST((r.window() == micro(0)));
  BOOST_TEST((r.total({}) == micro(0)));
}

/// a 10..100; the host waits for it until 102, makes the second stream wait for it, and launches b, which runs 115..125.
BOOST_AUTO_TEST_CASE(recorded_waits_hold_where_the_host_no_longer_waits) {
  const auto after = [](bool recorded) {
    test::activity_script s;
    s.kernel("a", 5, 10, 90, 1, 0);
    s.call("cudaStreamSynchronize", 20, 82, 2);
    s.call("cudaStreamWaitEvent", 104, 2, 3);
    s.kernel("b", 110, 115, 10, 4, 1);
    finish_activity(s.a);
    if (recorded) s.a.waits.emplace_back(1, 0);
    const gpu_replay r(s.a);
    BOOST_TEST((r.total({}) == micro(115)));
    BOOST_TEST((r.starts({})[1] == s.a.works[1].start));
    replay_change free;
    free.freed = r.followed_calls();
    BOOST_TEST(free.freed.size() == 1u);
    return r.saved(free);
  };
  // the call returns at 22 instead of 102: b is launched at 30 and could run 35..45, beside a, which ends at 100
  BOOST_TEST((after(false) == micro(115 - 90)));
  BOOST_TEST((after(true) == micro(115 - 100)));  // it waits for a: 100..110
}

BOOST_AUTO_TEST_SUITE_END()
