#include <ridgeline/tt/read/device_log.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/gzip.hpp>

#include "tests/support/device_text.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_tt_device_log)

namespace {

tt_device_log read(const std::string& text) {
  expected<tt_device_log> log = read_tt_device_log_text(text, "log.csv", {1, 4096, {}});
  if (!log) BOOST_FAIL(to_string(log.error()));
  return std::move(*log);
}
std::string why_not(const std::string& text) {
  const expected<tt_device_log> log = read_tt_device_log_text(text, "log.csv", {1, 4096, {}});
  BOOST_REQUIRE(!log);
  return to_string(log.error());
}
/// One row of a generation with zones: core 1, 2, op 1024.
std::string zone_row(int generation, std::string_view zone, std::string_view phase, std::int64_t cycles) {
  std::string row = "3,1,2,BRISC,77," + std::to_string(cycles) + ",";
  row += generation == 3 ? "9,1024," : generation <= 6 ? "9,5,1024," : generation == 7 ? "9,1024," : "9,1024,,,";
  row += zone;
  row += ",";
  row += phase;
  row += ",1,brisc.cc";
  return row + (generation >= 6 ? ",\n" : "\n");
}

}  // namespace

BOOST_AUTO_TEST_CASE(six_columns) {
  for (int generation : {0, 1, 2}) {
    const tt_device_log log = read(device_log_head(generation) + "7, 1, 2, TRISC_1, 3, 1882735035004\n");
    BOOST_TEST(log.arch == (generation < 2 ? "grayskull" : "wormhole_b0"));
    BOOST_TEST(log.clock.in(MHz) == (generation < 2 ? 1200.0 : 1000.0));
    BOOST_REQUIRE(log.markers.size() == 1u);
    const tt_marker& m = log.markers[0];
    BOOST_TEST(log.devices.at(m.device) == 7);
    BOOST_TEST(m.x == 1);
    BOOST_TEST(m.y == 2);
    BOOST_TEST((m.risc == tt_risc::trisc_1));
    BOOST_TEST(m.what == 3u);
    BOOST_TEST((m.point == tt_point::kernel_end));
    BOOST_TEST(m.cycles == 1882735035004);
    BOOST_TEST(!log.has_zones());
  }
}

BOOST_AUTO_TEST_CASE(names_of_columns_decide_in_every_zone_generation) {
  for (int generation = 3; generation <= 8; ++generation) {
    const bool words = generation <= 4;
    const tt_device_log log = read(device_log_head(generation) +
                                   zone_row(generation, "BRISC-FW", words ? "begin" : "ZONE_START", 10) +
                                   zone_row(generation, "BRISC-KERNEL", words ? "end" : "ZONE_END", 20) +
                                   zone_row(generation, "BRISC-KERNEL", words ? "sum" : "ZONE_TOTAL", 30));
    BOOST_TEST(log.quality.empty(), "generation " << generation);
    BOOST_REQUIRE(log.markers.size() == 3u);
    BOOST_TEST((log.markers[0].point == tt_point::fw_start));
    BOOST_TEST((log.markers[1].point == tt_point::kernel_end));
    BOOST_TEST((log.markers[2].point == tt_point::other));
    BOOST_TEST((log.markers[2].phase == tt_phase::sum));
    BOOST_TEST(log.markers[2].data == 9);
    BOOST_TEST(log.markers[0].op == 1024);  // in generation 3 the run's id
    BOOST_TEST((log.columns == (generation == 3 ? tt_log_columns::run_ids : tt_log_columns::host_ids)));
    BOOST_TEST(log.has_run_ids == (generation <= 6));
    BOOST_TEST(log.worker_cores == (generation == 8 ? 64 : 0));
  }
}

BOOST_AUTO_TEST_CASE(columns_may_stand_in_another_order_and_letter_case) {
  const tt_device_log log = read("ARCH: blackhole, CHIP_FREQ[MHz]: 1350\r\n"
                                 "TIME[cycles since reset],Timer_ID,risc processor type,core_y,core_x,pcie slot\r\n"
                                 "5,1,ERISC,2,1,0\r\n");
  BOOST_REQUIRE(log.markers.size() == 1u);
  BOOST_TEST(log.markers[0].x == 1);
  BOOST_TEST(log.markers[0].y == 2);
  BOOST_TEST(log.has_erisc);
  BOOST_TEST(log.nanoseconds(1350) == 1000.0);  // 1350 cycles / 1350 MHz
}

