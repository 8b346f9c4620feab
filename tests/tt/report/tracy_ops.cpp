#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/report/tracy_ops.hpp>

#include "tests/support/device_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/tracy_text.hpp"

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(tt_tracy_ops)

using test::tracy::message;
using test::tracy::op;
using test::tracy::cached;
using test::tracy::zone;
using test::tracy::marker;
using test::tracy::run;
using test::tracy::in_replay;
using test::tracy::messages_head;
using test::tracy::zones_head;

namespace {

std::string text_of(const rl::cell& c) {
  std::string text;
  switch (c.kind) {
    case rl::cell_kind::none: break;
    case rl::cell_kind::boolean: text = c.integer != 0 ? "True" : "False"; break;
    case rl::cell_kind::integer: text = std::to_string(c.integer); break;
    case rl::cell_kind::real: rl::append_shortest(text, c.real); break;
    case rl::cell_kind::text: text = c.text; break;
  }
  return text;
}

/// A folder of logs, read and reported. The device log's rows go under 15 columns.
struct reported {
  temporary_folder at{};
  std::optional<rl::tt_tracy_run> run{};
  rl::tt_ops_report report{};
  std::string refused{};

  reported(const std::string& messages, const std::string& zones, const std::string& device,
           const rl::tt_log_faults& faults = {}, int generation = 8) {
    at.file("tracy_ops_data.csv", messages_head + messages);
    at.file("tracy_ops_times.csv", zones_head + zones);
    if (!device.empty()) at.file("profile_log_device.csv", device_log_head(generation) + device);
    take(at.path(), faults);
  }
  explicit reported(const std::string& folder, const rl::tt_log_faults& faults = {}) { take(folder, faults); }

  std::string cell(std::size_t row, std::string_view title) const {
    for (std::size_t c = 0; c < report.titles.size(); ++c)
      if (report.titles[c] == title) return row < report.rows.size() ? text_of(report.rows[row][c]) : "no row";
    return "no column";
  }
  /// A column from top to bottom.
  std::string column(std::string_view title) const {
    std::string all;
    for (std::size_t r = 0; r < report.rows.size(); ++r) all += (r == 0 ? "" : " ") + cell(r, title);
    return all;
  }
  std::uint64_t count(std::string_view front) const {
    for (const rl::quality_issue& issue : report.quality.issues())
      if (issue.reason.starts_with(front)) return issue.count;
    return 0;
  }

 private:
  void take(const std::string& folder, const rl::tt_log_faults& faults) {
    rl::expected<rl::tt_tracy_run> read = rl::read_tt_tracy_run(folder, faults, 1);
    if (!read) {
      refused = to_string(read.error());
      return;
    }
    run = std::move(*read);
    rl::expected<rl::tt_ops_report> made = rl::report_tt_tracy(*run, faults);
    if (made) report = std::move(*made);
    else refused = to_string(made.error());
  }
};

rl::tt_log_faults with(bool rl::tt_log_faults::*fault) {
  rl::tt_log_faults faults;
  faults.*fault = true;
  return faults;
}

const std::string on_1 = run(1, "BRISC", "BRISC", 1, 100, 110, 150, 160);
const std::string on_2 = run(1, "BRISC", "BRISC", 2, 200, 215, 250, 260);

std::vector<std::vector<std::string>> csv_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  rl::csv_scanner scanner(text);
  std::string scratch;
  while (scanner.next()) {
    rows.emplace_back();
    for (const rl::csv_cell& c : scanner.cells()) rows.back().emplace_back(c.text(scratch));
  }
  return rows;
}
bool same(const std::string& a, const std::string& b) {
  const auto nothing = [](const std::string& t) { return t.empty() || t == "nan" || t == "None"; };
  if (a == b || (nothing(a) && nothing(b))) return true;
  const std::optional<double> x = rl::to_double(a), y = rl::to_double(b);
  return x && y && std::fabs(*x - *y) <= 1e-12 * std::fabs(*y);
}

}  // namespace

BOOST_AUTO_TEST_CASE(packed_logs_are_read) {
  if (!rl::can_gzip()) return;
  const temporary_folder folder;
  const auto pack = [&](const std::string& name, const std::string& text) {
    folder.file(name, rl::gzip_member(text, 6));
  };
  pack("tracy_ops_data.csv.gz", messages_head + op("A", 1, "5", 40));
  pack("tracy_ops_times.csv.gz", zones_head + zone(1, 30, 7));
  pack("profile_log_device.csv", device_log_head(8) + on_1);  // by its content, whatever its name
  const reported r(folder.path());
  BOOST_TEST(r.refused == "");
  BOOST_TEST(r.cell(0, "HOST END TS") == "37");
  BOOST_TEST(r.cell(0, "DEVICE KERNEL DURATION [ns]") == "40");  // 110 to 150
}

BOOST_AUTO_TEST_CASE(ops_and_their_runs_are_joined_by_device_and_id) {
  const reported r(op("A", 1, "5", 40, "\"performance_model\": {\"compute_ns\": 10}") + cached("A", 2, "5", 60) +
                       op("H", 9, "6", 50, {}, 1),
                   zone(1, 30, 7) + zone(2, 55, 4) + zone(9, 45, 1), on_1 + on_2);
  BOOST_TEST(r.column("GLOBAL CALL COUNT") == "1 9 2");  // by the start of their zones: 30, 45, 55
  BOOST_TEST(r.column("HOST END TS") == "37 46 59");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "40  35");  // 150 - 110; none on device 1; 250 - 215
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0  65");         // 215 - 150
  BOOST_TEST(r.column("PM FPU UTIL (%)") == "25  28.571");          // 10 / 40, 10 / 35
  BOOST_TEST(r.column("PROGRAM HASH") == "5 6 5");
  BOOST_TEST(r.column("AVAILABLE WORKER CORE COUNT") == "64  64");
  BOOST_TEST(r.count("op without device data") == 1u);
}

