#include <ridgeline/table/tabulate.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/gaps.hpp>

#include "../support/made_records.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_tabulate)

namespace {

std::string titles(const table& t) {
  std::string all;
  for (std::size_t c = 0; c < t.columns(); ++c) {
    all += c == 0 ? "" : ", ";
    all += t.column(c).title;
    if (!t.column(c).unit.empty()) all += " [" + std::string(t.column(c).unit) + "]";
  }
  return all;
}

enum class priority { low, high };
constexpr std::string_view name_of(priority p) { return p == priority::low ? "low" : "high"; }
enum class long_named { one };
std::string name_of(long_named) { return "a name that is longer than the storage inside of a string"; }
struct request {
  std::string_view name;
  std::optional<priority> given;
};

}  // namespace

using ridgeline::time;

BOOST_AUTO_TEST_CASE(an_enumeration_that_may_be_absent_is_shown_by_name) {
  constexpr auto given = titled<"priority">(&request::given);
  const table t = std::vector<request>{{"a", {}}, {"b", priority::high}} | tabulate("requests", name, given);
  std::string scratch;
  BOOST_TEST((t.at(0, 1, scratch).kind == cell_kind::none));
  BOOST_TEST(t.at(1, 1, scratch).text == "high");
}

// 300 B in 10 ns on device 0, 100 B in 5 ns on device 1: 30 and 20 GB/s.
BOOST_AUTO_TEST_CASE(words_measures_and_columns_stand_side_by_side) {
  struct copied {
    int device;
    byte_count bytes;
    duration time;
  };
  const std::vector<copied> copies{
      {0, 100.0 * B, duration::of(4)}, {0, 200.0 * B, duration::of(6)}, {1, 100.0 * B, duration::of(5)}};
  const auto rate = [](const auto& row) { return row[sum(size)] / row[sum(ridgeline::time)]; };
  const table t = copies | group_by(device) | aggregate(sum<B>(size), sum<ns>(ridgeline::time)) |
                  tabulate("rates", column<"Device">(device), column<"Bytes", KB>(sum<B>(size)).digits(0),
                           in<us>(sum<ns>(ridgeline::time)), column<"Rate", GBps>(rate));
  BOOST_TEST(titles(t) == "Device, Bytes [kB], time_sum [μs], Rate [GB/s]");
  BOOST_TEST(t.column(1).digits == 0);
  std::string scratch;
  BOOST_TEST(t.at(1, 0, scratch).integer == 1);
  BOOST_TEST(t.at(0, 1, scratch).real == 0.3);
  BOOST_TEST(t.at(0, 2, scratch).real == 0.01);
  BOOST_TEST(t.at(0, 3, scratch).real == 30);
  BOOST_TEST(t.at(1, 3, scratch).real == 20);
}

// Texts made for a cell, too long for a string's own storage.
BOOST_AUTO_TEST_CASE(text_made_for_a_cell_stands_in_the_scratch) {
  struct made {
    std::optional<long_named> kind;
    int number;
    std::optional<std::string> label{};
  };
  constexpr auto several = [](const made&) { return std::optional<std::string>(std::string(40, 'a') + "x"); };
  constexpr auto own = column<"own">([](const made& r, std::string& scratch) {
    scratch.assign(40, 'c');
    return scratch += std::to_string(r.number);
  });
  constexpr auto copied = column<"copied">([](const made& r, std::string& scratch) {
    scratch = std::string(40, 'd') + std::to_string(r.number);
    return scratch;
  });
  const std::vector<made> all{{long_named::one, 7, "as it is"}, {long_named::one, 8}};
  const table words = all | tabulate("words", titled<"kind">(&made::kind), titled<"several">(several));
  const table columns = all | tabulate("columns", own, copied, column<"several">(several),
                                       column<"label">(&made::label));
  std::string scratch;
  BOOST_TEST(words.at(0, 0, scratch).text == "a name that is longer than the storage inside of a string");
  BOOST_TEST(words.at(0, 1, scratch).text == std::string(40, 'a') + "x");
  BOOST_TEST(columns.at(0, 0, scratch).text == std::string(40, 'c') + "7");
  BOOST_TEST(columns.at(0, 1, scratch).text == std::string(40, 'd') + "7");
  BOOST_TEST(columns.at(0, 2, scratch).text == std::string(40, 'a') + "x");
  BOOST_TEST(columns.at(0, 3, scratch).text == "as it is");
  BOOST_TEST(columns.at(1, 3, scratch).empty());
}

