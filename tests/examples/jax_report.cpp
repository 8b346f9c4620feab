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
#include "tests/support/xplane_bytes.hpp"
#include "tests/support/zip.hpp"

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

program_answer report(std::vector<std::string> arguments) {
  return run_program("jax_report", {std::move(arguments)});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(examples_jax_report)

BOOST_AUTO_TEST_CASE(sheets_go_to_a_folder) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string profile = folder.file("x.xplane.pb", small_profile());
  const program_answer answer = report({"--profile_path", profile, "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  const std::set<std::string> wanted{"gpu_timeline.csv", "gpu_events_averages.csv", "kernel_launchers.csv",
                                     "ops_summary.csv", "ops_summary_by_category.csv", "ops_all.csv", "df_xla_perf.csv",
                                     "xla_summary.csv", "hlo_calls.csv", "op_gemm.csv", "data_quality.csv"};
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
}

BOOST_AUTO_TEST_CASE(json_has_the_sheets) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const program_answer answer = report({"--profile_path", folder.file("x.xplane.pb", small_profile()), "--json",
                                        folder.path("x.json"), "--arch", "mi300x"});
  BOOST_TEST(answer.code == 0, answer.err);
  const test::json document = test::parse_json(bytes_of(folder.path("x.json")));
  BOOST_TEST(document["program"].text == "jax_report");
  BOOST_TEST(document["tables"].items.size() == 11u);
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
}

BOOST_AUTO_TEST_CASE(a_profile_without_streams_says_what_it_holds) {
  if (!has_programs()) return;
  const temporary_folder folder;
  xplane::plane tpu("/device:TPU:0"), host("/host:CPU");
  tpu.line(1, "XLA Ops", 0).event("fusion.1", 0, 1'000);
  host.line(2, "python", 0).event("step", 0, 1'000);
  const std::string profile = folder.file("x.xplane.pb", xplane::file({tpu.bytes(), host.bytes()}));
  const program_answer answer = report({profile, "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 1);
  BOOST_TEST(answer.err.find("it holds /device:TPU:0 (1 line), /host:CPU (1 line)") != std::string::npos, answer.err);
  BOOST_TEST(!std::filesystem::exists(folder.path("out")));
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
  BOOST_TEST(report({a, b, "--json", folder.path("x.json")}).code == 2);
}

BOOST_AUTO_TEST_SUITE_END()
