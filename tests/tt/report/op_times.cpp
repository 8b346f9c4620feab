// Where the time of an ops report goes: sums by op code, worked out by hand.

#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/report/op_times.hpp>

BOOST_AUTO_TEST_SUITE(report_tt_op_times)

namespace {

namespace rl = ridgeline;

rl::cell whole(std::int64_t n) { return n < 0 ? rl::cell{} : rl::cell::of(n); }

std::vector<rl::stored_cell> row(std::string_view code, std::int64_t call, std::int64_t host, std::int64_t kernel,
                                 std::string_view type = "tt_dnn_device") {
  return {rl::cell::of(code), rl::cell::of(type), whole(call), whole(host), whole(kernel)};
}

std::vector<rl::tt_op_time> times_of(std::vector<std::vector<rl::stored_cell>> rows) {
  rl::tt_ops_report report;
  report.titles = {"OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "HOST DURATION [ns]", "DEVICE KERNEL DURATION [ns]"};
  report.rows = std::move(rows);
  return rl::tt_op_times(report);
}

}  // namespace

BOOST_AUTO_TEST_CASE(kernel_time_is_summed_and_shared) {
  const auto times = times_of({row("A", 1, 5, 30), row("B", 2, 6, 50), row("  A", 3, 7, 20), row("pass", 4, -1, -1, "signpost"),
                               row("argmax", 5, 900, -1, "python_fallback")});
  BOOST_REQUIRE(times.size() == 3u);
  BOOST_TEST(times[0].code == "A");  // 30 + 20, before B by its code
  BOOST_TEST(times[0].rows == 2);
  BOOST_TEST(times[0].kernels.in(rl::ns) == 50.0);
  BOOST_TEST(times[0].longest.in(rl::ns) == 30.0);
  BOOST_TEST(times[0].host.in(rl::ns) == 12.0);  // 5 + 7
  BOOST_TEST(times[0].share == 0.5);             // 50 of 30 + 50 + 20
  BOOST_TEST(times[1].code == "B");
  BOOST_TEST(times[2].code == "argmax");  // ran on the host: no kernel time
  BOOST_TEST(!rl::known(times[2].kernels));
  BOOST_TEST(!rl::known(times[2].share));
  BOOST_TEST(times[2].host.in(rl::ns) == 900.0);
}

// A call on two devices has a row for each, with the same host time.
BOOST_AUTO_TEST_CASE(a_call_on_several_devices_took_the_host_once) {
  const auto times = times_of({row("A", 1, 5, 30), row("A", 1, 5, 40), row("A", 2, 7, 10)});
  BOOST_REQUIRE(times.size() == 1u);
  BOOST_TEST(times[0].rows == 3);
  BOOST_TEST(times[0].kernels.in(rl::ns) == 80.0);
  BOOST_TEST(times[0].host.in(rl::ns) == 12.0);
}

// Captured into a trace and replayed twice: each replay has a row with the numbers of the capture, and costs the host no
// call. Devices of a mesh have numbers of their own, 1024 * n + device.
BOOST_AUTO_TEST_CASE(a_replay_takes_no_time_of_the_host) {
  const auto times = times_of({row("A", 1024, 5, -1), row("A", 1025, 6, -1), row("B", 2048, 7, -1), row("A", 1024, 5, 30),
                               row("A", 1025, 6, 30), row("B", 2048, 7, 10), row("A", 1024, 5, 30), row("B", 2048, 7, 10)});
  BOOST_REQUIRE(times.size() == 2u);
  BOOST_TEST(times[0].code == "A");
  BOOST_TEST(times[0].host.in(rl::ns) == 11.0);  // 5 + 6
  BOOST_TEST(times[0].kernels.in(rl::ns) == 90.0);
  BOOST_TEST(times[1].host.in(rl::ns) == 7.0);
  // a row with the number of a replay, without that of its capture
  rl::tt_ops_report report;
  report.titles = {"OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "HOST DURATION [ns]", "METAL TRACE REPLAY SESSION ID"};
  report.rows = {row("A", 1, 5, -1), row("A", 2, 6, 1)};
  BOOST_TEST(rl::tt_op_times(report)[0].host.in(rl::ns) == 5.0);
}

BOOST_AUTO_TEST_CASE(without_device_times_the_host_decides) {
  const auto times = times_of({row("A", 1, 5, -1), row("B", 2, 9, -1)});
  BOOST_REQUIRE(times.size() == 2u);
  BOOST_TEST(times[0].code == "B");
  BOOST_TEST(rl::tt_op_times_table(times).rows() == 2u);
  BOOST_TEST(times_of({}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
