// One case per fault, named after it: both values, with the arithmetic next to them.

#include <ridgeline/tt/record/faults.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <boost/test/tree/traverse.hpp>
#include <boost/test/tree/visitor.hpp>
#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/hw/catalog.hpp>

#include "tests/support/switches.hpp"
#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_tt_faults)

using test::as_file;
using test::at_time;
using test::device_op;
using test::ids_of;
using test::in_dram;
using test::in_l1;
using test::matmul_op;
using test::signpost;
using test::tensor;

namespace {

constexpr tt_faults only(bool tt_faults::*on) {
  tt_faults faults;
  faults.*on = true;
  return faults;
}

bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::max(std::fabs(a), std::fabs(b)); }

const hw::device& chip(std::string_view name) { return *hw::tenstorrent_chips::find(name); }

/// A report over ops that are already selected.
tt_perf_result report(const std::vector<tt_op>& ops, const tt_faults& faults, tt_perf_options options = {},
                      std::string_view on = "wormhole") {
  options.faults = faults;
  return report_tt_ops(std::span<const tt_op>(ops), &chip(on), options);
}
tt_perf_row row_of(const tt_op& op, const tt_faults& faults, std::string_view on = "wormhole") {
  static std::vector<std::vector<tt_op>> kept;  // rows point into their ops
  kept.push_back({op});
  return report(kept.back(), faults, {}, on).rows[0];
}

std::string window(const std::vector<tt_op>& ops, const tt_window& wanted, const tt_faults& faults) {
  return ids_of(cut_window(in_time_order(ops, faults), wanted, faults).ops);
}

tt_op conv_op(std::string_view attributes, std::string_view code = "Conv2d") {
  tt_op op = device_op(code, 0, 1 * us);
  op.fidelity = "HiFi2";
  op.attributes = attributes;
  op.in0 = tensor(1, 1, 100, 64, "BFLOAT8_B", in_l1);
  op.in1 = tensor(1, 1, 576, 64, "BFLOAT8_B", in_l1);
  op.out0 = tensor(1, 1, 100, 64, "BFLOAT16", in_l1);
  return op;
}

/// Time in μs and share of the peak, for summaries.
tt_op op_of_share(std::string_view code, std::int32_t device, double flops_share, double micros) {
  // 2 * 64 * 64 * n FLOP on 64 cores at LoFi: 8192 n / (262,144 FLOP/ns * t ns) = n / (32 t)
  const auto n = static_cast<std::uint32_t>(std::lround(flops_share * 32 * micros * 1000));
  tt_op op = matmul_op(64, 64, n, micros * us, "LoFi", in_l1);
  op.code = code;
  op.device = device;
  return op;
}

}  // namespace

BOOST_AUTO_TEST_CASE(signpost_first_use) {
  //                        2              3                 4               5              6
  const auto ops = as_file({signpost("s"), device_op("A"), device_op("B"), signpost("s"), device_op("C")});
  BOOST_TEST(window(ops, {}, {}) == "6");                                          // after the last s
  BOOST_TEST(window(ops, {}, only(&tt_faults::signpost_first_use)) == "3 4 6");  // after the first row called s
  const auto op_like = as_file({device_op("s"), device_op("A"), signpost("s"), device_op("B")});
  BOOST_TEST(window(op_like, {}, only(&tt_faults::signpost_first_use)) == "3 5");  // which may be an op
}

BOOST_AUTO_TEST_CASE(window_by_file_position) {
  // In time: 4 (10 ns), 3 (20 ns, the signpost), 2 (30 ns).
  const auto ops = as_file({at_time(device_op("A"), 30), at_time(signpost("s"), 20), at_time(device_op("B"), 10)});
  BOOST_TEST(window(ops, {"s"}, {}) == "2");
  BOOST_TEST(window(ops, {"s"}, only(&tt_faults::window_by_file_position)) == "4");
  BOOST_TEST(window(ops, {"", "s"}, {}) == "4");
  BOOST_TEST(window(ops, {"", "s"}, only(&tt_faults::window_by_file_position)) == "2");
}

BOOST_AUTO_TEST_CASE(end_before_start) {
  const auto ops = as_file({signpost("end"), device_op("A"), signpost("go"), device_op("B"), signpost("end"),
                            device_op("C")});
  BOOST_TEST(window(ops, {"go", "end"}, {}) == "5");                                      // the end after the start
  BOOST_TEST(window(ops, {"go", "end"}, only(&tt_faults::end_before_start)) == "");  // above 4 and below 2
}