BOOST_AUTO_TEST_CASE(the_gap_behind_a_run_without_a_start_is_known) {
  // The kernels of op 2 end at 250 and 255; where they began is lost. Op 3 begins at 315.
  const std::string ends = marker(1, "BRISC", 200, 2, "BRISC-FW", "ZONE_START") +
                           marker(1, "BRISC", 250, 2, "BRISC-KERNEL", "ZONE_END") +
                           marker(1, "BRISC", 260, 2, "BRISC-FW", "ZONE_END") +
                           marker(2, "BRISC", 201, 2, "BRISC-FW", "ZONE_START") +
                           marker(2, "BRISC", 255, 2, "BRISC-KERNEL", "ZONE_END") +
                           marker(2, "BRISC", 265, 2, "BRISC-FW", "ZONE_END");
  const reported r(op("A", 1, "5", 40) + op("B", 2, "6", 50) + op("C", 3, "7", 60),
                   zone(1, 30, 7) + zone(2, 45, 4) + zone(3, 55, 1),
                   on_1 + ends + run(1, "BRISC", "BRISC", 3, 300, 315, 350, 360));
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "40  35");
  BOOST_TEST(r.column("DEVICE FW DURATION [ns]") == "60 65 60");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0  60");  // unknown; 315 - 255, not 315 - 150
}

BOOST_AUTO_TEST_CASE(the_gap_behind_a_run_without_an_end_is_unknown) {
  // The kernels of op 2 begin at 210 and 223; when they ended is lost. Op 3 begins at 315, op 4 at 415.
  const std::string starts = marker(1, "BRISC", 200, 2, "BRISC-FW", "ZONE_START") +
                             marker(1, "BRISC", 210, 2, "BRISC-KERNEL", "ZONE_START") +
                             marker(2, "BRISC", 201, 2, "BRISC-FW", "ZONE_START") +
                             marker(2, "BRISC", 223, 2, "BRISC-KERNEL", "ZONE_START");
  const reported r(op("A", 1, "5", 40) + op("B", 2, "6", 50) + op("C", 3, "7", 60) + op("D", 4, "8", 70),
                   zone(1, 30, 7) + zone(2, 45, 4) + zone(3, 55, 1) + zone(4, 65, 1),
                   on_1 + starts + run(1, "BRISC", "BRISC", 3, 300, 315, 350, 360) +
                       run(1, "BRISC", "BRISC", 4, 400, 415, 450, 460));
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "40  35 35");
  BOOST_TEST(r.column("DEVICE FW END CYCLE") == "160  360 460");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0 60  65");  // 210 - 150; not 315 - 223; 415 - 350
}

BOOST_AUTO_TEST_CASE(logs_and_device_reports_may_name_sub_devices) {
  const std::string meta = "{\"sub_device_id\":3;\"sub_device_manager_id\":7}";
  const reported r(op("A", 1, "5", 40) + op("B", 2, "6", 50), zone(1, 30, 7) + zone(2, 45, 1),
                   marker(1, "BRISC", 100, 1, "BRISC-FW", "ZONE_START", meta) +
                       marker(1, "BRISC", 160, 1, "BRISC-FW", "ZONE_END", meta) + on_2);
  BOOST_TEST(r.column("SUB DEVICE ID") == "3 ");
  BOOST_TEST(reported(op("A", 1, "5", 40), zone(1, 30, 7), on_1).column("SUB DEVICE ID") == "no column");
  const temporary_folder at;
  at.file("tracy_ops_data.csv", messages_head + op("A", 1, "5", 20));
  at.file("tracy_ops_times.csv", zones_head + zone(1, 15, 1));
  at.file("cpp_device_perf_report.csv",
          "GLOBAL CALL COUNT,DEVICE ID,SUB DEVICE ID,DEVICE FW DURATION [ns]\n1,0,2,50\n");
  BOOST_TEST(reported(at.path()).column("SUB DEVICE ID") == "2");
}

BOOST_AUTO_TEST_CASE(replays_begin_when_an_id_is_seen_again) {
  std::string device;
  for (std::int64_t t : {1000, 3000}) {
    device += run(1, "BRISC", "BRISC", 1, t, t + 10, t + 50, t + 60);
    device += run(1, "BRISC", "BRISC", 2, t + 100, t + 110, t + 150, t + 160);
  }
  const reported r(message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20) + op("B", 2, "6", 30) +
                       message("TT_METAL_TRACE_END: 0, 7", 40) + message("TT_METAL_TRACE_REPLAY: 0, 7", 50) +
                       message("TT_SIGNPOST: between", 60) + message("TT_METAL_TRACE_REPLAY: 0, 7", 70),
                   zone(1, 15, 1) + zone(2, 25, 1), device);
  BOOST_TEST(r.column("OP CODE") == "A B A B between A B");
  BOOST_TEST(r.column("METAL TRACE ID") == "7 7 7 7  7 7");
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == "  1 1  2 2");
  BOOST_TEST(r.column("DEVICE FW START CYCLE") == "  1000 1100  3000 3100");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "  0 60  1860 60");  // 1110 - 1050, 3010 - 1150, 3110 - 3050
  BOOST_TEST(r.report.quality.empty());
}

BOOST_AUTO_TEST_CASE(a_log_names_its_replays_so_a_lost_one_moves_none) {
  const auto replay = [](int session, std::int64_t t, bool first_op) {
    return in_replay((first_op ? run(1, "BRISC", "BRISC", 1, t, t + 10, t + 50, t + 60) : "") +
                         run(1, "BRISC", "BRISC", 2, t + 100, t + 110, t + 150, t + 160),
                     7, session);
  };
  const std::string now = message("TT_METAL_TRACE_REPLAY: 0, 7", 50);
  const reported r(message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20) + op("B", 2, "6", 30) +
                       message("TT_METAL_TRACE_END: 0, 7", 40) + now + now + message("TT_SIGNPOST: behind", 60) +
                       message("TT_METAL_TRACE_REPLAY: 0, 7", 70) + message("TT_METAL_TRACE_REPLAY: 0, 7", 80),
                   zone(1, 15, 1) + zone(2, 25, 1), replay(1, 1000, true) + replay(3, 3000, false) + replay(4, 4000, true));
  BOOST_TEST(r.column("OP CODE") == "A B A B behind B A B");
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == "  1 1  3 4 4");
  BOOST_TEST(r.column("DEVICE FW START CYCLE") == "  1000 1100  3100 4000 4100");
  BOOST_TEST(r.count("replay is missing from the device log") == 1u);        // the second of four
  BOOST_TEST(r.count("op of a replay is missing from the device log") == 1u);  // A in the third
  BOOST_TEST(r.run->device.doubts.lost_runs == 3u);  // A and B in the second, A in the third
}

