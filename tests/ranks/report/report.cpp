#include <ridgeline/ranks/report/report.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/report/fleet_charts.hpp>
#include <ridgeline/ranks/report/page.hpp>
#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/sheet/calls.hpp>
#include <ridgeline/ranks/sheet/collective_tables.hpp>
#include <ridgeline/ranks/sheet/collectives.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/fleet.hpp"
#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_multi_rank)

namespace {

constexpr std::string_view mm_arguments =
    R"("Input Dims": [[4, 8], [8, 16]], "Input type": ["float", "float"], "Input Strides": [[8, 1], [16, 1]], "Concrete Inputs": ["", ""])";

/// A product whose kernel takes `time` us, one of them a data copy on request; a copy, and a collective.
torch_trace trace_of(double time, bool transposes = false) {
  kineto_text k;
  k.op("aten::mm", 0, 30, mm_arguments).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, time, 1).flow(1);
  if (transposes) k.launch("cudaLaunchKernel", 5, 2, 4).kernel("batched_transpose_x", 100 + time, 4, 4).flow(4);
  k.op("aten::to", 40, 10).launch("cudaMemcpyAsync", 41, 2, 2).gpu("gpu_memcpy", "Memcpy HtoD", 200, 10, 2).flow(2);
  k.op("aten::tanh", 60, 10).launch("cudaLaunchKernel", 61, 2, 3).kernel("tanh", 300, 6, 3).flow(3);
  return k.read();
}

fleet_partial two_ranks(bool transposes = false) {
  return merge(partial_of(trace_of(20, transposes), 0, "a"), partial_of(trace_of(40, transposes), 1, "b"));
}
std::string cell_in(const table& t, std::size_t row, std::string_view title) {
  const test::sheet s = test::sheet_of(t);
  const std::size_t c = t.find(title);
  return c < t.columns() && row + 1 < s.size() ? s[row + 1][c] : "no such cell";
}
double number_in(const table& t, std::size_t row, std::string_view title) { return std::stod(cell_in(t, row, title)); }

