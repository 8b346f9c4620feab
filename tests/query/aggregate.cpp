#include <ridgeline/query/aggregate.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <range/v3/view/filter.hpp>
#include <range/v3/view/transform.hpp>

#include <ridgeline/query/summary.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/within.hpp>

#include "../support/made_records.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(query_aggregate)

namespace {

const std::vector<made_kernel> kernels{kernel("gemm", 0, 40, 7), kernel("copy", 40, 10, 7), kernel("gemm", 50, 20, 7),
                                       kernel("gemm", 0, 30, 8)};

struct number {
  std::int64_t value = 0;
  double real = 0;
  std::optional<double> perhaps{};
  std::uint32_t index = 0;
  bool flag = false;
};

}  // namespace

using ridgeline::time;

/// A title, and a unit, are no part of what a measure is of: 1 + 2 + 4 of one group, in whatever way it is named.
BOOST_AUTO_TEST_CASE(titles_within_measures_are_titles) {
  const std::vector<number> numbers{{.value = 1}, {.value = 2}, {.value = 4}};
  constexpr auto value = titled<"value">(&number::value);
  const auto rows = numbers | group_by(&number::flag) | aggregate(sum(value), titled<"most">(max(value)));
  BOOST_TEST(rows[0][sum(&number::value)] == 7);
  BOOST_TEST(rows[0][sum(value)] == 7);
  BOOST_TEST(rows[0][max(&number::value)] == 4);
  BOOST_TEST(rows[0][titled<"other">(max(value))] == 4);
  const auto plain = numbers | group_by(titled<"flag">(&number::flag)) | aggregate(sum(&number::value));
  BOOST_TEST((plain | sort_by(desc(sum(value))))[0][sum(titled<"another">(&number::value))] == 7);
  const auto busy_for = kernels | aggregate(sum(in<us>(elapsed)));
  BOOST_TEST(busy_for[0][sum(elapsed)].in(us) == 100.0);  // 40 + 10 + 20 + 30
  BOOST_TEST((kernels | group_by(titled<"stream">(in<unitless>(stream))) | aggregate(count))[1][stream] == 8);
}

BOOST_AUTO_TEST_CASE(a_row_has_its_keys_and_its_measures) {
  const auto rows = kernels | group_by(name, stream) |
                    aggregate(count, sum<us>(time), mean<us>(time), share(time), min(time), max(time), first(start));
  BOOST_REQUIRE(rows.size() == 3u);  // in the order of their first records
  BOOST_TEST(rows[0][name] == "gemm");
  BOOST_TEST(rows[0][stream] == 7);
  BOOST_TEST(rows[0][count] == 2);
  BOOST_TEST(rows[0][sum(time)].in(us) == 60);           // 40 + 20
  BOOST_TEST(rows[0][mean(time)].in(us) == 30);
  BOOST_TEST(rows[0][share(time)] == 0.6);               // 60 of 100
  BOOST_TEST(rows[0][min(time)].in(us) == 20);
  BOOST_TEST(rows[0][max(time)].in(us) == 40);
  BOOST_TEST(rows[2][first(start)].base() == 0);
  BOOST_TEST(rows[1][name] == "copy");
  BOOST_TEST(rows[2][stream] == 8);
  static_assert(std::is_same_v<decltype(rows[0][sum(time)]), const duration&>, "a sum of durations is exact");
}

BOOST_AUTO_TEST_CASE(rows_are_sorted_and_filtered_by_what_they_show) {
  const auto rows = kernels | group_by(name) | aggregate(count, sum<us>(time), cumulative(time)) |
                    sort_by(sum(time), name);
  BOOST_TEST(rows[0][name] == "copy");
  BOOST_TEST(rows[0][cumulative(time)] == 0.1);  // 10 of 100, then 10 + 90
  BOOST_TEST(rows[1][cumulative(time)] == 1);
  const auto turned = rows | sort_by(desc(sum(time)));
  BOOST_TEST(turned[0][cumulative(time)] == 0.9);
  BOOST_TEST((rows | where(equals(count, 3)) | sort_by(name)).size() == 1u);
}

