// The documents are true: their code is copied from files that the build compiles, their commands are run, their links
// resolve, and each program's guide names every option, column, table and hint that exists.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/sheet/op_columns.hpp>
#include <ridgeline/xla/sheet/tables.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/table/quality_table.hpp>

#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(documents_say_what_is)

namespace {

namespace fs = std::filesystem;

/// ```language ... ``` of a document, and the line above it.
struct block {
  std::string document{}, language{}, above{};
  std::size_t line = 0;
  std::vector<std::string> lines{};

  std::string where() const { return document + ":" + std::to_string(line); }
};

std::vector<std::string> documents() {
  std::vector<std::string> names{"README.md"};
  for (const auto& entry : fs::directory_iterator(fs::path(RIDGELINE_SOURCE_DIR) / "docs"))
    if (entry.path().extension() == ".md") names.push_back("docs/" + entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<block> blocks() {
  std::vector<block> all;
  for (const std::string& document : documents()) {
    const std::vector<std::string> lines = test::lines_of(test::repository_file(document));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].starts_with("```")) continue;
      block b{document, lines[i].substr(3), i == 0 ? "" : lines[i - 1], i + 1, {}};
      while (++i < lines.size() && lines[i] != "```") b.lines.push_back(lines[i]);
      BOOST_TEST(i < lines.size(), b.where() << ": the block has no end");
      all.push_back(std::move(b));
    }
  }
  return all;
}

/// `<!-- FILE: PART -->` above a block names the source of its code; the part `*` is any lines of the file, in order.
struct origin {
  std::string file{}, part{};
};
origin origin_of(const block& b) {
  const std::string_view front = "<!-- ", back = " -->";
  const std::size_t colon = b.above.find(": ");
  if (!b.above.starts_with(front) || !b.above.ends_with(back) || colon == std::string::npos) return {};
  return {b.above.substr(front.size(), colon - front.size()),
          b.above.substr(colon + 2, b.above.size() - colon - 2 - back.size())};
}

std::string trimmed(std::string_view line) {
  const std::size_t from = line.find_first_not_of(' ');
  if (from == std::string_view::npos) return {};
  return std::string(line.substr(from, line.find_last_not_of(' ') + 1 - from));
}

/// The position after `wanted` in `lines`, searched from `at` on; 0 if it is not there.
std::size_t behind(const std::vector<std::string>& lines, const std::string& wanted, std::size_t at) {
  while (at < lines.size() && trimmed(lines[at]) != trimmed(wanted)) ++at;
  return at == lines.size() ? 0 : at + 1;
}

/// Empty if `printed` matches `shown`, in which a line `...` stands for any number of lines; else the difference.
std::string difference(const std::vector<std::string>& shown, const std::vector<std::string>& printed) {
  std::size_t at = 0;
  bool gap = false;
  for (const std::string& line : shown) {
    if (line == "...") {
      gap = true;
      continue;
    }
    while (gap && at < printed.size() && printed[at] != line) ++at;
    if (at == printed.size() || printed[at] != line) return "not printed: " + line;
    ++at;
    gap = false;
  }
  return gap || at == printed.size() ? std::string() : "not shown: " + printed[at];
}

/// What `./run report` stands for; other lines as they are.
std::string as_program(std::string line) {
  const std::string_view report = "./run report";
  if (!line.starts_with(report)) return line;
  const std::string rest = line.substr(report.size());
  const bool has_trace = rest.find(".csv") != std::string::npos;
  return "tt_perf_report" + std::string(has_trace ? "" : " examples/sample/llama_decode_wormhole.csv") + rest;
}

constexpr const char* guide = "docs/tt_perf_report.md";

