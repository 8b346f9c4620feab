// The sheets of the PyTorch report against those that the original wrote for the published traces, in every variant of
// its options.

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/report/torch_report.hpp>
#include <ridgeline/source/kineto.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

namespace {

struct variant {
  std::string_view name;
  torch_report_options options;
  bool recompute = false;
};

std::vector<variant> variants() {
  std::vector<variant> all{{"default", {}}, {"kernels", {}}, {"topk", {}}, {"idle_unlinked", {}}, {"grouping", {}}, {"recompute", {}, true}};
  all[1].options.kernel_summary = all[1].options.short_kernels = true;
  all[2].options.short_kernels = true;
  all[2].options.short_kernel_below = 6;
  all[2].options.histogram_bins = 32;
  all[2].options.most_short_kernels = 10;
  all[3].options.micro_idle_below = 10;
  all[3].options.unlinked_kernels = true;
  all[4].options.first_occurrence = all[4].options.by_number_of_kernels = true;
  return all;
}

/// The sheets of this report, and the column by which their rows stand.
const std::map<std::string, std::string> sheets{
    {"gpu_timeline", ""}, {"ops_summary_by_category", "total_direct_kernel_time_ms"},
    {"ops_summary", "total_direct_kernel_time_sum"}, {"ops_unique_args", "total_direct_kernel_time_sum"},
    {"kernel_summary", "Kernel duration (µs)_sum"}, {"short_kernel_histogram", ""},
    {"short_kernels_summary", "Short Kernel duration (µs) sum"}, {"coll_analysis", "dur_sum"}};

}  // namespace

BOOST_AUTO_TEST_SUITE(report_torch_goldens)

BOOST_AUTO_TEST_CASE(every_cell_is_the_original_s) {
  const auto folder = shared_data("pytorch");
  if (!folder) return;
  test::sheet_score all;
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (!entry.is_directory()) continue;
    const auto trace = read_kineto_file((entry.path() / "trace.json.gz").string());
    BOOST_REQUIRE(trace.has_value());
    for (bool recompute : {false, true}) {
      torch_run_options how;
      how.recompute = recompute;
      how.faults = torch_faults::parity();
      const torch_run run(*trace, how);
      for (variant v : variants()) {
        if (v.recompute != recompute) continue;
        v.options.original_names = true;
        for (const table& t : torch_tables(run, v.options)) {
          const auto known = sheets.find(t.name());
          if (known == sheets.end()) continue;
          const test::sheet wanted = test::published_sheet(entry.path() / v.name, t.name());
          if (wanted.empty() || wanted.front().size() < 2) continue;  // not stored: equal to the default's
          const std::string what = entry.path().filename().string() + "/" + std::string(v.name) + "/" + t.name();
          const test::sheet_score score = test::compare(test::sheet_of(t), wanted, known->second, what);
          BOOST_TEST(score.equal == score.cells, what);
          all.cells += score.cells;
          all.equal += score.equal;
          ++compared;
        }
      }
    }
  }
  BOOST_TEST_MESSAGE(compared << " sheets, " << all.equal << " of " << all.cells << " cells equal");
  BOOST_TEST(compared >= 150u);
  BOOST_TEST(all.equal == all.cells);
}

BOOST_AUTO_TEST_SUITE_END()
