#include <ridgeline/tt/device/marker_records.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/query/within.hpp>
#include <ridgeline/tt/read/device_log.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tt_device_marker_records)

using ridgeline::time;

namespace {

const std::string zone_head =
    "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000\n"
    "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data, run host ID, "
    "zone name, type, source line, source file, meta data\n";

std::string row(const std::string& core, const std::string& risc, int cycles, int data, const std::string& zone,
                const std::string& type) {
  return "0," + core + "," + risc + ",1," + std::to_string(cycles) + "," + std::to_string(data) + ",7," + zone + "," +
         type + ",1,k.cpp,\n";
}

}  // namespace

// At 1000 MHz a cycle is a nanosecond. On core 1,1 the firmware takes 100 to 900, the kernel 200 to 800, a zone of the
// kernel's own 300 to 500; one that begins at 600 has lost its end. On core 2,1 firmware takes 150 to 950.
BOOST_AUTO_TEST_CASE(a_zone_lasts_from_its_start_to_its_end) {
  const std::string a = "1,1", b = "2,1", r = "BRISC";
  const auto log = read_tt_device_log_text(
      zone_head + row(a, r, 100, 0, "BRISC-FW", "ZONE_START") + row(a, r, 200, 0, "BRISC-KERNEL", "ZONE_START") +
      row(a, r, 300, 0, "read", "ZONE_START") + row(a, r, 500, 0, "read", "ZONE_END") +
      row(a, r, 600, 0, "read", "ZONE_START") + row(a, r, 700, 5, "bytes", "TS_DATA") +
      row(a, r, 800, 0, "BRISC-KERNEL", "ZONE_END") + row(a, r, 900, 0, "BRISC-FW", "ZONE_END") +
      row(a, "TRISC_0", 850, 40, "CB-COMPUTE-WAIT-FRONT", "ZONE_TOTAL") +
      row(b, r, 150, 0, "BRISC-FW", "ZONE_START") + row(b, r, 950, 0, "BRISC-FW", "ZONE_END"));
  BOOST_REQUIRE(log.has_value());
  const auto all = markers(*log);
  BOOST_REQUIRE(all.size() == 7u);
  BOOST_TEST(all[0].name() == "BRISC-FW");
  BOOST_TEST(all[0].op() == 7);
  BOOST_TEST(all[0].start().in(ns) == 100.0);
  const auto times = all | group_by(name) | aggregate(count, sum<ns>(time));
  BOOST_REQUIRE(times.size() == 5u);
  BOOST_TEST(times[0][sum(time)].in(ns) == 800.0 + 800.0);
  BOOST_TEST(times[1][sum(time)].in(ns) == 600.0);
  BOOST_TEST(times[2][name] == "read");
  BOOST_TEST(times[2][count] == 2);
  BOOST_TEST(times[2][sum(time)].in(ns) == 200.0);
  BOOST_TEST(times[3][name] == "bytes");
  BOOST_TEST(times[4][sum(time)].in(ns) == 40.0);  // a total has no place in time
  BOOST_TEST(!known(all[5].start()));
  const auto own = [](const tt_marker_record& m) { return m.x() == 1 && m.risc() == "BRISC"; };
  BOOST_TEST((all | where(own) | busy() | aggregate(sum(time)))[0][sum(time)].in(ns) == 800.0);
}

// A log of numbered markers, at 1200 MHz: 1200 cycles are 1 us. Marker 1 to 4 is firmware, 2 to 3 the kernel; the
// second launch has lost its markers 3 and 4. Marker 3000 is a duration.
BOOST_AUTO_TEST_CASE(numbered_markers_are_zones_of_firmware_and_kernels) {
  std::string text = "ARCH: grayskull, CHIP_FREQ[MHz]: 1200\n"
                     "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset]\n";
  const auto add = [&](const std::string& risc, int id, int cycles) {
    text += "0, 3, 4, " + risc + ", " + std::to_string(id) + ", " + std::to_string(cycles) + "\n";
  };
  add("NCRISC", 1, 12000), add("NCRISC", 2, 13200), add("NCRISC", 5, 13800), add("NCRISC", 3, 15600);
  add("NCRISC", 4, 18000), add("NCRISC", 1, 24000), add("NCRISC", 2, 25200), add("NCRISC", 1, 36000);
  add("NCRISC", 4, 37200);
  add("ERISC", 3000, 600);
  const auto log = read_tt_device_log_text(text);
  BOOST_REQUIRE(log.has_value());
  const auto all = markers(*log);
  BOOST_REQUIRE(all.size() == 7u);
  BOOST_TEST(all[0].name() == "NCRISC-FW");
  BOOST_TEST(all[0].start().in(us) == 10.0);
  BOOST_TEST(all[0].time().in(us) == 5.0);  // 12000 to 18000
  BOOST_TEST(all[1].name() == "NCRISC-KERNEL");
  BOOST_TEST(all[1].time().in(us) == 2.0);  // 13200 to 15600
  BOOST_TEST(all[2].name() == "marker");
  BOOST_TEST(all[2].marker().what == 5u);
  BOOST_TEST(!known(all[2].time()));
  BOOST_TEST(!known(all[3].time()));
  BOOST_TEST(!known(all[4].time()));
  BOOST_TEST(all[5].time().in(us) == 1.0);
  BOOST_TEST(all[6].name() == "CB-COMPUTE-WAIT-FRONT");
  BOOST_TEST(all[6].time().in(us) == 0.5);
  BOOST_TEST(!known(all[6].start()));
  BOOST_TEST(!known(all[6].op()));
}

BOOST_AUTO_TEST_SUITE_END()