/// The options, `--json`, `--no-color`, named in a text; spelled with underscores they are the same options.
std::set<std::string> options_in(const std::string& text) {
  std::set<std::string> found;
  for (std::size_t at = text.find("--"); at != std::string::npos;) {
    const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_", at);
    std::string word = text.substr(at, end - at);
    std::replace(word.begin(), word.end(), '_', '-');
    const bool own = at == 0 || std::string_view("|-!").find(text[at - 1]) == std::string_view::npos;
    if (own && word.find_first_not_of('-') == 2 && word.back() != '-') found.insert(word);
    at = text.find("--", at + word.size());
  }
  return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(code_is_copied_from_files_that_are_compiled) {
  int seen = 0;
  for (const block& b : blocks()) {
    if (b.language != "cpp" && b.language != "cmake") continue;
    ++seen;
    const origin from = origin_of(b);
    BOOST_TEST(!from.file.empty(), b.where() << ": no <!-- FILE: PART --> above the code");
    if (from.file.empty()) continue;
    const bool compiled = from.file.starts_with("examples/") || from.file.starts_with("tests/");
    BOOST_TEST(compiled, b.where() << ": " << from.file << " is neither an example nor a test");
    if (from.part != "*") {
      const std::vector<std::string> part = test::part_of(from.file, from.part);
      BOOST_TEST(!part.empty(), b.where() << ": " << from.file << " has no part " << from.part);
      BOOST_TEST_CONTEXT(b.where()) { BOOST_TEST(b.lines == part, boost::test_tools::per_element()); }
      continue;
    }
    const std::vector<std::string> lines = test::lines_of(test::repository_file(from.file));
    std::size_t at = 0;
    for (const std::string& line : b.lines) {
      if (line.empty()) continue;
      at = behind(lines, line.substr(0, line.find("  #")), at);
      BOOST_TEST(at != 0, b.where() << ": " << from.file << " does not go on with: " << line);
      if (at == 0) break;
    }
  }
  BOOST_TEST(seen >= 8);
}

BOOST_AUTO_TEST_CASE(every_block_is_of_a_kind_that_is_looked_at) {
  // sh: needs a network or minutes; text: not code; json: a test of the program reads it from the guide;
  // sql, yaml: for programs that are not available here; python: a test of the module runs it
  const std::set<std::string> kinds{"cpp", "cmake", "console", "json", "python", "sh", "sql", "text", "yaml"};
  for (const block& b : blocks()) BOOST_TEST(kinds.contains(b.language), b.where() << ": language " << b.language);
}

BOOST_AUTO_TEST_CASE(commands_print_what_is_shown) {
  if (!test::shell::has_programs()) return;
  int seen = 0;
  for (const block& b : blocks()) {
    if (b.language != "console") continue;
    const test::shell here;
    for (std::size_t i = 0; i < b.lines.size();) {
      BOOST_TEST(b.lines[i].starts_with("$ "), b.where() << ": a console block starts with a command");
      if (!b.lines[i].starts_with("$ ")) break;
      const std::string command = as_program(b.lines[i].substr(2));
      std::vector<std::string> shown;
      while (++i < b.lines.size() && !b.lines[i].starts_with("$ ")) shown.push_back(b.lines[i]);
      const test::shell::result done = here.run(command);
      ++seen;
      const std::string why = difference(shown, test::lines_of(done.text));
      BOOST_TEST(why.empty(), b.where() << ": `" << command << "`, " << why);
      BOOST_TEST(done.exit_code == 0, b.where() << ": `" << command << "`, exit code " << done.exit_code);
    }
  }
  BOOST_TEST(seen >= 20);
}

BOOST_AUTO_TEST_CASE(links_lead_somewhere) {
  for (const std::string& document : documents()) {
    std::string text;
    bool inside = false;
    for (const std::string& line : test::lines_of(test::repository_file(document))) {
      if (line.starts_with("```")) inside = !inside;
      if (!inside) text += line + '\n';
    }
    for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) {
      const std::string link = text.substr(at + 2, text.find(')', at) - at - 2);
      if (link.starts_with("http") || link.starts_with("#")) continue;
      const fs::path to = (fs::path(RIDGELINE_SOURCE_DIR) / document).parent_path() / link.substr(0, link.find('#'));
      BOOST_TEST(fs::exists(to), document << ": no " << link);
    }
  }
}

/// Guides, docs/NAME.md, with the programs whose options they document.
const std::map<std::string, std::vector<std::string>> guides_to_programs{
    {"tt_perf_report", {"tt_perf_report"}},
    {"tt_ops_report", {"tt_ops_report", "tt_profile_this"}},
    {"tt_device_report", {"tt_device_report"}},
    {"pytorch_report", {"pytorch_report"}},
    {"jax_report", {"jax_report"}},
    {"gpu_report", {"gpu_report"}},
    {"compare_report", {"compare_report"}},
    {"multi_rank_report", {"multi_rank_report"}},
    {"op_model", {"op_model"}}};