/// The second replay lacks A, the first op of the capture: the next A begins when B has ended, at 3200 behind 2150, so
/// that it belongs to the third. An A that begins while B still runs, as on another sub-device, begins no replay.
BOOST_AUTO_TEST_CASE(an_op_captured_before_the_last_one_begins_a_replay) {
  const std::string now = message("TT_METAL_TRACE_REPLAY: 0, 7", 50);
  const std::string messages = message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20) + op("B", 2, "6", 30) +
                               message("TT_METAL_TRACE_END: 0, 7", 40) + now + now + now;
  const std::string zones = zone(1, 15, 1) + zone(2, 25, 1);
  const auto a = [](std::int64_t t) { return run(1, "BRISC", "BRISC", 1, t, t + 10, t + 50, t + 60); };
  const auto b = [](std::int64_t t) { return run(2, "BRISC", "BRISC", 2, t, t + 10, t + 50, t + 60); };
  const std::string device = a(1000) + b(1100) + b(2100) + a(3200) + b(3300);
  const reported r(messages, zones, device);
  BOOST_TEST(r.column("DEVICE FW START CYCLE") == "  1000 3200 1100 2100 3300");  // by op at equal times
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == "  1 3 1 2 3");
  BOOST_TEST(r.count("op of a replay is missing from the device log") == 1u);
  const reported old(messages, zones, device, with(&rl::tt_log_faults::replays_by_repeats_only));
  BOOST_TEST(old.column("METAL TRACE REPLAY SESSION ID") == "  1 2 1 2 3");
  const reported beside(messages, zones, b(1000) + a(1005) + b(2000) + a(2005));
  BOOST_TEST(beside.column("DEVICE FW START CYCLE") == "  1005 2005 1000 2000");
  BOOST_TEST(beside.column("METAL TRACE REPLAY SESSION ID") == "  1 2 1 2");
}

/// The host's call of E takes until 20 ns, and E begins at 1000 on the device, whose clock is thus 980 ns ahead: the
/// first replay is placed at 11050 - 980 = 10070 ns. The second begins 70 ns behind its end and may have waited for it,
/// so that it is placed with it. The third began at 30000 - 980 = 29020 ns, but before F, which was called at 28000.
BOOST_AUTO_TEST_CASE(a_log_tells_replays_of_which_the_host_sent_no_message) {
  const auto replay = [](int session, std::int64_t t) {
    return in_replay(run(1, "BRISC", "BRISC", 1, t, t + 10, t + 50, t + 60) +
                         run(1, "BRISC", "BRISC", 2, t + 100, t + 110, t + 170, t + 180), 7, session);
  };
  const std::string messages = op("E", 3, "5", 10) + op("A", 1, "6", 30) + op("B", 2, "7", 40) +
                               message("TT_METAL_TRACE_END: 0, 7", 50) + message("TT_SIGNPOST: go", 10000) +
                               message("TT_SIGNPOST: stop", 10200) + message("TT_SIGNPOST: again", 20000) +
                               op("F", 4, "8", 27990);
  const std::string zones = zone(3, 15, 5) + zone(1, 30, 1) + zone(2, 40, 1) + zone(4, 28000, 1);
  const std::string device = run(1, "BRISC", "BRISC", 3, 1000, 1005, 1030, 1040) + replay(1, 11050) +
                             replay(2, 11300) + replay(3, 30000) +
                             run(1, "BRISC", "BRISC", 4, 40000, 40010, 40030, 40040);
  const reported r(messages, zones, device);
  BOOST_TEST(r.column("OP CODE") == "E A B go A B A B stop again A B F");
  BOOST_TEST(r.column("METAL TRACE ID") == " 7 7  7 7 7 7   7 7 ");
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == "    1 1 2 2   3 3 ");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "25    40 60 40 60   40 60 20");
  BOOST_TEST(r.column("HOST START TS") == "15 30 40 10000     10200 20000   28000");
  // 11060 - 1030, 11160 - 11100, 11310 - 11220, 11410 - 11350, 30010 - 11470, 30110 - 30050, 40010 - 30170
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0    10030 60 90 60   18540 60 9840");
  BOOST_TEST(r.count("replay of which the host sent no message") == 3u);
  BOOST_TEST(r.count("op without device data") == 0u);
  const reported old(messages, zones, device, with(&rl::tt_log_faults::replays_by_messages_only));
  BOOST_TEST(old.column("OP CODE") == "E A B go stop again F");
  BOOST_TEST(old.count("device op without host op: the op ran before") == 4u);
}

BOOST_AUTO_TEST_CASE(the_library_s_device_report_stands_in_for_a_log) {
  const temporary_folder at;
  const std::string now = message("TT_METAL_TRACE_REPLAY: 0, 7", 50);
  at.file("tracy_ops_data.csv", messages_head + message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20) +
                                    message("TT_METAL_TRACE_END: 0, 7", 40) + now + now + now);
  at.file("tracy_ops_times.csv", zones_head + zone(1, 15, 1));
  at.file("cpp_device_perf_report.csv",
          "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,DEVICE KERNEL DURATION [ns],"
          "DEVICE KERNEL START CYCLE,DEVICE KERNEL END CYCLE\n1,7,1,0,1000,2000,4000\n1,7,3,0,500,9000,10000\n");
  const reported r(at.path());
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == " 1 3");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == " 0 2500");  // 2,000 cycles are 1,000 ns: 4000 to 9000 are 2,500
  BOOST_TEST(r.count("replay is missing from the device log") == 1u);
  BOOST_TEST(r.run->device.doubts.lost_runs == 1u);
  BOOST_TEST(r.run->device.doubts.replayed_runs == 2u);
}

