#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/device/op_runs.hpp>
#include <ridgeline/tt/device/samples.hpp>

#include "tests/support/device_text.hpp"
#include "tests/support/tracy_text.hpp"

namespace rl = ridgeline;
using namespace test::tracy;
using boost::test_tools::per_element;

BOOST_AUTO_TEST_SUITE(tt_op_runs)

namespace {

rl::tt_op_runs runs_of(const std::string& rows, const rl::tt_log_faults& faults = {}, bool first_signal = false) {
  const auto log = rl::read_tt_device_log_text(device_log_head(8) + rows, "log.csv", {}, faults);
  BOOST_TEST_REQUIRE(log.has_value());
  return rl::op_runs_of(*log, faults, first_signal, 1);
}
/// A dispatch core's zone and the data of the markers inside it.
std::string command(const std::string& risc, std::int64_t start, std::int64_t end, const std::string& meta,
                    const std::string& more = {}, int core = 7) {
  return marker(core, risc, start, 0, "CQ-DISPATCH", "ZONE_START") +
         marker(core, risc, start + 1, 0, "cmd", "TS_DATA", meta) +
         (more.empty() ? "" : marker(core, risc, start + 2, 0, "cmd", "TS_DATA", more)) +
         marker(core, risc, end, 0, "CQ-DISPATCH", "ZONE_END");
}

}  // namespace

BOOST_AUTO_TEST_CASE(spans_of_a_run_at_one_gigahertz) {
  // One cycle is one ns. Core 1: BRISC kernel 110 to 150; core 2: BRISC kernel 125 to 180, TRISC_0 kernel 105 to 190.
  const rl::tt_op_runs all = runs_of(run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                                     run(2, "TRISC_0", "TRISC", 1024, 101, 105, 190, 195) +
                                     run(2, "BRISC", "BRISC", 1024, 102, 125, 180, 200) +
                                     marker(2, "TRISC_0", 188, 1024, "CB-COMPUTE-WAIT-FRONT", "ZONE_TOTAL", {}, 30) +
                                     marker(2, "TRISC_0", 189, 1024, "CB-COMPUTE-WAIT-FRONT", "ZONE_TOTAL", {}, 12));
  BOOST_TEST_REQUIRE(all.runs.size() == 1u);
  const rl::tt_op_run& r = all.runs[0];
  BOOST_TEST(r.id == 1024);
  BOOST_TEST(r.cores == 2);
  BOOST_TEST(r.fw.start == 100);
  BOOST_TEST(r.fw.end == 200);
  BOOST_TEST(r.fw_time == 100);       // 200 - 100
  BOOST_TEST(r.kernel_time == 85);    // 190 - 105
  BOOST_TEST(r.movers_time == 80);    // 190 - 110, the first data mover's start
  BOOST_TEST(r.core_min == 40);       // core 1: 150 - 110
  BOOST_TEST(r.core_max == 85);       // core 2: 190 - 105
  BOOST_TEST(r.core_mean == 62.5);
  BOOST_TEST(r.first_to_last_start == 20);  // 125 - 105
  BOOST_TEST(r.kernel_times[static_cast<std::size_t>(rl::tt_risc::brisc)] == 70);  // 180 - 110
  BOOST_TEST(r.kernel_times[static_cast<std::size_t>(rl::tt_risc::trisc_0)] == 85);
  BOOST_TEST(!rl::known(r.kernel_times[static_cast<std::size_t>(rl::tt_risc::ncrisc)]));
  BOOST_TEST(r.wait_front == 42);     // 30 + 12
  BOOST_TEST(!rl::known(r.reserve_back));
  BOOST_TEST(all.worker_cores == 64);
  BOOST_TEST(!all.lost_markers);
}

/// Quasar: the first data mover's firmware spans the core's work, others run kernels only, and engines have processors
/// of their own, whose zones have the usual names. Spans are over all of them.
BOOST_AUTO_TEST_CASE(cores_of_quasar) {
  const auto mover = [](int number, std::int64_t begin, std::int64_t end) {
    const std::string risc = "QUASAR_DM" + std::to_string(number);
    return marker(1, risc, begin, 1024, "DM-KERNEL", "ZONE_START") +
           marker(1, risc, end, 1024, "DM-KERNEL", "ZONE_END");
  };
  const auto firmware = [&](std::int64_t begin, std::int64_t kernel, std::int64_t kernel_end, std::int64_t end) {
    return marker(1, "QUASAR_DM0", begin, 1024, "DM0-FW", "ZONE_START") + mover(0, kernel, kernel_end) +
           marker(1, "QUASAR_DM0", end, 1024, "DM0-FW", "ZONE_END");
  };
  const rl::tt_op_runs all =
      runs_of(firmware(100, 112, 140, 200) + firmware(300, 310, 390, 400) + mover(7, 115, 150) +
              run(1, "QUASAR_NEO3_TRISC2", "TRISC", 1024, 105, 110, 190, 195));
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  const rl::tt_op_run& r = all.runs[0];
  BOOST_TEST(r.cores == 1);
  BOOST_TEST(r.fw_time == 100);      // 100 to 200
  BOOST_TEST(r.kernel_time == 80);   // 110 to 190
  BOOST_TEST(r.movers_time == 78);   // 112 to 190
  BOOST_TEST(r.core_max == 80);
  BOOST_TEST(!rl::known(r.kernel_times[static_cast<std::size_t>(rl::tt_risc::brisc)]));
  BOOST_TEST(all.runs[1].kernel_time == 80);  // 310 to 390
  BOOST_TEST(all.quality.empty());
  BOOST_TEST(all.doubts.unpaired == 0u);
  BOOST_TEST(rl::name_of(rl::tt_risc_named("QUASAR_NEO3_TRISC2")) == "QUASAR_NEO3_TRISC2");
  BOOST_TEST((rl::tt_risc_named("QUASAR_DM8") == rl::tt_risc::none));
}

