#include <ridgeline/query/join.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/tabulate.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(query_join)

namespace {

struct run_record {
  std::string_view name{};
  duration time = missing<duration>;
  std::int32_t retries = 0;
  std::int16_t lane = 0;
  std::string_view group() const { return name.substr(0, 1); }
};

// One run: two of `a`, 1000 and 500 ns, and one of `b`, 3000 ns. The other: one of `a`, 2000 ns, and one of `c`, 1 ns.
const std::vector<run_record> one{
    {"a", duration::of(1000), 1, 7}, {"b", duration::of(3000), 2, 8}, {"a", duration::of(500), 3, 9}};
const std::vector<run_record> other{{"a", duration::of(2000), 4, 5}, {"c", duration::of(1), 5, 6}};

std::string csv_of(const table& t) {
  string_output out;
  write_csv(out, t);
  return std::string(out.text());
}

}  // namespace

/// The left side's retries, 1, 2 and 3, against the lanes of the other side, 5 and 6, less 3: 1 has no partner.
BOOST_AUTO_TEST_CASE(a_key_may_have_a_word_for_each_side) {
  const auto three_less = [](const run_record& r) { return r.lane - 3; };
  const auto pairs = one | join(other, on(&run_record::retries, three_less));
  BOOST_REQUIRE(pairs.size() == 2u);
  BOOST_TEST(project(left(name), pairs[0]) == "b");  // 2 = 5 - 3
  BOOST_TEST(project(right(name), pairs[0]) == "a");
  BOOST_TEST(project(left(elapsed), pairs[1]).base() == 500);  // 3 = 6 - 3
  BOOST_TEST(project(right(name), pairs[1]) == "c");
  const auto sums = one | group_by(name) | aggregate(sum(elapsed));
  const auto all = sums | outer_join(other, on(name, &run_record::name));
  BOOST_REQUIRE(all.size() == 3u);  // a, b; c
  BOOST_TEST(project(left(sum(elapsed)), all[0]).base() == 1500);
  BOOST_TEST(project(right(elapsed), all[0]).base() == 2000);
}

BOOST_AUTO_TEST_CASE(sums_and_counts_of_two_runs_stand_side_by_side) {
  const auto by_name = group_by(name) | aggregate(count, sum(elapsed), mean(&run_record::retries));
  const auto sides = one | by_name | outer_join(other | by_name, name);
  BOOST_REQUIRE(sides.size() == 3u);  // a: both, b: the first run alone, c: the other alone
  BOOST_TEST(project(name, sides[2]) == "c");
  BOOST_TEST(project(left(count), sides[0]) == 2);
  BOOST_TEST(project(left(sum(elapsed)), sides[0]).base() == 1500);   // 1000 + 500
  BOOST_TEST(project(right(sum(elapsed)), sides[0]).base() == 2000);
  BOOST_TEST(project(left(mean(&run_record::retries)), sides[0]) == 2.0);  // of 1 and 3
  BOOST_TEST(project(left(sum(elapsed)), sides[1]).base() == 3000);
  BOOST_TEST(!known(project(right(sum(elapsed)), sides[1])));
  BOOST_TEST(!known(project(right(count), sides[1])));
  BOOST_TEST(!known(project(left(mean(&run_record::retries)), sides[2])));
  BOOST_TEST(project(left(name), sides[2]) == "");
  // As a table: what is missing is an empty cell.
  BOOST_TEST(csv_of(sides | tabulate("runs", name, left(count), in<us>(left(sum(elapsed))),
                                     in<us>(right(sum(elapsed))))) ==
             "name,left_count,left_time_sum,right_time_sum\r\na,2,1.5,2\r\nb,1,3,\r\nc,,,0.001\r\n");
  // Inner pairs answer the same: a alone.
  const auto pairs = one | by_name | join(other | by_name, name);
  BOOST_REQUIRE(pairs.size() == 1u);
  BOOST_TEST(project(left(sum(elapsed)), pairs[0]).base() == 1500);
}

BOOST_AUTO_TEST_CASE(members_and_callables_of_the_absent_side_are_missing) {
  constexpr auto retries = titled<"retries">(&run_record::retries);
  constexpr auto twice = titled<"twice">([](const run_record& r) { return 2 * r.retries; });
  const auto sides = one | outer_join(other, name);
  BOOST_REQUIRE(sides.size() == 4u);  // a and a; b; the second a, alone; c, alone
  BOOST_TEST(project(left(retries), sides[0]) == 1);
  BOOST_TEST(project(right(twice), sides[0]) == 8);
  BOOST_TEST(!known(project(right(retries), sides[1])));
  BOOST_TEST(!known(project(right(twice), sides[1])));
  BOOST_TEST(!known(project(left(&run_record::retries), sides[3])));
  BOOST_TEST(project(right(&run_record::group), sides[3]) == "c");
  BOOST_TEST(project(left(&run_record::group), sides[3]) == "");
  std::size_t found = 0;  // b and the second a; what is absent is not true
  for (const auto& side : sides | where(left([](const auto& r) { return r.retries > 1; })))
    found += side.left_record.is_there() ? 1u : 100u;
  BOOST_TEST(found == 2u);
  BOOST_TEST(csv_of(sides | tabulate("runs", name, left(retries), right(twice))) ==
             "name,left_retries,right_twice\r\na,1,8\r\nb,2,\r\na,3,\r\nc,,10\r\n");
}

BOOST_AUTO_TEST_CASE(a_short_integer_of_the_absent_side_is_missing_and_not_zero) {
  const auto sides = one | outer_join(other, name);
  BOOST_TEST(project(left(&run_record::lane), sides[0]) == 7);
  BOOST_TEST(!known(project(right(&run_record::lane), sides[1])));
  static_assert(std::is_same_v<decltype(project(right(&run_record::lane), sides[1])), std::int32_t>);
}

