#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/number.hpp>

#include "tests/support/program.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/sheets.hpp"
#include "tests/support/workbook_parts.hpp"

#if RIDGELINE_WITH_XLSXREADER

BOOST_AUTO_TEST_SUITE(examples_compare_workbooks)

namespace {

bool is_number(std::string_view text) { return ridgeline::to_double(text).has_value(); }

program_answer compare(std::vector<std::string> arguments) {
  return run_program("compare_report", {std::move(arguments)});
}

/// The CSVs of a folder as a workbook.
std::string workbook_of(const std::string& folder) {
  test::workbook_parts book;
  for (const std::string& name : names_in(folder)) {
    const std::string sheet = std::filesystem::path(name).stem().string();
    book.sheets.emplace_back(sheet.substr(0, 31),
                             test::sheet_xml(test::sheet_of(bytes_of(folder + "/" + name)), is_number));
  }
  return book.bytes();
}

/// The files that a comparison of two inputs writes.
std::map<std::string, std::string> tables_of(const std::string& a, const std::string& b, bool parity) {
  const temporary_folder out;
  std::vector<std::string> arguments{"old=" + a, "new=" + b, "-q", "--output_csvs_dir", out.path("t")};
  if (parity) arguments.emplace_back("--parity");
  const program_answer answer = compare(arguments);
  BOOST_TEST(answer.code == 0, answer.err);
  std::map<std::string, std::string> files;
  for (const std::string& name : names_in(out.path("t"))) files[name] = bytes_of(out.path("t/" + name));
  return files;
}

/// Workbooks, and a workbook with a folder, must give the same bytes as the folders.
void gives_the_same(const std::string& a, const std::string& b) {
  const temporary_folder folder;
  const std::string first = folder.file("a.xlsx", workbook_of(a)), second = folder.file("b.xlsx", workbook_of(b));
  for (const bool parity : {false, true}) {
    const auto wanted = tables_of(a, b, parity);
    BOOST_TEST(wanted.size() > 3u);
    BOOST_TEST((tables_of(first, second, parity) == wanted), parity);
    BOOST_TEST((tables_of(first, b, parity) == wanted), parity);
    BOOST_TEST((tables_of(a, second, parity) == wanted), parity);
  }
}

void make_report(const temporary_folder& folder, const std::string& name, std::string_view time) {
  std::filesystem::create_directory(folder.path(name));
  const std::string at(time);
  folder.file(name + "/gpu_timeline.csv", "type,time ms,percent\nbusy_time," + at + ",91.5\nidle_time,0.1,8.5\n");
  folder.file(name + "/kernel_summary.csv",
              "Kernel name,Kernel duration (µs)_sum,Kernel duration (µs)_mean,"
              "Kernel duration (µs)_count\n\"gemm<a & \"\"b\"\">\"," +
                  at + "," + at + ",1\n\"copy, twice\",0.30000000000000004,1e-7,2\n");
  folder.file(name + "/GEMM.csv",
              "name,param: M,param: transposed,Kernel Time (µs)_sum,name_count,TFLOPS/s_mean\n"
              "aten::mm,64,True," +
                  at + ",2,\naten::bmm,8,False,3,1,1.5\n");
  folder.file(name + "/kernel_launchers_summary_by_category.csv", "op category,Count,total time\nGEMM,3," + at + "\n");
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_workbook_is_compared_as_the_csvs_of_its_tables) {
  if (!has_programs()) return;
  const temporary_folder folder;
  make_report(folder, "a", "12.300000000000001");
  make_report(folder, "b", "9007199254740993");
  gives_the_same(folder.path("a"), folder.path("b"));
  const auto tables = tables_of(folder.file("a.xlsx", workbook_of(folder.path("a"))), folder.path("b"), false);
  BOOST_TEST(tables.contains("kernel_launchers_summary_by_category.csv"));  // 36 characters; the sheet's name has 31
}

BOOST_AUTO_TEST_CASE(published_reports_are_compared_alike) {
  if (!has_programs()) return;
  const auto data = shared_data("multirank/diff_bert_mi300_h100/report_h100");
  if (data) gives_the_same(*data, *data + "/../report_mi300");
}

/// Workbooks of the programs hold numbers with 16 digits.
BOOST_AUTO_TEST_CASE(our_own_workbooks_are_read) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string sample = RIDGELINE_SOURCE_DIR "/examples/sample/transformer_step.json";
  BOOST_TEST(run_program("pytorch_report",
                         {{sample, "-q", "--xlsx", folder.path("r.xlsx"), "--output_csvs_dir", folder.path("csvs")}})
                 .code == 0);
  const auto wanted = tables_of(folder.path("csvs"), folder.path("csvs"), false),
             found = tables_of(folder.path("r.xlsx"), folder.path("r.xlsx"), false);
  BOOST_TEST(wanted.size() == found.size());
  for (const auto& [name, csv] : wanted) {
    BOOST_TEST(found.contains(name), name);
    const test::sheet a = test::sheet_of(csv), b = found.contains(name) ? test::sheet_of(found.at(name)) : a;
    BOOST_REQUIRE(a.size() == b.size());
    for (std::size_t r = 0; r < a.size(); ++r)
      for (std::size_t c = 0; c < a[r].size(); ++c)
        BOOST_TEST(test::same_cell(a[r][c], b[r].at(c)), name << ": " << a[r][c] << ", " << b[r].at(c));
  }
}