/// Firmware of Ethernet cores that names its zones by what the core is used for.
BOOST_AUTO_TEST_CASE(zones_of_ethernet_cores) {
  static_assert(rl::tt_usual_zone("ACTIVE-ERISC-FW") == "ERISC-FW");
  static_assert(rl::tt_usual_zone("SUBORDINATE-IDLE-ERISC-FW") == "ERISC-FW");
  static_assert(rl::tt_usual_zone("ERISC-IDLE-KERNEL") == "ERISC-KERNEL");
  static_assert(rl::tt_usual_zone("ERISC-SENDER-KERNEL") == "ERISC-SENDER-KERNEL");  // a zone of a program
  static_assert(rl::tt_usual_zone("IDLE-FW") == "IDLE-FW" && rl::tt_usual_zone("BRISC-FW") == "BRISC-FW");
  for (const std::string zone : {"ERISC", "ACTIVE-ERISC", "ERISC-IDLE", "SUBORDINATE-IDLE-ERISC"}) {
    const std::string rows = run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                             run(2, "ERISC", zone, 1024, 90, 105, 190, 200);
    const rl::tt_op_runs all = runs_of(rows);
    BOOST_TEST_REQUIRE(all.runs.size() == 1u);
    const rl::tt_op_run& r = all.runs[0];
    BOOST_TEST(r.cores == 2);
    BOOST_TEST(r.fw_time == 110);     // 90 to 200
    BOOST_TEST(r.kernel_time == 85);  // 105 to 190
    BOOST_TEST(r.movers_time == 85);
    BOOST_TEST(r.kernel_times[static_cast<std::size_t>(rl::tt_risc::erisc)] == 85);
    BOOST_TEST(all.quality.empty());
    const rl::tt_op_runs alone = runs_of(run(2, "ERISC", zone, 1024, 90, 105, 190, 200));
    BOOST_TEST_REQUIRE(alone.runs.size() == 1u);
    BOOST_TEST(alone.runs[0].kernel_time == 85);
    if (zone == "ERISC") continue;
    const rl::tt_op_runs original = runs_of(rows, rl::only(&rl::tt_log_faults::erisc_zones_of_one_name));
    BOOST_TEST_REQUIRE(original.runs.size() == 1u);
    BOOST_TEST(original.runs[0].kernel_time == 40);  // 110 to 150
    BOOST_TEST(original.runs[0].fw_time == 60);
    BOOST_TEST(!rl::known(original.runs[0].kernel_times[static_cast<std::size_t>(rl::tt_risc::erisc)]));
  }
}

/// Both processors of an Ethernet core are recorded as one: of two replays, each has two spans on it, and none is lost.
BOOST_AUTO_TEST_CASE(two_processors_of_an_ethernet_core) {
  const auto mark = [](std::int64_t at, const char* zone, const char* type) {
    return marker(2, "ERISC", at, 1024, zone, type);
  };
  const auto starts = [&](std::int64_t at) {
    return mark(at, "ERISC-FW", "ZONE_START") + mark(at + 5, "ERISC-FW", "ZONE_START") +
           mark(at + 10, "ERISC-KERNEL", "ZONE_START") + mark(at + 20, "ERISC-KERNEL", "ZONE_START") +
           mark(at + 70, "ERISC-KERNEL", "ZONE_END") + mark(at + 80, "ERISC-FW", "ZONE_END");
  };
  const auto both = [&](std::int64_t at) {
    return starts(at) + mark(at + 85, "ERISC-KERNEL", "ZONE_END") + mark(at + 95, "ERISC-FW", "ZONE_END");
  };
  const rl::tt_op_runs all = runs_of(both(100) + both(500));
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  for (const rl::tt_op_run& r : all.runs) {
    BOOST_TEST(r.fw_time == 95);      // 0 to 95
    BOOST_TEST(r.kernel_time == 75);  // 10 to 85
  }
  BOOST_TEST(all.runs[1].fw.start == 500);
  BOOST_TEST(all.quality.empty());
  BOOST_TEST(all.doubts.unpaired == 0u);
  BOOST_TEST(all.doubts.partial == 0u);
  // the ends of one of them are lost in the first replay, which ends where the core begins again
  const rl::tt_op_runs cut = runs_of(starts(100) + both(500));
  BOOST_TEST_REQUIRE(cut.runs.size() == 2u);
  BOOST_TEST(cut.runs[0].fw_time == 80);
  BOOST_TEST(cut.runs[1].kernel_time == 75);
  BOOST_TEST(cut.doubts.unpaired == 2u);
  BOOST_TEST(!cut.quality.empty());
}

BOOST_AUTO_TEST_CASE(rows_of_a_whole_core_belong_to_no_span) {
  const rl::tt_op_runs all = runs_of(run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                                     run(1, "TENSIX_RISC_AGG", "TRACE", 1024, 1, 2, 300, 400));
  BOOST_TEST_REQUIRE(all.runs.size() == 1u);
  BOOST_TEST(all.runs[0].fw_time == 60);
  BOOST_TEST(all.runs[0].cores == 1);
  BOOST_TEST(all.quality.empty());
}