BOOST_AUTO_TEST_CASE(the_guides_name_the_options_that_there_are) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  for (const auto& [name, programs] : guides_to_programs) {
    const std::string document = "docs/" + name + ".md";
    std::set<std::string> there;
    for (const std::string& program : programs) there.merge(options_in(here.run(program + " --help").text));
    std::string text = test::repository_file(document);
    // Options of the script are not the program's.
    for (std::size_t at = text.find("`./run "); at != std::string::npos; at = text.find("`./run ", at))
      text.erase(at, text.find('`', at + 1) - at);
    const std::set<std::string> named = options_in(text);
    BOOST_TEST(there.size() > 5u, name);
    for (const std::string& option : there) BOOST_TEST(named.contains(option), document << " lacks " << option);
    for (const std::string& option : named) {
      const bool as_unknown = text.find("unknown option " + option + ";") != std::string::npos;
      BOOST_TEST((as_unknown || there.contains(option)), document << " has " << option);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_guide_to_pytorch_reports_names_their_columns) {
  namespace rl = ridgeline;
  const std::string text = test::repository_file("docs/pytorch_report.md");
  const auto names = [&](std::string_view word) {
    BOOST_TEST(text.find("`" + std::string(word) + "`") != std::string::npos, "docs/pytorch_report.md lacks `" << word << "`");
  };
  for (std::size_t t = 0; t < 10; ++t) names(name_of(static_cast<rl::gpu_time>(t)));
  const std::vector<rl::table> tables{
      rl::sheet_of("gpu_timeline", std::vector<rl::torch_timeline_row>()),
      rl::sheet_of("ops_summary_by_category", std::vector<rl::torch_category_row>()),
      rl::sheet_of("ops_summary", std::vector<rl::torch_name_row>()),
      rl::sheet_of("kernel_summary", std::vector<rl::torch_kernel_row>()),
      rl::sheet_of("short_kernels_histogram", std::vector<rl::torch_histogram_bin>()),
      rl::sheet_of("short_kernels_all_details", std::vector<rl::torch_short_kernel_row>()),
      rl::sheet_of("coll_analysis", std::vector<rl::torch_collective_row>())};
  for (const rl::table& t : tables) {
    names(t.name());
    for (std::size_t c = 0; c < t.columns(); ++c) names(t.column(c).title);
  }
}

BOOST_AUTO_TEST_CASE(the_guide_to_jax_reports_names_their_columns) {
  namespace rl = ridgeline;
  const std::string text = test::repository_file("docs/jax_report.md");
  const auto names = [&](std::string_view word) {
    BOOST_TEST(text.find("`" + std::string(word) + "`") != std::string::npos, "docs/jax_report.md lacks `" << word << "`");
  };
  const std::vector<rl::table> tables{
      rl::table("gpu_timeline", std::vector<rl::jax_time_row>(), rl::jax_time_columns),
      rl::table("kernel_launchers", std::vector<rl::jax_kernel_row>(), rl::jax_xla_columns),
      rl::table("kernel_launchers_summary", std::vector<rl::jax_summary_row>(), rl::jax_summary_columns),
      rl::table("kernel_launchers_unique_args", std::vector<rl::jax_group_row>(), rl::jax_arguments_columns),
      rl::table("hlo_calls", std::vector<rl::jax_call_row>(), rl::jax_call_columns),
      rl::table("hlo_calls", std::vector<rl::jax_group_row>(), rl::jax_op_columns)};
  for (const rl::table& t : tables) {
    names(t.name());
    for (std::size_t c = 0; c < t.columns(); ++c) names(t.column(c).title);
  }
  for (const auto& problem : rl::xla_problem_table)
    BOOST_TEST(text.find("| " + std::string(problem.name) + ": " + std::string(problem.meaning)) != std::string::npos,
               "docs/jax_report.md lacks: " << problem.name);
}

BOOST_AUTO_TEST_CASE(the_guide_names_what_is_in_the_report) {
  namespace rl = ridgeline;
  const std::string text = test::repository_file(guide);
  const auto names = [&](std::string_view word) {
    BOOST_TEST(text.find("`" + std::string(word) + "`") != std::string::npos, guide << " lacks `" << word << "`");
  };
  for (const rl::tt_hint_text& hint : rl::tt_hint_texts) names(hint.code);
  for (rl::tt_bound b : {rl::tt_bound::dram, rl::tt_bound::flop, rl::tt_bound::both, rl::tt_bound::slow,
                         rl::tt_bound::host})
    names(name_of(b));
  const rl::tt_perf_result nothing;
  const rl::tt_judged_rows no_rows;
  const std::vector<rl::table> tables{rl::tt_ops_table(nothing, true, true),
                                      rl::tt_summary_table({}, true, rl::tt_summary_key::op),
                                      rl::tt_advice_table(nothing), rl::tt_id_table("high_gap", {}),
                                      rl::tt_id_table("fallback", {}), rl::tt_lack_table(nothing),
                                      rl::tt_run_table(nothing), rl::tt_roof_table(no_rows), rl::tt_kind_table(no_rows, {}),
                                      rl::tt_spread_table(nothing), rl::tt_provenance_table({}),
                                      rl::quality_table(nothing.quality)};
  for (const rl::table& t : tables) {
    names(t.name());
    for (std::size_t c = 0; c < t.columns(); ++c) names(t.column(c).title);
  }
}

BOOST_AUTO_TEST_CASE(the_guide_names_what_is_counted) {
  const std::string text = test::repository_file(guide);
  int seen = 0;
  for (const char* header : {"read/csv_records.hpp", "tt/tree/devices_body.hpp", "tt/op/analysis.hpp"}) {
    const std::string code = test::repository_file(std::string("include/ridgeline/") + header);
    for (const std::string_view call : {"quality.add(\"", " count(\""}) {
      for (std::size_t at = code.find(call); at != std::string::npos; at = code.find(call, at + 1)) {
        const std::size_t from = at + call.size();
        const std::string reason = code.substr(from, code.find_first_of("\"\\", from) - from);
        BOOST_TEST(text.find("| " + reason) != std::string::npos, guide << " lacks: " << reason);
        ++seen;
      }
    }
  }
  BOOST_TEST(seen >= 11);
}

BOOST_AUTO_TEST_CASE(the_guide_names_the_chips) {
  const std::string text = test::repository_file(guide);
  for (const ridgeline::hw::device& chip : ridgeline::hw::tenstorrent_chips::images) {
    const std::string name = "`" + std::string(chip.name) + "`";
    BOOST_TEST(text.find(name) != std::string::npos, guide << " lacks " << name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