BOOST_AUTO_TEST_CASE(without_groups_all_are_one) {
  const auto rows = kernels | aggregate(count, sum(time));
  BOOST_REQUIRE(rows.size() == 1u);
  BOOST_TEST(rows[0][sum(time)].in(us) == 100);
  BOOST_TEST((std::vector<made_kernel>{} | group_by(name) | aggregate(count)).empty());
  const auto none = std::vector<made_kernel>{} | aggregate(count, sum(time), max(time), share(time));
  BOOST_REQUIRE(none.size() == 1u);  // one row of no record
  BOOST_TEST(none[0][count] == 0);
  BOOST_TEST(none[0][sum(time)].base() == 0);
  BOOST_TEST(!known(none[0][max(time)]));
  BOOST_TEST(!known(none[0][share(time)]));
}

// Eleven times in ascending order, 0 to 10 us: the quantile at p lies at p / 10, whatever was computed before it.
BOOST_AUTO_TEST_CASE(a_summary_leaves_quantiles_of_its_value_as_they_are) {
  std::vector<made_kernel> all;
  for (int t = 0; t <= 10; ++t) all.push_back(kernel("k", 0, t));
  const auto row = (all | aggregate(summary(time), quantile<10>(time), quantile<20>(time), median(time)))[0];
  BOOST_TEST(row[quantile<10>(time)].in(us) == 1);
  BOOST_TEST(row[quantile<20>(time)].in(us) == 2);
  BOOST_TEST(row[median(time)].in(us) == 5);
}

BOOST_AUTO_TEST_CASE(quantiles_and_deviations) {
  std::vector<made_kernel> all;
  for (const int t : {40, 10, 30, 20}) all.push_back(kernel("k", 0, t));
  const auto row = (all | aggregate(median(time), quantile<25>(time), quantile<95>(time), stddev(time)))[0];
  BOOST_TEST(row[median(time)].in(us) == 25);                             // between 20 and 30
  BOOST_TEST(row[quantile<25>(time)].in(us) == 17.5);                     // 10 + 0.75 * 10
  BOOST_TEST(std::fabs(row[quantile<95>(time)].in(us) - 38.5) < 1e-12);   // 30 + 0.85 * 10
  BOOST_TEST(std::fabs(row[stddev(time)].in(us) - std::sqrt(500.0 / 3)) < 1e-12);  // 225 + 225 + 25 + 25 over 3
  const auto one = (std::vector<made_kernel>{kernel("k", 0, 4)} | aggregate(stddev(time), median(time)))[0];
  BOOST_TEST(!known(one[stddev(time)]));
  made_kernel least = kernel("k", 0, 1), most = kernel("k", 0, 1);
  least.share = 1, most.share = 10;
  const std::vector<made_kernel> two{least, most};
  const auto share = (two | aggregate(quantile<85>(&made_kernel::share)))[0];
  BOOST_TEST(share[quantile<85>(&made_kernel::share)] == 8.65);  // 10 - 0.15 * 9; 1 + 0.85 * 9 would be 8.649999999999999
  BOOST_TEST(one[median(time)].in(us) == 4);
}

BOOST_AUTO_TEST_CASE(missing_values_are_left_out) {
  std::vector<made_kernel> all{kernel("k", 0, 4), kernel("k", 0, 8)};
  all.push_back(all[0]);
  all[2].time = missing<duration>;
  const auto row = (all | aggregate(count, sum(time), mean(time), min(time), sum(&made_kernel::share),
                                    mean(&made_kernel::share), max(&made_kernel::share)))[0];
  BOOST_TEST(row[count] == 3);
  BOOST_TEST(row[sum(time)].in(us) == 12);
  BOOST_TEST(row[mean(time)].in(us) == 6);  // 12 / 2
  BOOST_TEST(row[min(time)].in(us) == 4);
  BOOST_TEST(row[sum(&made_kernel::share)] == 0);  // the sum of nothing
  BOOST_TEST(!known(row[mean(&made_kernel::share)]));
  BOOST_TEST(!known(row[max(&made_kernel::share)]));
}

