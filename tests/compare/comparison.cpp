#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/compare/rank_runs.hpp>
#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/sink/output.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(compare_comparison)

namespace {

/// Twenty equal steps of one op, 1000 ns a call, and one idle gap.
rl::compared_run run_of(const std::string& label, std::int64_t calls, std::int64_t time, std::int64_t gap) {
  rl::compared_run run;
  run.label = label, run.chip = "H100", run.unit = "ProfilerStep", run.devices = 1;
  rl::run_builder builder(run);
  const std::uint32_t op = builder.op("aten::mm", "((8, 8), (8, 8))", "('float', 'float')");
  for (std::uint32_t s = 0; s < 20; ++s) {
    run.steps.push_back({"step " + std::to_string(s), calls, {}, {}, {}});
    builder.add_op(s, op, calls, calls * time);
    builder.add_piece(s, builder.piece(rl::step_part::computation, op, "gemm"), calls, calls * time);
    builder.add_piece(s, builder.piece(rl::step_part::idle, op, ""), 1, gap);
  }
  builder.finish();
  return run;
}

const rl::verdict& op_verdict(const rl::comparison& c) { return c.verdicts.back(); }

}  // namespace

BOOST_AUTO_TEST_CASE(effects_of_calls_are_rounded_to_even) {
  BOOST_TEST(rl::effect_of_calls(2, 20, 3, 30) == 10);   // one more call of 10 ns on both sides
  BOOST_TEST(rl::effect_of_calls(2, 20, 3, 60) == 15);   // 1 * (10 + 20) / 2
  BOOST_TEST(rl::effect_of_calls(1, 1, 2, 4) == 2);      // 1 * (1 + 2) / 2 = 1.5
  BOOST_TEST(rl::effect_of_calls(2, 4, 1, 1) == -2);     // -1.5
  BOOST_TEST(rl::effect_of_calls(1, 2, 2, 6) == 2);      // 1 * (2 + 3) / 2 = 2.5
}

BOOST_AUTO_TEST_CASE(a_difference_is_split_exactly) {
  const std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 3, 1100, 150)};
  const rl::comparison c = rl::compare_runs(runs, {});
  BOOST_REQUIRE(c.attribution.size() == 3u);
  // 20 steps: 3 * 1100 + 150 - (2 * 1000 + 100) = 1350 each
  BOOST_TEST(c.attribution[0].delta() == 27000);
  // work: 20 more calls of (1000 + 1100) / 2 each, and the rest of 20 * 1300 is slower calls
  BOOST_TEST(c.attribution[1].more_calls == 21000);
  BOOST_TEST(c.attribution[1].per_call == 5000);
  BOOST_TEST(c.attribution[1].cause() == "more calls");
  BOOST_TEST(c.attribution[2].per_call == 1000);  // 20 gaps of 50 ns more
  BOOST_TEST((op_verdict(c).is == rl::change_verdict::slower));
  BOOST_TEST(std::abs(op_verdict(c).change - 0.65) < 1e-12);  // 3300 / 2000 - 1
}

BOOST_AUTO_TEST_CASE(runs_of_a_temporary_list_are_kept) {
  rl::comparison c = rl::compare_runs({run_of("base", 2, 1000, 100), run_of("new", 3, 1100, 150)}, {});
  const rl::comparison kept = std::move(c);
  BOOST_REQUIRE(kept.runs.size() == 2u);
  BOOST_TEST(kept.versions.all.at(1).runs.at(0).run == &kept.runs[1]);
  BOOST_TEST(kept.versions.all[1].mean_step() == 3450.0);  // 3 * 1100 + 150
}

BOOST_AUTO_TEST_CASE(a_kernel_in_whose_place_another_one_runs_is_neither_gone_nor_new) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1300, 100)};
  for (rl::compared_piece& p : runs[1].pieces)
    if (p.kernel == "gemm") p.kernel = "other_gemm";
  const rl::comparison c = rl::compare_runs(runs, {});
  BOOST_REQUIRE(c.attribution.size() == 4u);  // the total, both kernels, idle
  BOOST_TEST(c.attribution[1].cause() == "other kernel");
  BOOST_TEST(c.attribution[2].cause() == "other kernel");
  BOOST_TEST(c.attribution[1].appeared == 52000);  // 20 steps of 2 * 1300
  BOOST_TEST(c.attribution[2].gone == -40000);
  const std::vector<rl::attribution_row> told = with_replaced_work_as_one(c.of(c.attribution, "new"));
  BOOST_REQUIRE(told.size() == 3u);
  BOOST_TEST(told[1].delta() == 12000);  // 20 * 2 * 300
  BOOST_TEST(told[1].cause() == "other kernel");
}

namespace {

/// A run of six steps of given ops; each has a kernel, and takes so long in a step.
struct op_in_step {
  std::string name{}, dims{}, kernel{};
  std::int64_t time = 0;
  rl::step_part part = rl::step_part::computation;
  std::int64_t exposed = -1;  ///< of `time`; -1: all
};
rl::compared_run run_of_ops(const std::string& label, const std::vector<op_in_step>& ops) {
  rl::compared_run run;
  run.label = label, run.chip = "H100", run.unit = "ProfilerStep", run.devices = 1;
  rl::run_builder builder(run);
  for (std::uint32_t s = 0; s < 6; ++s) {
    run.steps.push_back({"step " + std::to_string(s), 1, {}, {}, {}});
    for (const op_in_step& o : ops) {
      const std::uint32_t op = builder.op(o.name, o.dims, "");
      builder.add_op(s, op, 1, o.time);
      builder.add_piece(s, builder.piece(o.part, op, o.kernel), 1, o.exposed < 0 ? o.time : o.exposed);
      builder.add_piece(s, builder.piece(rl::step_part::idle, op, ""), 1, 10);
    }
  }
  builder.finish();
  return run;
}

const rl::comparability_row& check_of(const rl::comparison& c, std::string_view check) {
  for (const rl::comparability_row& row : c.checks)
    if (row.check == check) return row;
  BOOST_FAIL("no such check");
  return c.checks.front();
}

std::vector<rl::attribution_row> told_of(const rl::comparison& c) {
  return with_replaced_work_as_one(c.of(c.attribution, "new"));
}

}  // namespace

/// The same kernels in other ops: two products whose kernel a graph replays, and an op with a new name, whose kernel
/// takes 800 ns instead of 500. Six steps of 300 ns more are all of the difference: 1800 ns.
BOOST_AUTO_TEST_CASE(kernels_that_other_ops_launch_are_neither_gone_nor_new) {
  const std::vector<rl::compared_run> runs{
      run_of_ops("base", {{"aten::mm", "((8, 8),)", "gemm", 1000}, {"aten::mm", "((4, 8),)", "gemm", 600},
                          {"aten::gelu", "((8,),)", "gelu", 500}}),
      run_of_ops("new", {{"gemm", "", "gemm", 1000}, {"gemm", "()", "gemm", 600},
                         {"my::gelu", "((8,),)", "gelu", 800}})};
  const rl::comparison c = rl::compare_runs(runs, {});
  for (const rl::attribution_row& r : c.attribution)
    if (r.name == "aten::gelu" && r.part == "computation") {
      BOOST_TEST(r.gone == -3000);  // as before
      BOOST_TEST(r.cause() == "other op");
    }
  std::int64_t sum = 0;
  const std::vector<rl::attribution_row> told = told_of(c);
  BOOST_REQUIRE(told.size() >= 3u);
  for (const rl::attribution_row& r : told) {
    if (r.part == "total") continue;
    BOOST_TEST(r.appeared == 0);
    BOOST_TEST(r.gone == 0);
    sum += r.delta();
  }
  BOOST_TEST(sum == 1800);
  BOOST_TEST(told[1].what() == "aten::gelu, now my::gelu ((8,),)");
  BOOST_TEST(told[1].delta() == 1800);
  BOOST_TEST(told[1].cause() == "slower");
  BOOST_TEST(told[2].delta() == 0);  // 6 * (1600 - 1600)
  for (const rl::verdict& v : c.verdicts) {
    if (v.name == "aten::gelu") BOOST_TEST(v.reason == "same kernels as my::gelu");
    if (v.name == "aten::mm") BOOST_TEST(v.reason == "same kernels as gemm");
  }
  BOOST_TEST((check_of(c, "shapes").severity == rl::check_severity::note));  // all of the time
  BOOST_TEST(check_of(c, "shapes").text.starts_with("100 % of the baseline's time"), check_of(c, "shapes").text);
  rl::string_output console;
  write_console(console, c, 120);
  BOOST_TEST(console.text().find("ops: 0 changed, 0 the same within 1 %, 0 cannot be told, 3 new, 3 gone (6 with the "
                                 "same kernels in other ops)") !=
             std::string::npos, console.text());
}

