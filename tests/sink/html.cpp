// Pages: data cannot close the element that contains it; all parts are present; the content of charts.

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json_in_html.hpp>
#include <ridgeline/sink/sha256.hpp>

#include "tests/support/json.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(sink_html)

namespace {

namespace rl = ridgeline;

struct op {
  std::string name{};
  double time = 0;
  std::int64_t calls = 0;
};

constexpr auto op_columns = rl::columns(rl::column<"Name">(&op::name).left(), rl::column<"Time">(&op::time).digits(1),
                                        rl::column<"Calls">(&op::calls));

std::string written(const rl::report_page& p, const rl::html_style& style = {}) {
  rl::string_output out;
  rl::write_html(out, p, style);
  return out.text();
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::size_t times(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// The JSON of the element with that id.
std::string data_of(const std::string& page, const std::string& id) {
  const std::string front = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t from = page.find(front);
  BOOST_REQUIRE_MESSAGE(from != std::string::npos, id << " is not there");
  const std::size_t start = from + front.size();
  return page.substr(start, page.find("</script>", start) - start);
}

rl::table ops(std::vector<op> rows) { return rl::table("ops", std::move(rows), op_columns); }

}  // namespace

BOOST_AUTO_TEST_CASE(json_in_a_page_holds_no_markup) {
  rl::string_output out;
  rl::json_in_html in(out);
  in.write("\"</script><!-- & -->\"");
  in.finish();
  BOOST_TEST(out.text() == "\"\\u003c/script\\u003e\\u003c!-- \\u0026 --\\u003e\"");
}

BOOST_AUTO_TEST_CASE(line_separators_are_escaped_wherever_they_are_cut) {
  const std::string text = "a\xE2\x80\xA8" "b\xE2\x80\xA9" "c\xE2\x80\xA6" "d\xE2\x82\xAC" "e\xE2\x80";  // U+2028, U+2029, …, €
  const std::string wanted = "a\\u2028b\\u2029c\xE2\x80\xA6" "d\xE2\x82\xAC" "e\xE2\x80";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    rl::string_output out;
    rl::json_in_html in(out);
    in.write(std::string_view(text).substr(0, cut));
    in.write(std::string_view(text).substr(cut));
    in.finish();
    BOOST_TEST(out.text() == wanted, cut);
  }
}

BOOST_AUTO_TEST_CASE(names_cannot_become_markup) {
  const std::string bad = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\x01\xff\xE2\x80\xA8";
  rl::report_page p{"program", bad, {{bad, bad}}, {}, {ops({{bad, 1, 1}}).renamed(bad)}, {}};
  rl::bar_chart bars;
  bars.title = bars.about = bars.unit = bad;
  bars.labels = {bad};
  bars.series.push_back({bad, {1}, bad, {bad}});
  rl::roofline_chart roofline;
  roofline.title = roofline.about = bad;
  roofline.roofs.push_back({bad, 1 * rl::TFLOPps});
  roofline.points.push_back({bad, 0, 1 * rl::FLOPpB, 1 * rl::TFLOPps, 1, bad, 1, 1 * rl::us});
  rl::timeline_chart timeline;
  timeline.title = timeline.about = timeline.unit = bad;
  timeline.names = {bad};
  timeline.tones = {0};
  timeline.marks.emplace_back(1, bad);
  timeline.groups.push_back({bad, {{bad, bad, {{{0, 1, 0}}}}}});
  const rl::flame_chart flame{bad, bad, bad, {{0, bad, bad, 1}}};
  const std::string clean = written({"program", "", {}, {}, {}, {}});
  for (const rl::page_chart& chart : std::vector<rl::page_chart>{bars, roofline, timeline, flame})
    p.charts.push_back(chart);
  const std::string page = written(p);
  BOOST_TEST(!holds(page, "alert(1)</"));
  BOOST_TEST(!holds(page, "<img"));
  BOOST_TEST(!holds(page, "\x01"));
  BOOST_TEST(!holds(page, "\xff"));
  // Besides the elements of an empty page, there is one for each chart and table.
  BOOST_TEST(times(page, "<script") == times(clean, "<script") + 5);
  BOOST_TEST(times(page, "</script") == times(clean, "</script") + 5);
  // The whole name is shown: JSON returns it unchanged, except for invalid UTF-8.
  const test::json table = test::parse_json(data_of(page, "table-0"));
  BOOST_TEST(table["rows"].items[0].items[0].text ==
             "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\x01\xEF\xBF\xBD\xE2\x80\xA8");
}

BOOST_AUTO_TEST_CASE(places_that_are_no_times_have_numbers) {
  rl::timeline_chart steps;
  steps.unit = "step", steps.names = {"slow"}, steps.tones = {0};
  steps.groups.push_back({"Ranks", {{"rank 0", "", {{{0, 1, 0}}}}}});
  BOOST_TEST(!holds(data_of(written({"program", "", {}, {steps}, {}, {}}), "chart-0"), "\"numbers\""));
  steps.numbers = {120};
  const test::json chart = test::parse_json(data_of(written({"program", "", {}, {steps}, {}, {}}), "chart-0"));
  BOOST_TEST(chart["numbers"].items.at(0).text == "120");
}

BOOST_AUTO_TEST_CASE(boxes_of_a_tree_are_written_in_order) {
  const rl::flame_chart tree{"GPU time", "", "ns", {{0, "Model", "1 call", 18}, {1, "Layer", "", 14}}};
  const test::json chart = test::parse_json(data_of(written({"program", "", {}, {tree}, {}, {}}), "chart-0"));
  BOOST_TEST(chart["kind"].text == "flame");
  BOOST_REQUIRE(chart["boxes"].items.size() == 2u);
  BOOST_TEST(chart["boxes"].items[1].items[1].text == "Layer");
  BOOST_TEST(chart["boxes"].items[1].items[2].number == 14.0);
}

BOOST_AUTO_TEST_CASE(the_policy_names_our_scripts_and_no_others) {
  const std::string page = written({"program", "", {}, {}, {}, {}});
  const std::size_t at = page.find("script-src");
  const std::string policy = page.substr(at, page.find(';', at) - at);
  BOOST_TEST(times(policy, "'sha256-") == 1u, policy);
  BOOST_TEST(!holds(page.substr(0, page.find("<style>")), "unsafe"));
  BOOST_TEST(holds(page, "default-src 'none'"));
  const std::size_t script = page.rfind("<script>") + 8;
  const std::string text = page.substr(script, page.rfind("</script>") - script);
  BOOST_TEST(policy == "script-src 'sha256-" + rl::base64(rl::sha256(text)) + "'");
  for (const char* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(",
                          "XMLHttpRequest", "http:", "https:", "import("})
    BOOST_TEST(!holds(text, way), way);
}

BOOST_AUTO_TEST_CASE(tables_say_what_is_left_out) {
  rl::html_style style;
  style.most_rows = 2;
  style.longest_text = 4;
  const rl::report_page p{"program", "t", {}, {}, {ops({{"abcdé", 1.25, 9007199254740993}, {"b", 2, 2}, {"c", 3, 3}})}, {}};
  const std::string page = written(p, style);
  const test::json head = test::parse_json(data_of(page, "page"));
  BOOST_TEST(head["sections"].items[0]["rows"].number == 3);
  BOOST_TEST(head["sections"].items[0]["shown"].number == 2);
  const test::json table = test::parse_json(data_of(page, "table-0"));
  BOOST_TEST(table["rows"].items.size() == 2u);
  BOOST_TEST(table["rows"].items[0].items[0].text == "abcd…");
  BOOST_TEST(table["rows"].items[0].items[1].number == 1.25);
  BOOST_TEST(table["rows"].items[0].items[2].text == "9007199254740993");  // 2^53 + 1: a double would differ
}

BOOST_AUTO_TEST_CASE(timelines_are_steps_lengths_and_names) {
  rl::timeline_chart chart;
  chart.names = {"a", "b"};
  chart.tones = {0, 1};
  chart.groups.push_back({"core", {{"BRISC", "BRISC", {{{10, 5, 0}, {20, 7, 1}, {30, 1, 0}}}}}});
  const std::string page = written({"program", "t", {}, {chart}, {}, {}});
  const test::json data = test::parse_json(data_of(page, "chart-0"));
  const test::json& level = data["groups"].items[0]["lanes"].items[0]["levels"].items[0];
  const double wanted[3][3] = {{10, 10, 10}, {5, 7, 1}, {0, 1, 0}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) BOOST_TEST(level.items[i].items[j].number == wanted[i][j]);
}

BOOST_AUTO_TEST_CASE(rooflines_are_in_base_units) {
  rl::roofline_chart chart;
  chart.memory = 288 * rl::GBps;
  chart.roofs.push_back({"HiFi4", 65.5 * rl::TFLOPps});
  chart.points.push_back({"op", 0, 4 * rl::FLOPpB, 1 * rl::TFLOPps, rl::missing<double>, "DRAM", 3, 2 * rl::us});
  const test::json data = test::parse_json(data_of(written({"program", "t", {}, {chart}, {}, {}}), "chart-0"));
  BOOST_TEST(data["memory"].number == 288e9);
  BOOST_TEST(data["roofs"].items[0]["rate"].number == 65.5e12);
  const test::json& point = data["points"].items[0];
  BOOST_TEST(point.items[2].number == 4);      // FLOP/B
  BOOST_TEST(point.items[3].number == 1e12);   // FLOP/s
  BOOST_TEST(point.items[7].number == 2000);   // ns
}

BOOST_AUTO_TEST_CASE(bars_of_a_table_are_its_first_rows) {
  const rl::table t = ops({{"a", 1.5, 1}, {"b", 2.5, 2}, {"c", 3.5, 3}});
  const auto chart = rl::bars_of(t, "Name", "Time", "Times", "ms", 2);
  BOOST_REQUIRE(chart.has_value());
  BOOST_TEST(chart->labels == (std::vector<std::string>{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(chart->series[0].values == (std::vector<double>{1.5, 2.5}), boost::test_tools::per_element());
  BOOST_TEST(chart->about == "The first 2 of 3.");
  BOOST_TEST(!rl::bars_of(t, "Name", "Nothing", "x", "", 2).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_not_known_has_no_bar) {
  const auto chart = rl::bars_of(ops({{"a", 1.5, 1}, {"b", rl::missing<double>, 2}, {"c", 0, 3}}), "Name", "Time", "x", "", 9);
  BOOST_REQUIRE(chart.has_value());
  BOOST_TEST(chart->labels == (std::vector<std::string>{"a", "c"}), boost::test_tools::per_element());
  BOOST_TEST(chart->series[0].values == (std::vector<double>{1.5, 0}), boost::test_tools::per_element());
  BOOST_TEST(!rl::bars_of(ops({{"a", rl::missing<double>, 1}}), "Name", "Time", "x", "", 9).has_value());
}

BOOST_AUTO_TEST_CASE(equal_reports_give_equal_pages) {
  const rl::report_page p{"program", "t", {{"a", "b"}}, {}, {ops({{"x", 1, 1}})}, {}};
  BOOST_TEST((written(p) == written(p)));
}

BOOST_AUTO_TEST_CASE(tables_alone_are_a_page_of_the_program) {
  const rl::table one = ops({{"x", 1, 1}}), two = ops({{"y", 2, 3}});
  const auto page = [](const auto& tables) {
    rl::string_output out;
    rl::write_html(out, "mine", tables);
    return out.text();
  };
  rl::string_output list;
  rl::write_html(list, "mine", {one, two});
  BOOST_TEST((page(one) == written({"mine", "mine", {}, {}, {one}, {}})));
  BOOST_TEST((list.text() == written({"mine", "mine", {}, {}, {one, two}, {}})));
  BOOST_TEST((list.text() == page(std::vector<rl::table>{one, two})));
}

BOOST_AUTO_TEST_CASE(workbooks_print_the_colours_of_the_page) {
  const std::string css = test::repository_file("include/ridgeline/sink/page/page.css");
  const std::string light = css.substr(0, css.find("@media"));
  for (int i = 1; i < 10; ++i) {
    const auto c = static_cast<rl::colour>(i);
    char wanted[40] = "";
    std::snprintf(wanted, sizeof wanted, "--t-%s: #%06x;", std::string(name_of(c)).c_str(), rl::rgb_of(c));
    BOOST_TEST(holds(light, wanted), wanted);
  }
}

// A script must not use, while loading, what a later one defines: all but `page.js` define functions.
BOOST_AUTO_TEST_CASE(each_file_of_the_page_is_part_of_it) {
  const std::string page = written({"program", "", {}, {}, {}, {}});
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RIDGELINE_SOURCE_DIR) +
                                                               "/include/ridgeline/sink/page")) {
    const std::string name = entry.path().filename().string();
    if (name == "generated.hpp") continue;
    BOOST_TEST(holds(page, test::repository_file("include/ridgeline/sink/page/" + name)), name);
    ++files;
  }
  BOOST_TEST(files == 16u);
}

BOOST_AUTO_TEST_SUITE_END()