multi_rank_call call_of_time(double time, double cumulative) {
  multi_rank_call c;
  c.call.name = "aten::mm";
  c.call.dims.add(0, "[[4,8],[8,16]]"), c.call.strides.add(0, "[[8,1],[16,1]]");
  c.call.types.add(0, R"(["float","float"])");
  c.call.time.add(time);
  c.time = time, c.cumulative = cumulative;
  return c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(groups_are_summed_up_over_ranks) {
  const std::vector<multi_rank_sheet> sheets = multi_rank_sheets(two_ranks().calls);
  BOOST_REQUIRE(sheets.size() == 1u);
  const table t = multi_rank_call_table(sheets[0]);
  BOOST_TEST(t.name() == "gemm");
  BOOST_TEST(cell_in(t, 0, "param: M") == "4");
  BOOST_TEST(number_in(t, 0, "Kernel Time (µs)_mean") == 30);            // (20 + 40) / 2
  BOOST_TEST(number_in(t, 0, "Kernel Time (µs)_std") == std::sqrt(200.0));  // 2 * 10^2 over one
  BOOST_TEST(number_in(t, 0, "Kernel Time (µs)_sum") == 60);
  BOOST_TEST(number_in(t, 0, "name_count") == 2);
  BOOST_TEST(number_in(t, 0, "GFLOPS_first") == 1024 / 1e9);             // 2 * 4 * 16 * 8
  BOOST_TEST(number_in(t, 0, "kernel_time_sum_cum_pct") == 1);
  BOOST_TEST(cell_in(t, 0, "Input Dims_first") == "[[4, 8], [8, 16]]");
}

BOOST_AUTO_TEST_CASE(kernels_that_move_data_are_left_out_of_the_second_time) {
  const std::vector<multi_rank_sheet> sheets = multi_rank_sheets(two_ranks(true).calls);
  const table t = multi_rank_call_table(sheets.at(0));
  BOOST_TEST(number_in(t, 0, "Kernel Time (µs)_sum") == 68);                  // 20 + 4 + 40 + 4
  BOOST_TEST(number_in(t, 0, "Non-Data-Mov Kernel Time (µs)_sum") == 60);
}

BOOST_AUTO_TEST_CASE(launchers_and_time_lines) {
  const fleet_partial p = two_ranks();
  const table launchers = multi_rank_launcher_table(p);
  BOOST_TEST(cell_in(launchers, 0, "name") == "aten::mm");
  BOOST_TEST(number_in(launchers, 0, "kernel_time_ms") == 0.06);
  BOOST_TEST(number_in(launchers, 0, "time_ms_avg") == 0.03);
  BOOST_TEST(number_in(launchers, 0, "count_avg") == 1);
  BOOST_TEST(number_in(launchers, 0, "pct") == 100 * 60.0 / 92, boost::test_tools::tolerance(1e-12));  // 60 + 20 + 12
  const table lines = multi_rank_timelines(p);
  BOOST_TEST(cell_in(lines, 0, "type") == "computation_time");
  BOOST_TEST(number_in(lines, 0, "time_ms_0") == 0.026);    // 20 + 6
  BOOST_TEST(number_in(lines, 0, "time_ms_1") == 0.046);
  BOOST_TEST(number_in(lines, 0, "time_ms_avg") == 0.036, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(number_in(lines, 0, "time_ms_std") == 0.01, boost::test_tools::tolerance(1e-12));  // of two, each 0.01 off
  BOOST_TEST(number_in(lines, 5, "percent_1") == 100);
}

BOOST_AUTO_TEST_CASE(copies_counted_twice) {
  const fleet_partial p = two_ranks();
  const auto group = [&](bool fault, std::string_view name) {
    std::vector<std::string_view> rest;
    const table t = multi_rank_breakdown(p, {.copies_counted_twice = fault}, rest);
    for (std::size_t r = 0; r < t.rows(); ++r)
      if (cell_in(t, r, "Group") == name) return number_in(t, r, "Time (s)");
    return -1.0;
  };
  BOOST_TEST(std::fabs(group(false, "GEMM") - 30e-6) < 1e-12);
  BOOST_TEST(std::fabs(group(false, "Memcpy") - 10e-6) < 1e-12);
  BOOST_TEST(std::fabs(group(false, "Other") - 6e-6) < 1e-12);    // tanh alone
  BOOST_TEST(std::fabs(group(false, "Total") - 46e-6) < 1e-12);
  BOOST_TEST(std::fabs(group(true, "Other") - 16e-6) < 1e-12);    // and the copy that belongs to Memcpy
  BOOST_TEST(std::fabs(group(true, "Total") - 56e-6) < 1e-12);
}

BOOST_AUTO_TEST_CASE(crossing_row_left_out) {
  multi_rank_sheet sheet;
  sheet.name = "gemm";
  sheet.rows = {call_of_time(70, 0.7), call_of_time(28, 0.98), call_of_time(1.5, 0.995), call_of_time(0.5, 1)};
  BOOST_TEST(replay_of(sheet, {}).rows.size() == 3u);                                  // the third one crosses 0.99
  BOOST_TEST(replay_of(sheet, {.crossing_row_left_out = true}).rows.size() == 2u);
  sheet.rows = {call_of_time(99.5, 0.995), call_of_time(0.5, 1)};
  BOOST_TEST(replay_of(sheet, {}).rows.size() == 1u);
  BOOST_TEST(replay_of(sheet, {.crossing_row_left_out = true}).rows.size() == 2u);     // none is below: all are listed
  sheet.name = "attn";
  BOOST_TEST(replay_of(sheet, {}).rows.empty());
}

BOOST_AUTO_TEST_CASE(groups_of_few_ops) {
  BOOST_TEST((breakdown_of("aten::convolution_backward") == breakdown::conv));
  BOOST_TEST((breakdown_of("aten::native_batch_norm_backward") == breakdown::norm));
  BOOST_TEST((breakdown_of("aten::convolution_backward", true) == breakdown::none));
  BOOST_TEST((breakdown_of("aten::native_batch_norm", true) == breakdown::none));
  BOOST_TEST(multi_rank_group_of("aten::convolution_backward") == multi_rank_group_of("aten::convolution"));
  BOOST_TEST(multi_rank_group_of("aten::convolution_backward", true) == multi_rank_groups.size());
}

BOOST_AUTO_TEST_CASE(no_commands_for_chips_of_another_vendor) {
  multi_rank_sheet sheet;
  sheet.name = "gemm";
  sheet.rows = {call_of_time(8, 1)};
  BOOST_TEST(!replay_of(sheet, {}, "AMD Instinct MI300X").rows[0].command.empty());
  BOOST_TEST(!replay_of(sheet, {}, "a chip that nobody knows").rows[0].command.empty());
  const replay_sheet other = replay_of(sheet, {}, "NVIDIA H100 80GB HBM3");
  BOOST_TEST(other.rows[0].command.empty());
  BOOST_TEST(other.rows[0].status == "no command: hipblaslt-bench measures AMD chips, but the traces are from NVIDIA H100 80GB HBM3");
}

BOOST_AUTO_TEST_CASE(each_command_has_a_file_whose_name_is_known) {
  multi_rank_sheet sheet;
  sheet.name = "gemm";
  sheet.rows = {call_of_time(6, 0.75), call_of_time(2, 1)};
  const std::vector<replay_sheet> sheets{replay_of(sheet, {}), replay_of(sheet, {}, "NVIDIA H100 80GB HBM3")};
  const std::vector<command_file> files = command_files_of(sheets);
  BOOST_REQUIRE(files.size() == 2u);  // the rows of the other vendor have no command
  BOOST_TEST(files[1].name == "hipblaslt-bench-1.log");
  BOOST_TEST(files[1].text == sheets[0].rows[1].command_text + "\n");
  BOOST_TEST(is_replay_file(files[1].name));
  BOOST_TEST(is_replay_file("miopen-driver-0.log"));
  BOOST_TEST(is_replay_file("replay_ops.py"));
  BOOST_TEST(!is_replay_file("hipblaslt-bench-1.csv"));
  BOOST_TEST(!is_replay_file("my-hipblaslt-bench-1.log"));
}

BOOST_AUTO_TEST_CASE(statistics_by_name_each_once) {
  const std::vector<std::string> names{"max", "mean", "max", "mode"};
  BOOST_TEST((statistics_of(names) == std::vector<statistic>{statistic::max, statistic::mean}));
}

BOOST_AUTO_TEST_CASE(a_chip_tells_what_a_rank_can_send) {
  const hw::roofs mi300x = hw::roofs_of(*hw::chips::find("mi300x"), hw::roof_kind::peak);
  BOOST_TEST(fleet_roofs_of(&mi300x).link == 448e9);  // 7 links of 128 GB/s, half of it in each direction
  BOOST_TEST((fleet_roofs_of(&mi300x).chip == &mi300x));
  hw::roofs own = mi300x;
  own.name = "a chip that nobody knows";
  BOOST_TEST(!known(fleet_roofs_of(&own).link));
  BOOST_TEST((fleet_roofs_of(&own).chip == &own));
  BOOST_TEST((fleet_roofs_of(nullptr).chip == nullptr));
}

BOOST_AUTO_TEST_CASE(traces_are_merged_on_one_clock_with_arrows_unless_nothing_is_matched) {
  const auto report_of = [](bool parity) {
    fleet_partial p;
    p.ranks = {test::program(0, 0, 0, 8).facts(), test::program(1, 4e6, 0, 8).facts()};  // its clock is 4 s ahead
    multi_rank_options options;
    options.parity = parity;
    return std::make_unique<multi_rank_report>(std::move(p), data_quality(), options);
  };
  const auto report = report_of(false);
  const std::vector<merged_rank> merged = report->merged_ranks(false), raw = report->merged_ranks(true);
  BOOST_REQUIRE(merged.size() == 2u);
  BOOST_TEST(merged[1].rank == 1);
  BOOST_TEST(!merged[0].clock.moves());
  BOOST_TEST(merged[1].clock.by == 4'000'000'000);  // ns
  BOOST_TEST(merged[0].arrows.size() == 8u);        // one for each collective
  BOOST_TEST(!raw[1].clock.moves());
  BOOST_TEST(raw[1].arrows.size() == 8u);
  const std::vector<merged_rank> original = report_of(true)->merged_ranks(false);
  BOOST_TEST(!original[1].clock.moves());
  BOOST_TEST(original[1].arrows.empty());
}

BOOST_AUTO_TEST_CASE(engine_steps_are_numbered_by_what_ranks_do_together) {
  // Six steps of 100 us of work, 150 on rank 2, and an all-reduce of 10 us. The trace of rank 1 begins with the second
  // one, so that its places are one less. The five that all have take 5 * 160 us, with medians 5 * 110.
  fleet_partial p;
  for (std::int64_t r = 0; r < 3; ++r) {
    test::rank_text rank(r);
    const double own = r == 2 ? 150 : 100;
    const int first = r == 1 ? 1 : 0;
    for (int s = first; s < 6; ++s) rank.step(s - first, 160.0 * s, 160.0 * (s + 1), own * (s + 1 - first));
    for (int s = first; s < 6; ++s)
      rank.collective("allreduce", 160.0 * s + own, 160 - own, "0", "[0,1,2]", 3)
          .seq(s)
          .in_step(s - first)
          .worked(own * (s + 1 - first), own * (s + 1 - first));
    p.ranks.push_back(rank.facts());
    p.ranks.back().steps_by_place = true;
  }
  const multi_rank_report report(std::move(p), {}, {});
  const straggler_verdict& verdict = report.comparison()->what_if().verdict;
  BOOST_TEST(verdict.straggler == "2");
  BOOST_TEST(verdict.time == 800, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(verdict.ideal == 550, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(an_empty_heatmap_is_remarked) {
  multi_rank_report report(two_ranks(), {}, {});
  const std::size_t before = report.quality().issues().size();
  const auto judge = [&](const std::string& name) {
    report.judge_heatmap({table(name, std::vector<replay_row>(), columns(column<"n">(&replay_row::number)))});
  };
  judge("nccl_long");
  BOOST_TEST(report.quality().issues().size() == before);
  judge("nccl_all2allv_heatmap");
  BOOST_TEST(report.quality().issues().size() == before + 1);
}

BOOST_AUTO_TEST_CASE(what_the_script_printed_stands_beside) {
  multi_rank_sheet sheet;
  sheet.name = "gemm";
  sheet.rows = {call_of_time(8, 1)};
  std::vector<replay_sheet> sheets{replay_of(sheet, {})};
  const std::string name = sheet.rows[0].call.name;
  const std::string csv = "group,no.,name,replay time (us),profile time (us)\ngemm,0," + name + ",7.5,8\ngemm,0,other,1,8\n"
                          "gemm,9," + name + ",1,8\nconv,0," + name + ",1,8\n";
  data_quality quality;
  const auto taken = take_replayed(sheets, csv, "r.csv", quality);
  BOOST_REQUIRE(taken.has_value());
  BOOST_TEST(*taken == 1u);
  BOOST_TEST(sheets[0].rows[0].replayed == 7.5);
  BOOST_TEST(to_string(take_replayed(sheets, "a,b\n1,2\n", "r.csv", quality).error()) ==
             "r.csv:1:1: expected what replay_ops.py prints: group, no., name, replay time (us)");
  BOOST_TEST(quality.empty());
  // cut within "12.5": the row would read 12
  const auto cut = take_replayed(sheets, "group,no.,name,replay time (us)\ngemm,0," + name + ",12", "r.csv", quality);
  BOOST_TEST(*cut == 0u);
  BOOST_TEST(sheets[0].rows[0].replayed == 7.5);
  BOOST_TEST(quality.lost_input());
}

BOOST_AUTO_TEST_CASE(measured_and_profiled_times_side_by_side) {
  multi_rank_sheet sheet;
  sheet.name = "gemm";
  sheet.rows = {call_of_time(8, 1)};
  replay_sheet replay = replay_of(sheet, {});
  replay.rows[0].measured = 6;
  const table t = replay_table(replay, false);
  BOOST_TEST(t.name() == "gemm_node_replay");
  BOOST_TEST(number_in(t, 0, "Avg. gemm-bench time (us)") == 6);
  BOOST_TEST(number_in(t, 0, "Avg. profile time (us)") == 8);
  BOOST_TEST(number_in(t, 0, "Diff profile vs. gemm-bench (us)") == -2);
  BOOST_TEST(number_in(t, 0, "Diff profile vs. gemm-bench (pct)") == -25);
  BOOST_TEST(cell_in(t, 0, "Diff profile vs. replay (us)") == "");
  BOOST_TEST(cell_in(command_table(replay), 0, "command").starts_with("hipblaslt-bench --api_method c -m 16 -n 4 -k 8 "));
}

BOOST_AUTO_TEST_CASE(summary_needs_all_fields) {
  const std::vector<rank_facts> ranks{
      test::rank_text(0).collective("allreduce", 0, 9).collective("allreduce", 20, 5).facts()};  // splits are missing
  collective_options old;
  old.faults.summary_needs_all_fields = true;
  BOOST_TEST(collective_analysis(ranks, old).sums().empty());
  const collective_analysis kept(ranks, {});
  const std::vector<collective_sum> sums = kept.sums();
  BOOST_REQUIRE(sums.size() == 1u);
  BOOST_TEST(sums[0].time.sum == 14);
  BOOST_TEST(sums[0].time.count == 2);
  // a group without a name is no missing field: the original calls it Unknown_Group
  const std::vector<rank_facts> unnamed{test::rank_text(0).collective("allreduce", 0, 9, "").splits("[]", "[]")
                                            .collective("allreduce", 20, 5).splits("[]", "[]").facts()};
  const collective_analysis whole(unnamed, old);
  BOOST_REQUIRE(whole.sums().size() == 2u);
  BOOST_TEST(whole.all().group_name(whole.all().part(whole.sums()[0].part)) == "Unknown_Group");
}

BOOST_AUTO_TEST_CASE(lists_are_written_as_lists) {
  const std::vector<rank_facts> ranks{
      test::rank_text(0).collective("all_to_allv", 0, 9, "0", "[0,1]").splits("[3, 1021]", "[]").facts()};
  const collective_analysis a(ranks, {});
  for (const bool parity : {false, true})
    for (const table& t : collective_report_tables(a, false, parity)) {
      if (t.name() != "nccl_long") continue;
      BOOST_TEST(cell_in(t, 0, "Process Group Ranks") == "[0, 1]");
      BOOST_TEST(cell_in(t, 0, "In split size") == "[3, 1021]");
      BOOST_TEST(cell_in(t, 0, "Out split size") == "[]");
    }
}

BOOST_AUTO_TEST_CASE(rows_of_equal_time_are_in_the_order_of_their_keys) {
  // 9 us each; the first in the file is the last by name
  const std::vector<rank_facts> ranks{test::rank_text(0).collective("reducescatter", 0, 9, "b", "[0,1]", 2, 64)
                                          .collective("allreduce", 20, 9, "a", "[0,1]", 2, 64)
                                          .collective("allreduce", 40, 9, "a", "[0,1]", 2, 32).facts()};
  const collective_analysis a(ranks, {});
  const std::vector<table> tables = collective_report_tables(a, false, false);
  for (const table* const t : {&tables[0], &tables[1]}) {  // nccl_summary_implicit_sync, nccl_summary_long
    BOOST_REQUIRE(t->rows() == 3u);
    BOOST_TEST(cell_in(*t, 0, "In msg nelems") == "32");
    BOOST_TEST(cell_in(*t, 1, "Collective name") == "allreduce");
    BOOST_TEST(cell_in(*t, 2, "Collective name") == "reducescatter");
  }
}

BOOST_AUTO_TEST_CASE(keys_of_the_summary_that_nothing_tells_are_unknown) {
  // nothing is recorded of these calls: in a run of one group without a name, the original takes them as waiting
  constexpr std::int64_t no = missing<std::int64_t>;
  const std::vector<rank_facts> ranks{test::rank_text(0).collective("", 0, 9, "", "", no, no, "").facts(),
                                      test::rank_text(1).collective("", 0, 9, "", "", no, no, "").facts()};
  collective_options old;
  old.faults = fleet_faults::parity();
  const collective_analysis a(ranks, old);
  for (const table& t : {collective_report_tables(a, false, true)[0], multi_rank_collective_tables(a, true)[0]})
    for (const char* const key : {"Collective name", "dtype", "In msg nelems"})
      BOOST_TEST(cell_in(t, 0, key) == "Unknown", key);
}

BOOST_AUTO_TEST_CASE(absent_ranks_left_out) {
  // rank 2 has a broadcast only, which does not wait
  const std::vector<rank_facts> ranks{test::rank_text(0).collective("allreduce", 0, 9).facts(),
                                      test::rank_text(1).collective("allreduce", 0, 9).facts(),
                                      test::rank_text(2).collective("broadcast", 0, 9, "b", "[2]", 1).facts()};
  collective_options old;
  old.faults.absent_ranks_left_out = true;
  for (const bool left_out : {false, true}) {
    const collective_analysis a(ranks, left_out ? old : collective_options{});
    BOOST_TEST(a.stragglers().size() == (left_out ? 2u : 3u));
    for (const table& t : collective_report_tables(a, false, true)) {
      if (t.name() != "nccl_implicit_sync") continue;
      for (const char* const title : {"rank_2_ts", "rank_2_dur", "rank_2_wait_time"})
        BOOST_TEST((t.find(title) == t.columns()) == left_out, title);
      BOOST_TEST(t.find("rank_1_wait_time") < t.columns());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_heatmap_needs_no_row_of_its_collective) {
  // the rank's all-to-all is the group's first call, like the other rank's broadcast: by order they are one
  const std::vector<rank_facts> ranks{
      test::rank_text(0).collective("broadcast", 0, 9).facts(),
      test::rank_text(1).collective("all_to_allv", 0, 9, "0", "[0,1]", 2, 1048576).splits("[262144,786432]").facts()};
  const collective_analysis a(ranks, {});
  BOOST_TEST(a.exchanges().empty());
  const auto has_heatmap = [&](bool wanted) {
    bool any = false;
    for (const table& t : collective_report_tables(a, wanted, true)) any = any || t.name() == "nccl_all2allv_heatmap";
    return any;
  };
  BOOST_TEST(has_heatmap(true));  // 1 and 3 times 2^20 bytes were sent
  BOOST_TEST(!has_heatmap(false));
}

BOOST_AUTO_TEST_CASE(nodes_are_told_by_the_members) {
  const std::vector<rank_facts> ranks{test::rank_text(0).collective("allreduce", 0, 9, "a", "[0,1]")
                                          .collective("allreduce", 0, 9, "b", "[1,2]").collective("allreduce", 0, 9, "c", "").facts()};
  collective_options two;
  two.gpus_per_node = 2;
  const collective_analysis a(ranks, two);
  BOOST_TEST(name_of(a.span_of(a.all().part(0))) == "intra_node");
  BOOST_TEST(name_of(a.span_of(a.all().part(1))) == "inter_node");
  BOOST_TEST(name_of(a.span_of(a.all().part(2))) == "unknown");
}

BOOST_AUTO_TEST_CASE(an_unknown_clock_is_no_number) {
  const std::vector<rank_facts> ranks{test::rank_text(0).collective("allreduce", 0, 9, "a", "[0,1]").facts(),
                                      test::rank_text(1).collective("allreduce", 0, 9, "a", "[0,1]").facts(),
                                      test::rank_text(2).facts()};
  const collective_analysis a(ranks, {});
  const std::vector<table> tables = collective_report_tables(a, false, false);
  const table& clocks = tables.back();
  BOOST_TEST(clocks.name() == "clock_offsets");
  BOOST_TEST(cell_in(clocks, 1, "clock offset (µs)") == "0.0");
  for (const char* title : {"clock offset (µs)", "± (95 %) (µs)", "drift (ppm)", "from", "skew told from clock"})
    BOOST_TEST(cell_in(clocks, 2, title) == "unknown", title);
  for (const table& t : collective_report_tables(a, false, true)) BOOST_TEST(t.name() != "clock_offsets");
}

BOOST_AUTO_TEST_CASE(stragglers_by_one_clock) {
  test::rank_text zero(0), one(1);
  for (int i = 0; i < 6; ++i) {  // rank 1 arrives 20 us late each time, and its clock is 1000 us ahead
    const double t = 1000.0 * i;
    zero.collective("allreduce", t, 70), one.collective("allreduce", t + 1020, 50);
  }
  const std::vector<rank_facts> ranks{zero.facts(), one.facts()};
  const collective_analysis a(ranks, {});
  BOOST_TEST(a.stragglers()[0].rank == 1u);
  BOOST_TEST(a.stragglers()[1].mean_wait == 1020);              // by the stamps
  BOOST_TEST(std::fabs(a.start_skews_of(0).mean_wait() - 20) < 1e-6);  // 1020 + 50 - 70 is clock
  BOOST_TEST(std::fabs(a.start_skews_of(1).mean_wait()) < 1e-6);
  BOOST_TEST(a.start_skews_of(0).mean_off() < 0.1);
}

// Two ranks, the second one 30 us for 10 in each step: the median is 20, its pace 1.5.
BOOST_AUTO_TEST_CASE(the_pace_of_ranks_stands_at_the_numbers_of_their_steps) {
  const auto rank = [](std::int64_t number, std::vector<std::int64_t> steps, double own) {
    rank_facts r;
    r.rank = number;
    for (const std::int64_t step : steps) {
      rank_step s;
      s.number = step, s.first = 0, s.timeline[5] = own + 5, s.timeline[1] = 5;  // 5 us in collectives
      r.steps.push_back(s);
    }
    return r;
  };
  const timeline_chart chart = ranks_detail::pace_chart({rank(0, {120, 121, 122}, 10), rank(1, {120, 121, 122}, 30)});
  BOOST_TEST((chart.numbers == std::vector<std::int64_t>{120, 121, 122}));
  BOOST_TEST(chart.about.find("left out") == std::string::npos);
  BOOST_REQUIRE(chart.groups.at(0).lanes.size() == 2u);
  const auto& slow = chart.groups[0].lanes[1].levels.at(0);
  BOOST_REQUIRE(slow.size() == 3u);
  BOOST_TEST(slow[2].start == 2);
  BOOST_TEST(chart.names.at(slow[2].name) == "over 25 % slower");
  const timeline_chart apart = ranks_detail::pace_chart({rank(0, {7, 900}, 10), rank(1, {7}, 30)});
  BOOST_TEST((apart.numbers == std::vector<std::int64_t>{7, 900}));
  BOOST_TEST(apart.about.find(" Steps that no rank recorded are left out.") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(missing_doubled_and_truncated_ranks_are_named) {
  fleet_partial p = two_ranks();
  p.ranks[1].rank = 4;
  p.ranks[1].cut = true;
  p.ranks[0].world_size = 8;
  p.unread.push_back({2, "c", "is no trace"});
  experiment e;
  e.folder = "/runs/x";
  e.files = {{0, "a"}, {2, "c"}, {4, "b"}};
  e.doubled = {{4, "b2"}};
  const data_quality q = fleet_quality(p, e, false);
  const auto found = [&](std::string_view word) {
    for (const quality_issue& i : q.issues())
      if (i.reason.starts_with(word)) return i.example + " x" + std::to_string(i.count);
    return std::string();
  };
  BOOST_TEST(found("rank missing") == "rank 1, 3, 5-7 x5");
  BOOST_TEST(found("rank truncated") == "rank 4 x1");
  BOOST_TEST(found("rank doubled") == "rank 4 x1");
  BOOST_TEST(found("rank unreadable: its") == "rank 2 x1");
  BOOST_TEST(q.lost_input());
  BOOST_TEST(fleet_quality(p, e, true).issues()[0].reason.starts_with("rank truncated"));  // a filter picked ranks
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_trace_is_no_rank) {
  fleet_partial p = two_ranks();
  p.unread.push_back({9, "memory", "expected events", true});
  experiment e;
  e.files = {{0, "a"}, {1, "b"}, {9, "memory"}};
  e.doubled = {{1, "b2"}, {1, "b3"}};
  const data_quality q = fleet_quality(p, e, false);
  std::string said;
  for (const quality_issue& i : q.issues()) said += i.reason + " (" + i.example + ") ";
  BOOST_TEST(said.find("rank missing") == said.npos, said);
  BOOST_TEST(said.find("rank unreadable") == said.npos, said);
  BOOST_TEST(said.find("file without events") != said.npos, said);
  BOOST_TEST(said.find("(rank 1)") != said.npos, said);  // two more files of it
  p.unread.back().no_trace = false;  // a trace that is damaged is a rank of the run
  BOOST_TEST(fleet_quality(p, e, false).issues().front().example == "rank 2-8");
}

BOOST_AUTO_TEST_CASE(work_that_stands_in_a_trace_twice_counts_once) {
  kineto_text k;
  for (int i = 0; i < 2; ++i)
    k.launch("cudaLaunchKernel", 1, 2, 1).kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 100, 20, 1);
  const temporary_folder folder;
  const std::vector<rank_file> files{{0, folder.file("rank_0.json", k.text())}};
  fleet_reading how;
  const fleet_partial once = read_fleet(files, how);
  BOOST_REQUIRE(once.ranks.size() == 1u);
  BOOST_TEST(once.ranks[0].kernels_in_all == 1);
  BOOST_TEST(once.ranks[0].collectives.size() == 1u);
  how.rank.linked_calls_only = true;  // as in the original
  BOOST_TEST(read_fleet(files, how).ranks[0].collectives.size() == 2u);
}

BOOST_AUTO_TEST_CASE(nodes_are_told_by_names_of_hosts) {
  std::vector<rank_facts> ranks;
  for (const std::int64_t r : {0, 1, 2})
    ranks.push_back(test::rank_text(r).collective("allreduce", 0, 9, r == 2 ? "b" : "a", r == 2 ? "[1,2]" : "[0,1]").facts());
  ranks[0].host = ranks[1].host = "a", ranks[2].host = "b";
  const collective_analysis a(ranks, {});
  BOOST_TEST(a.node_of(1) == 0);
  BOOST_TEST(a.node_of(2) == 1);
  BOOST_TEST(name_of(a.span_of(a.all().part(0))) == "intra_node");
  BOOST_TEST(name_of(a.span_of(a.all().part(2))) == "inter_node");
}

BOOST_AUTO_TEST_CASE(runs_of_ranks_are_shown_as_ranges) {
  ranks_detail::rank_list list;
  for (const std::int64_t r : {1, 2, 3, 7, 9, 10}) list.add(r);
  list.add(11, 9'000'000'000);
  BOOST_TEST(list.text() == "1-3, 7, 9-9000000000");
  BOOST_TEST(list.count() == 4u + 2 + 8'999'999'990u);
}

BOOST_AUTO_TEST_CASE(the_number_of_threads_changes_nothing) {
  const temporary_folder folder;
  std::vector<rank_file> files;
  for (int r = 0; r < 9; ++r) {
    kineto_text k;
    k.op("aten::mm", 0, 30, mm_arguments).launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 20.1 + r / 3.0, 1).flow(1);
    files.push_back({r, folder.file("rank_" + std::to_string(r), r == 5 ? "broken" : k.text())});
  }
  fleet_reading one, four;
  one.threads = 1, four.threads = 4;
  fleet_partial a = read_fleet(files, one), b = read_fleet(files, four);
  BOOST_TEST((to_bytes(a) == to_bytes(b)));
  BOOST_TEST(a.ranks.size() == 8u);
  BOOST_REQUIRE(a.unread.size() == 1u);
  BOOST_TEST(a.unread[0].rank == 5);
}

BOOST_AUTO_TEST_CASE(stamps_are_texts_with_three_decimals) {
  std::string scratch;
  const auto text_of = [&](std::int64_t ns) { return std::string(stamp_cell_of(ns, scratch).text); };
  BOOST_TEST(text_of(0) == "0.000");
  BOOST_TEST(text_of(5'123'100) == "5123.100");
  BOOST_TEST(text_of(-1) == "-0.001");
  BOOST_TEST(text_of(1'700'000'000'000'000'690) == "1700000000000000.690");  // a double counts in quarters there
}

BOOST_AUTO_TEST_SUITE_END()
