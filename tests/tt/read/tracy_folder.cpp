#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/read/cpp_device_report.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>

#include "tests/support/device_text.hpp"
#include "tests/support/temporary.hpp"

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(tt_tracy_folder)

BOOST_AUTO_TEST_CASE(logs_are_found_in_a_folder_or_in_its_logs) {
  const temporary_folder at;
  BOOST_TEST(rl::tt_log_folder_at(at.path()).path == "");
  std::filesystem::create_directory(at.path(".logs"));
  at.file(".logs/profile_log_device.csv", "");
  BOOST_TEST(rl::tt_log_folder_at(at.path()).device_alone);
  BOOST_TEST(rl::tt_log_folder_at(at.path()).path == at.path(".logs"));
  at.file(".logs/tracy_ops_data.csv", "");
  const rl::tt_log_folder half = rl::tt_log_folder_at(at.path());
  BOOST_TEST(half.host);
  const auto files = rl::tt_tracy_files_in(half.path);
  BOOST_TEST_REQUIRE(files.has_value());
  BOOST_TEST(files->zones == "");  // of a long run it has gigabytes
  at.file(".logs/tracy_ops_times.csv", "");
  const auto all = rl::tt_tracy_files_in(rl::tt_log_folder_at(at.path(".logs")).path);
  BOOST_TEST_REQUIRE(all.has_value());
  BOOST_TEST(all->device_log == at.path(".logs/profile_log_device.csv"));
  BOOST_TEST(all->device_report == "");
  BOOST_TEST(all->quick_report == "");
}

BOOST_AUTO_TEST_CASE(a_device_report_may_stand_alone) {
  const temporary_folder at;
  const std::string report = at.file("cpp_device_perf_report.csv", "");
  for (const std::string& path : {at.path(), report}) {
    const rl::tt_log_folder found = rl::tt_log_folder_at(path);
    BOOST_TEST(found.host);
    const auto files = rl::tt_tracy_files_in(found.path);
    BOOST_TEST_REQUIRE(files.has_value());
    BOOST_TEST(files->device_report == report);
    BOOST_TEST(files->messages == "");
  }
  at.file("tracy_ops_times.csv", "");  // the messages are lost
  const auto half = rl::tt_tracy_files_in(rl::tt_log_folder_at(at.path()).path);
  BOOST_TEST_REQUIRE(!half);
  BOOST_TEST(to_string(half.error()) ==
             at.path("tracy_ops_data.csv") + ": is missing; expected it beside the other logs of the run");
  std::filesystem::remove(at.path("tracy_ops_times.csv"));
  const std::string quick = at.file("rt_device_perf_report.csv.gz", "");
  BOOST_TEST(rl::tt_tracy_files_in(quick)->quick_report == quick);
  at.file("profile_log_device.csv", "");
  BOOST_TEST(rl::tt_log_folder_at(at.path()).device_alone);
}

BOOST_AUTO_TEST_CASE(columns_of_the_device_log_tell_the_generation) {
  const temporary_folder at;
  rl::tt_tracy_capture messages;
  const auto age = [&](int generation, bool report = false) {
    const auto head = rl::read_tt_device_log_head(at.file("log.csv", device_log_head(generation)));
    BOOST_TEST_REQUIRE(head.has_value());
    return name_of(rl::tt_tracy_age_of(messages, &*head, report));
  };
  BOOST_TEST(age(3) == "apr24");
  messages.has_parents = true;
  BOOST_TEST(age(3) == "jun24");
  BOOST_TEST(age(4) == "oct24");
  BOOST_TEST(age(5) == "jan25");
  BOOST_TEST(age(6) == "apr25");
  BOOST_TEST(age(7) == "jun25");
  messages.has_padded_shapes = true;
  BOOST_TEST(age(7) == "sep25");
  BOOST_TEST(age(8) == "dec25");
  BOOST_TEST(age(8, true) == "mid26");
  messages.has_hit_in_head = true;
  BOOST_TEST(age(8) == "mid26");
}

BOOST_AUTO_TEST_CASE(without_a_device_log_the_messages_tell_it) {
  rl::tt_tracy_capture messages;
  const auto age = [&] { return name_of(rl::tt_tracy_age_of(messages, nullptr, false)); };
  BOOST_TEST(age() == "oct24");
  messages.has_kernel_sizes = true;
  BOOST_TEST(age() == "jun25");
  messages.has_kernel_paths = true;
  BOOST_TEST(age() == "apr24");
  messages.has_parents = true;
  BOOST_TEST(age() == "jun24");
  messages.has_padded_shapes = true;
  BOOST_TEST(age() == "dec25");
  messages.has_hit_in_head = true;
  BOOST_TEST(age() == "mid26");
}

BOOST_AUTO_TEST_CASE(a_log_without_a_clock_is_refused) {
  const temporary_folder at;
  const auto head = rl::read_tt_device_log_head(at.file("log.csv", "what\nPCIe slot\n"));
  BOOST_TEST_REQUIRE(!head);
  BOOST_TEST(to_string(head.error()).starts_with(at.path("log.csv") + ":1:1: expected a device log"));
}