BOOST_AUTO_TEST_CASE(a_bad_row_costs_that_row) {
  const tt_device_log log = read(device_log_head(2) +
                                 "0, 0, 0, BRISC, 1, 10\n0, 0, 0, WHAT, 1, 11\n0, x, 0, BRISC, 1, 12\n0, 0, 0, BRISC, 1\n"
                                 "0, 0, 0, BRISC, 1, -4\n0, 0, 0, BRISC, 4, 99999999999999999999\n0, 70000, 0, BRISC, 4, 9\n"
                                 "0, 0, 0, BRISC, 4, 13\n");
  BOOST_TEST(log.markers.size() == 2u);
  std::uint64_t left_out = 0;
  for (const quality_issue& q : log.quality.issues())
    if (q.reason.find("it is left out") != std::string::npos) {
      left_out = q.count;
      BOOST_TEST(to_string(q.first) == "log.csv:4");  // two header lines, one good row
    }
  BOOST_TEST(left_out == 6u);
  BOOST_TEST(log.quality.lost_input());
}

/// 2^63 - 1 = 9223372036854775807 is the last time that can be read: 292 years at 1 GHz.
BOOST_AUTO_TEST_CASE(times_from_2_to_the_63_on_are_left_out_and_said) {
  const tt_device_log log = read(device_log_head(2) + "0, 0, 0, BRISC, 1, 9223372036854775807\n"
                                                      "0, 0, 0, BRISC, 4, 9223372036854775808\n");
  BOOST_TEST_REQUIRE(log.markers.size() == 1u);
  BOOST_TEST(log.markers[0].cycles == INT64_MAX);
  BOOST_TEST_REQUIRE(!log.quality.empty());
  BOOST_TEST(log.quality.issues()[0].reason == "expected a whole number that is not negative and below 2^63 in column "
                                               "\"time[cycles since reset]\"");
}

/// A spreadsheet writes its separator on a separate line; problems still name their line in the file.
BOOST_AUTO_TEST_CASE(a_log_may_say_its_separator_first) {
  const std::string head = device_log_head(2), row = "7, 1, 2, TRISC_1, 3, 100\n";
  for (const std::string front : {"sep=,\n", "\xEF\xBB\xBFSEP=,\r\n"}) {
    const tt_device_log log = read(front + head + row + "0, 70000, 0, BRISC, 4, 9\n");
    BOOST_REQUIRE(log.markers.size() == 1u);
    BOOST_TEST(log.clock.in(MHz) == 1000.0);
    BOOST_REQUIRE(!log.quality.issues().empty());
    BOOST_TEST(to_string(log.quality.issues()[0].first) == "log.csv:5:3");  // after sep=, two header lines, a row
  }
}

/// `cat` of two logs: with equal clocks they are read as one log; a log with another clock is left out.
BOOST_AUTO_TEST_CASE(a_log_of_another_clock_behind_is_left_out) {
  const std::string head = device_log_head(2), row = "7, 1, 2, TRISC_1, 3, 100\n";
  const tt_device_log same = read(head + row + head + row);
  BOOST_TEST(same.markers.size() == 2u);
  for (const quality_issue& issue : same.quality.issues())
    BOOST_TEST(issue.reason == "header is repeated in the file; it is skipped");
  const std::size_t clock = head.find("1000");
  BOOST_REQUIRE(clock != std::string::npos);
  const tt_device_log other = read(head + row + std::string(head).replace(clock, 4, "1350") + row);
  BOOST_TEST(other.markers.size() == 1u);
  BOOST_TEST(other.clock.in(MHz) == 1000.0);
  BOOST_REQUIRE(other.quality.issues().size() == 1u);
  BOOST_TEST(to_string(other.quality.issues()[0].first) == "log.csv:4");  // after two header lines and a row
  BOOST_TEST(other.quality.lost_input());
}