/// Of a Tenstorrent run a kernel is a grid and a fidelity, which many ops share: only equal inputs make them one.
BOOST_AUTO_TEST_CASE(a_grid_alone_makes_no_other_op) {
  std::vector<rl::compared_run> runs{run_of_ops("base", {{"LayerNorm", "((1, 32),)", "HiFi4 64 cores", 90}}),
                                     run_of_ops("new", {{"Softmax", "((1, 64),)", "HiFi4 64 cores", 90}})};
  const auto causes = [&] {
    std::vector<std::string_view> all;
    for (const rl::attribution_row& r : told_of(rl::compare_runs(runs, {})))
      if (r.part == "computation") all.push_back(r.cause());
    return all;
  };
  for (rl::compared_run& r : runs) r.family = rl::run_family::tenstorrent;
  BOOST_TEST(causes().size() == 2u);  // gone and new
  runs[1].ops[0] = {"LayerNormDeviceOperation", "((1, 32),)", ""};
  BOOST_REQUIRE(causes().size() == 1u);
  BOOST_TEST(causes()[0] == "");  // the same time
}

/// 200 ns of communication, of which 150 ns are exposed and then 60: it is hidden better, not faster. If it takes 100
/// ns less itself, and 100 ns less are exposed, it is faster. So is computation beside other computation.
BOOST_AUTO_TEST_CASE(work_that_is_hidden_is_not_faster) {
  rl::step_part part = rl::step_part::exposed_comm;
  const auto cause = [&part](std::int64_t time, std::int64_t exposed) {
    const auto run = [&part](const char* label, std::int64_t ns, std::int64_t seen) {
      return run_of_ops(label, {{"c10d::allreduce_", "", "nccl", ns, part, seen}});
    };
    const std::vector<rl::compared_run> runs{run("base", 200, 150), run("new", time, exposed)};
    const std::vector<rl::attribution_row> told = told_of(rl::compare_runs(runs, {}));
    return std::string(told.at(1).cause());
  };
  BOOST_TEST(cause(200, 60) == "more hidden");
  BOOST_TEST(cause(200, 190) == "less hidden");
  BOOST_TEST(cause(230, 60) == "more hidden");  // longer itself
  BOOST_TEST(cause(100, 50) == "faster");       // 100 of 100
  BOOST_TEST(cause(160, 60) == "more hidden");  // 40 of 90
  BOOST_TEST(cause(300, 250) == "slower");
  part = rl::step_part::computation;
  BOOST_TEST(cause(200, 190) == "less hidden");
  BOOST_TEST(cause(100, 50) == "faster");
}

/// vLLM samples behind the range of its step: work that is launched in no step has no time of its own in any, and is
/// slower by all that the windows of the steps hold more of it, 150 - 100 ns.
BOOST_AUTO_TEST_CASE(work_launched_in_no_step_is_not_hidden) {
  const auto run = [](const char* label, std::int64_t seen) {
    return run_of_ops(label, {{"aten::argmax", "", "reduce", 0, rl::step_part::computation, seen}});
  };
  const std::vector<rl::compared_run> runs{run("base", 100), run("new", 150)};
  const std::vector<rl::attribution_row> told = told_of(rl::compare_runs(runs, {}));
  BOOST_TEST(told.at(1).cause() == "slower");
}

/// Two kernels of an op, one of which is 100 ns slower and one 100 ns faster: its time is the same, and nothing hides.
BOOST_AUTO_TEST_CASE(kernels_of_one_op_are_slower_and_faster) {
  const auto run = [](const char* label, std::int64_t first, std::int64_t second) {
    return run_of_ops(label, {{"aten::mm", "", "gemm", first}, {"aten::mm", "", "bias", second}});
  };
  const std::vector<rl::compared_run> runs{run("base", 400, 300), run("new", 500, 200)};
  std::vector<std::string_view> causes;
  for (const rl::attribution_row& r : told_of(rl::compare_runs(runs, {})))
    if (r.part == "computation") causes.push_back(r.cause());
  const std::vector<std::string_view> expected{"faster", "slower"};  // bias, then gemm
  BOOST_TEST(causes == expected, boost::test_tools::per_element());
}

/// An op with two kernels has two rows, which name them; one with a single kernel does not.
BOOST_AUTO_TEST_CASE(rows_of_an_op_with_several_kernels_name_the_kernel) {
  constexpr const char* region = "Torch-Compiled Region";
  const auto run = [](const std::string& label, std::int64_t gelu) {
    return run_of_ops(label, {{region, "", "void at::native::vector<4, at::Gelu<c10::Half>>(int)", gelu},
                              {region, "", "gemm", 300}, {"aten::add", "((8,),)", "void at::add(int)", 70}});
  };
  const std::vector<rl::compared_run> runs{run("base", 100), run("new", 180)};
  std::vector<std::string> texts;
  for (const rl::attribution_row& r : told_of(rl::compare_runs(runs, {})))
    if (r.part == "computation") texts.push_back(r.what());
  const std::vector<std::string> expected{"vector<4, Gelu<Half>>(int) of Torch-Compiled Region", "aten::add ((8,),)",
                                          "gemm of Torch-Compiled Region"};
  BOOST_REQUIRE(texts.size() == 3u);
  BOOST_TEST(texts[0] == expected[0]);
  for (const std::string& text : texts)
    BOOST_TEST((text == expected[0] || text == expected[1] || text == expected[2]), text);
}

/// One side has not recorded extents: it is refused, with the option that would help, and readers see the kernels as
/// one row each. 6 * (1200 - 1000) = 1200 ns.
BOOST_AUTO_TEST_CASE(a_run_without_shapes_is_refused_with_the_reason) {
  const std::vector<rl::compared_run> runs{run_of_ops("base", {{"aten::mm", "((8, 8),)", "gemm", 1000}}),
                                           run_of_ops("new", {{"aten::mm", "()", "gemm", 1200}})};
  const rl::comparison c = rl::compare_runs(runs, {});
  BOOST_TEST((check_of(c, "shapes").severity == rl::check_severity::refuse));
  BOOST_TEST(check_of(c, "shapes").text.starts_with("new has recorded no extents"), check_of(c, "shapes").text);
  rl::string_output console;
  write_console(console, c, 60);
  std::string lines = console.text();
  for (std::size_t at = lines.find("\n  "); at != lines.npos; at = lines.find("\n  ", at)) lines.erase(at, 2);
  std::replace(lines.begin(), lines.end(), '\n', ' ');
  BOOST_TEST(lines.find(check_of(c, "shapes").text) != lines.npos, console.text());  // in several lines, not cut
  const std::vector<rl::attribution_row> told = told_of(c);
  BOOST_TEST(told.at(1).what() == "aten::mm ((8, 8),)");
  BOOST_TEST(told.at(1).delta() == 1200);
  BOOST_TEST(told.at(1).cause() == "slower");
}

/// Calls of 100 ns more, and 9 ns more idle time in 20 steps, 0.45 ns each, which would be shown as 0 ns.
BOOST_AUTO_TEST_CASE(readers_see_no_differences_of_nothing) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1100, 100)};
  runs[1].steps[0].pieces.back().time += 9;
  runs[1].steps[0].parts[static_cast<std::size_t>(rl::step_part::idle)] += 9;
  const rl::comparison c = rl::compare_runs(runs, {});
  BOOST_TEST(c.attribution.back().delta() == 9);
  rl::string_output console;
  write_console(console, c, 120);
  BOOST_TEST(console.text().find("+200 ns") != std::string::npos, console.text());
  BOOST_TEST(console.text().find("idle") == std::string::npos, console.text());
}

/// The steps of a file with four devices add up; those of a folder of the same four ranks are as long as the slowest:
/// 2100 ns against four times as much.
BOOST_AUTO_TEST_CASE(devices_together_are_not_compared_with_the_slowest_rank) {
  std::vector<rl::compared_run> runs{run_of("base", 8, 1000, 400),
                                     rl::slowest_of(std::vector(4, run_of("r", 2, 1000, 100)))};
  runs[0].devices = 4, runs[0].world = 4, runs[1].label = "new", runs[1].chip = "H100";
  const rl::comparison c = rl::compare_runs(runs, {});
  const rl::comparability_row& devices = check_of(c, "devices");
  BOOST_TEST((devices.severity == rl::check_severity::refuse));
  BOOST_TEST(devices.base == "4 devices, world 4, all together");
  BOOST_TEST(devices.next == "4 devices, world 4, slowest rank");
  rl::string_output console;
  write_console(console, c, 120);
  BOOST_TEST(console.text().find("20 steps (ProfilerStep) of 8.4 µs on 4 devices together\n") != std::string::npos,
             console.text());
  BOOST_TEST(console.text().find("20 steps (ProfilerStep) of 2.1 µs\n") != std::string::npos, console.text());
  rl::string_output stored;
  rl::write_baseline(stored, {runs[1]});
  runs[1] = rl::read_baseline(stored.text(), "b.json")->front();
  runs[1].label = "new";
  BOOST_TEST((check_of(rl::compare_runs(runs, {}), "devices").severity == rl::check_severity::refuse));
  runs[1].length = rl::step_length::unknown;  // of an older file
  BOOST_TEST((check_of(rl::compare_runs(runs, {}), "devices").severity == rl::check_severity::ok));
}

