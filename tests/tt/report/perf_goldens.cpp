// Every case that the original, tt-perf-report 1.2.4, was run on: the built program with --parity must match its rows,
// colours, advice and summaries, cell by cell, by value.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/json.hpp"
#include "tests/support/program.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary.hpp"

BOOST_AUTO_TEST_SUITE(report_tt_perf_goldens)

namespace {

using test::json;

/// Cells that cannot be equal, each with its reason: `case/file/row/column`. There are none.
const std::map<std::string, std::string> cannot_be_equal{};

/// The expected exit code where the original ended with its own. Exit 0: the input can be used.
struct ending {
  std::string_view id;
  int exit_code;
  std::string_view because;
};
constexpr ending endings[]{
    {"now_deepseek_nomerge_category", 0, "the summary of every pair of options works"},
    {"now_hosts_mismatch", 1, "files of one workload must have as many devices"},
    {"now_bad_hifi3", 0, "HiFi3 is a fidelity; 1.2.4 has no peak for it, so that the row has no share"},
    {"now_bad_zerodur", 0, "an op without time has no rates, and all others do"},
    {"now_bad_nodevid", 1, "without DEVICE ID it is no ops CSV"},
    {"now_bad_nogcc", 0, "without GLOBAL CALL COUNT one column is empty"},
    {"now_bad_nandim", 0, "one missing extent costs one row's rates"},
    {"now_bad_arch", 1, "1.2.4 has no figures for grayskull; without --parity there are some"},
    {"now_bad_idrange", 2, "wrong usage"},
    {"now_bad_idrange2", 2, "wrong usage"},
    {"now_bad_archopt", 1, "1.2.4 has no figures for grayskull; without --parity there are some"},
    {"now_bad_groupby", 2, "wrong usage"},
    {"now_bad_nofile", 1, "no such file"},
    {"now_bad_noargs", 2, "wrong usage"},
};

/// A column of our op table and its name in rows.jsonl.
constexpr std::pair<std::string_view, std::string_view> row_columns[]{
    {"ID", "id"}, {"Total %", "total_pct"}, {"Bound", "bound"}, {"OP Code", "op_code"}, {"Device", "device"},
    {"Device Time", "device_time_us"}, {"Op-to-Op Gap", "gap_us"}, {"Cores", "cores"}, {"DRAM", "dram_gb_s"},
    {"DRAM %", "dram_pct"}, {"FLOPs", "tflops"}, {"FLOPs %", "flops_pct"}, {"Math Fidelity", "math_fidelity"},
    {"Output Datatype", "out_dtype"}, {"Input 0 Datatype", "in0_dtype"}, {"Input 1 Datatype", "in1_dtype"},
    {"DRAM Sharded", "dram_sharded"}, {"Input 0 Memory", "in0_memory"}, {"Inner Dim Block Size", "in0_block_w"},
    {"Output Subblock H", "subblock_h"}, {"Output Subblock W", "subblock_w"},
    {"Global Call Count", "global_call_count"}};
constexpr std::pair<std::string_view, std::string_view> summary_columns[]{
    {"Total %", "%"}, {"Op Code", "OP Code Joined"}, {"Device", "Device"}, {"Device Time Sum", "Device_Time_Sum_us"},
    {"Op Count", "Ops_Count"}, {"Op Category", "Op_Category"}, {"Min FLOPs", "Flops_min"}, {"Max FLOPs", "Flops_max"},
    {"Mean FLOPs", "Flops_mean"}, {"Std FLOPs", "Flops_std"}, {"Weighted Mean FLOPs", "Flops_weighted_mean"}};
/// A parameter of a hint in rows.jsonl and our column of it.
constexpr std::pair<std::string_view, std::string_view> hint_parameters[]{
    {"memory", "Input 0 Memory"}, {"in0_block_w", "Inner Dim Block Size"}, {"h", "Output Subblock H"},
    {"w", "Output Subblock W"}, {"cores", "Cores"}};

json text_value(std::string_view text) {
  json value;
  value.is = json::kind::text;
  value.text = text;
  return value;
}

std::string shown(const json& v) {
  switch (v.is) {
    case json::kind::null: return "nothing";
    case json::kind::boolean: return v.truth ? "true" : "false";
    case json::kind::number: {
      std::ostringstream text;
      text.precision(17);
      text << v.number;
      return text.str();
    }
    case json::kind::text: return "\"" + v.text + "\"";
    case json::kind::array: return "a list of " + std::to_string(v.items.size());
    case json::kind::object: return "an object";
  }
  return {};
}

bool is_nothing(const json& v) {
  return v.is == json::kind::null || (v.is == json::kind::number && v.number != v.number) ||
         (v.is == json::kind::text && (v.text.empty() || v.text == "nan"));
}

/// Equal as missing, as numbers within 1e-12 of each other, as booleans, or as text.
bool equal(const json& a, const json& b) {
  if (is_nothing(a) || is_nothing(b)) return is_nothing(a) && is_nothing(b);
  const auto number = [](const json& v) -> std::pair<bool, double> {
    if (v.is == json::kind::number) return {true, v.number};
    if (v.is != json::kind::text) return {false, 0};
    double value = 0;
    const auto done = std::from_chars(v.text.data(), v.text.data() + v.text.size(), value);
    return {done.ec == std::errc{} && done.ptr == v.text.data() + v.text.size(), value};
  };
  const auto [a_is, x] = number(a);
  const auto [b_is, y] = number(b);
  if (a_is && b_is) return x == y || std::fabs(x - y) <= 1e-12 * std::max(std::fabs(x), std::fabs(y));
  const auto word = [](const json& v) {
    return v.is == json::kind::boolean ? std::string(v.truth ? "True" : "False") : v.text;
  };
  return a.is != json::kind::number && b.is != json::kind::number && word(a) == word(b);
}

/// Counts cells, and names the first ones that differ.
class tally {
 public:
  void cell(const json& ours, const json& want, const std::string& where) {
    ++cells_;
    if (equal(ours, want)) {
      ++equal_;
      return;
    }
    if (cannot_be_equal.contains(where)) ++excused_;
    else if (++differ_ <= 20) BOOST_TEST_MESSAGE(where << ": " << shown(ours) << ", should be " << shown(want));
  }
  void same(bool is, const std::string& where, const std::string& what) {
    ++cells_;
    if (is) ++equal_;
    else if (++differ_ <= 20) BOOST_TEST_MESSAGE(where << ": " << what);
  }

