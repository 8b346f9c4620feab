// docs/deviations.md has a row for each fault and no others, and the tests that it names exist.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/switches.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(documents_list_deviations)

namespace {

/// One line of a table, and the heading above it.
struct row {
  std::string title{}, line{};
  std::vector<std::string> cells{};
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> found;
  for (std::size_t at = 2; at < line.size();) {
    const std::size_t end = std::min(line.find(" |", at), line.size());
    found.push_back(line.substr(at, end - at));
    at = end + 3;
  }
  return found;
}

/// The rows of all tables under second-level headings, without table headers.
std::vector<row> rows() {
  std::vector<row> found;
  std::string title;
  for (const std::string& line : test::lines_of(test::repository_file("docs/deviations.md"))) {
    if (line.starts_with("## ")) title = line.substr(3);
    if (title.empty() || !line.starts_with("| ")) continue;
    row r{title, line, cells_of(line)};
    if (r.cells.back() != "test") found.push_back(std::move(r));
  }
  return found;
}

/// The text between backquotes.
std::vector<std::string> quoted(const std::string& cell) {
  std::vector<std::string> found;
  for (std::size_t open = cell.find('`'); open != std::string::npos; open = cell.find('`', open)) {
    const std::size_t close = cell.find('`', open + 1);
    if (close == std::string::npos) break;
    found.push_back(cell.substr(open + 1, close - open - 1));
    open = close + 1;
  }
  return found;
}

/// Names of faults by the heading above their rows.
std::map<std::string, std::set<std::string>> faults() {
  std::map<std::string, std::set<std::string>> all;
  const auto add_header = [&](const char* title, const char* header) {
    for (const std::string& name : test::switches_of(header)) all[title].insert(name);
  };
  add_header("tt_perf_report", "tt/record/faults.hpp");
  add_header("PyTorch traces: from the file to the tree and the time line (TraceLens, commit 171dd747)",
             "torch/record/faults.hpp");
  add_header("PyTorch traces: what an op costs (TraceLens, commit 171dd747)", "torch/record/model_faults.hpp");
  add_header("jax_report", "xla/record/faults.hpp");
  add_header("multi_rank_report", "ranks/faults.hpp");
  add_header("tt_ops_report, tt_device_report, tt_profile_this", "tt/record/log_faults.hpp");
  return all;
}

/// The text between `macro(` and the next comma or bracket of a line; empty if the macro is absent.
std::string argument_of(const std::string& line, std::string_view macro) {
  if (!line.starts_with(macro)) return {};
  return line.substr(macro.size(), line.find_first_of(",)", macro.size()) - macro.size());
}

/// The cases of all slices, SUITE/CASE, as named in the sources: a slice's program knows only its own.
std::set<std::string> cases() {
  namespace fs = std::filesystem;
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(RIDGELINE_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    std::string suite;
    const std::string name = fs::relative(entry.path(), RIDGELINE_SOURCE_DIR).generic_string();
    for (const std::string& line : test::lines_of(test::repository_file(name))) {
      if (const std::string begun = argument_of(line, "BOOST_AUTO_TEST_SUITE("); !begun.empty()) suite = begun;
      for (const std::string_view macro : {"BOOST_AUTO_TEST_CASE(", "BOOST_FIXTURE_TEST_CASE(", "BOOST_DATA_TEST_CASE("})
        if (const std::string one = argument_of(line, macro); !one.empty()) found.insert(suite + "/" + one);
    }
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_fault_has_a_row_and_each_row_a_fault) {
  std::map<std::string, std::multiset<std::string>> found;
  for (const row& r : rows()) {
    BOOST_TEST(r.cells.size() == 5u, r.line);
    const std::vector<std::string> names = quoted(r.cells[0]);
    // A switch is one word in small letters with underscores; options and columns look different.
    if (names.size() == 1 && r.cells[0] == "`" + names[0] + "`" &&
        names[0].find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos)
      found[r.title].insert(names[0]);
  }
  const auto all = faults();
  for (const auto& [title, names] : all)
    for (const std::string& name : names)
      BOOST_TEST(found[title].count(name) == 1u, title << ": " << name << " has no row, or several");
  for (const auto& [title, names] : found)
    for (const std::string& name : names)
      BOOST_TEST((all.contains(title) && all.at(title).contains(name)), title << ": " << name << " is no fault");
}

BOOST_AUTO_TEST_CASE(each_row_names_tests_that_there_are) {
  const std::set<std::string> tests = cases();
  std::size_t seen = 0;
  for (const row& r : rows()) {
    ++seen;
    const std::vector<std::string> named = quoted(r.cells.back());
    BOOST_TEST((!named.empty() || r.cells.back() == "none"), r.cells[0] << " names no test");
    for (const std::string& name : named) BOOST_TEST(tests.contains(name), r.cells[0] << " names " << name);
  }
  BOOST_TEST(seen > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
