#include <ridgeline/query/where.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(query_where)

namespace {

/// As in runtimes: narrow and unsigned numbers, texts that are pointers.
struct call {
  const char* name = nullptr;
  std::uint32_t device = 0;
  std::uint64_t bytes = 0;
};
const char other_gemm[] = {'g', 'e', 'm', 'm', 0};  // the same text at another address

std::vector<call> calls() { return {{"gemm", 0, 1}, {other_gemm, 1, 2}, {nullptr, 4294967295u, 4}, {"copy", 1, 8}}; }

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_are_equal_whatever_their_signs) {
  const auto all = calls();
  const auto bytes_of = [&](auto value) { return (all | where(equals(device, value)) | aggregate(sum(size)))[0]; };
  BOOST_TEST(bytes_of(1)[sum(size)] == 10);             // 2 + 8
  BOOST_TEST(bytes_of(std::int64_t{1})[sum(size)] == 10);
  BOOST_TEST(bytes_of(4294967295)[sum(size)] == 4);
  BOOST_TEST((all | where(equals(device, -1)) | group_by(device) | aggregate(count)).empty());  // not 2^32 - 1
}

/// 2 bytes is the first of those with more than one, and 8 follow 4.
BOOST_AUTO_TEST_CASE(iterators_point_into_records) {
  auto all = calls();
  const auto large = all | where([](const call& c) { return c.bytes > 1; });
  auto at = large.begin();
  BOOST_TEST(at->bytes == 2u);
  BOOST_TEST((at++)->bytes == 2u);
  BOOST_TEST((++at)->bytes == 8u);
  at->bytes = 9;
  BOOST_TEST(all[3].bytes == 9u);
}

BOOST_AUTO_TEST_CASE(predicates_are_put_together) {
  const auto all = calls();
  const auto bytes_of = [&](auto predicate) { return (all | where(predicate) | aggregate(sum(size)))[0][sum(size)]; };
  const auto large = [](const call& c) { return c.bytes > 1; };
  BOOST_TEST(bytes_of(!equals(device, 1)) == 5);                                  // 1 + 4
  BOOST_TEST(bytes_of(equals(device, 1) && equals(name, "copy")) == 8);
  BOOST_TEST(bytes_of(equals(device, 0) || equals(name, "copy")) == 9);           // 1 + 8
  BOOST_TEST(bytes_of(equals(device, 1) && large) == 10);                         // 2 + 8
  BOOST_TEST(bytes_of(large && !(equals(device, 1) || equals(name, "gemm"))) == 4);
}

BOOST_AUTO_TEST_CASE(pointers_to_text_are_told_apart_by_what_they_say) {
  const auto all = calls();
  BOOST_TEST((all | where(equals(name, "gemm")) | aggregate(sum(size)))[0][sum(size)] == 3);               // 1 + 2
  BOOST_TEST((all | where(equals(name, std::string("gemm"))) | aggregate(sum(size)))[0][sum(size)] == 3);
  const auto rows = all | group_by(name) | aggregate(count, sum(size));
  BOOST_REQUIRE(rows.size() == 3u);  // gemm, none, copy
  BOOST_TEST(rows[0][count] == 2);
  BOOST_TEST(rows[1][sum(size)] == 4);
}

BOOST_AUTO_TEST_CASE(pointers_to_text_are_sorted_and_compared_by_what_they_say) {
  // in memory "b" comes before "a", whatever the linker does with literals
  static const char texts[2][2] = {{'b', 0}, {'a', 0}};
  const std::vector<call> all{{texts[0], 0, 1}, {texts[1], 0, 2}, {nullptr, 0, 4}};
  const auto sorted = all | sort_by(name);
  BOOST_TEST(sorted[0].bytes == 4u);  // a null pointer is empty text
  BOOST_TEST(sorted[1].bytes == 2u);
  BOOST_TEST(sorted[2].bytes == 1u);
  const auto row = (all | where([](const call& c) { return c.name != nullptr; }) | aggregate(min(name), max(name)))[0];
  BOOST_TEST(row[min(name)] == "a");
  BOOST_TEST(row[max(name)] == "b");
}