BOOST_AUTO_TEST_CASE(runs_of_one_id_are_told_apart_when_all_cores_have_ended) {
  const rl::tt_op_runs all = runs_of(run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                                     run(1, "BRISC", "BRISC", 1024, 500, 510, 530, 540));
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  BOOST_TEST(all.runs[1].kernel_time == 20);
}

BOOST_AUTO_TEST_CASE(a_lost_end_of_firmware_ends_a_run_with_its_last_marker) {
  const std::string rows = run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                           marker(1, "BRISC", 500, 2048, "BRISC-FW", "ZONE_START") +
                           marker(1, "BRISC", 510, 2048, "BRISC-KERNEL", "ZONE_START") +
                           marker(1, "BRISC", 530, 2048, "BRISC-KERNEL", "ZONE_END");
  const rl::tt_op_runs all = runs_of(rows);
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  BOOST_TEST(all.runs[1].id == 2048);
  BOOST_TEST(all.runs[1].kernel_time == 20);
  BOOST_TEST(!rl::known(all.runs[1].fw_time));  // a single marker is not a span
  BOOST_TEST(all.lost_markers);
}

BOOST_AUTO_TEST_CASE(a_lost_end_of_firmware_does_not_join_two_replays) {
  // Two runs of an op on two cores; core 2 lacks the end of its firmware in the first.
  const std::string first = run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                            marker(2, "BRISC", 101, 1024, "BRISC-FW", "ZONE_START") +
                            marker(2, "BRISC", 111, 1024, "BRISC-KERNEL", "ZONE_START") +
                            marker(2, "BRISC", 151, 1024, "BRISC-KERNEL", "ZONE_END");
  const std::string second = run(1, "BRISC", "BRISC", 1024, 500, 510, 530, 540) +
                             run(2, "BRISC", "BRISC", 1024, 501, 511, 532, 545);
  for (const std::string& rows : {first + second, second + first,
                                  in_replay(first, 7, 1) + in_replay(second, 7, 2),
                                  in_replay(first, 7, 1) + second}) {  // of which not all say their replay
    const rl::tt_op_runs all = runs_of(rows);
    BOOST_TEST_REQUIRE(all.runs.size() == 2u);
    BOOST_TEST(all.runs[0].kernel_time == 41);  // 110 to 151
    BOOST_TEST(all.runs[0].fw_time == 60);      // 100 to 160
    BOOST_TEST(all.runs[0].cores == 2);
    BOOST_TEST(all.runs[1].kernel_time == 22);  // 510 to 532
    BOOST_TEST(all.runs[1].fw_time == 45);      // 500 to 545
    BOOST_TEST(all.lost_markers);
  }
  BOOST_TEST(runs_of(first + second + first + second).runs.size() == 2u);  // a log that is in the file twice
  // One core; the end is lost, and in the run after it the begin.
  const rl::tt_op_runs one = runs_of(marker(1, "BRISC", 100, 1024, "BRISC-FW", "ZONE_START") +
                                     marker(1, "BRISC", 140, 1024, "BRISC-KERNEL", "ZONE_END") +
                                     run(1, "BRISC", "BRISC", 1024, 500, 510, 530, 540));
  BOOST_TEST_REQUIRE(one.runs.size() == 2u);
  BOOST_TEST(one.runs[1].kernel_time == 20);
}

BOOST_AUTO_TEST_CASE(a_log_says_which_replay_a_run_is) {
  // The second replay is missing, and the third lacks core 2, so that core 1 alone does not end the run.
  const auto of = [](int session, std::int64_t t) {
    return in_replay(run(1, "BRISC", "BRISC", 1024, t, t + 10, t + 50, t + 60) +
                         (session == 3 ? "" : run(2, "BRISC", "BRISC", 1024, t, t + 10, t + 55, t + 65)),
                     7, session);
  };
  const rl::tt_op_runs all = runs_of(of(1, 100) + of(3, 500) + of(4, 700) +
                                     run(1, "BRISC", "BRISC", 2048, 900, 910, 920, 930));
  BOOST_TEST_REQUIRE(all.runs.size() == 4u);
  BOOST_TEST(all.runs[0].session == 1);
  BOOST_TEST(all.runs[1].session == 3);
  BOOST_TEST(all.runs[1].trace == 7);
  BOOST_TEST(all.runs[1].kernel_time == 40);  // 510 to 550
  BOOST_TEST(all.runs[2].session == 4);
  BOOST_TEST(all.runs[2].kernel_time == 45);  // 710 to 755
  BOOST_TEST(all.runs[3].session == -1);
  BOOST_TEST(all.runs[3].trace == -1);
  BOOST_TEST(!all.lost_markers);
  BOOST_TEST(all.doubts.lost_runs == 1u);     // the second of four
  BOOST_TEST(all.doubts.replayed_runs == 3u);
  BOOST_TEST(all.doubts.partial == 1u);
  const rl::tt_op_runs old = runs_of(of(1, 100) + of(2, 500), rl::all_on<rl::tt_log_faults>());
  BOOST_TEST_REQUIRE(old.runs.size() == 2u);
  BOOST_TEST(old.runs[1].session == -1);      // the original counts
}