/// What is communication, and what marks a step, is decided when a baseline is stored.
BOOST_AUTO_TEST_CASE(a_baseline_remembers_how_it_was_read) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1000, 100)};
  runs[0].asked_comm = "^ring";
  const auto stored = [&] {
    rl::string_output text;
    rl::write_baseline(text, {runs[0]});
    rl::compared_run read = rl::read_baseline(text.text(), "b.json")->front();
    read.label = "base";
    return rl::compare_runs({read, runs[1]}, {});
  };
  BOOST_TEST((check_of(stored(), "options").severity == rl::check_severity::refuse));
  BOOST_TEST(check_of(stored(), "options").base == "--comm_pattern ^ring");
  runs[1].asked_comm = "^ring";
  BOOST_TEST((check_of(stored(), "options").severity == rl::check_severity::ok));
  runs[1].asked_step = runs[1].unit = "iteration";
  BOOST_TEST((check_of(stored(), "steps").severity == rl::check_severity::refuse));
  runs[1].unit = "ProfilerStep";  // the same marks by another text
  BOOST_TEST((check_of(stored(), "steps").severity == rl::check_severity::ok));
  runs[0].asked_step.reset(), runs[1].unit = "iteration";  // an older file does not say
  BOOST_TEST((check_of(stored(), "steps").severity == rl::check_severity::ok));
}

BOOST_AUTO_TEST_CASE(another_chip_refuses_unless_it_is_allowed) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1000, 100)};
  runs[1].chip = "B200";
  rl::comparison_options options;
  options.gate = rl::gate_limits::standard();
  const rl::comparison refused = rl::compare_runs(runs, options);
  BOOST_TEST((op_verdict(refused).is == rl::change_verdict::not_judged));
  BOOST_TEST((refused.gate->state == rl::gate_state::refused));
  options.allowed = {"chip"};
  const rl::comparison allowed = rl::compare_runs(runs, options);
  BOOST_TEST((op_verdict(allowed).is == rl::change_verdict::same));
  BOOST_TEST((allowed.gate->state == rl::gate_state::pass));
  runs[0].chip = "AMD Instinct MI300X", runs[1].chip = "AMD Instinct MI300X VF";  // seen from a virtual machine
  BOOST_TEST((check_of(rl::compare_runs(runs, {}), "chip").severity == rl::check_severity::ok));
}

/// What a file has lost is not known, so neither side of it is judged; a stored baseline and a folder of ranks keep it.
BOOST_AUTO_TEST_CASE(a_file_without_all_of_its_events_refuses_unless_it_is_allowed) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1300, 100)};
  rl::comparison_options options;
  options.gate = rl::gate_limits::standard();
  BOOST_TEST((rl::compare_runs(runs, options).gate->state == rl::gate_state::fail));
  for (const rl::comparability_row& r : rl::compare_runs(runs, options).checks) BOOST_TEST(r.check != "file");
  for (std::size_t side = 0; side < 2; ++side) {
    std::vector<rl::compared_run> cut = runs;
    cut[side].incomplete = "file cut at byte 100";
    options.allowed.clear();
    const rl::comparison refused = rl::compare_runs(cut, options);
    const rl::comparability_row& file = check_of(refused, "file");
    BOOST_TEST((file.severity == rl::check_severity::refuse));
    BOOST_TEST(file.text == "unknown events are missing: file cut at byte 100");
    BOOST_TEST((side == 0 ? file.base : file.next) == "incomplete");
    BOOST_TEST((side == 0 ? file.next : file.base) == "");
    BOOST_TEST((op_verdict(refused).is == rl::change_verdict::not_judged));
    BOOST_TEST((refused.gate->state == rl::gate_state::refused));
    options.allowed = {"file"};
    BOOST_TEST((rl::compare_runs(cut, options).gate->state == rl::gate_state::fail));
    rl::string_output stored;
    rl::write_baseline(stored, {cut[side]});
    BOOST_TEST(rl::read_baseline(stored.text(), "b.json")->front().incomplete == "file cut at byte 100");
    BOOST_TEST(rl::slowest_of({runs[0], cut[side]}).incomplete == "file cut at byte 100");
  }
}

BOOST_AUTO_TEST_CASE(steps_of_other_kinds_are_not_compared) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1000, 100)};
  const auto prefill = [](rl::compared_run& run, std::size_t n) {
    for (std::size_t s = 0; s < 20; ++s) run.steps[s].kind = s < n ? "prefill" : "decode";
  };
  const auto verdict_of = [&] { return op_verdict(rl::compare_runs(runs, {})).is; };
  prefill(runs[0], 2), prefill(runs[1], 10);
  const rl::comparison refused = rl::compare_runs(runs, {});
  BOOST_TEST((op_verdict(refused).is == rl::change_verdict::not_judged));
  bool said = false;
  for (const rl::comparability_row& row : refused.checks)
    said = said || row.text.starts_with("10 % of the baseline's steps and 50 % of the new run's are prefill") ||
           row.text.starts_with("90 % of the baseline's steps and 50 % of the new run's are decode");
  BOOST_TEST(said);
  prefill(runs[1], 5);  // 15 points more
  BOOST_TEST((verdict_of() == rl::change_verdict::same));
  for (rl::compared_step& s : runs[1].steps) s.kind.clear();  // not known of one side
  BOOST_TEST((verdict_of() == rl::change_verdict::same));
}

/// Of 100 steps each, 30 and then 10 are prefills of 10,000 ns, the others decode for 1000: nothing is slower, but the
/// mean step falls from 3700 to 1900 ns, by 48.6 %. The shares differ by 20 points, 3.54 standard errors of sqrt(0.2 *
/// 0.8 * 2 / 100) = 0.0566. Two prefills fewer are chance: 2 points of 0.0641.
BOOST_AUTO_TEST_CASE(another_mix_of_kinds_is_no_speed) {
  const auto run = [](const std::string& label, std::uint32_t prefills) {
    rl::compared_run r;
    r.label = label, r.unit = "engine step", r.devices = 1;
    rl::run_builder builder(r);
    const std::uint32_t op = builder.op("aten::mm", "", "");
    for (std::uint32_t s = 0; s < 100; ++s) {
      const bool prefill = s * 37 % 100 < prefills;
      const std::int64_t time = (prefill ? 10'000 : 1000) + (s % 2 == 0 ? 1 : -1);
      r.steps.push_back({"step", 1, {}, {}, {}, prefill ? "prefill" : "decode"});
      builder.add_op(s, op, 1, time);
      builder.add_piece(s, builder.piece(rl::step_part::computation, op, "gemm"), 1, time);
    }
    builder.finish();
    return r;
  };
  const auto steps = [&](std::uint32_t base, std::uint32_t next) {
    rl::comparison_options all_steps;
    all_steps.steps.warm_up = 0;
    return check_of(rl::compare_runs({run("base", base), run("new", next)}, all_steps), "steps");
  };
  const rl::comparability_row fewer = steps(30, 10);
  BOOST_TEST((fewer.severity == rl::check_severity::refuse));
  BOOST_TEST(fewer.text.find("% of the new run's are ") != std::string::npos, fewer.text);
  BOOST_TEST(fewer.text.find("which alone makes the mean step 48.6 % shorter") != std::string::npos, fewer.text);
  BOOST_TEST((steps(10, 30).severity == rl::check_severity::refuse));
  BOOST_TEST((steps(30, 28).severity == rl::check_severity::ok));
}

/// The ops of a graph have no extents, but its step says how many requests it serves: 8 against 10 are a quarter more,
/// against 9 an eighth. Where 2 of 20 steps are such, they take a tenth of the time, which decides nothing.
BOOST_AUTO_TEST_CASE(steps_that_decode_for_other_batches_are_not_compared) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1000, 100)};
  const auto steps = [&](std::int64_t base, std::int64_t next, std::size_t n) {
    for (std::size_t s = 0; s < 20; ++s) {
      runs[0].steps[s].requests = s < n ? base : rl::missing<std::int64_t>;
      runs[1].steps[s].requests = s < n ? next : rl::missing<std::int64_t>;
    }
    return check_of(rl::compare_runs(runs, {}), "steps");
  };
  const rl::comparability_row other = steps(8, 10, 20);
  BOOST_TEST((other.severity == rl::check_severity::refuse));
  BOOST_TEST(other.text == "a step of decoding serves 8 requests in the baseline and 10 in the new run", other.text);
  BOOST_TEST((steps(8, 9, 20).severity == rl::check_severity::ok));
  BOOST_TEST((steps(8, 16, 2).severity == rl::check_severity::ok));
  BOOST_TEST((steps(8, rl::missing<std::int64_t>, 20).severity == rl::check_severity::ok));
  steps(8, 10, 20);
  rl::string_output stored;
  rl::write_baseline(stored, {runs[1]});
  runs[1].steps = rl::read_baseline(stored.text(), "b.json")->front().steps;
  BOOST_TEST((check_of(rl::compare_runs(runs, {}), "steps").severity == rl::check_severity::refuse));
}

