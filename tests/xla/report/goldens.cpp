// The sheets of the example data compared with the original's, cell by cell, and with the corrected models' figures.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/xla_calls.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_jax_goldens)

namespace {

/// Compares each published sheet of a folder with ours of that name; rows and columns are in the same order.
void compare(const std::filesystem::path& folder, const std::vector<table>& tables, std::size_t least) {
  std::size_t cells = 0, different = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    const test::sheet want = test::published_sheet(folder, name);
    test::sheet have;
    for (const table& t : tables)
      if (t.name() == name) have = test::sheet_of(t);
    BOOST_TEST(have.size() == want.size(), folder.string() << "/" << name << ": " << have.size() << " rows");
    if (have.size() != want.size()) continue;
    BOOST_TEST(have[0] == want[0], boost::test_tools::per_element());
    for (std::size_t r = 1; r < want.size(); ++r) {
      // GPUs may be in any order: the published time lines list the second one first.
      std::size_t row = r;
      if (name == "gpu_timeline")
        for (std::size_t i = 1; i < have.size(); ++i)
          if (have[i][0] == want[r][0] && have[i][3] == want[r][3]) row = i;
      for (std::size_t c = 0; c < want[0].size(); ++c, ++cells) {
        if (test::same_cell(have[row][c], want[r][c])) continue;
        if (++different < 10)
          BOOST_TEST(have[row][c] == want[r][c], folder.string() << "/" << name << ", row " << r << ", " << want[0][c]);
      }
    }
  }
  BOOST_TEST(different == 0u);
  BOOST_TEST(cells >= least, folder.string() << ": " << cells << " cells");
}

std::vector<table> tables_of(const xla_trace& trace, jax_result& result, bool parity, std::vector<std::string> words = {}) {
  jax_options options;
  if (parity) options.faults = xla_faults::parity();
  options.keywords = std::move(words);
  result = report_jax(trace, options);
  return jax_tables(result, {}, parity ? jax_names::original : jax_names::documented);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cell_is_the_original_s) {
  for (const std::string name : {"conv_legacy", "synthetic_train_2gpu", "te_fused_attn"}) {
    const auto folder = shared_data("jax/" + name);
    if (!folder) return;
    const auto trace = read_xplane_file(*folder + "/trace.xplane.pb");
    BOOST_REQUIRE(trace.has_value());
    jax_result result;
    compare(*folder + "/expected", tables_of(*trace, result, true), 900);
  }
}

BOOST_AUTO_TEST_CASE(filters_keep_kernels_by_their_metadata) {
  const auto folder = shared_data("jax/synthetic_train_2gpu");
  if (!folder) return;
  const auto trace = read_xplane_file(*folder + "/trace.xplane.pb");
  BOOST_REQUIRE(trace.has_value());
  jax_result result;
  compare(*folder + "/expected_filter", tables_of(*trace, result, true, {"remat", "dense_1"}), 900);
}

BOOST_AUTO_TEST_CASE(corrected_models) {
  for (const std::string name : {"conv_legacy", "synthetic_train_2gpu", "te_fused_attn"}) {
    const auto folder = shared_data("jax/" + name);
    if (!folder) return;
    const auto trace = read_xplane_file(*folder + "/trace.xplane.pb");
    BOOST_REQUIRE(trace.has_value());
    jax_result result;
    compare(*folder + "/corrected", tables_of(*trace, result, false), 60);
  }
}

BOOST_AUTO_TEST_SUITE_END()