/// Its rows have the number of the process as host id, the op's id as trace and the counter 0.
BOOST_AUTO_TEST_CASE(ids_of_the_streaming_profiler) {
  const auto streamed = [](int x, int op, std::int64_t t) {
    return in_replay(run(x, "BRISC", "BRISC", 41234, t, t + 10, t + 50 + x, t + 60 + x), op, 0);
  };
  const auto both = [&](int op, std::int64_t t) { return streamed(1, op, t) + streamed(2, op, t); };
  const std::string rows = both(1024, 100) + both(2048, 300) + both(1024, 500) +
                           "0,1,1,BRISC,1007,605,7,41234,0,0,,TS_DATA,0,streaming,\n";  // a signal between cores: of no op
  const std::string blanks = "0, 1, 1, BRISC, 1007, 606, 7, 41234, 0, 0, , TS_DATA, 0, streaming, \n";
  for (const std::string& all_rows : {rows, rows + blanks}) {
    const rl::tt_op_runs all = runs_of(all_rows);
    BOOST_TEST_REQUIRE(all.runs.size() == 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      const rl::tt_op_run& r = all.runs[i];
      BOOST_TEST(r.id == (i == 1 ? 2048 : 1024));
      BOOST_TEST(r.trace == -1);
      BOOST_TEST(r.session == -1);
      BOOST_TEST(r.cores == 2);
      BOOST_TEST(r.kernel_time == 42);  // t + 10 to t + 50 + 2
    }
    BOOST_TEST(all.runs[2].first == 500);
    BOOST_TEST(!all.lost_markers);
    BOOST_TEST(all.quality.empty());
    BOOST_TEST(all.doubts.replayed_runs == 0u);
  }
  const rl::tt_op_runs old = runs_of(rows, rl::all_on<rl::tt_log_faults>());
  BOOST_TEST_REQUIRE(old.runs.size() == 3u);
  for (const rl::tt_op_run& r : old.runs) BOOST_TEST(r.id == 41234);
}

BOOST_AUTO_TEST_CASE(an_op_begins_with_its_firmware_not_with_a_counter) {
  const rl::tt_op_runs all = runs_of(run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                                     marker(1, "TRISC_1", 20, 2048, "PERF_COUNTER", "TS_DATA",
                                            "{'counter type': 'SFPU_COUNTER'; 'ref cnt': 40; 'value': 10}") +
                                     run(1, "BRISC", "BRISC", 2048, 200, 215, 250, 260));
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  BOOST_TEST(all.runs[0].id == 1024);
  BOOST_TEST(all.runs[1].first == 200);
  BOOST_TEST(all.runs[1].counters[0].max == 25);  // 10 / 40
}

BOOST_AUTO_TEST_CASE(a_start_of_an_earlier_run_is_left_out) {
  // Core 1 says that op 2048 began at 20, before op 1024; core 2 has its own start.
  const std::string rest = run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                           run(2, "BRISC", "BRISC", 2048, 205, 215, 255, 265);
  const std::string ends = marker(1, "BRISC", 250, 2048, "BRISC-KERNEL", "ZONE_END") +
                           marker(1, "BRISC", 260, 2048, "BRISC-FW", "ZONE_END");
  const std::string stale = marker(1, "BRISC", 20, 2048, "BRISC-FW", "ZONE_START") +
                            marker(1, "BRISC", 25, 2048, "BRISC-KERNEL", "ZONE_START") + ends;
  const auto count_of = [](const rl::tt_op_runs& all) {
    for (const rl::quality_issue& q : all.quality.issues())
      if (q.reason == rl::tt_stale_starts) return q.count;
    return std::uint64_t{0};
  };
  for (const std::string& rows : {rest + stale, stale + rest}) {  // as recorded, and in the order of time
    const rl::tt_op_runs all = runs_of(rows);
    BOOST_TEST_REQUIRE(all.runs.size() == 2u);
    BOOST_TEST(all.runs[0].id == 1024);
    BOOST_TEST(all.runs[1].first == 205);
    BOOST_TEST(all.runs[1].fw_time == 60);      // 205 to 265
    BOOST_TEST(all.runs[1].kernel_time == 40);  // 215 to 255
    BOOST_TEST(all.runs[1].cores == 2);
    BOOST_TEST(count_of(all) == 2u);
    BOOST_TEST(all.doubts.stale == 2u);
    BOOST_TEST(all.quality.lost_input());
  }
  rl::tt_log_faults faults;
  faults.starts_of_earlier_runs = true;
  BOOST_TEST(runs_of(rest + stale, faults).runs[0].kernel_time == 230);  // 25 to 255
  // A kernel that begins before its firmware, with no op before it; only the firmware's start is stale.
  const rl::tt_op_runs kernel = runs_of(marker(1, "BRISC", 20, 1024, "BRISC-KERNEL", "ZONE_START") +
                                        marker(1, "BRISC", 100, 1024, "BRISC-FW", "ZONE_START") +
                                        marker(1, "BRISC", 150, 1024, "BRISC-KERNEL", "ZONE_END") +
                                        marker(1, "BRISC", 160, 1024, "BRISC-FW", "ZONE_END") +
                                        run(2, "BRISC", "BRISC", 1024, 102, 112, 152, 162));
  BOOST_TEST(kernel.runs[0].kernel_time == 40);  // 112 to 152
  BOOST_TEST(count_of(kernel) == 1u);
  const rl::tt_op_runs firmware = runs_of(rest + marker(1, "BRISC", 0, 2048, "BRISC-FW", "ZONE_START") +
                                          marker(1, "BRISC", 214, 2048, "BRISC-KERNEL", "ZONE_START") + ends);
  BOOST_TEST(firmware.runs[1].kernel_time == 41);  // 214 to 255
  BOOST_TEST(firmware.runs[1].fw_time == 60);
  BOOST_TEST(count_of(firmware) == 1u);
  // The start of the replay before, at the same time as that replay's own.
  const std::string replayed = in_replay(run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160), 7, 1) +
                               in_replay(marker(1, "BRISC", 100, 1024, "BRISC-FW", "ZONE_START") +
                                             marker(1, "BRISC", 510, 1024, "BRISC-KERNEL", "ZONE_START") +
                                             marker(1, "BRISC", 550, 1024, "BRISC-KERNEL", "ZONE_END") +
                                             marker(1, "BRISC", 560, 1024, "BRISC-FW", "ZONE_END"),
                                         7, 2);
  BOOST_TEST(runs_of(replayed).runs[0].fw_time == 60);
  BOOST_TEST(runs_of(replayed).runs[1].first == 510);
  BOOST_TEST(count_of(runs_of(replayed)) == 1u);
  // Neither a lost end nor a log that is in the file twice.
  const std::string lost = marker(1, "BRISC", 50, 1024, "BRISC-FW", "ZONE_START");
  const std::string next = run(1, "BRISC", "BRISC", 2048, 200, 215, 250, 260) +
                           run(1, "BRISC", "BRISC", 1024, 500, 510, 550, 560);
  BOOST_TEST(count_of(runs_of(lost + next)) == 0u);
  BOOST_TEST(count_of(runs_of(next + next)) == 0u);
}

