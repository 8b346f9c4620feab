// The sheets of the programs in one's own: the code quoted in docs/pipelines.md, run on the samples.
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/report/report.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_tables.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

namespace ridgeline {

namespace {

// BEGIN sheets
std::vector<table> sheets_of(const torch_profile& run) { return torch_tables(run, {}); }
std::vector<table> sheets_of(const gpu_trace& trace) {
  gpu_problems found;
  return gpu_tables(trace, {}, found);
}
std::vector<table> sheets_of(const jax_result& report) {  // of report_jax(trace)
  return jax_tables(report, quality_of(report.problems, "profile"), jax_names::documented);
}
std::vector<table> sheets_of(const tt_perf_result& report) {  // of report_tt_perf(ops, devices_per_file, chip)
  return {tt_ops_table(report), tt_summary_table(report, tt_summary_key::memory)};
}
// END sheets

std::string sample(std::string_view name) { return std::string(RIDGELINE_SOURCE_DIR "/examples/sample/").append(name); }

/// The sheet of that name as CSV; empty if there is none.
std::string csv_of(const std::vector<table>& sheets, std::string_view name) {
  string_output out;
  for (const table& t : sheets)
    if (t.name() == name) write_csv(out, t);
  return out.text();
}

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_sheets)

// Numbers as the programs print them in docs/cookbook.md.
BOOST_AUTO_TEST_CASE(a_program_has_the_sheets_of_the_reports) {
  using namespace ridgeline;
  auto trace = read_torch_trace_file(sample("transformer_step.json"));
  BOOST_REQUIRE(trace.has_value());
  const torch_profile run(leave_out_repeated_work(*trace));
  BOOST_TEST(csv_of(sheets_of(run), "gpu_timeline").find("\nexposed_comm_time,0.078414,") != std::string::npos);
  const gpu_trace work = as_gpu_trace(*trace);
  BOOST_TEST(csv_of(sheets_of(work), "gpu_timeline").find("exposed_comm_time,0.078414,") != std::string::npos);

  const auto ops = read_tt_ops_csv(sample("llama_decode_wormhole.csv"));
  BOOST_REQUIRE(ops.has_value());
  const hw::device* const chip = hw::tenstorrent_chips::find("wormhole");
  BOOST_REQUIRE(chip != nullptr);
  const tt_perf_result judged = report_tt_perf(ops->ops, ops->devices_per_file, chip);
  const std::vector<table> of_ops = sheets_of(judged);
  BOOST_REQUIRE(of_ops.size() == 2u);
  BOOST_TEST(of_ops[0].rows() == 200u);  // 198 ops of the device and 2 of the host

#if RIDGELINE_WITH_PROTOZERO
  const auto profile = read_xplane_file(sample("jax_step.xplane.pb"));
  BOOST_REQUIRE(profile.has_value());
  const jax_result report = report_jax(*profile);
  BOOST_TEST(csv_of(sheets_of(report), "gpu_timeline").find("\ncomputation_time,8.69") != std::string::npos);
#endif
}

BOOST_AUTO_TEST_SUITE_END()
