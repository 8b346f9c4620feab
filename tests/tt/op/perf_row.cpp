#include <ridgeline/tt/op/analysis.hpp>
#include <ridgeline/tt/op/perf_row.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/faults.hpp>
#include <ridgeline/hw/catalog.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_tt_perf_row)

using test::device_op;
using test::in_dram;
using test::in_l1;
using test::matmul_op;
using test::tensor;

namespace {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::max(std::fabs(a), std::fabs(b)); }

/// Rows of ops on a chip; the analysis outlives them.
struct bench {
  explicit bench(const char* chip, const tt_faults& faults = {}) : bench(*hw::tenstorrent_chips::find(chip), faults) {}
  explicit bench(const hw::device& chip, const tt_faults& faults = {})
      : on(chip), analysis(tt_context{&on, faults}, tt_cost_of, pool, quality) {}
  bench(const bench&) = delete;

  const tt_perf_row& row(tt_op op) {
    ops.push_back(std::make_unique<tt_op>(op));
    rows.push_back(std::make_unique<tt_perf_row>(analysis.row({ops.back().get(), op.time})));
    return *rows.back();
  }

  hw::device on;
  text_pool pool{};
  data_quality quality{};
  tt_analysis analysis;
  std::vector<std::unique_ptr<tt_op>> ops{};
  std::vector<std::unique_ptr<tt_perf_row>> rows{};
};

tt_op with_cores(tt_op op, std::int32_t cores) {
  op.cores = cores;
  return op;
}
tt_op with_attributes(tt_op op, std::string_view attributes) {
  op.attributes = attributes;
  return op;
}

/// A BF16 matmul with only its first input in DRAM: 2 bytes times m times k.
tt_op one_in_dram(std::uint32_t m, std::uint32_t k, std::uint32_t n, time_quantity time, std::string_view at = "HiFi4") {
  tt_op op = matmul_op(m, k, n, time, at, in_l1);
  op.in0.memory = in_dram;
  return op;
}

