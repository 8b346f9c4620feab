// Analyses, text and files of the device report, with the arithmetic by hand; and each of their faults, on and off.

#include <ridgeline/tt/report/device_ops.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>
#include <ridgeline/tt/sheet/device_text.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/tt/read/device_log.hpp>

#include "tests/support/device_text.hpp"
#include "tests/support/json.hpp"
#include "tests/support/text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_tt_device)

namespace {

/// A log of one generation and its report.
struct made {
  tt_device_log log{};
  tt_device_options options{};
  std::optional<tt_device_result> held{};

  made(int generation, const std::string& rows, tt_log_faults faults = {}, std::string_view setup = "default_setup") {
    expected<tt_device_log> read =
        read_tt_device_log_text(device_log_head(generation) + rows, "f", {1, 4096, {}}, faults);
    BOOST_REQUIRE(read);
    log = std::move(*read);
    options.faults = faults;
    options.setup = tt::setup_named(setup);
    options.threads = 1;
    held = ridgeline::report_tt_device(log, options);
  }
  made(const made&) = delete;
  made& operator=(const made&) = delete;

  const tt_device_result& report() const { return *held; }
  /// The statistics of one analysis on one device; none if it has no sample.
  std::optional<tt_statistics> of(std::string_view name, std::size_t device = 0) const {
    for (const tt_device_analysis& a : held->found)
      if (a.what.name == name && a.device == device) return a.all;
    return std::nullopt;
  }
  std::int64_t only(std::string_view name, std::size_t device = 0) const {
    const auto found = of(name, device);
    BOOST_REQUIRE_MESSAGE(found, name << " has no sample");
    BOOST_TEST(found->count == 1, name);
    return found->sum;
  }
};

template <class Write>
std::string written(Write&& write) {
  string_output to;
  write(to);
  return to.text();
}
std::string csv_of(const tt_ops_report& r) {
  return written([&](output& to) { write_csv(to, tt_ops_report_table(r), {"\n"}); });
}
bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

tt_log_faults with(bool tt_log_faults::*fault) {
  tt_log_faults f;
  f.*fault = true;
  return f;
}

/// Firmware and kernel of one RISC of a zone log of generation 7.
std::string zones(int x, std::string_view risc, std::int64_t op, std::int64_t fw, std::int64_t kernel, std::int64_t end,
                  std::int64_t fw_end) {
  std::string rows;
  const std::string zone(risc.substr(0, risc.find('_')));
  const auto row = [&](const char* what, const char* phase, std::int64_t at) {
    rows += "0," + std::to_string(x) + ",1,";
    rows += risc;
    rows += ",7," + std::to_string(at) + ",0," + std::to_string(op) + ",";
    rows += zone + what + "," + phase + ",1,a.cc,\n";
  };
  row("-FW", "ZONE_START", fw);
  row("-KERNEL", "ZONE_START", kernel);
  row("-KERNEL", "ZONE_END", end);
  row("-FW", "ZONE_END", fw_end);
  return rows;
}

const std::string two_launches = "0, 0, 0, BRISC, 1, 20\n0, 0, 0, BRISC, 2, 25\n0, 0, 0, BRISC, 3, 40\n0, 0, 0, BRISC, 4, 50\n"
                                 "0, 0, 0, NCRISC, 1, 10\n0, 0, 0, NCRISC, 2, 12\n0, 0, 0, NCRISC, 3, 30\n0, 0, 0, NCRISC, 4, 60\n"
                                 "0, 0, 0, BRISC, 1, 120\n0, 0, 0, BRISC, 2, 130\n0, 0, 0, BRISC, 3, 150\n0, 0, 0, BRISC, 4, 160\n";

}  // namespace

BOOST_AUTO_TEST_CASE(analyses_of_numbered_markers) {
  const made m(2, two_launches);
  BOOST_TEST(m.only("T0 -> BRISC FW start") == 10);  // T0 is 10; the first BRISC 1 is at 20, and 0 occurs only once
  const auto kernels = m.of("BRISC kernel start -> BRISC kernel end");
  BOOST_REQUIRE(kernels);
  BOOST_TEST(kernels->count == 2);
  BOOST_TEST(kernels->sum == 35);  // 15 + 20
  BOOST_TEST(kernels->first == 15);
  BOOST_TEST(kernels->median == 17.5);
  BOOST_TEST(kernels->range() == 5);
  BOOST_TEST(!m.of("TRISC0 kernel start -> TRISC0 kernel end"));
  // Launches begin at BRISC 1: 20 to the last 4 before 120, which is NCRISC's at 60; and 120 to 160.
  const auto launches = m.of("ANY RISC FW start -> ANY RISC FW end");
  BOOST_TEST(launches->count == 2);
  BOOST_TEST(launches->sum == 80);
  BOOST_TEST(m.only("ANY RISC FW end -> BRISC FW start") == 60);  // the later 4, at 60, replaces that at 50; 120
  BOOST_TEST(m.only("T0 -> ANY RISC FW end") == 150);             // 160 - 10
  BOOST_TEST(m.only("BRISC FW start -> ANY RISC FW end") == 140); // 160 - 20
  BOOST_TEST(m.only("T0 -> ANY CORE ANY RISC FW end") == 150);
  const made any(2, two_launches, with(&tt_log_faults::spans_from_any_risc));
  BOOST_TEST(any.only("BRISC FW start -> ANY RISC FW end") == 150);  // from NCRISC's 1 at 10
  const std::string late = "0, 0, 0, BRISC, 5, 4\n" + two_launches;  // T0 is a user's marker at 4
  BOOST_TEST(made(2, late).only("T0 -> ANY CORE ANY RISC FW end") == 156);
  BOOST_TEST(made(2, late, with(&tt_log_faults::spans_from_any_risc)).only("T0 -> ANY CORE ANY RISC FW end") == 150);
}