BOOST_AUTO_TEST_CASE(window_over_all_hosts) {
  std::vector<tt_op> ops = as_file({at_time(signpost("go"), 10), at_time(device_op("A", 0), 20),
                                    at_time(signpost("go"), 9'010), at_time(device_op("A", 1), 9'020)});
  ops[2].host = ops[3].host = 1;  // whose clock is 9,000 ns ahead
  BOOST_TEST(window(ops, {}, {}) == "3 5");
  BOOST_TEST(window(ops, {}, only(&tt_faults::window_over_all_hosts)) == "5");
}

BOOST_AUTO_TEST_CASE(replays_by_host_time) {
  std::vector<tt_op> ops = as_file({at_time(device_op("A"), 10), at_time(device_op("B"), 20),
                                    at_time(device_op("A"), 10), at_time(device_op("B"), 20)});
  for (std::size_t i = 0; i < 4; ++i) ops[i].replay_session = static_cast<std::int32_t>(i / 2);
  BOOST_TEST(ids_of(in_time_order(ops, {})) == "2 3 4 5");
  BOOST_TEST(ids_of(in_time_order(ops, only(&tt_faults::replays_by_host_time))) == "2 4 3 5");
}

BOOST_AUTO_TEST_CASE(merge_by_queue) {
  // Device 0 lacks B. First come: A, A | C, while B waits | B | C: device 1's C has lost its partner.
  //                        2                3                4                5                6
  const auto ops = as_file({device_op("A", 0), device_op("C", 0), device_op("A", 1), device_op("B", 1),
                            device_op("C", 1)});
  data_quality quality;
  const tt_selection all = test::all_of(ops);
  BOOST_TEST(ids_of(merged_devices(all, 0, {}, quality).ops) == "2 3 5");
  BOOST_TEST(ids_of(merged_devices(all, 0, only(&tt_faults::merge_by_queue), quality).ops) == "2 3 5 6");
}

BOOST_AUTO_TEST_CASE(unknown_first_time_stays) {
  // The time is unknown on device 0, then 10 us, then 20 us.
  auto ops = as_file({device_op("A", 0), device_op("A", 1, 10 * us), device_op("A", 2, 20 * us)});
  ops[0].time = missing<time_quantity>;
  data_quality quality;
  const tt_selection all = test::all_of(ops);
  BOOST_TEST(ids_of(merged_devices(all, 0, {}, quality).ops) == "4");
  BOOST_TEST(ids_of(merged_devices(all, 0, only(&tt_faults::unknown_first_time_stays), quality).ops) == "2");
}

BOOST_AUTO_TEST_CASE(id_order_after_merge) {
  const auto ops = as_file({at_time(device_op("A"), 20), at_time(device_op("B"), 10)});
  data_quality quality;
  const tt_selection by_time = in_time_order(ops, {});
  BOOST_TEST(ids_of(merged_devices(by_time, 0, {}, quality).ops) == "3 2");
  BOOST_TEST(ids_of(merged_devices(by_time, 0, only(&tt_faults::id_order_after_merge), quality).ops) == "2 3");
}

BOOST_AUTO_TEST_CASE(first_gap_by_row) {
  std::vector<tt_op> ops = as_file({test::host_op("x (torch)"), device_op("A"), device_op("B")});
  ops[1].gap = 100 * us;  // since an op before the window
  ops[2].gap = 3 * us;
  BOOST_TEST(report(ops, {}).gap.in(us) == 3);
  BOOST_TEST(report(ops, only(&tt_faults::first_gap_by_row)).gap.in(us) == 103);
}

/// Two ops are captured into a trace, which is replayed twice: four runs of 30 us each.
BOOST_AUTO_TEST_CASE(captured_ops_are_runs) {
  tt_op a = device_op("A", 0, missing<time_quantity>), b = device_op("B", 0, missing<time_quantity>);
  a.captured = b.captured = true;
  std::vector<tt_op> ops{a, b};
  for (const std::int32_t session : {1, 2})
    for (tt_op op : {device_op("A", 0, 30 * us), device_op("B", 0, 30 * us)}) {
      op.replay_session = session;
      op.gap = 2 * us;
      ops.push_back(op);
    }
  const auto file = as_file(ops);
  const tt_perf_result right = report(file, {});
  BOOST_TEST(right.device_ops == 4);
  BOOST_TEST(right.rows.size() == 6u);
  BOOST_TEST(right.quality.empty());
  BOOST_REQUIRE(right.summary.size() == 2u);
  BOOST_TEST(right.summary[0].ops == 2);
  BOOST_TEST(near(right.gap.in(us), 6));  // the first run has none, 3 * 2
  const tt_perf_result wrong = report(file, only(&tt_faults::captured_ops_are_runs));
  BOOST_TEST(wrong.device_ops == 6);
  BOOST_TEST(wrong.summary[0].ops == 3);
  BOOST_TEST(!wrong.quality.empty());
  BOOST_TEST(near(wrong.gap.in(us), 8));
}

