#include <ridgeline/tt/tree/select.hpp>

#include <string>
#include <vector>

#include <range/v3/view/drop.hpp>
#include <range/v3/view/reverse.hpp>
#include <range/v3/view/take.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/measures.hpp>
#include <ridgeline/tt/tree/devices.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(flow_select)

using test::as_file;
using test::device_op;
using test::signpost;

namespace {

//                               2               3                   4               5                 6
const std::vector<tt_op> ops = as_file({device_op("A"), signpost("decode"), device_op("B"), signpost("decode"),
                                        test::host_op("x (torch)"), device_op("B"), device_op("C")});
//                                      6                           7               8

template <class Range>
std::string ids_in(Range&& range) {
  std::string text;
  for (const tt_op& op : range) {
    if (!text.empty()) text += ' ';
    text += std::to_string(op.id);
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_step_alone) {
  BOOST_TEST(ids_in(ops | after_signpost("decode")) == "4 5 6 7 8");
  BOOST_TEST(ids_in(ops | after_signpost("nope")) == "");
  BOOST_TEST(ids_in(ops | before_signpost("decode")) == "2");
  BOOST_TEST(ids_in(ops | before_signpost("B")) == "2 3 4 5 6 7 8");  // an op with that name is not a signpost
  BOOST_TEST(ids_in(ops | ids(4, 6)) == "4 5 6");
  BOOST_TEST(ids_in(ops | ids(7)) == "7 8");
  BOOST_TEST(ids_in(ops | without_signposts()) == "2 4 6 7 8");
  BOOST_TEST(ids_in(ops | device_ops()) == "2 4 7 8");
}

BOOST_AUTO_TEST_CASE(steps_compose_with_each_other_and_with_views) {
  BOOST_TEST(ids_in(ops | after_signpost("decode") | before_signpost("decode") | device_ops()) == "4");
  BOOST_TEST(ids_in(ops | after_signpost("decode") | device_ops() | ranges::views::drop(1)) == "7 8");
  BOOST_TEST(ids_in(ops | ranges::views::reverse | device_ops() | ranges::views::take(2)) == "8 7");
  const auto rows = ops | after_signpost("decode") | device_ops() | group_by(&tt_op::code) |
                    aggregate(count, sum(&tt_op::time));
  BOOST_REQUIRE(rows.size() == 2u);
  BOOST_TEST(rows[0][&tt_op::code] == "B");
  BOOST_TEST(rows[0][count] == 2);
  BOOST_TEST(rows[0][sum(&tt_op::time)].in(us) == 20);  // 10 + 10
}

BOOST_AUTO_TEST_CASE(pointers_become_ops) {
  const tt_selection order = in_time_order(ops, {});
  BOOST_TEST(ids_in(order | by_reference() | device_ops()) == "2 4 7 8");
  BOOST_TEST(test::ids_of(order | by_reference() | device_ops() | merged_devices()) == "2 4 7 8");
}

BOOST_AUTO_TEST_CASE(a_kept_step_outlives_its_name) {
  const auto step = [] { return after_signpost(std::string("decode")); }();
  BOOST_TEST(ids_in(ops | step) == "4 5 6 7 8");
}

BOOST_AUTO_TEST_SUITE_END()