std::string hints_of(const tt_perf_row& row) {
  static constexpr const char* names[]{"dram_shard", "grid_small", "in0_to_l1", "no_program_config", "in0_block_small",
                                       "in0_block_missing", "subblock_small", "subblock_missing", "blocks_good"};
  std::string text;
  for (unsigned h = 0; h < static_cast<unsigned>(tt_hint::none); ++h) {
    if (!row.has(static_cast<tt_hint>(h))) continue;
    if (!text.empty()) text += ' ';
    text += h < 9 ? names[h] : "fidelity";
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(matmul_rates_on_wormhole) {
  bench wormhole("wormhole");
  // 2 * 1024^3 = 2,147,483,648 FLOP and 3 * 1024^2 * 2 = 6,291,456 B in 100 us
  const auto& row = wormhole.row(matmul_op(1024, 1024, 1024, 100 * us, "HiFi4"));
  BOOST_TEST(near(row.flops.in(TFLOPps), 21.47483648));
  BOOST_TEST(near(row.dram.in(GBps), 62.91456));
  BOOST_TEST(near(row.dram_share, 62.91456 / 288));
  BOOST_TEST(near(row.flops_share, 21.47483648 / 65.536));  // HiFi4: 4096 FLOP/clk / 4 passes * 1 GHz * 64 cores
  BOOST_TEST(row.label == "Matmul 1024 x 1024 x 1024");
  BOOST_TEST(row.all_cores);
}

BOOST_AUTO_TEST_CASE(peaks_follow_fidelity_and_cores) {
  bench wormhole("wormhole");
  const auto share = [&](std::string_view at, std::int32_t cores) {
    return wormhole.row(with_cores(matmul_op(1024, 1024, 1024, 1000 * us, at), cores)).flops_share;
  };
  const double rate = 2.147483648;               // TFLOP/s
  BOOST_TEST(near(share("LoFi", 1), rate / 4.096));
  BOOST_TEST(near(share("LoFi", 64), rate / 262.144));
  BOOST_TEST(near(share("HiFi2", 64), rate / 131.072));
  BOOST_TEST(near(share("HiFi3", 64), rate / (262.144 / 3)));  // three passes
  BOOST_TEST(near(share("HiFi4", 56), rate / (1.024 * 56)));
  BOOST_TEST(!known(share("", 64)));
  BOOST_TEST(!known(share("HiFi5", 64)));
  BOOST_TEST(!known(share("HiFi4", 0)));   // no cores, no peak: the whole chip's is not used
  BOOST_TEST(!known(share("HiFi4", -1)));
  bench blackhole("blackhole");
  const auto& row = blackhole.row(with_cores(matmul_op(1024, 1024, 1024, 1000 * us, "LoFi"), 110));
  BOOST_TEST(near(row.flops_share, rate / (4.096 * 1.35 * 110)));
  BOOST_TEST(near(row.dram_share, 6.291456 / 512));
}

BOOST_AUTO_TEST_CASE(grayskull_is_judged_by_what_is_published) {
  bench e150("grayskull");
  BOOST_TEST(e150.on.name == "e150");
  // 83 TFLOP/s for FP16 and BLOCKFP8, whatever the fidelity and the cores
  for (const char* at : {"HiFi4", "LoFi"})
    BOOST_TEST(near(e150.row(with_cores(matmul_op(1024, 1024, 1024, 100 * us, at), 12)).flops_share, 21.47483648 / 83));
  const auto& bfp8 = e150.row(matmul_op(1024, 1024, 1024, 100 * us, "LoFi", in_dram, "BFLOAT8_B"));
  BOOST_TEST(near(bfp8.flops_share, 21.47483648 / 83));
  BOOST_TEST(near(bfp8.dram_share, 3 * 1024 * 1024 * 1.0625 / 100'000 / 118));
  const auto& bfp4 = e150.row(matmul_op(1024, 1024, 1024, 100 * us, "LoFi", in_dram, "BFLOAT4_B"));
  BOOST_TEST(!known(bfp4.flops_share));  // nothing is published
  BOOST_TEST(known(bfp4.flops));
  bench e75("e75");
  BOOST_TEST(near(e75.row(matmul_op(1024, 1024, 1024, 100 * us)).flops_share, 21.47483648 / 55));
}

BOOST_AUTO_TEST_CASE(bounds_begin_at_exactly_65_percent) {
  bench wormhole("wormhole");
  // 936 * 1000 * 2 = 1,872,000 B in 10,000 ns = 187.2 GB/s = 65 % of 288; a nanosecond more is less
  BOOST_TEST((wormhole.row(one_in_dram(936, 1000, 32, 10'000 * ns)).bound == tt_bound::dram));
  BOOST_TEST((wormhole.row(one_in_dram(936, 1000, 32, 10'001 * ns)).bound == tt_bound::slow));
  // 2 * 640 * 640 * 260 = 212,992,000 FLOP in 5,000 ns = 42.5984 TFLOP/s = 65 % of 65.536
  BOOST_TEST((wormhole.row(matmul_op(640, 640, 260, 5'000 * ns, "HiFi4", in_l1)).bound == tt_bound::flop));
  BOOST_TEST((wormhole.row(matmul_op(640, 640, 260, 5'001 * ns, "HiFi4", in_l1)).bound == tt_bound::slow));
  // Both: 2 * 936 * 1000 * n FLOP in 10,000 ns need 425,984,000 for 65 %: n = 227.56, so 228
  BOOST_TEST((wormhole.row(one_in_dram(936, 1000, 228, 10'000 * ns)).bound == tt_bound::both));
  BOOST_TEST((wormhole.row(one_in_dram(936, 1000, 227, 10'000 * ns)).bound == tt_bound::dram));
  BOOST_TEST((wormhole.row(one_in_dram(936, 1000, 228, 10'001 * ns)).bound == tt_bound::flop));
}

BOOST_AUTO_TEST_CASE(rounding_does_not_move_the_65_percent) {
  bench wormhole("wormhole");  // 187.2 B/ns is 468 elements of 2 bytes in 5 ns; a division alone loses a tenth of these
  int lost = 0;
  for (std::uint32_t i = 1; i <= 2'000; ++i)
    lost += wormhole.row(one_in_dram(468, i, 1, 5.0 * i * ns, "LoFi")).bound != tt_bound::dram;
  BOOST_TEST(lost == 0);
}

BOOST_AUTO_TEST_CASE(ops_without_dram_traffic_and_convolutions_have_bounds) {
  bench wormhole("wormhole");
  BOOST_TEST((wormhole.row(matmul_op(640, 640, 260, 100'000 * ns, "HiFi4", in_l1)).bound == tt_bound::slow));
  tt_op conv = with_attributes(device_op("Conv2d", 0, 10'000 * ns), "window_hw=(1;1); ");
  conv.fidelity = "HiFi4";
  conv.in0 = tensor(1, 1, 936, 1000, "BFLOAT16", in_dram);
  conv.in1 = tensor(1, 1, 1000, 32, "BFLOAT16", in_l1);
  conv.out0 = tensor(1, 1, 936, 32, "BFLOAT16", in_l1);
  BOOST_TEST((wormhole.row(conv).bound == tt_bound::dram));  // 187.2 GB/s
  BOOST_TEST((wormhole.row(device_op("Softmax")).bound == tt_bound::none));
  BOOST_TEST((wormhole.row(test::host_op("aten::x (torch)")).bound == tt_bound::host));
}

BOOST_AUTO_TEST_CASE(no_bound_is_claimed_where_a_rate_is_not_known) {
  bench wormhole("wormhole");
  BOOST_TEST((wormhole.row(with_cores(matmul_op(32, 64, 64, 10 * us), -1)).bound == tt_bound::none));
  tt_op odd = matmul_op(32, 64, 64, 10 * us);
  odd.in1.type = "FLOAT6";  // its bytes are unknown: it may be bound by DRAM
  BOOST_TEST((wormhole.row(odd).bound == tt_bound::none));
  for (time_quantity time : {time_quantity{}, missing<time_quantity>, -1 * us}) {
    const auto& row = wormhole.row(matmul_op(32, 64, 64, time));
    BOOST_TEST((row.bound == tt_bound::none));
    BOOST_TEST(!known(row.flops));
    BOOST_TEST(!known(row.dram));
  }
  // A high enough FLOP share is a bound, whatever the DRAM does.
  tt_op fast = matmul_op(640, 640, 260, 5'000 * ns);
  fast.in1.type = "FLOAT6";
  BOOST_TEST((wormhole.row(fast).bound == tt_bound::flop));
}

BOOST_AUTO_TEST_CASE(hints_of_dram_bound_matmuls) {
  bench wormhole("wormhole");
  BOOST_TEST(hints_of(wormhole.row(one_in_dram(936, 1000, 32, 10'000 * ns))) == "dram_shard");  // HiFi4 is sufficient
  // Too low counts only where FLOPs are below 40 %: 2 * 936 * 1000 * 32 / 10,000 = 5.99 TFLOP/s of 131.072, 4.6 %
  BOOST_TEST(hints_of(wormhole.row(one_in_dram(936, 1000, 32, 10'000 * ns, "HiFi2"))) == "dram_shard fidelity");
  // n = 281: 52.6 TFLOP/s of 131.072, 40.1 %; n = 279: 52.2, 39.8 %
  BOOST_TEST(hints_of(wormhole.row(one_in_dram(936, 1000, 281, 10'000 * ns, "HiFi2"))) == "dram_shard");
  BOOST_TEST(hints_of(wormhole.row(one_in_dram(936, 1000, 279, 10'000 * ns, "HiFi2"))) == "dram_shard fidelity");
  tt_op high = one_in_dram(936, 2000, 16, 10'000 * ns, "HiFi4");  // 936 * 2000 * 1.0625 / 10,000 = 198.9 GB/s
  high.in0.type = high.in1.type = "BFLOAT8_B";
  BOOST_TEST(hints_of(wormhole.row(high)) == "dram_shard fidelity");
  high.attributes = "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig";
  BOOST_TEST(hints_of(wormhole.row(high)) == "fidelity");  // 5.99 TFLOP/s are 48.8 % of 12 cores
}

BOOST_AUTO_TEST_CASE(grid_hints_by_chip) {
  // 2 * 2048^3 = 17.18 GFLOP. HiFi4 on 56 cores of a Wormhole: 57.3 TFLOP/s; 400 us are 74.9 %
  const tt_op op = matmul_op(2048, 2048, 2048, 400 * us, "HiFi4", in_l1);
  bench wormhole("wormhole");
  BOOST_TEST(hints_of(wormhole.row(with_cores(op, 56))) == "grid_small");
  BOOST_TEST(hints_of(wormhole.row(with_cores(op, 64))) == "");  // 65.5 TFLOP/s: 65.5 %
  bench harvested(hw::tenstorrent_chips::find("n300")->with_cores(56));
  BOOST_TEST(hints_of(harvested.row(with_cores(op, 56))) == "");  // that is all of it
  // On a Blackhole 100 cores give 138.24 TFLOP/s; 180 us are 69 %
  bench blackhole("blackhole");
  const tt_op fast = matmul_op(2048, 2048, 2048, 180 * us, "HiFi4", in_l1);
  BOOST_TEST(hints_of(blackhole.row(with_cores(fast, 100))) == "grid_small");
  const tt_op faster = matmul_op(2048, 2048, 2048, 170 * us, "HiFi4", in_l1);
  BOOST_TEST(hints_of(blackhole.row(with_cores(faster, 110))) == "");  // 101.1 of 152.1 TFLOP/s: 66.5 %
  BOOST_TEST(blackhole.rows.back()->all_cores);
  BOOST_TEST(!blackhole.rows.front()->all_cores);
}

BOOST_AUTO_TEST_CASE(ops_bound_by_both_get_both_kinds_of_hints) {
  bench wormhole("wormhole");
  // 56 cores: 65 % of 57.344 TFLOP/s are 372,736,000 FLOP in 10,000 ns: n >= 199.2
  BOOST_TEST(hints_of(wormhole.row(with_cores(one_in_dram(936, 1000, 200, 10'000 * ns), 56))) ==
             "dram_shard grid_small");
  BOOST_TEST(hints_of(wormhole.row(one_in_dram(936, 1000, 228, 10'000 * ns))) == "dram_shard");
}

BOOST_AUTO_TEST_CASE(hints_of_slow_matmuls) {
  bench wormhole("wormhole");
  const auto hints = [&](std::string_view attributes, std::string_view memory = in_l1) {
    return hints_of(wormhole.row(with_attributes(matmul_op(32, 64, 64, 1000 * us, "HiFi4", memory), attributes)));
  };
  BOOST_TEST(hints("", in_dram) == "in0_to_l1 no_program_config");
  BOOST_TEST(hints("", "") == "");  // the memory of input 0 is not recorded: its bytes are unknown, and so is the bound
  BOOST_TEST(hints("in0_block_w=2;out_subblock_h=1;out_subblock_w=2") == "no_program_config");  // no program_config
  BOOST_TEST(hints("program_config: P(in0_block_w=2;out_subblock_h=1;out_subblock_w=2)") == "blocks_good fidelity");
  BOOST_TEST(hints("program_config: P(in0_block_w=1;out_subblock_h=1;out_subblock_w=2)") == "in0_block_small fidelity");
  BOOST_TEST(hints("program_config: P(in0_block_w=2;out_subblock_h=1;out_subblock_w=1)") == "subblock_small fidelity");
  BOOST_TEST(hints("program_config: P(in0_block_w=1;out_subblock_h=1;out_subblock_w=1)") ==
             "in0_block_small subblock_small fidelity");
  BOOST_TEST(hints("program_config: P(in0_block_w=2)") == "subblock_missing fidelity");
  BOOST_TEST(hints("program_config: P(out_subblock_h=1;out_subblock_w=2)") == "in0_block_missing fidelity");
  BOOST_TEST(hints("program_config: P(in0_block_w=4;out_subblock_h=2)") == "subblock_missing fidelity");
  BOOST_TEST(hints("program_config: std::nullopt") == "no_program_config");
  // 65536 * 65536 do not fit an int
  BOOST_TEST(hints("program_config: P(in0_block_w=2;out_subblock_h=65536;out_subblock_w=65536)") ==
             "blocks_good fidelity");
}

BOOST_AUTO_TEST_CASE(times_and_gaps_that_are_not_given_stay_unknown) {
  bench wormhole("wormhole");
  const auto& row = wormhole.row(device_op("Copy", 0, missing<time_quantity>));
  BOOST_TEST(!known(row.time));
  BOOST_TEST(!known(row.gap));
  BOOST_REQUIRE(wormhole.quality.issues().size() == 1u);
  BOOST_TEST(wormhole.quality.issues()[0].reason == "device op without a device time");
  BOOST_TEST(!known(wormhole.row(test::host_op("x (torch)")).time));
  BOOST_TEST(wormhole.quality.issues().size() == 1u);
}

BOOST_AUTO_TEST_CASE(implausible_rows_are_counted) {
  bench wormhole("wormhole");
  wormhole.row(device_op("Copy", 0, -1 * us));
  wormhole.row(with_cores(device_op("Copy"), 110));
  tt_op beside = device_op("AllGather");  // on another sub-device
  beside.gap = -3 * us;
  wormhole.row(beside);
  BOOST_REQUIRE(wormhole.quality.issues().size() == 3u);
  BOOST_TEST(wormhole.quality.issues()[0].reason == "op with a negative time");
  BOOST_TEST(wormhole.quality.issues()[1].reason.starts_with("op uses more cores than the chip has"));
  BOOST_TEST(wormhole.quality.issues()[2].reason.starts_with("op starts before the one before it on its device ends"));
  BOOST_TEST(!wormhole.quality.lost_input());
}

BOOST_AUTO_TEST_CASE(a_device_time_on_a_host_row_is_counted) {
  bench wormhole("wormhole");
  tt_op op = device_op("Copy", 0, 5 * us);
  op.type = tt_op_type::other;  // as `OP TYPE` gives it for an unknown name
  wormhole.row(op);
  BOOST_REQUIRE(wormhole.quality.issues().size() == 1u);
  BOOST_TEST(wormhole.quality.issues()[0].reason.starts_with("row has a device time"));
}

BOOST_AUTO_TEST_CASE(rates_above_their_peak_are_flagged) {
  bench at("wormhole");
  // 2 * 1024^3 FLOP of 65,536 FLOP/ns (HiFi4, 64 cores): 32,768 ns at best
  BOOST_TEST(!at.row(matmul_op(1024, 1024, 1024, 32768 * ns, "HiFi4", in_l1)).beyond_peak);
  BOOST_TEST(at.row(matmul_op(1024, 1024, 1024, 30000 * ns, "HiFi4", in_l1)).beyond_peak);
  BOOST_TEST(at.quality.issues().size() == 1u);
  bench old("wormhole", all_on<tt_faults>());
  BOOST_TEST(!old.row(matmul_op(1024, 1024, 1024, 1000 * ns, "HiFi4", in_l1)).beyond_peak);
}

BOOST_AUTO_TEST_CASE(signposts_have_a_name_only) {
  bench wormhole("wormhole");
  const auto& row = wormhole.row(test::signpost("Matmul (torch)"));
  BOOST_TEST(row.label == "Matmul (torch) (signpost)");
  BOOST_TEST((row.kind == tt_row_kind::other));
  BOOST_TEST((row.bound == tt_bound::none));
  BOOST_TEST(wormhole.quality.empty());
}

BOOST_AUTO_TEST_CASE(without_a_chip_there_are_rates_and_no_shares) {
  text_pool pool;
  data_quality quality;
  tt_analysis analysis(tt_context{}, tt_cost_of, pool, quality);
  const tt_op op = matmul_op(1024, 1024, 1024, 100 * us);
  const tt_perf_row row = analysis.row({&op, op.time});
  BOOST_TEST(near(row.flops.in(TFLOPps), 21.47483648));
  BOOST_TEST(!known(row.flops_share));
  BOOST_TEST(!known(row.dram_share));
  BOOST_TEST((row.bound == tt_bound::none));
}

BOOST_AUTO_TEST_CASE(first_gaps) {
  const auto gaps = [](std::vector<tt_op> ops, bool by_device) {
    std::vector<tt_perf_row> rows;
    for (const tt_op& op : ops) {
      rows.emplace_back();
      rows.back().op = &op;
      rows.back().gap = op.gap;
    }
    drop_first_gaps(rows, by_device);
    std::string text;
    for (const tt_perf_row& row : rows) text += known(row.gap) ? 'g' : '-';
    return text;
  };
  const auto gap = [](tt_op op) {
    op.gap = 1 * us;
    return op;
  };
  const tt_op first = gap(device_op("A", 0)), second = gap(device_op("A", 1)), host = test::host_op("x (torch)");
  BOOST_TEST(gaps({first, first}, false) == "-g");
  BOOST_TEST(gaps({test::signpost("s"), first, first}, false) == "--g");
  BOOST_TEST(gaps({host, first, first}, false) == "--g");  // ops before the host op are not in the window
  BOOST_TEST(gaps({first, host, first}, false) == "--g");
  BOOST_TEST(gaps({first, second, first, second}, false) == "-ggg");  // merged: rows in sequence
  BOOST_TEST(gaps({first, second, first, second}, true) == "--gg");   // separate: each device has a first op
  BOOST_TEST(gaps({gap(host), gap(host)}, false) == "-g");
  BOOST_TEST(gaps({}, true) == "");
}

BOOST_AUTO_TEST_CASE(shares_of_time_and_gap) {
  const tt_op op = device_op("A"), fallback = test::host_op("x (torch)");
  std::vector<tt_perf_row> rows(4);
  for (tt_perf_row& row : rows) row.op = &op;
  rows[0].time = 3 * us;
  rows[1].time = 5 * us, rows[1].gap = 1 * us;
  rows[2].gap = 1 * us;
  rows[3].op = &fallback;
  rows[3].bound = tt_bound::host;
  set_shares(rows, 0.2);
  BOOST_TEST(near(rows[0].share, 0.3));  // of 3 + 6 + 1 = 10
  BOOST_TEST(near(rows[1].share, 0.6));
  BOOST_TEST(near(rows[2].share, 0.1));
  BOOST_TEST(!known(rows[3].share));
  BOOST_TEST(!rows[0].muted);
  BOOST_TEST(rows[2].muted);
  BOOST_TEST(!rows[3].muted);
  for (tt_perf_row& row : rows) row.time = row.gap = time_quantity{};
  set_shares(rows, 0.2);
  BOOST_TEST(!known(rows[0].share));  // with a sum of zero there are no shares
  BOOST_TEST(!rows[0].muted);
}

BOOST_AUTO_TEST_SUITE_END()
