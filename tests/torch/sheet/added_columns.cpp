#include <ridgeline/torch/sheet/added_columns.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/extension.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_sheet_added_columns)

namespace {

struct with_columns {
  static constexpr auto columns = torch_sheet_columns(
      column<"Time a call", us>(
          [](const torch_unified_row& r) { return r.time.sum / static_cast<double>(r.count) * us; }),
      column<"Time a launch", us>(
          [](const torch_name_row& r) { return r.direct_time / static_cast<double>(r.count) * us; }),
      column<"Short">([](const torch_kernel_row& r) { return r.kernel.substr(0, 3); }));
};

/// The texts below a title of a sheet of the report; empty if it has no such column.
std::vector<std::string> cells_of(const torch_profile& run, std::string_view sheet, std::string_view title) {
  std::vector<std::string> cells;
  for (const table& t : torch_tables(run, {.kernel_summary = true})) {
    const std::size_t column = t.find(title);
    if (t.name() != sheet || column == t.columns()) continue;
    const test::sheet rows = test::sheet_of(t);
    for (std::size_t row = 1; row < rows.size(); ++row) cells.push_back(rows[row][column]);  // after the titles
  }
  return cells;
}

torch_trace two_products() {
  kineto_text k;
  const std::string_view arguments = R"("Input Dims": [[64,64],[64,64]], "Input type": ["float","float"])";
  k.op("aten::mm", 0, 20, arguments).launch("cudaLaunchKernel", 1, 1, 1).kernel("sgemm_64", 100, 8, 1).flow(1);
  k.op("aten::mm", 30, 20, arguments).launch("cudaLaunchKernel", 31, 1, 2).kernel("sgemm_64", 200, 12, 2).flow(2);
  return k.read();
}

}  // namespace

BOOST_AUTO_TEST_CASE(they_stand_at_the_end_of_the_sheets_whose_rows_they_take) {
  torch_trace trace = two_products();
  const torch_profile run = torch_extended_run<with_columns>(trace);
  // one group of two calls with kernels of 8 and 12 us
  BOOST_TEST(cells_of(run, "unified_perf_summary", "Time a call") == std::vector<std::string>{"10.0"});
  BOOST_TEST(cells_of(run, "ops_summary", "Time a launch") == std::vector<std::string>{"10.0"});
  BOOST_TEST(cells_of(run, "kernel_summary", "Short") == std::vector<std::string>{"sge"});
  BOOST_TEST(cells_of(run, "unified_perf_summary", "Time a launch").empty());
  BOOST_TEST(cells_of(run, "ops_summary", "Short").empty());
  for (const table& t : torch_tables(run, {}))
    if (t.name() == "ops_summary") BOOST_TEST(t.find("Time a launch") + 1 == t.columns());
}

BOOST_AUTO_TEST_CASE(without_an_extension_there_are_none) {
  const torch_trace trace = two_products();
  BOOST_TEST(cells_of(torch_profile(trace), "kernel_summary", "Short").empty());
}

BOOST_AUTO_TEST_SUITE_END()
