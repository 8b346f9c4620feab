#include <ridgeline/query/group.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/table/table.hpp>

using namespace ridgeline;

namespace {

struct sample {
  std::string_view name{};
  time_quantity time{};
  double share = missing<double>;
};

const std::vector<sample> samples{{"b", 10 * us, 0.5}, {"a", 2 * us, 0.1}, {"b", 30 * us, 0.7},
                                  {"b", missing<time_quantity>, 0.9}, {"a", 4 * us, missing<double>}};

}  // namespace

BOOST_AUTO_TEST_SUITE(flow_group)

BOOST_AUTO_TEST_CASE(groups_come_in_the_order_of_their_keys_first_use) {
  const auto groups = samples | group_by(&sample::name);
  BOOST_REQUIRE(groups.size() == 2u);
  BOOST_TEST(groups[0].key == "b");
  BOOST_TEST(groups[1].key == "a");
  BOOST_TEST(count(groups[0]) == 3);
  BOOST_TEST(&groups[0].front() == &samples[0]);
  BOOST_TEST(groups[0].members[2] == &samples[3]);
}

BOOST_AUTO_TEST_CASE(keys_may_be_computed_and_rows_be_a_view) {
  const auto small = [](const sample& s) { return s.share < 0.6; };
  const auto groups = samples | ranges::views::filter(small) | ranges::views::take(3) |
                      group_by([](const sample& s) { return s.time > 5 * us; });
  BOOST_REQUIRE(groups.size() == 2u);  // 10 us, 2 us
  BOOST_TEST(groups[0].key == true);
  BOOST_TEST(groups[1].members[0] == &samples[1]);
  BOOST_TEST((std::vector<sample>{}.size() == 0));
  const std::vector<sample> nothing;
  BOOST_TEST((nothing | group_by(&sample::name)).empty());
}

BOOST_AUTO_TEST_CASE(reductions_leave_out_what_is_not_known) {
  const auto groups = samples | group_by(&sample::name);
  const auto& b = groups[0];
  const auto& a = groups[1];
  BOOST_TEST(sum(&sample::time)(b).in(us) == 40);           // 10 + 30
  BOOST_TEST(min(&sample::time)(b).in(us) == 10);
  BOOST_TEST(max(&sample::time)(b).in(us) == 30);
  BOOST_TEST(mean(&sample::time)(b).in(us) == 20);          // 40 / 2
  BOOST_TEST(std::fabs(mean(&sample::share)(b) - 0.7) < 1e-15);  // (0.5 + 0.7 + 0.9) / 3
  BOOST_TEST(std::fabs(standard_deviation(&sample::share)(b) - 0.2) < 1e-15);  // sqrt((0.04 + 0 + 0.04) / 2)
  BOOST_TEST(std::fabs(standard_deviation(&sample::time)(b).in(us) - std::sqrt(200)) < 1e-12);  // (100 + 100) / 1
  // (0.5 * 10 + 0.7 * 30) / 40 = 26 / 40; the member without a time has no weight
  BOOST_TEST(std::fabs(weighted_mean(&sample::share, &sample::time)(b) - 0.65) < 1e-15);
  BOOST_TEST(mean(&sample::share)(a) == 0.1);
  BOOST_TEST(!known(standard_deviation(&sample::share)(a)));  // one value
}

BOOST_AUTO_TEST_CASE(reductions_of_nothing_known_are_unknown_and_the_sum_is_zero) {
  const std::vector<sample> holes{{"x", missing<time_quantity>, missing<double>}};
  const auto groups = holes | group_by(&sample::name);
  BOOST_TEST(sum(&sample::time)(groups[0]).in(us) == 0);
  BOOST_TEST(!known(min(&sample::time)(groups[0])));
  BOOST_TEST(!known(max(&sample::share)(groups[0])));
  BOOST_TEST(!known(mean(&sample::share)(groups[0])));
  BOOST_TEST(!known(weighted_mean(&sample::share, &sample::time)(groups[0])));
  const std::vector<sample> weightless{{"x", time_quantity{}, 0.5}};
  BOOST_TEST(!known(weighted_mean(&sample::share, &sample::time)((weightless | group_by(&sample::name))[0])));
}

BOOST_AUTO_TEST_CASE(sums_do_not_drift) {
  const std::vector<sample> many(1'000'000, sample{"x", time_quantity::of(0.1), 0.1});
  BOOST_TEST(sum(&sample::time)((many | group_by(&sample::name))[0]).base() == 100'000.0);  // a plain sum: ...00001.33
}

BOOST_AUTO_TEST_CASE(groups_become_a_table) {
  using by_name = group<std::string_view, sample>;
  const auto list = tabulate("summary", columns(column<"Name">(&by_name::key), column<"Count">(count),
                                                column<"Time", us>(sum(&sample::time))));
  const table t = samples | group_by(&sample::name) | list;  // the step keeps its own columns
  std::string scratch;
  BOOST_TEST(t.name() == "summary");
  BOOST_TEST(t.rows() == 2u);
  BOOST_TEST(t.column(2).unit == "μs");
  BOOST_TEST(t.at(0, 0, scratch).text == "b");
  BOOST_TEST(t.at(0, 1, scratch).integer == 3);
  BOOST_TEST(t.at(0, 2, scratch).real == 40);
  BOOST_TEST(t.at(1, 2, scratch).real == 6);
}

BOOST_AUTO_TEST_SUITE_END()
