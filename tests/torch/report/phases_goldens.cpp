// Inference phases compared with the original's output for published and synthetic traces: the label of every launch by
// every documented method, the sheets, the categories of kernels and the single-row label of each kernel.

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/phase/rules.hpp>
#include <ridgeline/torch/phase/texts.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/phase/kernel_category.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(report_torch_phases_goldens)

namespace {

/// The traces of the example data, with the folder of expected results for each.
template <class Check>
void each_trace(Check check) {
  const auto folder = shared_data("inference");
  if (!folder) return;
  std::size_t traces = 0;
  for (const auto& entry : fs::directory_iterator(*folder)) {
    if (!entry.is_directory()) continue;
    for (const auto& file : fs::directory_iterator(entry.path())) {
      if (file.path().extension() != ".gz") continue;
      const auto trace = read_kineto_file(file.path().string());
      BOOST_REQUIRE(trace.has_value());
      torch_run_options how;
      how.faults = torch_faults::parity();
      const torch_profile run(*trace, how);
      BOOST_TEST_CONTEXT(entry.path().filename().string()) { check(run, entry.path() / "phase"); }
      ++traces;
    }
  }
  BOOST_TEST(traces == 5u);
}

std::size_t title_at(const test::sheet& s, std::string_view title) {
  const auto at = std::find(s.front().begin(), s.front().end(), title);
  BOOST_REQUIRE(at != s.front().end());
  return static_cast<std::size_t>(at - s.front().begin());
}

/// The sheets come from a version with fewer op categories, which called later ones `other`.
test::sheet without_op_category(test::sheet s) {
  if (s.empty()) return s;
  const auto at = std::find(s.front().begin(), s.front().end(), "Parent op category") - s.front().begin();
  if (at == static_cast<std::ptrdiff_t>(s.front().size())) return s;
  for (std::vector<std::string>& row : s) row.erase(row.begin() + at);
  return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_launch_has_the_original_s_label) {
  std::size_t labels = 0;
  each_trace([&](const torch_profile& run, const fs::path& folder) {
    const test::sheet wanted = test::published_sheet(folder, "launcher_phases");
    const auto& rows = run.launches().rows;
    BOOST_REQUIRE(wanted.size() == rows.size() + 1);
    const std::size_t name = title_at(wanted, "name"), kernels = title_at(wanted, "kernels");
    std::vector<std::string> made(rows.size()), expected(rows.size());  // launches of one start may be in any order
    for (std::size_t i = 0; i < rows.size(); ++i) {
      made[i] = run.trace().name(run.event(rows[i].event));
      made[i] += " [";
      for (const std::uint32_t k : run.launches().work_of(rows[i])) {
        if (made[i].back() != '[') made[i] += ", ";
        made[i] += '"';
        made[i] += run.trace().name(run.event(k));
        made[i] += '"';
      }
      made[i] += ']';
      expected[i] = wanted[i + 1][name] + " " + wanted[i + 1][kernels];
    }
    for (const std::string_view method : phase_method_names) {
      const phase_method m = *phase_method_of(method);
      if (knows_mixed_steps(m) || m == phase_method::automatic) continue;  // the original has no such method
      const std::vector<inference_phase> phases = torch_phases_of(run, {m, 10});
      const std::size_t label = title_at(wanted, method);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        made[i] += ' ';
        made[i] += name_of(phases[i]);
        expected[i] += " " + wanted[i + 1][label];
      }
      labels += rows.size();
    }
    std::sort(made.begin(), made.end());
    std::sort(expected.begin(), expected.end());
    std::size_t different = 0;
    for (std::size_t i = 0; i < made.size(); ++i)
      if (made[i] != expected[i] && ++different <= 3) BOOST_ERROR(made[i] << " should be " << expected[i]);
    BOOST_TEST(different == 0u);
  });
  BOOST_TEST_MESSAGE(labels << " labels");
}

