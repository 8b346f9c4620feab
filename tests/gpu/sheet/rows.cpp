// The sheets over a GPU trace: two kernels and a copy, their calls, and ranges around them. Times are nanoseconds.
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/gpu/sheet/rows.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_sheet_rows)

namespace {

/// Calls at 100..200 and 300..400 of one thread; kernels at 250..1250 and 1500..3500, a copy at 1000..2000.
gpu_trace small() {
  gpu_trace t;
  const auto text = [&](std::string_view s) { return t.texts.keep(s); };
  const auto call = [&](std::int64_t from, std::int64_t to) {
    t.calls.push_back({time_point::of(from), duration::of(to - from), 1, text("launch"), 0, 0});
  };
  const auto work = [&](gpu_kind kind, std::string_view name, std::int64_t from, std::int64_t to, std::uint32_t by) {
    gpu_work_item w;
    w.kind = kind, w.name = text(name), w.device = 0, w.stream = 7, w.call = by;
    w.start = time_point::of(from), w.time = duration::of(to - from);
    if (kind == gpu_kind::copy) w.bytes = 4000;
    t.work.push_back(w);
  };
  const auto range = [&](std::string_view name, std::int64_t from, std::int64_t to) {
    t.ranges.push_back({time_point::of(from), duration::of(to - from), text(name), text(""), 0, 0, true});
  };
  call(100, 200), call(300, 400);
  work(gpu_kind::kernel, "gemm", 250, 1250, 0);
  work(gpu_kind::kernel, "gemm", 1500, 3500, 1);
  work(gpu_kind::copy, "Host-to-Device", 1000, 2000, missing<std::uint32_t>);
  range("outer", 50, 400), range("inner", 100, 200), range("late", 350, 900);
  return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(kernels_of_one_name_are_a_row) {
  const gpu_trace trace = small();
  const auto rows = gpu_kernel_summary(trace, communicating_names(trace, gpu::communication_table()));
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].time.count == 2);
  BOOST_TEST(rows[0].time.sum == 3000.);   // 1000 + 2000
  BOOST_TEST(rows[0].time.mean == 1500.);
  BOOST_TEST(rows[0].percent == 100.);
}

BOOST_AUTO_TEST_CASE(a_range_holds_work_whose_call_lies_inside) {
  const gpu_trace trace = small();
  gpu_problems problems;
  const std::vector<gpu_held_work> held = held_work_of(trace, problems);
  // outer holds both calls, including their ends; inner the first; late begins inside the second
  BOOST_TEST(held.size() == 3u);
  for (const gpu_range_row& r : gpu_range_summary(trace)) {
    BOOST_TEST(r.work == (r.name == "outer" ? 2 : r.name == "inner" ? 1 : 0));
    BOOST_TEST(r.work_time.base() == (r.name == "outer" ? 3000 : r.name == "inner" ? 1000 : 0));
  }
  const auto rows = gpu_trace_rows(trace);
  BOOST_TEST(trace.text(trace.ranges.at(rows.at(0).range).name) == "inner");  // the latest start
}

/// 4,000 calls `i` at 10 i .. 10 i + 5, each with a kernel of 3 ns, and 4,000 ranges from 10 i to 100,000.
BOOST_AUTO_TEST_CASE(ranges_that_are_open_together_hold_all_their_work) {
  constexpr int calls = 4000;
  for (const bool nested : {true, false}) {
    gpu_trace trace;
    const symbol launch = trace.texts.keep("launch"), all = trace.texts.keep("all"), last = trace.texts.keep("last");
    for (int i = 0; i < calls; ++i) {
      trace.calls.push_back({time_point::of(10 * i), duration::of(5), 1, launch, 0, 0});
      gpu_work_item w;
      w.kind = gpu_kind::kernel, w.name = launch, w.device = 0, w.stream = 7, w.call = static_cast<std::uint32_t>(i);
      w.start = time_point::of(10 * i), w.time = duration::of(3);
      trace.work.push_back(w);
      trace.ranges.push_back({time_point::of(10 * i), duration::of(100'000 - 10 * i), i + 1 < calls ? all : last,
                              trace.texts.keep(""), 0, 0, nested});
    }
    // range i holds the calls i to 3,999: 4,000 - i of them; together 4,000 * 4,001 / 2 = 8,002,000, the last 1
    for (const gpu_range_row& r : gpu_range_summary(trace)) {
      BOOST_TEST(r.work == (r.name == "all" ? 8'001'999 : 1));
      BOOST_TEST(r.work_time.base() == (r.name == "all" ? 24'005'997 : 3));
    }
    const auto rows = gpu_trace_rows(trace);
    for (std::uint32_t i = 0; i < calls; ++i)  // the last to begin
      if (rows.at(i).range != (nested ? i : missing<std::uint32_t>)) BOOST_FAIL("range of call " << i);
  }
}

/// More pairs than are listed: none of them, so that no row of `ranges_kernels` shows a part as if it were all.
BOOST_AUTO_TEST_CASE(pairs_of_a_style_are_listed_completely_or_not_at_all) {
  gpu_trace trace = small();
  const std::size_t listed = 3;  // outer twice, inner once
  for (int i = 0; i < 6000; ++i)
    trace.ranges.push_back({time_point::of(0), duration::of(100'000), trace.texts.keep("request"), trace.texts.keep(""),
                            0, 0, false});
  for (int i = 0; i < 4000; ++i) trace.work.push_back(trace.work[0]);  // 24 million pairs, 10.6 million are listed
  for (std::size_t i = 3; i < trace.work.size(); ++i) trace.work[i].call = 1;
  gpu_problems problems;
  const std::vector<gpu_held_work> held = held_work_of(trace, problems);
  BOOST_TEST(problems[gpu_problem::ranges_cut].count == 1u);
  BOOST_TEST(held.size() == listed + 4000);  // call 1 lies inside outer only
  for (const gpu_range_row& r : gpu_range_summary(trace))
    if (r.name == "request") BOOST_TEST(r.work == 6000 * 4002);  // both kernels and the 4,000
}

BOOST_AUTO_TEST_CASE(kernels_wait_behind_their_calls) {
  const auto rows = gpu_kernel_launches(small());
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].calls == 2);
  BOOST_TEST(rows[0].queue_time.base() == 1150);  // 250 - 200, and 1500 - 400
  BOOST_TEST(rows[0].delay == 675.);              // (250 - 100 + 1500 - 300) / 2
}

