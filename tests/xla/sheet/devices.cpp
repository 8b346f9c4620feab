#include <ridgeline/xla/sheet/modules.hpp>

#include <array>
#include <cmath>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/pairs.hpp>
#include <ridgeline/xla/sheet/steps.hpp>

#include "tests/support/tpu_profile.hpp"
#include "tests/support/xla_calls.hpp"

using namespace ridgeline;
using test::cell_of;

namespace {

xla_trace read(const std::string& bytes) { return std::move(*read_xplane(bytes)); }
/// The row whose column has this text; one past the last if there is none.
std::size_t row_with(const table& t, std::string_view column, std::string_view text) {
  std::size_t row = 0;
  while (row < t.rows() && cell_of(t, row, column) != text) ++row;
  return row;
}
bool near(const std::string& text, double value) { return std::abs(std::stod(text) - value) < 1e-9 * (1 + value); }

}  // namespace

BOOST_AUTO_TEST_SUITE(xla_sheet_tpus)

BOOST_AUTO_TEST_CASE(the_time_line_is_of_own_times) {
  const xla_trace trace = read(test::tpu_profile().file());
  BOOST_TEST((trace.device == xla_device::tpu));
  const jax_result r = report_jax(trace);
  const table t = jax_timeline_table(r);
  // in ms, see tpu_profile: twice 60 computed, 20 and 8 exposed, 88 busy; from 0 to 190; 50 and 8
  const std::vector<std::string> expected{"0.12", "0.04", "0.016", "0.176", "0.014", "0.19", "0.1", "0.016"};
  BOOST_REQUIRE(t.rows() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    BOOST_TEST(cell_of(t, i, "time ms") == expected[i], cell_of(t, i, "type"));
  BOOST_TEST(cell_of(t, 0, "gpu_pid") == "1");  // by the number in the plane's name
  BOOST_TEST(r.problems[xla_problem::link_missing].count == 0u);
}

BOOST_AUTO_TEST_CASE(ops_are_counted_without_those_inside) {
  const xla_trace trace = read(test::tpu_profile().file());
  const jax_result r = report_jax(trace);
  BOOST_TEST(r.kernels.size() == 8u);  // ops on the asynchronous line are not ops of the core
  const table names = jax_summary_table(r);
  const std::size_t loop = row_with(names, "name", "while.1");
  BOOST_TEST(cell_of(names, loop, "total_direct_kernel_time_sum") == "60");
  BOOST_TEST(cell_of(names, loop, "total_subtree_kernel_time_sum") == "160");
  const table categories = jax_category_table(r);
  BOOST_REQUIRE(categories.rows() == 4u);
  BOOST_TEST(cell_of(categories, 0, "op category") == "convolution fusion");
  BOOST_TEST(cell_of(categories, 1, "op category") == "while");
  BOOST_TEST(cell_of(categories, 2, "op category") == "all-reduce");
  BOOST_TEST(cell_of(categories, 2, "total_direct_kernel_time_ms") == "0.04");
  BOOST_TEST(cell_of(categories, 3, "Cumulative Percentage (%)").substr(0, 3) == "100");
}

BOOST_AUTO_TEST_CASE(calls_cost_what_the_plane_says) {
  const xla_trace trace = read(test::tpu_profile().file());
  const jax_result r = report_jax(trace);
  BOOST_REQUIRE(r.options.roofs != nullptr);
  BOOST_TEST(r.options.roofs->name == "TPU v5 lite (rates that the profile says)");
  BOOST_TEST(r.options.roofs->peak_of("matrix_bf16").in(TFLOPps) == 200);
  // the plane does not give it: of the chip, whose 197 of BF16 are 200 here
  BOOST_TEST(std::fabs(r.options.roofs->peak_of("matrix_int8").in(TFLOPps) - 393.0 * 200 / 197) < 1e-9);
  const table t = jax_calls_table(r);
  BOOST_REQUIRE(t.rows() == 8u);
  const std::size_t fusion = row_with(t, "hlo_op", "fusion.2");
  BOOST_TEST(cell_of(t, fusion, "hlo_module") == "jit_step");
  BOOST_TEST(cell_of(t, fusion, "Kernel Time (µs)") == "30");
  BOOST_TEST(cell_of(t, fusion, "GFLOPS") == "3");
  BOOST_TEST(near(cell_of(t, fusion, "Data Moved (MB)"), 2'000'000.0 / 1'048'576));  // of the memory beside the chip
  BOOST_TEST(near(cell_of(t, fusion, "TFLOPS/s"), 100));                             // 3e9 / 30e-6
  BOOST_TEST(near(cell_of(t, fusion, "Roofline Time (µs)"), 15));                    // 3e9 / 200e12
  BOOST_TEST(cell_of(t, fusion, "Roofline Bound") == "COMPUTE_BOUND");
  BOOST_TEST(near(cell_of(t, fusion, "Pct Roofline"), 50));
  const std::size_t loop = row_with(t, "hlo_op", "while.1");  // charged with the ops it runs
  BOOST_TEST(cell_of(t, loop, "GFLOPS") == "");
  BOOST_TEST(cell_of(t, loop, "Span (µs)") == "80");
}

/// A plane of a TPU7x is one of the two cores of a chip, and says the rate of that for BF16: FP8 has twice as much, as
/// on the chip (4614 and 2307).
BOOST_AUTO_TEST_CASE(rates_of_a_plane_are_those_of_its_core) {
  xplane::plane tpu("/device:TPU:0");
  tpu.fact("device_type_string", "TPU v7x").fact("peak_teraflops_per_second", 1028.75);
  tpu.line(1, "XLA Ops").event("fusion.1", 0, 10);
  const xla_trace trace = read(xplane::file({tpu.bytes()}));
  const jax_result r = report_jax(trace);
  BOOST_REQUIRE(r.options.roofs != nullptr);
  BOOST_TEST(std::fabs(r.options.roofs->peak_of("matrix_fp8").in(TFLOPps) - 2057.5) < 1e-9);
}

BOOST_AUTO_TEST_CASE(the_program_tells_what_the_plane_does_not) {
  test::tpu_profile made;
  made.with_program = true;
  xla_trace trace = read(made.file());
  for (xla_op_facts& f : trace.facts) f.flops = f.bytes = f.hbm_bytes = missing<double>;
  const jax_result r = report_jax(trace);
  const table t = jax_calls_table(r);
  const std::size_t fusion = row_with(t, "hlo_op", "fusion.2");
  BOOST_TEST(cell_of(t, fusion, "opcode") == "fusion");
  BOOST_TEST(cell_of(t, fusion, "GFLOPS") == "3");  // 2 * 1000 * 3000 * 500
  // 1000 * 500 + 500 * 3000 + 1000 * 3000 = 5e6 elements of 2 B
  BOOST_TEST(near(cell_of(t, fusion, "Data Moved (MB)"), 10'000'000.0 / 1'048'576));
  BOOST_TEST(cell_of(t, fusion, "Input Dims") == "((1000, 500), (500, 3000))");
}

/// What the plane says of an op holds for what the event does not say itself: 4 GFLOP and 2 MB, of another path. What
/// says the same again takes no memory of its own.
BOOST_AUTO_TEST_CASE(what_an_event_says_of_itself_goes_before_what_its_plane_says) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops");
  const std::vector<xplane::stat> own{{"flops", 4'000'000'000}, {"tf_op", 0, "jit(f)/dot_general"}, {"program_id", 9}};
  tpu.event("fusion.2", 0, 10 * test::us_in_ps, own).event("fusion.2", 20 * test::us_in_ps, 10 * test::us_in_ps, own);
  tpu.event("add.3", 40 * test::us_in_ps, test::us_in_ps, {{"flops", 5}, {"program_id", 9}});
  tpu.about("fusion.2", {{"hlo_category", 0, "convolution fusion"}, {"flops", 3'000'000'000}, {"bytes_accessed", 2'097'152}});
  tpu.about("add.3", {{"hlo_category", 0, "add"}, {"flops", 5}});
  const xla_trace trace = read(xplane::file({tpu.bytes()}));
  BOOST_TEST(trace.facts.size() == 3u);  // of two names, and of two events
  jax_options options;
  options.keywords = {"dot_general"};
  const jax_result r = report_jax(trace, options);
  BOOST_TEST(r.launchers().size() == 2u);
  const table t = jax_calls_table(r);
  const std::size_t fusion = row_with(t, "hlo_op", "fusion.2");
  BOOST_TEST(cell_of(t, fusion, "op category") == "convolution fusion");
  BOOST_TEST(cell_of(t, fusion, "GFLOPS") == "4");
  BOOST_TEST(cell_of(t, fusion, "Data Moved (MB)") == "2");
}

/// Two shapes of one name, and two executions that say their own bytes: each has the cost and category that is said of it.
BOOST_AUTO_TEST_CASE(ops_of_one_name_have_what_is_said_of_each) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops");
  tpu.event("%fusion.1 = f32[8] fusion(x)", 0, 10).event("%fusion.1 = f32[64] fusion(y)", 20, 10);
  for (const std::int64_t mebibytes : {1, 2})
    tpu.event("gather.2", 20 + 20 * mebibytes, 10, {{"bytes_accessed", mebibytes * 1'048'576}});
  tpu.about("%fusion.1 = f32[8] fusion(x)", {{"hlo_category", 0, "convolution fusion"}, {"flops", 5'000'000'000}});
  tpu.about("%fusion.1 = f32[64] fusion(y)", {{"hlo_category", 0, "loop fusion"}, {"flops", 7'000'000'000}});
  const xla_trace trace = read(xplane::file({tpu.bytes()}));
  const jax_result r = report_jax(trace);
  const table t = jax_calls_table(r);
  BOOST_REQUIRE(t.rows() == 4u);
  BOOST_TEST(cell_of(t, row_with(t, "op category", "convolution fusion"), "GFLOPS") == "5");
  BOOST_TEST(cell_of(t, row_with(t, "op category", "loop fusion"), "GFLOPS") == "7");
  BOOST_TEST(row_with(t, "Data Moved (MB)", "1") < 4u);
  BOOST_TEST(row_with(t, "Data Moved (MB)", "2") < 4u);
  BOOST_TEST(row_with(jax_summary_table(r), "Count", "2") < 2u);  // by name
}

/// A start and the wait behind it, which the plane charges with the transfer and with nothing: 2 MB in 1 us would be
/// 2 TB/s of 0.8.
BOOST_AUTO_TEST_CASE(starts_have_bytes_but_no_rate) {
  xplane::plane tpu("/device:TPU:0");
  tpu.fact("peak_hbm_bw_gigabytes_per_second", 800.0).line(1, "XLA Ops");
  tpu.event("copy-start.1", 0, test::us_in_ps).event("copy-done.1", 10 * test::us_in_ps, 5 * test::us_in_ps);
  tpu.event("fusion.2", 20 * test::us_in_ps, 5 * test::us_in_ps);
  for (const char* name : {"copy-start.1", "fusion.2"}) tpu.about(name, {{"bytes_accessed", 2'000'000}});
  tpu.about("copy-done.1", {{"bytes_accessed", 0}});
  const xla_trace trace = read(xplane::file({tpu.bytes()}));
  const jax_result r = report_jax(trace);
  const table t = jax_calls_table(r);
  BOOST_REQUIRE(t.rows() == 3u);
  BOOST_TEST(near(cell_of(t, 0, "Data Moved (MB)"), 2'000'000.0 / 1'048'576));
  for (const char* column : {"TB/s", "Roofline Time (µs)", "Roofline Bound", "Pct Roofline"})
    for (const std::size_t row : {0u, 1u}) BOOST_TEST(cell_of(t, row, column) == "", column);
  BOOST_TEST(cell_of(t, 1, "Data Moved (MB)") == "");
  BOOST_TEST(near(cell_of(t, 2, "Pct Roofline"), 50));  // 2 MB / 0.8 TB/s = 2.5 us of 5
  BOOST_TEST(r.problems[xla_problem::above_roof].count == 0u);
}

/// Of the profile's ops only the fusion has a path, which the plane gives.
BOOST_AUTO_TEST_CASE(keywords_are_looked_up_in_the_plane_too) {
  const xla_trace trace = read(test::tpu_profile().file());
  jax_options options;
  options.keywords = {"dot_general"};
  BOOST_TEST(report_jax(trace, options).filtered.size() == 2u);  // of two steps
  options.keywords = {"dot_generals"};
  BOOST_TEST(report_jax(trace, options).filtered.empty());
  options.keywords = {"dot_general"};
  options.faults.roots_missing = true;  // the original's metadata are those of a dump
  BOOST_TEST(report_jax(trace, options).filtered.empty());
}

BOOST_AUTO_TEST_CASE(programs_have_a_row) {
  const xla_trace trace = read(test::tpu_profile().file());
  const table t = jax_modules_table(report_jax(trace));
  BOOST_REQUIRE(t.rows() == 1u);
  BOOST_TEST(cell_of(t, 0, "hlo_module") == "jit_step");
  BOOST_TEST(cell_of(t, 0, "executions") == "2");
  BOOST_TEST(near(cell_of(t, 0, "time ms"), 0.18));
  BOOST_TEST(near(cell_of(t, 0, "mean ms"), 0.09));
  BOOST_TEST(near(cell_of(t, 0, "ops ms"), 0.176));
  BOOST_TEST(cell_of(t, 0, "Percentage (%)") == "100");
  BOOST_TEST(cell_of(t, 0, "GFLOPS") == "6");
  BOOST_TEST(near(cell_of(t, 0, "TFLOPS/s"), 6e9 / 176e-6 / 1e12));
}

BOOST_AUTO_TEST_CASE(steps_are_those_of_the_line_or_of_executions) {
  test::tpu_profile made;
  const xla_trace trace = read(made.file());
  const jax_steps steps = steps_of(report_jax(trace));
  BOOST_TEST(steps.unit == "Steps");
  const std::vector<std::string> names{"5", "6"};
  BOOST_TEST(steps.names == names, boost::test_tools::per_element());
  made.with_steps = false;
  const xla_trace unmarked = read(made.file());
  const jax_steps runs = steps_of(report_jax(unmarked));
  BOOST_TEST(runs.unit == "jit_step");
  BOOST_REQUIRE(runs.of.size() == 10u);
  BOOST_TEST(runs.of[0] == 0u);
  BOOST_TEST(runs.of[4] == 1u);  // the second while, four ops per step
}

BOOST_AUTO_TEST_CASE(what_is_not_read_is_said) {
  xplane::plane sparse("/device:TPU:0 SparseCore 0"), custom("/device:CUSTOM:Megascale Trace");
  sparse.line(1, "Sparse Core Ops").event("op", 0, 1);
  custom.line(1, "x").event("op", 0, 1);
  const xla_trace trace = read(xplane::file({test::tpu_profile().plane(0), sparse.bytes(), custom.bytes()}));
  BOOST_TEST(trace.problems[xla_problem::plane_unread].count == 1u);
  BOOST_TEST(report_jax(trace).kernels.size() == 8u);
}

BOOST_AUTO_TEST_CASE(a_given_chip_wins_and_a_pattern_names_communication) {
  const xla_trace trace = read(test::tpu_profile().file());
  const hw::roofs paper{"paper", false, 1 * GBps, {}};
  gpu::communication_table table;
  table.add(*text_pattern::compile("^fusion"));
  jax_options options;
  options.roofs = &paper;
  options.communication = &table;
  const jax_result r = report_jax(trace, options);
  BOOST_TEST(r.options.roofs == &paper);
  // 5..60 communicates, of which the loop computes 35..40: 50 us are exposed, twice
  BOOST_TEST(cell_of(jax_timeline_table(r), 1, "time ms") == "0.1");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(xla_sheet_pairs)

BOOST_AUTO_TEST_CASE(a_start_ends_where_its_done_does) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops").event("all-gather-start.1", 0, 2).event("fusion.9", 2, 10).event("all-gather-done.1", 15, 5);
  tpu.event("all-gather-start.1", 30, 2).event("all-gather-done.1", 40, 5);
  tpu.event("all-reduce-start.2", 50, 2).event("all-reduce-done.2", 58, 2);
  tpu.line(2, "Async XLA Ops").event("all-reduce-start.2", 50, 7);
  const xla_trace trace = read(xplane::file({tpu.bytes()}));
  const jax_result r = report_jax(trace);
  const xla_pairs pairs(r);
  BOOST_TEST(pairs.end_of(0) == 20);
  BOOST_TEST(pairs.end_of(1) == 12);
  BOOST_TEST(pairs.is_second(2));
  BOOST_TEST(pairs.end_of(3) == 45);
  BOOST_TEST(pairs.end_of(5) == 57);  // transferred data, without the wait for it
  BOOST_TEST(pairs.is_second(7));     // the asynchronous line shows the same
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(xla_sheet_cpus)

BOOST_AUTO_TEST_CASE(ops_of_the_host_are_reported_where_no_device_is) {
  const xla_trace trace = read(test::cpu_profile());
  BOOST_TEST((trace.device == xla_device::cpu));
  const jax_result r = report_jax(trace);
  BOOST_TEST(r.kernels.size() == 6u);
  const table t = jax_timeline_table(r);
  BOOST_TEST(cell_of(t, 0, "gpu_pid") == "701");
  BOOST_TEST(cell_of(t, 0, "time ms") == "0.12");  // 0..60 of each hundred, on two threads
  BOOST_TEST(cell_of(t, 5, "time ms") == "0.16");
  const table calls = jax_calls_table(r);
  const std::size_t dot = row_with(calls, "hlo_op", "dot.1"), call = row_with(calls, "hlo_op", "call.2");
  BOOST_TEST(cell_of(calls, dot, "op category") == "dot");
  BOOST_TEST(near(cell_of(calls, dot, "GFLOPS"), 384e-9));  // 2 * 8 * 6 * 4
  BOOST_TEST(near(cell_of(calls, dot, "Data Moved (MB)"), (32 + 24 + 48) * 4.0 / 1'048'576));
  BOOST_TEST(cell_of(calls, call, "Kernel Time (µs)") == "10");
  BOOST_TEST(cell_of(calls, call, "Span (µs)") == "40");
  const jax_steps steps = steps_of(r);
  BOOST_TEST(steps.unit == "step_num");
  BOOST_REQUIRE(steps.names.size() == 2u);
  BOOST_TEST(steps.names[1] == "4");
  const table modules = jax_modules_table(r);
  BOOST_TEST(cell_of(modules, 0, "executions") == "2");
  BOOST_TEST(near(cell_of(modules, 0, "mean ms"), 0.06));  // by run_id, from the first op to the last
}

BOOST_AUTO_TEST_CASE(ops_that_run_on_after_their_dispatch_last_until_their_end_is_marked) {
  const xla_trace trace = read(test::marked_cpu_profile());
  const jax_result r = report_jax(trace);
  const table t = jax_timeline_table(r), calls = jax_calls_table(r);
  BOOST_TEST(near(cell_of(t, 0, "time ms"), 0.1));  // 0..100
  const std::size_t dot = row_with(calls, "hlo_op", "dot.1"), loop = row_with(calls, "hlo_op", "while.4"),
                    add = row_with(calls, "hlo_op", "add.3");
  BOOST_TEST(cell_of(calls, dot, "Kernel Time (µs)") == "100");
  BOOST_TEST(near(cell_of(calls, dot, "TFLOPS/s"), 384e-12 / 100e-6));  // 2 * 8 * 6 * 4 in 100 us
  BOOST_TEST(cell_of(calls, loop, "Kernel Time (µs)") == "10");  // then its ops run, which have the time
  BOOST_TEST(cell_of(calls, loop, "Span (µs)") == "70");
  BOOST_TEST(cell_of(calls, add, "Kernel Time (µs)") == "20");  // its end is marked within it
  BOOST_TEST(near(cell_of(jax_modules_table(r), 0, "mean ms"), 0.1));
}

// Step 1 lasts from 0 to 100; within it, step 2 from 20 to 40 and step 3 from 50 to 60.
BOOST_AUTO_TEST_CASE(what_follows_a_nested_step_is_of_the_step_around_it) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(1, "Stream #1");
  host.line(1, "python");
  host.event("train", 0, 100, {{"step_num", 1}}).event("eval", 20, 20, {{"step_num", 2}}).event("eval", 50, 10, {{"step_num", 3}});
  const std::int64_t launches[] = {10, 25, 45, 55, 70, 100};
  for (std::int64_t i = 0; i < 6; ++i) {
    gpu.kernel("k", 1000 + 10 * i, 5, i + 1, "jit_f", "add.1", 7);
    host.event("launch", launches[i], 1, {{"correlation_id", i + 1}});
  }
  const xla_trace trace = read(xplane::file({gpu.bytes(), host.bytes()}));
  const jax_result r = report_jax(trace);
  const jax_steps steps = steps_of(r);
  BOOST_REQUIRE(steps.unit == "step_num");
  const std::vector<std::uint32_t> of{0, 1, 0, 2, 0, missing<std::uint32_t>};
  BOOST_TEST(steps.of == of, boost::test_tools::per_element());
}

/// Each execution runs embed, four turns of a loop with two kernels each, and loss: ten kernels. Of the first one the
/// profile has only what follows the loop's second kernel: six. A kernel of another stream lies between both of embed.
BOOST_AUTO_TEST_CASE(executions_begin_outside_of_loops) {
  xplane::module m("jit_f");
  const auto calls = [](std::int64_t id) { return proto_bytes().packed(38, {id}); };
  m.computation("body");  // 1
  const auto p = m.parameter("p", xplane::bf16({8}));
  m.add("turn.1", "add", xplane::bf16({8}), {p, p});
  m.add("turn.2", "add", xplane::bf16({8}), {p, p});
  m.computation("graph");  // 2
  const auto q = m.parameter("q", xplane::bf16({8}));
  m.add("loss.5", "add", xplane::bf16({8}), {q, q});
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({8}));
  m.add("embed.3", "add", xplane::bf16({8}), {x, x});
  m.add("while.4", "while", xplane::bf16({8}), {x}, calls(1));
  m.add("call.6", "call", xplane::bf16({8}), {x}, calls(2));
  xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1");
  const std::int64_t executions = 3;
  std::int64_t at = 0;
  const auto run = [&](std::string_view op) { gpu.kernel(op, 10 * at, 5, at + 1, "jit_f", op, 7), ++at; };
  for (std::int64_t n = 0; n < executions; ++n) {
    if (n > 0) run("embed.3"), run("embed.3");
    for (int turn = 0; turn < 4; ++turn) {
      if (n > 0 || turn > 0) run("turn.1");
      run("turn.2");
    }
    run("loss.5");
  }
  // the 9th and 10th are of embed
  gpu.line(2, "Stream #2").kernel("other", 10 * 8 + 7, 2, at + 1, "jit_f", "turn.1", 7);
  const xla_trace trace = read(xplane::file({gpu.bytes(), metadata.bytes()}));
  const jax_steps steps = steps_of(report_jax(trace));
  BOOST_TEST(steps.unit == "jit_f");
  // from loss on, which is the first that is in no loop: that of the part, then those of both whole ones
  BOOST_TEST(steps.names.size() == 3u);
  BOOST_TEST(!known(steps.of[0]));
  BOOST_TEST(steps.of[7] == 0u);
  BOOST_TEST(steps.of[18] == 1u);
}

/// Three equal fusions of a graph share a kernel, which runs three times in each of four executions.
BOOST_AUTO_TEST_CASE(executions_begin_at_what_runs_once) {
  xplane::module m("jit_f");
  m.computation("graph");  // 1
  const auto q = m.parameter("q", xplane::bf16({8}));
  for (const char* const name : {"loop_add_fusion.1", "loop_add_fusion.2", "loop_add_fusion.3", "loop_mul_fusion.4"})
    m.add(name, "fusion", xplane::bf16({8}), {q});
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({8}));
  m.add("call.6", "call", xplane::bf16({8}), {x}, proto_bytes().packed(38, {1}));
  xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1");
  std::int64_t at = 0;
  for (int execution = 0; execution < 4; ++execution)
    for (const char* const kernel : {"loop_add_fusion_1", "nvjet", "loop_add_fusion_1", "nvjet", "loop_add_fusion_1",
                                     "loop_mul_fusion_4", "nvjet"})
      gpu.kernel(kernel, 10 * at, 5, at + 1, "jit_f", "call.6", 7), ++at;
  const xla_trace trace = read(xplane::file({gpu.bytes(), metadata.bytes()}));
  const jax_steps steps = steps_of(report_jax(trace));
  BOOST_TEST(steps.names.size() == 4u);
  BOOST_TEST(steps.of[5] == 0u);  // loop_mul_fusion
  BOOST_TEST(steps.of[11] == 0u);
  BOOST_TEST(steps.of[12] == 1u);
}

/// The profile begins with the end of an execution: the next one begins with what that end needs.
BOOST_AUTO_TEST_CASE(executions_begin_with_what_needs_no_other) {
  xplane::module m("jit_f");
  m.computation("graph");  // 1
  const auto q = m.parameter("q", xplane::bf16({8}));
  m.add("loop_graph_fusion.2", "fusion", xplane::bf16({8}), {q});
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({8}));
  const auto embed = m.add("loop_embed_fusion.1", "fusion", xplane::bf16({8}), {x});
  const auto call = m.add("call.6", "call", xplane::bf16({8}), {embed}, proto_bytes().packed(38, {1}));
  m.add("loop_loss_fusion.5", "fusion", xplane::bf16({8}), {call});
  for (const int cut : {0, 1, 2}) {
    xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
    metadata.program("jit_f(7)", 7, m.hlo_proto());
    gpu.line(1, "Stream #1");
    const std::array names{"loop_embed_fusion.1", "loop_graph_fusion.2", "loop_loss_fusion.5"};
    for (int n = cut; n < 12; ++n) {
      const char* const name = names[static_cast<std::size_t>(n % 3)];
      gpu.kernel(name, 10 * n, 5, n + 1, "jit_f", name, 7);
    }
    const xla_trace trace = read(xplane::file({gpu.bytes(), metadata.bytes()}));
    const jax_steps steps = steps_of(report_jax(trace));
    BOOST_TEST(steps.names.size() == (cut == 0 ? 4u : 3u));
    BOOST_TEST(known(steps.of[0]) == (cut == 0));
    BOOST_TEST(steps.of[3u - static_cast<unsigned>(cut)] == (cut == 0 ? 1u : 0u));  // the second execution
  }
}

BOOST_AUTO_TEST_CASE(a_program_of_one_instruction_has_a_step_for_each_execution) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto x = m.parameter("x", xplane::bf16({8}));
  m.root(m.add("sort.1", "sort", xplane::bf16({8}), {x}));
  xplane::plane metadata("/host:metadata"), gpu("/device:GPU:0");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1");
  for (std::int64_t i = 0; i < 6; ++i)  // two kernels each
    gpu.kernel(i % 2 == 0 ? "histogram" : "onesweep", 10 * i, 5, i + 1, "jit_f", "sort.1", 7);
  const xla_trace trace = read(xplane::file({gpu.bytes(), metadata.bytes()}));
  const jax_steps steps = steps_of(report_jax(trace));
  const std::vector<std::uint32_t> of{0, 0, 1, 1, 2, 2};
  BOOST_TEST(steps.of == of, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(launches_that_name_an_instruction_are_no_ops_where_a_gpu_is) {
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
  gpu.line(1, "Stream #1").kernel("k", 0, 1'000, 1, "jit_f", "add.1", 7);
  host.line(1, "python").event("launch", 0, 10, {{"correlation_id", 1}, {"hlo_op", 0, "add.1"}, {"hlo_module", 0, "jit_f"}});
  const xla_trace trace = read(xplane::file({gpu.bytes(), host.bytes()}));
  BOOST_TEST((trace.device == xla_device::gpu));
  BOOST_TEST(report_jax(trace).kernels.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