// The same file as a spreadsheet saves it where commas are decimal marks, and alone: 4000 to 9000 are 2,500 ns.
BOOST_AUTO_TEST_CASE(the_device_report_may_be_saved_by_a_spreadsheet) {
  const temporary_folder at;
  at.file("cpp_device_perf_report.csv",
          "sep=;\r\nGLOBAL CALL COUNT;DEVICE ID;OP NAME;DEVICE KERNEL DURATION [ns];DEVICE KERNEL START CYCLE;"
          "DEVICE KERNEL END CYCLE\r\n1024;0;A;1000,0;2000;4000\r\n2048;0;B;500,0;9000;10000\r\n");
  const reported r(at.path());
  BOOST_TEST(r.column("OP CODE") == "A B");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "1000 500");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0 2500");
}

namespace {

const std::string device_report_head =
    "GLOBAL CALL COUNT,DEVICE ID,DEVICE FW DURATION [ns],DEVICE FW START CYCLE,DEVICE FW END CYCLE,"
    "DEVICE KERNEL DURATION [ns],DEVICE KERNEL START CYCLE,DEVICE KERNEL END CYCLE\n";

/// A folder with the library's device report, of ops A, B and C of ids 1, 2 and 3 on device 0.
reported of_device_report(const temporary_folder& at, const std::string& rows,
                          const std::string& head = device_report_head, const rl::tt_log_faults& faults = {}) {
  at.file("tracy_ops_data.csv", messages_head + op("A", 1, "5", 20) + op("B", 2, "6", 30) + op("C", 3, "7", 40));
  at.file("tracy_ops_times.csv", zones_head + zone(1, 15, 1) + zone(2, 25, 1) + zone(3, 35, 1));
  at.file("cpp_device_perf_report.csv", head + rows);
  return reported(at.path(), faults);
}

}  // namespace

/// 1 cycle is 1 ns. B ends at 9.000003 s, but seems to have begun 7 s before: it goes by its end, behind A, whose
/// latency stays 0, as that of C stays 1,000. Its own is minus what is too much of its time.
BOOST_AUTO_TEST_CASE(a_start_of_an_earlier_run_moves_no_other_run) {
  const temporary_folder at;
  const reported r = of_device_report(at, "1,0,1000,9000000000,9000001000,1000,9000000000,9000001000\n"
                                          "2,0,7000001000,2000002000,9000003000,7000001000,2000002000,9000003000\n"
                                          "3,0,1000,9000004000,9000005000,1000,9000004000,9000005000\n");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0 -6999999000 1000");  // 2,000,002,000 - 9,000,001,000
}

/// Each device has a clock: 4,000 cycles in 4,000 ns would be 1 GHz, in 8,000 ns they are 500 MHz.
BOOST_AUTO_TEST_CASE(latencies_are_by_the_clock_of_the_device) {
  const temporary_folder at;
  at.file("profile_log_device.csv", device_log_head(8));  // 1 GHz
  const reported r = of_device_report(at, "1,0,8000,1000,5000,8000,1000,5000\n2,0,8000,7000,11000,8000,7000,11000\n");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0 4000 ");  // 7000 - 5000 cycles
  const temporary_folder same;
  same.file("profile_log_device.csv", device_log_head(8));
  const reported s = of_device_report(same, "1,0,4000,1000,5000,4000,1000,5000\n2,0,4000,7000,11000,4000,7000,11000\n");
  BOOST_TEST(s.column("OP TO OP LATENCY [ns]") == "0 2000 ");
}

/// 2 cycles are 2 ns. Device 0 runs a named op, one that is named by its number only, and a replay of it; device 1 the
/// first of these. What ran for no op has the id 0. Gaps: 3000 - 2500 and 6000 - 4000.
BOOST_AUTO_TEST_CASE(a_device_report_alone_has_a_row_for_each_run) {
  const temporary_folder at;
  at.file("cpp_device_perf_report.csv",
          "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,DEVICE ARCH,OP NAME,CORE COUNT,"
          "DEVICE KERNEL DURATION [ns],DEVICE KERNEL START CYCLE,DEVICE KERNEL END CYCLE\n"
          "0,,,0,blackhole,,1,9,1,10\n1024,,,0,blackhole,Matmul,8,1500,1000,2500\n"
          "1025,,,1,blackhole,Matmul,8,1000,7000,8000\n"
          "2048,,,0,blackhole,,4,1000,3000,4000\n2048,7,1,0,blackhole,,4,1000,6000,7000\n");
  const reported r(at.path());
  BOOST_TEST(r.column("OP CODE") == "Matmul op 2 op 2 Matmul");
  BOOST_TEST(r.column("OP TYPE") == "tt_dnn_device tt_dnn_device tt_dnn_device tt_dnn_device");
  BOOST_TEST(r.column("DEVICE ID") == "0 0 0 1");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "1500 1000 1000 1000");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0 500 2000 0");
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == "  1 ");
  BOOST_TEST(r.column("HOST START TS") == "   ");
  BOOST_TEST(r.count("logs of the host are missing") == 1u);
  BOOST_TEST(!rl::read_tt_tracy_run(at.path(), rl::all_on<rl::tt_log_faults>()));
}

/// 1 cycle is 1 ns; 3000 - 2000 and 5000 - 4000 by the cycles.
BOOST_AUTO_TEST_CASE(a_device_report_may_tell_latencies) {
  const std::string head = "GLOBAL CALL COUNT,DEVICE ID,DEVICE KERNEL DURATION [ns],DEVICE KERNEL START CYCLE,"
                           "DEVICE KERNEL END CYCLE,OP TO OP LATENCY [ns],OP TO OP LATENCY BR/NRISC START [ns]\n";
  const std::string rows = "1,0,1000,1000,2000,5,6\n2,0,1000,3000,4000,7,8\n3,0,1000,5000,6000,,-9\n";
  const temporary_folder at, old, none;
  const reported r = of_device_report(at, rows, head);
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0 1000 1000");
  BOOST_TEST(r.column("OP TO OP LATENCY BR/NRISC START [ns]") == "6 8 -9");  // no cycles of data movers
  const reported p = of_device_report(old, rows, head, with(&rl::tt_log_faults::latency_of_summary));
  BOOST_TEST(p.column("OP TO OP LATENCY [ns]") == "5 7 1000");
  BOOST_TEST(p.column("OP TO OP LATENCY BR/NRISC START [ns]") == "6 8 -9");
  const temporary_folder nothing;
  BOOST_TEST(of_device_report(nothing, "1,0,1000,,,,\n2,0,1000,,,7,\n3,0,1000,,,,4\n", head,
                              with(&rl::tt_log_faults::latency_of_summary)).column("OP TO OP LATENCY [ns]") == "0 7 0");
  // without cycles: a 0 is only the begin of what the writer took at once
  const reported n = of_device_report(none, "1,0,1000,,,0,\n2,0,1000,,,7,\n3,0,1000,,,0,4\n", head);
  BOOST_TEST(n.column("OP TO OP LATENCY [ns]") == " 7 ");
  BOOST_TEST(n.column("OP TO OP LATENCY BR/NRISC START [ns]") == "  4");
  BOOST_TEST(n.report.quality.empty());
}