BOOST_AUTO_TEST_CASE(order_of_rows_does_not_matter) {
  std::string turned;
  for (const std::string& line : test::lines_of(two_launches)) turned = line + "\n" + turned;
  const made a(2, two_launches), b(2, turned);
  for (const tt_device_analysis& x : a.report().found) BOOST_TEST(b.of(x.what.name)->sum == x.all.sum, x.what.name);
}

BOOST_AUTO_TEST_CASE(equal_start_and_end_pair_up) {
  const made m(2, "0, 0, 0, BRISC, 5, 1\n0, 0, 0, BRISC, 5, 3\n0, 0, 0, NCRISC, 5, 10\n0, 0, 0, NCRISC, 5, 20\n"
                  "0, 0, 0, BRISC, 5, 30\n", {}, "test_full_buffer");
  const auto found = m.of("Marker Repeat");  // 1-3, 10-20; the fifth has no partner
  BOOST_TEST(found->count == 2);
  BOOST_TEST(found->sum == 12);
}

BOOST_AUTO_TEST_CASE(t0_is_the_device_s_own) {
  const std::string rows = "0, 0, 0, BRISC, 1, 100\n1, 0, 0, NCRISC, 1, 500\n1, 0, 0, BRISC, 1, 520\n";
  BOOST_TEST(made(2, rows).only("T0 -> BRISC FW start", 1) == 20);  // 520 - 500
  BOOST_TEST(made(2, rows, with(&tt_log_faults::t0_over_devices)).only("T0 -> BRISC FW start", 1) == 420);  // 520 - 100
}

BOOST_AUTO_TEST_CASE(the_median_is_that_of_all_samples) {
  std::string rows;  // core 0: 1, 2, 9; core 1: 10
  for (int n : {1, 2, 9}) {
    const std::string at = std::to_string(100 * n), end = std::to_string(100 * n + n);
    rows += "0, 0, 0, BRISC, 2, " + at + "\n0, 0, 0, BRISC, 3, " + end + "\n";
  }
  rows += "0, 1, 0, BRISC, 2, 10\n0, 1, 0, BRISC, 3, 20\n";
  const char* const name = "BRISC kernel start -> BRISC kernel end";
  BOOST_TEST(made(2, rows).of(name)->median == 5.5);                                           // of 1, 2, 9, 10
  BOOST_TEST(made(2, rows, with(&tt_log_faults::median_of_medians)).of(name)->median == 6.0);  // of 2 and 10
}

BOOST_AUTO_TEST_CASE(ids_from_3000_on_are_durations) {
  const std::string rows = "0, 0, 0, BRISC, 1, 100\n0, 0, 0, TRISC_0, 3000, 7\n0, 0, 0, TRISC_0, 3000, 9\n";
  const made m(2, rows);
  BOOST_TEST(m.only("T0 -> BRISC FW start") == 0);
  BOOST_TEST(m.of("Compute CB wait front")->sum == 16);
  const made old(2, rows, with(&tt_log_faults::sums_as_times));
  BOOST_TEST(old.only("T0 -> BRISC FW start") == 93);  // T0 is 7
  // ERISC rows are as recent as durations: there, the original treats them as durations, too.
  BOOST_TEST(made(2, rows + "0, 8, 6, ERISC, 1, 100\n", with(&tt_log_faults::sums_as_times)).only("T0 -> BRISC FW start") == 0);
}

BOOST_AUTO_TEST_CASE(statistics_text) {
  const made m(2, two_launches);
  const std::string text = written([&](output& to) { write_tt_device(to, m.report()); });
  BOOST_TEST(holds(text, "=================== BRISC kernel start -> BRISC kernel end ===================\n"
                         "       Count          =          2\n"
                         "     Average [cycles] =         18            18 ns\n"));  // 17.5 to even, 1000 MHz
  BOOST_TEST(holds(text, " 0||                 18±2                X"));  // half of the range 5, rounded down
  BOOST_TEST(holds(text, "    Duration [cycles] =        140           140 ns\n"));
  BOOST_TEST(!holds(text, "DRAM0"));  // Wormhole's grid has other positions
  BOOST_TEST(has_statistics(m.report()));
  const made grayskull(1, two_launches);
  const std::string map = written([&](output& to) { write_tt_device(to, grayskull.report()); });
  BOOST_TEST(holds(map, "DRAM0"));
  BOOST_TEST(holds(map, "15 ns"));  // 17.5 * 1000 / 1200 = 14.58
  const made only_grayskull(2, two_launches, with(&tt_log_faults::statistics_of_grayskull_only));
  BOOST_TEST(!has_statistics(only_grayskull.report()));
  const made ether(2, "0, 8, 6, ERISC, 2, 5\n0, 8, 6, ERISC, 3, 9\n");
  BOOST_TEST(holds(written([&](output& to) { write_tt_device(to, ether.report()); }), "Ethernet core 8, 6: 4\n"));
}

