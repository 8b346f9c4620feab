// How to read your own table format: the recipe quoted in docs/CONTRIBUTING.md.
#include <cstdint>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/time.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/read/read_csv.hpp>

#include "tests/support/temporary.hpp"

namespace ridgeline {

namespace {

// BEGIN format
/// A row of a server's log of requests.
struct request {
  std::string_view model{};
  duration latency{};
  std::int32_t tokens = missing<std::int32_t>;
};
constexpr auto request_fields =
    fields(field<"model">(&request::model), field<"latency (ms)", ms>(&request::latency), field<"tokens">(&request::tokens));
// END format

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_format)

BOOST_AUTO_TEST_CASE(rows_are_records) {
  using namespace ridgeline;
  const temporary_folder folder;
  const auto path = folder.file("requests.csv", "model,tokens,latency (ms)\nsmall,7,1.5\nlarge,many,2\nsmall,9,2.25\n");
  // BEGIN format test
  const auto rows = read_csv<request>(path, request_fields);
  BOOST_REQUIRE(rows.has_value());
  BOOST_TEST(rows->records[0].latency.in(us) == 1500.0);
  BOOST_TEST(!known(rows->records[1].tokens));  // "many" is no number: missing, not 0
  BOOST_TEST(!rows->problems.empty());          // and said, with its line
  const auto models = *rows | group_by(&request::model) | aggregate(count, sum(&request::latency));
  BOOST_TEST(models[0][sum(&request::latency)].in(us) == 3750.0);  // 1.5 + 2.25 ms
  // END format test
}

BOOST_AUTO_TEST_SUITE_END()