BOOST_AUTO_TEST_CASE(a_device_report_fills_columns_that_logs_leave_empty) {
  const temporary_folder at;
  const reported r = of_device_report(
      at, "1,0,1.5,12.5,777,40\n2,0,,,,\n3,0,2,0,778,\n",
      "GLOBAL CALL COUNT,DEVICE ID,SFPU Util Min (%),NOC UTIL (%),DEVICE KERNEL DURATION PER CORE MAX [ns],"
      "DEVICE COMPUTE CB WAIT FRONT [ns]\n");
  BOOST_TEST(r.column("SFPU Util Min (%)") == "1.5  2");
  BOOST_TEST(r.cell(0, "SFPU Util Max (%)") == "no column");  // a column without values
  BOOST_TEST(r.column("NOC UTIL (%)") == "12.5  0");
  BOOST_TEST(r.column("DRAM BW UTIL (%)") == "  ");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION PER CORE MAX [ns]") == "777  778");
  BOOST_TEST(r.column("DEVICE COMPUTE CB WAIT FRONT [ns]") == "40  ");
  BOOST_TEST(r.count("column of the device's report") == 0u);
}

BOOST_AUTO_TEST_CASE(a_device_report_may_have_rows_that_the_host_does_not_know) {
  const rl::tt_log_faults refused = with(&rl::tt_log_faults::incomplete_runs_refused);
  const std::string head = "GLOBAL CALL COUNT,DEVICE ID,DEVICE FW DURATION [ns]\n", all = "1,0,10\n2,0,20\n3,0,30\n";
  const temporary_folder more, fewer;
  const reported r = of_device_report(more, all + "0,0,40\n1,5,50\n0,0,60\n", head, refused);  // 0 is no op
  BOOST_TEST(r.refused == "");
  BOOST_TEST(r.column("DEVICE FW DURATION [ns]") == "10 20 30");
  BOOST_TEST(r.count("row of the device's report for an op that the host does not know") == 1u);
  BOOST_TEST(r.count("row of the device's report that a later row replaces") == 0u);
  const temporary_folder early;  // a name of 2025
  BOOST_TEST(of_device_report(early, "1,0,10\n2,0,20\n3,0,30\n", "GLOBAL CALL COUNT,DEVICE ID,"
                              "DEVICE FIRMWARE DURATION [ns]\n").column("DEVICE FW DURATION [ns]") == "10 20 30");
  BOOST_TEST(of_device_report(fewer, "1,0,10\n3,0,30\n", head, refused).refused ==
             "the script of these logs (mid26) gives no report: op without device data (B, id 2)");
}

/// As the newest script: the rows of that file say what ran, and the messages at most when.
BOOST_AUTO_TEST_CASE(parity_goes_by_the_rows_of_a_device_report) {
  rl::tt_log_faults parity = with(&rl::tt_log_faults::replays_by_messages_only);
  parity.incomplete_runs_refused = true;
  const std::string begin = message("TT_METAL_TRACE_BEGIN: 0, 7", 10), end = message("TT_METAL_TRACE_END: 0, 7", 22);
  const std::string replay = message("TT_METAL_TRACE_REPLAY: 0, 7", 50);
  const std::string first = "1,7,1,0,1000\n", second = "1,7,2,0,500\n", b = "2,,,0,300\n";
  const auto of = [&](const std::string& before, const std::string& behind, const std::string& rows,
                      const rl::tt_log_faults& faults) {
    const temporary_folder at;
    at.file("tracy_ops_data.csv", messages_head + before + op("A", 1, "5", 20) + behind + op("B", 2, "6", 30));
    at.file("tracy_ops_times.csv", zones_head + zone(1, 15, 1) + zone(2, 25, 1));
    at.file("cpp_device_perf_report.csv", "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,"
                                          "DEVICE KERNEL DURATION [ns]\n" + rows);
    return reported(at.path(), faults);
  };
  // Without a message of the trace: A has a row of its own, and its replays stand at its message, at 20.
  const reported untold = of("", "", first + second + b, parity);
  BOOST_TEST(untold.refused == "");
  BOOST_TEST(untold.column("OP CODE") == "A A A B");
  BOOST_TEST(untold.column("HOST START TS") == "15 15 15 25");
  BOOST_TEST(untold.column("METAL TRACE ID") == " 7 7 ");
  BOOST_TEST(untold.column("METAL TRACE REPLAY SESSION ID") == " 1 2 ");
  BOOST_TEST(untold.column("DEVICE KERNEL DURATION [ns]") == " 1000 500 300");
  BOOST_TEST(untold.count("op without device data") == 0u);
  // A second replay of which the host sent no message; and a row of another trace than that of the messages.
  const reported more = of(begin, end + replay, first + second + b, parity);
  BOOST_TEST(more.column("OP CODE") == "A A B A");  // at 15, 20, 25 and 50
  BOOST_TEST(more.column("METAL TRACE REPLAY SESSION ID") == " 2  1");
  BOOST_TEST(of(begin, end + replay, first + "1,9,1,0,500\n" + b, parity).column("DEVICE KERNEL DURATION [ns]") ==
             " 300 1000");
  // A captured op that never ran: no report, while others get a row for it.
  BOOST_TEST(of(begin, end, b, parity).refused ==
             "the script of these logs (mid26) gives no report: op without device data (A, id 1)");
  BOOST_TEST(of(begin, end, b, {}).column("DEVICE KERNEL DURATION [ns]") == " 300");
}