BOOST_AUTO_TEST_CASE(without_a_clock_times_are_cycles) {
  std::string text = device_log_head(7) + zones(1, "BRISC", 1024, 0, 10, 90, 100);
  text.replace(text.find("1000"), 4, "0");
  const expected<tt_device_log> log = read_tt_device_log_text(text, "f");
  BOOST_REQUIRE(log);
  const tt_device_result result = ridgeline::report_tt_device(*log, {});
  BOOST_TEST(holds(written([&](output& to) { write_tt_device(to, result); }), "Duration [cycles] =        100\n"));
  BOOST_TEST(holds(written([&](output& to) { write_tt_rearranged(to, result); }), "Clock Frequency [MHz],0\r\n"));
  BOOST_TEST(holds(written([&](output& to) { write_tt_trace(to, result); }), "\"ts\":10,\"dur\":80,"));
  const std::string json = written([&](output& to) { write_tt_analysis_data(to, result); });
  test::parse_json(json);
  BOOST_TEST(holds(json, "\"freq\":0}"));
  const std::string ops = csv_of(report_tt_device_ops(result));
  BOOST_TEST(holds(ops, ",1,0,100,0,0,,,"));  // a core, cycles of its firmware, first op; no ns
}

BOOST_AUTO_TEST_CASE(rearranged_timestamps) {
  const std::string rows = two_launches + "0, 0, 0, TRISC_0, 1, 11\n";
  const made m(2, rows);
  const auto lines = test::lines_of(written([&](output& to) { write_tt_rearranged(to, m.report()); }));
  BOOST_REQUIRE(lines.size() == 4u);
  BOOST_TEST(lines[0] == "Clock Frequency [MHz],1000");
  BOOST_TEST(lines[1] == "PCIe slot,0");
  BOOST_TEST(holds(lines[2], "NCRISC Firmware End,TRISC_0 Firmware Start"));
  BOOST_TEST(lines[3] == "0,0,20 120,25 130,40 150,50 160,10,12,30,60,11,,,,,,,,,,,");
  const made old(2, rows, with(&tt_log_faults::rearranged_without_triscs));
  const auto old_lines = test::lines_of(written([&](output& to) { write_tt_rearranged(to, old.report()); }));
  BOOST_TEST(old_lines[3] == "0,0,20 120,25 130,40 150,50 160,10,12,30,60");
}

BOOST_AUTO_TEST_CASE(traces) {
  const std::string rows = "0, 1, 2, BRISC, 5, 10\n0, 1, 2, BRISC, 1, 2010\n0, 1, 2, BRISC, 4, 3010\n";
  const made m(2, rows);
  const std::string text = written([&](output& to) { write_tt_trace(to, m.report()); });
  test::parse_json(text);
  // 2000 and 1000 cycles at 1000 MHz: 2 and 1 microseconds
  BOOST_TEST(holds(text, "\"name\":\"Firmware\",\"pid\":0,\"tid\":1,\"ts\":2,\"dur\":1,"));
  BOOST_TEST(holds(text, "\"name\":\"core 1, 2 BRISC\""));
  const made cycles(2, rows, with(&tt_log_faults::trace_in_cycles));
  BOOST_TEST(holds(written([&](output& to) { write_tt_trace(to, cycles.report()); }), "\"ts\":2000,\"dur\":1000,"));
  tt_log_faults by_core = with(&tt_log_faults::trace_pids_by_core);
  const made old(2, rows, by_core);
  const std::string own = written([&](output& to) { write_tt_trace(to, old.report()); });
  BOOST_TEST(holds(own, "\"ph\": \"B\",\n    \"pid\": 20101,\n    \"tid\": 20101,\n    \"ts\": 2010"));  // 1 + 100 + 20000
  by_core.trace_begins_at_t0 = true;
  const made at_t0(2, rows, by_core);
  BOOST_TEST(holds(written([&](output& to) { write_tt_trace(to, at_t0.report()); }),
                   "\"ph\": \"B\",\n    \"pid\": 20101,\n    \"tid\": 20101,\n    \"ts\": 10"));
}

BOOST_AUTO_TEST_CASE(missing_ends_are_counted) {
  const made m(2, "0, 0, 0, BRISC, 1, 1\n0, 0, 0, BRISC, 2, 2\n0, 0, 0, BRISC, 2, 3\n0, 0, 0, BRISC, 3, 4\n");
  std::uint64_t missing = 0;
  for (const quality_issue& q : m.report().quality.issues())
    if (q.reason == "end of a kernel or of firmware is missing") missing = q.count;
  BOOST_TEST(missing == 2u);  // the kernel that starts at 2, the firmware at 1
}

