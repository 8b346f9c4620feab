#include <ridgeline/read/csv_records.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/random_csv.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_csv_records)

namespace {

struct record {
  std::string_view name{};
  std::int32_t cores = -1;
  time_quantity time = missing<time_quantity>;
  std::uint32_t extent = unknown_extent;
  static constexpr std::uint32_t unknown_extent = 0xffffffffu;
};
constexpr auto list = fields(field<"NAME">(&record::name), field<"CORES">(&record::cores, "OLD CORES"),
                             field<"TIME [ns]", ns>(&record::time), field<"X">(&record::extent));
using record_reader = csv_record_reader<record, decltype(list)>;

/// What is read from a text with a header.
struct result {
  std::vector<text_pool> pools{};
  std::vector<record> records{};
  data_quality quality{};
};

result read(std::string_view text, const read_options& options = {}) {
  result all;
  csv_scanner header(text);
  record_reader reader(list, "f.csv");
  if (header.next()) reader.bind(header, all.quality);
  all.pools = std::vector<text_pool>(std::max(1u, options.threads));
  std::uint64_t lines = header.lines();
  std::size_t at = header.position();
  for_csv_pieces<record>(text, header.position(), reader, all.pools, options, nullptr, [&](const auto& piece) {
    BOOST_TEST(piece.begin == at);  // pieces meet
    at = piece.end;
    all.quality.merge(piece.quality, lines);
    lines += piece.lines;
    all.records.insert(all.records.end(), piece.records.begin(), piece.records.end());
  });
  BOOST_TEST(at == text.size());
  return all;
}

std::string text_of_result(const result& all) {
  std::string out;
  for (const record& r : all.records)
    out += "'" + std::string(r.name) + "' " + std::to_string(r.cores) + " " + std::to_string(r.time.base()) + " " +
           std::to_string(r.extent) + "\n";
  for (const quality_issue& issue : all.quality.issues())
    out += to_string(issue.first) + ": " + issue.reason + " x" + std::to_string(issue.count) + " '" + issue.example +
           (issue.lost_input ? "' lost\n" : "'\n");
  return out;
}

/// The one issue that a text causes.
std::string issue(std::string_view text) {
  const result all = read(text);
  BOOST_TEST(all.quality.issues().size() == 1u);
  if (all.quality.empty()) return {};
  const quality_issue& q = all.quality.issues()[0];
  return to_string(q.first) + ": " + q.reason + " (" + q.example + ")";
}

}  // namespace

BOOST_AUTO_TEST_CASE(columns_are_found_by_name) {
  const result all = read("X,other,TIME [ns], CORES ,NAME\n32[19],?,5.5,64.0,Matmul\n");
  BOOST_REQUIRE(all.records.size() == 1u);
  BOOST_TEST(all.records[0].name == "Matmul");
  BOOST_TEST(all.records[0].cores == 64);
  BOOST_TEST(all.records[0].time.base() == 5.5);
  BOOST_TEST(all.records[0].extent == 32u);
  BOOST_TEST(all.quality.empty());
}

BOOST_AUTO_TEST_CASE(the_first_column_of_a_name_counts_and_the_present_name_before_the_old_one) {
  BOOST_TEST(read("NAME,NAME\na,b\n").records[0].name == "a");
  BOOST_TEST(read("OLD CORES\n7\n").records[0].cores == 7);
  BOOST_TEST(read("OLD CORES,CORES,CORES\n1,2,3\n").records[0].cores == 2);
  BOOST_TEST(read("CORES,OLD CORES\n1,2\n").records[0].cores == 1);
  BOOST_TEST(read("\"CORES\"\n5\n").records[0].cores == 5);
}

BOOST_AUTO_TEST_CASE(empty_cells_are_unknown_and_no_issue) {
  const result all = read("NAME,CORES,TIME [ns],X\n,,,\n\"\",nan,None,[7]\na, ,\t,\n");
  BOOST_TEST(all.records.size() == 2u);  // a row of separators alone is blank
  for (const record& r : all.records) {
    BOOST_TEST(r.cores == -1);
    BOOST_TEST(!known(r.time));
    BOOST_TEST(r.extent == record::unknown_extent);
  }
  BOOST_TEST(all.quality.empty());
}