namespace {
/// The same words in other types: a text of its own, a device of eight bytes.
struct owning_record {
  std::string name{};
  std::int64_t device = missing<std::int64_t>;
};
struct viewing_record {
  std::string_view name{};
  std::int32_t device = missing<std::int32_t>;
};
}  // namespace

/// A view of the other side's text would be one of a passing copy, and its number would be cut.
BOOST_AUTO_TEST_CASE(what_stands_alone_on_the_other_side_keeps_its_text_and_its_number) {
  const std::string at_length = "a name that is too long to stand in the string itself";
  const std::vector<viewing_record> views{{"a", 1}};
  const std::vector<owning_record> owners{{at_length, 5'000'000'000}, {"c", missing<std::int64_t>}};
  const auto sides = views | outer_join(owners, name);
  BOOST_REQUIRE(sides.size() == 3u);
  static_assert(std::is_same_v<decltype(project(name, sides[0])), std::string>);
  BOOST_TEST(project(name, sides[0]) == "a");
  BOOST_TEST(project(name, sides[1]) == at_length);
  BOOST_TEST(project(device, sides[0]) == 1);
  BOOST_TEST(project(device, sides[1]) == 5'000'000'000);
  BOOST_TEST(!known(project(device, sides[2])));
  BOOST_TEST(csv_of(sides | tabulate("sides", name, device)) ==
             "name,device\r\na,1\r\n" + at_length + ",5000000000\r\nc,\r\n");
  // The other way round: the number of the side with eight bytes stays what it is, a missing one missing.
  const auto turned = owners | outer_join(views, name);
  BOOST_TEST(project(name, turned[2]) == "a");
  BOOST_TEST(project(device, turned[2]) == 1);
  BOOST_TEST(!known(project(device, turned[1])));
}

/// Optional members are copies too, and none of them is lost because the other side has a value without an optional.
BOOST_AUTO_TEST_CASE(optional_values_of_either_side_are_kept) {
  struct optional_record {
    std::string name{};
    std::optional<std::string_view> op_name;
    std::optional<std::int32_t> device;
  };
  struct plain_record {
    std::string_view name{};
    std::string op_name{};
    double device = missing<double>;
  };
  const std::string at_length = "an op whose name is too long to stand in the string itself";
  const std::vector<optional_record> some{{"a", "x", 1}, {"b", {}, {}}};
  const std::vector<plain_record> plain{{"c", at_length, 2.5}};
  const auto sides = some | outer_join(plain, name);
  BOOST_REQUIRE(sides.size() == 3u);
  BOOST_TEST(*project(op_name, sides[0]) == "x");
  BOOST_TEST(!project(op_name, sides[1]).has_value());
  BOOST_TEST(*project(op_name, sides[2]) == at_length);
  BOOST_TEST(project(device, sides[0]) == 1.0);
  BOOST_TEST(!known(project(device, sides[1])));
  BOOST_TEST(project(device, sides[2]) == 2.5);
  const auto turned = plain | outer_join(some, name);
  BOOST_TEST(*project(op_name, turned[1]) == "x");
  BOOST_TEST(project(device, turned[1]) == 1.0);
  BOOST_TEST(!known(project(device, turned[2])));
  BOOST_TEST(csv_of(sides | tabulate("sides", name, op_name, device)) ==
             "name,op_name,device\r\na,x,1\r\nb,,\r\nc," + at_length + ",2.5\r\n");
}

/// Any value of a `bool` or of such an enumeration may be data: of a side that is not there it is none of them.
enum class phase : std::uint8_t { prefill, decode };
constexpr std::string_view name_of(phase p) { return p == phase::prefill ? "prefill" : "decode"; }
struct request_record {
  std::int32_t id = 0;
  bool done = false;
  phase kind = phase::prefill;
};

BOOST_AUTO_TEST_CASE(what_is_not_there_is_neither_false_nor_the_first_of_an_enumeration) {
  constexpr auto id = titled<"id">(&request_record::id);
  constexpr auto done = titled<"done">(right(&request_record::done));
  const std::vector<request_record> before{{1, true, phase::decode}, {2, true, phase::decode}};
  const std::vector<request_record> after{{1, false, phase::prefill}, {3, true, phase::decode}};
  const auto sides = before | outer_join(after, id);
  BOOST_TEST(csv_of(sides | tabulate("sides", id, kind, done, titled<"after">(right(kind)))) ==
             "id,kind,done,after\r\n1,decode,False,prefill\r\n2,decode,,\r\n3,decode,True,decode\r\n");
  const auto kinds = sides | group_by(right(kind)) | aggregate(count, sum(done));
  BOOST_REQUIRE(kinds.size() == 3u);  // prefill, what is not there, decode
  BOOST_TEST(!kinds[1][right(kind)].has_value());
  BOOST_TEST(kinds[2][sum(done)] == 1);
  std::size_t found = 0;  // 3 alone: 1 is not done, and 2 is not there
  for (const auto& side : sides | where(done)) found += project(id, side) == 3 ? 1u : 100u;
  BOOST_TEST(found == 1u);
}

/// A key that is no word is asked of the pairs as it was of the records.
BOOST_AUTO_TEST_CASE(members_of_pairs_are_those_of_the_left_record) {
  const std::vector<request_record> some{{1, true, phase::decode}, {2, false, phase::prefill}};
  const auto pairs = some | join(some, &request_record::id) | group_by(&request_record::id) | aggregate(count);
  BOOST_REQUIRE(pairs.size() == 2u);
  BOOST_TEST(pairs[1][&request_record::id] == 2);
}

BOOST_AUTO_TEST_SUITE_END()