/// Unordered rows do not show whether a 32-bit counter wrapped around.
BOOST_AUTO_TEST_CASE(rows_out_of_order_are_no_counter_that_began_again) {
  std::string rows;
  for (const char* marker : {"1, 3000000000", "3, 2900000000", "2, 100"})
    rows += std::string("0, 0, 0, BRISC, ") + marker + "\n";
  const tt_device_log log = read(device_log_head(2) + rows);
  BOOST_TEST(log.markers[2].cycles == 100);
  BOOST_TEST(log.wraps == 0u);
  BOOST_TEST(!known(log.first_wrap));
  BOOST_REQUIRE(log.quality.issues().size() == 1u);
  BOOST_TEST(log.quality.issues()[0].example == "device 0");
}

BOOST_AUTO_TEST_CASE(devices_are_in_the_order_of_their_ids) {
  const std::string rows = "3, 0, 0, BRISC, 1, 10\n1, 0, 0, BRISC, 1, 20\n3, 0, 0, BRISC, 4, 30\n";
  const tt_device_log log = read(device_log_head(2) + rows);
  BOOST_TEST(log.devices == (std::vector<std::int32_t>{1, 3}), boost::test_tools::per_element());
  BOOST_TEST(log.markers[0].device == 1u);  // of id 3
  BOOST_TEST(log.markers[1].device == 0u);
}

BOOST_AUTO_TEST_CASE(files_that_are_no_device_logs) {
  BOOST_TEST(why_not("").find("an empty file") != std::string::npos);
  BOOST_TEST(why_not("hello\nPCIe slot, core_x\n").find("log.csv:1:1: expected a device log") != std::string::npos);
  BOOST_TEST(why_not("ARCH: wormhole_b0, CHIP_FREQ[MHz]: fast\n").find("the clock in MHz") != std::string::npos);
  BOOST_TEST(why_not("ARCH: wormhole_b0, CHIP_FREQ[MHz]: -1\nx\n").find("the clock in MHz") != std::string::npos);
  BOOST_TEST(why_not("GLOBAL CALL COUNT,DEVICE ID,DEVICE ARCH\n").find("whose first line is") != std::string::npos);
  BOOST_TEST(why_not("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\n").find("names of the columns") != std::string::npos);
  BOOST_TEST(why_not("ARCH: a, CHIP_FREQ[MHz]: 1\nPCIe slot, core_x, core_y, timer_id, time[cycles since reset]\n")
                 .find("log.csv:2:1: expected a column \"RISC processor type\"") != std::string::npos);
}

/// A kernel may record any 64 bits, such as -1.
BOOST_AUTO_TEST_CASE(payloads_have_64_bits) {
  const std::string row = "3,1,2,BRISC,77,5,18446744073709551615,1024,x,TS_DATA,1,a.cc,\n";
  const tt_device_log log = read(device_log_head(7) + row);
  BOOST_REQUIRE(log.markers.size() == 1u);
  BOOST_TEST(static_cast<std::uint64_t>(log.markers[0].data) == 18446744073709551615u);
  BOOST_TEST(log.quality.empty());
  BOOST_TEST(!read(device_log_head(7) + "3,1,2,BRISC,77,5,-1,1024,x,TS_DATA,1,a.cc,\n").quality.empty());
}

/// Simulators give a clock of 0 MHz.
BOOST_AUTO_TEST_CASE(a_clock_of_zero_is_unknown) {
  std::string text = device_log_head(7);
  text.replace(text.find("1000"), 4, "0");
  const std::string row = zone_row(7, "BRISC-FW", "ZONE_START", 3);
  const tt_device_log log = read(text + row + text + row);  // twice
  BOOST_TEST(!known(log.clock));
  BOOST_TEST(!known(log.nanoseconds(1)));
  BOOST_TEST(log.markers.size() == 2u);
  BOOST_TEST(to_string(log.quality.issues()[0].first) == "log.csv:1");
  BOOST_TEST(log.quality.issues()[0].example == "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 0");
  BOOST_TEST(!log.quality.lost_input());
  BOOST_TEST(read(text + row + device_log_head(7) + row).markers.size() == 1u);  // the second one has another clock
}

BOOST_AUTO_TEST_CASE(a_header_alone_is_an_empty_log) {
  for (int generation = 0; generation <= 8; ++generation) BOOST_TEST(read(device_log_head(generation)).markers.empty());
}

