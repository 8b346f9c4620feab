#include <ridgeline/xla/tree/own_time.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_tree_own_time)

namespace {

/// Ops of one line as (start, end), and the self time ranges of each as text, in line order.
std::vector<std::string> own_of(const std::vector<std::pair<std::int64_t, std::int64_t>>& ops) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Ops", 1'000);
  for (const auto& [start, end] : ops) tpu.event("op." + std::to_string(end), start, end - start);
  const auto trace = read_xplane(xplane::file({tpu.bytes()}));
  xla_problems problems;
  const auto events = link_launches(*trace, problems);
  const xla_own_time own(*trace, events);
  std::vector<std::string> all;
  for (std::uint32_t uid = 0; uid < events.size(); ++uid) {
    std::string text(trace->name(trace->events[events[uid].event]));
    text += own.holds_others(uid) ? " holds" : "";
    own.each(uid, trace->events[events[uid].event], [&](const xla_own_time::stretch& s) {
      text += " " + std::to_string(s.start) + "-" + std::to_string(s.end);
    });
    all.push_back(std::move(text));
  }
  return all;
}
using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(ops_have_the_time_in_which_nothing_inside_of_them_runs) {
  const texts expected{"op.100 holds 0-10 60-70 90-100", "op.60 holds 10-20 40-60", "op.40 20-40", "op.90 70-90"};
  BOOST_TEST(own_of({{0, 100}, {10, 60}, {20, 40}, {70, 90}}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_longer_of_two_that_start_together_is_around_the_other) {
  const texts expected{"op.5 0-5", "op.9 holds 5-9"};
  BOOST_TEST(own_of({{0, 5}, {0, 9}}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(no_moment_is_counted_twice_where_ops_overlap) {
  // 0..10 and 5..20 overlap without nesting: the later one gets 5..10, and ops inside both keep their own time
  const texts expected{"op.10 0-5", "op.20 holds 5-6 8-20", "op.8 6-8"};
  BOOST_TEST(own_of({{0, 10}, {5, 20}, {6, 8}}) == expected, boost::test_tools::per_element());
  const texts one_behind_the_other{"op.4 0-4", "op.7 4-7", "op.9 8-9"};
  BOOST_TEST(own_of({{0, 4}, {4, 7}, {8, 9}}) == one_behind_the_other, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ops_without_length_have_no_time_and_hold_nothing) {
  const texts expected{"op.9 0-3 3-9", "op.3 3-3"};
  BOOST_TEST(own_of({{0, 9}, {3, 3}}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_op_of_the_host_also_has_the_time_until_its_end_is_marked) {
  // when each op ends, of one that its thread dispatches from 0 to 10 with the number 5; the last event ends at 90
  const auto ends_at = [](std::string_view end, std::int64_t at, std::int64_t number, std::int64_t again = 0) {
    xplane::plane host("/host:CPU");
    host.line(1, "thread").event("dot.1", 0, 10, {{"hlo_op", 0, "dot.1"}, {"_p", 5}}).event("other", 80, 10);
    host.line(2, "pool").event(end, at, 0, {{"_c", number}});
    if (again != 0) host.event(end, again, 0, {{"_c", number}});
    const auto trace = read_xplane(xplane::file({host.bytes()}));
    xla_problems problems;
    const auto events = link_launches(*trace, problems);
    const xla_event& e = trace->events[events.front().event];
    BOOST_TEST(xla_own_time(*trace, events).of(0, e) == trace->end_of(e));
    BOOST_TEST(e.duration_ps == 10);  // what its thread did
    return trace->end_of(e);
  };
  BOOST_TEST(ends_at("end: dot.1", 70, 5) == 70);
  BOOST_TEST(ends_at("end: dot.1", 9, 5) == 10);      // it ended while its thread was in it
  BOOST_TEST(ends_at("end: dot.1", 70, 6) == 10);     // the end of another one
  BOOST_TEST(ends_at("end: dot.2", 70, 5) == 10);
  BOOST_TEST(ends_at("dot.1", 70, 5) == 10);
  BOOST_TEST(ends_at("end: dot.1", 70, 5, 75) == 10);  // which of both is not known
}

BOOST_AUTO_TEST_SUITE_END()
