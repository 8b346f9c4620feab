#include <ridgeline/tt/tree/devices.hpp>
#include <ridgeline/tt/tree/blocks.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(flow_tt_devices)

using test::as_file;
using test::at_time;
using test::device_op;
using test::ids_of;

namespace {

tt_merged merge(const std::vector<tt_op>& ops, data_quality& quality, std::int32_t devices_per_host = 0,
                const tt_faults& faults = {}) {
  return merged_devices(test::all_of(ops), devices_per_host, faults, quality);
}
tt_merged merge(const std::vector<tt_op>& ops) {
  data_quality quality;
  return merge(ops, quality);
}

tt_op counted(tt_op op, std::int64_t number, std::int32_t local_device) {
  op.global_call_count = number * 1024 + local_device;
  return op;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_slowest_device_stands_for_an_op) {
  //                        2                              3                              4
  const auto ops = as_file({device_op("A", 0, 10 * us), device_op("A", 1, 30 * us), device_op("A", 2, 20 * us),
                            device_op("B", 0, 5 * us), device_op("B", 1, 5 * us), device_op("B", 2, 4 * us)});
  const tt_merged merged = merge(ops);  // ^5                 ^6                       ^7
  BOOST_TEST(ids_of(merged.ops) == "3 5");  // with equal times, the first device
  BOOST_TEST(merged.ops[0].time.in(us) == 30);
  BOOST_TEST(merged.lacks.empty());
}

BOOST_AUTO_TEST_CASE(collectives_take_the_mean_and_the_first_device) {
  for (const char* code : {"AllGather", "ReduceScatterDeviceOperation", "AllReduce"}) {
    const auto ops = as_file({device_op(code, 0, 10 * us), device_op(code, 1, 40 * us)});
    const tt_merged merged = merge(ops);
    BOOST_TEST(ids_of(merged.ops) == "2");
    BOOST_TEST(merged.ops[0].time.in(us) == 25);  // (10 + 40) / 2
  }
  const auto gap = as_file({device_op("AllGather", 0, missing<time_quantity>), device_op("AllGather", 1, 40 * us)});
  BOOST_TEST(merge(gap).ops[0].time.in(us) == 40);  // over those that are known
}

/// A start from an earlier run, and a time of more than an hour, are not those of the op.
BOOST_AUTO_TEST_CASE(a_device_whose_time_cannot_be_does_not_stand_for_the_others) {
  const auto stale = [](const char* code, std::int32_t device) {
    tt_op op = device_op(code, device, 5'000'000 * us);
    op.gap = -4'900'000 * us;
    return op;
  };
  tt_op behind = device_op("B", 1, 8 * us);
  behind.gap = 7 * us;
  const auto ops = as_file({device_op("A", 0, 10 * us), stale("A", 1), device_op("B", 0, 5 * us), behind,
                            stale("AllReduce", 0), device_op("AllReduce", 1, 40 * us),
                            device_op("C", 0, 4'000'000 * ms), device_op("C", 1, 6 * us),
                            stale("D", 0), stale("D", 1)});
  data_quality quality;
  const tt_merged merged = merge(ops, quality);
  BOOST_TEST(ids_of(merged.ops) == "2 5 7 9 10");
  BOOST_TEST(merged.ops[0].time.in(us) == 10);
  BOOST_TEST(merged.ops[1].after_stale_start);  // on device 1
  BOOST_TEST(!merged.ops[2].after_stale_start);
  BOOST_TEST(merged.ops[2].time.in(us) == 40);
  BOOST_TEST(merged.ops[3].time.in(us) == 6);
  BOOST_TEST(merged.spreads.size() == 2u);  // of B, and of D, whose row is left out for what it is
  BOOST_REQUIRE(quality.issues().size() == 2u);
  BOOST_TEST(quality.issues()[0].count == 2u);  // A and AllReduce
  BOOST_TEST(quality.issues()[1].count == 1u);  // C
  tt_faults faults;
  faults.any_time_is_believed = true;
  BOOST_TEST(merge(ops, quality, 0, faults).ops[2].time.in(us) == 2'500'020);  // the mean of 5 s and 40 us
}

BOOST_AUTO_TEST_CASE(an_op_that_one_device_lacks_does_not_split_later_ones) {
  // Device 0 lacks B. First come, first served: C of device 1 would wait for B and get its own row.
  //                        2                3                4                5                6
  const auto ops = as_file({device_op("A", 0), device_op("C", 0), device_op("A", 1), device_op("B", 1),
                            device_op("C", 1)});
  data_quality quality;
  const tt_merged merged = merge(ops, quality);
  BOOST_TEST(merged.ops.size() == 3u);
  BOOST_REQUIRE(merged.lacks.size() == 1u);
  BOOST_TEST(merged.lacks[0].op->code == "B");
  BOOST_TEST(merged.lacks[0].ran == 1u);
  BOOST_TEST(merged.lacks[0].lacking == "0");
  BOOST_REQUIRE(quality.issues().size() == 1u);
  BOOST_TEST(quality.issues()[0].count == 1u);
  BOOST_TEST(quality.issues()[0].example == "B: not on device 0");
  BOOST_TEST(!quality.lost_input());
}

BOOST_AUTO_TEST_CASE(call_counts_tell_ops_apart_where_codes_cannot) {
  // Three times A; device 1 lacks the first one. By code alone, the first two would be paired.
  const auto ops = as_file({counted(device_op("A", 0, 1 * us), 5, 0), counted(device_op("A", 0, 2 * us), 6, 0),
                            counted(device_op("A", 0, 3 * us), 7, 0), counted(device_op("A", 1, 9 * us), 6, 1),
                            counted(device_op("A", 1, 8 * us), 7, 1)});
  const tt_merged merged = merge(ops);
  BOOST_TEST(ids_of(merged.ops) == "2 5 6");  // 5 alone; 6: 2 and 9 us; 7: 3 and 8 us
  BOOST_REQUIRE(merged.lacks.size() == 1u);
  BOOST_TEST(merged.lacks[0].lacking == "1");
}

/// Three replays of an op, of which device 1 has lost the second. By position, its third would be beside device 0's
/// second, as in logs that name no session.
BOOST_AUTO_TEST_CASE(replays_are_paired_by_their_session) {
  const auto replay = [](std::int32_t device, std::int32_t session, time_quantity time) {
    tt_op op = counted(device_op("A", device, time), 5, device);
    op.replay_session = session;
    return op;
  };
  //                        2                        3                        4
  auto ops = as_file({replay(0, 1, 10 * us), replay(0, 2, 30 * us), replay(0, 3, 11 * us),
                      replay(1, 1, 10 * us), replay(1, 3, 12 * us)});
  const tt_merged merged = merge(ops);  // 5             6
  BOOST_TEST(ids_of(merged.ops) == "2 3 6");
  BOOST_REQUIRE(merged.lacks.size() == 1u);
  BOOST_TEST(merged.lacks[0].op->id == 3u);
  BOOST_REQUIRE(merged.shown_as.size() == 5u);
  BOOST_TEST(merged.shown_as[2]->id == 6u);  // 11 beside 12 us
  BOOST_TEST(merged.shown_as[1]->id == 3u);
  for (tt_op& op : ops) op.replay_session = -1;
  BOOST_TEST(ids_of(merge(ops).ops) == "2 3 4");  // 30 beside 12 us
}

BOOST_AUTO_TEST_CASE(call_counts_that_are_something_else_are_not_believed) {
  auto ops = as_file({device_op("A", 0), device_op("B", 0), device_op("A", 1), device_op("B", 1)});
  for (tt_op& op : ops) op.global_call_count = op.id;  // not multiples of 1024
  BOOST_TEST(merge(ops).ops.size() == 2u);
  // Multiples of 1024, but no number of one device is one of another: two ops in any case.
  auto apart = as_file({counted(device_op("A", 0), 1, 0), counted(device_op("B", 0), 2, 0),
                        counted(device_op("A", 1), 11, 1), counted(device_op("B", 1), 15, 1)});
  BOOST_TEST(merge(apart).ops.size() == 2u);
  auto three = apart;
  three.push_back(counted(device_op("A", 2), 21, 2));
  three.push_back(counted(device_op("B", 2), 22, 2));
  BOOST_TEST(merge(as_file(three)).ops.size() == 2u);
}

/// Two submeshes of two devices run the same model: each op is dispatched once for each, 2k and 2k + 1.
BOOST_AUTO_TEST_CASE(submeshes_that_take_numbers_in_turn_run_the_same_ops) {
  std::vector<tt_op> ops;
  for (std::int32_t d = 0; d < 4; ++d)
    for (std::int64_t k = 0; k < 12; ++k)
      if (d != 3 || k != 9)  // the last one has lost an op, which codes alone could not tell from the ones after it
        ops.push_back(counted(device_op("A", d, static_cast<double>(10 + k) * us), 2 * k + d / 2, d));
  const auto file = as_file(ops);
  const tt_merged merged = merge(file);
  BOOST_REQUIRE(merged.ops.size() == 12u);  // 24 numbers
  for (std::size_t k = 0; k < 12; ++k) BOOST_TEST(merged.ops[k].time.in(us) == 10.0 + static_cast<double>(k));
  BOOST_REQUIRE(merged.lacks.size() == 1u);
  BOOST_TEST(merged.lacks[0].op->time.in(us) == 19);
  BOOST_TEST(merged.lacks[0].lacking == "3");
}

/// The first row of a device that runs another program comes later; its gap counts from in front of the window, too.
BOOST_AUTO_TEST_CASE(the_first_op_of_each_device_opens) {
  const auto file = as_file({counted(device_op("A", 0, 1 * us), 1, 0), counted(device_op("A", 1, 2 * us), 1, 1),
                             counted(device_op("B", 2, 1 * us), 2, 2), counted(device_op("A", 0, 3 * us), 3, 0),
                             counted(device_op("A", 1, 2 * us), 3, 1), counted(device_op("B", 2, 1 * us), 4, 2)});
  const auto opening = [&](const tt_faults& faults) {
    data_quality quality;
    std::string text;
    for (const tt_op_use& use : merge(file, quality, 0, faults).ops)
      text += std::to_string(use.op->id) + (use.opens ? "! " : " ");
    return text;
  };
  BOOST_TEST(opening({}) == "3! 4! 5 7 ");
  BOOST_TEST(opening({.first_gap_by_row = true}) == "3 4 5 7 ");
}

/// Host 1 has dispatched one op more before the window, so that its numbers are one ahead: by them, only every third
/// op, which has the name of the one before it, would find the other device's, and that would be the wrong one.
BOOST_AUTO_TEST_CASE(hosts_may_count_ahead_of_each_other) {
  std::vector<tt_op> ops;
  for (std::int32_t d = 0; d < 2; ++d)
    for (std::int64_t k = 0; k < 30; ++k)
      ops.push_back(counted(device_op(k % 3 == 2 ? "Norm" : "Matmul", d, static_cast<double>(10 + k) * us), k + d, 0));
  data_quality quality;
  const auto file = as_file(ops);
  const tt_merged merged = merge(file, quality, 1);  // one device a host
  BOOST_REQUIRE(merged.ops.size() == 30u);
  time_quantity sum;
  for (const tt_op_use& use : merged.ops) sum += use.time;
  BOOST_TEST(sum.in(us) == 735);  // 30 * 10 + 0 + 1 + ... + 29
  BOOST_TEST(quality.empty());
}

/// A tenth of the rows of each device was lost, others on each: no shift, and the numbers place what is left.
BOOST_AUTO_TEST_CASE(lost_rows_do_not_shift_numbers) {
  std::vector<tt_op> ops;
  for (std::int32_t d = 0; d < 2; ++d)
    for (std::int64_t k = 0; k < 40; ++k)
      if (k % 10 != 3 * d + 2) ops.push_back(counted(device_op("A", d, static_cast<double>(10 + k) * us), k, d));
  const auto file = as_file(ops);
  const tt_merged merged = merge(file);
  BOOST_TEST(merged.ops.size() == 40u);
  BOOST_TEST(merged.lacks.size() == 8u);  // 2, 12, 22, 32 on device 0; 5, 15, 25, 35 on device 1
}

BOOST_AUTO_TEST_CASE(numbers_hold_where_too_much_is_lost_to_align) {
  // 32 devices run the same 1,000 ops, and two rows in five are lost: too many differences for a linear alignment.
  std::mt19937 random(7);
  const std::vector<std::string> names{"Matmul", "LayerNorm", "Binary", "Reshape", "Slice", "Softmax", "Concat"};
  std::vector<tt_op> ops;
  for (int i = 0; i < 1'000; ++i)
    for (std::int32_t d = 0; d < 32; ++d)
      if (random() % 5 >= 2) ops.push_back(counted(device_op(names[static_cast<std::size_t>(i % 7)], d), 50 + i, d));
  const auto file = as_file(ops);
  BOOST_TEST(!tt_detail::blocks_by_alignment(test::all_of(file)).has_value());
  data_quality quality;
  BOOST_TEST(merge(file, quality).ops.size() == 1'000u);
  BOOST_TEST(quality.issues().size() == 1u);  // only that devices lack ops
}

BOOST_AUTO_TEST_CASE(replays_repeat_call_counts) {
  const auto ops = as_file({counted(device_op("A", 0, 1 * us), 5, 0), counted(device_op("A", 1, 2 * us), 5, 1),
                            counted(device_op("A", 0, 4 * us), 5, 0), counted(device_op("A", 1, 3 * us), 5, 1)});
  BOOST_TEST(ids_of(merge(ops).ops) == "3 4");
}

/// Without names ops are called by their ids, which differ between devices: 1024 * 1 + 0 and + 1 are one op.
BOOST_AUTO_TEST_CASE(ids_that_stand_for_names_do_not_keep_devices_apart) {
  std::vector<tt_op> ops{device_op("op 1024", 0, 10 * us), device_op("op 1025", 1, 12 * us),
                         device_op("op 2048", 0, 20 * us), device_op("op 2049", 1, 18 * us)};
  for (tt_op& op : ops) op.global_call_count = op.code == "op 1024" ? 1024 : op.code == "op 1025" ? 1025
                                               : op.code == "op 2048" ? 2048 : 2049;
  const auto file = as_file(ops);
  data_quality quality;
  const tt_merged merged = merged_devices(test::all_of(file), 0, {}, quality);
  BOOST_REQUIRE(merged.ops.size() == 2u);
  BOOST_TEST(merged.ops[0].time.in(us) == 12.0);
  BOOST_TEST(merged.ops[1].time.in(us) == 20.0);
  BOOST_TEST(merged.lacks.empty());
  static_assert(is_named_by_id("op 1025", 1025) && is_named_by_id("op 0", 0) && !is_named_by_id("op 025", 25));
  static_assert(!is_named_by_id("op 25", 1025) && !is_named_by_id("op ", 0) && !is_named_by_id("op 5x", 5));
  static_assert(tt_number_of_op(1025, 1) == 1 && tt_number_of_op(1025, 0) == -1 && tt_number_of_op(5, 5) == -1);
}

BOOST_AUTO_TEST_CASE(hosts_number_their_own_devices) {
  // Two hosts of two devices; device 2 is device 0 of host 1, as its counts show.
  const auto ops = as_file({counted(device_op("A", 0, 1 * us), 5, 0), counted(device_op("A", 1, 2 * us), 5, 1),
                            counted(device_op("A", 2, 7 * us), 5, 0), counted(device_op("A", 3, 3 * us), 5, 1)});
  data_quality quality;
  BOOST_TEST(ids_of(merge(ops, quality, 2).ops) == "4");
  BOOST_TEST(quality.empty());
}

BOOST_AUTO_TEST_CASE(rows_stay_in_the_order_in_which_they_came) {
  //                                2                                 3
  const auto ops = as_file({at_time(device_op("B", 0, 1 * us), 50), at_time(device_op("A", 1, 9 * us), 20),
                            at_time(device_op("A", 0, 1 * us), 10), at_time(test::host_op("x (torch)"), 30),
                            at_time(device_op("B", 1, 9 * us), 60)});
  //                                4                                 5                                  6
  data_quality quality;
  const tt_selection by_time = in_time_order(ops, {});  // 4 3 5 2 6
  BOOST_TEST(ids_of(merged_devices(by_time, 0, {}, quality).ops) == "3 5 6");  // each where its first run is
}

BOOST_AUTO_TEST_CASE(one_device_is_not_merged) {
  const auto ops = as_file({device_op("A"), device_op("A"), test::signpost("s"), test::host_op("x (torch)")});
  BOOST_TEST(ids_of(merge(ops).ops) == "2 3 4 5");
}

BOOST_AUTO_TEST_CASE(at_most_eight_lacking_devices_are_named) {
  std::vector<tt_op> ops{device_op("only here", 0)};
  for (std::int32_t d = 0; d < 20; ++d) ops.push_back(device_op("A", d));
  const auto file = as_file(ops);
  const tt_merged merged = merge(file);
  BOOST_REQUIRE(merged.lacks.size() == 1u);
  BOOST_TEST(merged.lacks[0].lacking == "1, 2, 3, 4, 5, 6, 7, 8, ...");
}

BOOST_AUTO_TEST_CASE(devices_that_each_lack_another_op_are_aligned) {
  // Device 0 runs B C D, device 1 A C D, device 2 A B D, device 3 A B C: four ops, each on three devices.
  std::vector<tt_op> ops;
  for (std::int32_t d = 0; d < 4; ++d)
    for (std::int32_t i = 0; i < 4; ++i)
      if (i != d) ops.push_back(device_op(std::string_view("ABCD").substr(static_cast<std::size_t>(i), 1), d));
  const auto file = as_file(ops);
  const tt_merged merged = merge(file);
  BOOST_TEST(merged.ops.size() == 4u);
  BOOST_REQUIRE(merged.lacks.size() == 4u);
  for (const tt_lack& lack : merged.lacks) BOOST_TEST(lack.lacking == std::to_string(lack.op->code[0] - 'A'));
}

BOOST_AUTO_TEST_CASE(random_holes_split_no_op_where_each_code_is_one) {
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) names.push_back("Op" + std::to_string(i));
  std::mt19937 random(99);
  std::size_t wrong = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<tt_op> ops;
    std::vector<std::size_t> ran(60);
    for (std::int32_t d = 0; d < 6; ++d)
      for (std::size_t i = 0; i < 60; ++i) {
        if (random() % 10 == 0) continue;
        ops.push_back(device_op(names[i], d));
        ++ran[i];
      }
    const auto file = as_file(ops);
    const tt_merged merged = merge(file);
    std::size_t holes = 0;
    for (const tt_lack& lack : merged.lacks)
      if (lack.ran != ran[static_cast<std::size_t>(std::stoi(std::string(lack.op->code.substr(2))))]) ++wrong;
    for (std::size_t n : ran) holes += n != 0 && n != 6;
    if (merged.lacks.size() != holes) ++wrong;
  }
  BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(work_stays_linear_in_the_ops) {
  // 200,000 ops may take 1,000,000 + 32 * 200,000 steps.
  BOOST_TEST(tt_detail::alignment_budget(200'000) == 7'400'000u);

  // 2,000 devices that run the same 50 ops, except that each lacks one: few differences, so they are aligned.
  std::vector<std::string> names;
  for (int i = 0; i < 50; ++i) names.push_back("Op" + std::to_string(i));
  std::vector<tt_op> ops;
  for (std::int32_t d = 0; d < 2'000; ++d)
    for (int i = 0; i < 50; ++i)
      if (i != d % 50) ops.push_back(device_op(names[static_cast<std::size_t>(i)], d));
  auto file = as_file(ops);
  data_quality quality;
  BOOST_TEST(merge(file, quality).ops.size() == 50u);
  BOOST_TEST(quality.issues().size() == 1u);

  // 2,000 devices without any op in common: merging them pair by pair would look at 2,000 * 50,000 codes.
  std::vector<std::string> own;
  for (int i = 0; i < 100'000; ++i) own.push_back("Own" + std::to_string(i));
  ops.clear();
  for (std::int32_t d = 0; d < 2'000; ++d)
    for (int i = 0; i < 50; ++i) ops.push_back(device_op(own[static_cast<std::size_t>(d * 50 + i)], d));
  file = as_file(ops);
  BOOST_TEST(!tt_detail::blocks_by_alignment(test::all_of(file)).has_value());
  data_quality different;
  BOOST_TEST(merge(file, different).ops.size() == 100'000u);
  BOOST_REQUIRE(different.issues().size() == 2u);
  BOOST_TEST(different.issues()[0].reason.find("programs that differ too much") != std::string::npos);
  BOOST_TEST(different.issues()[1].count == 100'000u);

  // Two devices of 200,000 ops, every tenth of them different: 40,000 differences are too many for a linear alignment.
  ops.clear();
  for (std::int32_t d = 0; d < 2; ++d)
    for (int i = 0; i < 200'000; ++i)
      ops.push_back(device_op(i % 10 == 9 ? own[static_cast<std::size_t>((i + d * 31'337) % 100'000)]
                                          : names[static_cast<std::size_t>(i % 7)], d));
  file = as_file(ops);
  data_quality far;
  const tt_merged merged = merge(file, far);
  BOOST_TEST(merged.ops.size() >= 200'000u);
  BOOST_TEST(merged.ops.size() <= 400'000u);
  BOOST_TEST(far.issues().front().reason.find("programs that differ too much") != std::string::npos);

  // The same with 100 differences: about 100 * 100 steps plus one for each op, and everything else is merged.
  ops.clear();
  for (std::int32_t d = 0; d < 2; ++d)
    for (int i = 0; i < 200'000; ++i) {
      if (d == 1 && i % 2'000 == 999) continue;
      ops.push_back(device_op(names[static_cast<std::size_t>(i % 50)], d));
    }
  file = as_file(ops);
  data_quality near;
  const tt_merged aligned = merge(file, near);
  BOOST_TEST(aligned.ops.size() == 200'000u);
  BOOST_TEST(aligned.lacks.size() == 100u);
}

BOOST_AUTO_TEST_CASE(is_a_step_too) {
  const auto ops = as_file({device_op("A", 0, 1 * us), device_op("A", 1, 2 * us)});
  BOOST_TEST(ids_of(ops | merged_devices()) == "3");
}

BOOST_AUTO_TEST_SUITE_END()