/// Twice as many calls of the same time, 2000 ns instead of 1000: the verdict is slower, because of the calls. With
/// calls of 1500 ns there are 1.5 * 2 = 3 times as many ns, of which (1000 + 1500) / 2 = 1250 of 2000 ns are calls.
/// Equally many calls of 1500 ns give no reason.
BOOST_AUTO_TEST_CASE(a_verdict_that_comes_from_calls_says_so) {
  const auto reason = [](std::int64_t calls, std::int64_t time) {
    return op_verdict(rl::compare_runs({run_of("base", 1, 1000, 100), run_of("new", calls, time, 100)}, {})).reason;
  };
  BOOST_TEST(reason(2, 1000) == "more calls");
  BOOST_TEST(reason(2, 1500) == "more calls");
  BOOST_TEST(reason(1, 1500) == "");
  BOOST_TEST(reason(2, 3000) == "");  // 2000 of 5000
}

/// 20 steps of 1000 ns, of which three took 20,000 more, 4000 on average, against 20 steady ones: 75 % less, with
/// nothing to say against it in the new run. The other way round nothing can be told, so the sentence says what may be
/// behind it.
BOOST_AUTO_TEST_CASE(what_a_noisy_baseline_may_explain_is_said) {
  const auto run = [](const std::string& label, bool noisy) {
    rl::compared_run r = run_of(label, 1, 1000, 0);
    for (std::size_t s = 0; s < r.steps.size(); ++s) {
      const std::int64_t more = noisy && (s == 3 || s == 10 || s == 17) ? 20'000 : s % 2 == 0 ? 1 : 0;
      r.steps[s].parts[0] += more, r.steps[s].ops[0].time += more;
      for (rl::step_share& p : r.steps[s].pieces)
        if (r.pieces[p.of].part == rl::step_part::computation) p.time += more;
    }
    return r;
  };
  const auto step = [&](bool base, bool next) {
    return rl::compare_runs({run("base", base), run("new", next)}, {}).verdicts.front();
  };
  BOOST_TEST((step(false, true).is == rl::change_verdict::cannot_tell));
  const rl::verdict faster = step(true, false);
  BOOST_TEST((faster.is == rl::change_verdict::faster));
  BOOST_TEST(faster.reason == "the noise of the baseline may explain it");
  BOOST_TEST(sentence_of(faster, {}).ends_with("; the noise of the baseline may explain it"));
}

// 54 steps of about 1000 ns and 6 of about 10000: 1900 on average; all a tenth slower: 2090.
BOOST_AUTO_TEST_CASE(a_step_of_a_rare_kind_is_no_outlier) {
  const auto run = [](const std::string& label, std::int64_t decode, bool kinds) {
    rl::compared_run r;
    r.label = label, r.unit = "engine step", r.devices = 1;
    rl::run_builder builder(r);
    const std::uint32_t op = builder.op("aten::mm", "", "");
    for (std::uint32_t s = 0; s < 60; ++s) {
      const bool prefill = s % 10 == 5;
      const std::int64_t noise = s % 4 < 2 ? 1 : -1;  // 15 times each; at 5, 25, 45: 1, at 15, 35, 55: -1
      r.steps.push_back({"step", 1, {}, {}, {}, kinds ? prefill ? "prefill" : "decode" : ""});
      builder.add_op(s, op, 1, (prefill ? 10 * decode : decode) + noise);
      builder.add_piece(s, builder.piece(rl::step_part::computation, op, "gemm"), 1,
                        (prefill ? 10 * decode : decode) + noise);
    }
    builder.finish();
    return r;
  };
  const auto step = [&](bool kinds) {
    const std::vector<rl::compared_run> runs{run("base", 1000, kinds), run("new", 1100, kinds)};
    rl::comparison_options all_steps;
    all_steps.steps.warm_up = 0;
    return rl::compare_runs(runs, all_steps).verdicts.front();
  };
  BOOST_TEST(step(true).outliers == 0);
  BOOST_TEST(std::abs(step(true).change - 0.1) < 1e-12);  // 2090 / 1900 - 1
  BOOST_TEST((step(true).is == rl::change_verdict::slower));
  BOOST_TEST(step(true).low > 0.099);  // the kinds themselves are steady to 0.1 %
  BOOST_TEST(step(false).outliers == 0);  // every tenth step is told by its length
  BOOST_TEST(step(false).low > 0.099);
}

/// Twenty steps of 2 * 1000 + 100 ns, one of which takes 630 ns more on the new side: 630 / 20 / 2100 = 1.5 %.
BOOST_AUTO_TEST_CASE(what_a_clipped_step_adds_to_the_mean_is_said) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1000, 100)};
  runs[1].steps[10].parts[0] += 630;
  runs[1].steps[10].pieces[0].time += 630;
  runs[1].steps[10].ops[0].time += 630;
  const rl::comparison c = rl::compare_runs(runs, {});
  BOOST_TEST(rl::sentence_of(c, c.versions.all[1]) ==
             "new is same within 1 %; as measured 1.5 % slower, with 1 outlier step clipped");
}

/// An op that is called half as often is faster by half, which is written without a sign, as in the sentence above.
BOOST_AUTO_TEST_CASE(what_is_faster_has_no_sign) {
  const std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 1, 1000, 100)};
  rl::string_output console;
  rl::write_console(console, rl::compare_runs(runs, {}), 100);
  BOOST_TEST(console.text().find("aten::mm faster 50 %") != std::string_view::npos);
}

/// With 64 steps of 900 and 1000 more in each 16th, which become 2000 more, a step takes 900 + 1000 / 16 = 962.5 and
/// then 1025: 62.5 / 962.5 = 6.5 % slower. Four of 64 are few enough to be pulled in as outliers, but come regularly.
BOOST_AUTO_TEST_CASE(what_every_kth_step_does_is_no_outlier) {
  const auto run = [](const std::string& label, std::int64_t more, std::uint32_t hiccup) {
    rl::compared_run r;
    r.label = label, r.unit = "ProfilerStep", r.devices = 1;
    rl::run_builder builder(r);
    const std::uint32_t op = builder.op("aten::mm", "", ""), rare = builder.op("opt::step", "", "");
    for (std::uint32_t s = 0; s < 64; ++s) {
      const std::int64_t noise = s % 4 < 2 ? 1 : -1, time = 900 + noise + (s == hiccup ? 500 : 0);
      r.steps.push_back({"step", 1, {}, {}, {}});
      builder.add_op(s, op, 1, time);
      builder.add_piece(s, builder.piece(rl::step_part::computation, op, "gemm"), 1, time);
      if (s % 16 != 15) continue;
      builder.add_op(s, rare, 1, more);
      builder.add_piece(s, builder.piece(rl::step_part::computation, rare, "adam"), 1, more);
    }
    builder.finish();
    return r;
  };
  constexpr std::uint32_t nowhere = 64;
  const auto compared = [](const rl::compared_run& a, const rl::compared_run& b) {
    const std::vector<rl::compared_run> runs{a, b};
    return rl::compare_runs(runs, {}).verdicts;
  };
  const std::vector<rl::verdict> slower = compared(run("base", 1000, nowhere), run("new", 2000, nowhere));
  BOOST_TEST(std::abs(slower.front().change - 62.5 / 962.5) < 0.001);
  BOOST_TEST((slower.front().is == rl::change_verdict::slower));
  BOOST_TEST(slower.back().name == "opt::step");
  BOOST_TEST((slower.back().is == rl::change_verdict::slower));
  BOOST_TEST(std::abs(slower.back().change - 1) < 1e-9);
  for (const rl::verdict& v : compared(run("base", 1000, nowhere), run("new", 1000, 40)))  // one step of 500 more
    BOOST_TEST((v.is != rl::change_verdict::slower && v.is != rl::change_verdict::faster));
}

