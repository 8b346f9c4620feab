// The device report as a page: what becomes a bar, in which lane, and what histograms count.

#include <string>
#include <variant>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/report/device_page.hpp>

BOOST_AUTO_TEST_SUITE(report_tt_device_page)

namespace {

namespace rl = ridgeline;

rl::tt_marker marker(std::uint32_t what, std::int64_t cycles, rl::tt_risc risc, std::uint16_t x = 1) {
  rl::tt_marker m;
  m.what = what;
  m.cycles = cycles;
  m.risc = risc;
  m.x = x;
  m.y = 2;
  m.point = what >= 1 && what <= 4 ? static_cast<rl::tt_point>(what) : rl::tt_point::other;
  return m;
}

rl::tt_device_log log_of(std::vector<rl::tt_marker> markers) {
  rl::tt_device_log log;
  log.arch = "grayskull";
  log.clock = 1000 * rl::MHz;
  log.devices = {0};
  log.markers = std::move(markers);
  return log;
}

rl::tt_marker zone(rl::tt_device_log& log, const char* name, rl::tt_phase phase, std::int64_t cycles) {
  rl::tt_marker m = marker(0, cycles, rl::tt_risc::brisc);
  m.what = static_cast<std::uint32_t>(log.zones.keep(name));
  m.phase = phase;
  m.point = rl::tt_point::other;
  return m;
}

}  // namespace

BOOST_AUTO_TEST_CASE(pieces_between_markers_are_bars) {
  using rl::tt_risc;
  const rl::tt_device_log log =
      log_of({marker(1, 100, tt_risc::brisc), marker(2, 120, tt_risc::brisc), marker(5, 150, tt_risc::brisc),
              marker(3, 180, tt_risc::brisc), marker(4, 190, tt_risc::brisc), marker(1, 300, tt_risc::brisc),
              marker(4, 310, tt_risc::brisc), marker(2, 110, tt_risc::ncrisc)});
  const rl::tt_device_result result = rl::report_tt_device(log);
  const rl::timeline_chart chart = rl::tt_device_timeline(result);
  BOOST_TEST(chart.nanoseconds == 1.0);  // 1000 MHz
  BOOST_REQUIRE(chart.groups.size() == 1u);
  BOOST_TEST(chart.groups[0].name == "1, 2");
  BOOST_REQUIRE(chart.groups[0].lanes.size() == 2u);
  const rl::timeline_chart::lane& brisc = chart.groups[0].lanes[0];
  BOOST_TEST(brisc.name == "BRISC");
  BOOST_REQUIRE(brisc.levels.size() == 1u);
  const auto& bars = brisc.levels[0];
  struct expected_bar {
    std::int64_t start, length;
    const char* name;
  };
  // From T0 = 100 on; the piece from marker 4 to the next 1 is not a bar, nor is that from T0 to the first marker.
  const expected_bar wanted[] = {{0, 20, "Firmware Start->Kernel start"}, {20, 30, "Kernel start->5"},
                                 {50, 30, "5->Kernel End"}, {80, 10, "Kernel End->Firmware End"},
                                 {200, 10, "Firmware Start->Firmware End"}};
  BOOST_REQUIRE(bars.size() == 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    BOOST_TEST(bars[i].start == wanted[i].start);
    BOOST_TEST(bars[i].length == wanted[i].length);
    BOOST_TEST(chart.names[bars[i].name] == wanted[i].name);
  }
  BOOST_TEST(chart.groups[0].lanes[1].levels.empty());  // one marker is not a piece
  BOOST_TEST(chart.tones.size() == chart.names.size());
  BOOST_REQUIRE(chart.marks.size() == 2u);
  BOOST_TEST(chart.marks[1].first == 200);
  BOOST_TEST(chart.marks[1].second == "Launch 2");
}

