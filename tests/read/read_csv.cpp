#include <ridgeline/read/read_csv.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/within.hpp>

#include "../support/temporary.hpp"

using namespace ridgeline;

namespace {

enum class side { left, right };

struct row {
  std::string_view name{};
  std::string note{};
  time_point start{};
  duration time{};
  byte_count moved{};
  std::int8_t tiny = 0;
  std::int32_t small = 0;
  std::uint64_t big = 0;
  float real = 0;
  bool flag = true;
  char letter = '?';
  side where = side::left;
  std::optional<double> perhaps{};
};

constexpr auto all_fields = fields(
    field<"name">(&row::name), field<"note">(&row::note), field<"start (us)", us>(&row::start),
    field<"time (ms)", ms>(&row::time), field<"moved (KiB)", KiB>(&row::moved), field<"tiny">(&row::tiny),
    field<"small">(&row::small), field<"big">(&row::big), field<"real">(&row::real), field<"flag">(&row::flag),
    field<"letter">(&row::letter), field<"side">(&row::where), field<"perhaps">(&row::perhaps));
constexpr std::string_view header =
    "name,note,start (us),time (ms),moved (KiB),tiny,small,big,real,flag,letter,side,perhaps\n";

csv_records<row> read(std::string_view cells) {
  auto all = read_csv_text<row>(std::string(header) + std::string(cells), all_fields, "own.csv");
  BOOST_REQUIRE(all);
  return std::move(*all);
}

}  // namespace

template <>
struct ridgeline::from_text<side> {
  static std::optional<side> of(std::string_view text) {
    if (text == "L") return side::left;
    if (text == "R") return side::right;
    return std::nullopt;
  }
};

BOOST_AUTO_TEST_SUITE(read_read_csv)

