#include <ridgeline/sink/console.hpp>
#include <ridgeline/sink/fitted.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(sink_console)

namespace {

struct row {
  int id = 0;
  std::string name{};
  time_quantity time{};
};

constexpr auto list = columns(
    column<"ID">(&row::id).bare(), column<"Name">(&row::name).left().coloured([](const row& r) {
      return r.name == "Matmul" ? colour::magenta : colour::none;
    }),
    column<"Hidden">(&row::id).for_files(), column<"Time", us>(&row::time).digits(0).at_least(10));

std::string console(std::vector<row> rows, const console_style& style = {}) {
  string_output out;
  write_console(out, table("t", std::move(rows), list), style);
  return out.text();
}

}  // namespace

BOOST_AUTO_TEST_CASE(columns_are_aligned) {
  // ID is as wide as 1000, Name as `Matmul`, Time at least 10: 4 + 2 + 6 + 2 + 10 = 24 dashes
  BOOST_TEST(console({{7, "Matmul", 2500 * ns}, {1000, "Add", 1'234'500 * ns}}) ==
             "ID    Name    Time      \n"
             "------------------------\n"
             "   7  Matmul        2 μs\n"
             "1000  Add       1,234 μs\n"
             "------------------------\n");
}

BOOST_AUTO_TEST_CASE(headers_may_stand_as_their_columns_do) {
  console_style style;
  style.headers_by_column = true;
  BOOST_TEST(console({{1000, "Add", missing<time_quantity>}}, style) ==
             "  ID  Name        Time\n"
             "----------------------\n"
             "1000  Add             \n"
             "----------------------\n");
}

BOOST_AUTO_TEST_CASE(a_table_without_rows_is_its_header) {
  BOOST_TEST(console({}) ==
             "ID  Name  Time      \n"
             "--------------------\n"
             "--------------------\n");
  string_output out;
  write_console(out, table());
  BOOST_TEST(out.text() == "\n\n\n");
}

BOOST_AUTO_TEST_CASE(the_footer_is_grey_and_counts_for_the_widths) {
  console_style style;
  style.footer = {"", "3 device ops", "5 μs"};
  BOOST_TEST(console({{1, "Add", 5 * us}}, style) ==
             "ID  Name          Time      \n"
             "----------------------------\n"
             " 1  Add                 5 μs\n"
             "----------------------------\n"
             "    3 device ops        5 μs\n");
  style.colours = true;
  BOOST_TEST(console({}, style) ==
             "ID  Name          Time      \n"
             "----------------------------\n"
             "----------------------------\n"
             "    \x1b[38;5;8m3 device ops\x1b[0m        \x1b[38;5;8m5 μs\x1b[0m\n");
  style.colours = false;
  style.footer = {"sum"};  // fewer texts than columns
  BOOST_TEST(console({}, style).find("sum  ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(colours_are_around_the_text_and_take_no_width) {
  console_style style;
  style.colours = true;
  BOOST_TEST(console({{1, "Matmul", 5 * us}, {2, "Add", 5 * us}}, style) ==
             "ID  Name    Time      \n"
             "----------------------\n"
             " 1  \x1b[38;5;13mMatmul\x1b[0m        5 μs\n"
             " 2  Add           5 μs\n"
             "----------------------\n");
}

BOOST_AUTO_TEST_CASE(texts_of_the_trace_cannot_steer_the_terminal) {
  const std::string text = console({{1, "a\x1b[2J\nb\xC2\x9B", 5 * us}, {2, "\xFFμ", 5 * us}});
  BOOST_TEST(text ==
             "ID  Name      Time      \n"
             "------------------------\n"
             " 1  a␛[2J␊b?        5 μs\n"
             " 2  ?μ              5 μs\n"
             "------------------------\n");
}

BOOST_AUTO_TEST_CASE(one_long_text_does_not_make_every_row_long) {
  std::vector<row> rows(1000, row{1, "Add", 5 * us});
  rows[500].name = std::string(1'000'000, 'x');
  const std::string text = console(rows);
  BOOST_TEST(text.size() < 1000u * 280 + 1000);  // 256 for the text, 2 + 2 + 2 + 10 around it, and the μ's second byte
  BOOST_TEST(text.find(std::string(255, 'x') + "…") != std::string::npos);
  console_style style;
  style.most_width = 4;
  BOOST_TEST(console({{1, "abcdef", 5 * us}}, style).find(" 1  abc…        5 μs\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(many_bytes_that_are_replaced_take_linear_time) {
  std::string name;
  for (int i = 0; i < 2'000'000; ++i) name += "\xC2\x80";
  console_style style;
  style.most_width = 100'000'000;
  const std::string text = console({{1, name, 5 * us}}, style);
  BOOST_TEST((text.find(std::string(2'000'000, '?')) != std::string::npos));
}

BOOST_AUTO_TEST_CASE(threads_and_blocks_do_not_show) {
  for (std::size_t count : {1u, 2047u, 2048u, 2049u, 4096u, 5000u}) {
    std::vector<row> rows;
    for (std::size_t i = 0; i < count; ++i)
      rows.push_back({static_cast<int>(i), std::string(i % 7 + (i == 4999 ? 20 : 0), 'n'), static_cast<double>(i) * us});
    console_style style;
    style.threads = 1;
    const std::string one = console(rows, style);
    BOOST_TEST(static_cast<std::size_t>(std::count(one.begin(), one.end(), '\n')) == count + 3);  // a header, two rules
    for (style.threads = 2; style.threads <= 4; ++style.threads) BOOST_TEST((console(rows, style) == one));
  }
}

BOOST_AUTO_TEST_CASE(paragraphs_are_as_wide_as_they_are_told) {
  string_output to;
  print_paragraph(to, "kernel " + std::string(25, 'x') + " ends", 12);
  BOOST_TEST(to.text() == "kernel\n  xxxxxxxxxx\n  xxxxxxxxxx\n  xxxxx ends\n");  // 10 + 10 + 5 after two blanks
  string_output first;
  print_paragraph(first, std::string(15, 'y'), 10);
  BOOST_TEST(first.text() == "yyyyyyyyyy\n  yyyyy\n");
}

BOOST_AUTO_TEST_SUITE_END()