BOOST_AUTO_TEST_CASE(marks_that_mean_other_things_are_refused) {
  // 20 iterations of one step with a product; the same 20 with a second step for sampling
  const auto run = [](const std::string& label, std::uint32_t marks) {
    rl::compared_run r;
    r.label = label, r.unit = "engine step", r.devices = 1;
    rl::run_builder builder(r);
    const std::uint32_t product = builder.op("aten::mm", "", ""), sampling = builder.op("aten::argmax", "", "");
    for (std::uint32_t s = 0; s < 20 * marks; ++s) {
      const std::uint32_t op = s % marks == 0 ? product : sampling;
      const std::int64_t time = s % marks == 0 ? 8000 : 20;
      r.steps.push_back({"step[DECODE bs=16]", 1, {}, {}, {}});
      builder.add_op(s, op, 1, time);
      builder.add_piece(s, builder.piece(rl::step_part::computation, op, "k"), 1, time);
    }
    builder.finish();
    return r;
  };
  const auto verdict_of = [&](std::uint32_t base, std::uint32_t next) {
    return rl::compare_runs({run("base", base), run("new", next)}, {}).verdicts.front().is;
  };
  BOOST_TEST((verdict_of(1, 2) == rl::change_verdict::not_judged));
  BOOST_TEST((verdict_of(2, 1) == rl::change_verdict::not_judged));
  BOOST_TEST((verdict_of(1, 1) == rl::change_verdict::same));
}

BOOST_AUTO_TEST_CASE(a_baseline_says_what_its_runs_say) {
  std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100)};
  for (rl::compared_step& s : runs[0].steps) s.kind = "decode";
  rl::string_output text;
  rl::write_baseline(text, runs);
  const auto read = rl::read_baseline(text.text(), "b.json");
  BOOST_REQUIRE(read.has_value());
  BOOST_REQUIRE(read->size() == 1u);
  const rl::compared_run& run = read->front();
  BOOST_TEST(run.steps.size() == 20u);
  BOOST_TEST(run.steps[7].total() == 2100);
  BOOST_TEST(run.steps[7].name == "step 7");
  BOOST_TEST(run.steps[7].kind == "decode");
  BOOST_TEST(run.ops[0].dims == "((8, 8), (8, 8))");
  BOOST_TEST(!rl::read_baseline("{\"schema\": \"ridgeline-baseline/1\", \"runs\": [{}]}", "b.json").has_value());
  BOOST_TEST(!rl::read_baseline(text.text().substr(0, text.text().size() / 2), "b.json").has_value());
  const auto empty = rl::read_baseline("{\"schema\": \"ridgeline-baseline/1\", \"runs\": []}", "b.json");
  BOOST_REQUIRE(!empty.has_value());
  BOOST_TEST(to_string(empty.error()) == "b.json: is a baseline without runs");
}

BOOST_AUTO_TEST_CASE(a_baseline_whose_times_do_not_add_up_in_64_bits_is_refused) {
  const auto read = [](const std::string& ns) {
    return rl::read_baseline("{\"schema\": \"ridgeline-baseline/1\", \"runs\": [{\"family\": \"PyTorch\", "
                             "\"unit\": \"whole\", \"texts\": [\"a\", \"\"], \"ops\": [[0, 1, 1]], "
                             "\"pieces\": [[0, 0, 0], [1, 0, 0]], \"steps\": [\"s\"], \"events\": [1], "
                             "\"of_ops\": {\"calls\": [1], \"ns\": [1]}, "
                             "\"of_pieces\": {\"calls\": [1, 1], \"ns\": [" + ns + ", " + ns + "]}}]}", "b.json");
  };
  BOOST_REQUIRE(read("576460752303423488").has_value());  // 2^59
  BOOST_TEST(read("576460752303423488")->front().steps.at(0).total() == 1152921504606846976);
  BOOST_TEST(!read("1152921504606846976").has_value());
}

BOOST_AUTO_TEST_CASE(the_first_rule_that_fits_counts) {
  const std::string json = "{\"schema\": \"ridgeline-gate/1\",\n \"rules\": [{\"what\": \"op\", \"name\": \"aten::m?\", "
                           "\"max_slower_pct\": 50}, {\"what\": \"op\", \"name\": \"*\"}]}";
  const auto limits = rl::read_gate(json, "gate.json");
  BOOST_REQUIRE(limits.has_value());
  rl::comparison_options options;
  options.gate = *limits;
  const std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1400, 100)};
  const rl::comparison c = rl::compare_runs(runs, options);
  BOOST_REQUIRE(c.gate->rows.size() == 1u);
  BOOST_TEST((c.gate->state == rl::gate_state::pass));  // 40 % is within 50 %
}

BOOST_AUTO_TEST_CASE(a_gate_file_says_what_is_wrong_with_it) {
  const auto wrong = rl::read_gate("{\"schema\": \"ridgeline-gate/1\",\n \"rulez\": []}", "gate.json");
  BOOST_REQUIRE(!wrong.has_value());
  BOOST_TEST(to_string(wrong.error()) == "gate.json:2: there is no key \"rulez\" in a gate file");
  BOOST_TEST(!rl::read_gate("{\"schema\": \"ridgeline-gate/1\", \"min_effect_pct\": -1}", "g").has_value());
  BOOST_TEST(!rl::read_gate("[]", "g").has_value());
}

BOOST_AUTO_TEST_CASE(rules_of_a_gate_that_judge_nothing_are_named) {
  const auto wrong = rl::read_gate("{\"schema\": \"ridgeline-gate/1\", \"rules\": [{\"what\": \"op\", \"name\": \"a\"},\n"
                                   "{\"what\": \"part\", \"name\": \"compute\"}]}", "gate.json");
  BOOST_REQUIRE(!wrong.has_value());
  BOOST_TEST(to_string(wrong.error()) == "gate.json:2: key \"name\": expected for a part computation, exposed_comm, "
                                         "exposed_memcpy or idle, found \"compute\"");
  BOOST_TEST(rl::read_gate("{\"schema\": \"ridgeline-gate/1\", \"rules\": [{\"name\": \"exp*\", \"what\": \"part\"}]}",
                           "gate.json").has_value());
  const std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 1400, 100)};
  const auto idle = [&](std::vector<rl::gate_rule> rules) {
    rl::comparison_options options;
    options.gate.emplace();
    options.gate->rules = std::move(rules);
    return rl::compare_runs(runs, options).gate->idle;
  };
  using level = rl::verdict_level;
  const std::vector<std::string> none{"there are no rules, so nothing is judged"},
      missed{"rule 2 (op aten::bmm) fits nothing, so it judges nothing"};
  BOOST_TEST(idle({}) == none);
  BOOST_TEST(idle({{level::step}, {level::op, "aten::bmm"}, {level::op, "*"}}) == missed);
  BOOST_TEST(idle({{level::op, "*"}, {level::op, "aten::mm"}, {level::part, "idle"}}).empty());  // the first would do
  BOOST_TEST(idle(rl::gate_limits::standard().rules).empty());
}

BOOST_AUTO_TEST_CASE(the_summary_of_a_gate_has_a_sentence_for_each_version) {
  const std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("a", 2, 1210, 100),
                                           run_of("b", 2, 1420, 100), run_of("c", 2, 1630, 100),
                                           run_of("d", 2, 1840, 100)};
  rl::comparison_options options;
  options.gate = rl::gate_limits::standard();
  rl::string_output text;
  write_gate_markdown(text, rl::compare_runs(runs, options));
  // 2 * 210, 2 * 420, 2 * 630 and 2 * 840 of 2 * 1000 + 100 ns
  BOOST_TEST(text.text().find("a is 20 % slower") != text.text().npos, text.text());
  BOOST_TEST(text.text().find("b is 40 % slower") != text.text().npos, text.text());
  BOOST_TEST(text.text().find("d is 80 % slower per step") != text.text().npos, text.text());  // they are not cut
  // rows say of which run they are
  BOOST_TEST(text.text().find("| a | step | step | \\+20 %") != text.text().npos, text.text());
  BOOST_TEST(text.text().find("| b | step | step | \\+40 %") != text.text().npos, text.text());
  BOOST_TEST(text.text().find("| slower | b\\: aten") != text.text().npos, text.text());
}

BOOST_AUTO_TEST_CASE(ranges_of_steps_count_from_one_and_include_both_ends) {
  const auto range = [](std::string_view text) {
    const std::optional<rl::step_choice> steps = rl::step_choice_of(text);
    const auto number = [](std::int64_t n) { return rl::known(n) ? std::to_string(n) : std::string("-"); };
    return steps ? number(steps->first) + " " + number(steps->last) : std::string("none");
  };
  BOOST_TEST(range("3:20") == "3 20");
  BOOST_TEST(range("7:7") == "7 7");
  BOOST_TEST(range("3:") == "3 -");
  BOOST_TEST(range(":20") == "- 20");
  for (const char* const text : {"", "3", "0:4", "4:3", "a:4", "3:4:5", "-1:2", "3:99999999999999999999"})
    BOOST_TEST(range(text) == "none", text);
}