BOOST_AUTO_TEST_CASE(numbers_may_have_blanks_around_them) {
  const result all = read("CORES,TIME [ns],X\n 64,5 ,\t32 [19]\n");
  BOOST_TEST(all.records[0].cores == 64);
  BOOST_TEST(all.records[0].time.base() == 5);
  BOOST_TEST(all.records[0].extent == 32u);
  BOOST_TEST(all.quality.empty());
}

BOOST_AUTO_TEST_CASE(numbers_that_do_not_fit_are_not_believed) {
  BOOST_TEST(issue("CORES\n2147483648\n") == "f.csv:2:1: expected a number in column \"CORES\" (2147483648)");
  BOOST_TEST(issue("X\n-1\n") == "f.csv:2:1: expected a number in column \"X\" (-1)");
  BOOST_TEST(issue("X\n4294967295\n") == "f.csv:2:1: expected a number in column \"X\" (4294967295)");
  BOOST_TEST(read("X\n4294967294\n").records[0].extent == 4294967294u);
  BOOST_TEST(issue("TIME [ns]\n1e999\n") == "f.csv:2:1: expected a number in column \"TIME [ns]\" (1e999)");
}

BOOST_AUTO_TEST_CASE(an_issue_says_line_and_column) {
  BOOST_TEST(issue("NAME,CORES\na,1\nb,6x4\n") == "f.csv:3:3: expected a number in column \"CORES\" (6x4)");
  BOOST_TEST(issue("NAME,CORES\n\n\nb,6x4\n") == "f.csv:4:3: expected a number in column \"CORES\" (6x4)");
  // The cell before it ends on line 3, where `d",` are three bytes.
  BOOST_TEST(issue("NAME,CORES\n\"b\nd\",6x4\n") == "f.csv:3:4: expected a number in column \"CORES\" (6x4)");
  // The cell itself holds a line break: its place is where its text starts.
  BOOST_TEST(issue("NAME,CORES\nb,\"6\n4\"\nc,1\n") == "f.csv:2:4: expected a number in column \"CORES\" (6\n4)");
  // The header takes two lines.
  BOOST_TEST(issue("\"x\ny\",CORES\nb,6x4\n") == "f.csv:3:3: expected a number in column \"CORES\" (6x4)");
}

BOOST_AUTO_TEST_CASE(an_issue_names_the_column_as_the_file_does) {
  BOOST_TEST(issue("OLD CORES\nx\n") == "f.csv:2:1: expected a number in column \"OLD CORES\" (x)");
}

BOOST_AUTO_TEST_CASE(ragged_rows_are_read_as_far_as_they_go) {
  const result all = read("NAME,CORES\na\nb,2,, \n");
  BOOST_REQUIRE(all.records.size() == 2u);
  BOOST_TEST(all.records[0].cores == -1);
  BOOST_TEST(all.records[1].cores == 2);
  BOOST_REQUIRE(all.quality.issues().size() == 2u);
  BOOST_TEST(all.quality.issues()[0].reason == "row has fewer cells than the header");
  BOOST_TEST(!all.quality.issues()[0].lost_input);
  BOOST_TEST(all.quality.issues()[1].reason == "row has more cells than the header; they are empty");
  BOOST_TEST(!all.quality.issues()[1].lost_input);
}

/// A comma in a name without quotes: which of the cells are in place, nobody knows.
BOOST_AUTO_TEST_CASE(rows_longer_than_the_header_are_left_out) {
  const result all = read("NAME,CORES\na,1\nName, with comma,2\nc,3\n");
  BOOST_REQUIRE(all.records.size() == 2u);
  BOOST_TEST(all.records[1].name == "c");
  BOOST_REQUIRE(all.quality.issues().size() == 1u);
  BOOST_TEST(to_string(all.quality.issues()[0].first) == "f.csv:3");
  BOOST_TEST(all.quality.issues()[0].reason == "row has more cells than the header; it is left out");
  BOOST_TEST(all.quality.issues()[0].example == "2");
  BOOST_TEST(all.quality.issues()[0].lost_input);
}

