#include <ridgeline/tt/report/perf.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_tt_perf_result)

using test::as_file;
using test::device_op;
using test::host_op;
using test::in_dram;
using test::in_l1;
using test::matmul_op;
using test::signpost;

namespace {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-12 * std::max(std::fabs(a), std::fabs(b)); }

const hw::device& wormhole = *hw::tenstorrent_chips::find("wormhole");

tt_op with_gap(tt_op op, time_quantity gap) {
  op.gap = gap;
  return op;
}

std::string ids_in(const tt_perf_result& result) {
  tt_selection ops;
  for (const tt_perf_row& row : result.rows) ops.push_back(row.op);
  return test::ids_of(ops);
}

std::string shown(const tt_perf_result& result, const tt_text_style& style = {}) {
  string_output out;
  write_tt_perf(out, result, style);
  return out.text();
}

std::size_t times(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// The colour of the first row's cell in the column with that title.
colour colour_at(const tt_perf_result& result, std::string_view title, std::size_t row = 0) {
  const table t = tt_ops_table(result);
  return t.colour_of(row, t.find(title));
}

}  // namespace

BOOST_AUTO_TEST_CASE(chips_are_chosen_by_file_then_by_name) {
  const auto choose = [](std::string_view file, std::int64_t cores, std::string_view wanted) {
    return choose_tt_chip(file, cores, wanted, {});
  };
  BOOST_TEST(choose("", 0, "").on->name == "wormhole");
  BOOST_TEST(choose("", 0, "P150").on->name == "p150");  // in any letter case
  BOOST_TEST(choose("wormhole_b0", 56, "").on->cores == 56);
  BOOST_TEST(choose("wormhole_b0", 56, "").on->dram.in(GBps) == 288);
  // A board refines the family that the file names...
  const tt_chip_choice refined = choose("blackhole", 110, "p100a");
  BOOST_TEST(refined.on->name == "p100a");
  BOOST_TEST(refined.on->dram.in(GBps) == 448);
  BOOST_TEST(refined.on->cores == 110);
  BOOST_TEST(refined.notes.empty());
  // ... and one of another family is ignored, with a note.
  const tt_chip_choice conflict = choose("blackhole", 110, "n150");
  BOOST_TEST(conflict.on->name == "blackhole");
  BOOST_REQUIRE(conflict.notes.size() == 1u);
  BOOST_TEST(conflict.notes[0] == "--arch n150 is ignored: the file names blackhole");
  // Only the user can say what an unknown chip is.
  const tt_chip_choice unknown = choose("quasar", 32, "");
  BOOST_TEST(!unknown.on.has_value());
  BOOST_TEST(unknown.notes.at(0) == "architecture quasar is not known: shares of peaks are left empty");
  const tt_chip_choice told = choose("quasar", 32, "blackhole");
  BOOST_TEST(told.on->name == "blackhole");
  BOOST_TEST(told.on->cores == 32);
  BOOST_TEST(told.notes.at(0) == "architecture quasar is not known: ops are judged as on blackhole");
  BOOST_TEST(choose("grayskull", 0, "").on->name == "e150");
  // Release 1.2.4 ignores what is asked for where the file names a chip that it knows, whatever that is.
  tt_faults old;
  old.constants_of_1_2_4 = true;
  for (const std::string_view wanted : {"p150", "bh20", "wormhole"}) {
    const tt_chip_choice in_file = choose_tt_chip("blackhole", 110, wanted, old);
    BOOST_REQUIRE(in_file.on.has_value());
    BOOST_TEST(in_file.on->name == "blackhole");
    BOOST_TEST(in_file.notes.at(0) == "--arch " + std::string(wanted) + " is ignored: the file names blackhole");
  }
  BOOST_TEST(choose_tt_chip("", 0, "bh20", old).on->name == "bh20");
  BOOST_TEST(choose("wormhole", -5, "").on->cores == 64);
  // Of files: sub-devices have fewer cores than the chip, but release 1.2.4 takes the first count.
  tt_ops files;
  files.archs = {"wormhole_b0"}, files.worker_cores = {12, 56};
  BOOST_TEST(choose_tt_chip(files, "").on->cores == 56);
  BOOST_TEST(choose_tt_chip<hw::tenstorrent_chips>(files, "").on->cores == 56);
  BOOST_TEST(choose_tt_chip(files, "", old).on->cores == 12);
  BOOST_TEST(choose("wormhole", std::int64_t{1} << 40, "").on->cores == 1'000'000);
}