BOOST_AUTO_TEST_CASE(what_is_missing_does_not_hold) {
  struct answer {
    std::optional<bool> agreed;
    std::int32_t retries = missing<std::int32_t>;
    double share = missing<double>;
  };
  const std::vector<answer> all{{false, 0, 0.0}, {true, 3, 0.5}, {}};
  const auto rows_of = [&](auto predicate) { return (all | where(predicate) | aggregate(count))[0][count]; };
  BOOST_TEST(rows_of(&answer::agreed) == 1);   // neither the answer no nor the missing one
  BOOST_TEST(rows_of(&answer::retries) == 1);
  BOOST_TEST(rows_of(&answer::share) == 1);
  BOOST_TEST(rows_of(equals(&answer::retries, 3) && [](const answer& a) { return a.agreed; }) == 1);
}

BOOST_AUTO_TEST_CASE(records_that_cannot_be_copied_stay_where_they_are) {
  struct owner {
    std::unique_ptr<int> what;
    int n;
  };
  std::vector<owner> all;
  all.push_back({std::make_unique<int>(1), 3});
  all.push_back({nullptr, 5});
  const auto held = [](const owner& o) { return o.what != nullptr; };
  BOOST_TEST((all | where(held) | aggregate(sum(&owner::n)))[0][sum(&owner::n)] == 3);
}

BOOST_AUTO_TEST_CASE(a_filter_that_captures_can_be_assigned) {
  const auto all = calls();
  std::uint64_t least = 2;
  const auto at_least = [&all](std::uint64_t n) { return all | where([n](const call& c) { return c.bytes >= n; }); };
  auto found = at_least(least);
  found = at_least(8);
  BOOST_TEST((found | aggregate(count))[0][count] == 1);
}

#if !defined(__clang__) || __clang_major__ >= 16  // clang 14 does not compile the views of libstdc++ 12
BOOST_AUTO_TEST_CASE(views_of_the_standard_library_stand_on_either_side) {
  const auto all = calls();
  std::uint64_t least = 2, found = 0;
  for (const call& c : all | where([&](const call& one) { return one.bytes >= least; }) | std::views::take(2))
    found += c.bytes;
  BOOST_TEST(found == 6u);  // 2 + 4
  const auto on_1 = all | std::views::filter([](const call& c) { return c.device == 1; }) | aggregate(sum(size));
  BOOST_TEST(on_1[0][sum(size)] == 10);
}
#endif

BOOST_AUTO_TEST_CASE(optionals_are_compared_by_what_they_hold) {
  struct answer {
    std::optional<std::uint32_t> device;
    std::optional<const char*> name;
    std::optional<double> share;
  };
  const double none = missing<double>;
  // in memory "b" comes before "a", whatever the linker does with literals
  static const char texts[3][2] = {{'b', 0}, {'a', 0}, {'b', 0}};
  const std::vector<answer> all{{4294967295u, texts[0], 1.0}, {1u, texts[1], none}, {{}, texts[2], {}}, {2u, {}, 3.0}};
  const auto rows_of = [&](auto predicate) { return (all | where(predicate) | aggregate(count))[0][count]; };
  BOOST_TEST(rows_of(equals(&answer::device, -1)) == 0);  // 2^32 - 1 is not -1, in an optional as outside of it
  BOOST_TEST(rows_of(equals(&answer::device, 1)) == 1);
  BOOST_TEST(rows_of(equals(&answer::name, "b")) == 2);
  BOOST_TEST((all | group_by(&answer::name) | aggregate(count)).size() == 3u);   // b, a, none
  BOOST_TEST((all | group_by(&answer::share) | aggregate(count)).size() == 3u);  // 1, 3, and the two that say nothing
  BOOST_TEST(*(all | sort_by(&answer::name))[0].name == std::string("a"));
  BOOST_TEST((all | aggregate(max(&answer::name)))[0][max(&answer::name)] == "b");
  const auto largest = all | sort_by(desc(&answer::share));
  BOOST_TEST(*largest[0].share == 3.0);
  BOOST_TEST(*largest[1].share == 1.0);
  BOOST_TEST(*(all | top<2>(&answer::share))[1].share == 1.0);
}

BOOST_AUTO_TEST_CASE(what_is_kept_may_be_nothing_and_has_a_first_record) {
  const std::vector<int> all{1, 2, 3, 4};
  const auto above = [&](int least) { return all | where([least](int i) { return i > least; }); };
  BOOST_TEST(above(4).empty());
  BOOST_TEST(!above(2).empty());
  BOOST_TEST(&above(2).front() == &all[2]);
}

BOOST_AUTO_TEST_SUITE_END()