BOOST_AUTO_TEST_CASE(the_device_report_of_the_library) {
  const std::string head = "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,DEVICE ARCH,"
                           "CORE COUNT,AVAILABLE WORKER CORE COUNT,DEVICE FW DURATION [ns],DEVICE FW START CYCLE\n";
  const auto runs = rl::read_cpp_device_report(
      head + "2048,7,1,0,wormhole_b0,5,12,900,5000\n1024,,,0,wormhole_b0,4,64,,100\nx,,,0,,,,,\n", "report.csv");
  BOOST_TEST_REQUIRE(runs.has_value());
  BOOST_TEST_REQUIRE(runs->runs.size() == 2u);
  BOOST_TEST(runs->runs[0].id == 1024);  // by time on the device
  BOOST_TEST(!rl::known(runs->runs[0].fw_time));
  BOOST_TEST(runs->runs[0].trace == -1);
  BOOST_TEST(runs->runs[1].trace == 7);
  BOOST_TEST(runs->runs[1].session == 1);
  BOOST_TEST(runs->runs[1].fw_time == 900);
  BOOST_TEST(runs->worker_cores == 64);
  BOOST_TEST(runs->runs[0].worker_cores == 64);
  BOOST_TEST(runs->runs[1].worker_cores == 12);  // of a sub-device
  BOOST_TEST(runs->quality.lost_input());
  BOOST_TEST(!rl::known(runs->clock));  // there is no end of a span
  const auto real = rl::read_cpp_device_report(head + "1024,,,0,wormhole_b0,4,64,78853.7,100.0\n", "report.csv");
  BOOST_TEST_REQUIRE(real.has_value());
  BOOST_TEST(real->runs.at(0).fw_time == 78853);  // decimals do not count
  BOOST_TEST(real->runs.at(0).fw.start == 100);
  BOOST_TEST(real->quality.empty());
  const auto other = rl::read_cpp_device_report("GLOBAL CALL COUNT\n", "report.csv");
  BOOST_TEST_REQUIRE(!other);
  BOOST_TEST(to_string(other.error()) ==
             "report.csv:1:1: expected a column \"DEVICE ID\" in the header of a device report");
}

BOOST_AUTO_TEST_CASE(the_device_report_tells_the_clock_and_other_counters) {
  // Durations are cycles * 1000 / 1350, rounded: 2,700 cycles are 2,000 ns, 1,001 are 741.48. The third row is broken
  // and says 1 ns for 999.
  const auto runs = rl::read_cpp_device_report(
      "GLOBAL CALL COUNT,DEVICE ID,OP NAME,DEVICE FW DURATION [ns],DEVICE FW START CYCLE,DEVICE FW END CYCLE,"
      "OP TO OP LATENCY [ns],SFPU Util Avg (%),FPU Util Avg (%),Nothing\n"
      "1,0,op,2000,100,2800,0,12.5,,\n2,0,op,741,3000,4001,5,,1,\n3,0,op,1,5000,5999,5,7,2,\n",
      "report.csv");
  BOOST_TEST_REQUIRE(runs.has_value());
  BOOST_TEST(runs->clock.in(rl::MHz) == 1350);  // half the time of 2,742 ns has this rate, not 1350.9 or 999000
  BOOST_TEST_REQUIRE(runs->quality.issues().size() == 1u);
  BOOST_TEST(runs->quality.issues()[0].count == 4u);  // two cells of each counter
  BOOST_TEST(runs->quality.issues()[0].example == "SFPU Util Avg (%)");
}

/// The writer appends to the file that an earlier run of the program left: of equal device, id, trace and session the
/// last row counts, in the place of the first.
BOOST_AUTO_TEST_CASE(later_rows_of_a_device_report_replace_earlier_ones) {
  const std::string head = "GLOBAL CALL COUNT,METAL TRACE ID,METAL TRACE REPLAY SESSION ID,DEVICE ID,"
                           "DEVICE KERNEL DURATION [ns]\n";
  const auto runs = rl::read_cpp_device_report(
      head + "1,,,0,7000\n2,7,1,0,8000\n" + head + "1,,,0,700\n2,7,1,0,800\n2,7,2,0,900\n1,,,1,600\n", "report.csv");
  BOOST_TEST_REQUIRE(runs.has_value());
  std::vector<double> times;
  for (const rl::tt_op_run& r : runs->runs) times.push_back(r.kernel_time);
  BOOST_TEST(times == (std::vector<double>{700, 800, 900, 600}), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(runs->quality.issues().size() == 1u);
  BOOST_TEST(runs->quality.issues()[0].count == 2u);
  BOOST_TEST(!runs->quality.lost_input());
  // rows of quick mode do not say of which replay they are, and its file is begun anew each time
  const auto quick = rl::read_cpp_device_report(head + "1,,,0,7000\n1,,,0,700\n", "report.csv", true);
  BOOST_TEST_REQUIRE(quick.has_value());
  BOOST_TEST(quick->runs.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