BOOST_AUTO_TEST_CASE(a_span_of_which_only_ends_are_left_has_no_start) {
  // Op 2048 has lost the starts of its kernels on both cores: they end at 250 and 255. Its firmware began on core 2.
  const std::string ends = marker(1, "BRISC", 250, 2048, "BRISC-KERNEL", "ZONE_END") +
                           marker(1, "BRISC", 260, 2048, "BRISC-FW", "ZONE_END") +
                           marker(2, "BRISC", 205, 2048, "BRISC-FW", "ZONE_START") +
                           marker(2, "BRISC", 255, 2048, "BRISC-KERNEL", "ZONE_END") +
                           marker(2, "BRISC", 265, 2048, "BRISC-FW", "ZONE_END");
  const rl::tt_op_runs all = runs_of(ends);
  BOOST_TEST_REQUIRE(all.runs.size() == 1u);
  const rl::tt_op_run& r = all.runs[0];
  BOOST_TEST(r.kernel.start == -1);
  BOOST_TEST(r.kernel.end == 255);
  BOOST_TEST(!rl::known(r.kernel_time));  // it was 255 - 250
  BOOST_TEST(!rl::known(r.movers_time));
  BOOST_TEST(!rl::known(r.core_max));
  BOOST_TEST(!rl::known(r.kernel_times[static_cast<std::size_t>(rl::tt_risc::brisc)]));
  BOOST_TEST(r.fw_time == 60);  // 205 to 265
  BOOST_TEST(all.doubts.ends_alone == 3u);  // two kernels, the firmware of core 1
  rl::tt_log_faults faults;
  faults.spans_from_ends = true;
  BOOST_TEST(runs_of(ends, faults).runs[0].kernel_time == 5);
  // One start on any core is enough, and a core without one is none of those whose times are known.
  const rl::tt_op_run some = runs_of(ends + marker(2, "BRISC", 215, 2048, "BRISC-KERNEL", "ZONE_START") +
                                     marker(1, "TRISC_0", 251, 2048, "TRISC-KERNEL", "ZONE_END")).runs[0];
  BOOST_TEST(some.kernel_time == 40);  // 215 to 255
  BOOST_TEST(some.core_min == 40);     // not 251 - 250
}

BOOST_AUTO_TEST_CASE(a_span_of_which_only_starts_are_left_has_no_end) {
  // Of op 2048 only starts are left: its kernels begin at 210 and 223, and with them all its firmware.
  const std::string starts = marker(1, "BRISC", 200, 2048, "BRISC-FW", "ZONE_START") +
                             marker(1, "BRISC", 210, 2048, "BRISC-KERNEL", "ZONE_START") +
                             marker(2, "BRISC", 205, 2048, "BRISC-FW", "ZONE_START") +
                             marker(2, "BRISC", 223, 2048, "BRISC-KERNEL", "ZONE_START");
  const rl::tt_op_runs all = runs_of(starts);
  BOOST_TEST_REQUIRE(all.runs.size() == 1u);
  const rl::tt_op_run& r = all.runs[0];
  BOOST_TEST(r.kernel.start == 210);
  BOOST_TEST(r.kernel.end == -1);
  BOOST_TEST(!rl::known(r.kernel_time));  // it was 223 - 210
  BOOST_TEST(!rl::known(r.movers_time));
  BOOST_TEST(!rl::known(r.core_max));
  BOOST_TEST(r.fw.start == 200);
  BOOST_TEST(!rl::known(r.fw_time));
  BOOST_TEST(r.first_to_last_start == 13);  // 223 - 210
  rl::tt_log_faults faults;
  faults.spans_to_starts = true;
  BOOST_TEST(runs_of(starts, faults).runs[0].kernel_time == 13);
  // Firmware that ends tells when the kernels ended: at 290 on core 2, after core 1 began.
  const rl::tt_op_run some = runs_of(starts + marker(2, "BRISC", 290, 2048, "BRISC-FW", "ZONE_END")).runs[0];
  BOOST_TEST(some.kernel_time == 80);  // 290 - 210
  BOOST_TEST(some.core_min == 67);     // core 2: 290 - 223
  BOOST_TEST(some.core_max == 67);
  // A single start is left.
  const rl::tt_op_run one = runs_of(marker(1, "BRISC", 210, 2048, "BRISC-KERNEL", "ZONE_START")).runs[0];
  BOOST_TEST(one.kernel.start == 210);
  BOOST_TEST(one.kernel.end == -1);
}