BOOST_AUTO_TEST_CASE(sums_of_integers_are_integers_and_of_doubles_do_not_drift) {
  constexpr std::int64_t large = 9007199254740993;  // 2^53 + 1: no double
  std::vector<number> all{{large, 0.1}, {large, 0.1}};
  const auto row = (all | aggregate(sum(&number::value), sum(&number::real)))[0];
  BOOST_TEST(row[sum(&number::value)] == 2 * large);
  all[1].value = 9223372036854775807;
  BOOST_TEST(!known((all | aggregate(sum(&number::value)))[0][sum(&number::value)]));  // does not fit
  const std::vector<number> many(1'000'000, number{1, 0.1, 0.5, 2, true});
  const auto sums = (many | aggregate(sum(&number::real), sum(&number::perhaps), sum(&number::index),
                                      sum(&number::flag)))[0];
  BOOST_TEST(sums[sum(&number::real)] == 100'000.0);  // a plain sum: 100000.00000133288
  BOOST_TEST(sums[sum(&number::perhaps)] == 500'000.0);
  BOOST_TEST(sums[sum(&number::index)] == 2'000'000);
  BOOST_TEST(sums[sum(&number::flag)] == 1'000'000);
}

BOOST_AUTO_TEST_CASE(large_unsigned_numbers_do_not_become_negative_ones) {
  struct transfer {
    std::uint64_t bytes;
    std::int64_t handle;
  };
  constexpr std::uint64_t half = std::uint64_t{1} << 63;  // 2^63: fits in no int64
  constexpr std::int64_t large = std::int64_t{1} << 62;
  const std::vector<transfer> all{{half, large}, {half, large}, {half, -large}, {half, -large}};
  const auto row = (all | aggregate(sum(&transfer::bytes), mean(&transfer::bytes), max(&transfer::bytes),
                                    sum(&transfer::handle)))[0];
  BOOST_TEST(!known(row[sum(&transfer::bytes)]));  // 2^65
  BOOST_TEST(row[mean(&transfer::bytes)] == static_cast<double>(half));
  BOOST_TEST(row[max(&transfer::bytes)] == half);
  BOOST_TEST(row[sum(&transfer::handle)] == 0);  // 2^63 on the way
  const std::vector<transfer> some{{half, 0}, {half / 2, 0}};
  BOOST_TEST((some | aggregate(sum(&transfer::bytes)))[0][sum(&transfer::bytes)] == 3 * (half / 2));  // 2^63 + 2^62
}

BOOST_AUTO_TEST_CASE(two_members_of_one_type_are_two_columns) {
  struct pair {
    double a, b;
  };
  const std::vector<pair> all{{1, 10}, {2, 20}};
  const auto row = (all | aggregate(sum(&pair::a), sum(&pair::b)))[0];
  BOOST_TEST(row[sum(&pair::a)] == 3);
  BOOST_TEST(row[sum(&pair::b)] == 30);
  const auto other = (all | aggregate(sum(&pair::a)))[0];
  BOOST_TEST(!known(other[sum(&pair::b)]));  // was not asked for
}

BOOST_AUTO_TEST_CASE(keys_of_all_kinds) {
  struct mixed {
    std::string_view text;
    double real;
    std::optional<int> perhaps;
    duration length;
  };
  const std::vector<mixed> all{{"x", missing<double>, 1, missing<duration>},
                               {"x", missing<double>, {}, missing<duration>},
                               {"y", -0.0, 1, duration::of(3)},
                               {"y", 0.0, {}, duration::of(3)}};
  BOOST_TEST((all | group_by(&mixed::text) | aggregate(count)).size() == 2u);
  BOOST_TEST((all | group_by(&mixed::real) | aggregate(count)).size() == 2u);     // missing is one key; so is zero
  BOOST_TEST((all | group_by(&mixed::perhaps) | aggregate(count)).size() == 2u);
  BOOST_TEST((all | group_by(&mixed::length) | aggregate(count)).size() == 2u);
  BOOST_TEST((all | group_by(&mixed::text, &mixed::perhaps) | aggregate(count)).size() == 4u);
  const auto by_first = [](const made_kernel& k) { return k.name.substr(0, 1); };  // text by value: the row owns it
  BOOST_TEST((kernels | group_by(by_first) | aggregate(count))[0][by_first] == "g");
}

BOOST_AUTO_TEST_CASE(many_keys_keep_their_order) {
  std::vector<number> all;
  for (std::int64_t i = 0; i < 5000; ++i) all.push_back({(i * 7919) % 2500, 1});  // each key twice
  const auto rows = all | group_by(&number::value) | aggregate(count);
  BOOST_REQUIRE(rows.size() == 2500u);
  bool right = true;
  for (std::size_t i = 0; i < rows.size(); ++i)
    right = right && rows[i][&number::value] == all[i].value && rows[i][count] == 2;
  BOOST_TEST(right);
}

BOOST_AUTO_TEST_CASE(views_of_range_v3_stand_on_both_sides) {
  const auto rows = kernels | ranges::views::filter(&made_kernel::is_long) | group_by(name) |
                    aggregate(count, sum<us>(time));
  BOOST_TEST(rows[0][sum(time)].in(us) == 90);  // 40 + 20 + 30
  const auto sorted = kernels | sort_by(desc(time));
  std::string all;
  for (const auto& n : sorted | ranges::views::transform(+name)) all += n[0];
  BOOST_TEST(all == "gggc");
}

BOOST_AUTO_TEST_CASE(running_shares_follow_the_order_of_top) {
  struct spent { std::string_view name; int cost; };
  const std::vector<spent> all{{"a", 1}, {"b", 6}, {"c", 3}};  // a tenth, six, three
  const auto rows = all | group_by(name) | aggregate(sum(&spent::cost), cumulative(&spent::cost));
  const auto largest = rows | top<2>(sum(&spent::cost));
  BOOST_TEST(largest[0][cumulative(&spent::cost)] == 0.6);
  BOOST_TEST(largest[1][cumulative(&spent::cost)] == 0.9, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(lambdas_of_one_type_are_two_keys) {
  struct sized { int length; };
  const auto in_bins_of = [](int width) { return [width](const sized& s) { return s.length / width; }; };
  const std::vector<sized> all{{250}, {99}};
  const auto rows = all | group_by(in_bins_of(10), in_bins_of(100)) | aggregate(count);
  BOOST_TEST(rows[0][in_bins_of(10)] == 25);
  BOOST_TEST(rows[0][in_bins_of(100)] == 2);
  BOOST_TEST((rows | sort_by(in_bins_of(100)) | take(1))[0][in_bins_of(10)] == 9);
  BOOST_TEST((rows | top<1>(in_bins_of(100)))[0][in_bins_of(10)] == 25);  // rows of such keys cannot be assigned
}

BOOST_AUTO_TEST_CASE(an_infinite_value_makes_an_infinite_sum) {
  struct measured_rate { double rate; };
  const double endless = std::numeric_limits<double>::infinity();
  const std::vector<measured_rate> all{{1}, {endless}, {2}};
  const auto row = (all | aggregate(sum(&measured_rate::rate), mean(&measured_rate::rate)))[0];
  BOOST_TEST(row[sum(&measured_rate::rate)] == endless);
  BOOST_TEST(row[mean(&measured_rate::rate)] == endless);
}

BOOST_AUTO_TEST_CASE(structs_that_hold_texts_are_no_keys) {
  enum class lane : std::uint8_t { left, right };
  struct place { std::int64_t core; lane side, other; std::uint16_t x; std::uint32_t y; };
  struct named_place { std::int64_t core; std::string_view name; };
  struct around { std::int32_t x[2]; named_place inside; };
  struct pointed { std::int64_t core; const place* at; };
  static_assert(groups_by<place> && groups_by<std::array<std::uint8_t, 100>> && groups_by<pointed>);
  static_assert(!groups_by<named_place> && !groups_by<around> && !groups_by<std::array<std::string_view, 2>>,
                "their bytes say where a text is, not what it says");
  static_assert(!groups_by<std::array<const char*, 1>> && !groups_by<std::span<const int>>);
  const std::vector<place> all{{1, lane::left, lane::left, 2, 3}, {1, lane::left, lane::left, 2, 3},
                               {1, lane::right, lane::left, 2, 3}};
  const auto rows = all | group_by([](const place& p) { return p; }) | aggregate(count);
  BOOST_REQUIRE(rows.size() == 2u);
}

BOOST_AUTO_TEST_CASE(callables_that_hold_texts_are_told_apart_if_they_can_be_compared) {
  struct begins_with {
    std::string front;
    bool operator()(const made_kernel& k) const { return k.name.starts_with(front); }
    bool operator==(const begins_with&) const = default;
  };
  const auto row = (kernels | aggregate(sum(begins_with{"gemm"}), sum(begins_with{"copy"})))[0];
  BOOST_TEST(row[sum(begins_with{"gemm"})] == 3);
  BOOST_TEST(row[sum(begins_with{"copy"})] == 1);
  // one of its type is found, whether or not it can be compared, and so are its two units
  const auto longer = [](double least) {
    return [least](const made_kernel& k) { return k.time.in(us) > least ? k.time : duration{}; };
  };
  const auto one = (kernels | aggregate(count, sum<us>(longer(25)), sum<ms>(longer(25))))[0];
  BOOST_TEST(one[sum<us>(longer(25))].in(us) == 70);  // 40 + 30
  BOOST_TEST(one[sum<ms>(longer(25))].in(us) == 70);
}

/// A record as a C library writes it: the text stands in it, small numbers are bit-fields.
struct in_place {
  char name[16];
  time_point start;
  duration time;
  unsigned device : 4;
  unsigned stream : 12;
};
/// A record whose members have no alignment.
struct [[gnu::packed]] without_padding {
  char kind;
  std::uint32_t device;
  std::uint64_t bytes;
};

BOOST_AUTO_TEST_CASE(text_in_a_record_outlives_it) {
  const std::vector<in_place> all{{"gemm", time_point::of(9), duration::of(1), 0, 5},
                                  {"add", time_point::of(2), duration::of(2), 1, 6},
                                  {"gemm", time_point::of(4), duration::of(4), 0, 7}};
  const auto rows = all | sort_by(start) | group_by(name) | aggregate(count, last(name), max(name));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0][name] == "add");  // starts at 2, the others at 4 and 9
  BOOST_TEST(rows[1][name] == "gemm");
  BOOST_TEST(rows[1][last(name)] == "gemm");
  BOOST_TEST(rows[0][max(name)] == "add");
  BOOST_TEST((all | sort_by(start) | transform(name)) == (std::vector<std::string>{"add", "gemm", "gemm"}));
}

BOOST_AUTO_TEST_CASE(members_that_nothing_can_refer_to_are_read) {
  const std::vector<in_place> all{{"a", {}, {}, 0, 5}, {"b", {}, {}, 1, 6}, {"c", {}, {}, 0, 4000}};
  const auto rows = all | group_by(device) | aggregate(sum(stream), max(stream));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0][sum(stream)] == 4005);  // 5 + 4000
  BOOST_TEST(rows[0][max(stream)] == 4000u);
  const std::vector<without_padding> packed{{'k', 1, 10}, {'c', 2, 20}, {'k', 1, 30}};
  const auto sizes = packed | group_by(device) | aggregate(sum(size));
  BOOST_TEST(sizes[0][sum(size)] == 40);
  BOOST_TEST(sizes[1][device] == 2u);
  // By value: a reference to it would be misaligned.
  static_assert(std::is_same_v<decltype(project(&without_padding::bytes, packed[0])), std::uint64_t>);
  const auto by_pointer = packed | group_by(&without_padding::device) | aggregate(sum(&without_padding::bytes));
  BOOST_TEST(by_pointer[0][sum(&without_padding::bytes)] == 40u);  // 10 + 30
  string_output shown;
  write_csv(shown, table("packed", packed, columns(column<"bytes">(&without_padding::bytes))));
  BOOST_TEST(shown.text() == "bytes\r\n10\r\n20\r\n30\r\n");
}

