// docs/deviations.md has a row for each fault, no row for any other, and names tests that there are.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/tree/traverse.hpp>
#include <boost/test/tree/visitor.hpp>
#include <boost/test/unit_test.hpp>

#include <ridgeline/record/tt_faults.hpp>

#include "tests/support/text.hpp"

namespace {

/// The lines of the document's part on tt_perf_report.
std::vector<std::string> lines() {
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string& line : test::lines_of(test::repository_file("docs/deviations.md"))) {
    if (line.starts_with("## ")) inside = line == "## tt_perf_report";
    if (inside) found.push_back(line);
  }
  return found;
}

/// The cells of a table's row; none for another line.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> found;
  if (!line.starts_with("| ")) return found;
  for (std::size_t at = 2; at < line.size();) {
    const std::size_t end = std::min(line.find(" |", at), line.size());
    found.push_back(line.substr(at, end - at));
    at = end + 3;
  }
  return found;
}

/// What stands between backquotes.
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

}  // namespace

BOOST_AUTO_TEST_SUITE(report_tt_perf_deviations)

BOOST_AUTO_TEST_CASE(each_fault_has_a_row_and_each_row_a_fault) {
  std::multiset<std::string> rows;
  bool faults = false;
  for (const std::string& line : lines()) {
    if (line.starts_with("### ")) faults = line == "### Faults with a switch";
    const std::vector<std::string> row = cells(line);
    if (!faults || row.empty() || row[0] == "fault") continue;
    BOOST_TEST(row.size() == 5u, line);
    BOOST_REQUIRE(quoted(row[0]).size() == 1u);
    rows.insert(quoted(row[0])[0]);
  }
  for (const ridgeline::tt_fault& f : ridgeline::tt_fault_list)
    BOOST_TEST(rows.count(std::string(f.name)) == 1u, f.name << " has no row, or several");
  for (const std::string& name : rows)
    BOOST_TEST(std::any_of(ridgeline::tt_fault_list.begin(), ridgeline::tt_fault_list.end(),
                           [&](const ridgeline::tt_fault& f) { return f.name == name; }),
               name << " is no fault");
}

BOOST_AUTO_TEST_CASE(each_row_names_tests_that_there_are) {
  namespace ut = boost::unit_test;
  struct : ut::test_tree_visitor {
    std::set<std::string> names{};
    void visit(const ut::test_case& one) override { names.insert(one.full_name()); }
  } tests;
  ut::traverse_test_tree(ut::framework::master_test_suite(), tests, true);
  std::size_t rows = 0;
  for (const std::string& line : lines()) {
    const std::vector<std::string> row = cells(line);
    if (row.empty() || row[0] == "fault" || row[0] == "difference") continue;
    BOOST_TEST(row.size() == 5u, line);
    ++rows;
    const std::vector<std::string> named = quoted(row.back());
    BOOST_TEST((!named.empty() || row.back() == "none"), row[0] << " names no test");
    for (const std::string& name : named) BOOST_TEST(tests.names.contains(name), row[0] << " names " << name);
  }
  BOOST_TEST(rows > ridgeline::tt_fault_list.size());
}

BOOST_AUTO_TEST_SUITE_END()