/// Runs are stored without the zones, which take gigabytes: rows stand where their messages do, at 20, 30, 40 and 50.
BOOST_AUTO_TEST_CASE(messages_without_zones_are_read) {
  const temporary_folder at;
  at.file("tracy_ops_data.csv", messages_head + op("B", 2, "6", 20) + op("A", 1, "5", 40) +
                                    message("TT_SIGNPOST: here", 30) + op("C", 3, "7", 50));
  at.file("cpp_device_perf_report.csv",
          "GLOBAL CALL COUNT,DEVICE ID,DEVICE KERNEL DURATION [ns]\n1,0,10\n2,0,20\n3,0,30\n");
  const reported r(at.path());
  BOOST_TEST(r.refused == "");
  BOOST_TEST(r.column("OP CODE") == "B here A C");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "20  10 30");
  BOOST_TEST(r.column("HOST START TS") == " 30  ");  // of the signpost
  BOOST_TEST(r.count("zones of the host (tracy_ops_times.csv) are missing: ops have no host times") == 1u);
  const reported parity(at.path(), with(&rl::tt_log_faults::incomplete_runs_refused));
  BOOST_TEST(parity.refused.find("lacks logs of the host") != std::string::npos, parity.refused);
}

/// Quick mode records kernels only, and does not say which replay a row is of. 1 cycle is 1 ns: B begins 3400 - 2000 ns
/// behind the first replay and ends 4000 - 3500 ns behind the begin of the second.
BOOST_AUTO_TEST_CASE(the_report_of_quick_mode_stands_in_for_both) {
  const temporary_folder at;
  const std::string now = message("TT_METAL_TRACE_REPLAY: 0, 7", 50);
  at.file("tracy_ops_data.csv", messages_head + message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20) +
                                    message("TT_METAL_TRACE_END: 0, 7", 40) + now + now + op("B", 2, "6", 60));
  at.file("tracy_ops_times.csv", zones_head + zone(1, 15, 1) + zone(2, 55, 1));
  const std::string head = "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,"
                           "DEVICE KERNEL DURATION [ns],DEVICE KERNEL START CYCLE,DEVICE KERNEL END CYCLE,"
                           "OP TO OP LATENCY [ns]\n";
  at.file("rt_device_perf_report.csv",
          head + "1,,,0,1000,1000,2000,0\n1,,,0,100,3500,3600,1500\n2,,,0,600,3400,4000,\n");
  const reported r(at.path());
  BOOST_TEST(r.column("OP CODE") == "A A A B");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == " 1000 100 600");
  BOOST_TEST(r.column("METAL TRACE REPLAY SESSION ID") == " 1 2 ");
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == " 0 -500 1400");
  BOOST_TEST(r.count("device data are those of the quick mode") == 1u);
  BOOST_TEST(!r.report.quality.lost_input());
  BOOST_TEST(reported(at.path(), with(&rl::tt_log_faults::quick_mode_ignored)).column("CORE COUNT") == " ");
  at.file("cpp_device_perf_report.csv", head + "2,,,0,600,3400,4000,\n");  // says more
  BOOST_TEST(reported(at.path()).column("DEVICE KERNEL DURATION [ns]") == " 600");
}

/// Where records are dropped, the writer of quick mode begins anew with the latency 0. C begins 7000 ns behind A: B ran
/// in between, and when it ended is unknown. D begins 100 ns behind C, and E when D ends: 0 is its latency.
BOOST_AUTO_TEST_CASE(the_gap_behind_dropped_records_of_quick_mode_is_unknown) {
  const temporary_folder at;
  at.file("tracy_ops_data.csv", messages_head + op("A", 1, "5", 20) + op("B", 2, "5", 30) + op("C", 3, "5", 40) +
                                    op("D", 4, "5", 50) + op("E", 5, "5", 60));
  at.file("tracy_ops_times.csv", zones_head + zone(1, 15, 1) + zone(2, 25, 1) + zone(3, 35, 1) + zone(4, 45, 1) +
                                     zone(5, 55, 1));
  at.file("rt_device_perf_report.csv",
          "GLOBAL CALL COUNT,DEVICE ID,DEVICE KERNEL DURATION [ns],DEVICE KERNEL START CYCLE,DEVICE KERNEL END CYCLE,"
          "OP TO OP LATENCY [ns]\n1,0,1000,1000,2000,0\n3,0,500,9000,9500,0\n4,0,100,9600,9700,100\n"
          "5,0,100,9700,9800,0\n");
  const reported r(at.path());
  BOOST_TEST(r.column("OP TO OP LATENCY [ns]") == "0   100 0");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "1000  500 100 100");
  BOOST_TEST(r.count("quick mode dropped records before a run") == 1u);
}

BOOST_AUTO_TEST_CASE(replays_that_only_one_side_knows) {
  const std::string captured = message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20) +
                               message("TT_METAL_TRACE_END: 0, 7", 40);
  const reported none(captured, zone(1, 15, 1), on_1);
  BOOST_TEST(none.count("replay that the host did not command") == 1u);
  BOOST_TEST(none.report.rows.size() == 2u);
  const std::string replay = message("TT_METAL_TRACE_REPLAY: 0, 7", 50);
  const reported fewer(captured + replay + replay, zone(1, 15, 1), on_1);
  BOOST_TEST(fewer.count("replay is missing from the device log") == 1u);
  BOOST_TEST(fewer.report.rows.size() == 2u);
}

BOOST_AUTO_TEST_CASE(losses_are_rows_with_what_is_known) {
  const reported r(op("A", 1, "5", 40) + cached("B", 2, "8", 60) + op("C", 3, "6", 70), zone(1, 30, 7),
                   on_1 + on_2 + run(1, "BRISC", "BRISC", 77, 300, 310, 350, 360));
  BOOST_TEST(r.column("OP CODE") == "A B C");
  BOOST_TEST(r.column("HOST START TS") == "30  ");
  BOOST_TEST(r.column("CORE COUNT") == "1 1 ");
  BOOST_TEST(r.count("op is cached before its first message") == 1u);
  BOOST_TEST(r.count("op without host time") == 2u);
  BOOST_TEST(r.count("op without device data") == 1u);
  BOOST_TEST(r.count("device op without host op") == 1u);
  BOOST_TEST(r.report.quality.lost_input());
  const reported old(op("A", 1, "5", 40), zone(1, 30, 7), on_2, with(&rl::tt_log_faults::incomplete_runs_refused));
  BOOST_TEST(old.refused == "the script of these logs (dec25) gives no report: device op without host op "
                            "(id 2 on device 0)");
}