BOOST_AUTO_TEST_CASE(all_sheets_of_a_report_in_their_order) {
  const std::vector<tt_op> none;
  const tt_perf_result report = ridgeline::report_tt_ops(none, nullptr);
  const auto names = [](const std::vector<table>& all) {
    std::string text;
    for (const table& t : all) text += t.name() + " ";
    return text;
  };
  const table ops = tt_ops_table(report);
  BOOST_TEST(names(tt_perf_tables(report, ops, {}, tt_summary_key::op)) ==
             "ops summary advice high_gap fallback not_on_all_devices run data_quality ");  // hints
  const tt_judged_rows rows;
  const finding_list findings;
  BOOST_TEST(names(tt_perf_tables(report, ops, {}, tt_summary_key::op, &rows, &findings)) ==
             "ops summary high_gap fallback not_on_all_devices run data_quality op_kinds roofs device_spread ");
}

BOOST_AUTO_TEST_CASE(id_ranges_keep_both_ends_and_drop_the_first_gap) {
  const auto ops = as_file({with_gap(device_op("A"), 9 * us), with_gap(device_op("B"), 7 * us), signpost("s"),
                            with_gap(device_op("C"), 8 * us), with_gap(device_op("D"), 5 * us)});
  const auto range = [&](std::uint32_t first, std::uint32_t last) {
    tt_perf_options options;
    options.window.whole = true;  // the signpost stays
    options.id_range = true;
    options.first_id = first;
    options.last_id = last;
    return report_tt_perf(ops, 1, &wormhole, options);
  };
  BOOST_TEST(ids_in(range(3, 5)) == "3 4 5");
  BOOST_TEST(range(3, 5).gap.in(us) == 8);
  BOOST_TEST(ids_in(range(4, 0xffffffff)) == "4 5 6");
  BOOST_TEST(range(4, 0xffffffff).gap.in(us) == 5);  // C's gap too counts from an op outside, though a signpost is first
  BOOST_TEST(ids_in(range(7, 3)) == "");
  BOOST_TEST(range(100, 200).rows.empty());
  BOOST_TEST(range(100, 200).shown == 0);
}

