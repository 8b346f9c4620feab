// The sheets of the PyTorch report compared with those the original wrote for the published traces, in every variant of
// its options.

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/read/gpu_arch.hpp>
#include <ridgeline/torch/read/kineto.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_torch_goldens)

namespace {

/// The form of a variant's call tree.
enum class tree_kind { plain, recompute, frames, pseudo };

struct variant {
  std::string_view name;
  torch_report_options options{};
  tree_kind tree = tree_kind::plain;
  bool chip = false;  ///< with the case's chip
};

std::vector<variant> variants() {
  std::vector<variant> all{{"default"}, {"kernels"}, {"topk"}, {"idle_unlinked"}, {"grouping"}};
  all[1].options.kernel_summary = all[1].options.short_kernels = true;
  all[2].options.short_kernels = true;
  all[2].options.short_kernel_below = 6;
  all[2].options.histogram_bins = 32;
  all[2].options.most_short_kernels = 10;
  all[3].options.micro_idle_below = 10;
  all[3].options.unlinked_kernels = true;
  all[4].options.first_occurrence = all[4].options.by_number_of_kernels = true;
  all.push_back({"arch", {}, tree_kind::plain, true});
  all.push_back({"recompute", {}, tree_kind::recompute});
  all.push_back({"callstack", {}, tree_kind::frames});
  all.back().options.call_stacks = true;
  all.push_back({"pseudo", {}, tree_kind::pseudo});
  return all;
}

/// The column that orders a sheet's rows; roofline sheets and all others are ordered by kernel time.
const std::map<std::string, std::string> orders{
    {"gpu_timeline", ""}, {"ops_summary_by_category", "total_direct_kernel_time_ms"},
    {"ops_summary", "total_direct_kernel_time_sum"}, {"ops_unique_args", "total_direct_kernel_time_sum"},
    {"kernel_summary", "Kernel duration (µs)_sum"}, {"short_kernel_histogram", ""},
    {"short_kernels_summary", "Short Kernel duration (µs) sum"}, {"coll_analysis", "dur_sum"}};

torch_profile run_of(torch_trace& trace, tree_kind kind) {
  torch_run_options how;
  how.recompute = kind == tree_kind::recompute;
  how.python_frames = kind == tree_kind::frames;
  how.pseudo_ops = kind == tree_kind::pseudo;
  how.faults = torch_faults::parity();
  return torch_profile(trace, how);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cell_is_the_original_s) {
  const auto folder = shared_data("pytorch");
  if (!folder) return;
  test::sheet_score all;
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (!entry.is_directory()) continue;
    auto trace = read_kineto_file((entry.path() / "trace.json.gz").string());
    BOOST_REQUIRE(trace.has_value());
    const auto chip = read_gpu_arch_file((entry.path() / "arch.json").string());
    for (const tree_kind kind : {tree_kind::plain, tree_kind::recompute, tree_kind::frames, tree_kind::pseudo}) {
      const torch_profile run = run_of(*trace, kind);
      for (variant v : variants()) {
        if (v.tree != kind || (v.chip && !chip)) continue;
        v.options.original_names = true;
        v.options.model_faults = torch_model_faults::parity();
        if (v.chip) v.options.roofs = &*chip;
        std::set<std::string> written;
        for (const table& t : torch_tables(run, v.options)) {
          written.insert(t.name());
          const auto known = orders.find(t.name());
          const test::sheet wanted = test::published_sheet(entry.path() / v.name, t.name());
          if (wanted.empty() || wanted.front().size() < 2) continue;  // not stored: equal to the default's
          const std::string what = entry.path().filename().string() + "/" + std::string(v.name) + "/" + t.name();
          const test::sheet_score score =
              test::compare(test::sheet_of(t), wanted, known == orders.end() ? "Kernel Time (µs)_sum" : known->second, what);
          BOOST_TEST(score.equal == score.cells, what);
          all.cells += score.cells;
          all.equal += score.equal;
          ++compared;
        }
        if (!std::filesystem::is_directory(entry.path() / v.name)) continue;
        for (const auto& published : std::filesystem::directory_iterator(entry.path() / v.name)) {
          const std::string file = published.path().filename().string(), name = file.substr(0, file.find('.'));
          BOOST_TEST(written.contains(name), entry.path().filename().string() << "/" << v.name << " lacks " << name);
        }
      }
    }
  }
  BOOST_TEST_MESSAGE(compared << " sheets, " << all.equal << " of " << all.cells << " cells equal");
  BOOST_TEST(compared >= 400u);
  BOOST_TEST(all.equal == all.cells);
}

BOOST_AUTO_TEST_SUITE_END()