BOOST_AUTO_TEST_CASE(busy_time_is_the_union) {
  const gpu_trace trace = small();
  const auto devices = gpu_devices(trace);
  BOOST_REQUIRE(devices.size() == 1u);
  BOOST_TEST(devices[0].busy.base() == 3250);  // 250..3500: the copy bridges the kernels
  for (const gpu_timeline_row& r : gpu_timeline_rows(trace, std::vector<bool>(trace.texts.bound()))) {
    if (r.part == gpu_time::computation) BOOST_TEST(r.milliseconds == 0.003);
    if (r.part == gpu_time::exposed_copy) BOOST_TEST(r.milliseconds == 0.00025);  // 1250..1500
    if (r.part == gpu_time::idle) BOOST_TEST(r.milliseconds == 0.);
  }
}

BOOST_AUTO_TEST_CASE(streams_without_a_context_are_those_of_their_number) {
  gpu_trace trace = small();
  trace.work[0].context = 1, trace.work[1].context = 2;  // two contexts, each with a stream 7; the copy has none
  BOOST_TEST(gpu_devices(trace).at(0).streams == 2);
  trace.work[2].stream = 8;
  BOOST_TEST(gpu_devices(trace).at(0).streams == 3);
}

BOOST_AUTO_TEST_CASE(bytes_over_time) {
  const auto rows = gpu_copy_summary(small());
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0].bytes == 4000);  // in 1000 ns: 4 GB/s
  BOOST_TEST(rows[0].sized.base() == 1000);
}

/// A copy without recorded bytes has no rate and does not lower its row's rate.
BOOST_AUTO_TEST_CASE(bytes_that_are_not_known_are_not_0) {
  gpu_trace trace = small();
  trace.work[2].bytes = missing<std::int64_t>;
  const auto alone = gpu_copy_summary(trace);
  BOOST_TEST(!known(alone.at(0).bytes));
  trace.work.push_back(trace.work[2]);
  trace.work.back().bytes = 4000;
  const auto both = gpu_copy_summary(trace);
  BOOST_TEST(both.at(0).bytes == 4000);
  BOOST_TEST(both.at(0).time.sum == 2000.);
  BOOST_TEST(both.at(0).sized.base() == 1000);  // 4 GB/s, as before
}

BOOST_AUTO_TEST_CASE(the_page_draws_each_part_of_the_time_line) {
  gpu_problems problems;
  gpu_report_options options;
  options.micro_idle_below = 5.0;  // idle time then has two parts, and a device has nine rows
  const gpu_trace trace = small();
  const report_page page = gpu_page(gpu_tables(trace, options, problems), "t");
  const auto* const parts = page.charts.at(0).as<bar_chart>();
  BOOST_REQUIRE(parts != nullptr);
  BOOST_REQUIRE(parts->labels.size() == 9u);
  BOOST_TEST(parts->labels[8] == "total_memcpy_time");
  BOOST_TEST(parts->series[0].values[8] == 0.001);  // the copy's 1000 ns, in ms
}

BOOST_AUTO_TEST_SUITE_END()
