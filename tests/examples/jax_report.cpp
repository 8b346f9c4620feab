#include <cmath>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/json.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/tpu_profile.hpp"
#include "tests/support/xplane_bytes.hpp"
#include "tests/support/zip.hpp"

BOOST_AUTO_TEST_SUITE(examples_jax_report)

namespace {

/// A product and a fusion on one GPU, launched from the host.
std::string small_profile() {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::bf16({8, 4})), b = m.parameter("b", xplane::bf16({4, 6}));
  m.call("gemm.1", "__cublas$gemm", xplane::tuple({xplane::bf16({8, 6})}), {a, b},
         R"({"gemm_backend_config":{"beta":0,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],)"
         R"("rhs_contracting_dimensions":["0"],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]}}})",
         xplane::op_name("jit(f)/dense/dot"));
  m.add("add.2", "add", xplane::bf16({8, 4}), {a, a});
  xplane::plane gpu("/device:GPU:0"), host("/host:CPU"), metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  gpu.line(1, "Stream #1").kernel("Cijk_Ailk_Bljk", 9'000'000, 4'000'000, 1, "jit_f", "gemm.1", 7);
  gpu.kernel("loop_add", 14'000'000, 1'000'000, 2, "jit_f", "add.2", 7);
  host.line(2, "python").event("launch", 5'000'000, 1'000, {{"correlation_id", 1}});
  host.event("launch", 6'000'000, 1'000, {{"correlation_id", 2}});
  return xplane::file({metadata.bytes(), gpu.bytes(), host.bytes()});
}

/// A kernel of that many nanoseconds on one GPU.
std::string profile_of_length(std::int64_t length_ns) {
  xplane::plane gpu("/device:GPU:0");
  gpu.line(1, "Stream #1", 1'000).event("k", 0, length_ns * 1000);
  return xplane::file({gpu.bytes()});
}

program_answer report(std::vector<std::string> arguments) {
  return run_program("jax_report", {std::move(arguments)});
}

/// One of two hosts with two devices each: four steps of 320 us. Each device computes for 100 us, the fourth for 150, and
/// then all four reduce; pairs of a host gather; pairs across hosts scatter. The second host's clock is 5 s ahead.
std::string profile_of_host(std::int64_t host) {
  xplane::module m("jit_step");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({1024})), b = m.parameter("b", xplane::bf16({512}));
  m.add("fusion.0", "fusion", xplane::f32({1024}), {a});
  m.add("all-reduce.1", "all-reduce", xplane::f32({1024}), {a});  // without groups: all devices
  proto_bytes pairs = xplane::group_of({0, 1});
  pairs.raw(xplane::group_of({2, 3}).text());
  m.add("all-gather-start.2", "all-gather-start", xplane::tuple({xplane::bf16({512}), xplane::bf16({1024})}), {b}, pairs);
  // [2,2]<=[2,2]T(1,0): {0,2}, {1,3}
  m.add("reduce-scatter.3", "reduce-scatter", xplane::f32({512}), {a}, xplane::box_of_groups(2, 2, {2, 2}, {1, 0}));
  m.devices(1, 4);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_step(7)", 7, m.hlo_proto());
  std::vector<std::string> planes{metadata.bytes()};
  for (std::int64_t d = 0; d < 2; ++d) {
    xplane::plane gpu("/device:GPU:" + std::to_string(d), d);
    gpu.line(1, "Stream #1", 1'700'000'000'000'000'000 + host * 5'000'000'000);
    const auto run = [&](std::string_view kernel, std::string_view op, std::int64_t from_us, std::int64_t to_us) {
      gpu.kernel(kernel, from_us * 1'000'000, (to_us - from_us) * 1'000'000, 0, "jit_step", op, 7);
    };
    for (std::int64_t step = 0; step < 4; ++step) {
      const std::int64_t t = step * 320, computed = t + (host == 1 && d == 1 ? 150 : 100);
      run("loop_fusion", "fusion.0", t, computed);
      run("ncclDevKernel_AllReduce_Sum_f32_RING_LL", "all-reduce.1", computed, t + 160);
      run("ncclDevKernel_AllGather_RING_LL", "all-gather-start.2", t + 200, t + 210);
      run("ncclDevKernel_ReduceScatter_Sum_f32_RING_LL", "reduce-scatter.3", t + 300, t + 320);
    }
    planes.push_back(gpu.bytes());
  }
  return xplane::file(planes);
}

}  // namespace

BOOST_AUTO_TEST_CASE(hosts_of_a_run_are_one_experiment) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("run"));
  folder.file("run/host0.xplane.pb", profile_of_host(0));
  folder.file("run/host1.xplane.pb", profile_of_host(1));
  const program_answer answer = report({folder.path("run"), "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(std::filesystem::exists(folder.path("out/host1/hlo_calls.csv")));
  const test::sheet all = test::sheet_of(bytes_of(folder.path("out/collectives.csv")));
  const auto column = [&](std::string_view title) {
    std::size_t c = 0;
    while (c < all[0].size() && all[0][c] != title) ++c;
    return c;
  };
  BOOST_REQUIRE(all.size() == 1 + 4 * (1 + 2 + 2u));  // titles; in each step one of four devices, two pairs, two pairs
  std::size_t met = 0;
  for (std::size_t r = 1; r < all.size(); ++r) {
    const auto cell = [&](std::string_view title) { return all[r].at(column(title)); };
    const auto number = [&](std::string_view title) { return std::stod(cell(title)); };
    if (cell("kind") == "allreduce") {
      BOOST_TEST(cell("Group size") == "4");
      BOOST_TEST(number("Message (bytes)") == 4096);  // 1024 * 4 B
      BOOST_TEST(std::abs(number("arrival skew (µs)") - 50) < 0.01);
      BOOST_TEST(cell("last rank") == "3");
      BOOST_TEST(std::abs(number("transfer (µs)") - 10) < 0.01);        // of the last one to arrive
      BOOST_TEST(std::abs(number("algo bw (GB/s)") - 0.4096) < 1e-4);   // 4096 B / 10 us
      BOOST_TEST(std::abs(number("bus bw (GB/s)") - 0.6144) < 1e-4);    // 2 * 3 / 4
    } else if (cell("kind") == "allgather") {
      const bool second = cell("Process Group Ranks") == "[2, 3]";
      BOOST_TEST((second || cell("Process Group Ranks") == "[0, 1]"));
      BOOST_TEST(number("Message (bytes)") == 2048);                    // the output, 1024 * 2 B
      BOOST_TEST(std::abs(number("bus bw (GB/s)") - 0.1024) < 1e-4);    // 2048 B / 10 us * 1 / 2
    } else {
      BOOST_TEST(cell("kind") == "reduce_scatter");
      const bool second = cell("Process Group Ranks") == "[1, 3]";
      BOOST_TEST((second || cell("Process Group Ranks") == "[0, 2]"));
      BOOST_TEST(number("Message (bytes)") == 4096);                    // the input
      BOOST_TEST(std::abs(number("bus bw (GB/s)") - 0.1024) < 1e-4);    // 4096 B / 20 us * 1 / 2
    }
    met += cell("ranks missing").empty() ? 1 : 0;
  }
  BOOST_TEST(met == all.size() - 1);
  const test::sheet verdict = test::sheet_of(bytes_of(folder.path("out/straggler_verdict.csv")));
  BOOST_TEST(verdict[1][0] == "3");
  BOOST_TEST(verdict[1][1] == "compute");
  const test::sheet steps = test::sheet_of(bytes_of(folder.path("out/device_steps.csv")));
  BOOST_REQUIRE(steps.size() == 1 + 4 * 4u);
  BOOST_TEST(std::stod(steps[1][2]) == 0.32);  // ms, from the first start to the last end
  const program_answer json = report({folder.path("run"), "--json", folder.path("all.json"), "-q"});
  BOOST_TEST(json.code == 0, json.err);
  BOOST_TEST(bytes_of(folder.path("all.json")).find("\"straggler_verdict\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(sheets_go_to_a_folder) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", small_profile());
  const program_answer answer = report({"--profile_path", profile, "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::set<std::string> wanted{"gpu_timeline.csv", "gpu_events_averages.csv", "kernel_launchers.csv",
                                     "ops_summary.csv", "ops_summary_by_category.csv", "ops_all.csv", "df_xla_perf.csv",
                                     "xla_summary.csv", "hlo_calls.csv", "op_gemm.csv", "data_quality.csv",
                                     "ranks.csv", "device_steps.csv",
                                     "trace_health.csv", "trace_health_sheets.csv"};
  BOOST_TEST(names_in(folder.path("out")) == wanted, boost::test_tools::per_element());
  BOOST_TEST(!std::filesystem::exists(folder.path("x_perf_report.xlsx")));
  const test::sheet averages = test::sheet_of(bytes_of(folder.path("out/gpu_events_averages.csv")));
  BOOST_TEST(averages[6][1] == "0.006");  // from 9 to 15 us
  const program_answer old = report({profile, "--output_csvs_dir", folder.path("old"), "--parity"});
  BOOST_TEST(old.code == 0, old.err);
  for (const char* name : {"kernel_launchers_summary.csv", "kernel_launchers_unique_args.csv"})
    BOOST_TEST(names_in(folder.path("old")).contains(name), name);
  BOOST_TEST(!names_in(folder.path("old")).contains("hlo_calls.csv"));
}

BOOST_AUTO_TEST_CASE(without_an_output_a_workbook_is_written_beside_the_profile) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer answer = report({"--profile_path", folder.file("x.xplane.pb", small_profile())});
  BOOST_TEST(answer.code == 0, answer.err);
  const auto files = test::files_of_zip(bytes_of(folder.path("x_perf_report.xlsx")));
  BOOST_TEST(files.contains("xl/worksheets/sheet11.xml"));
  BOOST_TEST(files.contains("xl/charts/chart2.xml"));
  BOOST_TEST(report({folder.file("Y.XPLANE.PB", small_profile())}).code == 0);
  BOOST_TEST(std::filesystem::exists(folder.path("Y_perf_report.xlsx")));  // endings in any letter case
}

BOOST_AUTO_TEST_CASE(json_has_the_sheets) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer answer = report({"--profile_path", folder.file("x.xplane.pb", small_profile()), "--json",
                                        folder.path("x.json"), "--arch", "mi300x"});
  BOOST_TEST(answer.code == 0, answer.err);
  const test::json document = test::parse_json(bytes_of(folder.path("x.json")));
  BOOST_TEST(document["program"].text == "jax_report");
  BOOST_TEST(document["tables"].items.size() == 15u);
  BOOST_TEST(bytes_of(folder.path("x.json")).find("\"Pct Roofline\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(filters_keep_some_kernels) {
  if (!has_programs()) return;
  const temporary_folder folder;
  report({"--profile_path", folder.file("x.xplane.pb", small_profile()), "--output_csvs_dir", folder.path("out"),
          "--kernel_metadata_keyword_filters", "attention", "dense"});
  const test::sheet kernels = test::sheet_of(bytes_of(folder.path("out/kernel_launchers.csv")));
  BOOST_REQUIRE(kernels.size() == 2u);
  BOOST_TEST(kernels[1][0] == "Cijk_Ailk_Bljk");
  const program_answer none = report({folder.path("x.xplane.pb"), "-q", "--kernel_metadata_keyword_filters", "zzz", "--json",
                                      folder.path("x.json")});
  BOOST_TEST(none.code == 0);
  BOOST_TEST((none.err.find("no kernels are left to report\n") != std::string::npos), none.err);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_says_so) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer no_file = report({"--profile_path", folder.path("none.xplane.pb")});
  BOOST_TEST(no_file.code == 1);
  BOOST_TEST(no_file.err.find("none.xplane.pb: cannot be read") != std::string::npos, no_file.err);
  const program_answer other = report({"--profile_path", folder.file("x.xplane.pb", "{\"traceEvents\": []}")});
  BOOST_TEST(other.code == 1);
  BOOST_TEST(other.err.find("expected the planes of an XSpace message") != std::string::npos, other.err);
  BOOST_TEST(report({}).code == 2);
  BOOST_TEST(report({"--profile_path", "x", "--arch", "abacus"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_page_needs_no_other_output) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("run.xplane.pb", small_profile());
  BOOST_TEST(report({"--profile_path", profile, "--html", folder.path("p.html")}).code == 0);
  BOOST_TEST(folder.entries() == 2u);  // no workbook
  const std::string page = bytes_of(folder.path("p.html"));
  BOOST_TEST(page.starts_with("<!DOCTYPE html>"));
  BOOST_TEST(page.find("\"kind\":\"roofline\"") != std::string::npos);
  BOOST_TEST(page.find("\"name\":\"hlo_calls\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(strict_tells_of_lost_input) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string whole = small_profile();
  const std::string cut = folder.file("cut.xplane.pb", whole.substr(0, whole.size() - whole.size() / 6));
  BOOST_TEST(report({"--profile_path", cut, "--output_csvs_dir", folder.path("out")}).code == 0);
  BOOST_TEST(report({"--profile_path", cut, "--output_csvs_dir", folder.path("out"), "--strict"}).code == 3);
  BOOST_TEST(bytes_of(folder.path("out/data_quality.csv")).find("file cut") != std::string::npos);
  // of several profiles one is enough, in whatever order they are read
  const std::string fine = folder.file("fine.xplane.pb", whole);
  BOOST_TEST(report({fine, "-q", "--output_csvs_dir", folder.path("one"), "--strict"}).code == 0);
  for (const std::vector<std::string>& both : {std::vector{cut, fine}, std::vector{fine, cut}}) {
    BOOST_TEST(report({both[0], both[1], "-q", "--output_csvs_dir", folder.path("all")}).code == 0);
    BOOST_TEST(report({both[0], both[1], "-q", "--output_csvs_dir", folder.path("all"), "--strict"}).code == 3);
    BOOST_TEST(report({both[0], both[1], folder.path("none"), "-q", "--output_csvs_dir", folder.path("all"), "--strict"}).code == 1);
  }
}

BOOST_AUTO_TEST_CASE(a_profile_without_streams_says_what_it_holds) {
  if (!has_programs()) return;
  const temporary_folder folder;
  xplane::plane tpu("/device:TPU:0"), other("/device:CUSTOM:x"), host("/host:CPU");
  tpu.line(1, "Steps", 0).event("1", 0, 1'000);
  other.line(1, "x", 0).event("op", 0, 1'000);
  host.line(2, "python", 0).event("step", 0, 1'000);
  const std::string profile = folder.file("x.xplane.pb", xplane::file({tpu.bytes(), other.bytes(), host.bytes()}));
  const program_answer answer = report({profile, "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(answer.err.find("it holds /device:TPU:0 (1 line, none of them is XLA Ops with events), /device:CUSTOM:x (1 line), "
                             "/host:CPU (1 line, no event with hlo_op)") != std::string::npos, answer.err);
  BOOST_TEST(!std::filesystem::exists(folder.path("out")));
}

BOOST_AUTO_TEST_CASE(tpus_are_reported_with_the_roofs_that_the_profile_says) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", test::tpu_profile().file(2));
  const program_answer answer = report({profile, "--output_csvs_dir", folder.path("out"), "--html", folder.path("p.html")});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(answer.out.find("TPU v5 lite (rates that the profile says)") != std::string::npos, answer.out);
  const std::set<std::string> sheets = names_in(folder.path("out"));
  for (const char* name : {"gpu_timeline.csv", "xla_modules.csv", "hlo_calls.csv", "device_steps.csv", "collectives.csv",
                           "trace_health.csv"})
    BOOST_TEST(sheets.contains(name), name);
  const test::sheet calls = test::sheet_of(bytes_of(folder.path("out/hlo_calls.csv")));
  BOOST_TEST(calls.size() == 1 + 2 * 8u);
  BOOST_TEST(bytes_of(folder.path("out/hlo_calls.csv")).find("COMPUTE_BOUND") != std::string::npos);
  const test::sheet steps = test::sheet_of(bytes_of(folder.path("out/device_steps.csv")));
  BOOST_REQUIRE(steps.size() == 1 + 2 * 2u);
  BOOST_TEST(bytes_of(folder.path("p.html")).find("TPUs") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(hosts_of_tpus_are_one_experiment) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::filesystem::create_directory(folder.path("run"));
  test::tpu_profile made;
  made.with_program = true;
  folder.file("run/host0.xplane.pb", made.file(2));
  folder.file("run/host1.xplane.pb", made.file(2, 3));  // 3 us later, which is its clock offset
  const program_answer answer = report({"--profile_path", folder.path("run"), "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(answer.code == 0, answer.err);
  const test::sheet all = test::sheet_of(bytes_of(folder.path("out/collectives.csv")));
  const auto column = [&](std::string_view title) {
    std::size_t c = 0;
    while (c < all[0].size() && all[0][c] != title) ++c;
    return c;
  };
  BOOST_REQUIRE(all.size() == 1 + 2 * 2u);  // in each of two executions an all-reduce and a gather of all four
  for (std::size_t r = 1; r < all.size(); ++r) {
    const auto cell = [&](std::string_view title) { return all[r].at(column(title)); };
    BOOST_TEST(cell("Group size") == "4");
    BOOST_TEST(cell("ranks missing") == "");
    const bool reduces = cell("kind") == "allreduce";
    BOOST_TEST((reduces || cell("kind") == "allgather"));
    BOOST_TEST(std::stod(cell("Message (bytes)")) == (reduces ? 4096 : 2048));  // 1024 f32; the output, 1024 bf16
    BOOST_TEST(std::abs(std::stod(cell("arrival skew (µs)"))) < 0.01);          // on one clock
    BOOST_TEST(std::abs(std::stod(cell("transfer (µs)")) - (reduces ? 20 : 40)) < 0.01);
  }
  const test::sheet steps = test::sheet_of(bytes_of(folder.path("out/device_steps.csv")));
  BOOST_REQUIRE(steps.size() == 1 + 4 * 2u);
  BOOST_TEST(std::stod(steps[1][2]) == 0.09);  // ms, from the first op to the last
}

BOOST_AUTO_TEST_CASE(ops_on_threads_of_the_host_are_reported) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", test::cpu_profile());
  const program_answer answer = report({profile, "--output_csvs_dir", folder.path("out"), "-q"});
  BOOST_TEST(answer.code == 0, answer.err);
  const test::sheet calls = test::sheet_of(bytes_of(folder.path("out/hlo_calls.csv")));
  BOOST_TEST(calls.size() == 1 + 6u);
  BOOST_TEST(calls[1][0] == "701");
  BOOST_TEST(names_in(folder.path("out")).contains("xla_modules.csv"));
}

BOOST_AUTO_TEST_CASE(sheets_have_either_name) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", small_profile());
  const std::string out = folder.path("out");
  BOOST_TEST(report({profile, "-q", "--output_csvs_dir", out, "--sheets", "kernel_launchers_unique_args"}).code == 0);
  BOOST_TEST(std::filesystem::exists(out + "/ops_all.csv"));
  BOOST_TEST(!std::filesystem::exists(out + "/ops_summary.csv"));
  BOOST_TEST(report({profile, "-q", "--parity", "--output_csvs_dir", out, "--sheets", "ops_summary"}).code == 0);
  BOOST_TEST(std::filesystem::exists(out + "/kernel_launchers_summary.csv"));
}

BOOST_AUTO_TEST_CASE(a_pattern_names_communication) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", small_profile());
  BOOST_TEST(report({profile, "--output_csvs_dir", folder.path("out"), "-q", "--comm_pattern", "^loop_"}).code == 0);
  const test::sheet times = test::sheet_of(bytes_of(folder.path("out/gpu_timeline.csv")));
  BOOST_TEST(times[2][0] == "exposed_comm_time");
  BOOST_TEST(times[2][1] == "0.001");  // the addition of 1 us
  BOOST_TEST(report({profile, "-q", "--comm_pattern", "("}).code == 2);
  const program_answer none = report({profile, "-q", "--json", folder.path("x.json"), "--comm_pattern", "zzz", "--sheets", "op_conv"});
  BOOST_TEST((none.err.find("--comm_pattern: no kernel's name contains a match (1x, zzz)") != std::string::npos), none.err);
  BOOST_TEST((none.err.find("jax_report: there is nothing for the sheet op_conv\n") != std::string::npos), none.err);
}

BOOST_AUTO_TEST_CASE(a_report_is_on_the_console) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", small_profile());
  const program_answer shown = report({profile, "--arch", "mi300x"});
  BOOST_TEST(shown.code == 0, shown.err);
  BOOST_TEST(shown.out.find("Cijk_Ailk_Bljk") != std::string::npos, shown.out);
  BOOST_TEST(shown.out.find("% of roof") != std::string::npos, shown.out);
  BOOST_TEST(shown.out.find("FLOP are known for 80.0 % of the kernels' time, bytes for 100.0 %") != std::string::npos,
             shown.out);  // 4 of 5 us
  BOOST_TEST(report({profile, "--quiet"}).out.empty());
  BOOST_TEST(report({profile, "--json", "/dev/stdout"}).out.starts_with("{"));
}

BOOST_AUTO_TEST_CASE(single_sheets_are_asked_for_by_name) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", small_profile());
  BOOST_TEST(report({profile, "--output_csvs_dir", folder.path("out"), "-q"}).code == 0);
  BOOST_TEST(report({profile, "--output_csvs_dir", folder.path("out"), "--sheets", "ops_summary,hlo_calls", "-q"}).code == 0);
  const std::set<std::string> wanted{"ops_summary.csv", "hlo_calls.csv", "data_quality.csv"};  // others are removed
  BOOST_TEST(names_in(folder.path("out")) == wanted, boost::test_tools::per_element());
  const program_answer wrong = report({profile, "--sheets", "ops_sumary"});
  BOOST_TEST(wrong.code == 2);
  BOOST_TEST(wrong.err.find("did you mean ops_summary?") != std::string::npos, wrong.err);
}

BOOST_AUTO_TEST_CASE(several_profiles_are_reported_one_by_one) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string a = folder.file("a.xplane.pb", small_profile()), b = folder.file("b.xplane.pb", small_profile());
  BOOST_TEST(report({a, b, "--output_csvs_dir", folder.path("out"), "-q"}).code == 0);
  BOOST_TEST(std::filesystem::exists(folder.path("out/a/hlo_calls.csv")));
  BOOST_TEST(std::filesystem::exists(folder.path("out/b/hlo_calls.csv")));
  BOOST_TEST(report({a, b, "-q"}).code == 0);
  BOOST_TEST(std::filesystem::exists(folder.path("b_perf_report.xlsx")));
  BOOST_TEST(report({a, b, "--json", folder.path("x.json")}).code == 0);  // both in parallel
  BOOST_TEST(report({a, b, "--json", folder.path("x.json"), "--parity"}).code == 2);
}

/// A log folder keeps the runs of a week; their profiles are named after the host.
BOOST_AUTO_TEST_CASE(of_several_runs_in_a_log_folder_the_last_is_read) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const auto add = [&](const std::string& run, std::int64_t length) {
    const std::string of_run = "log/plugins/profile/" + run;
    std::filesystem::create_directories(folder.path(of_run));
    folder.file(of_run + "/Host.XPlane.PB", profile_of_length(length));
    return folder.path(of_run);
  };
  const auto total = [&](const std::string& out) {
    return test::sheet_of(bytes_of(folder.path(out + "/gpu_timeline.csv"))).at(6).at(1);
  };
  const std::string first = add("2024_01_05_10_00_00", 3'000);
  add("2024_02_01_09_00_00", 5'000), add("2023_12_31_23_59_59", 9'000);
  const program_answer answer = report({folder.path("log"), "-q", "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(answer.err.find("3 runs") != std::string::npos, answer.err);
  BOOST_TEST(answer.err.find("2024_02_01_09_00_00") != std::string::npos);
  BOOST_TEST(total("out") == "0.005");
  const program_answer other = report({first, "-q", "--output_csvs_dir", folder.path("other")});
  BOOST_TEST(other.err.find("runs") == std::string::npos, other.err);
  BOOST_TEST(total("other") == "0.003");
}

/// Each process names the folder of its run by its own clock.
BOOST_AUTO_TEST_CASE(folders_of_different_hosts_that_begin_together_are_one_run) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const auto add = [&](const std::string& name, std::int64_t host) {
    std::filesystem::create_directories(std::filesystem::path(folder.path("log/plugins/profile/" + name)).parent_path());
    folder.file("log/plugins/profile/" + name, profile_of_host(host));
  };
  const auto told = [&](const std::string& out) {
    const program_answer answer = report({folder.path("log"), "-q", "--output_csvs_dir", folder.path(out)});
    BOOST_TEST(answer.code == 0, answer.err);
    return answer.err;
  };
  // 23:59:58 and 00:00:01 of the next day; the second host's folder is the older one
  add("2024_12_31_23_59_58/host-10.xplane.pb", 1), add("2025_01_01_00_00_01/host-9.xplane.pb", 0);
  BOOST_TEST(told("both").find("they are one run") != std::string::npos);
  const test::sheet ranks = test::sheet_of(bytes_of(folder.path("both/ranks.csv")));
  BOOST_REQUIRE(ranks.size() == 1 + 4u);  // by host
  BOOST_TEST(ranks[1][1].ends_with("host-9.xplane.pb"), ranks[1][1]);
  BOOST_TEST(ranks[4][1].ends_with("host-10.xplane.pb"), ranks[4][1]);
  BOOST_TEST(ranks[4][0] == "3");
  BOOST_TEST(ranks[4][3] == "/device:GPU:1");
  BOOST_TEST(test::sheet_of(bytes_of(folder.path("both/straggler_verdict.csv")))[1][0] == "3");
  add("2025_01_01_00_02_00/host-10.xplane.pb", 1);  // two minutes later
  const std::string later = told("later");
  BOOST_TEST(later.find("2 runs; the last one, 2025_01_01_00_02_00") != std::string::npos, later);
  BOOST_TEST(later.find("profiles of other hosts: host-9") != std::string::npos, later);
  BOOST_TEST(test::sheet_of(bytes_of(folder.path("later/ranks.csv"))).size() == 1 + 2u);
  const std::string quality = bytes_of(folder.path("later/data_quality.csv"));
  BOOST_TEST(quality.find("devices missing") != std::string::npos, quality);
  BOOST_TEST(quality.find("2 of 4 devices") != std::string::npos, quality);
  BOOST_TEST(bytes_of(folder.path("both/host-9/data_quality.csv")).find("devices missing") == std::string::npos);
  add("2025_01_01_00_02_09/host-10.xplane.pb", 1);  // the same host once more
  BOOST_TEST(told("again").find("3 runs; the last one, 2025_01_01_00_02_09") != std::string::npos);
}

/// Hosts are numbered as people count them, also where a shell lists them; several processes of a host are told apart by
/// their folders.
BOOST_AUTO_TEST_CASE(hosts_are_ordered_by_number_and_processes_by_folder) {
  if (!has_programs()) return;
  const temporary_folder folder;
  std::filesystem::create_directories(folder.path("run"));
  const std::string tenth = folder.file("run/w-10.xplane.pb", profile_of_host(1));
  const std::string second = folder.file("run/w-2.xplane.pb", profile_of_host(0));
  const auto verdict = [&](std::vector<std::string> inputs) {
    for (const char* const more : {"-q", "--output_csvs_dir"}) inputs.emplace_back(more);
    inputs.push_back(folder.path("out"));
    const program_answer answer = report(std::move(inputs));
    BOOST_TEST(answer.code == 0, answer.err);
    return test::sheet_of(bytes_of(folder.path("out/straggler_verdict.csv")))[1][0];
  };
  BOOST_TEST(verdict({folder.path("run")}) == "3");
  BOOST_TEST(verdict({tenth, second}) == "3");  // a shell's order
  BOOST_TEST(verdict({second, tenth}) == "3");  // as given
  for (const std::int64_t process : {0, 1}) {
    const std::string of_process = "processes/process_" + std::to_string(process) + "/plugins/profile/2025_01_02_03_04_05";
    std::filesystem::create_directories(folder.path(of_process));
    folder.file(of_process + "/node.xplane.pb", profile_of_host(process));
  }
  BOOST_TEST(verdict({folder.path("processes")}) == "3");
  BOOST_TEST(std::filesystem::exists(folder.path("out/process_0/node/hlo_calls.csv")));
  BOOST_TEST(std::filesystem::exists(folder.path("out/process_1/node/hlo_calls.csv")));
  BOOST_TEST(report({second, second, "-q"}).code == 2);  // one profile twice
}

/// A Perfetto trace has fields of the same numbers, but no planes with lines.
BOOST_AUTO_TEST_CASE(a_trace_of_another_kind_is_named) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const proto_bytes event = proto_bytes().number(9, 1).number(11, 9).bytes(23, "k").bytes(22, "kernel_dispatch");
  const proto_bytes end = proto_bytes().number(9, 2).number(11, 9);
  proto_bytes trace;
  trace.bytes(1, proto_bytes().number(8, 5).number(10, 1).bytes(11, event));
  trace.bytes(1, proto_bytes().number(8, 9).number(10, 1).bytes(11, end));
  const program_answer answer = report({folder.file("t.pftrace", trace.text())});
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(answer.err.find("gpu_report reads it") != std::string::npos, answer.err);
  BOOST_TEST(answer.err.find("data quality") == std::string::npos, answer.err);
}

BOOST_AUTO_TEST_SUITE_END()