/// Rows in any order give the same report, also when a launch ends as the next one begins; the report notes it.
BOOST_AUTO_TEST_CASE(lines_by_appearance) {
  std::vector<std::string> rows;
  for (const std::string device : {"0", "1"})
    for (const char* marker : {"1, 10", "2, 20", "3, 50", "4, 60", "1, 60", "2, 70", "3, 90", "4, 95"})
      rows.push_back(device + ", 0, 0, BRISC, " + marker + "\n");
  std::string forth, back;
  for (const std::string& row : rows) forth += row, back = row + back;
  const made in_order(2, forth), reversed(2, back);
  BOOST_TEST(in_order.of("ANY RISC FW end -> BRISC FW start")->sum == 0);           // 60 to 60
  BOOST_TEST(in_order.of("ANY RISC FW start -> ANY RISC FW end")->sum == 50 + 35);  // 10 to 60, 60 to 95
  BOOST_TEST(in_order.of("BRISC kernel start -> BRISC kernel end")->sum == 30 + 20);
  const auto text = [](const made& m) { return written([&](output& to) { write_tt_device(to, m.report()); }); };
  BOOST_TEST(text(in_order) == text(reversed));
  BOOST_TEST(in_order.report().quality.empty());
  BOOST_REQUIRE(reversed.report().quality.issues().size() == 1u);
  BOOST_TEST(reversed.report().quality.issues()[0].reason == tt_disordered_rows);
  BOOST_TEST(reversed.report().quality.issues()[0].count == 2u);  // the BRISC of each device
  tt_log_faults faults;
  faults.lines_by_appearance = true;
  const made original(2, back, faults);
  BOOST_TEST(original.log.devices[0] == 1);
  // Reversed, the second launch's start comes before the first one's end: 60 to 60 and to 60 again is not a gap.
  BOOST_TEST(!original.of("ANY RISC FW end -> BRISC FW start"));
}

BOOST_AUTO_TEST_CASE(what_begins_or_ends_alone_is_counted) {
  const auto row = [](const std::string& zone, const std::string& type, int cycles) {
    return "0,1,1,BRISC,7," + std::to_string(cycles) + ",0,1024," + zone + "," + type + ",1,a.cc,\n";
  };
  const made m(7, row("BRISC-FW", "ZONE_START", 1) + row("BRISC-KERNEL", "ZONE_END", 5) + row("MINE", "ZONE_START", 6) +
                      row("MINE", "ZONE_START", 7) + row("MINE", "ZONE_END", 8) + row("OTHER", "ZONE_END", 9) +
                      row("BRISC-FW", "ZONE_END", 10));
  const auto count = [&](std::string_view reason) {
    for (const quality_issue& q : m.report().quality.issues())
      if (q.reason == reason) return q.count;
    return std::uint64_t{0};
  };
  BOOST_TEST(count("start of a kernel or of firmware is missing") == 1u);  // of the kernel that ends at 5
  BOOST_TEST(count("zone begins but does not end") == 1u);                 // MINE begins twice and ends once
  BOOST_TEST(count("zone ends but did not begin") == 1u);
}

BOOST_AUTO_TEST_CASE(ops_of_zone_logs) {
  // Core 1 and 2 run op 1024, core 1 alone op 2048.
  const made m(7, zones(1, "BRISC", 1024, 0, 10, 40, 50) + zones(2, "BRISC", 1024, 5, 15, 60, 70) +
                      zones(1, "BRISC", 2048, 100, 110, 130, 150));
  BOOST_REQUIRE(m.report().ops.ops.size() == 2u);
  BOOST_TEST(m.of("device_fw_duration")->sum == 120);                // 70 - 0, and 150 - 100
  BOOST_TEST(m.of("device_kernel_duration")->sum == 70);             // 60 - 10, and 130 - 110
  BOOST_TEST(m.of("device_kernel_first_to_last_start")->sum == 5);   // 15 - 10; a lone start is not a span
  BOOST_TEST(m.of("device_kernel_duration_per_core")->count == 3);
  BOOST_TEST(m.of("device_kernel_duration_per_core")->sum == 95);    // 30 + 45 + 20
  BOOST_TEST(m.only("op2op") == 70);                                 // core 1: 40 to 110
  const std::string csv = csv_of(report_tt_device_ops(m.report()));
  const auto lines = test::lines_of(csv);
  BOOST_TEST(holds(lines[0], "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE ARCH,"));
  BOOST_TEST(holds(lines[1], "op 1,tt_dnn_device,1024,0,wormhole_b0,,2,0,70,0,0,70,50,"));
  BOOST_TEST(holds(lines[2], "op 2,tt_dnn_device,2048,0,wormhole_b0,,1,100,150,50,50,50,20,"));  // 110 - 60
  BOOST_TEST(made(7, zones(1, "BRISC", 1024, 0, 10, 40, 50), {}, "test_timestamped_events").report().ops.ops.empty());
}

