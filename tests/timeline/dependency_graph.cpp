#include <ridgeline/timeline/dependency_graph.hpp>

#include <boost/test/unit_test.hpp>

#include <ridgeline/timeline/longest_path.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(timeline_dependency_graph)

BOOST_AUTO_TEST_CASE(a_node_comes_with_the_latest_of_what_it_waits_for) {
  dependency_graph g;
  for (const int at : {0, 5, 8, 12}) g.add_node(at);
  g.add_edge(0, 1, 5);
  g.add_edge(0, 2, 8);
  g.add_edge(1, 3, 2);
  g.add_edge(2, 3, 4);
  g.order();
  const std::vector<double> as_it_was{5, 8, 2, 4}, faster{5, 1, 2, 4};
  BOOST_TEST(g.simulate(as_it_was)[3] == 12.0);  // max(5 + 2, 8 + 4)
  BOOST_TEST(g.simulate(faster)[3] == 7.0);      // max(5 + 2, 1 + 4)
}

BOOST_AUTO_TEST_CASE(what_nothing_leads_to_stays) {
  dependency_graph g;
  g.add_node(3);
  g.order();
  BOOST_TEST(g.simulate({})[0] == 3.0);
}

BOOST_AUTO_TEST_CASE(a_circle_is_cut_at_its_earliest_node) {
  dependency_graph g;
  for (const int at : {0, 10, 20}) g.add_node(at);
  g.add_edge(0, 1, 10);
  g.add_edge(1, 2, 10);
  g.add_edge(2, 1, -10);  // back in time, as when clocks differ
  g.order();
  const std::vector<double> delays{4, 10, -10};
  // node 1 goes first: max(0 + 4, 20 as measured - 10) = 10; node 2: 10 + 10
  BOOST_TEST(g.simulate(delays)[1] == 10.0);
  BOOST_TEST(g.simulate(delays)[2] == 20.0);
}

BOOST_AUTO_TEST_CASE(the_longest_path_starts_behind_what_costs) {
  const longest_path_finder finder({{0, 1}, {1, 2}, {0, 2}}, 3);
  BOOST_TEST(finder.without_circle());
  const longest_path one = finder.find({-5, 4, 3});  // 0 -> 1 is below 0: 1 starts anew, 4 is more than 3
  BOOST_TEST(one.length == 4.0);
  BOOST_TEST((one.links == std::vector<std::uint32_t>{1}));
  const longest_path two = finder.find({1, 1, 2});  // both are 2: the earlier link counts
  BOOST_TEST((two.links == std::vector<std::uint32_t>{0, 1}));
}

BOOST_AUTO_TEST_CASE(a_circle_has_no_longest_path) {
  const longest_path_finder finder({{0, 1}, {1, 0}}, 2);
  BOOST_TEST(!finder.without_circle());
  BOOST_TEST(finder.find({1, 1}).links.empty());
}

BOOST_AUTO_TEST_SUITE_END()