/// A record that owns its name and gives a view of it.
struct own_name {
  std::string text;
  int device = 0;
  std::string_view name() const { return text; }
};

BOOST_AUTO_TEST_CASE(views_of_records_that_are_gone_are_copied) {
  const auto made = [] { return std::vector<own_name>{{"b", 0}, {"a", 1}, {"b", 1}}; };
  const auto rows = made() | group_by(name) | aggregate(count, first(name));
  BOOST_TEST(rows[0][name] == "b");
  BOOST_TEST(rows[1][first(name)] == "a");
  BOOST_TEST((made() | transform(name)) == (std::vector<std::string>{"b", "a", "b"}));
  const std::vector<own_name> all = made();
  const auto within_devices = all | group_by(device) | within(group_by(name) | aggregate(count));
  BOOST_REQUIRE(within_devices.size() == 3u);
  BOOST_TEST(within_devices[2][name] == "b");
  static_assert(std::is_same_v<decltype(all | transform(name)), std::vector<std::string_view>>, "these stay");
}

/// An optional truth value of a group that has none is none, and not False; one that is no optional is of its type.
BOOST_AUTO_TEST_CASE(truth_values_that_are_missing_stay_so) {
  struct request {
    std::string_view name{};
    std::optional<bool> cached{};
    bool done = false;
  };
  const std::vector<request> all{{"a", {}, true}, {"b", true, false}, {"b", false, true}, {"b", {}, true}};
  const auto rows = all | group_by(name) | aggregate(max(&request::cached), first(&request::done));
  BOOST_TEST(!rows[0][max(&request::cached)].has_value());
  BOOST_TEST((rows[1][max(&request::cached)] == true));
  static_assert(std::is_same_v<decltype(rows[0][first(&request::done)]), const bool&>);
  BOOST_TEST(rows[0][first(&request::done)]);
}

BOOST_AUTO_TEST_SUITE_END()