BOOST_AUTO_TEST_CASE(points_without_a_name_are_called_by_their_type) {
  const made m(7, zones(1, "BRISC", 1024, 0, 10, 40, 50) + "0,1,1,BRISC,12345,20,77,1024,,TS_DATA,0,,\n");
  const std::string text = written([&](output& to) { write_tt_trace(to, m.report()); });
  BOOST_TEST(holds(text, "\"name\":\"TS_DATA\""));
  BOOST_TEST(!holds(text, "\"name\":\"\""));
  BOOST_TEST(m.of("device_kernel_duration")->sum == 30);  // 10 to 40
}

/// A profile of traces only has one line per core, and no zones of its processors.
BOOST_AUTO_TEST_CASE(cores_that_are_recorded_as_a_whole) {
  const auto core = [](int x, int fw_start, int start, int end, int fw_end) {
    const auto row = [&](const std::string& zone, const std::string& type, int cycles) {
      return "0," + std::to_string(x) + ",1,TENSIX_RISC_AGG,7," + std::to_string(cycles) + ",0,1024,3,1,TRACE-" + zone +
             "," + type + ",1,a.cc,\n";
    };
    return row("FW", "ZONE_START", fw_start) + row("KERNEL", "ZONE_START", start) + row("KERNEL", "ZONE_END", end) +
           row("FW", "ZONE_END", fw_end);
  };
  const made m(8, core(1, 0, 10, 40, 50) + core(2, 5, 15, 60, 70) + core(1, 100, 110, 130, 150) +
                      core(2, 100, 112, 140, 155));
  BOOST_TEST(m.report().ops.ops.size() == 2u);
  BOOST_TEST(m.of("trace_fw_duration")->sum == 125);     // 70 - 0, and 155 - 100
  BOOST_TEST(m.of("trace_kernel_duration")->sum == 80);  // 60 - 10, and 140 - 110
  BOOST_TEST(m.only("trace2trace - FW") == 30);          // 70 to 100
  BOOST_TEST(m.only("trace2trace - kernel") == 50);      // 60 to 110
  BOOST_TEST(!m.of("device_fw_duration"));
  BOOST_TEST(holds(csv_of(report_tt_device_ops(m.report())), "op 1,tt_dnn_device,1024,0,wormhole_b0,64,3,1,2,"));
  BOOST_TEST(m.report().quality.empty());
}

BOOST_AUTO_TEST_CASE(replays_are_runs_of_one_id) {
  const made m(7, zones(1, "BRISC", 1024, 0, 10, 40, 50) + zones(1, "BRISC", 1024, 100, 110, 140, 160));
  BOOST_REQUIRE(m.report().ops.ops.size() == 2u);
  BOOST_TEST(m.report().ops.ops[1].run == 2u);
  BOOST_TEST(m.of("device_fw_duration")->sum == 110);  // 50 + 60
  BOOST_TEST(holds(csv_of(report_tt_device_ops(m.report())), "op 1,tt_dnn_device,1024,0,wormhole_b0,2,1,100,160,"));
}

BOOST_AUTO_TEST_CASE(a_log_may_name_its_replays) {
  const auto replay = [](int session, int from) {
    std::string rows;
    for (const auto& [what, at] : {std::pair<std::string, int>{"ZONE_START", from}, {"ZONE_END", from + 50}})
      rows += "0,1,1,BRISC,7," + std::to_string(at) + ",0,1024,7," + std::to_string(session) + ",BRISC-FW," + what +
              ",1,a.cc,\n";
    return rows;
  };
  const made m(8, replay(2, 100) + replay(4, 300));
  const std::string csv = csv_of(report_tt_device_ops(m.report()));
  BOOST_TEST(holds(csv, "METAL TRACE ID,METAL TRACE REPLAY SESSION ID,"));
  BOOST_TEST(holds(csv, "op 1,tt_dnn_device,1024,0,wormhole_b0,64,7,2,1,100,150,"));
  BOOST_TEST(holds(csv, "op 1,tt_dnn_device,1024,0,wormhole_b0,64,7,4,1,300,350,"));
  BOOST_TEST(m.report().doubts.lost_runs == 2u);  // the first and third of four
}