BOOST_AUTO_TEST_CASE(names_of_host_functions_may_have_commas) {
  std::string zones = zone(1, 30, 7) + test::tracy::call("compile, twice", 1, 113);
  zones.replace(zones.find("compile, twice"), 14, "\"compile, twice\"");
  const reported r(op("A", 1, "5", 40), zones, on_1);
  BOOST_TEST(r.cell(0, "compile, twice_TT_HOST_FUNC [ns]") == "113");
}

BOOST_AUTO_TEST_CASE(a_last_zone_without_a_line_end_is_left_out_and_said) {
  std::string zones = zone(1, 30, 7) + test::tracy::call("compile", 1, 113);
  zones.pop_back();  // its length may have lost digits
  const reported r(op("A", 1, "5", 40), zones, on_1);
  BOOST_TEST(r.count("file ends within its last row") == 1u);
}

BOOST_AUTO_TEST_CASE(texts_of_messages_as_the_original_shows_them) {
  const std::string nulls = "\"parallelization_strategy\": null, \"attributes\": \"it's\", "
                            "\"input_tensors\": [{\"layout\": null, \"dtype\": \"BFLOAT16\"}]";
  const reported r(op("A", 1, "5", 40, nulls) + message("TT_SIGNPOST", 50), zone(1, 30, 7), on_1);
  BOOST_TEST(r.cell(0, "PARALLELIZATION STRATEGY") == "");
  BOOST_TEST(r.cell(0, "INPUT_0_LAYOUT") == "");
  BOOST_TEST(r.cell(0, "INPUT_0_DATATYPE") == "BFLOAT16");
  BOOST_TEST(r.cell(0, "ATTRIBUTES") == "it's");  // a text, not an object: as it is
  BOOST_TEST(r.cell(1, "OP CODE") == "TT_SIGNPOST");
  const reported old(op("A", 1, "5", 40, nulls), zone(1, 30, 7), on_1, with(&rl::tt_log_faults::nulls_are_none));
  BOOST_TEST(old.cell(0, "PARALLELIZATION STRATEGY") == "None");
  BOOST_TEST(old.cell(0, "INPUT_0_LAYOUT") == "None");
}

