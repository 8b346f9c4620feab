// Rooflines from the rows of a report: their points, the roofs over them, and the same as a table.
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/roofline_chart.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(table_roofline_chart)

namespace {

const hw::roofs chip{"chip", false, 1000 * GBps, {{"matrix_bf16", 100 * TFLOPps}, {"vector_fp32", 10 * TFLOPps}}};

roof_point point_of(std::string_view name, std::string_view spec, double at, double rate) {
  roof_point p;
  p.name = name;
  p.spec = spec;
  p.at = at * FLOPpB;
  p.achieved = rate * TFLOPps;
  p.time = 1 * us;
  return p;
}

/// The cells of a row, separated by bars.
std::string row_of(const table& t, std::size_t r) {
  std::string text, scratch;
  for (std::size_t c = 0; c < t.columns(); ++c) {
    const cell v = t.at(r, c, scratch);
    if (c != 0) text += '|';
    if (v.kind == cell_kind::real) append_shortest(text, v.real);
    else append_for_people(text, v, t.column(c));
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_without_flop_traffic_or_time_have_no_place) {
  const double infinite = std::numeric_limits<double>::infinity();
  std::vector<roof_point> rows{point_of("a", "", 1, 1), point_of("none", "", 0, 1), point_of("still", "", 1, 0),
                               point_of("no bytes", "", infinite, 1), point_of("unknown", "", missing<double>, 1)};
  rows.push_back(point_of("no time", "", 1, 1));
  rows.back().time = 0 * us;
  const roofline_chart chart = roofline_of(rows, nullptr);
  BOOST_REQUIRE(chart.points.size() == 1u);
  BOOST_TEST(chart.points[0].name == "a");
  BOOST_TEST(chart.points[0].under == roofline_chart::no_roof);
  BOOST_TEST(chart.roofs.empty());
  BOOST_TEST(!known(chart.memory));
}

BOOST_AUTO_TEST_CASE(each_peak_that_is_named_is_one_roof) {
  std::vector<roof_point> rows{point_of("a", "vector_fp32", 1, 1), point_of("b", "matrix_bf16", 10, 2),
                               point_of("c", "vector_fp32", 2, 1), point_of("d", "matrix_fp8", 2, 1)};
  rows[1].shape = std::string_view("((2, 3))");
  const roofline_chart chart = roofline_of(rows, &chip);
  BOOST_REQUIRE(chart.roofs.size() == 3u);
  BOOST_TEST(chart.roofs[0].name == "vector_fp32");
  BOOST_TEST(chart.roofs[1].peak.in(TFLOPps) == 100);
  BOOST_TEST(!known(chart.roofs[2].peak));  // the chip publishes none
  BOOST_TEST(chart.points[1].name == "b ((2, 3))");
  BOOST_TEST(chart.points[2].under == 0u);
  BOOST_TEST(chart.about.find("Roofs: chip, the vendor's peaks.") != std::string::npos);
}

// 10 TFLOP/s over 1 TB/s meet at 10 FLOP/B. The least intensity is 1 (the axis begins there), the largest 50: the roof
// is drawn from half of 1, where the memory gives 0.5 TFLOP/s, over the ridge, to twice 50.
BOOST_AUTO_TEST_CASE(the_table_has_the_ends_and_the_corner_of_each_roof) {
  const table t = roofline_table(roofline_of(std::vector<roof_point>{point_of("a", "vector_fp32", 50, 4)}, &chip));
  BOOST_TEST(t.name() == "roofline");
  BOOST_REQUIRE(t.rows() == 4u);
  BOOST_TEST(row_of(t, 0) == "roof of vector_fp32|yes||0.5|0.5");
  BOOST_TEST(row_of(t, 1) == "roof of vector_fp32|yes||10|10");
  BOOST_TEST(row_of(t, 2) == "roof of vector_fp32|yes||100|10");
  BOOST_TEST(row_of(t, 3) == "vector_fp32|no|a|50|4");
}

// Without the memory's rate the roof is level, from half of the least intensity to twice the largest.
BOOST_AUTO_TEST_CASE(without_a_rate_of_the_memory_a_roof_is_level) {
  hw::roofs level = chip;
  level.memory = missing<bandwidth>;
  const table t = roofline_table(roofline_of(std::vector<roof_point>{point_of("a", "vector_fp32", 50, 4)}, &level));
  BOOST_REQUIRE(t.rows() == 4u);
  BOOST_TEST(row_of(t, 0) == "roof of vector_fp32|yes||0.5|10");
  BOOST_TEST(row_of(t, 1) == "roof of vector_fp32|yes||1|10");
  BOOST_TEST(row_of(t, 2) == "roof of vector_fp32|yes||100|10");
}

BOOST_AUTO_TEST_SUITE_END()