BOOST_AUTO_TEST_CASE(workbooks_that_cannot_be_used_are_said_in_a_line) {
  if (!has_programs()) return;
  const temporary_folder folder;
  make_report(folder, "a", "1");
  const std::string good = folder.path("a"), bytes = workbook_of(good);
  const auto refuses = [&](const std::string& name, const std::string& content, std::string_view words) {
    const program_answer answer = compare({good, folder.file(name, content), "-q"});
    BOOST_TEST(answer.code == 1, answer.err);
    BOOST_TEST(answer.err.find(words) != std::string::npos, answer.err);
    BOOST_TEST(answer.err.find('\n') == answer.err.size() - 1, answer.err);
  };
  test::workbook_parts book;
  book.sheets = {{"gpu_timeline", "<row><c r=\"ZZZZ99999999\"><v>1</v></c></row>"}};
  refuses("cut.xlsx", bytes.substr(0, bytes.size() / 2), "cut.xlsx: is a workbook that is cut or damaged");
  refuses("far.xlsx", book.bytes(), "far.xlsx: sheet \"gpu_timeline\": row 1: cell ZZZZ99999999 is outside of a sheet");
  refuses("old.xls", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "is an old workbook (.xls)");
  // one broken sheet costs no other
  book.sheets.emplace_back("kernel_summary",
                           test::sheet_xml(test::sheet_of(bytes_of(good + "/kernel_summary.csv")), is_number));
  const std::string torn = folder.file("torn.xlsx", book.bytes());
  const program_answer answer = compare({good, torn, "-q", "--output_csvs_dir", folder.path("out")});
  BOOST_TEST(answer.code == 0, answer.err);
  BOOST_TEST(bytes_of(folder.path("out/kernel_summary.csv")).find("gemm") != std::string::npos);
  BOOST_TEST(bytes_of(folder.path("out/data_quality.csv")).find("sheet of a workbook cannot be read") !=
             std::string::npos);
  BOOST_TEST(compare({good, torn, "-q", "--strict"}).code == 3);
  // another program says who reads it
  const program_answer other = run_program("gpu_report", {{folder.file("b.xlsx", bytes)}});
  BOOST_TEST(other.code == 1);
  BOOST_TEST(other.err.find("is a workbook (.xlsx); it is a workbook: compare_report reads it") != std::string::npos,
             other.err);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