BOOST_AUTO_TEST_CASE(counters_over_the_cores_of_a_run) {
  const auto counter = [](int x, const std::string& type, int reference, int value) {
    return marker(x, "TRISC_1", 140, 1024, "PERF_COUNTER", x == 1 ? "TS_DATA" : "TS_DATA_16B",  // as in later logs
                  "{'counter type': " + type + "; 'ref cnt': " + std::to_string(reference) +
                      "; 'value': " + std::to_string(value) + "}");
  };
  for (const bool numbered : {false, true}) {  // FPU, SFPU and MATH are 1, 2 and 3
    const auto [fpu_type, sfpu_type, math_type] =
        numbered ? std::array<std::string, 3>{"1", "2", "3"}
                 : std::array<std::string, 3>{"'FPU_COUNTER'", "'SFPU_COUNTER'", "'MATH_COUNTER'"};
    const rl::tt_op_runs all = runs_of(run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                                       run(2, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                                       counter(1, sfpu_type, 40, 10) + counter(2, sfpu_type, 40, 30) +
                                       counter(1, fpu_type, 40, 40) + counter(2, math_type, 0, 40));
    BOOST_TEST_REQUIRE(all.runs.size() == 1u);
    BOOST_TEST(all.has_counters);
    const auto& [sfpu, fpu, math] = all.runs[0].counters;
    BOOST_TEST(sfpu.min == 25);     // 10 / 40
    BOOST_TEST(sfpu.max == 75);     // 30 / 40
    BOOST_TEST(sfpu.median == 50);
    BOOST_TEST(sfpu.mean_of_grid == 1.5625);  // (10 + 30) / 64 cores / 40 cycles of the kernel = 0.015625
    BOOST_TEST(fpu.max == 100);
    BOOST_TEST(!rl::known(math.max));  // a counter that ran for 0 cycles
    BOOST_TEST(all.quality.issues().size() == 1u);
  }
}

/// Firmware of TRISC_0 ends 5 cycles after that of BRISC, in each replay; the log does not number them.
BOOST_AUTO_TEST_CASE(firmware_that_ends_last_belongs_to_its_replay) {
  const std::string rows = run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                           run(1, "TRISC_0", "TRISC", 1024, 101, 111, 151, 165) +
                           run(1, "BRISC", "BRISC", 1024, 300, 310, 350, 360) +
                           run(1, "TRISC_0", "TRISC", 1024, 301, 311, 351, 365);
  const rl::tt_op_runs all = runs_of(rows);
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  for (const rl::tt_op_run& r : all.runs) {
    BOOST_TEST(r.fw_time == 65);      // 165 - 100, 365 - 300
    BOOST_TEST(r.kernel_time == 41);  // 151 - 110, 351 - 310
  }
  BOOST_TEST(all.runs[1].fw.start == 300);
  const rl::tt_op_runs original = runs_of(rows, rl::only(&rl::tt_log_faults::op_tails_to_the_next));
  BOOST_TEST_REQUIRE(original.runs.size() == 2u);
  BOOST_TEST(original.runs[0].fw_time == 60);
}

/// Of three replays, the second lacks all markers of BRISC, the third too if `last`: NCRISC tells them apart.
BOOST_AUTO_TEST_CASE(a_replay_without_its_first_processor_is_a_run) {
  for (const bool last : {false, true}) {
    std::string rows;
    for (const int at : {100, 300, 500}) {
      rows += run(1, "NCRISC", "NCRISC", 1024, at + 1, at + 11, at + 41, at + 51);
      if (at != 300 && !(last && at == 500)) rows += run(1, "BRISC", "BRISC", 1024, at, at + 10, at + 50, at + 60);
    }
    const rl::tt_op_runs all = runs_of(rows);
    BOOST_TEST_REQUIRE(all.runs.size() == 3u);
    BOOST_TEST(all.runs[0].kernel_time == 40);              // 150 - 110
    BOOST_TEST(all.runs[1].kernel_time == 30);              // 341 - 311
    BOOST_TEST(all.runs[1].fw_time == 50);                  // 351 - 301
    BOOST_TEST(all.runs[2].fw_time == (last ? 50 : 60));    // 560 - 500
    BOOST_TEST(all.runs[2].kernel_time == (last ? 30 : 40));
    BOOST_TEST(all.lost_markers);
  }
}

/// Kernels without firmware: BRISC's from 110 to 150, TRISC_0's from 111 to 155, and both again 200 later.
BOOST_AUTO_TEST_CASE(runs_of_kernels_without_firmware_end_with_their_kernels) {
  std::string rows;
  for (const int at : {100, 300})
    for (const auto& [risc, front, late] : {std::tuple("BRISC", "BRISC", 0), std::tuple("TRISC_0", "TRISC", 5)}) {
      const std::string zone = std::string(front) + "-KERNEL";
      rows += marker(1, risc, at + 10 + late / 5, 1024, zone, "ZONE_START");
      if (late != 0) rows += marker(1, risc, at + 52, 1024, "CB-COMPUTE-WAIT-FRONT", "ZONE_TOTAL", {}, 7);
      rows += marker(1, risc, at + 50 + late, 1024, zone, "ZONE_END");
    }
  const rl::tt_op_runs all = runs_of(rows);
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  for (const rl::tt_op_run& r : all.runs) {
    BOOST_TEST(r.kernel_time == 45);  // 155 - 110
    BOOST_TEST(r.wait_front == 7);    // its total is recorded behind BRISC's kernel
    BOOST_TEST(r.cores == -1);        // it is not known which cores ran firmware
  }
  BOOST_TEST_REQUIRE(all.quality.issues().size() == 1u);
  BOOST_TEST(all.quality.issues()[0].reason == "op's firmware does not begin and end on all its cores");
  BOOST_TEST(runs_of(rows, rl::only(&rl::tt_log_faults::runs_by_cores_only)).runs.size() == 1u);
}

BOOST_AUTO_TEST_CASE(commands_of_dispatch_cores_belong_to_ops) {
  const std::string rows =
      command("BRISC", 10, 20, "{'workers_runtime_id': 1024}",
              "{'dispatch_command_type': 'CQ_DISPATCH_CMD_WRITE_PACKED'}") +
      command("BRISC", 30, 45, "{'dispatch_command_type': 'CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL'}") +
      command("BRISC", 50, 55, "{'dispatch_command_type': 'CQ_DISPATCH_CMD_WAIT'}") +  // of no op
      command("BRISC", 60, 68, "{'workers_runtime_id': 2048}",
              "{'dispatch_command_type': 'CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL'}") +
      command("NCRISC", 40, 52, "{'dispatch_command_type': 'CQ_DISPATCH_CMD_SEND_GO_SIGNAL'}") +
      command("NCRISC", 53, 54, "{'dispatch_command_type': 'CQ_DISPATCH_CMD_WAIT'}") +
      command("NCRISC", 70, 73, "{'dispatch_command_type': 'CQ_DISPATCH_CMD_SEND_GO_SIGNAL'}") +
      run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) + run(1, "BRISC", "BRISC", 2048, 200, 210, 250, 260) +
      run(1, "BRISC", "BRISC", 1024, 300, 310, 350, 360);
  const rl::tt_op_runs all = runs_of(rows);
  BOOST_TEST_REQUIRE(all.runs.size() == 3u);
  BOOST_TEST(all.runs[0].dispatch_time == 35);  // 45 - 10
  BOOST_TEST(all.runs[0].go_wait == 12);        // 52 - 40
  BOOST_TEST(all.runs[1].dispatch_time == 8);   // 68 - 60
  BOOST_TEST(all.runs[1].go_wait == 3);         // 73 - 70
  BOOST_TEST(!rl::known(all.runs[2].dispatch_time));  // only the first run of an id
  BOOST_TEST(runs_of(rows, {}, true).runs[0].go_wait == 42);  // from the log's first marker, 10
}