BOOST_AUTO_TEST_CASE(wildcards) {
  BOOST_TEST(rl::fits_wildcards("*", ""));
  BOOST_TEST(rl::fits_wildcards("aten::*_", "aten::copy_"));
  BOOST_TEST(rl::fits_wildcards("a?c*", "abcd"));
  BOOST_TEST(!rl::fits_wildcards("a?c", "abcd"));
}

BOOST_AUTO_TEST_CASE(windows_follow_each_other_and_each_nanosecond_counts_once) {
  // step 0: work [10, 20) and overlapping communication [15, 30); step 1: work [40, 50)
  rl::compared_run run;
  rl::run_builder builder(run);
  const std::uint32_t mm = builder.op("mm", "", ""), all = builder.op("all_reduce", "", "");
  const std::vector<rl::timed_work> work{{10, 20, rl::gpu_lane::compute, mm, 0, 0, 0},
                                         {15, 30, rl::gpu_lane::communication, all, 1, 0, 0},
                                         {40, 50, rl::gpu_lane::compute, mm, 0, 1, 0}};
  rl::paint_steps(run, work, {"gemm", "nccl"}, {"0", "1"}, builder);
  builder.finish();
  BOOST_REQUIRE(run.steps.size() == 2u);
  BOOST_TEST(run.steps[0].total() == 20);      // [10, 30)
  BOOST_TEST(run.steps[0].parts[0] == 10);
  BOOST_TEST(run.steps[0].parts[1] == 10);     // exposed from 20 on
  BOOST_TEST(run.steps[1].total() == 20);      // [30, 50)
  BOOST_TEST(run.steps[1].parts[3] == 10);     // waits from 30 to 40
}

BOOST_AUTO_TEST_CASE(an_event_is_one_call_however_short_or_interrupted) {
  // one step, [10, 40): a loop split in two by the op inside it, [20, 30), and a kernel of no length at the very end
  rl::compared_run run;
  rl::run_builder builder(run);
  const std::uint32_t loop = builder.op("while", "", ""), mm = builder.op("mm", "", "");
  const std::vector<rl::timed_work> work{{10, 20, rl::gpu_lane::compute, loop, 0, 0, 0},
                                         {20, 30, rl::gpu_lane::compute, mm, 1, 0, 0},
                                         {30, 40, rl::gpu_lane::compute, loop, 0, 0, 0, true},
                                         {40, 40, rl::gpu_lane::compute, mm, 1, 0, 0}};
  rl::paint_steps(run, work, {"while", "gemm"}, {"0"}, builder);
  builder.finish();
  BOOST_REQUIRE(run.steps.size() == 1u);
  const rl::compared_step& step = run.steps[0];
  BOOST_TEST(step.events == 3);
  BOOST_REQUIRE(step.pieces.size() == 2u);
  BOOST_REQUIRE(step.ops.size() == 2u);
  for (const auto* list : {&step.pieces, &step.ops})
    for (const rl::step_share& s : *list) {
      const bool is_loop = (list == &step.ops ? s.of : run.pieces[s.of].op) == loop;
      BOOST_TEST(s.calls == (is_loop ? 1 : 2));
      BOOST_TEST(s.time == (is_loop ? 20 : 10));
    }
}

BOOST_AUTO_TEST_CASE(ranks_are_as_slow_as_the_slowest_in_each_step) {
  std::vector<rl::compared_run> ranks{run_of("r", 2, 1000, 100), run_of("r", 2, 1000, 100)};
  ranks[1].steps[3].parts[0] += 50;
  ranks[1].steps[3].pieces[0].time += 50;
  ranks[1].steps[3].ops[0].time += 50;
  ranks[0].steps.pop_back();  // the other rank's last step matches no other
  const rl::compared_run all = rl::slowest_of(ranks);
  BOOST_REQUIRE(all.steps.size() == 19u);
  BOOST_TEST(all.steps[2].total() == 2100);
  BOOST_TEST(all.steps[3].total() == 2150);
  BOOST_TEST(all.steps[3].ops[0].time == 2050);
  BOOST_TEST(all.devices == 2);
  BOOST_TEST(all.world == 2);
}