  /// `tt_perf goldens: N of M cells equal (P %)`, the share never rounded up.
  std::string line() const {
    const double share = cells_ == 0 ? 0 : std::floor(1e6 * static_cast<double>(equal_) / static_cast<double>(cells_));
    std::ostringstream text;
    text.setf(std::ios::fixed);
    text.precision(4);
    text << "tt_perf goldens: " << equal_ << " of " << cells_ << " cells equal ("
         << (equal_ == cells_ ? 100.0 : std::min(share / 1e4, 99.9999)) << " %)";
    return text.str();
  }
  std::uint64_t cells() const { return cells_; }
  bool all() const { return differ_ == 0 && equal_ + excused_ == cells_; }

 private:
  std::uint64_t cells_ = 0, equal_ = 0, excused_ = 0, differ_ = 0;
};

/// A table of our JSON: rows of cells by column title.
struct table_view {
  const json* table = nullptr;
  std::map<std::string, std::size_t, std::less<>> place{};

  table_view(const json& document, std::string_view name) {
    for (const json& t : document["tables"].items)
      if (t["name"].text == name) table = &t;
    if (table == nullptr) return;
    const auto& columns = (*table)["columns"].items;
    for (std::size_t c = 0; c < columns.size(); ++c) place.emplace(columns[c]["title"].text, c);
  }
  std::size_t rows() const { return table == nullptr ? 0 : (*table)["rows"].items.size(); }
  const json& at(std::size_t row, std::string_view title) const {
    static const json nothing;
    const auto found = place.find(title);
    if (table == nullptr || row >= rows() || found == place.end()) return nothing;
    return (*table)["rows"].items[row].items[found->second];
  }
  const json& colours(std::size_t row) const { return (*table)["colors"].items.at(row); }
};

/// A CSV: the cells of its rows by column name.
struct csv_file {
  std::vector<std::string> names{};
  std::vector<std::vector<std::string>> rows{};

  explicit csv_file(const std::string& text) {
    std::vector<std::string> row;
    std::string cell;
    bool quoted = false, any = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      any = true;
      if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
        cell += text[++i];
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        row.push_back(std::exchange(cell, {}));
        if (c == '\n') {
          (names.empty() ? names : rows.emplace_back()) = std::exchange(row, {});
          any = false;
        }
      } else if (quoted || c != '\r') {
        cell += c;
      }
    }
    BOOST_TEST(!any);  // the last line ends
  }
  json at(std::size_t row, std::string_view name) const {
    const auto column = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    if (row >= rows.size() || column >= rows[row].size()) return {};
    return text_value(rows[row][column]);
  }
  /// Rows by device and op code, because the original's order of equal sums is not defined.
  void sort_by_key() {
    const auto key = [&](const std::vector<std::string>& r) {
      std::vector<std::string> k;
      for (std::size_t c = 0; c < names.size() && c < r.size(); ++c)
        if (names[c] == "Device" || names[c] == "Op Code") k.push_back(r[c]);
      return k;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  }
};