/// Rows of 2026 say on which part of the chip a core is, and ids are 1024 times the op's number plus the device.
BOOST_AUTO_TEST_CASE(a_log_may_name_sub_devices_and_ops_of_several_devices) {
  const auto zone = [](int device, int id, int from, const std::string& meta) {
    std::string rows;
    for (const auto& [what, at] : {std::pair<std::string, int>{"ZONE_START", from}, {"ZONE_END", from + 50}})
      rows += std::to_string(device) + ",1,1,BRISC,7," + std::to_string(at) + ",0," + std::to_string(id) +
              ",,,BRISC-FW," + what + ",1,a.cc," + meta + "\n";
    return rows;
  };
  const std::string meta = "{\"sub_device_id\":1;\"sub_device_manager_id\":7}";
  const made m(8, zone(0, 2048, 100, meta) + zone(1, 2049, 100, "") + zone(0, 3072, 300, ""));
  const std::string csv = csv_of(report_tt_device_ops(m.report()));
  BOOST_TEST(holds(csv, "AVAILABLE WORKER CORE COUNT,SUB DEVICE ID,"));
  BOOST_TEST(holds(csv, "op 2,tt_dnn_device,2048,0,wormhole_b0,64,1,"));
  BOOST_TEST(holds(csv, "op 3,tt_dnn_device,3072,0,wormhole_b0,64,,"));
  BOOST_TEST(holds(csv, "op 2,tt_dnn_device,2049,1,wormhole_b0,64,,"));
  const made others(8, zone(0, 2048, 100, "") + zone(1, 2048, 100, ""));  // no number of an op and its device
  BOOST_TEST(holds(csv_of(report_tt_device_ops(others.report())), "op 2048,tt_dnn_device,2048,1,"));
}

BOOST_AUTO_TEST_CASE(what_an_op_records_last_belongs_to_it) {
  const std::string rows = zones(1, "BRISC", 1024, 0, 10, 40, 50) + zones(1, "TRISC_0", 1024, 2, 12, 45, 55);
  BOOST_TEST(made(7, rows).only("device_fw_duration") == 55);
  BOOST_TEST(made(7, rows, with(&tt_log_faults::op_tails_to_the_next)).only("device_fw_duration") == 50);
  // With the fault, the TRISC's ends at 45 and 55 begin the list of op 2048, whose own start at 100 comes behind them.
  const made two(7, rows + zones(1, "BRISC", 2048, 100, 110, 140, 150), with(&tt_log_faults::op_tails_to_the_next));
  const tt_device_ops& ops = two.report().ops;
  BOOST_TEST_REQUIRE(ops.ops.size() == 2u);
  BOOST_TEST(ops.of(ops.ops[0]).back().cycles == 50);
  BOOST_TEST(ops.of(ops.ops[1]).front().cycles == 55);
  BOOST_TEST(ops.of(ops.ops[1]).size() == 5u);
}

BOOST_AUTO_TEST_CASE(replays_are_in_the_order_of_time) {
  std::string rows;
  for (int replay = 0; replay < 2; ++replay)
    for (int op = 1; op <= 2; ++op) {
      const std::int64_t at = 1000 * replay + 100 * op;
      rows += zones(1, "BRISC", 1024 * op, at, at + 10, at + 40, at + 50);
    }
  const auto ids = [&](const tt_log_faults& faults) {
    const made m(7, rows, faults);
    std::vector<std::int64_t> of;
    for (const tt_device_op& op : m.report().ops.ops) of.push_back(op.id);
    return of;
  };
  BOOST_TEST((ids({}) == std::vector<std::int64_t>{1024, 2048, 1024, 2048}));
  BOOST_TEST((ids(with(&tt_log_faults::runs_beside_each_other)) == std::vector<std::int64_t>{1024, 1024, 2048, 2048}));
}

BOOST_AUTO_TEST_CASE(lost_ends_are_said_and_cost_no_op) {
  std::string rows = zones(1, "BRISC", 1024, 0, 10, 40, 50);
  rows.resize(rows.rfind("0,1,1,"));  // without the end of the firmware
  const made m(7, rows);
  BOOST_TEST(m.report().ops.ops.size() == 1u);
  BOOST_TEST(m.only("device_kernel_duration") == 30);
  BOOST_TEST(!m.report().quality.empty());
}

/// Logs with run ids only: the first op's firmware has no end on core 2.
BOOST_AUTO_TEST_CASE(a_lost_end_of_firmware_does_not_join_two_ops) {
  const auto row = [](int x, const char* zone, const char* phase, int at) {
    return "0,0," + std::to_string(x) + ",BRISC,7," + std::to_string(at) + ",0,5,BRISC-" + zone + "," + phase +
           ",1,a.cc\n";
  };
  std::string rows;
  for (const int at : {0, 1000})
    for (const int x : {1, 2}) {
      rows += row(x, "FW", "begin", at) + row(x, "KERNEL", "begin", at + 10) + row(x, "KERNEL", "end", at + 50);
      if (at != 0 || x != 2) rows += row(x, "FW", "end", at + 60);
    }
  const made m(3, rows);
  BOOST_TEST(m.report().ops.ops.size() == 2u);
  BOOST_TEST(m.of("device_kernel_duration")->sum == 80);  // 50 - 10, twice
  BOOST_TEST(!m.report().quality.empty());
  BOOST_TEST(made(3, rows, with(&tt_log_faults::runs_by_cores_only)).report().ops.ops.size() == 1u);
}

BOOST_AUTO_TEST_CASE(gaps_on_each_core) {
  std::string rows = zones(1, "BRISC", 1024, 0, 10, 40, 50) + zones(1, "BRISC", 2048, 1000, 2040, 2050, 2060);
  const made m(7, rows);
  BOOST_TEST(csv_of(report_tt_core_gaps(m.report())) == "device ID,op2op ID,1; 1 [ns]\n0,1024 -> 2048,2000\n");
  const made old(7, rows, with(&tt_log_faults::gaps_less_1500));
  BOOST_TEST(csv_of(report_tt_core_gaps(old.report())) == "device ID,op2op ID,1; 1 [ns]\n0,1024 -> 2048,500\n");
}