BOOST_AUTO_TEST_CASE(unknown_time_is_zero) {
  const tt_op op = device_op("Copy", 0, missing<time_quantity>);
  BOOST_TEST(!known(row_of(op, {}).time));
  BOOST_TEST(row_of(op, only(&tt_faults::unknown_time_is_zero)).time.in(us) == 0);
}

BOOST_AUTO_TEST_CASE(constants_of_1_2_4) {
  const auto core = [](std::string_view name, math at, const tt_faults& faults) {
    return hw::peak_rate(*choose_tt_chip(name, 0, "", faults).on, at, 1).in(TFLOPps);
  };
  const tt_faults old = only(&tt_faults::constants_of_1_2_4);
  BOOST_TEST(near(core("wormhole", lofi, {}), 4.096));        // 4096 FLOP/clk at 1 GHz
  BOOST_TEST(near(core("wormhole", lofi, old), 262.0 / 72));  // a figure for 64 cores, divided by 72
  BOOST_TEST(near(core("wormhole", hifi4, {}), 1.024));
  BOOST_TEST(near(core("wormhole", hifi4, old), 74.0 / 72));
  BOOST_TEST(near(core("wormhole", hifi3, {}), 4.096 / 3));
  BOOST_TEST(!known(hw::peak_rate(*choose_tt_chip("wormhole", 0, "", old).on, hifi3, 1)));
  BOOST_TEST(near(core("blackhole", hifi2, {}), 4.096 * 1.35 / 2));
  BOOST_TEST(near(core("blackhole", hifi2, old), 2.7648));    // the same
  BOOST_TEST(choose_tt_chip("blackhole", 0, "", {}).on->cores == 110);
  BOOST_TEST(choose_tt_chip("blackhole", 0, "", old).on->cores == 130);
  BOOST_TEST(choose_tt_chip("blackhole", 0, "p100a", {}).on->dram.in(GBps) == 448);
  BOOST_TEST(choose_tt_chip("blackhole", 0, "p100a", old).on->dram.in(GBps) == 512);
  BOOST_TEST(choose_tt_chip("grayskull", 0, "", {}).on.has_value());
  BOOST_TEST(!choose_tt_chip("grayskull", 0, "", old).on.has_value());
}

BOOST_AUTO_TEST_CASE(wormhole_core_counts) {
  // 2 * 2048^3 FLOP at HiFi4 on 64 of a Blackhole's 110 cores: 64 * 1.3824 = 88.5 TFLOP/s; 200 us are 97 %
  const tt_op op = matmul_op(2048, 2048, 2048, 200 * us, "HiFi4", in_l1);
  const tt_faults faults = only(&tt_faults::wormhole_core_counts);
  BOOST_TEST(row_of(op, {}, "blackhole").has(tt_hint::grid_small));
  BOOST_TEST(!row_of(op, faults, "blackhole").has(tt_hint::grid_small));
  BOOST_TEST(!row_of(op, {}, "blackhole").all_cores);
  BOOST_TEST(row_of(op, faults, "blackhole").all_cores);
  tt_op sharded = op;
  sharded.attributes = "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig";
  BOOST_TEST(row_of(sharded, {}, "blackhole").cores == 8);  // one for each of its banks
  BOOST_TEST(row_of(sharded, faults, "blackhole").cores == 12);
  sharded.attributes = "MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig";
  BOOST_TEST(row_of(sharded, {}, "blackhole").dram_sharded);
  BOOST_TEST(!row_of(sharded, faults, "blackhole").dram_sharded);
}

