// The sheets of the multi-rank report, of its collective report, and its commands compared with those the original
// wrote for the published traces.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/ranks/report/report.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_multi_rank_goldens)

namespace {

struct published {
  std::string_view folder;
  std::int64_t gpus_per_node;
};
constexpr published all_published[] = {{"bert_4rank", 2}, {"nsfw_cfg_b_2rank", missing<std::int64_t>}, {"simple_inference_2rank", missing<std::int64_t>}};

/// There, kernel lists have another form, and stamp differences near 2e12 carry its rounding.
void leave_out_kernel_lists(test::sheet& sheet) {
  for (std::size_t c = 0; !sheet.empty() && c < sheet.front().size(); ++c)
    if (sheet.front()[c].starts_with("kernel_details"))
      for (std::size_t r = 1; r < sheet.size(); ++r) sheet[r][c].clear();
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cell_is_the_original_s) {
  std::size_t cells = 0, equal = 0;
  for (const published& p : all_published) {
    const auto folder = shared_data("multirank/" + std::string(p.folder));
    if (!folder) return;
    discover_options where;
    where.base = *folder + "/traces";
    where.extension = "gz";
    where.filters = {"rank_"};
    where.by_content = false;
    const auto found = discover(where);
    BOOST_REQUIRE(found.has_value());
    BOOST_REQUIRE(found->size() == 1u);
    fleet_reading reading;
    reading.rank.kernels = true;
    reading.rank.linked_calls_only = true;
    reading.rank.run.faults = torch_faults::parity();
    reading.rank.models = torch_model_faults::parity();
    multi_rank_options options;
    options.parity = options.kernels = options.replay = true;
    options.run_tools = false;
    options.faults = fleet_faults::parity();
    options.collectives.gpus_per_node = p.gpus_per_node;
    const multi_rank_report report(read_fleet(found->front().files, reading), {}, options);
    std::map<std::string, table> made;
    for (const table& t : report.tables()) made.insert_or_assign("enhanced/" + t.name(), t);
    for (const table& t : report.collective_tables(true)) made.insert_or_assign("collective/" + t.name(), t);
    for (const replay_sheet& s : report.replays()) made.insert_or_assign(command_table(s).name(), command_table(s));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*folder)) {
      if (entry.path().extension() != ".csv") continue;
      const std::string name = entry.path().lexically_relative(*folder).replace_extension().generic_string();
      const std::string what = std::string(p.folder) + "/" + name;
      BOOST_TEST(made.contains(name), what << " was not made");
      if (!made.contains(name)) continue;
      test::sheet ours = test::sheet_of(made.at(name));
      test::sheet theirs = test::published_sheet(entry.path().parent_path(), entry.path().stem().string());
      leave_out_kernel_lists(ours), leave_out_kernel_lists(theirs);
      const test::sheet_score score = test::compare(ours, theirs, "no sheet is ordered by this", what);
      BOOST_TEST(score.equal == score.cells, what << ": " << score.equal << " of " << score.cells);
      cells += score.cells, equal += score.equal;
    }
  }
  BOOST_TEST(cells > 10'000u);
  BOOST_TEST(equal == cells);
}

BOOST_AUTO_TEST_SUITE_END()
