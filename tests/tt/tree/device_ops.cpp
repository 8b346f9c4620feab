#include <ridgeline/tt/tree/device_ops.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/within.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tt_device_ops)

using ridgeline::time;

namespace {

const std::string header =
    "OP CODE,OP TYPE,DEVICE ID,HOST START TS,DEVICE FW START CYCLE,DEVICE FW END CYCLE,DEVICE FW DURATION [ns],"
    "DEVICE KERNEL DURATION [ns]\n";

tt_ops read(const std::string& rows) { return *read_tt_ops_csv_text(header + rows); }

}  // namespace

// Submitted 2 us apart, run for 100 us each with 1 us between: 1000 cycles at 1 GHz.
const std::string three =
    "A,tt_dnn_device,0,1000000,5000000,5100000,100000,100000\n"
    "B,tt_dnn_device,0,1002000,5101000,5201000,100000,100000\n"
    "C,tt_dnn_device,0,1004000,5202000,5302000,100000,100000\n";

BOOST_AUTO_TEST_CASE(start_and_time_are_on_the_clock_of_the_device) {
  const tt_ops report = read("begin,signpost,,1000000,,,,\n" + three);
  const auto all = ops(report);
  BOOST_REQUIRE(all.size() == 3u);
  BOOST_TEST(all[0].start().in(us) == 5000.0);
  BOOST_TEST(all[1].host_start().in(us) == 1002.0);
  const auto idle = all | group_by(device) | within(gaps());
  BOOST_REQUIRE(idle.size() == 2u);
  BOOST_TEST(idle[0].time.in(us) == 1.0);
  BOOST_TEST(project(before(name), idle[1]) == "B");
  const auto busy_time = all | busy() | aggregate(sum(elapsed));
  BOOST_TEST(busy_time[0][sum(elapsed)].in(us) == 300.0);  // they do not overlap, as by the host's clock they would
  BOOST_TEST(project(ridgeline::end, all[0]).in(us) == 5100.0);
}

// 1350 MHz: 135000 cycles are 100000 ns, and 13501 are 10000.74, which the profiler rounds to 10001. The row whose
// firmware took twice the time of its cycles does not count for the clock, which 2700000 cycles make 2 ms. A kernel of 99
// us ends with its firmware of 100 us.
BOOST_AUTO_TEST_CASE(each_device_has_the_clock_of_its_own_rows) {
  const tt_ops report = read(three +
                             "A,tt_dnn_device,1,1000000,2700000,2835000,100000,99000\n"
                             "B,tt_dnn_device,1,1000000,2849999,2863500,10001,10001\n"
                             "C,tt_dnn_device,1,1000000,4050000,4063500,20000,10000\n");
  const auto all = ops(report);
  BOOST_TEST(all[0].start().base() == 5'000'000);
  BOOST_TEST(all[3].start().base() == 2'001'000);
  BOOST_TEST(all[4].start().base() == 2'111'110);  // 2863500 / 1.35 = 2121111.11, and 10001 before
  BOOST_TEST(all[5].start().base() == 3'000'000);
}

// The clock of 1202.5 MHz is not one of whole MHz: 1202500 cycles in a millisecond.
BOOST_AUTO_TEST_CASE(a_clock_need_not_be_of_whole_megahertz) {
  const tt_ops report = read("A,tt_dnn_device,0,1,2405000,3607500,1000000,1000000\n");
  BOOST_TEST(ops(report)[0].start().base() == 2'000'000);
}

// A replay as recorded on a Blackhole at 1350 MHz: the firmware of the slice begins while the product before it runs and
// waits for it, so that 46.3 us of it are around a kernel of 1.5 us.
BOOST_AUTO_TEST_CASE(a_kernel_ends_with_its_firmware_wherever_that_begins) {
  const tt_ops report = read("Matmul,tt_dnn_device,0,1,135000,202500,50000,44900\n"  // 105.1 us to 150 us
                             "Slice,tt_dnn_device,0,2,142695,205200,46300,1500\n"    // 150.5 us to 152 us
                             "Sum,tt_dnn_device,0,3,203850,210600,5000,3000\n");     // 153 us to 156 us
  const auto all = ops(report);
  BOOST_TEST(all[1].start().base() == 150'500);
  BOOST_TEST((all | busy() | aggregate(sum(elapsed)))[0][sum(elapsed)].in(us) == 44.9 + 1.5 + 3);
  const auto idle = all | gaps();
  BOOST_REQUIRE(idle.size() == 2u);
  BOOST_TEST(idle[0].time.in(us) == 0.5);
  BOOST_TEST(idle[1].time.in(us) == 1.0);
}

// A replay's first op with the start of the replay before, 6.9 s earlier, as its gap shows: it has no time of its own.
BOOST_AUTO_TEST_CASE(an_op_with_the_start_of_an_earlier_run_has_no_time) {
  const tt_ops report = *read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,OP TO OP LATENCY [ns],DEVICE FW START CYCLE,DEVICE FW END CYCLE,"
      "DEVICE FW DURATION [ns],DEVICE KERNEL DURATION [ns]\n"
      "Matmul,tt_dnn_device,0,0,9345000000,9345100000,100000,99000\n"
      "Norm,tt_dnn_device,0,-6919770133,2425300000,9349181739,6923881739,6923881220\n");
  const auto all = ops(report);
  BOOST_TEST(all[0].time().in(us) == 99.0);
  BOOST_TEST(!known(all[1].time()));
  BOOST_TEST(!known(all[1].start()));
}

BOOST_AUTO_TEST_CASE(without_cycles_or_a_rate_there_is_no_start) {
  const tt_ops report = read("A,tt_dnn_device,0,1000000,,,100000,100000\n"
                             "B,tt_dnn_device,0,1002000,5101000,,100000,100000\n"
                             "to_torch,tt_dnn_host,,1003000,,,,\n");
  const auto all = ops(report);
  BOOST_REQUIRE(all.size() == 3u);
  for (const tt_op_record& op : all) BOOST_TEST(!known(op.start()));
  BOOST_TEST(all[0].host_start().in(us) == 1000.0);
  BOOST_TEST((all | gaps()).empty());
  BOOST_TEST((all | busy()).empty());
  tt_ops bare = read(three);
  bare.details.clear();  // as appended without them
  BOOST_TEST(!known(ops(bare)[0].start()));
}

BOOST_AUTO_TEST_SUITE_END()