BOOST_AUTO_TEST_CASE(batch_from_inputs) {
  tt_op op = matmul_op(32, 32, 32, 1 * us);
  op.in1.dims[1] = 4;  // four weights are stored, one is used: the output has one matrix
  const tt_perf_row row = row_of(op, {}), old = row_of(op, only(&tt_faults::batch_from_inputs));
  BOOST_TEST((row.flops * (1 * us)).in(FLOP) == 65'536);  // 2 * 32 * 32 * 32
  BOOST_TEST((old.flops * (1 * us)).in(FLOP) == 262'144);
  BOOST_TEST(tt_matmul::from(op, {}).shape.batch == 1);
  BOOST_TEST(tt_matmul::from(op, {nullptr, only(&tt_faults::batch_from_inputs)}).shape.batch == 4);
}

BOOST_AUTO_TEST_CASE(groups_ignored) {
  const tt_op op = conv_op("window_hw=(3;3); 'groups': '4'");
  const tt_perf_row row = row_of(op, {}), old = row_of(op, only(&tt_faults::groups_ignored));
  BOOST_TEST((row.flops * (1 * us)).in(FLOP) == 1'843'200);  // K = 64 * 9 / 4 = 144; 2 * 100 * 144 * 64
  BOOST_TEST((old.flops * (1 * us)).in(FLOP) == 7'372'800);  // K = 576
}

BOOST_AUTO_TEST_CASE(missing_conv_keys_are_on) {
  const auto label = [](const tt_faults& faults) {
    std::string text;
    tt_conv::from(conv_op("window_hw=(1;1); "), {nullptr, faults}).append_label(text);
    return text;
  };
  BOOST_TEST(label({}) == " 100 x 64 x 64 [ABH=x|x]");
  BOOST_TEST(label(only(&tt_faults::missing_conv_keys_are_on)) == " 100 x 64 x 64 [ABH=x|x ADB SR]");
}

BOOST_AUTO_TEST_CASE(block_floats_by_digits) {
  const tt_faults digits = only(&tt_faults::block_floats_by_digits);
  BOOST_TEST((1024 * tt_element_size("BFLOAT8_B", {})).in(B) == 1088);  // a tile of 1024 and its 64 exponents
  BOOST_TEST((1024 * tt_element_size("BFLOAT8_B", digits)).in(B) == 1024);
  BOOST_TEST((1024 * tt_element_size("BFLOAT4_B", {})).in(B) == 576);
  BOOST_TEST((1024 * tt_element_size("BFLOAT4_B", digits)).in(B) == 512);
  BOOST_TEST(!known(tt_element_size("ODD", {})));
  BOOST_TEST(tt_element_size("ODD", digits).in(B) == 4);  // no digits
  BOOST_TEST(tt_element_size("BFLOAT16", {}).in(B) == 2);
  BOOST_TEST(tt_element_size("BFLOAT16", digits).in(B) == 2);
}

BOOST_AUTO_TEST_CASE(bound_of_matmuls_in_dram_only) {
  // 2 * 640 * 640 * 260 FLOP in 4,000 ns: 53.2 of 65.5 TFLOP/s, 81 %
  const tt_op op = matmul_op(640, 640, 260, 4 * us, "HiFi4", in_l1);
  const tt_faults faults = only(&tt_faults::bound_of_matmuls_in_dram_only);
  BOOST_TEST((row_of(op, {}).bound == tt_bound::flop));
  BOOST_TEST((row_of(op, faults).bound == tt_bound::none));
  // 2 * 100 * 576 * 64 FLOP in 1,000 ns: 7.4 of 131.1 TFLOP/s
  BOOST_TEST((row_of(conv_op("window_hw=(3;3); "), {}).bound == tt_bound::slow));
  BOOST_TEST((row_of(conv_op("window_hw=(3;3); "), faults).bound == tt_bound::none));
}

BOOST_AUTO_TEST_CASE(conv_without_dram) {
  tt_op op = conv_op("window_hw=(3;3); ");
  op.in1.memory = in_dram;  // 576 * 64 * 1.0625 = 39,168 B in 1,000 ns
  BOOST_TEST(near(row_of(op, {}).dram.in(GBps), 39.168));
  BOOST_TEST(near(row_of(op, {}).dram_share, 39.168 / 288));
  BOOST_TEST(!known(row_of(op, only(&tt_faults::conv_without_dram)).dram));
}

BOOST_AUTO_TEST_CASE(unknown_rates_are_slow) {
  tt_op op = matmul_op(32, 64, 64, 10 * us);
  op.cores = -1;  // so there is no peak
  BOOST_TEST((row_of(op, {}).bound == tt_bound::none));
  BOOST_TEST((row_of(op, only(&tt_faults::unknown_rates_are_slow)).bound == tt_bound::slow));
}

BOOST_AUTO_TEST_CASE(fidelity_colour_of_old_conv_only) {
  const tt_faults faults = only(&tt_faults::fidelity_colour_of_old_conv_only);
  const tt_op old_name = conv_op("", "OptimizedConvNew"), new_name = conv_op("");  // BFP8 x BFP8 => BF16 at HiFi2
  BOOST_TEST((row_of(old_name, {}).fidelity == fidelity_verdict::sufficient));
  BOOST_TEST((row_of(new_name, {}).fidelity == fidelity_verdict::sufficient));
  BOOST_TEST((row_of(old_name, faults).fidelity == fidelity_verdict::sufficient));
  BOOST_TEST((row_of(new_name, faults).fidelity == fidelity_verdict::none));
  BOOST_TEST(!row_of(new_name, faults).judged);
}

BOOST_AUTO_TEST_CASE(no_grid_hint_when_both) {
  // 936 * 1000 * 2 B in 10,000 ns: 65 % of 288 GB/s. 2 * 936 * 1000 * 200 FLOP: 37.4 of 57.3 TFLOP/s on 56 cores, 65.3 %
  tt_op op = matmul_op(936, 1000, 200, 10'000 * ns, "HiFi4", in_l1);
  op.in0.memory = in_dram;
  op.cores = 56;
  BOOST_TEST((row_of(op, {}).bound == tt_bound::both));
  BOOST_TEST(row_of(op, {}).has(tt_hint::grid_small));
  BOOST_TEST(!row_of(op, only(&tt_faults::no_grid_hint_when_both)).has(tt_hint::grid_small));
}

BOOST_AUTO_TEST_CASE(footer_of_the_window) {
  std::vector<tt_op> ops = as_file({device_op("A", 0, 10 * us), device_op("B", 0, 30 * us), test::host_op("x (torch)"),
                                    test::host_op("runs on no device")});
  tt_perf_options options;
  options.id_range = true;
  options.first_id = 3;
  const tt_perf_result shown = report(ops, {}, options);
  BOOST_TEST(shown.device_ops == 1);
  BOOST_TEST(shown.host_ops == 2);
  BOOST_TEST(near(shown.shown, 0.75));  // 30 of 40 us
  const tt_perf_result old = report(ops, only(&tt_faults::footer_of_the_window), options);
  BOOST_TEST(old.device_ops == 3);  // 2, 3 and 5
  BOOST_TEST(old.host_ops == 1);
  BOOST_TEST(old.shown == 1);
}

BOOST_AUTO_TEST_CASE(host_ops_are_other) {
  const auto ops = as_file({device_op("Softmax"), test::host_op("aten::add (torch)")});
  tt_perf_options options;
  options.group = tt_summary_key::category;
  const tt_perf_result result = report(ops, {}, options);
  const tt_perf_result old = report(ops, only(&tt_faults::host_ops_are_other), options);
  BOOST_REQUIRE(result.summary.size() == 2u);
  BOOST_TEST(result.summary[1].key == "Host");
  BOOST_TEST(old.summary[1].key == "Other");
  BOOST_TEST(result.notes.empty());
  BOOST_REQUIRE(old.notes.size() == 1u);
  BOOST_TEST(old.notes[0] == "no category is listed for: aten::add");
}

BOOST_AUTO_TEST_CASE(weighted_mean_over_devices) {
  // 20 % for 100 us on one device, 60 % for 300 us on the other: (20 * 100 + 60 * 300) / 400 = 50 %
  const auto ops = as_file({op_of_share("Matmul", 0, 0.2, 100), op_of_share("Matmul", 1, 0.6, 300)});
  tt_perf_options options;
  options.merge_devices = false;
  options.group = tt_summary_key::op;
  const auto means = [&](const tt_faults& faults) {
    const tt_perf_result result = report(ops, faults, options);
    return std::pair(result.summary.at(0).weighted, result.summary.at(1).weighted);
  };
  BOOST_TEST(near(means({}).first, 0.2));
  BOOST_TEST(near(means({}).second, 0.6));
  BOOST_TEST(near(means(only(&tt_faults::weighted_mean_over_devices)).first, 0.5));
  BOOST_TEST(near(means(only(&tt_faults::weighted_mean_over_devices)).second, 0.5));
  // rows of no device count, although they are left out: (20 * 100 + 60 * 300 + 80 * 100) / 500 = 56 %
  const auto nameless = as_file({op_of_share("Matmul", 0, 0.2, 100), op_of_share("Matmul", 1, 0.6, 300),
                                 op_of_share("Matmul", -1, 0.8, 100)});
  tt_faults both = only(&tt_faults::weighted_mean_over_devices);
  both.summary_without_host_rows = true;
  const tt_perf_result all = report(nameless, both, options);
  BOOST_REQUIRE(all.summary.size() == 2u);
  BOOST_TEST(near(all.summary[0].weighted, 0.56));
}

BOOST_AUTO_TEST_CASE(summary_without_host_rows) {
  const auto ops = as_file({device_op("A", 0), device_op("A", 1), test::host_op("x (torch)")});
  tt_perf_options options;
  options.merge_devices = false;
  BOOST_TEST(report(ops, {}, options).summary.size() == 3u);
  BOOST_TEST(report(ops, only(&tt_faults::summary_without_host_rows), options).summary.size() == 2u);
}

BOOST_AUTO_TEST_CASE(signpost_in_op_names) {
  const auto ops = as_file({device_op("Copy"), device_op("signpostWriter")});
  BOOST_TEST(report(ops, {}).summary.size() == 2u);
  const tt_perf_result old = report(ops, only(&tt_faults::signpost_in_op_names));
  BOOST_TEST(old.summary.size() == 1u);
  BOOST_TEST(old.device_ops == 1);
  BOOST_TEST(old.signposts == 1);
  BOOST_TEST(report(ops, {}).device_ops == 2);
}

BOOST_AUTO_TEST_CASE(order_by_text) {
  // Device 0: 81, 10 and 9 us of 100; device 1: 200 us.
  const auto ops = as_file({device_op("ten", 0, 10 * us), device_op("nine", 0, 9 * us), device_op("most", 0, 81 * us),
                            device_op("other", 1, 200 * us)});
  tt_perf_options options;
  options.merge_devices = false;
  const auto keys = [](const std::vector<tt_summary_row>& rows) {
    std::string text;
    for (const tt_summary_row& row : rows) text += row.key + " ";
    return text;
  };
  const tt_perf_result result = report(ops, {}, options), old = report(ops, only(&tt_faults::order_by_text), options);
  BOOST_TEST(keys(result.summary) == "most ten nine other ");  // by device, then by number
  BOOST_TEST(keys(old.summary) == "other most ten nine ");     // in files: by time over all devices
  BOOST_TEST(keys(ordered_by_text(old.summary)) == "nine most ten other ");  // "9.00" > "81.00" > "10.00"
}

BOOST_AUTO_TEST_CASE(one_core_count) {
  tt_op op = conv_op("window_hw=(3;3); ");
  op.available_cores = 20;  // of a sub-device; the chip has 64
  const double of_its_own = row_of(op, {}).flops_share, of_all = row_of(op, only(&tt_faults::one_core_count)).flops_share;
  BOOST_TEST(near(of_its_own, of_all * 64 / 20));
}

BOOST_AUTO_TEST_CASE(any_time_is_believed) {
  const auto ops = as_file({device_op("Copy", 0, 30 * us), device_op("Move", 0, 18446744073709551615. * ns)});
  const tt_perf_result right = report(ops, {});
  BOOST_TEST(!known(right.rows[1].time));
  BOOST_TEST(near(right.rows[0].share, 1));  // 30 of 30 us
  BOOST_TEST(report(ops, only(&tt_faults::any_time_is_believed)).rows[0].share < 1e-9);
}

/// A gap of 2^64 - 616 ns, as unsigned numbers show a negative one.
BOOST_AUTO_TEST_CASE(any_time_is_believed_also_of_a_gap) {
  tt_op wrapped = device_op("Move", 0, 30 * us), back = device_op("Add", 0, 20 * us);
  tt_op late = device_op("Sub", 0, 10 * us);
  wrapped.gap = 18446744073709551000. * ns;
  back.gap = -wrapped.gap;
  late.gap = 3'600'000'000. * us;  // an hour: the host may have waited
  const auto ops = as_file({device_op("Copy", 0, 40 * us), wrapped, back, late});
  const tt_perf_result right = report(ops, {});
  BOOST_TEST(!known(right.rows[1].gap));
  BOOST_TEST(!known(right.rows[2].gap));
  BOOST_TEST(near(right.gap.in(us), 3'600'000'000));
  BOOST_TEST(near(right.time.in(us), 40 + 30 + 20 + 10));
  BOOST_REQUIRE(right.quality.issues().size() == 1u);
  BOOST_TEST(right.quality.issues()[0].reason == "gap of more than a day is implausible; it is left out");
  BOOST_TEST(right.quality.issues()[0].count == 2u);
  BOOST_TEST(near(report(ops, only(&tt_faults::any_time_is_believed)).rows[1].gap.in(ns), 18446744073709551000.));
}

BOOST_AUTO_TEST_CASE(operands_as_recorded) {
  const tt_faults fault = only(&tt_faults::operands_as_recorded);
  const auto teraflops = [](const tt_op& op, const tt_faults& faults) { return row_of(op, faults).flops.in(TFLOPps); };
  tt_op op = matmul_op(64, 32, 128, 1 * us, "LoFi", in_l1);
  op.attributes = "{'transpose_a': 'false'; 'transpose_b': 'true'}";
  op.in1 = tensor(1, 1, 128, 32, "BFLOAT16", in_l1);  // 128 x 32 for 32 x 128
  BOOST_TEST(near(teraflops(op, {}), 0.524288));      // 2 * 64 * 32 * 128 in 1 us
  BOOST_TEST(near(teraflops(op, fault), 0.131072));   // 2 * 64 * 32 * 32
  op.in1 = tensor(1, 1, 32, 128, "BFLOAT16", in_l1);  // transposed before the call: it fits as it is
  BOOST_TEST(near(teraflops(op, {}), 0.524288));
  op.attributes = "{'transpose_a': '1'; 'transpose_b': '0'}";
  op.in0 = tensor(1, 1, 32, 16, "BFLOAT16", in_l1);   // 32 x 16 for 16 x 32
  BOOST_TEST(near(teraflops(op, {}), 0.131072));      // 2 * 16 * 32 * 128
  BOOST_TEST(near(teraflops(op, fault), 0.131072));   // 2 * 32 * 16 * 128, by chance

  op = matmul_op(32, 64, 128, 1 * us, "LoFi", in_l1);
  op.code = "AllGatherMatmulAsync";
  op.in1 = tensor(1, 1, 256, 128, "BFLOAT16", in_l1);  // four devices hold 64 of 256
  BOOST_TEST(near(teraflops(op, {}), 2.097152));       // 2 * 32 * 256 * 128
  BOOST_TEST(near(teraflops(op, fault), 0.524288));    // 2 * 32 * 64 * 128

  op = matmul_op(32, 64, 128, 1 * us, "LoFi");
  op.code = "SparseMatmulDeviceOperation";
  op.in1 = tensor(1, 8, 64, 128, "BFLOAT16", in_dram);
  op.out0 = tensor(1, 8, 32, 128, "BFLOAT16", in_dram);
  op.attributes = "{'nnz': '2'; 'is_input_b_sparse': 'true'}";
  BOOST_TEST(near(teraflops(op, {}), 1.048576));       // 2 * 2 * 32 * 64 * 128
  BOOST_TEST(near(teraflops(op, fault), 4.194304));    // 8 in place of 2
  // 32 * 64 * 2 bytes, and of 8 * 64 * 128 * 2 and 8 * 32 * 128 * 2 two eighths: 4096 + 32768 + 16384 in 1 us
  BOOST_TEST(near(row_of(op, {}).dram.in(GBps), 53.248));
  BOOST_TEST(near(row_of(op, fault).dram.in(GBps), 200.704));  // 4096 + 131072 + 65536
  op.attributes = "{'nnz': 'std::nullopt'}";           // counted on the device: unknown
  BOOST_TEST(!known(row_of(op, {}).flops));
  BOOST_TEST(!known(row_of(op, {}).dram));

  // moreh's names: 64 x 32 with 128 x 32
  op = matmul_op(64, 32, 128, 1 * us, "LoFi", in_l1);
  op.code = "MorehMatmulOperation";
  op.in1 = tensor(1, 1, 128, 32, "BFLOAT16", in_l1);
  op.attributes = "{'transpose_input': 'false'; 'transpose_other': 'true'}";
  BOOST_TEST(near(teraflops(op, {}), 0.524288));
  BOOST_TEST(near(teraflops(op, fault), 0.131072));
}

// One token of 32 users with 71 heads of 64 numbers, and a cache of 2048 tokens of which 256 are read.
BOOST_AUTO_TEST_CASE(operands_as_recorded_of_attention_over_a_cache) {
  const tt_faults fault = only(&tt_faults::operands_as_recorded);
  tt_op op = matmul_op(32, 64, 64, 1 * us, "LoFi", in_l1);
  op.code = "AttnMatmulDeviceOperation";
  op.attributes = "{'num_tokens': '256'; 'transpose_hw': 'true'}";
  op.in0 = tensor(1, 71, 32, 64, "BFLOAT16", in_l1);
  op.in1 = tensor(32, 1, 2048, 64, "BFLOAT16", in_dram);
  op.out0 = tensor(1, 71, 32, 256, "BFLOAT16", in_l1);
  // scores: 2 * 71 heads * 32 users * 64 * 256; of 32 * 2048 * 64 * 2 bytes an eighth, 1 MiB, in 1 us
  BOOST_TEST(near(row_of(op, {}).flops.in(GFLOPps), 74448.896));
  BOOST_TEST(near(row_of(op, {}).dram.in(GBps), 1048.576));
  BOOST_TEST(near(row_of(op, fault).flops.in(GFLOPps), 18612.224));  // 64 in place of 256
  BOOST_TEST(near(row_of(op, fault).dram.in(GBps), 8388.608));
  op.attributes = "{'transpose_hw': 'false'}";  // scores times values: K is 256 of 2048
  op.in0 = tensor(1, 71, 32, 256, "BFLOAT16", in_l1);
  op.out0 = tensor(1, 71, 32, 64, "BFLOAT16", in_l1);
  BOOST_TEST(near(row_of(op, {}).flops.in(GFLOPps), 74448.896));
  BOOST_TEST(near(row_of(op, {}).dram.in(GBps), 1048.576));

  op.code = "Matmul_RS";  // inputs 0 and 1 are those of the reduce-scatter
  const tt_perf_row row = row_of(op, {});
  BOOST_TEST(!known(row.flops));
  BOOST_TEST(!known(row.dram));
  std::string label;
  tt_matmul::from(op, {}).append_label(label);
  BOOST_TEST(label == " ? x ? x ?");
}

/// The first ops of a replay, as a p150 wrote them: starts of the run before, 6.9 s ago.
BOOST_AUTO_TEST_CASE(any_time_is_believed_also_with_a_stale_start) {
  tt_op stale = device_op("Move", 0, 6'923'000 * us), behind = device_op("Copy", 0, 30 * us);
  stale.gap = -6'919'000 * us;
  behind.gap = 6'258'000 * us;
  tt_op beside = device_op("Add", 0, 20 * us);  // on a sub-device: it may overlap another
  beside.gap = -15 * us;
  const auto ops = as_file({device_op("Tilize", 0, 10 * us), stale, behind, beside});
  const tt_perf_result right = report(ops, {});
  BOOST_TEST(!known(right.rows[1].time));
  BOOST_TEST(!known(right.rows[1].gap));
  BOOST_TEST(!known(right.rows[2].gap));
  BOOST_TEST(near(right.rows[3].gap.in(us), -15));
  BOOST_TEST(near(right.time.in(us), 10 + 30 + 20));
  BOOST_TEST(near(report(ops, only(&tt_faults::any_time_is_believed)).time.in(us), 6'923'060));
}

BOOST_AUTO_TEST_CASE(unnamed_memory_is_no_dram) {
  const tt_tensor t{{1, 1, 32, 64}, "BFLOAT16", ""};
  BOOST_TEST(!known(tt_dram_bytes(t)));
  BOOST_TEST(tt_dram_bytes(t, only(&tt_faults::unnamed_memory_is_no_dram)).base() == 0);
  BOOST_TEST(tt_dram_bytes(tt_tensor{}).base() == 0);  // no tensor at all
}

BOOST_AUTO_TEST_CASE(host_ops_by_name) {
  const auto ops = as_file({device_op("Copy"), test::host_op("fallback")});
  BOOST_TEST(name_of(report(ops, {}).rows[1].bound) == "HOST");
  BOOST_TEST(name_of(report(ops, only(&tt_faults::host_ops_by_name)).rows[1].bound) == "");
}

BOOST_AUTO_TEST_CASE(memory_without_l1) {
  const tt_faults faults = only(&tt_faults::memory_without_l1);
  const auto key = [](std::string_view memory, const tt_faults& f) {
    return tt_detail::memory_key(memory, f).value_or("dropped");
  };
  BOOST_TEST(key("DEV_0_L1_HEIGHT_SHARDED", {}) == "l1_height_sharded");
  BOOST_TEST(key("DEV_0_L1_HEIGHT_SHARDED", faults) == "height_sharded");  // the last two parts
  BOOST_TEST(key("DEV_12_DRAM_INTERLEAVED", {}) == "dram_interleaved");
  BOOST_TEST(key("DEV_12_DRAM_INTERLEAVED", faults) == "dram_interleaved");
  BOOST_TEST(key("HOST", {}) == "host");
  BOOST_TEST(key("HOST", faults) == "dropped");
  tt_op op = device_op("Copy");
  op.in0.memory = "HOST";
  BOOST_TEST(report({op}, {}).summary.size() == 1u);
  BOOST_TEST(report({op}, faults).summary.empty());
}

BOOST_AUTO_TEST_CASE(every_fault_has_its_case) {
  namespace ut = boost::unit_test;
  struct : ut::test_tree_visitor {
    std::set<std::string> names{};
    void visit(const ut::test_case& one) override { names.insert(one.full_name()); }
  } cases;
  ut::traverse_test_tree(ut::framework::master_test_suite(), cases, true);
  for (const std::string& fault : test::switches_of("tt/record/faults.hpp"))
    BOOST_TEST(cases.names.contains("model_tt_faults/" + fault), fault);
}

BOOST_AUTO_TEST_SUITE_END()