void compare_rows(const json& document, const csv_file& csv, const std::vector<json>& want, const std::string& id,
                  tally& count) {
  const table_view ops(document, "ops"), advice(document, "advice");
  count.same(ops.rows() == want.size(), id, "rows.jsonl has another number of rows");
  count.same(csv.rows.size() == want.size(), id, "report.csv has another number of rows");
  std::map<std::uint64_t, std::vector<std::size_t>> hints;
  for (std::size_t i = 0; i < advice.rows(); ++i)
    hints[static_cast<std::uint64_t>(advice.at(i, "ID").number)].push_back(i);
  std::size_t hints_wanted = 0;
  for (std::size_t r = 0; r < want.size(); ++r) {
    const std::string row = id + "/rows/" + std::to_string(r + 1) + "/";
    for (const auto& [title, name] : row_columns) {
      count.cell(ops.at(r, title), want[r][name], row + std::string(name));
      count.cell(csv.at(r, title), want[r][name], id + "/csv/" + std::to_string(r + 1) + "/" + std::string(name));
    }
    if (r >= ops.rows()) continue;
    std::set<std::string> coloured;
    for (const auto& [title, shade] : ops.colours(r).members) coloured.insert(title);
    for (const auto& [title, name] : row_columns)
      if (want[r]["colors"].has(name)) coloured.insert(std::string(title));
    if (want[r]["colors"].has("*")) coloured.insert("*");
    for (const std::string& title : coloured) {
      std::string_view name = title;
      for (const auto& [t, n] : row_columns)
        if (t == title) name = n;
      count.cell(ops.colours(r)[title], want[r]["colors"][name], row + "colour of " + title);
    }
    const std::vector<std::size_t>& mine = hints[static_cast<std::uint64_t>(want[r]["id"].number)];
    const auto& theirs = want[r]["advice"].items;
    count.same(mine.size() == theirs.size(), row + "advice",
               std::to_string(mine.size()) + " hints, should be " + std::to_string(theirs.size()));
    hints_wanted += theirs.size();
    for (std::size_t h = 0; h < theirs.size() && h < mine.size(); ++h) {
      count.cell(advice.at(mine[h], "Code"), theirs[h]["code"], row + "advice");
      for (const auto& [parameter, value] : theirs[h].members) {
        if (parameter == "code") continue;
        std::string_view title;
        for (const auto& [p, t] : hint_parameters)
          if (p == parameter) title = t;
        count.cell(advice.at(mine[h], title), value, row + "advice " + parameter);
      }
    }
  }
  count.same(advice.rows() == hints_wanted, id, "hints for rows that are not in rows.jsonl");
}

void compare_summary(const json& document, const json& want, const std::string& id, tally& count) {
  const table_view gaps(document, "high_gap"), fallbacks(document, "fallback"), run(document, "run");
  const auto compare_ids = [&](const table_view& ours, const std::vector<json>& ids, const std::string& what) {
    count.same(ours.rows() == ids.size(), id + "/" + what, "another number of ids");
    for (std::size_t i = 0; i < ids.size(); ++i) count.cell(ours.at(i, "ID"), ids[i], id + "/" + what);
  };
  compare_ids(gaps, want["high_gap"]["ids"].items, "high_gap");
  compare_ids(fallbacks, want["fallback_ids"].items, "fallback");
  if (!want["high_gap"]["ids"].items.empty()) {
    count.cell(run.at(0, "Saving"), want["high_gap"]["saving_us"], id + "/saving");
    count.cell(run.at(0, "Saving %"), want["high_gap"]["saving_pct"], id + "/saving %");
  }
  std::vector<json> stacked = want["stacked"].items;
  std::stable_sort(stacked.begin(), stacked.end(), [](const json& a, const json& b) {  // equal sums: by device, key
    if (a["Device_Time_Sum_us"].number != b["Device_Time_Sum_us"].number)
      return a["Device_Time_Sum_us"].number > b["Device_Time_Sum_us"].number;
    if (a["Device"].number != b["Device"].number) return a["Device"].number < b["Device"].number;
    return a["OP Code Joined"].text < b["OP Code Joined"].text;
  });
  if (stacked.empty()) return;  // made with --no-summary
  const table_view summary(document, "summary");
  count.same(summary.rows() == stacked.size(), id + "/summary", "another number of rows");
  for (std::size_t r = 0; r < stacked.size(); ++r)
    for (const auto& [title, name] : summary_columns)
      count.cell(summary.at(r, title), stacked[r][name],
                 id + "/summary/" + std::to_string(r + 1) + "/" + std::string(title));
}