/// Two command queues, each with a core: the second one notifies later, but sends its signal sooner.
BOOST_AUTO_TEST_CASE(go_signals_belong_to_the_ops_of_their_core) {
  const std::string notify = "{'dispatch_command_type': 'CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL'}";
  const std::string send = "{'dispatch_command_type': 'CQ_DISPATCH_CMD_SEND_GO_SIGNAL'}";
  const std::string ops = run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
                          run(2, "BRISC", "BRISC", 2048, 200, 210, 250, 260);
  const std::string notices = command("BRISC", 10, 20, "{'workers_runtime_id': 1024}", notify, 6) +
                              command("BRISC", 12, 22, "{'workers_runtime_id': 2048}", notify, 7);
  const rl::tt_op_runs all =
      runs_of(ops + notices + command("NCRISC", 50, 53, send, {}, 6) + command("NCRISC", 31, 39, send, {}, 7));
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  BOOST_TEST(all.runs[0].go_wait == 3);  // 53 - 50
  BOOST_TEST(all.runs[1].go_wait == 8);  // 39 - 31
  // Signals of a core without ops belong to the ops of cores without signals, by time.
  const rl::tt_op_runs apart =
      runs_of(ops + notices + command("NCRISC", 50, 53, send, {}, 5) + command("NCRISC", 31, 39, send, {}, 5));
  BOOST_TEST_REQUIRE(apart.runs.size() == 2u);
  BOOST_TEST(apart.runs[0].go_wait == 8);
  BOOST_TEST(apart.runs[1].go_wait == 3);
}

BOOST_AUTO_TEST_CASE(the_largest_of_negative_samples_is_negative) {
  rl::tt_statistics one, all;
  one.add(-5);
  one.add(-7);
  all.merge(one);
  BOOST_TEST(all.max == -5);
  BOOST_TEST(all.min == -7);
}

BOOST_AUTO_TEST_CASE(a_kernel_without_an_end_ends_with_its_firmware) {
  // Core 1 has TRISC_0's kernel from 105 on without an end; its firmware ends at 195, BRISC's at 200. BRISC's kernel on
  // core 2 ends at 150.
  const std::string trisc = marker(1, "TRISC_0", 101, 1024, "TRISC-FW", "ZONE_START") +
                            marker(1, "TRISC_0", 105, 1024, "TRISC-KERNEL", "ZONE_START");
  const std::string trisc_end = marker(1, "TRISC_0", 195, 1024, "TRISC-FW", "ZONE_END");
  const std::string rest = run(1, "BRISC", "BRISC", 1024, 100, 110, 140, 200) +
                           run(2, "BRISC", "BRISC", 1024, 102, 112, 150, 160) +
                           run(1, "BRISC", "BRISC", 2048, 300, 310, 350, 360);
  const rl::tt_op_runs all = runs_of(trisc + trisc_end + rest);
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  BOOST_TEST(all.runs[0].kernel_time == 90);   // 195 - 105
  BOOST_TEST(all.runs[0].kernel.end == 195);   // the gap to the next op is 310 - 195
  BOOST_TEST(all.runs[0].kernel_times[static_cast<std::size_t>(rl::tt_risc::trisc_0)] == 90);
  BOOST_TEST(all.runs[0].core_min == 38);      // core 2: 150 - 112
  BOOST_TEST(all.runs[0].core_max == 90);
  BOOST_TEST(all.doubts.unpaired == 1u);       // it is still said
  BOOST_TEST(runs_of(trisc + rest).runs[0].kernel_time == 95);  // with the core's firmware: 200 - 105
  rl::tt_log_faults faults;
  faults.kernels_end_with_their_marker = true;
  BOOST_TEST(runs_of(trisc + trisc_end + rest, faults).runs[0].kernel_time == 45);  // 150 - 105
  // BRISC of core 2 has lost the start of its kernel, too: as many starts as ends are left, but not on each processor.
  std::string both = trisc + trisc_end + rest;
  const std::string start = marker(2, "BRISC", 112, 1024, "BRISC-KERNEL", "ZONE_START");
  both.erase(both.find(start), start.size());
  BOOST_TEST(runs_of(both).runs[0].kernel_time == 90);
}