BOOST_AUTO_TEST_CASE(dispatch_marks_name_their_op) {
  const tt_device_log log = read(device_log_head(7) +
                                 "0,0,0,BRISC,7,12,5,0,run,TS_DATA,1,a.cc,{\"workers_runtime_id\": 1024; \"a\": 1}\n"
                                 "0,0,0,BRISC,7,13,5,0,run,TS_DATA,1,a.cc,{\"workers_runtime_id\": \"x\"}\n");
  BOOST_REQUIRE(log.dispatch.size() == 1u);
  BOOST_TEST(log.dispatch[0].marker == 0u);
  BOOST_TEST(log.dispatch[0].op == 1024);
}

BOOST_AUTO_TEST_CASE(logs_by_semicolons_or_tabs) {
  const std::string commas = device_log_head(7) + zone_row(7, "BRISC-FW", "ZONE_START", 3);
  const std::string plain = device_log_text(read_tt_device_log_text(commas, "f"));
  for (const char c : {';', '\t'}) {
    std::string other = commas;
    for (char& at : other) at = at == ',' ? c : at;
    BOOST_TEST(device_log_text(read_tt_device_log_text(other, "f")) == plain);
  }
}

BOOST_AUTO_TEST_CASE(packed_logs_are_read) {
  if (!can_gzip()) return;
  const temporary_folder folder;
  std::string text = device_log_head(7);
  for (int i = 0; i < 30; ++i) text += zone_row(7, "BRISC-FW", "ZONE_START", i);
  const std::string packed = gzip_member(text, 6);
  const std::string path = folder.file("log.csv.gz", packed);
  BOOST_TEST(device_log_text(read_tt_device_log(path)) == device_log_text(read_tt_device_log_text(text, path)));
  const expected<tt_device_log> cut = read_tt_device_log(folder.file("cut.gz", packed.substr(0, packed.size() - 4)));
  BOOST_REQUIRE(cut);
  BOOST_TEST(cut->quality.lost_input());
}

/// As the writer skips traffic of the network on chip and counters of a core.
BOOST_AUTO_TEST_CASE(a_zone_may_have_no_name) {
  const tt_device_log log = read(device_log_head(7) + "3,1,2,BRISC,12345,20,3105,1024,,TS_DATA,0,,\n" +
                                 "3,1,2,TRISC_1,9090,30,0,1024,,TS_DATA,0,,{\"counter type\":\"FPU_COUNTER\";\"ref "
                                 "cnt\":40;\"value\":32}\n" + zone_row(7, "", "ZONE_START", 40));
  BOOST_TEST(log.quality.empty());
  BOOST_REQUIRE(log.markers.size() == 3u);
  BOOST_TEST((log.markers[0].phase == tt_phase::data));
  BOOST_TEST(log.markers[0].data == 3105);
  BOOST_TEST(log.markers[0].what == 0u);
  BOOST_TEST((log.markers[2].point == tt_point::other));
  BOOST_REQUIRE(log.notes.size() == 1u);
  BOOST_TEST(log.notes[0].marker == 1u);
  BOOST_TEST(log.notes[0].value == 32);
}

BOOST_AUTO_TEST_CASE(counters_without_a_column_are_counted) {
  const auto counter = [](std::string_view type) {
    return "3,1,2,TRISC_1,9090,30,0,1024,,TS_DATA_16B,0,,{'counter type': " + std::string(type) + "; 'ref cnt': 40; 'value': 32}\n";
  };
  const tt_device_log log = read(device_log_head(7) + counter("'FPU_COUNTER'") + counter("'L1_0_UNPACKER_0'") + counter("17") + counter("0") + counter("2"));
  BOOST_TEST_REQUIRE(log.notes.size() == 2u);
  BOOST_TEST((log.notes[0].what == tt_note::fpu_counter));
  BOOST_TEST((log.notes[1].what == tt_note::sfpu_counter));  // by its number
  BOOST_REQUIRE(log.quality.issues().size() == 1u);
  BOOST_TEST(log.quality.issues()[0].count == 3u);
  BOOST_TEST(log.quality.issues()[0].reason.starts_with("performance counters other than FPU, SFPU and MATH"));
}

