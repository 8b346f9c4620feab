#ifndef RIDGELINE_TESTS_SUPPORT_SHEETS_HPP
#define RIDGELINE_TESTS_SUPPORT_SHEETS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/csv.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/table/table.hpp>

#include "tests/support/temporary.hpp"

/// Compares sheets with published ones, cell by cell.
namespace test {

using sheet = std::vector<std::vector<std::string>>;  // the header first

inline sheet sheet_of(std::string_view csv) {
  sheet rows;
  std::vector<std::string> row;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') cell += csv[++i];
    else if (c == '"') quoted = !quoted;
    else if (!quoted && c == ',') row.push_back(std::move(cell)), cell.clear();
    else if (!quoted && c == '\n') row.push_back(std::move(cell)), cell.clear(), rows.push_back(std::move(row)), row.clear();
    else if (quoted || c != '\r') cell += c;
  }
  return rows;
}

inline sheet sheet_of(const ridgeline::table& t) {
  ridgeline::string_output out;
  write_csv(out, t, ridgeline::csv_style::pandas());
  return sheet_of(out.text());
}

/// `folder/name.csv` or `.csv.gz`; empty if neither exists.
inline sheet published_sheet(const std::filesystem::path& folder, const std::string& name) {
  const std::string plain = bytes_of((folder / (name + ".csv")).string());
  if (!plain.empty()) return sheet_of(plain);
  const std::string packed = bytes_of((folder / (name + ".csv.gz")).string());
  if (packed.empty()) return {};
  const auto bytes = ridgeline::inflate(packed, std::size_t{1} << 30);
  BOOST_REQUIRE(bytes.has_value());
  return sheet_of(bytes->view());
}

/// Equal texts; numbers anywhere in them may differ by one part in a million, or by `slack` (rounding noise of sums).
inline bool same_cell(std::string_view a, std::string_view b, double slack = 1e-9) {
  if (a == b || (ridgeline::says_missing(a) && ridgeline::says_missing(b))) return true;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const auto x = ridgeline::leading_double(a.data() + i, a.data() + a.size());
    const auto y = ridgeline::leading_double(b.data() + j, b.data() + b.size());
    const bool words = a[i] > '9' || b[j] > '9';  // `inf` may be part of a name
    if (!words && x.stop != a.data() + i && y.stop != b.data() + j) {
      const double larger = std::max(std::fabs(x.value), std::fabs(y.value));
      if (!(std::fabs(x.value - y.value) <= std::max(slack, 1e-6 * larger))) return false;
      i = static_cast<std::size_t>(x.stop - a.data());
      j = static_cast<std::size_t>(y.stop - b.data());
    } else if (a[i++] != b[j++]) {
      return false;
    }
  }
  return i == a.size() && j == b.size();
}

struct sheet_score {
  std::size_t cells = 0;
  std::size_t equal = 0;
};

/// How many cells of `wanted` are in `made`, row by row; rows of equal `amount` may be in any order, because the
/// original's order of exact ties is not defined. Differences are reported.
inline sheet_score compare(const sheet& made, const sheet& wanted, const std::string& amount, const std::string& what) {
  sheet_score score;
  if (wanted.empty()) return score;
  BOOST_TEST(!made.empty(), what);
  if (made.empty()) return score;
  const std::vector<std::string>& titles = wanted.front();
  score.cells = titles.size() * wanted.size();
  BOOST_TEST(made.front() == titles, what << ": titles");
  BOOST_TEST(made.size() == wanted.size(), what << ": rows");
  if (made.front() != titles) return score;
  score.equal = titles.size();
  const auto position = [&](std::string_view title) {
    return static_cast<std::size_t>(std::find(titles.begin(), titles.end(), title) - titles.begin());
  };
  const std::size_t by = position(amount), running = position("Cumulative Percentage (%)");
  const auto slack = [&](std::size_t c) {
    if (titles[c].find("_std") != std::string::npos) return 1e-6;  // rounding noise of nearly equal numbers
    return titles[c].starts_with("trunc_") ? 0.0101 : 1e-9;        // rounded means may differ in the last digit
  };
  const auto tied = [&](const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return by < titles.size() && same_cell(a[by], b[by]);
  };
  std::vector<bool> used(made.size(), false);
  for (std::size_t r = 1; r < wanted.size(); ++r) {
    std::size_t best = 0, best_equal = 0;
    for (std::size_t m = 1; m < made.size(); ++m) {
      if (used[m] || (m != r && !tied(made[m], wanted[r]))) continue;
      std::size_t equal = 0;
      for (std::size_t c = 0; c < titles.size(); ++c)
        equal += same_cell(made[m][c], wanted[r][c], slack(c)) || (c == running && m != r);
      if (equal > best_equal) best = m, best_equal = equal;
      if (equal == titles.size()) break;
    }
    used[best] = best != 0;
    score.equal += best_equal;
    if (best_equal == titles.size() || best == 0) continue;
    for (std::size_t c = 0; c < titles.size(); ++c)
      if (!same_cell(made[best][c], wanted[r][c], slack(c)))
        BOOST_TEST_MESSAGE(what << " row " << r << ", " << titles[c] << ": " << made[best][c].substr(0, 200) << " should be "
                                << wanted[r][c].substr(0, 200));
  }
  return score;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_SHEETS_HPP