BOOST_AUTO_TEST_CASE(quotes_that_do_not_fit_are_said_in_the_header_too) {
  BOOST_TEST(issue("NAME,CORES\n\"a,1\n") == "f.csv:2: quote is never closed; it is read as text ()");
  BOOST_TEST(issue("NAME,CORES\n\"a\"b,1\n") == "f.csv:2: text after a closing quote is ignored ()");
  BOOST_TEST(issue("\n\"NAME\"s,CORES\na,1\n") == "f.csv:2: text after a closing quote is ignored ()");
}

BOOST_AUTO_TEST_CASE(doubled_quotes_are_read_as_one) {
  BOOST_TEST(read("NAME\n\"say \"\"x\"\"\"\n").records[0].name == "say \"x\"");
}

BOOST_AUTO_TEST_CASE(a_header_that_stands_again_is_no_row) {
  // two files put together
  const std::string text = "NAME,CORES,TIME [ns],X\na,1,2,3\nNAME,CORES,TIME [ns],X\nb,4,5,6\nNAME,CORES,TIME [ns],7\n";
  const result all = read(text);
  BOOST_REQUIRE(all.records.size() == 3u);  // the last row equals the header except for one cell
  BOOST_TEST(all.records[0].name == "a");
  BOOST_TEST(all.records[1].name == "b");
  BOOST_TEST(all.records[2].name == "NAME");
  const quality_issue* const again = [&]() -> const quality_issue* {
    for (const quality_issue& issue : all.quality.issues())
      if (issue.reason.starts_with("header is repeated")) return &issue;
    return nullptr;
  }();
  BOOST_REQUIRE(again != nullptr);
  BOOST_TEST(again->count == 1u);
  BOOST_TEST(to_string(again->first) == "f.csv:3");
}

BOOST_AUTO_TEST_CASE(pieces_and_threads_do_not_show) {
  random_csv random(20260122);
  for (int i = 0; i < 24; ++i) {
    const std::string text = "NAME,CORES,TIME [ns],X\n" + random.text(60);
    const std::string whole = text_of_result(read(text, {1, text.size() + 1, {}}));
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
      const unsigned threads = 1 + static_cast<unsigned>(piece % 4);
      const std::string found = text_of_result(read(text, {threads, piece, {}}));
      BOOST_REQUIRE_MESSAGE(found == whole, "text " << i << " in pieces of " << piece << ": " << random_csv::shown(text));
    }
  }
}

BOOST_AUTO_TEST_CASE(threads_do_not_show_in_texts_of_many_rows) {
  random_csv random(20260123);
  std::string text = "NAME,CORES,TIME [ns],X\n";
  while (text.size() < 300'000) text += random.text(30) + ",x,1\n";
  const std::string whole = text_of_result(read(text, {1, text.size(), {}}));
  for (unsigned threads = 1; threads <= 4; ++threads)
    for (std::size_t piece : {1000u, 4096u, 100'000u})
      BOOST_TEST((text_of_result(read(text, {threads, piece, {}})) == whole));
}

// The following takes quadratic time if pieces read on into each other.
BOOST_AUTO_TEST_CASE(pieces_of_blank_lines_and_of_long_lines_take_linear_time) {
  const auto start = std::chrono::steady_clock::now();
  const std::string blank = "NAME\n" + std::string(8'000'000, '\n') + "a\n";
  BOOST_TEST(read(blank, {2, 1024, {}}).records.size() == 1u);
  const std::string one_line = "NAME\n" + std::string(8'000'000, 'x') + "\na\n";
  BOOST_TEST(read(one_line, {2, 64, {}}).records.size() == 2u);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  BOOST_TEST(took.count() < 20.0);
}

BOOST_AUTO_TEST_CASE(progress_is_told_up_to_the_end) {
  std::string text = "NAME\n";
  for (int i = 0; i < 1000; ++i) text += "abc\n";
  std::atomic<std::uint64_t> most{0};
  read_options options{2, 100, {}};
  options.progress = [&](std::uint64_t done, std::uint64_t total) {
    BOOST_TEST(total == 4000u);
    for (std::uint64_t seen = most; done > seen && !most.compare_exchange_weak(seen, done);) continue;
  };
  read(text, options);
  BOOST_TEST(most == 4000u);
}

BOOST_AUTO_TEST_SUITE_END()