BOOST_AUTO_TEST_CASE(zones_of_several_riscs) {
  const auto row = [](const char* risc, int at, const char* phase) {
    return "0,1,1," + std::string(risc) + ",7," + std::to_string(at) + ",0,0,TEST-FULL," + phase + ",1,a.cc,\n";
  };
  const std::string rows = row("BRISC", 10, "ZONE_START") + row("BRISC", 50, "ZONE_END") +
                           row("NCRISC", 20, "ZONE_START") + row("NCRISC", 80, "ZONE_END");
  const auto repeats = [&](const tt_log_faults& faults) {
    return made(7, rows, faults, "test_full_buffer").of("Marker Repeat").value();
  };
  BOOST_TEST(repeats({}).count == 2);
  BOOST_TEST(repeats({}).sum == 100);  // 50 - 10, 80 - 20
  BOOST_TEST(repeats(with(&tt_log_faults::zones_over_riscs)).count == 2);
  BOOST_TEST(repeats(with(&tt_log_faults::zones_over_riscs)).sum == 40);  // 20 - 10, 80 - 50
}

BOOST_AUTO_TEST_CASE(gaps_around_programs_without_an_op) {
  // On core 1 a program with the host id 0 runs between two ops, on core 2 a second one after it.
  const std::string rows = zones(1, "BRISC", 1024, 0, 10, 40, 50) + zones(1, "BRISC", 0, 100, 110, 150, 160) +
                           zones(2, "BRISC", 0, 101, 112, 140, 150) + zones(2, "BRISC", 0, 200, 215, 240, 250) +
                           zones(1, "BRISC", 2048, 300, 320, 350, 360);
  const std::string csv = csv_of(report_tt_core_gaps(made(7, rows).report()));
  BOOST_TEST(csv == "device ID,op2op ID,1; 1 [ns],2; 1 [ns]\n"
                    "0,1024 -> 0,70,\n"   // 110 - 40
                    "0,0 -> 0,,75\n"      // 215 - 140
                    "0,0 -> 2048,170,\n",  // 320 - 150
             csv);
  const made alone(7, zones(1, "BRISC", 0, 100, 110, 150, 160) + zones(1, "BRISC", 0, 200, 215, 240, 250));
  BOOST_TEST(csv_of(report_tt_core_gaps(alone.report())) == "device ID,op2op ID,1; 1 [ns]\n0,0 -> 0,65\n");
  BOOST_TEST(alone.report().doubts.starts_of_no_op == 2u);
  BOOST_TEST(alone.report().ops.ops.empty());
}

BOOST_AUTO_TEST_CASE(a_gap_ends_the_run_before_even_if_another_kernel_ends_before_the_first_data_mover) {
  // In op 2048, a compute kernel ends at 120, before BRISC's begins at 130.
  const std::string rows = zones(1, "BRISC", 1024, 0, 10, 40, 50) + zones(1, "BRISC", 2048, 100, 130, 140, 150) +
                           zones(1, "TRISC_0", 2048, 101, 110, 120, 125) + zones(2, "TRISC_0", 1024, 1, 10, 40, 50);
  BOOST_TEST(csv_of(report_tt_core_gaps(made(7, rows).report())) ==
             "device ID,op2op ID,1; 1 [ns],2; 1 [ns]\n0,1024 -> 2048,90,\n");  // 130 - 40
  BOOST_TEST(csv_of(report_tt_core_gaps(made(7, rows, with(&tt_log_faults::gaps_from_any_kernel)).report())) ==
             "device ID,op2op ID,1; 1 [ns],2; 1 [ns]\n");
}

BOOST_AUTO_TEST_CASE(dispatch_cores_run_no_ops) {
  const std::string dispatch =
      "0,3,3,BRISC,7,10,0,0,CQ-DISPATCH,ZONE_START,1,a.cc,\n"
      "0,3,3,BRISC,7,12,5,0,run,TS_DATA,1,a.cc,{'workers_runtime_id': 1024}\n"
      "0,3,3,BRISC,7,13,5,0,run,TS_DATA,1,a.cc,{'dispatch_command_type': 'CQ_DISPATCH_CMD_WRITE_PACKED'}\n"
      "0,3,3,BRISC,7,20,0,0,CQ-DISPATCH,ZONE_END,1,a.cc,\n0,3,3,BRISC,7,25,0,0,CQ-DISPATCH,ZONE_START,1,a.cc,\n"
      "0,3,3,BRISC,7,26,5,0,run,TS_DATA,1,a.cc,"
      "{'dispatch_command_type': 'CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL'}\n"
      "0,3,3,BRISC,7,40,0,0,CQ-DISPATCH,ZONE_END,1,a.cc,\n"
      "0,3,3,NCRISC,7,42,0,0,CQ-DISPATCH-SUBORDINATE,ZONE_START,1,a.cc,\n"
      "0,3,3,NCRISC,7,43,5,0,run,TS_DATA,1,a.cc,{'dispatch_command_type': 'CQ_DISPATCH_CMD_SEND_GO_SIGNAL'}\n"
      "0,3,3,NCRISC,7,47,0,0,CQ-DISPATCH-SUBORDINATE,ZONE_END,1,a.cc,\n";
  const made m(7, dispatch + zones(1, "BRISC", 1024, 0, 10, 40, 50));
  BOOST_TEST(m.report().ops.ops.size() == 1u);
  BOOST_TEST(m.only("dispatch_total_cq_cmd_op_time") == 30);  // 40 - 10
  BOOST_TEST(m.only("dispatch_go_send_wait_time") == 5);      // 47 - 42
  BOOST_TEST(m.report().ops.dispatch.size() == 1u);
}