BOOST_AUTO_TEST_CASE(all_types_of_members) {
  const auto all = read("\"a, b\",\"say \"\"hi\"\"\",1690000000123456.789, 1.5 ,2,-7,64.0,18446744073709551614,"
                        "0.5,False,x,R,3\n");
  BOOST_REQUIRE(all.size() == 1u);
  const row& r = all.records[0];
  BOOST_TEST(r.name == "a, b");
  BOOST_TEST(r.note == "say \"hi\"");
  BOOST_TEST(r.start.base() == 1690000000123456789);
  BOOST_TEST(r.time.base() == 1500000);
  BOOST_TEST(r.moved.in(B) == 2048);
  BOOST_TEST(static_cast<int>(r.tiny) == -7);
  BOOST_TEST(r.small == 64);
  BOOST_TEST(r.big == 18446744073709551614u);
  BOOST_TEST(r.real == 0.5f);
  BOOST_TEST(!r.flag);
  BOOST_TEST(r.letter == 'x');
  BOOST_TEST((r.where == side::right));
  BOOST_TEST(r.perhaps.value() == 3);
  BOOST_TEST(all.problems.empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_missing_and_counted) {
  const auto all = read("a,,x,1e30,many,200,1.5,-1,1e99,maybe,xy,up,?\n");
  const row& r = all.records[0];
  BOOST_TEST(!known(r.start));
  BOOST_TEST(!known(r.time));   // 1e36 ns does not fit
  BOOST_TEST(!known(r.moved));
  BOOST_TEST(static_cast<int>(r.tiny) == 0);  // 200 does not fit; a byte cannot be missing: the record's default
  BOOST_TEST(!known(r.small));
  BOOST_TEST(!known(r.big));
  BOOST_TEST(!known(r.real));   // too large for a float
  BOOST_TEST(r.flag);           // the record's defaults
  BOOST_TEST(r.letter == '?');
  BOOST_TEST(!known(r.perhaps));
  BOOST_TEST(all.problems.issues().size() == 11u);
  const quality_issue& first_issue = all.problems.issues()[0];
  BOOST_TEST(first_issue.reason == "expected a number in column \"start (us)\"");
  BOOST_TEST(to_string(first_issue.first) == "own.csv:2:4");
  BOOST_TEST(first_issue.example == "x");
}

BOOST_AUTO_TEST_CASE(what_is_not_given_is_missing_and_no_problem) {
  const auto all = read("a,,,NA,n/a,1,nan,,,,,,None\n");
  const row& r = all.records[0];
  BOOST_TEST((!known(r.start) && !known(r.time) && !known(r.moved) && !known(r.small)));
  BOOST_TEST((!known(r.big) && !known(r.real) && !known(r.perhaps)));
  BOOST_TEST(all.problems.empty());
  const auto without_byte = read("a,,,NA,n/a,,nan,,,,,,None\n");  // which cannot be missing
  BOOST_REQUIRE(without_byte.problems.issues().size() == 1u);
  BOOST_TEST(without_byte.problems.issues()[0].reason == "expected a whole number in range in column \"tiny\"");
}

BOOST_AUTO_TEST_CASE(columns_stand_in_any_order) {
  struct pair {
    int a = 0;
    std::string b{};
    std::optional<int> c{};
  };
  const auto list = fields(field<"A">(&pair::a), field<"B">(&pair::b, "old B"), field<"C">(&pair::c));
  const auto all = read_csv_text<pair>("\xEF\xBB\xBFmore,old B,A\r\n1,two,3\r\n4,\"fi\nve\",x\r\n", list, "p.csv");
  BOOST_REQUIRE(all);
  BOOST_TEST(all->records[0].a == 3);
  BOOST_TEST(all->records[0].b == "two");
  BOOST_TEST(all->records[1].b == "fi\nve");
  BOOST_TEST(!known(all->records[1].a));
  BOOST_TEST(to_string(all->problems.issues()[0].first) == "p.csv:4:5");  // the line break counts
  const auto lacking = read_csv_text<pair>("A,X\n1,2\n", list, "p.csv");
  BOOST_REQUIRE(!lacking);
  BOOST_TEST(to_string(lacking.error()) == "p.csv:1: has no column \"B\"; its columns are \"A\", \"X\"");
  const auto long_title = read_csv_text<pair>("A," + std::string(70, 'x') + "\n1,2\n", list, "p.csv");
  BOOST_REQUIRE(!long_title);
  BOOST_TEST(long_title.error().what == "has no column \"B\"; its columns are \"A\", \"" + std::string(60, 'x') + "\"");
  BOOST_TEST(!read_csv_text<pair>("", list));
  const auto ragged = read_csv_text<pair>("A,B\n1\n1,2,3\n", list, "p.csv");
  BOOST_REQUIRE(ragged);
  BOOST_TEST(ragged->size() == 1u);  // in the longer row, no cell is sure to be in its column
  BOOST_TEST(ragged->problems.issues().size() == 2u);
}

BOOST_AUTO_TEST_CASE(tables_as_spreadsheets_write_them) {
  struct priced {
    std::string name{};
    double price = missing<double>;
    duration time = missing<duration>;
    std::int64_t calls = missing<std::int64_t>;
  };
  const auto list = fields(field<"name">(&priced::name), field<"price">(&priced::price),
                           field<"time (us)", us>(&priced::time), field<"calls">(&priced::calls));
  const std::string by_comma = "name,price,time (us),calls\na,1.5,2.5,\"1,000\"\n";
  const std::string by_semicolon = "name;price;time (us);calls\r\na;1,5;2,5;1000\r\n";
  const std::string named = "sep=;\r\nname;price;time (us);calls\r\na;1,5;2,5;1000\r\nb;x;1;1\r\n";
  const std::string by_tab = "name\tprice\ttime (us)\tcalls\na\t1.5\t2.5\t1000\n";
  const std::string by_bar = "name|price|time (us)|calls\na|1.5|2.5|1000\n";
  for (const std::string& text : {by_comma, by_semicolon, named, by_tab, by_bar, "# of 7 May\n\n" + by_semicolon}) {
    const auto all = read_csv_text<priced>(text, list, "p.csv");
    BOOST_REQUIRE(all);
    BOOST_TEST(all->records[0].name == "a");
    BOOST_TEST(all->records[0].price == 1.5);
    BOOST_TEST(all->records[0].time.base() == 2500);
    BOOST_TEST(all->records[0].calls == 1000);
  }
  const auto all = read_csv_text<priced>(named, list, "p.csv");
  BOOST_TEST(to_string(all->problems.issues()[0].first) == "p.csv:4:3");  // the line that names the separator counts
  // Where one separator is a comma, a semicolon belongs to a title.
  const auto whole = fields(field<"a;b">([](std::string& s) -> auto& { return s; }));
  const auto odd = read_csv_text<std::string>("a;b\nx;y\n", whole);
  BOOST_TEST(odd->records[0] == "x;y");
  // A header may begin like a comment: it has as many cells as the row below it.
  const auto first = fields(field<"#">([](std::string& s) -> auto& { return s; }));
  const auto numbered = read_csv_text<std::string>("# a, b, c\n#,price\nx,1\n", first);
  BOOST_TEST(numbered->records[0] == "x");
}

BOOST_AUTO_TEST_CASE(a_record_whose_members_may_all_be_absent_needs_one_column) {
  struct loose {
    std::optional<double> latency{};
    std::optional<std::int64_t> tokens{};
  };
  const auto list = fields(field<"latency (ms)">(&loose::latency), field<"tokens">(&loose::tokens));
  for (const std::string text : {"model;latency (ms);tokens\na;1,5;3\n", "model\tlatency (ms)\ttokens\na\t1.5\t3\n",
                                 "sep=;\nlatency (ms);tokens\n1,5;3\n", "latency (ms),tokens\n1.5,3\n"}) {
    const auto all = read_csv_text<loose>(text, list, "p.csv");
    BOOST_REQUIRE(all);
    BOOST_REQUIRE(all->size() == 1u);
    BOOST_TEST((all->records[0].latency == 1.5 && all->records[0].tokens == 3));
  }
  const auto other = read_csv_text<loose>("model;tokens\na;3\n", list, "p.csv");
  BOOST_TEST((!other->records[0].latency && other->records[0].tokens == 3));
  const auto none = read_csv_text<loose>("model;Latency\na;3\n", list, "p.csv");
  BOOST_REQUIRE(!none);
  BOOST_TEST(none.error().what == "has no column \"latency (ms)\"; its columns are \"model\", \"Latency\"");
}

BOOST_AUTO_TEST_CASE(headers_that_repeat_or_are_long) {
  struct named {
    std::string name{};
    std::uint8_t level = 0;
  };
  const auto list = fields(field<"name">(&named::name), field<"level">(&named::level));
  const auto joined = read_csv_text<named>("name,level\na,1\nname,level\nb,2\n", list, "p.csv");
  BOOST_REQUIRE(joined->size() == 2u);
  BOOST_TEST(joined->records[1].name == "b");
  BOOST_TEST(joined->problems.issues()[0].reason == "header is repeated in the file; it is skipped");
  const auto twice = read_csv_text<named>("name,level,name\na,1,b\n", list, "p.csv");
  BOOST_TEST(twice->records[0].name == "a");
  BOOST_TEST(twice->problems.issues()[0].reason == "the header names this column twice; the first one counts");
  // A row that ends before a number that cannot be missing: said once, of the row.
  const auto ragged = read_csv_text<named>("name,level\na\nb,2,\n", list, "p.csv");
  BOOST_TEST(ragged->size() == 2u);
  BOOST_REQUIRE(ragged->problems.issues().size() == 2u);
  BOOST_TEST(to_string(ragged->problems.issues()[0].first) == "p.csv:2");
  BOOST_TEST(ragged->problems.issues()[1].reason == "row has more cells than the header; they are empty");
  BOOST_TEST(!ragged->problems.issues()[1].lost_input);
  // A comma in a name without quotes: no cell of the row is sure to be in its column.
  const auto longer = read_csv_text<named>("name,level\na,1\nName, with comma,2\nc,3\n", list, "p.csv");
  BOOST_REQUIRE(longer->size() == 2u);
  BOOST_TEST(longer->records[1].name == "c");
  BOOST_TEST(to_string(longer->problems.issues()[0].first) == "p.csv:3");
  BOOST_TEST(longer->problems.issues()[0].reason == "row has more cells than the header; it is left out");
  std::string wide = "c0";
  for (int i = 1; i < 10'000; ++i) wide += ",c" + std::to_string(i);
  const auto lacking = read_csv_text<named>(wide + "\n", list, "p.csv");
  BOOST_TEST(to_string(lacking.error()).ends_with("\"c38\", \"c39\" and 9960 more"));
  const auto found = read_csv_text<named>(wide + ",name,level\n" + std::string(10'000, ',') + "a,1\n", list, "p.csv");
  BOOST_TEST(found->records[0].name == "a");
}

BOOST_AUTO_TEST_CASE(packed_bytes_in_memory_are_no_text) {
  BOOST_TEST(to_string(read_csv_text<row>("\x1F\x8B\x08", all_fields, "t.csv").error()) ==
             "t.csv: is packed with gzip: unpack it (gzip -d)");
  BOOST_TEST(to_string(read_csv_text<row>("\x89HDF\r\n", all_fields).error()) ==
             "is an HDF5 file, which this program does not read");
}

BOOST_AUTO_TEST_CASE(files_are_read_and_texts_outlive_them) {
  const temporary_folder folder;
  const std::string path = folder.file("own.csv", std::string(header) + "a,b,1,2,3,4,5,6,7,1,c,L,8\n"
                                                                        "a,b,1,3,3,4,5,6,7,1,c,L,8\n");
  auto read_once = read_csv<row>(path, all_fields);
  BOOST_REQUIRE(read_once);
  const csv_records<row> moved = std::move(*read_once);
  const auto rows = moved | group_by(name) | aggregate(count, sum<ms>(elapsed));
  BOOST_TEST(rows[0][name] == "a");
  BOOST_TEST(rows[0][sum(elapsed)].in(ms) == 5);  // 2 + 3
  BOOST_TEST(!read_csv<row>(folder.path("none.csv"), all_fields));
  std::string names;
  for (const row& r : *read_csv<row>(path, all_fields)) names += r.name;  // the temporary lives as long as the loop
  BOOST_TEST(names == "aa");
  const auto any = [](const row&) { return true; };
  const auto of_temporary =
      *read_csv<row>(path, all_fields) | where(any) | group_by(name) | aggregate(last(&row::note));
  BOOST_TEST(of_temporary[0][name] == "a");  // copied, because the texts are gone
  BOOST_TEST(of_temporary[0][last(&row::note)] == "b");
}

BOOST_AUTO_TEST_CASE(texts_of_a_temporary_are_copied_or_kept_with_it) {
  struct view {
    std::string_view name{};
    std::int64_t cost = 0;
  };
  constexpr auto two = fields(field<"name">(&view::name), field<"cost">(&view::cost));
  const auto rows = [&] { return read_csv_text<view>("name,cost\na,2\nb,1\na,3\n", two); };
  const auto of_groups = *rows() | group_by(&view::cost) | within(aggregate(last(name)));
  static_assert(std::is_same_v<decltype(of_groups[0][last(name)]), const std::string&>);  // the texts are gone
  BOOST_TEST(of_groups[1][last(name)] == "b");
  const auto named = *rows() | where([](const view& r) { return r.cost > 1; });  // owns the texts
  const auto sorted = named | sort_by(desc(&view::cost));
  BOOST_TEST(sorted[0].cost == 3);
  BOOST_TEST(sorted[0].name == "a");
}

BOOST_AUTO_TEST_CASE(points_of_thousands) {
  struct took { double us = 0; std::int32_t count = 0; std::string name{}; };
  constexpr auto list = fields(field<"us">(&took::us), field<"count">(&took::count), field<"name">(&took::name));
  const auto all = read_csv_text<took>("us;count;name\n1.234;12;1.234\n1.234,5;1.024;x\n12,5;7;y\n", list, "t.csv");
  BOOST_REQUIRE(all.has_value());
  BOOST_TEST(all->records[0].us == 1234.0);   // 12,5 shows that the comma is the decimal mark
  BOOST_TEST(all->records[0].name == "1.234");
  BOOST_TEST(all->records[1].us == 1234.5);
  BOOST_TEST(all->records[1].count == 1024);
  BOOST_TEST(all->records[2].us == 12.5);
  BOOST_TEST(all->problems.empty());
  const auto both = read_csv_text<took>("us;count;name\n12,5;1;a\n1.5;2;b\n1.234;3;c\n", list, "t.csv");
  BOOST_REQUIRE(both.has_value());
  BOOST_TEST(both->records[1].us == 1.5);
  BOOST_TEST(!known(both->records[2].us));    // 1.234 or 1234
  BOOST_REQUIRE(both->problems.issues().size() == 1u);
  BOOST_TEST(both->problems.issues()[0].reason.find("thousands") != std::string::npos);
  BOOST_TEST(to_string(both->problems.issues()[0].first) == "t.csv:4:1");
  const auto plain = read_csv_text<took>("us;count;name\n1.234;12;x\n", list);
  BOOST_TEST(plain->records[0].us == 1.234);
}

BOOST_AUTO_TEST_SUITE_END()
