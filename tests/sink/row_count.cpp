// The progress that every sink tells: rising numbers of rows, the last of which is all of them.

#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/xlsx.hpp>

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_row_count)

namespace {

struct line {
  std::string name;
  double time;
};
constexpr auto line_columns = columns(column<"Name">(&line::name).left(), column<"Time">(&line::time));

table rows_named(const std::string& name, std::size_t rows) {
  return table(name, std::vector<line>(rows, line{"x", 1.5}), line_columns);
}

/// Keeps what a sink tells.
struct listener {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> told{};
  std::mutex mutex{};

  progress_function function() {
    return [this](std::uint64_t done, std::uint64_t total) {
      const std::lock_guard lock(mutex);
      told.emplace_back(done, total);
    };
  }
  /// Whether the numbers rise up to `all`, the total of each.
  bool rises_to(std::uint64_t all) const {
    std::uint64_t before = 0;
    for (const auto& [done, total] : told) {
      if (done <= before || total != all) return false;
      before = done;
    }
    return before == all;
  }
};

// 2000 + 0 + 7 rows: told at 512, 1024 and 1536, and at 2007
const std::vector<table> tables{rows_named("many", 2000), rows_named("none", 0), rows_named("few", 7)};

}  // namespace

BOOST_AUTO_TEST_CASE(json_tells_its_rows) {
  listener heard;
  string_output out;
  write_json(out, "test", tables, heard.function());
  BOOST_TEST(heard.rises_to(2007));
  BOOST_TEST(heard.told.size() == 4u);  // 2007 / 512 = 3, and the rest
  string_output silent;
  write_json(silent, "test", tables);
  BOOST_TEST(silent.text() == out.text());
}

BOOST_AUTO_TEST_CASE(a_page_tells_the_rows_that_it_shows) {
  listener heard;
  html_style style;
  style.most_rows = 1500;
  style.progress = heard.function();
  report_page page;
  page.tables = tables;
  string_output out;
  write_html(out, page, style);
  BOOST_TEST(heard.rises_to(1507));  // 1500 of 2000, and 7
}

BOOST_AUTO_TEST_CASE(a_csv_tells_its_rows_with_any_number_of_threads) {
  for (const unsigned threads : {1u, 3u}) {
    listener heard;
    string_output out;
    write_csv(out, tables[0], {}, threads, heard.function());
    BOOST_TEST(heard.rises_to(2000), threads);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_of_csvs_tells_the_rows_of_all) {
  std::vector<table> all{rows_named("large", 120'000)};  // 240,000 cells: written by all threads together
  for (std::size_t i = 0; i < 20; ++i) all.push_back(rows_named("t" + std::to_string(i), i));
  for (const unsigned threads : {1u, 3u}) {
    const temporary_folder folder;
    listener heard;
    BOOST_REQUIRE(!write_csv_folder(folder.path(), all, csv_style::pandas(), threads, heard.function()));
    BOOST_TEST(heard.rises_to(120'190), threads);  // and 0 + 1 + ... + 19 = 190
  }
}

#if RIDGELINE_WITH_XLSXWRITER
BOOST_AUTO_TEST_CASE(a_workbook_tells_its_rows) {
  const temporary_folder folder;
  listener heard;
  workbook_style style;
  style.rows_per_sheet = 900;  // 2000 rows on three sheets
  style.progress = heard.function();
  data_quality quality;
  BOOST_REQUIRE(!write_xlsx(folder.path("t.xlsx"), tables, style, quality));
  BOOST_TEST(heard.rises_to(2007));
}
#endif

#if RIDGELINE_WITH_SQLITE
BOOST_AUTO_TEST_CASE(a_database_tells_the_rows_of_sheets_and_records) {
  const temporary_folder folder;
  listener heard;
  database_parts records;
  records.tables.push_back(rows_named("records", 600));
  BOOST_REQUIRE(!write_sqlite(folder.path("t.sqlite"), "test", tables, records, heard.function()));
  BOOST_TEST(heard.rises_to(2607));  // 2007 and 600
}
#endif

BOOST_AUTO_TEST_SUITE_END()
