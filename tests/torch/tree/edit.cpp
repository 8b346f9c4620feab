#include <ridgeline/torch/tree/edit.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tree_edit_)

namespace {

/// A node and its subtree: `op(launch(kernel) launch(kernel))`.
std::string shape_of(call_node n) {
  std::string text(n.name());
  std::string below;
  for (const call_node child : children_of(n)) {
    if (!below.empty()) below += ' ';
    below += shape_of(child);
  }
  return below.empty() ? text : text + "(" + below + ")";
}

/// An op that launches three kernels, two of them by one call inside another op.
kineto_text three_kernels() {
  kineto_text k;
  k.op("outer", 0, 100);                                                      // 0
  k.launch("launch_a", 1, 2, 1).kernel("a", 200, 10, 1).flow(1);              // 1, 2, 3 and 4: its flow
  k.op("inner", 10, 20).launch("launch_b", 11, 2, 2).kernel("b", 210, 10, 2).flow(2);  // 5, 6, 7
  k.launch("launch_c", 40, 2, 3).kernel("c", 220, 10, 3).flow(3);             // 10, 11
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_op_around_a_launch_stands_behind_its_siblings) {
  torch_trace t = three_kernels().read();
  const std::size_t before = t.events.size();
  call_tree tree = build_call_tree(t);
  BOOST_TEST(shape_of(node_of(tree, 0)) == "outer(launch_a(a) inner(launch_b(b)) launch_c(c))");
  tree_edit edit(t, tree);
  const std::uint32_t added = edit.wrap(1, "pseudo", {.chosen_experts = 4});
  BOOST_TEST(added == before);
  BOOST_TEST(shape_of(node_of(tree, 0)) == "outer(launch_a(a) inner(launch_b(b)) launch_c(c))");  // until it is applied
  edit.apply();
  BOOST_TEST(shape_of(node_of(tree, 0)) == "outer(inner(launch_b(b)) launch_c(c) pseudo(launch_a(a)))");
  BOOST_TEST(tree.parent_of(1) == added);
  BOOST_TEST(tree.parent_of(added) == 0u);
  BOOST_TEST(tree.op_around(2) == added);  // the kernel of launch_a
  BOOST_TEST(tree.op_around(added) == 0u);
  BOOST_TEST(tree.op_around(7) == 5u);     // that of launch_b stays below `inner`
  BOOST_TEST(tree.has_gpu_work(added));
  BOOST_TEST(t.op(t.events[added])->chosen_experts == 4);
  BOOST_TEST(t.events[added].start.in(us) == 1);
  BOOST_TEST(!t.events[added].has_span());
  BOOST_TEST((tree.root_ops() == std::vector<std::uint32_t>{0}));
  BOOST_TEST(tree.gpu_positions().size() == 3u);
}

BOOST_AUTO_TEST_CASE(an_op_around_all_that_a_call_calls) {
  torch_trace t = three_kernels().read();
  call_tree tree = build_call_tree(t);
  tree_edit edit(t, tree);
  const std::uint32_t added = edit.wrap_calls_of(0, "all");
  edit.wrap(added, "twice");
  edit.rename(5, "renamed");
  edit.apply();
  BOOST_TEST(shape_of(node_of(tree, 0)) == "outer(twice(all(launch_a(a) renamed(launch_b(b)) launch_c(c))))");
  BOOST_TEST(!known(edit.wrap_calls_of(6, "nothing is called")));
  BOOST_TEST(!known(edit.wrap(7, "GPU work is no call")));
  BOOST_TEST(!known(edit.wrap(4'000'000, "no event")));
  edit.wrap(6, "again");
  edit.apply();
  BOOST_TEST(shape_of(node_of(tree, 5)) == "renamed(again(launch_b(b)))");
}

BOOST_AUTO_TEST_CASE(a_new_op_around_a_root_is_a_root_op) {
  torch_trace t = kineto_text().launch("launch", 0, 1, 1).kernel("a", 10, 4, 1).flow(1).op("later", 20, 1).read();
  call_tree tree = build_call_tree(t);
  BOOST_TEST(tree.root_ops().size() == 1u);
  BOOST_TEST(!known(tree.op_around(1)));
  tree_edit edit(t, tree);
  const std::uint32_t added = edit.wrap(0, "pseudo");
  edit.apply();
  BOOST_TEST(tree.op_around(1) == added);
  BOOST_REQUIRE(tree.root_ops().size() == 2u);
  BOOST_TEST(tree.root_ops().front() == added);  // it starts at 0
  BOOST_TEST(shape_of(node_of(tree, added)) == "pseudo(launch(a))");
}

BOOST_AUTO_TEST_CASE(many_changes_in_a_deep_tree_take_linear_time) {
  kineto_text k;
  const int deep = 20'000;
  for (int i = 0; i < deep; ++i) k.op("f", i, 2.0 * deep - 2 * i);
  torch_trace t = k.read();
  call_tree tree = build_call_tree(t);
  tree_edit edit(t, tree);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(deep); ++i) edit.wrap(i, "g");
  edit.apply();
  BOOST_TEST(tree.order().size() == 2u * deep);
  BOOST_TEST(tree.root_ops().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