BOOST_AUTO_TEST_CASE(the_chip_s_line_may_be_quoted) {
  const std::string names = device_log_head(8).substr(device_log_head(8).find('\n'));
  for (const char* line : {"\"ARCH: blackhole\",\" CHIP_FREQ[MHz]: 1350\",\" Max Compute Cores: 140\"",
                           "\"ARCH: blackhole, CHIP_FREQ[MHz]: 1350, Max Compute Cores: 140\""}) {
    const tt_device_log log = read(line + names);
    BOOST_TEST(log.arch == "blackhole");
    BOOST_TEST(log.clock.in(MHz) == 1350.0);
    BOOST_TEST(log.worker_cores == 140);
  }
}

BOOST_AUTO_TEST_CASE(what_a_log_marks_is_named) {
  std::string rows = zone_row(7, "", "ZONE_START", 1) + zone_row(7, "A", "ZONE_START", 2);
  BOOST_TEST(what_is_marked(read(device_log_head(7) + zone_row(7, "", "ZONE_END", 1))) == "no named zone");
  BOOST_TEST(what_is_marked(read(device_log_head(7) + rows + zone_row(7, "B", "ZONE_END", 4))) == "the zones A, B");
  for (int i = 0; i < 9; ++i) rows += zone_row(7, "Z" + std::to_string(i), "ZONE_START", 10 + i);
  BOOST_TEST(what_is_marked(read(device_log_head(7) + rows)) == "the zones A, Z0, Z1, Z2, Z3, ...");
  const std::string numbered = "0, 1, 1, BRISC, 9, 5\n0, 1, 1, BRISC, 9, 6\n";
  BOOST_TEST(what_is_marked(read(device_log_head(1) + numbered)) == "the markers 9");
}

BOOST_AUTO_TEST_CASE(a_log_of_which_no_row_can_be_used_says_why) {
  const std::string unknown = "0,1,1,DM0,7,5,0,1,DM-FW,ZONE_START,1,a.cc,\n";
  const std::optional<failure> why = why_no_marker(read(device_log_head(7) + unknown));
  BOOST_REQUIRE(why);
  BOOST_TEST(why->at.line == 3u);
  BOOST_TEST(why->what.find("\"DM0\": no row could be used") != std::string::npos);
  BOOST_TEST(!why_no_marker(read(device_log_head(7))));
  BOOST_TEST(!why_no_marker(read(device_log_head(7) + "0,1,1,DM0,7,5\n" + zone_row(7, "BRISC-FW", "ZONE_START", 9))));
}

BOOST_AUTO_TEST_CASE(pieces_and_threads_do_not_show) {
  std::string text = device_log_head(7);
  for (int i = 0; i < 300; ++i) text += zone_row(7, i % 3 == 0 ? "MINE" : "BRISC-FW", i % 7 == 0 ? "bad" : "ZONE_START", i);
  const std::string whole = device_log_text(read_tt_device_log_text(text, "f", {1, text.size(), {}}));
  for (std::size_t piece : {std::size_t{1}, std::size_t{50}, std::size_t{1000}})
    BOOST_TEST((device_log_text(read_tt_device_log_text(text, "f", {3, piece, {}})) == whole));
}

/// With several logs of different clocks, the first one ends reading, whichever piece and thread meet it.
BOOST_AUTO_TEST_CASE(the_first_log_of_another_clock_counts_in_every_piece) {
  const std::string head = device_log_head(2);
  const auto with_clock = [&](const std::string& mhz) { return std::string(head).replace(head.find("1000"), 4, mhz); };
  std::string rows;
  for (int i = 0; i < 40; ++i) rows += "0, 1, 2, BRISC, 1, " + std::to_string(100 + i) + "\n";
  const std::string text = head + rows + with_clock("1350") + rows + with_clock("1200") + rows + head + rows;
  for (const unsigned threads : {1u, 3u})
    for (const std::size_t piece : {std::size_t{1}, std::size_t{300}, std::size_t{4096}}) {
      const expected<tt_device_log> log = read_tt_device_log_text(text, "log.csv", {threads, piece, {}});
      BOOST_REQUIRE(log.has_value());
      BOOST_TEST(log->markers.size() == 40u);
      BOOST_TEST(log->clock.in(MHz) == 1000.0);
      BOOST_REQUIRE(log->quality.issues().size() == 1u);
      BOOST_TEST(to_string(log->quality.issues()[0].first) == "log.csv:43");  // two header lines, 40 rows
      BOOST_TEST(log->quality.issues()[0].count == 1u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