BOOST_AUTO_TEST_CASE(every_cell_of_the_sheets_is_the_original_s) {
  test::sheet_score all;
  std::size_t compared = 0;
  const std::map<std::string_view, std::string> amounts{{"ops_summary_prefill", "total_direct_kernel_time_sum"},
                                                        {"ops_summary_decode", "total_direct_kernel_time_sum"},
                                                        {"kernel_summary", "Kernel duration (µs)_sum"},
                                                        {"kernel_summary_prefill", "Kernel duration (µs)_sum"},
                                                        {"kernel_summary_decode", "Kernel duration (µs)_sum"}};
  each_trace([&](const torch_profile& run, const fs::path& folder) {
    for (const auto& method : fs::directory_iterator(folder)) {
      if (!method.is_directory()) continue;
      torch_report_options options;
      options.original_names = options.kernel_summary = true;
      options.phases = torch_phase_options{*phase_method_of(method.path().filename().string()), 10};
      const std::vector<table> tables = torch_tables(run, options);
      for (const auto& of : amounts) {
        const std::string_view sheet = of.first;
        const std::string amount(of.second);
        const fs::path where = sheet.starts_with("ops") ? method.path() : folder;
        const test::sheet wanted = test::published_sheet(where, std::string(sheet));
        const auto made = std::find_if(tables.begin(), tables.end(), [&](const table& t) { return t.name() == sheet; });
        const std::string what = folder.parent_path().filename().string() + "/" + method.path().filename().string() + "/" + std::string(sheet);
        BOOST_TEST(wanted.empty() == (made == tables.end()), what);
        if (wanted.empty() || made == tables.end()) continue;
        const test::sheet_score score =
            test::compare(without_op_category(test::sheet_of(*made)), without_op_category(wanted), amount, what);
        BOOST_TEST(score.equal == score.cells, what);
        all.cells += score.cells, all.equal += score.equal, ++compared;
      }
    }
  });
  BOOST_TEST_MESSAGE(compared << " sheets, " << all.equal << " of " << all.cells << " cells equal");
  BOOST_TEST(all.equal == all.cells);
}

BOOST_AUTO_TEST_CASE(every_kernel_has_the_original_s_category) {
  std::size_t names = 0;
  each_trace([&](const torch_profile&, const fs::path& folder) {
    const test::sheet wanted = test::published_sheet(folder, "kernel_categories");
    for (std::size_t r = 1; r < wanted.size(); ++r, ++names)
      BOOST_TEST(kernel_category_of(wanted[r][0]) == wanted[r][1], wanted[r][0]);
  });
  BOOST_TEST_MESSAGE(names << " kernels");
}

// The union of a table of one row: op and kernel, threshold 10. A single name is never rare or frequent.
BOOST_AUTO_TEST_CASE(every_kernel_has_the_original_s_union_label) {
  std::size_t labels = 0;
  each_trace([&](const torch_profile& run, const fs::path& folder) {
    const test::sheet wanted = test::published_sheet(folder, "kernels");
    const std::size_t phase = title_at(wanted, "Inference phase"), category = title_at(wanted, "Kernel category");
    const torch_trace& trace = run.trace();
    std::multimap<std::string, std::string> made, expected;  // rows with equal names and times may be in any order
    const auto key = [](std::string_view kernel, std::string_view kind, double time) {
      std::string k(kernel);
      k += '|';
      k += kind;
      k += '|';
      k += std::to_string(time);
      return k;
    };
    torch_phase_texts texts(trace);
    for (const torch_kernel& k : torch_kernels_of(run)) {
      const std::uint32_t parent = known(k.op) ? k.op : k.launch;
      const symbol name = !known(parent) ? missing<symbol> : run.event(parent).name;
      const op_arguments* const arguments = known(k.op) ? trace.op(run.event(k.op)) : nullptr;
      const symbol dims = arguments == nullptr ? missing<symbol> : arguments->input_dims;
      const torch_event& e = run.event(k.event);
      const phase_votes v = votes_of(phase_text_of_both(texts.text(name), texts.text(e.name)), texts.op(name).votes, texts.rows(dims), 10);
      std::string row(name_of(v.result()));
      row += ' ';
      row += trace.text(name);
      made.emplace(key(trace.name(e), kernel_category_of(trace.name(e)), trace.length_us(e)), row);
    }
    const std::size_t op = title_at(wanted, "Parent cpu_op"), time = title_at(wanted, "Kernel duration (µs)");
    for (std::size_t r = 1; r < wanted.size(); ++r, ++labels)
      expected.emplace(key(wanted[r][0], wanted[r][category], std::stod(wanted[r][time])), wanted[r][phase] + " " + wanted[r][op]);
    BOOST_REQUIRE(made.size() == expected.size());
    std::vector<std::string> left, right;
    for (const auto& [k, row] : made) left.push_back(k + " " + row);
    for (const auto& [k, row] : expected) right.push_back(k + " " + row);
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    std::size_t different = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (left[i] != right[i] && ++different <= 3) BOOST_ERROR(left[i] << " should be " << right[i]);
    BOOST_TEST(different == 0u);
  });
  BOOST_TEST_MESSAGE(labels << " kernels");
}

BOOST_AUTO_TEST_SUITE_END()
