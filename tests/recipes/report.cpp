// How to add a report to the library: the recipe quoted in docs/CONTRIBUTING.md, run on the sample.
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/measures.hpp>
#include <ridgeline/sink/console.hpp>
#include <ridgeline/table/tabulate.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/tree/select.hpp>

#include "tests/support/text.hpp"

namespace ridgeline {

namespace {

// BEGIN report
/// How many cores ops use: a row for each core count, in the order in which they first occur.
inline constexpr auto tt_core_columns = columns(
    column<"Cores">([](const auto& row) { return row[&tt_op::cores]; }),
    column<"Op Count">([](const auto& row) { return row[count]; }),
    column<"Device Time", us>([](const auto& row) { return row[sum(&tt_op::time)]; }).digits(1),
    column<"Slowest", us>([](const auto& row) { return row[max(&tt_op::time)]; }).digits(1));

/// The report over ops.
inline table report_tt_cores(const std::vector<tt_op>& ops) {
  return ops | device_ops() | group_by(&tt_op::cores) | aggregate(count, sum(&tt_op::time), max(&tt_op::time)) |
         tabulate("cores", tt_core_columns);
}
// END report

tt_op op_on(std::int32_t cores, time_quantity time) {
  tt_op op;
  op.cores = cores;
  op.time = time;
  return op;
}

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_report)

BOOST_AUTO_TEST_CASE(groups_ops_by_their_cores) {
  using namespace ridgeline;
  // BEGIN report test
  std::vector<tt_op> ops{op_on(64, 3 * us), op_on(12, 5 * us), op_on(64, 4.5 * us)};
  ops.push_back({.code = "decode", .type = tt_op_type::signpost});  // did not run on a device
  string_output out;
  write_console(out, report_tt_cores(ops));
  BOOST_TEST(test::line_starting(out.text(), "64 ") == "64 2 7.5 μs 4.5 μs");  // 3 + 4.5
  BOOST_TEST(test::line_starting(out.text(), "12 ") == "12 1 5.0 μs 5.0 μs");
  BOOST_TEST(report_tt_cores(ops).rows() == 2u);
  // END report test
}

BOOST_AUTO_TEST_SUITE_END()