BOOST_AUTO_TEST_CASE(zones_are_bars_inside_each_other) {
  rl::tt_device_log log = log_of({});
  log.columns = rl::tt_log_columns::host_ids;
  using rl::tt_phase;
  log.markers = {zone(log, "BRISC-FW", tt_phase::begin, 10),     zone(log, "BRISC-KERNEL", tt_phase::begin, 20),
                 zone(log, "lost", tt_phase::begin, 22),         zone(log, "BRISC-KERNEL", tt_phase::end, 50),
                 zone(log, "never begun", tt_phase::end, 55),    zone(log, "BRISC-FW", tt_phase::end, 60)};
  const rl::tt_device_result result = rl::report_tt_device(log);
  const rl::timeline_chart chart = rl::tt_device_timeline(result);
  BOOST_REQUIRE(chart.groups.size() == 1u);
  const auto& levels = chart.groups[0].lanes[0].levels;
  BOOST_REQUIRE(levels.size() == 2u);
  BOOST_REQUIRE(levels[0].size() == 1u);
  BOOST_REQUIRE(levels[1].size() == 1u);
  BOOST_TEST(levels[0][0].start == 0);
  BOOST_TEST(levels[0][0].length == 50);
  BOOST_TEST(levels[1][0].start == 10);
  BOOST_TEST(levels[1][0].length == 30);
  BOOST_TEST(chart.names[levels[1][0].name] == "BRISC-KERNEL");
  BOOST_TEST(chart.names.size() == 2u);
}

BOOST_AUTO_TEST_CASE(histograms_count_each_core_once) {
  std::vector<rl::tt_marker> markers;
  // Kernels of 10, 10, 20, 30 and 50 cycles on five cores: five bins of 8 cycles from 10 on.
  const std::int64_t lengths[] = {10, 10, 20, 30, 50};
  for (std::uint16_t core = 0; core < 5; ++core) {
    markers.push_back(marker(2, 100, rl::tt_risc::trisc_0, core));
    markers.push_back(marker(3, 100 + lengths[core], rl::tt_risc::trisc_0, core));
  }
  const rl::tt_device_log log = log_of(markers);
  const rl::tt_device_result result = rl::report_tt_device(log);
  const std::vector<rl::bar_chart> charts = rl::tt_device_histograms(result, 12);
  BOOST_REQUIRE(charts.size() == 1u);
  BOOST_TEST(charts[0].title == "TRISC0 kernel start -> TRISC0 kernel end");
  BOOST_TEST(charts[0].unit == "cores");
  BOOST_TEST(charts[0].series[0].values == (std::vector<double>{2, 1, 1, 0, 1}), boost::test_tools::per_element());
  BOOST_TEST(charts[0].labels[1] == "18 ns");
}

BOOST_AUTO_TEST_CASE(a_log_without_markers_has_an_empty_page) {
  const rl::tt_device_log log = log_of({});
  const rl::tt_device_result result = rl::report_tt_device(log);
  const rl::report_page p = rl::tt_device_page(result, "log.csv");
  BOOST_REQUIRE(p.charts.size() == 1u);
  BOOST_REQUIRE(p.charts[0].as<rl::timeline_chart>() != nullptr);
  BOOST_TEST(p.charts[0].as<rl::timeline_chart>()->groups.empty());
  BOOST_TEST(p.tables.size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_devices_cost_grows_with_their_number) {
  // Many devices: each core, lane and bar appears once, however many the others have
  const auto counts = [](std::uint16_t devices) {
    rl::tt_device_log log = log_of({});
    log.devices.clear();
    for (std::uint16_t d = 0; d < devices; ++d) {
      log.devices.push_back(d);
      for (std::uint32_t what : {1u, 2u, 3u, 4u}) {
        log.markers.push_back(marker(what, 100 * what, rl::tt_risc::brisc));
        log.markers.back().device = d;
      }
    }
    const rl::tt_device_result result = rl::report_tt_device(log);
    const rl::timeline_chart chart = rl::tt_device_timeline(result);
    std::size_t bars = 0, statistics = 0;
    for (const auto& group : chart.groups)
      for (const auto& lane : group.lanes)
        for (const auto& level : lane.levels) bars += level.size();
    for (const rl::tt_device_analysis& a : result.found) statistics += a.lines.size();
    BOOST_TEST(result.lines.cores.size() == devices);
    BOOST_TEST(chart.groups.size() == devices);
    BOOST_TEST(chart.names.size() == 3u);
    BOOST_TEST(bars == 3u * devices);  // between four markers
    BOOST_TEST(statistics % devices == 0u);
    BOOST_TEST(rl::tt_device_histograms(result, 12).size() <= 12u);
    return statistics / devices;
  };
  BOOST_TEST(counts(500) == counts(2000));
}

BOOST_AUTO_TEST_SUITE_END()