void compare_case(const json& one, const std::filesystem::path& root, tally& count) {
  const std::string id = one["id"].text;
  const temporary_folder folder;
  program_run how;
  std::vector<std::string>& arguments = how.arguments;
  how.folder = folder.path();
  std::string csv = "report.csv";
  bool given = false;
  for (const json& input : one["inputs"].items) {
    arguments.push_back(input.text);
    std::error_code missing;  // "missing on purpose"
    std::filesystem::copy_file(root / "inputs" / input.text, folder.path(input.text), missing);
  }
  for (const json& argument : one["args"].items) {
    arguments.push_back(argument.text);
    given = given || argument.text == "--csv";
  }
  arguments.insert(arguments.end(), {"--parity", "--json", "out.json"});
  if (!given) arguments.insert(arguments.end(), {"--csv", csv});
  const program_answer run = run_program("tt_perf_report", how);

  int must_be = 0;
  const auto known = std::find_if(std::begin(endings), std::end(endings), [&](const ending& e) { return e.id == id; });
  if (known != std::end(endings)) must_be = known->exit_code;
  else count.same(one["exit_code"].number == 0, id, "the original failed, and the test does not say what is wanted");
  count.same(run.code == must_be, id,
             "exit " + std::to_string(run.code) + ", should be " + std::to_string(must_be) + ": " + run.err);
  count.same(!run.err.empty(), id, "nothing was said");
  if (run.code != 0) {
    count.same(run.out.empty(), id, "a report was printed");
    return;
  }
  const json document = test::parse_json(bytes_of(folder.path("out.json")));
  const csv_file report(bytes_of(folder.path(csv)));
  const std::filesystem::path golden = root / "golden" / id;
  if (std::filesystem::exists(golden / "rows.jsonl")) {
    std::vector<json> want;
    std::istringstream lines(bytes_of((golden / "rows.jsonl").string()));
    for (std::string line; std::getline(lines, line);)
      if (line.find('{') != std::string::npos) want.push_back(test::parse_json(line));
    compare_rows(document, report, want, id, count);
    compare_summary(document, test::parse_json(bytes_of((golden / "summary.json").string())), id, count);
  } else if (one["exit_code"].number == 0) {  // nothing remains of the input, or it was empty
    count.same(report.rows.empty(), id, "rows where the original has none");
    count.same(run.err.find("no ops are left") != std::string::npos, id, "it is not said that nothing is left");
  }
  for (const json& file : one["golden"].items) {
    if (!file.text.ends_with(".csv")) continue;
    if (!std::filesystem::exists(folder.path(file.text))) {
      count.same(false, id, file.text + " was not written");
      continue;
    }
    csv_file ours(bytes_of(folder.path(file.text))), want(bytes_of((golden / file.text).string()));
    count.same(ours.names == want.names, id + "/" + file.text, "the header differs");
    count.same(ours.rows.size() == want.rows.size(), id + "/" + file.text, "another number of rows");
    if (file.text != csv) ours.sort_by_key(), want.sort_by_key();
    for (std::size_t r = 0; r < want.rows.size(); ++r)
      for (const std::string& name : want.names)
        if (name != "Advice")  // the wording is ours; codes and parameters are compared above
          count.cell(ours.at(r, name), want.at(r, name),
                     id + "/" + file.text + "/" + std::to_string(r + 1) + "/" + name);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_cell_is_the_original_s) {
  const auto cases = shared_data("tt/perf-report/cases.json");
  if (!cases || !has_programs()) return;
  const std::filesystem::path root = std::filesystem::path(*cases).parent_path();
  tally count;
  std::size_t run = 0;
  for (const json& one : test::parse_json(bytes_of(*cases)).items) {
    if (one["tool"].text.find("1.2.4") == std::string::npos) continue;
    compare_case(one, root, count);
    ++run;
  }
  std::fputs((count.line() + "\n").c_str(), stdout);
  BOOST_TEST(run == 84u);  // of 97: the others are of the first public version
  BOOST_TEST(count.cells() > 100'000u);
  BOOST_TEST(count.all(), count.line());
}

BOOST_AUTO_TEST_SUITE_END()
