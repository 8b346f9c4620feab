#include <ridgeline/read/csv.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/random_csv.hpp"

using namespace ridgeline;
using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(source_csv)

namespace {

/// Rows as `line|cell|cell`, prefixed with `!` and the fault's number if there is one.
std::vector<std::string> rows(std::string_view text) {
  std::vector<std::string> all;
  csv_scanner scanner(text);
  while (scanner.next()) {
    std::string row;
    if (scanner.fault() != csv_fault::none) row = "!" + std::to_string(static_cast<int>(scanner.fault())) + " ";
    row += std::to_string(scanner.row_line() + 1);
    std::string scratch;
    for (const csv_cell& cell : scanner.cells()) row += "|" + std::string(cell.text(scratch));
    all.push_back(row);
  }
  return all;
}
using texts = std::vector<std::string>;

/// The same by the rules alone, one byte at a time.
std::vector<std::string> rows_by_the_rules(std::string_view text) {
  std::vector<std::string> all;
  std::size_t at = 0, line = 1;
  while (at < text.size()) {
    std::vector<std::string> cells;
    std::size_t first_line = line;
    int fault = 0;
    for (bool more = true; more;) {
      std::string cell;
      bool quoted = false;
      if (at < text.size() && text[at] == '"') {
        std::size_t close = at + 1;
        while (close < text.size() && !(text[close] == '"' && (close + 1 == text.size() || text[close + 1] != '"')))
          close += text[close] == '"' ? 2 : 1;
        quoted = close < text.size();
        if (!quoted) fault = 1;
        if (quoted) {
          for (std::size_t i = at + 1; i < close; ++i) {
            cell += text[i];
            if (text[i] == '"') ++i;
            if (text[i] == '\n') ++line;
          }
          at = close + 1;
          std::string rest;
          while (at < text.size() && text[at] != ',' && text[at] != '\n') rest += text[at++];
          const bool only_return = rest == "\r" && (at == text.size() || text[at] == '\n');
          if (!rest.empty() && !only_return) fault = 2;
        }
      }
      if (!quoted)
        while (at < text.size() && text[at] != ',' && text[at] != '\n') cell += text[at++];
      const bool at_end = at == text.size() || text[at] == '\n';
      if (at_end && !quoted && !cell.empty() && cell.back() == '\r') cell.pop_back();
      cells.push_back(cell);
      more = !at_end;
      if (at < text.size()) ++at;
    }
    ++line;
    if (fault == 0 && cells.size() == 1 && cells[0].find_first_not_of(" \t") == std::string::npos) continue;
    std::string row = fault == 0 ? "" : "!" + std::to_string(fault) + " ";
    row += std::to_string(first_line);
    for (const std::string& cell : cells) row += "|" + cell;
    all.push_back(row);
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(plain_rows) {
  BOOST_TEST(rows("a,b,c\n1,2,3\n") == (texts{"1|a|b|c", "2|1|2|3"}));
  BOOST_TEST(rows("a,b\n1,2") == (texts{"1|a|b", "2|1|2"}));    // no line feed at the end
  BOOST_TEST(rows(",\n,,") == (texts{"1||", "2|||"}));          // empty cells are cells
  BOOST_TEST(rows("a,\n") == (texts{"1|a|"}));
  BOOST_TEST(rows("") == texts{});
}

BOOST_AUTO_TEST_CASE(line_ends) {
  BOOST_TEST(rows("a,b\r\n1,2\r\n") == (texts{"1|a|b", "2|1|2"}));
  BOOST_TEST(rows("a,b\r\n1,2\r") == (texts{"1|a|b", "2|1|2"}));
  BOOST_TEST(rows("\"a\",\"b\"\r\n\"1\",\"2\"\r") == (texts{"1|a|b", "2|1|2"}));
  BOOST_TEST(rows("a\rb,c\n") == (texts{"1|a\rb|c"}));          // a lone carriage return is text
  BOOST_TEST(rows("a\r,b\n") == (texts{"1|a\r|b"}));
  BOOST_TEST(rows("a,b\r\r\n") == (texts{"1|a|b\r"}));
}

BOOST_AUTO_TEST_CASE(blank_lines_are_passed_over_and_counted_as_lines) {
  BOOST_TEST(rows("\n\na,b\n\n \t\n\r\n1,2\n\n") == (texts{"3|a|b", "7|1|2"}));
  BOOST_TEST(rows("\n\n\n") == texts{});
}

BOOST_AUTO_TEST_CASE(quotes) {
  BOOST_TEST(rows("\"a\",\"b,c\"\n") == (texts{"1|a|b,c"}));
  BOOST_TEST(rows("\"a\"\"b\"\"\"\n") == (texts{"1|a\"b\""}));
  BOOST_TEST(rows("\"\",\"\"\"\"\n") == (texts{"1||\""}));
  BOOST_TEST(rows("a\"b\",c\"\n") == (texts{"1|a\"b\"|c\""}));  // a quote within a cell is text
  BOOST_TEST(rows(" \"a,b\"\n") == (texts{"1| \"a|b\""}));      // also after a blank
}

BOOST_AUTO_TEST_CASE(line_breaks_in_quotes_belong_to_the_cell) {
  BOOST_TEST(rows("\"a\nb\r\nc\",d\ne,f\n") == (texts{"1|a\nb\r\nc|d", "4|e|f"}));
  BOOST_TEST(rows("\"\n\n\"\nx\n") == (texts{"1|\n\n", "4|x"}));
}

BOOST_AUTO_TEST_CASE(a_quote_that_is_never_closed_costs_its_row_only) {
  BOOST_TEST(rows("a,\"b\n1,2\n3,4\n") == (texts{"!1 1|a|\"b", "2|1|2", "3|3|4"}));
  BOOST_TEST(rows("\"") == (texts{"!1 1|\""}));
  BOOST_TEST(rows("\"\"\"") == (texts{"!1 1|\"\"\""}));
}

BOOST_AUTO_TEST_CASE(text_behind_a_closing_quote_is_left_out_and_said) {
  BOOST_TEST(rows("\"a\"b,c\nd\n") == (texts{"!2 1|a|c", "2|d"}));
  BOOST_TEST(rows("\"a\"\rb\nd\n") == (texts{"!2 1|a", "2|d"}));
}

BOOST_AUTO_TEST_CASE(any_byte_may_stand_in_a_cell) {
  BOOST_TEST(rows("\0,a\0b\n\xFF\xFE,\"\0\"\n"sv) == (texts{std::string("1|\0|a\0b", 7), std::string("2|\xFF\xFE|\0", 6)}));
}

BOOST_AUTO_TEST_CASE(cells_of_every_length_and_place) {  // cells are found in blocks of 64 bytes
  for (std::size_t first = 0; first < 140; ++first)
    for (std::size_t second : {0u, 1u, 62u, 63u, 64u, 65u, 128u}) {
      const std::string a(first, 'a'), b(second, 'b');
      BOOST_TEST(rows(a + "," + b + ",\"" + a + "\"," + b + "\r\nx\n") ==
                 (texts{"1|" + a + "|" + b + "|" + a + "|" + b, "2|x"}));
    }
}

BOOST_AUTO_TEST_CASE(a_scanner_may_start_and_stop_anywhere) {
  const std::string_view text = "a,b\n\n\nc,d\n\n\ne,f\n";
  csv_scanner scanner(text, 4);
  BOOST_TEST(scanner.next(6) == false);  // two blank lines, and the row after them starts at the limit
  BOOST_TEST(scanner.position() == 6u);
  BOOST_TEST(scanner.lines() == 2u);
  BOOST_TEST(scanner.next(7));
  BOOST_TEST(scanner.cells()[0].raw == "c");
  BOOST_TEST(scanner.row_start() == 6u);
  BOOST_TEST(scanner.row_line() == 2u);
  BOOST_TEST(scanner.next());
  BOOST_TEST(scanner.row_line() == 5u);
  BOOST_TEST(!scanner.next());
}

BOOST_AUTO_TEST_CASE(line_starts) {
  const std::string_view text = "ab\ncd\n\nef";  // line feeds at 2, 5, 6
  BOOST_TEST(csv_scanner::line_start(text, 0, 9) == 0u);
  BOOST_TEST(csv_scanner::line_start(text, 1, 9) == 3u);
  BOOST_TEST(csv_scanner::line_start(text, 3, 9) == 3u);
  BOOST_TEST(csv_scanner::line_start(text, 4, 9) == 6u);
  BOOST_TEST(csv_scanner::line_start(text, 7, 9) == 7u);
  BOOST_TEST(csv_scanner::line_start(text, 8, 9) == csv_scanner::to_end);
  BOOST_TEST(csv_scanner::line_start(text, 4, 6) == csv_scanner::to_end);  // the next one is not before the limit
  BOOST_TEST(csv_scanner::line_start(text, 4, 7) == 6u);
}

BOOST_AUTO_TEST_CASE(more_cells_than_a_row_may_have_are_left_out_and_said) {
  const std::size_t most = csv_scanner::max_cells;
  std::string text(most - 1, ',');  // as many empty cells as a row may have
  csv_scanner exact(text + "\r\n");
  csv_scanner scanner(text);
  BOOST_TEST(scanner.next());
  BOOST_TEST(scanner.cells().size() == most);
  BOOST_TEST((scanner.fault() == csv_fault::none));
  text += ",x\r\nnext,row\n";
  csv_scanner more(text);
  BOOST_TEST(more.next());
  BOOST_TEST(more.cells().size() == most);
  BOOST_TEST((more.fault() == csv_fault::too_many_cells));
  BOOST_TEST(more.next());
  BOOST_TEST(more.cells()[1].raw == "row");
  BOOST_TEST(more.row_line() == 1u);
}

BOOST_AUTO_TEST_CASE(a_line_that_is_too_long_is_cut_and_said) {
  const std::string text = "a," + std::string(40'000'000, 'x') + "\nnext,row\n";
  csv_scanner scanner(text);
  BOOST_TEST(scanner.next());
  BOOST_TEST((scanner.fault() == csv_fault::too_long));
  BOOST_TEST(scanner.cells().size() == 2u);
  BOOST_TEST(scanner.cells()[1].raw.size() == csv_scanner::max_row - 2);  // after `a,`
  BOOST_TEST(scanner.next());
  BOOST_TEST((scanner.fault() == csv_fault::none));
  BOOST_TEST(scanner.cells()[1].raw == "row");
  BOOST_TEST(scanner.row_line() == 1u);
  BOOST_TEST(!scanner.next());
}

BOOST_AUTO_TEST_CASE(a_row_of_quoted_line_breaks_ends_too) {
  std::string text = "first,row\nx";
  while (text.size() < 40'000'000) text += ",\"a\nb\"";
  text += "\nlast,row\n";
  csv_scanner scanner(text);
  BOOST_TEST(scanner.next());
  std::size_t longest = 0;
  while (scanner.next()) longest = std::max(longest, scanner.position() - scanner.row_start());
  BOOST_TEST(longest <= csv_scanner::max_row + 8);  // and the rest of its line
  BOOST_TEST(scanner.cells()[0].raw == "last");
}

BOOST_AUTO_TEST_CASE(a_quote_that_closes_too_far_away_is_text) {
  const std::string text = "a,\"b\nc,d\n" + std::string(csv_scanner::max_row, 'x') + "\"\n";
  csv_scanner scanner(text);
  BOOST_TEST(scanner.next());
  BOOST_TEST((scanner.fault() == csv_fault::open_quote));
  BOOST_TEST(scanner.cells()[1].raw == "\"b");
  BOOST_TEST(scanner.next());
  BOOST_TEST(scanner.cells()[0].raw == "c");
}

BOOST_AUTO_TEST_CASE(random_texts_are_cut_by_the_rules) {
  random_csv random(20260121);
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = random.text(i % 40 == 0 ? 400 : 12);
    const texts found = rows(text), meant = rows_by_the_rules(text);
    BOOST_TEST(found == meant, "text " << i << ": " << random_csv::shown(text));
    if (found != meant) break;
  }
}

BOOST_AUTO_TEST_CASE(numbers_of_spreadsheets) {
  using enum csv_point;
  BOOST_TEST(plain_number("1.234,5", ';') == "1234.5");
  BOOST_TEST(plain_number(" -1.234.567,25 ", ';') == "-1234567.25");
  BOOST_TEST(plain_number("1.234.567", ';') == "1234567");  // several points are no decimal marks
  BOOST_TEST(plain_number("12345,678", ';') == "12345.678");
  BOOST_TEST(plain_number("1.234", ';') == "");
  BOOST_TEST(plain_number("1.234", ';', unclear) == "");
  BOOST_TEST(plain_number("1.234", ';', thousands) == "1234");
  BOOST_TEST(plain_number("-12.345", '\t', thousands) == "-12345");
  BOOST_TEST(plain_number("12,345", ';') == "");
  BOOST_TEST(plain_number("12,345", ';', unclear) == "");
  BOOST_TEST(plain_number("12,345", ';', thousands) == "12.345");  // where a point marks thousands, a comma does not
  for (const char* const none : {"1.23,5", "1.2345,6", ".234,5", "1,234,567", "1,234.5", "", "x"})
    BOOST_TEST(plain_number(none, ';', thousands) == "", none);
  for (const char* const either : {"1.234", "-12.345", "123.000"}) BOOST_TEST(has_either_mark(either), either);
  for (const char* const one : {"0.125", "1.25", "1234.567", "1.234.567", "1.234,5", ".125", "1.2e3", "1,234"})
    BOOST_TEST(!has_either_mark(one), one);
}

/// What the numbers of a table tell about each other, in the columns that are asked for.
BOOST_AUTO_TEST_CASE(a_point_is_what_the_other_numbers_of_its_table_tell) {
  const auto point = [](std::string_view text, char separator = ';') {
    csv_scanner rows(text, 0, separator);
    BOOST_REQUIRE(rows.next());
    return rows.point({true, true, false});
  };
  BOOST_TEST((point("a;b;c\n1.234;12,5;x\n") == csv_point::thousands));
  BOOST_TEST((point("a;b;c\n1.234;1.234,5;x\n") == csv_point::thousands));
  BOOST_TEST((point("a;b;c\n1.234;\"1.234.567\";x\n") == csv_point::thousands));
  BOOST_TEST((point("a;b;c\n1.234;12.5;x\n") == csv_point::decimal));
  BOOST_TEST((point("a;b;c\n1.234;1.234;x\n") == csv_point::decimal));  // nothing tells: as programs write it
  BOOST_TEST((point("a;b;c\n1.234;12,5;x\n1;0.5;x\n") == csv_point::unclear));
  BOOST_TEST((point("a;b;c\n1.234;12.5;3,4\n") == csv_point::decimal));  // the third column has no numbers
  BOOST_TEST((point("a,b,c\n1.234,\"12,5\",x\n", ',') == csv_point::decimal));
}

BOOST_AUTO_TEST_SUITE_END()