BOOST_AUTO_TEST_CASE(footers_say_what_is_shown) {
  const auto ops = as_file({device_op("A", 0, 10 * us), with_gap(device_op("B", 0, 20 * us), 10 * us),
                            host_op("x (torch)")});
  tt_perf_options options;
  const tt_perf_result all = report_tt_perf(ops, 1, &wormhole, options);
  BOOST_TEST(all.device_ops == 2);
  BOOST_TEST(all.host_ops == 1);
  BOOST_TEST(all.shown == 1);
  BOOST_TEST(all.time.in(us) == 30);
  BOOST_TEST(all.gap.in(us) == 10);
  options.host_ops = false;
  const tt_perf_result device = report_tt_perf(ops, 1, &wormhole, options);
  BOOST_TEST(device.host_ops == 0);
  BOOST_TEST(device.shown == 1);  // the host op took no time on the device
  options.id_range = true;
  options.last_id = 2;
  const tt_perf_result one = report_tt_perf(ops, 1, &wormhole, options);
  BOOST_TEST(near(one.shown, 0.25));  // 10 of 10 + 20 + 10 us
  BOOST_TEST(one.rows[0].share == 1);
  BOOST_TEST(shown(one).find("  25.0 %") != std::string::npos);
  BOOST_TEST(shown(one).find("1 device ops, 0 host ops, 0 signposts") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(high_gaps_and_what_tracing_would_save) {
  const auto ops = as_file({with_gap(device_op("A"), 99 * us), with_gap(device_op("B"), 6.5 * us),
                            with_gap(device_op("C"), 6.6 * us), with_gap(device_op("D"), 16 * us)});
  const tt_perf_result result = report_tt_perf(ops, 1, &wormhole, {});
  const std::vector<std::uint32_t> want{4, 5};  // 6.5 us are not more than 6.5, and A is the first
  BOOST_TEST(high_gap_ids(result) == want);
  BOOST_TEST(near(result.saving.in(us), 10.6));                           // 0.6 + 10
  BOOST_TEST(near(result.saving_share, 10.6 / (40 + 6.5 + 6.6 + 16)));
  BOOST_TEST((colour_at(result, "Op-to-Op Gap", 1) == colour::none));
  BOOST_TEST((colour_at(result, "Op-to-Op Gap", 2) == colour::red));
}

BOOST_AUTO_TEST_CASE(summaries_group_by_op_memory_or_category) {
  tt_op copy = device_op("Copy", 0, 5 * us), other = copy;
  copy.in0.memory = in_dram;
  other.in0.memory = "DEV_3_L1_HEIGHT_SHARDED";
  const auto ops = as_file({copy, other, device_op("Move", 0, 20 * us), device_op("Softmax", 0, 30 * us),
                            device_op("Weird", 0, 40 * us), host_op("y (torch)")});
  const auto by = [&](tt_summary_key key) {
    tt_perf_options options;
    options.group = key;
    std::string text;
    const tt_perf_result result = report_tt_perf(ops, 1, &wormhole, options);
    for (const tt_summary_row& row : result.summary) {
      text += row.key + "=" + std::to_string(std::lround(row.time_us)) + "x" + std::to_string(row.ops) + " ";
    }
    return text;
  };
  BOOST_TEST(by(tt_summary_key::op) == "Weird=40x1 Softmax=30x1 Move=20x1 Copy=10x2 y=0x1 ");
  BOOST_TEST(by(tt_summary_key::memory) == "Weird=40x1 Softmax=30x1 Move=20x1 Copy (in0:dram_interleaved)=5x1 "
                                           "Copy (in0:l1_height_sharded)=5x1 y=0x1 ");
  BOOST_TEST(by(tt_summary_key::category) == "Other=40x1 Compute=30x1 DM=30x3 Host=0x1 ");
}

BOOST_AUTO_TEST_CASE(summary_statistics_of_shares) {
  // FLOPs % of 640 x 640 x 260 in L1 at HiFi4: 212.992 MFLOP / t / 65.536 TFLOP/s: 10 us 32.5 %, 20 us 16.25 %
  const auto ops = as_file({matmul_op(640, 640, 260, 10 * us, "HiFi4", in_l1),
                            matmul_op(640, 640, 260, 20 * us, "HiFi4", in_l1),
                            matmul_op(640, 640, 260, 70 * us, "", in_l1)});  // no peak: not among the shares
  tt_perf_options options;
  options.group = tt_summary_key::op;
  const tt_perf_result result = report_tt_perf(ops, 1, &wormhole, options);
  BOOST_REQUIRE(result.summary.size() == 1u);
  const tt_summary_row& row = result.summary[0];
  BOOST_TEST(row.ops == 3);
  BOOST_TEST(row.share == 1);
  BOOST_TEST(near(row.least, 0.1625));
  BOOST_TEST(near(row.largest, 0.325));
  BOOST_TEST(near(row.average, 0.24375));
  BOOST_TEST(near(row.deviation, 0.1625 / std::sqrt(2)));           // two values: half their distance times sqrt(2)
  BOOST_TEST(near(row.weighted, (0.325 * 10 + 0.1625 * 20) / 30));  // weighted by time
  BOOST_TEST(near(row.time_us, 100));
}

BOOST_AUTO_TEST_CASE(devices_apart_have_shares_of_their_own) {
  const auto ops = as_file({device_op("A", 0, 30 * us), device_op("A", 1, 10 * us), device_op("B", 0, 10 * us)});
  tt_perf_options options;
  options.merge_devices = false;
  const tt_perf_result result = report_tt_perf(ops, 2, &wormhole, options);
  BOOST_TEST(result.by_device);
  BOOST_REQUIRE(result.summary.size() == 3u);
  BOOST_TEST(near(result.summary[0].share, 0.75));
  BOOST_TEST(near(result.summary[1].share, 0.25));
  BOOST_TEST(result.summary[2].share == 1);
  for (tt_summary_key key : {tt_summary_key::op, tt_summary_key::memory, tt_summary_key::category}) {
    options.group = key;
    const tt_perf_result each = report_tt_perf(ops, 2, &wormhole, options);
    tt_text_style style;
    style.group = key;
    BOOST_TEST(times(shown(each, style), "Device Time Sum") == 1u);
  }
  // A file with a single device has the same columns.
  const auto single = as_file({device_op("A", 5, 30 * us), device_op("A", 5, 10 * us)});
  const tt_perf_result one = report_tt_perf(single, 1, &wormhole, options);
  BOOST_TEST(one.by_device);
  BOOST_REQUIRE(one.summary.size() == 1u);
  BOOST_TEST((one.summary[0].device == 5));
  BOOST_TEST(tt_summary_table(one, tt_summary_key::op).column(2).title == "Device");
}

BOOST_AUTO_TEST_CASE(ops_that_some_devices_lack_are_listed) {
  const auto ops = as_file({device_op("A", 0), device_op("B", 0), device_op("A", 1)});
  const tt_perf_result result = report_tt_perf(ops, 2, &wormhole, {});
  const table t = tt_lack_table(result);
  std::string scratch;
  BOOST_REQUIRE(t.rows() == 1u);
  BOOST_TEST(t.at(0, 0, scratch).integer == 3);
  BOOST_TEST(t.at(0, 1, scratch).text == "B");
  BOOST_TEST(t.at(0, 2, scratch).integer == 1);
  BOOST_TEST(t.at(0, 3, scratch).text == "1");
}

BOOST_AUTO_TEST_CASE(colours) {
  const auto report = [](tt_op op) { return as_file({op}); };
  const auto colour_of = [&](tt_op op, std::string_view title) {
    const auto ops = report(op);
    return colour_at(report_tt_perf(ops, 1, &wormhole, {}), title);
  };
  for (const auto& [code, shade] : {std::pair{"x (torch)", colour::red}, {"AllGatherMatmul", colour::magenta},
                                    {"OptimizedConvNew", colour::orange}, {"Conv2dDeviceOperation", colour::orange},
                                    {"LayerNorm", colour::cyan}, {"AllReduce", colour::cyan},
                                    {"PagedUpdateCacheDeviceOperation", colour::blue}, {"Softmax", colour::white}})
    BOOST_TEST((colour_of(device_op(code), "OP Code") == shade), code);
  const auto cores = [&](std::int32_t n, std::string_view code = "Softmax") {
    tt_op op = device_op(code);
    op.cores = n;
    return colour_of(op, "Cores");
  };
  BOOST_TEST((cores(9) == colour::red));
  BOOST_TEST((cores(10) == colour::none));
  BOOST_TEST((cores(64) == colour::green));
  BOOST_TEST((cores(-1) == colour::grey));
  BOOST_TEST((cores(-1, "Matmul") == colour::none));
  // DRAM bound: 187.2 GB/s; FLOP bound: 81 %; slow: the rate that is closer to its peak
  tt_op dram = matmul_op(936, 1000, 32, 10'000 * ns, "HiFi4", in_l1);
  dram.in0.memory = in_dram;
  BOOST_TEST((colour_of(dram, "DRAM %") == colour::green));
  BOOST_TEST((colour_of(dram, "FLOPs %") == colour::none));
  const tt_op flop = matmul_op(640, 640, 260, 4 * us, "HiFi4", in_l1);
  BOOST_TEST((colour_of(flop, "FLOPs") == colour::green));
  BOOST_TEST((colour_of(flop, "DRAM") == colour::none));
  dram.time = 20'000 * ns;
  BOOST_TEST((colour_of(dram, "Bound") == colour::yellow));
  BOOST_TEST((colour_of(dram, "DRAM") == colour::yellow));
  BOOST_TEST((colour_of(dram, "FLOPs") == colour::none));
  BOOST_TEST((colour_of(matmul_op(640, 640, 260, 10 * us, "HiFi4", in_l1), "FLOPs %") == colour::yellow));
  BOOST_TEST((colour_of(host_op("x (torch)"), "Bound") == colour::red));
  // BF16 x BF16 => BF16: HiFi4 is sufficient, LoFi too low; BFP8 at HiFi4 too high
  BOOST_TEST((colour_of(flop, "Math Fidelity") == colour::green));
  BOOST_TEST((colour_of(matmul_op(64, 64, 64, 4 * us, "LoFi"), "Math Fidelity") == colour::cyan));
  BOOST_TEST((colour_of(matmul_op(64, 64, 64, 4 * us, "HiFi4", in_l1, "BFLOAT8_B"), "Math Fidelity") == colour::red));
  BOOST_TEST((colour_of(matmul_op(64, 64, 64, 4 * us, "HiFi4", in_l1, "UINT8"), "Math Fidelity") == colour::white));
  // 0.5 us of 1,000.5 are below 0.5 %: the whole row is grey; host ops never are
  const auto ops = as_file({device_op("Softmax", 0, 0.5 * us), device_op("Softmax", 0, 1000 * us), host_op("x (torch)")});
  const tt_perf_result result = report_tt_perf(ops, 1, &wormhole, {});
  for (std::string_view title : {"ID", "OP Code", "Cores", "Advice"})
    BOOST_TEST((colour_at(result, title) == colour::grey), title);
  BOOST_TEST((colour_at(result, "OP Code", 1) == colour::white));
  BOOST_TEST((colour_at(result, "OP Code", 2) == colour::red));
}

BOOST_AUTO_TEST_CASE(fidelity_texts) {
  std::string scratch;
  const auto text = [&](tt_op op) {
    const auto ops = as_file({op});
    const tt_perf_result result = report_tt_perf(ops, 1, &wormhole, {});
    return std::string(tt_detail::fidelity_text(result.rows[0], scratch));
  };
  tt_op op = matmul_op(64, 64, 64, 4 * us, "HiFi2");
  op.in1.type = "BFLOAT8_B";
  op.out0.type = "BFLOAT4_B";
  BOOST_TEST(text(op) == "HiFi2 BF16 x BFP8 => BFP4");
  op.fidelity = op.in1.type = "";
  BOOST_TEST(text(op) == "? BF16 x ? => BFP4");
  op.code = "Softmax";
  BOOST_TEST(text(op) == "BF16 => BFP4");
  op.in1.type = "FLOAT32";
  BOOST_TEST(text(op) == "BF16, FP32 => BFP4");
  op.in0.type = "";
  op.out0.type = "UINT16";
  BOOST_TEST(text(op) == "FP32 => UINT16");
  op.in1.type = "";
  BOOST_TEST(text(op) == "=> UINT16");
}

BOOST_AUTO_TEST_CASE(hint_texts_stand_in_the_order_of_the_hints) {
  for (std::size_t i = 0; i < tt_hint_texts.size(); ++i)
    BOOST_TEST((tt_hint_texts[i].hint == static_cast<tt_hint>(i)), i);
  tt_op op = matmul_op(32, 64, 64, 1000 * us);
  op.attributes = "program_config: P(in0_block_w=1;out_subblock_h=1;out_subblock_w=1)";
  const auto ops = as_file({op});
  const tt_perf_result result = report_tt_perf(ops, 1, &wormhole, {});
  std::string scratch;
  const std::string advice(tt_detail::joined_hints(result.rows[0], scratch));
  BOOST_TEST(times(advice, " • ") == 3u);
  BOOST_TEST(advice.find("it is in DEV_0_DRAM_INTERLEAVED") != std::string::npos);
  BOOST_TEST(advice.find("in0_block_w=1 is small") != std::string::npos);
  BOOST_TEST(advice.find("output subblock 1x1 is small") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(advice_joins_equal_matmuls_only) {
  tt_op one = matmul_op(32, 64, 64, 1000 * us, "HiFi2"), two = one;
  two.in1.type = "BFLOAT4_B";  // same sizes and hints, other weights
  const auto ops = as_file({one, two, one});
  const std::string text = shown(report_tt_perf(ops, 1, &wormhole, {}));
  BOOST_TEST(times(text, "HiFi2 BF16 x BF16 => BF16  SLOW  IDs 2, 4\n") == 1u);
  BOOST_TEST(times(text, "HiFi2 BF16 x BFP4 => BF16  SLOW  IDs 3\n") == 1u);
  one.cores = -1;
  const auto unknown = as_file({one});
  BOOST_TEST(shown(report_tt_perf(unknown, 1, &wormhole, {})).find("not judged") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(texts_of_a_trace_cannot_steer_a_terminal) {
  const auto ops = as_file({matmul_op(32, 64, 64, 1000 * us, "\x1b[31m", "\x1b]0;x\x07"), device_op("a\nb\x1b[2J")});
  const std::string text = shown(report_tt_perf(ops, 1, &wormhole, {}));
  BOOST_TEST(text.find('\x1b') == std::string::npos);
  BOOST_TEST(text.find('\x07') == std::string::npos);
  BOOST_TEST(text.find("a␊b␛[2J") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_code_that_reads_as_a_number_stays_text) {
  const auto ops = as_file({device_op("12345")});
  BOOST_TEST(shown(report_tt_perf(ops, 1, &wormhole, {})).find(" 12345 ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_in_nothing_out) {
  const std::vector<tt_op> none;
  const tt_perf_result result = report_tt_perf(none, 0, &wormhole, {});
  BOOST_TEST(result.rows.empty());
  BOOST_TEST(result.summary.empty());
  BOOST_TEST(shown(result).empty());
  BOOST_TEST(!known(result.shown));
}

BOOST_AUTO_TEST_CASE(a_user_s_model_wins) {
  struct user_softmax {
    double elements = 0;
    static constexpr bool matches(const tt_op& r) { return r.code == "Softmax"; }
    static constexpr user_softmax from(const tt_op& r) { return {r.in0.elements()}; }
    constexpr flop_count flops() const { return 5 * elements * FLOP; }
    constexpr byte_count bytes() const { return 4 * elements * B; }
  };
  tt_op op = device_op("Softmax", 0, 1 * us);
  op.fidelity = "HiFi4";
  op.in0 = test::tensor(1, 1, 100, 100, "BFLOAT16", in_dram);
  const auto ops = as_file({op});
  const tt_perf_result result = report_tt_perf<tt_models::with<user_softmax>>(ops, 1, &wormhole, {});
  BOOST_TEST((result.rows[0].kind == tt_row_kind::modelled));
  BOOST_TEST(near(result.rows[0].flops.in(GFLOPps), 50));  // 5 * 10,000 in 1,000 ns
  BOOST_TEST(near(result.rows[0].dram.in(GBps), 40));
  BOOST_TEST((result.rows[0].bound == tt_bound::slow));
}

BOOST_AUTO_TEST_SUITE_END()
