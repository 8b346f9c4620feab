#include <chrono>
#include <cstdint>
#include <unordered_map>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/tree/announcements.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_tree_announcements)

namespace {

constexpr std::uint32_t count = 50'000;

/// The seconds that it takes to list ops by numbers so far apart.
double seconds_with(std::int64_t step) {
  torch_trace t;
  t.collectives.emplace_back();
  for (std::uint32_t i = 0; i < count; ++i) {
    torch_event e;
    e.external_id = i * step;
    t.events.push_back(e);
    t.announcements.push_back({i, 0, missing<symbol>, missing<symbol>});
  }
  const auto start = std::chrono::steady_clock::now();
  const torch_detail::announcement_finder finder(t);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  BOOST_TEST(finder.named_by(t.events.back()) == &t.announcements.back());
  return took.count();
}

}  // namespace

/// Multiples of the number of buckets are all in one bucket where the number is its own hash: 50,000^2 / 2 steps.
BOOST_AUTO_TEST_CASE(numbers_that_a_file_chose_cost_no_more_than_others) {
  std::unordered_map<std::int64_t, int> of_library;
  for (std::int64_t i = 0; i < count; ++i) of_library.try_emplace(i, 0);
  const double usual = seconds_with(1);
  BOOST_TEST(seconds_with(static_cast<std::int64_t>(of_library.bucket_count())) < 60 * usual + 0.1);
}

BOOST_AUTO_TEST_SUITE_END()
