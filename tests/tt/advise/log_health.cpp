// What device logs can support, with the arithmetic next to it.

#include <ridgeline/tt/advise/log_health.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/advise/rows.hpp>
#include <ridgeline/tt/device/device_ops.hpp>
#include <ridgeline/tt/device/log_doubts.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/tracy_messages.hpp>

#include "tests/support/device_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(health_of_device_logs)

namespace {

tt_log_doubts doubts(int generation, const std::string& rows) {
  const expected<tt_device_log> log = read_tt_device_log_text(device_log_head(generation) + rows, "f", {1, 4096, {}});
  BOOST_REQUIRE(log);
  const tt_lines lines = lines_of(*log);
  return doubts_of(lines, device_ops_of(lines));
}
/// A numbered marker of core 0, 0.
std::string mark(const std::string& risc, int id, std::int64_t cycles, int x = 0) {
  return "0, " + std::to_string(x) + ", 0, " + risc + ", " + std::to_string(id) + ", " + std::to_string(cycles) + "\n";
}
/// A run of an op on one core in a log of zones with host ids.
std::string zones(int op, int x, std::int64_t from, std::int64_t to) {
  std::string rows;
  for (const auto& [what, at] : {std::pair<std::string, std::int64_t>{"FW,ZONE_START", from},
                                 {"KERNEL,ZONE_START", from + 1},
                                 {"KERNEL,ZONE_END", to - 1},
                                 {"FW,ZONE_END", to}})
    rows += "0," + std::to_string(x) + ",1,BRISC,7," + std::to_string(at) + ",0," + std::to_string(op) + ",,,BRISC-" +
            what + ",1,a.cc,\n";
  return rows;
}
trace_verdict verdict(const tt_log_doubts& d, std::string_view name) { return health_of(d).find(name)->is; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_log_that_is_fine_is_silent) {
  std::string rows;
  for (const int id : {1, 2, 3, 4}) rows += mark("BRISC", id, 1000 + id);
  const tt_log_doubts d = doubts(1, rows);
  BOOST_TEST(d.starts == 2u);  // firmware, kernel
  BOOST_TEST(d.riscs == 1u);
  BOOST_TEST(health_of(d).headline() == "sound (3 checks)");  // numbered markers do not identify ops
  const tt_log_doubts z = doubts(8, zones(1024, 1, 100, 200) + zones(1024, 2, 110, 220) + zones(2048, 1, 300, 400));
  BOOST_TEST(z.runs == 2u);
  BOOST_TEST(health_of(z).headline() == "sound (4 checks)");
}

/// Two ops on cores 1 and 2; the log, written core by core, is cut in the first row of core 3, of which no op tells.
BOOST_AUTO_TEST_CASE(a_log_that_is_cut_is_not_sound) {
  const std::string whole = zones(1024, 1, 100, 200) + zones(2048, 1, 300, 400) + zones(1024, 2, 110, 220) +
                            zones(2048, 2, 310, 420);
  BOOST_TEST(doubts(8, whole).cut == 0u);
  const tt_log_doubts d = doubts(8, whole + "0,3,1,BRISC,7,10");
  BOOST_TEST(d.cut == 1u);
  BOOST_TEST(d.partial == 0u);  // both runs have both cores
  BOOST_TEST((verdict(d, "ttlog_core_silent") == trace_verdict::degraded));
  tt_log_doubts two = doubts(8, whole);
  two.merge(d);
  BOOST_TEST(two.cut == 1u);
}

BOOST_AUTO_TEST_CASE(starts_without_ends) {
  // NCRISC: the kernel's end and the firmware's are lost; BRISC: firmware begins again before its end
  std::string rows = mark("NCRISC", 1, 10) + mark("NCRISC", 2, 20);
  for (const int id : {1, 2, 3, 1, 2, 3, 4}) rows += mark("BRISC", id, 100 + static_cast<int>(rows.size()));
  const tt_log_doubts d = doubts(1, rows);
  BOOST_TEST(d.starts == 6u);    // two and four
  BOOST_TEST(d.unpaired == 3u);  // two and one
  BOOST_TEST(d.first_unpaired == 0);
  const trace_health h = health_of(d);
  BOOST_TEST((h.find("ttlog_unpaired")->is == trace_verdict::degraded));
  BOOST_TEST(h.find("ttlog_unpaired")->share == 0.5);
  BOOST_TEST(h.headline() == "degraded: 3 of 6 starts of firmware and kernels have no end: their durations are missing or too short");
}

BOOST_AUTO_TEST_CASE(dispatch_cores_need_not_end) {
  std::string rows = zones(1024, 1, 100, 200);
  rows += "0,9,9,NCRISC,7,50,0,0,,,NCRISC-FW,ZONE_START,1,a.cc,\n0,9,9,NCRISC,7,60,0,0,,,CQ-DISPATCH,ZONE_START,1,a.cc,\n"
          "0,9,9,NCRISC,7,70,0,0,,,CQ-DISPATCH,ZONE_END,1,a.cc,\n";
  const tt_log_doubts d = doubts(8, rows);
  BOOST_TEST(d.unpaired == 0u);
  BOOST_TEST(d.unpaired_of_dispatch == 1u);
  BOOST_TEST((verdict(d, "ttlog_unpaired") == trace_verdict::sound));
}

BOOST_AUTO_TEST_CASE(a_core_that_other_runs_of_the_op_have) {
  // an op of two cores runs three times; core 2 is silent in the second: when core 1 begins again, the third has begun
  std::string rows = zones(1024, 1, 100, 200) + zones(1024, 2, 100, 210);
  rows += zones(1024, 1, 300, 400);
  rows += zones(1024, 1, 500, 600) + zones(1024, 2, 500, 610);
  const tt_log_doubts d = doubts(8, rows);
  BOOST_TEST(d.partial == 1u);
  BOOST_TEST(d.first_partial == 1024);
  BOOST_TEST((verdict(d, "ttlog_core_silent") == trace_verdict::degraded));
  // all three runs whole
  rows += zones(1024, 2, 300, 405);
  BOOST_TEST(doubts(8, rows).partial == 0u);
  // another op on fewer cores does not count as silence
  BOOST_TEST(doubts(8, rows + zones(4096, 1, 700, 800)).partial == 0u);
}

BOOST_AUTO_TEST_CASE(a_counter_of_32_bits_begins_again) {
  const std::int64_t late = 4'294'967'000;
  std::string rows = mark("BRISC", 1, late) + mark("BRISC", 2, late + 100) + mark("BRISC", 3, 50) + mark("BRISC", 4, 90);
  rows += mark("BRISC", 1, 3'000'000'000, 1) + mark("BRISC", 4, 3'000'000'100, 1);
  const tt_log_doubts d = doubts(1, rows);
  BOOST_TEST(d.wraps == 1u);
  BOOST_TEST(d.first_wrap == 2);
  BOOST_TEST(health_of(d).find("ttlog_wrap")->share == 0.5);  // of two processors
  const auto log = read_tt_device_log_text(device_log_head(1) + rows, "f");
  BOOST_REQUIRE(log.has_value());
  BOOST_TEST(log->markers[2].cycles == 4'294'967'346);  // 2^32 + 50: 346 after the first one
  BOOST_TEST(log->markers[4].cycles == 3'000'000'000);  // another processor, which has nothing after its end
  // unordered rows, of longer counters
  BOOST_TEST(doubts(1, mark("BRISC", 1, 9'000'000'000) + mark("BRISC", 4, 50)).wraps == 0u);
}

/// tt-metal records 44 bits: 2^44 is 17,592,186,044,416.
BOOST_AUTO_TEST_CASE(a_counter_of_44_bits_begins_again) {
  const std::int64_t late = 17'592'186'044'000;
  const std::string rows = mark("BRISC", 1, late) + mark("BRISC", 2, late + 100) + mark("BRISC", 3, 50) +
                           mark("BRISC", 4, 90);
  const auto log = read_tt_device_log_text(device_log_head(1) + rows, "f");
  BOOST_REQUIRE(log.has_value());
  BOOST_TEST(log->wraps == 1u);
  BOOST_TEST(log->first_wrap == 2);
  BOOST_TEST(log->markers[2].cycles == 17'592'186'044'466);  // 2^44 + 50: 466 after the first one
  // hours back, but less than half of them: a start that an earlier run left behind
  BOOST_TEST(doubts(1, mark("BRISC", 1, late) + mark("BRISC", 2, 9'000'000'000'000)).wraps == 0u);
}

BOOST_AUTO_TEST_CASE(what_the_profiler_says_that_it_dropped) {
  tt_tracy_capture capture;
  const std::string text = "MessageName;total_ns\n`Profiler DRAM buffers were full, markers were dropped! device 0, worker core "
                           "1, 2, Risc BRISC,  bufferEndIndex = 12000`;17\n`something else`;18\n";
  BOOST_TEST(!read_tt_tracy_messages(text, "f", capture));
  BOOST_TEST(capture.drops == 1u);
  tt_log_doubts d;
  BOOST_TEST((verdict(d, "ttlog_markers_dropped") == trace_verdict::not_applicable));
  d.dropped = 1, d.riscs = 4, d.logs = 1;
  const trace_health h = health_of(d);
  BOOST_TEST(h.find("ttlog_markers_dropped")->share == 0.25);
  BOOST_TEST(h.fails_strict());
  d = {};
  d.starts = 6, d.stale = 2;
  BOOST_TEST((verdict(d, "ttlog_unpaired") == trace_verdict::degraded));
  BOOST_TEST(health_of(d).find("ttlog_unpaired")->share == 0.25);  // 2 of 6 + 2
  d = {};
  d.logs = 1, d.replayed_runs = 6, d.lost_runs = 2;
  const trace_health lost = health_of(d);
  BOOST_TEST((lost.find("ttlog_markers_dropped")->is == trace_verdict::degraded));
  BOOST_TEST(lost.find("ttlog_markers_dropped")->share == 0.25);  // 2 of 6 + 2
}

BOOST_AUTO_TEST_CASE(ops_of_logs_have_the_checks_of_their_rows) {
  const std::string head = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,"
                           "DEVICE KERNEL DURATION [ns]\n";
  const auto health = [&](const std::string& rows, bool host_only = false) {
    tt_ops empty;
    empty.with_details = true;
    const tt_ops ops = *append_tt_ops_csv(std::move(empty), head + rows, "ops.csv", {});
    tt_window whole;
    whole.whole = true;
    return health_of_ops(advice_rows_of(ops, whole, false, {}), {}, host_only);
  };
  // a captured op did not run then: its replay has the time
  const trace_health fine = health("A,tt_dnn_device,1,0,7,,\nA,tt_dnn_device,1,0,7,1,500\nB,tt_dnn_device,2,0,,,600\n");
  BOOST_TEST((fine.find("tt_device_data_missing")->is == trace_verdict::sound));
  BOOST_TEST((fine.worst() == trace_verdict::sound));
  const trace_health lacks = health("A,tt_dnn_device,1,0,,,\nB,tt_dnn_device,2,0,,,600\n");
  BOOST_TEST((lacks.find("tt_device_data_missing")->is == trace_verdict::unknowable));  // one of two
  BOOST_TEST((health("A,tt_dnn_device,1,0,,,\n", true).worst() == trace_verdict::sound));  // no device requested
  // host ops continue the numbering with bit 2^31 set; 5120 and 6144 appear nowhere below
  const trace_health unplaced = health("A,tt_dnn_device,1,0,,,500\nB,tt_dnn_device,2,,,,\n");
  BOOST_TEST((unplaced.find("tt_device_missing_ops")->is == trace_verdict::not_applicable));  // there is one device
  const std::string host = "A,tt_dnn_device,1024,0,,,5\nB,tt_dnn_cpu,2147485696,,,,\nC,tt_dnn_device,3072,0,,,6\n";
  BOOST_TEST((health(host).find("tt_call_count_gap")->is == trace_verdict::sound));
  const trace_health gap = health(host + "D,tt_dnn_device,4096,0,,,6\nE,tt_dnn_device,7168,0,,,6\n");
  BOOST_TEST((gap.find("tt_call_count_gap")->is == trace_verdict::degraded));
  BOOST_TEST(gap.find("tt_call_count_gap")->count == 2u);
  // without host ops and their times it is the CSV of a device log, which cannot have the numbers of host ops
  const std::string device = "A,tt_dnn_device,1024,0,,,5\nB,tt_dnn_device,2048,0,,,6\nC,tt_dnn_device,3072,0,,,6\n"
                             "D,tt_dnn_device,7168,0,,,6\n";
  BOOST_TEST((health(device).find("tt_call_count_gap")->is == trace_verdict::not_applicable));
  // two replays of op 1, of which device 1 has lost the second
  const trace_health replays = health("A,tt_dnn_device,1024,0,7,1,5\nA,tt_dnn_device,1024,0,7,2,5\n"
                                      "A,tt_dnn_device,1025,1,7,1,5\n");
  BOOST_TEST((replays.find("tt_device_missing_ops")->is == trace_verdict::degraded));
  BOOST_TEST(replays.find("tt_device_missing_ops")->count == 1u);
  BOOST_TEST(replays.find("tt_device_missing_ops")->message.find("numbers of ops: 1 is missing, first on device 1") !=
             std::string::npos);
  BOOST_TEST(fine.find("tt_roof_missing") == nullptr);  // the CSV has no roofs that could be wrong
}

/// Replays have the numbers of their capture (1 to 3), and what follows them has the next one that is free (6). Between
/// them are 4 and 5, which ran in front of the signpost.
BOOST_AUTO_TEST_CASE(call_counts_outside_of_the_window_are_not_missing) {
  const auto gap = [&](const std::string& between) {
    tt_ops empty;
    empty.with_details = true;
    const tt_ops ops = *append_tt_ops_csv(
        std::move(empty),
        "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,HOST START TS,METAL TRACE REPLAY SESSION ID,"
        "DEVICE KERNEL DURATION [ns]\n" + between + "measure,signpost,,,50,,\nA,tt_dnn_device,1024,0,60,1,5\n"
        "A,tt_dnn_device,2048,0,70,1,5\nA,tt_dnn_device,3072,0,80,1,5\nB,tt_dnn_device,6144,0,90,,5\n",
        "ops.csv", {});
    return *health_of(advice_rows_of(ops, {}, false, {})).find("tt_call_count_gap");
  };
  const std::string on_host = "C,tt_dnn_cpu,2147487744,,30,,\n";  // 2^31 + 4096
  BOOST_TEST((gap(on_host + "D,tt_dnn_device,5120,0,40,,5\n").is == trace_verdict::sound));
  BOOST_TEST((gap(on_host).is == trace_verdict::sound));  // a single one is no proof
  BOOST_TEST((gap("").is == trace_verdict::degraded));
  BOOST_TEST(gap("").count == 2u);  // 4 and 5
  BOOST_TEST((gap("D,tt_dnn_device,4097,1,30,,5\nD,tt_dnn_device,5121,1,40,,5\n").is ==
              trace_verdict::degraded));  // another device's
}

/// Programs that the host launched without ops: two cores run one each, core 1 another.
BOOST_AUTO_TEST_CASE(a_log_without_ops_is_that_of_programs_if_cores_ran) {
  const tt_log_doubts d = doubts(8, zones(0, 1, 100, 200) + zones(0, 2, 110, 220) + zones(0, 1, 300, 400));
  BOOST_TEST(d.starts_of_no_op == 3u);
  const tt_ops no_ops;
  const auto none = advice_rows_of(no_ops, {}, false, {});
  const trace_health programs = health_of_ops(none, d, false);
  BOOST_REQUIRE(programs.find("tt_no_device_ops") != nullptr);
  BOOST_TEST(programs.find("tt_no_device_ops")->message ==
             "3 runs of cores have the host id 0, which is no op's: no op ran on a device");
  BOOST_TEST(programs.find("tt_no_device_ops")->advice().find("TT_METAL_DEVICE_PROFILER") == std::string::npos);
  BOOST_TEST(programs.find("tt_no_device_ops")->affects().front() == "ops");  // not every sheet
  const trace_health on_host = health_of_ops(none, d, true);  // whose rows are not checked
  BOOST_TEST((on_host.find("tt_no_device_ops")->is == trace_verdict::not_applicable));
  BOOST_TEST(on_host.find("tt_no_device_ops")->affects().front() == "*");
  BOOST_TEST((programs.find("tt_overlap") == nullptr && programs.find("tt_order") != nullptr));  // reports overlap
  const trace_health nothing = health_of_ops(none, {}, false);
  BOOST_TEST(nothing.find("tt_no_device_ops")->advice().find("TT_METAL_DEVICE_PROFILER") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