/// Of four ranks that meet at the end of each step, another one computes for 12 us in each step, the others for 10 us
/// and wait for it. Each step is taken from the rank that computes for 12: none of them waits more than the 1 us of the
/// transfer. The sum over the run would say that each rank waits alike, 1 + 3 * 3 us in four steps.
BOOST_AUTO_TEST_CASE(the_rank_for_which_the_others_wait_is_found_in_each_step) {
  std::vector<rl::compared_run> ranks(4);
  for (std::uint32_t r = 0; r < 4; ++r) {
    rl::run_builder builder(ranks[r]);
    ranks[r].unit = "ProfilerStep";
    const std::uint32_t op = builder.op("aten::mm", "", "");
    for (std::uint32_t s = 0; s < 8; ++s) {
      const std::int64_t computes = s % 4 == r ? 12'000 : 10'000;
      ranks[r].steps.push_back({"step " + std::to_string(s), 1, {}, {}, {}});
      builder.add_op(s, op, 1, computes);
      builder.add_piece(s, builder.piece(rl::step_part::computation, op, "gemm"), 1, computes);
      builder.add_piece(s, builder.piece(rl::step_part::exposed_comm, op, "nccl"), 1, 13'000 - computes);
    }
    builder.finish();
  }
  const rl::compared_run all = rl::slowest_of(ranks);
  BOOST_REQUIRE(all.steps.size() == 8u);
  for (const rl::compared_step& s : all.steps) {
    BOOST_TEST(s.parts[0] == 12'000);
    BOOST_TEST(s.parts[1] == 1'000);
  }
}

/// Two ranks meet in each step: one computes for 10 us, the other for 9 and waits. Which of them is longer by 60 ns of
/// 11 us, 0.5 %, after they have met changes from step to step; what is compared does not.
BOOST_AUTO_TEST_CASE(of_equally_long_ranks_the_one_that_waits_least_is_taken) {
  const auto rank = [](std::int64_t computes, int longer_in) {
    rl::compared_run run;
    run.unit = "ProfilerStep";
    rl::run_builder builder(run);
    const std::uint32_t op = builder.op("aten::mm", "", "");
    for (std::uint32_t s = 0; s < 6; ++s) {
      run.steps.push_back({"step " + std::to_string(s), 1, {}, {}, {}});
      const std::int64_t longer = static_cast<int>(s) % 2 == longer_in ? 60 : 0;
      builder.add_op(s, op, 1, computes);
      builder.add_piece(s, builder.piece(rl::step_part::computation, op, "gemm"), 1, computes);
      builder.add_piece(s, builder.piece(rl::step_part::exposed_comm, op, "nccl"), 1, 11'000 - computes + longer);
    }
    builder.finish();
    return run;
  };
  const rl::compared_run all = rl::slowest_of({rank(9'000, 0), rank(10'000, 1)});
  BOOST_REQUIRE(all.steps.size() == 6u);
  for (const rl::compared_step& s : all.steps) BOOST_TEST(s.parts[0] == 10'000);
}

BOOST_AUTO_TEST_CASE(the_page_draws_what_became_less) {
  const std::vector<rl::compared_run> runs{run_of("base", 2, 1000, 100), run_of("new", 2, 900, 150)};
  const rl::comparison c = rl::compare_runs(runs, {});
  const rl::report_page page = rl::page_of(c, {});
  const auto* const fall = page.charts.at(0).as<rl::span_chart>();
  BOOST_REQUIRE(fall != nullptr);
  BOOST_REQUIRE(fall->rows.size() == 5u);  // two parts, the step, two pieces
  BOOST_TEST(fall->rows[0].to == -200);    // 2 calls of 100 ns less
  BOOST_TEST(fall->rows[1].from == -200);  // from there 50 ns more of waiting
  BOOST_TEST(fall->rows[1].to == -150);
  BOOST_TEST(fall->rows[2].at == -150);
  BOOST_TEST(fall->rows[4].to == -150);
  const auto* const forest = page.charts.at(1).as<rl::span_chart>();
  BOOST_REQUIRE(forest != nullptr);
  BOOST_TEST(forest->band == 1);           // per cent
  BOOST_TEST(std::abs(forest->rows[1].at + 10) < 1e-9);  // the op takes 900 ns of 1000
}

BOOST_AUTO_TEST_CASE(of_many_steps_the_page_draws_some_of_both_sides) {
  std::vector<rl::compared_run> runs{run_of("base", 1, 1000, 100), run_of("new", 1, 1000, 100)};
  for (rl::compared_run& run : runs)
    while (run.steps.size() < 250) run.steps.push_back(run.steps.back());
  const rl::report_page page = rl::page_of(rl::compare_runs(runs, {}), {});
  const auto* const steps = page.charts.at(2).as<rl::bar_chart>();
  BOOST_REQUIRE(steps != nullptr);
  BOOST_REQUIRE(steps->labels.size() == 200u);  // 100 of each
  BOOST_TEST(steps->labels[99].starts_with("base"));
  BOOST_TEST(steps->labels[100].starts_with("new"));
  BOOST_TEST(steps->about.find("Of base the first 100 of 250.") != std::string::npos);
  BOOST_TEST(steps->about.find("Of new the first 100 of 250.") != std::string::npos);
}

/// Reports by module have a row for each module, and modules are not added up; with `--parity` they are, as in the
/// original.
BOOST_AUTO_TEST_CASE(ops_of_reports_by_module_are_joined_by_module) {
  const auto report = [](double net, double head) {
    return std::vector<rl::value_sheet>{
        {"ops_summary", {"name", "parent_module", "total_direct_kernel_time_ms", "Count"},
         {{{rl::missing<double>, "aten::mm"}, {rl::missing<double>, "Net"}, {net}, {2}},
          {{rl::missing<double>, "aten::mm"}, {rl::missing<double>, "Head"}, {head}, {1}}}}};
  };
  const std::vector<std::string> labels{"a", "b"};
  const auto rows = rl::joined_reports({report(1, 2), report(1.5, 2)}, labels, {}, false).at(0);
  BOOST_REQUIRE(rows.rows.size() == 2u);
  const std::size_t difference = rows.find("total_direct_kernel_time_ms__b_diff");
  BOOST_REQUIRE(difference < rows.titles.size());
  for (const auto& row : rows.rows)
    BOOST_TEST(row[difference].number == (row[rows.find("parent_module")].text == "Net" ? 0.5 : 0.0));
  // each of two rows with each of two
  BOOST_TEST(rl::joined_reports({report(1, 2), report(1.5, 2)}, labels, {}, true).at(0).rows.size() == 4u);
}

/// Sheets of `gpu_report` have the names of those of `pytorch_report`, but a row for each GPU, and other columns.
BOOST_AUTO_TEST_CASE(sheets_of_other_programs_are_joined_by_their_own_columns) {
  const auto number = rl::missing<double>;
  const auto report = [&](double busy, double gemm) {
    return std::vector<rl::value_sheet>{
        {"gpu_timeline", {"device", "type", "time ms"},
         {{{number, "all"}, {number, "busy_time"}, {busy + 2}}, {{0}, {number, "busy_time"}, {busy}}}},
        {"kernel_summary", {"kernel_name", "count", "total_time_us"},
         {{{number, "gemm"}, {3}, {gemm}}, {{number, "copy"}, {1}, {5}}}}};
  };
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = rl::joined_reports({report(1, 6), report(4, 9)}, labels, {}, false);
  BOOST_REQUIRE(joined.size() == 2u);
  BOOST_REQUIRE(joined[0].rows.size() == 2u);  // all 3 -> 6 and device 0 1 -> 4, not 4 -> 10
  for (const auto& row : joined[0].rows) BOOST_TEST(row[joined[0].find("time ms__b_diff")].number == 3);
  BOOST_REQUIRE(joined[1].rows.size() == 2u);
  BOOST_TEST(joined[1].titles[1] == "total_time_us__b_diff");  // the time before the count
  for (const auto& row : joined[1].rows)
    BOOST_TEST(row[joined[1].find("total_time_us__b_diff")].number ==
               (row[joined[1].find("kernel_name")].text == "gemm" ? 3 : 0));
}

/// A kernel of two ops has two rows: 20 calls of 400 and 10 of 100 are 30 calls of (8000 + 1000) / 30 = 300; their shares
/// of 80 and 10 % are 90 %, behind which the other kernel's 10 % make it 100.
BOOST_AUTO_TEST_CASE(rows_of_equal_keys_keep_means_shares_and_extremes) {
  constexpr double no = rl::missing<double>;
  const auto report = [](double last) {
    return std::vector<rl::value_sheet>{
        {"kernel_summary", {"Parent cpu_op", "Kernel name", "Kernel stream", "Kernel duration (µs)_sum",
                            "Kernel duration (µs)_count", "Kernel duration (µs)_mean", "Kernel duration (µs)_median",
                            "Percentage (%)", "Cumulative Percentage (%)"},
         {{{no, "aten::mm"}, {no, "gemm"}, {7}, {8000}, {20}, {400}, {400}, {80}, {80}},
          {{no, "aten::gelu"}, {no, "gelu"}, {7}, {1000}, {1}, {1000}, {1000}, {10}, {90}},
          {{no, "aten::linear"}, {no, "gemm"}, {7}, {1000}, {10}, {last}, {100}, {10}, {100}}}}};
  };
  const std::vector<std::string> labels{"a", "b"};
  const rl::value_sheet joined = rl::joined_reports({report(100), report(130)}, labels, {}, false).at(0);
  BOOST_REQUIRE(joined.rows.size() == 2u);
  const auto& gemm = joined.rows[0];
  const auto number = [&](const char* title) { return gemm.at(joined.find(title)).number; };
  BOOST_TEST(number("a::Kernel duration (µs)_sum") == 9000);
  BOOST_TEST(number("a::Kernel duration (µs)_count") == 30);
  BOOST_TEST(number("a::Kernel duration (µs)_mean") == 300);
  BOOST_TEST(number("Kernel duration (µs)_mean__b_diff") == 10);  // (8000 + 1300) / 30 = 310
  BOOST_TEST(number("a::Percentage (%)") == 90);
  BOOST_TEST(number("a::Cumulative Percentage (%)") == 90);
  BOOST_TEST(joined.rows[1].at(joined.find("a::Cumulative Percentage (%)")).number == 100);
  BOOST_TEST(number("a::Kernel stream") == 7);
  BOOST_TEST(gemm.at(joined.find("a::Kernel duration (µs)_median")).empty());
  BOOST_TEST(gemm.at(joined.find("a::Parent cpu_op")).empty());  // two of them
}

/// A sheet of texts and numbers, of which each row begins with its texts.
rl::value_sheet sheet_of(std::string name, std::vector<std::string> titles,
                         const std::vector<std::pair<std::vector<std::string>, std::vector<double>>>& rows) {
  rl::value_sheet s{std::move(name), std::move(titles), {}};
  for (const auto& [texts, numbers] : rows) {
    s.rows.emplace_back();
    for (const std::string& t : texts) s.rows.back().push_back({rl::missing<double>, t});
    for (const double n : numbers) s.rows.back().push_back({n, {}});
  }
  return s;
}

double number_at(const rl::value_sheet& s, std::size_t row, const std::string& title) {
  const std::size_t c = s.find(title);
  BOOST_REQUIRE_MESSAGE(c < s.titles.size() && row < s.rows.size(), title);
  return s.rows[row][c].number;
}

/// What a report says about a row is no key, and an ID is no measure: 100 + 90 us become 95 + 99 us, that is 4 us more,
/// and gaps of 1 us become gaps of 50 us.
BOOST_AUTO_TEST_CASE(advice_is_no_key_and_an_id_no_measure) {
  const std::vector<std::string> titles{"OP Code", "Advice", "Device Time", "Op-to-Op Gap", "Global Call Count"};
  const rl::value_sheet base =
      sheet_of("ops", titles, {{{"Matmul", ""}, {100, 0, 1024}}, {{"Matmul", ""}, {90, 1, 2048}}});
  const rl::value_sheet next =
      sheet_of("ops", titles, {{{"Matmul", ""}, {95, 0, 9000}}, {{"Matmul", "tt_host_gaps"}, {99, 50, 9001}}});
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = rl::joined_reports({{base}, {next}}, labels, {}, false);
  BOOST_REQUIRE(joined.size() == 1u);
  BOOST_REQUIRE(joined[0].rows.size() == 1u);
  BOOST_TEST(number_at(joined[0], 0, "Device Time__b_diff") == 4);     // 194 - 190
  BOOST_TEST(number_at(joined[0], 0, "Op-to-Op Gap__b_diff") == 49);   // 50 - 1
  BOOST_TEST(number_at(joined[0], 0, "Op-to-Op Gap__b_pct") == 4900);
  BOOST_TEST(joined[0].find("Global Call Count__b_diff") == joined[0].titles.size());
  BOOST_TEST(joined[0].find("b::Advice") < joined[0].titles.size());
}

/// Ops of a kind are known by name and parameters: 100 us become 130 us, and 40 us those of another size 50 us, though
/// thread, bound and what is told of their kernels are others.
BOOST_AUTO_TEST_CASE(ops_of_a_kind_are_joined_by_name_and_parameters) {
  const std::vector<std::string> titles{"name", "thread_name_first", "Roofline Bound_first",
      "kernel_details__summarize_kernel_stats", "param: rows", "Kernel Time (µs)_sum"};
  const auto report = [&](const char* thread, const char* bound, const char* details, double small, double large) {
    return std::vector<rl::value_sheet>{sheet_of(
        "Normalization", titles, {{{"aten::layer_norm", thread, bound, details}, {8, small}},
                                  {{"aten::layer_norm", thread, bound, details}, {64, large}}})};
  };
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = rl::joined_reports({report("thread 6240 (python)", "MEMORY_BOUND", "[3.95 us]", 40, 100),
      report("thread 77 (python)", "COMPUTE_BOUND", "[4.1 us]", 50, 130)}, labels, {}, false);
  BOOST_REQUIRE(joined.size() == 1u);
  BOOST_REQUIRE(joined[0].rows.size() == 2u);
  BOOST_TEST(number_at(joined[0], 0, "Kernel Time (µs)_sum__b_diff") == 30);
  BOOST_TEST(number_at(joined[0], 1, "Kernel Time (µs)_sum__b_diff") == 10);
  BOOST_TEST(joined[0].find("b::thread_name_first") < joined[0].titles.size());
}

/// The device as a whole was idle for 6 us and its streams for 8 and 7; these are no 21 us. Its number may be another
/// in the next run, where it is the only one, and so in a sheet of a single row.
BOOST_AUTO_TEST_CASE(a_device_and_its_streams_are_not_added_up) {
  constexpr double whole = rl::missing<double>;
  const auto report = [&](double device, double more) {
    return std::vector<rl::value_sheet>{
        sheet_of("idle_causes", {"idle_category", "device", "stream", "idle_time_us"},
                 {{{"host_wait"}, {device, whole, 6 + more}}, {{"host_wait"}, {device, 7, 8 + more}},
                  {{"host_wait"}, {device, 20, 7}}}),
        sheet_of("temporal_breakdown", {"device", "idle_time_us"}, {{{}, {device, 6 + more}}})};
  };
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = rl::joined_reports({report(0, 0), report(3, 2)}, labels, {}, false);
  BOOST_REQUIRE(joined.size() == 2u);
  BOOST_REQUIRE(joined[0].rows.size() == 3u);
  for (std::size_t r = 0; r < 3; ++r)  // by the baseline's time: 8, 7, 6
    BOOST_TEST(number_at(joined[0], r, "idle_time_us__b_diff") == (r == 1 ? 0 : 2));
  BOOST_REQUIRE(joined[1].rows.size() == 1u);
  BOOST_TEST(number_at(joined[1], 0, "idle_time_us__b_diff") == 2);
  BOOST_TEST(joined[1].find("device__b_diff") == joined[1].titles.size());
}

/// No column of scenarios adds up, but each has one row: 100 us become 90 us.
BOOST_AUTO_TEST_CASE(rows_that_are_not_added_up_have_differences_of_all_numbers) {
  const auto report = [](double step, double half) {
    return std::vector<rl::value_sheet>{sheet_of(
        "what_if", {"scenario", "step_us", "speedup"}, {{{"measured"}, {step, 1}}, {{"half_gpu_time"}, {half, 2}}})};
  };
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = rl::joined_reports({report(100, 50), report(90, 45)}, labels, {}, false);
  BOOST_REQUIRE(joined.size() == 1u);
  BOOST_TEST(number_at(joined[0], 0, "step_us__b_diff") == -10);
  BOOST_TEST(number_at(joined[0], 1, "step_us__b_pct") == -10);
}

/// A finding is known by its key: 500 us become 600 us, though place, advice and confidence are others.
BOOST_AUTO_TEST_CASE(findings_are_joined_by_their_key) {
  const std::vector<std::string> titles{"id", "confidence", "what", "where", "advice", "key", "recoverable (µs)"};
  const auto report = [&](const char* confidence, const char* at, const char* advice, double recoverable) {
    return std::vector<rl::value_sheet>{
        sheet_of("findings", titles,
                 {{{"gemm_fp32", confidence, at, at, advice, "gemm_fp32:aten::mm"}, {recoverable}}}),
        sheet_of("trace_health", {"check", "verdict", "message", "count"},
                 {{{"kernels_lost", confidence, advice}, {recoverable / 100}}})};
  };
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = rl::joined_reports({report("medium", "ts 100 ns", "12 ms", 500),
      report("high", "ts 200 ns", "14 ms", 600)}, labels, {}, false);
  BOOST_REQUIRE(joined.size() == 2u);
  BOOST_REQUIRE(joined[0].rows.size() == 1u);
  BOOST_TEST(number_at(joined[0], 0, "recoverable (µs)__b_diff") == 100);
  BOOST_TEST(number_at(joined[0], 0, "recoverable (µs)__b_pct") == 20);
  BOOST_REQUIRE(joined[1].rows.size() == 1u);
  BOOST_TEST(number_at(joined[1], 0, "count__b_diff") == 1);  // 6 - 5
}

/// The baseline has the product without a time, so it is a row of `b` alone. The original shows nothing of `a` there; the
/// calls that `a` has remain otherwise.
BOOST_AUTO_TEST_CASE(a_row_without_its_measure_is_one_of_the_other_report) {
  const std::vector<std::string> titles{"name", "Kernel Time (µs)_sum", "name_count"}, labels{"a", "b"};
  const std::vector<rl::value_sheet> sheets{sheet_of("GEMM", titles, {{{"aten::mm"}, {rl::missing<double>, 4}}}),
                                            sheet_of("GEMM", titles, {{{"aten::mm"}, {40, 6}}})};
  for (const bool parity : {true, false}) {
    const rl::join_rule rule{{"name"}, {"Kernel Time (µs)_sum", "name_count"}, {}, {}, parity};
    rl::value_sheet joined = rl::joined_sheets(sheets, labels, rule);
    joined.rows[0][joined.find("a::Kernel Time (µs)_sum")] = {};
    const rl::value_sheet part = rl::part_of(joined, rule, "a", "b", rl::joined_part::only_variant);
    BOOST_TEST((part.find("a::name_count") == part.titles.size()) == parity);
    BOOST_TEST(number_at(part, 0, "b::name_count") == 6);
    BOOST_TEST(number_at(part, 0, "name_count__b_diff") == 2);  // 6 - 4
  }
}

/// The baseline alone has matrix products and a finding, which are gone; and a sheet whose absence says nothing.
BOOST_AUTO_TEST_CASE(sheets_that_a_report_lacks_are_empty_or_counted) {
  const rl::value_sheet ops =
      sheet_of("ops_summary", {"name", "total_direct_kernel_time_ms", "Count"}, {{{"aten::relu"}, {3, 2}}});
  const rl::value_sheet health = sheet_of("trace_health", {"check", "count"}, {{{"kernels_lost"}, {0}}});
  const rl::value_sheet gemm = sheet_of("GEMM", {"name", "param: M", "Kernel Time (µs)_sum", "name_count"},
                                        {{{"aten::mm"}, {8, 40, 4}}});
  const rl::value_sheet finding =
      sheet_of("findings", {"id", "key", "recoverable (µs)"}, {{{"gemm_fp32", "gemm_fp32"}, {30}}});
  const rl::value_sheet other = sheet_of("kernel_list", {"kernel", "duration (µs)"}, {{{"relu"}, {3}}});
  const std::vector<rl::value_sheet> full{ops, health, gemm, finding, other}, bare{ops, health};
  const std::vector<std::string> labels{"a", "b"};
  const auto joined = [&](bool swapped, bool parity, rl::data_quality& quality) {
    return rl::joined_reports(swapped ? std::vector{bare, full} : std::vector{full, bare}, labels, {}, parity, &quality);
  };
  for (const bool swapped : {false, true}) {
    rl::data_quality quality;
    double product = 0, recoverable = 0;
    for (const rl::value_sheet& s : joined(swapped, false, quality)) {
      BOOST_TEST(s.name != "kernel_list");
      if (s.name == (swapped ? "GEMM_only_variant_b" : "GEMM_only_baseline_b"))
        product = number_at(s, 0, "Kernel Time (µs)_sum__b_diff");
      if (s.name == "findings") recoverable = number_at(s, 0, "recoverable (µs)__b_diff");
    }
    BOOST_TEST(product == (swapped ? 40 : -40));
    BOOST_TEST(recoverable == (swapped ? 30 : -30));
    BOOST_REQUIRE(quality.issues().size() == 1u);
    BOOST_TEST(quality.issues()[0].count == 1u);
    BOOST_TEST(quality.issues()[0].example == (swapped ? "kernel_list: only in b" : "kernel_list: only in a"));
    BOOST_TEST(quality.lost_input());
  }
  rl::data_quality none;
  BOOST_TEST(joined(false, true, none).size() == 1u);  // the original: what both have
  BOOST_TEST(none.empty());
}

BOOST_AUTO_TEST_SUITE_END()