BOOST_AUTO_TEST_CASE(a_lost_marker_of_a_dispatch_core_leaves_other_ops_their_times) {
  const std::string notify = "{'dispatch_command_type': 'CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL'}";
  const std::string send = "{'dispatch_command_type': 'CQ_DISPATCH_CMD_SEND_GO_SIGNAL'}";
  std::string dispatch, work;
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::int64_t at = 1000 * i, id = 1024 * (i + 1);
    dispatch += command("BRISC", at + 10, at + 20 + i, "{'workers_runtime_id': " + std::to_string(id) + "}") +
                command("BRISC", at + 30, at + 40 + i, notify) + command("NCRISC", at + 50, at + 60 + 2 * i, send);
    work += run(1, "BRISC", "BRISC", static_cast<std::uint64_t>(id), at + 100, at + 110, at + 150, at + 160);
  }
  const auto without = [&](const std::string& row) {
    std::string rows = dispatch;
    const std::size_t at = rows.find(row);
    BOOST_TEST_REQUIRE(at != rows.npos);
    return rows.erase(at, row.size()) + work;
  };
  const auto times = [&](const rl::tt_op_runs& all) {
    std::vector<double> of;
    for (const rl::tt_op_run& r : all.runs)
      for (const double t : {r.dispatch_time, r.go_wait}) of.push_back(rl::known(t) ? t : -1);
    return of;
  };
  // 40 + i - 10, and 60 + 2 i - 50.
  const std::vector<double> whole{30, 10, 31, 12, 32, 14};
  BOOST_TEST(times(runs_of(dispatch + work)) == whole, per_element());
  BOOST_TEST(runs_of(dispatch + work).quality.empty());
  // Without its end, the zone that names op 2048 ends where the next begins.
  const rl::tt_op_runs endless = runs_of(without(marker(7, "BRISC", 1021, 0, "CQ-DISPATCH", "ZONE_END")));
  BOOST_TEST(times(endless) == whole, per_element());
  BOOST_TEST(!endless.quality.empty());
  // Without its start, the one that notifies begins with its command: it still ends at 1041, and 1041 - 1010 = 31.
  const rl::tt_op_runs startless = runs_of(without(marker(7, "BRISC", 1030, 0, "CQ-DISPATCH", "ZONE_START")));
  BOOST_TEST(times(startless) == whole, per_element());
  BOOST_TEST(!startless.quality.empty());
  // Without its name, op 2048 has no times, and its signal is not that of op 3072.
  const std::vector<double> no_name{30, 10, -1, -1, 32, 14};
  BOOST_TEST(times(runs_of(without(marker(7, "BRISC", 1011, 0, "cmd", "TS_DATA", "{'workers_runtime_id': 2048}")))) ==
                 no_name, per_element());
  // Without the command in its zone, the signal of op 2048 is lost: two signals for three ops, paired by time.
  const rl::tt_op_runs unsaid = runs_of(without(marker(7, "NCRISC", 1051, 0, "cmd", "TS_DATA", send)));
  const std::vector<double> no_signal{30, 10, 31, -1, 32, 14};
  BOOST_TEST(times(unsaid) == no_signal, per_element());
  BOOST_TEST(!unsaid.quality.empty());
  BOOST_TEST(!unsaid.lost_markers);  // the runs themselves are whole
}

BOOST_AUTO_TEST_CASE(go_signals_follow_in_the_order_of_ops_although_later_ops_are_announced_before) {
  const std::string notify = "{'dispatch_command_type': 'CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL'}";
  const std::string send = "{'dispatch_command_type': 'CQ_DISPATCH_CMD_SEND_GO_SIGNAL'}";
  // Both ops are announced before the first signal's zone begins.
  const rl::tt_op_runs all =
      runs_of(command("BRISC", 10, 20, "{'workers_runtime_id': 1024}", notify) +
              command("BRISC", 30, 40, "{'workers_runtime_id': 2048}", notify) + command("NCRISC", 50, 60, send) +
              command("NCRISC", 70, 95, send) + run(1, "BRISC", "BRISC", 1024, 100, 110, 150, 160) +
              run(1, "BRISC", "BRISC", 2048, 200, 210, 250, 260));
  BOOST_TEST_REQUIRE(all.runs.size() == 2u);
  BOOST_TEST(all.runs[0].go_wait == 10);  // 60 - 50
  BOOST_TEST(all.runs[1].go_wait == 25);  // 95 - 70
}

BOOST_AUTO_TEST_SUITE_END()