BOOST_AUTO_TEST_CASE(logs_that_the_original_refuses_are_refused_with_parity) {
  using faults = rl::tt_log_faults;
  const auto refusal = [&](const std::string& zones, const std::string& device) {
    faults f = with(&faults::incomplete_runs_refused);
    f.runs_by_cores_only = true;
    BOOST_TEST(reported(op("A", 1, "5", 40), zones, device).refused == "");
    return reported(op("A", 1, "5", 40), zones, device, f).refused;
  };
  BOOST_TEST(refusal(zone(1, 30, 7), on_1) == "");
  BOOST_TEST(refusal(zone(1, 30, 7) + zone(2, 50, 7), on_1).find("zone names an op without a message") !=
             std::string::npos);
  // On core 1 firmware ends at 160 and, without another start, at 170, while core 2 still runs up to 200.
  const std::string twice = run(1, "BRISC", "BRISC", 1, 100, 110, 150, 160) +
                            marker(1, "BRISC", 170, 1, "BRISC-FW", "ZONE_END") +
                            run(2, "BRISC", "BRISC", 1, 100, 110, 190, 200);
  BOOST_TEST(refusal(zone(1, 30, 7), twice).find("markers are lost") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(signposts_alone_and_no_device_log) {
  const reported r(message("TT_SIGNPOST: a: b\nc\nd", 40), "", "");
  BOOST_TEST(r.column("OP TYPE") == "signpost");
  BOOST_TEST(r.column("OP CODE") == "a: b");
  BOOST_TEST(r.column("ATTRIBUTES") == "c d");
  BOOST_TEST(r.count("device log is missing") == 1u);
  BOOST_TEST(r.count("the messages contain no op") == 1u);
  const reported cut(message("TT_SIGNPOST: a: b\nc\nd", 40), "", "", with(&rl::tt_log_faults::signposts_cut));
  BOOST_TEST(cut.column("OP CODE") == "b");
  BOOST_TEST(cut.column("ATTRIBUTES") == "c");
}

BOOST_AUTO_TEST_CASE(faults_of_the_original) {
  using faults = rl::tt_log_faults;
  // The host dispatches 2 after 1, and the device runs it first: 2 at 200 to 250, 1 at 300 to 350.
  const std::string late = run(1, "BRISC", "BRISC", 1, 290, 300, 350, 360);
  const std::string both = op("A", 1, "5", 40, "\"attributes\": null") + op("B", 2, "6", 60);
  const std::string times = zone(1, 30, 7) + zone(2, 55, 4);
  BOOST_TEST(reported(both, times, late + on_2).column("OP TO OP LATENCY [ns]") == "50 0");  // 300 - 250
  BOOST_TEST(reported(both, times, late + on_2, with(&faults::latency_by_rows)).column("OP TO OP LATENCY [ns]") ==
             "0 -135");  // 215 - 350
  BOOST_TEST(reported(both, times, late).cell(0, "ATTRIBUTES") == "");
  BOOST_TEST(reported(both, times, late, with(&faults::nulls_are_none)).cell(0, "ATTRIBUTES") == "None");
  const std::string captured = message("TT_METAL_TRACE_BEGIN: 0, 7", 10) + op("A", 1, "5", 20);
  BOOST_TEST(reported(captured, "", on_1, with(&faults::captured_ops_without_trace)).cell(0, "METAL TRACE ID") == "");
  BOOST_TEST(reported(both, times, late, with(&faults::chip_from_report_only)).cell(0, "DEVICE ARCH") == "");
  // Logs of October 2024: 13 columns with phases.
  const auto row = [](int id, std::int64_t at, const std::string& zone, const std::string& phase) {
    return "0,1,1,BRISC,1," + std::to_string(at) + ",0,1," + std::to_string(id) + "," + zone + "," + phase +
           ",1,a.cc\n";
  };
  const auto old_run = [&](int id, std::int64_t fw) {
    return row(id, fw, "BRISC-FW", "begin") + row(id, fw + 10, "BRISC-KERNEL", "begin") +
           row(id, fw + 30, "BRISC-KERNEL", "end") + row(id, fw + 45, "BRISC-FW", "end");
  };
  const std::string model = "\"performance_model\": {\"compute_ns\": 3, \"ideal_ns\": 4}";
  const std::string ops = op("A", 1, "5", 40, model) + op("B", 2, "6", 60, model);
  const auto oct24 = [&](const faults& f) { return reported(ops, times, old_run(1, 100) + old_run(2, 200), f, 4); };
  BOOST_TEST(oct24({}).column("OP TO OP LATENCY [ns]") == "0 80");                                  // 210 - 130
  BOOST_TEST(oct24(with(&faults::latency_of_firmware)).column("OP TO OP LATENCY [ns]") == "0 55");  // 200 - 145
  BOOST_TEST(oct24({}).cell(0, "PM IDEAL [ns]") == "4");
  BOOST_TEST(oct24(with(&faults::models_exchanged)).cell(0, "PM IDEAL [ns]") == "3");
  BOOST_TEST(oct24({}).cell(0, "DEVICE COMPUTE CB WAIT FRONT [ns]") == "");
  BOOST_TEST(oct24(with(&faults::no_wait_is_zero)).cell(0, "DEVICE COMPUTE CB WAIT FRONT [ns]") == "0");
}

BOOST_AUTO_TEST_CASE(faults_of_go_signals_and_counters) {
  using faults = rl::tt_log_faults;
  // A clock of 3 MHz: 40 cycles are 13333.3 ns, printed as 13333, which are 39.999 cycles.
  const std::string head = "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 3, Max Compute Cores: 64\n";
  const auto logs = [&](const faults& f) {
    temporary_folder at;
    at.file("tracy_ops_data.csv", messages_head + op("A", 1, "5", 40));
    at.file("tracy_ops_times.csv", zones_head + zone(1, 30, 7));
    std::string text = device_log_head(8);
    text.replace(0, text.find('\n') + 1, head);
    at.file("profile_log_device.csv",
            text + on_1 + marker(1, "TRISC_1", 140, 1, "PERF_COUNTER", "TS_DATA",
                                 "{'counter type': 'FPU_COUNTER'; 'ref cnt': 40; 'value': 32}"));
    return reported(at.path(), f).cell(0, "Avg FPU util on full grid (%)");
  };
  BOOST_TEST(logs({}) == "1.25");  // 32 / 64 / 40
  BOOST_TEST(logs(with(&faults::counters_of_rounded_kernel)) == text_of(rl::cell::of(32.0 / 64 / 39.999 * 100)));
}

BOOST_AUTO_TEST_CASE(broken_rows_cost_themselves) {
  const reported r(op("A", 1, "5", 40) + "`TT_DNN_DEVICE_OP: broken\n" + op("B", 2, "6", 60),
                   zone(1, 30, 7) + zone(2, 55, 4) + "TT_DNN_DEVICE_OP,a\n", on_1 + "0,1,x,BRISC\n" + on_2);
  BOOST_TEST(r.column("OP CODE") == "A B");
  BOOST_TEST(r.column("DEVICE KERNEL DURATION [ns]") == "40 35");
  BOOST_TEST(r.count("quote of a message is not closed") == 1u);
  BOOST_TEST(r.count("row does not give device, core, RISC, marker and time") == 1u);
}

BOOST_AUTO_TEST_CASE(a_device_log_without_its_first_line_is_refused) {
  temporary_folder at;
  at.file("tracy_ops_data.csv", messages_head);
  at.file("tracy_ops_times.csv", zones_head);
  at.file("profile_log_device.csv", "PCIe slot, core_x\n");
  const std::string refused = reported(at.path(), rl::tt_log_faults{}).refused;
  BOOST_TEST(refused.starts_with(at.path("profile_log_device.csv") + ":1:1: "));
}

BOOST_AUTO_TEST_CASE(reports_of_the_example_captures) {
  const auto folder = shared_data("tt/tracy-ops");
  if (!folder) return;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (!std::filesystem::exists(entry.path() / "logs.tgz")) continue;
    const temporary_folder at;
    const std::string command = "tar xzf '" + (entry.path() / "logs.tgz").string() + "' -C '" + at.path() + "'";
    BOOST_TEST_REQUIRE(std::system(command.c_str()) == 0);
    const std::string description = bytes_of((entry.path() / "case.json").string());
    for (const bool parity : {false, true}) {
      const std::string name = entry.path().filename().string() + (parity ? ", parity" : ", default");
      const reported r(at.path(".logs"), parity ? rl::all_on<rl::tt_log_faults>() : rl::tt_log_faults{});
      if (parity && description.find("\"refused\"") != std::string::npos) {
        BOOST_TEST(r.refused.find("the script of these logs") != std::string::npos, name);
        continue;
      }
      const std::filesystem::path golden = entry.path() / (parity ? "ops_report.csv" : "default.csv");
      if (!std::filesystem::exists(golden)) continue;
      BOOST_TEST(r.refused == "", name);
      const std::vector<std::vector<std::string>> rows = csv_rows(bytes_of(golden.string()));
      BOOST_TEST(r.report.rows.size() + 1 == rows.size(), name);
      std::size_t wrong = 0;
      for (std::size_t i = 1; i < rows.size(); ++i)
        for (std::size_t c = 0; c < rows[i].size(); ++c)
          if (!same(r.cell(i - 1, rows[0][c]), rows[i][c]) && wrong++ == 0)
            BOOST_ERROR(name << ", row " << i << ", " << rows[0][c] << ": " << r.cell(i - 1, rows[0][c])
                             << ", expected " << rows[i][c]);
      BOOST_TEST(wrong == 0u, name);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
