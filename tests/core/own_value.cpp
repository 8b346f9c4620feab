// Standard library types as members in pipelines and tables: std::chrono, optionals, texts in arrays, small integers.
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/own_value.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/tabulate.hpp>

namespace ridgeline {

namespace {

using namespace std::chrono_literals;
using core_detail::own_value;
using std::chrono::steady_clock;

static_assert(own_value(5us) == duration::of(5000) && own_value(-1h) == duration::of(-3'600'000'000'000));
static_assert(own_value(std::chrono::duration<double>(0.0015)) == duration::of(1'500'000));
static_assert(own_value(std::chrono::duration<float, std::micro>(2.5f)) == duration::of(2500));
static_assert(own_value(std::chrono::duration<std::int64_t, std::pico>(-2700)) == duration::of(-3));  // -2.7 ns
static_assert(own_value(std::chrono::duration<std::int64_t, std::ratio<1, 3>>(4)) == duration::of(1'333'333'333));
static_assert(own_value(std::chrono::nanoseconds(9'007'199'254'740'993)).base() == 9'007'199'254'740'993);  // 2^53 + 1
static_assert(!known(own_value(std::chrono::hours(2'562'048))));  // 2^63 ns are 2,562,047.8 h
static_assert(!known(own_value(std::chrono::duration<std::uint64_t, std::nano>(~std::uint64_t{0}))));
static_assert(own_value(steady_clock::time_point(1s)) == time_point::of(1'000'000'000));
static_assert(!known(own_value(std::optional<std::chrono::milliseconds>())));
static_assert(own_value(std::optional(2ms)) == duration::of(2'000'000));
static_assert(own_value(std::optional(duration::of(5))) == duration::of(5));
static_assert(!known(own_value(std::optional<time_point>())));
static_assert(own_value("text") == "text");
static_assert(!core_detail::foreign_value<duration> && !core_detail::foreign_value<std::optional<int>> &&
              !core_detail::foreign_value<std::string_view>);
static_assert(own_value(static_cast<const char*>("text")) == "text");
static_assert(own_value(static_cast<const char*>(nullptr)).empty());

struct span {
  char name[4];
  steady_clock::time_point start;
  std::chrono::microseconds time;
  std::optional<std::chrono::duration<double>> wait{};
  std::uint8_t level = 0;
  std::int16_t offset = 0;
  std::uint64_t id = 0;
};
const std::vector<span> spans{
    {{'l', 'o', 'a', 'd'}, steady_clock::time_point(1s), 5us, {}, 255, -32768, 1ull << 63},  // no terminating zero
    {"run", steady_clock::time_point(1s + 10us), 7us, 1.5ms, 1, 2, 3},
    {"run", steady_clock::time_point(1s + 17us), 1us, 0.5ms, 2, 4, 4}};

std::string csv_of(const table& t) {
  string_output out;
  write_csv(out, t);
  std::string text = out.text();
  std::erase(text, '\r');
  return text;
}

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(own_values)

BOOST_AUTO_TEST_CASE(chrono_members_are_times) {
  using namespace ridgeline;
  const auto rows = spans | group_by(name) | aggregate(count, sum(elapsed), max(&span::wait));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0][name] == "load");
  BOOST_TEST(rows[0][sum(elapsed)].base() == 5000);
  BOOST_TEST(!known(rows[0][max(&span::wait)]));
  BOOST_TEST(rows[1][sum(elapsed)].base() == 8000);                   // 7 + 1 us
  BOOST_TEST(rows[1][max(&span::wait)].in(ms) == 1.5);
  const auto idle = spans | gaps();
  BOOST_REQUIRE(idle.size() == 1u);                                   // from 5 to 10 us; at 17 us one follows the other
  BOOST_TEST(idle[0].time.base() == 5000);
  BOOST_TEST((spans | busy() | aggregate(sum(elapsed)))[0][sum(elapsed)].base() == 13'000);  // 5 + 8 us
  BOOST_TEST((spans | where(equals(elapsed, 7us)) | aggregate(count))[0][count] == 1);
  BOOST_TEST(!known(own_value(std::chrono::duration<double>(missing<double>))));
  BOOST_TEST((spans | where(equals(name, "load")) | aggregate(count))[0][count] == 1);
}

BOOST_AUTO_TEST_CASE(optional_times_are_times) {
  using namespace ridgeline;
  struct part {
    std::optional<time_point> start;
    std::optional<duration> time;
  };
  const auto us_of = [](std::int64_t n) { return n * 1000; };
  const std::vector<part> parts{{time_point::of(us_of(20)), duration::of(us_of(5))}, {time_point::of(us_of(8)), {}},
                                {time_point::of(us_of(1)), duration::of(us_of(2))}, {{}, duration::of(us_of(9))}};
  BOOST_TEST((parts | aggregate(max(end)))[0][max(end)].in(us) == 25.0);  // 20 + 5 us
  BOOST_TEST(!known(project(end, parts[1])));
  BOOST_TEST((parts | sort_by(desc(end)) | take(1))[0].start->in(us) == 20.0);
  BOOST_TEST((parts | busy() | aggregate(sum(elapsed)))[0][sum(elapsed)].in(us) == 7.0);  // 2 + 5 us
  const auto idle = parts | gaps();
  BOOST_REQUIRE(idle.size() == 1u);
  BOOST_TEST(idle[0].time.in(us) == 17.0);                                // from 3 to 20 us
}

BOOST_AUTO_TEST_CASE(columns_show_them) {
  using namespace ridgeline;
  BOOST_TEST(csv_of(spans | where(equals(name, "load")) | tabulate("t", name, start, in<us>(elapsed), in<us>(end))) ==
             "name,start,time,end\nload,1000000000,5,1000005\n");
  const table t("t", spans, columns(column<"name">(&span::name), column<"wait", ms>(&span::wait)));
  BOOST_TEST(csv_of(t) == "name,wait\nload,\nrun,1.5\nrun,0.5\n");
}

BOOST_AUTO_TEST_CASE(all_values_of_small_integers_are_meant) {
  using namespace ridgeline;
  const auto row = (spans | aggregate(mean(&span::level), max(&span::level), min(&span::offset)))[0];
  BOOST_TEST(row[mean(&span::level)] == 86.0);                        // (255 + 1 + 2) / 3
  BOOST_TEST(row[max(&span::level)] == 255);
  BOOST_TEST(row[min(&span::offset)] == -32768);
  const auto nothing = (std::vector<span>{} | aggregate(max(&span::level), max(name)))[0];
  BOOST_TEST(!known(nothing[max(&span::level)]));
  BOOST_TEST(nothing[max(name)] == "");
}

BOOST_AUTO_TEST_CASE(integers_from_2_to_the_63_are_shown_as_what_they_are) {
  using namespace ridgeline;
  BOOST_TEST(csv_of(spans | aggregate(titled<"id">(max(&span::id))) | tabulate("t")) == "id\n9223372036854775808\n");
}

BOOST_AUTO_TEST_SUITE_END()