/// Since mid 2025 the writer appends the command to the zone's name, and gives its start the id of the op.
BOOST_AUTO_TEST_CASE(zones_of_dispatch_cores_may_bear_their_commands) {
  const std::string wait = "CQ-DISPATCH:1024:CQ_DISPATCH_CMD_WAIT", send = "CQ-DISPATCH-SUBORDINATE:SEND";
  const std::string rows = "0,3,3,BRISC,7,10,0,1024," + wait + ",ZONE_START,1,a.cc,\n" +
                           "0,3,3,BRISC,7,25,0,0," + wait + ",ZONE_END,1,a.cc,\n" +
                           "0,3,3,BRISC,7,30,0,0,CQ-DISPATCH,ZONE_START,1,a.cc,\n" +
                           "0,3,3,BRISC,7,31,0,0," + send + ",ZONE_START,1,a.cc,\n" +
                           "0,3,3,BRISC,7,35,0,0," + send + ",ZONE_END,1,a.cc,\n" +
                           "0,3,3,BRISC,7,40,0,0,CQ-DISPATCH,ZONE_END,1,a.cc,\n";
  const auto found = made(7, rows, {}, "test_dispatch_cores").of("Tensix CQ Dispatch");
  BOOST_REQUIRE(found);
  BOOST_TEST(found->count == 2u);
  BOOST_TEST(found->sum == 25);  // 25 - 10 and 40 - 30
  BOOST_TEST(made(7, rows).report().ops.ops.empty());
}

BOOST_AUTO_TEST_CASE(zones_after_the_name_of_a_command_are_still_firmware_and_kernels) {
  // The command's name gets the number before that of the firmware's zone.
  const made m(7, "0,3,3,BRISC,7,10,0,0,CQ-DISPATCH,ZONE_START,1,a.cc,"
                  "{'dispatch_command_type': 'CQ_DISPATCH_CMD_WAIT'}\n" +
                      zones(1, "BRISC", 1024, 0, 10, 40, 50));
  BOOST_TEST(m.only("device_kernel_duration") == 30);  // 40 - 10
  BOOST_TEST(m.report().ops.dispatch.empty());
}

BOOST_AUTO_TEST_CASE(cores_stand_as_they_lie_on_the_chip_whatever_the_order_of_the_log) {
  const auto core = [](const std::string& at) {
    return "0, " + at + ", BRISC, 2, 100\n0, " + at + ", BRISC, 3, 150\n";
  };
  std::string cells[2];
  const std::vector<std::string> one{"2, 0", "0, 1", "1, 0"}, other{"0, 1", "1, 0", "2, 0"};
  for (int i = 0; i < 2; ++i) {
    std::string rows;
    for (const std::string& at : i == 0 ? one : other) rows += core(at);
    const made m(2, rows);
    const table t = tt_core_statistics_table(m.report());
    std::string scratch;
    for (std::size_t r = 0; r < t.rows(); ++r)
      for (const std::size_t c : {std::size_t{1}, std::size_t{2}})
        cells[i] += std::to_string(t.at(r, c, scratch).integer) + (c == 1 ? "," : " ");
  }
  BOOST_TEST(cells[0] == "1,0 2,0 0,1 ");  // row by row
  BOOST_TEST(cells[1] == cells[0]);
}

BOOST_AUTO_TEST_CASE(json_and_tables) {
  const made m(2, two_launches);
  const test::json all = test::parse_json(written([&](output& to) { write_tt_analysis_data(to, m.report()); }));
  const test::json& core = all["data"]["devices"]["0"]["cores"]["(0, 0)"]["riscs"];
  BOOST_TEST(core["NCRISC"]["timeseries"].items.size() == 5u);  // the marker 0 and four
  BOOST_TEST(core["TENSIX"]["launches"].items.size() == 2u);
  BOOST_TEST(core["TENSIX"]["analysis"]["T0 -> BRISC FW start"]["stats"]["Sum"].number == 10);
  const table t = tt_statistics_table(m.report());
  BOOST_TEST(t.rows() == m.report().found.size());
  BOOST_TEST(tt_core_statistics_table(m.report()).rows() + 1 == t.rows());  // one is across the device
}

BOOST_AUTO_TEST_SUITE_END()
