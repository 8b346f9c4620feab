#include <ridgeline/query/where.hpp>

#include <cstdint>
#include <memory>
#include <ranges>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>

using namespace ridgeline;

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

BOOST_AUTO_TEST_SUITE(query_where)

BOOST_AUTO_TEST_CASE(numbers_are_equal_whatever_their_signs) {
  const auto all = calls();
  const auto bytes_of = [&](auto value) { return (all | where(equals(device, value)) | aggregate(sum(size)))[0]; };
  BOOST_TEST(bytes_of(1)[sum(size)] == 10);             // 2 + 8
  BOOST_TEST(bytes_of(std::int64_t{1})[sum(size)] == 10);
  BOOST_TEST(bytes_of(4294967295)[sum(size)] == 4);
  BOOST_TEST((all | where(equals(device, -1)) | group_by(device) | aggregate(count)).empty());  // not 2^32 - 1
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

BOOST_AUTO_TEST_SUITE_END()