BOOST_AUTO_TEST_CASE(the_columns_of_an_aggregate_are_its_keys_and_measures) {
  const table t = std::vector<made_kernel>{kernel("a", 0, 3), kernel("b", 3, 1)} | group_by(name, stream) |
                  aggregate(count, sum<us>(time), share(time), quantile<95, ms>(time), median<us>(time), first(start)) |
                  tabulate("kernels");
  BOOST_TEST(t.name() == "kernels");
  BOOST_TEST(titles(t) == "name, stream, count, time_sum [μs], time_share [%], time_p95 [ms], time_median [μs], "
                          "start_first [ns]");
  std::string scratch;
  BOOST_TEST(t.at(0, 0, scratch).text == "a");
  BOOST_TEST(t.at(0, 1, scratch).integer == 7);
  BOOST_TEST(t.at(0, 3, scratch).real == 3);
  BOOST_TEST(t.at(0, 4, scratch).real == 75);  // 3 of 4
  BOOST_TEST(t.at(1, 5, scratch).real == 0.001);
  BOOST_TEST((t.at(1, 7, scratch).kind == cell_kind::integer));
  BOOST_TEST(t.at(1, 7, scratch).integer == 3000);
}

BOOST_AUTO_TEST_CASE(a_table_without_rows_has_its_titles) {
  const table t = std::vector<made_kernel>{} | group_by(titled<"kernel">(name)) |
                  aggregate(titled<"total">(sum<us>(time))) | tabulate("none");
  BOOST_TEST(t.rows() == 0u);
  BOOST_TEST(titles(t) == "kernel, total [μs]");
}

BOOST_AUTO_TEST_CASE(the_name_of_a_table_is_any_text) {
  const std::vector<made_kernel> all;
  const std::string_view view = "seen";
  BOOST_TEST((all | tabulate(view, name)).name() == "seen");
  BOOST_TEST((all | tabulate(view, columns(column<"Kernel">(name)))).name() == "seen");
  BOOST_TEST((all | tabulate(std::string("own"), name)).name() == "own");
}

BOOST_AUTO_TEST_CASE(columns_of_other_records_are_named) {
  const auto all = std::vector<made_kernel>{kernel("a", 0, 3), kernel("b", 5, 1)} | gaps();
  const table t = all | tabulate("gaps", stream, start, in<us>(time), after(name), in<ns>(after(time)),
                                 titled<"long">([](const auto& g) { return g.time > 1 * us; }));
  BOOST_TEST(titles(t) == "stream, start [ns], time [μs], after_name, after_time [ns], long");
  std::string scratch;
  BOOST_TEST(t.at(0, 1, scratch).integer == 3000);
  BOOST_TEST(t.at(0, 2, scratch).real == 2);
  BOOST_TEST(t.at(0, 3, scratch).text == "b");
  BOOST_TEST(t.at(0, 4, scratch).integer == 1000);
  BOOST_TEST(t.at(0, 5, scratch).integer == 1);
}

BOOST_AUTO_TEST_CASE(a_list_of_columns_says_the_rest) {
  const table t = std::vector<made_kernel>{kernel("a", 0, 3)} |
                  tabulate("all", columns(column<"Kernel">(&made_kernel::name).left(),
                                          column<"Device Time", us>(&made_kernel::time).digits(3)));
  BOOST_TEST(titles(t) == "Kernel, Device Time [μs]");
  BOOST_TEST(t.column(1).digits == 3);
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_an_empty_cell) {
  std::vector<made_kernel> all{kernel("a", 0, 3)};
  all[0].time = missing<duration>;
  all[0].start = missing<time_point>;
  all[0].stream = missing<std::int64_t>;
  const table t = all | tabulate("t", stream, start, in<us>(time), in<ns>(time), titled<"share">(&made_kernel::share));
  std::string scratch;
  for (std::size_t c = 0; c < t.columns(); ++c) BOOST_TEST((t.at(0, c, scratch).kind == cell_kind::none));
}

BOOST_AUTO_TEST_SUITE_END()
