#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/diff/original.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_original_diff)

namespace {

using texts = std::vector<std::string>;

std::string file_of(const kineto_text& base, const kineto_text& next, std::string_view name, bool prune = false) {
  const torch_trace a = base.read(), b = next.read();
  const call_tree_options how{true, torch_faults::parity(), nullptr};
  for (const diff_file& f : original_trace_diff(build_call_tree(a, how), build_call_tree(b, how), prune))
    if (f.name == name) return f.text;
  return "no such file";
}

/// The first `columns` cells and the ancestor's name and number of each row; no cell has a comma in it.
texts rows_of(const kineto_text& base, const kineto_text& next) {
  const std::string text = file_of(base, next, "diff_stats.csv");
  texts rows;
  for (std::size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
    texts cells{""};
    for (std::size_t i = at; text[i] != '\n'; ++i) {
      if (text[i] == ',') cells.emplace_back();
      else cells.back() += text[i];
    }
    rows.push_back(cells[3] + " " + cells[1] + ": " + cells[0] + " in " + cells[10] + " " + cells[11]);
  }
  return rows;
}

/// An op with a launch of a kernel; its number is that of the launch.
void add_op(kineto_text& k, std::string_view op, double at, int number, std::string_view kernel = "k") {
  k.op(op, at, 8).launch("cudaLaunchKernel", at + 1, 1, number).flow(number);
  if (!kernel.empty()) k.kernel(kernel, 1000 + 10 * number, 5, number);
}

}  // namespace

/// The wrapper's only child is the first root, and gives the wrapper its children, so the wrapper is the root of the
/// second op: both ops stand below both roots.
BOOST_AUTO_TEST_CASE(what_is_below_two_roots_is_drawn_twice) {
  kineto_text k;
  k.span("python_function", "outer", 0, 100).span("python_function", "inner", 1, 90);
  add_op(k, "x", 10, 1), add_op(k, "y", 30, 2);
  const std::string below = "x\n$│   └── cudaLaunchKernel\n$│       └── k\n";
  const std::string last = "y\n$    └── cudaLaunchKernel\n$        └── k\n";
  const auto drawn = [&](const std::string& front) {
    std::string out = front + "├── " + below + front + "└── " + last;
    for (std::size_t at = out.find('$'); at != out.npos; at = out.find('$')) out.replace(at, 1, front);
    return out;
  };
  BOOST_TEST(file_of(k, k, "merged_tree_output.txt") == "├── inner\n" + drawn("│   ") + "└── outer\n" + drawn("    "));
  kineto_text other = k;
  add_op(other, "z", 50, 3);
  // 0 inner, 1 x, 2 its launch, 3 its kernel, 4 y, 5, 6, 7 z of one side, 8, 9, 10 outer, with the same children. Of
  // these, both roots list what is of one side.
  const texts all{"trace2 z: k in inner 0", "trace1 x: k in k 3", "trace2 x: k in k 3", "trace1 y: k in k 6",
                  "trace2 y: k in k 6", "trace2 z: k in outer 10"};
  BOOST_TEST(rows_of(k, other) == all, boost::test_tools::per_element());
}

/// A launch whose kernel was lost is a pair with the other one, but not on the GPU path, so nothing is listed there.
BOOST_AUTO_TEST_CASE(work_whose_partner_was_lost_is_listed_nowhere) {
  kineto_text both, one;
  add_op(both, "x", 0, 1), add_op(both, "y", 20, 2);
  add_op(one, "x", 0, 1, ""), add_op(one, "y", 20, 2);
  const texts rest{"trace1 y: k in k 5", "trace2 y: k in k 5"};  // 0 x, 1 its launch, 2 its kernel, 3 y, 4, 5
  BOOST_TEST(rows_of(both, one) == rest, boost::test_tools::per_element());
}

/// The kernels of a graph are pairs with ops: `k1` is listed with what is below `o1`, in the order of the traces.
BOOST_AUTO_TEST_CASE(a_kernel_in_a_pair_with_an_op_is_listed) {
  kineto_text graph, eager;
  graph.op("r", 0, 50).launch("cudaGraphLaunch", 1, 40, 1);
  graph.kernel("k2", 1020, 5, 1).kernel("k1", 1000, 5, 1);
  eager.op("r", 0, 50);
  add_op(eager, "o1", 10, 1, "e1"), add_op(eager, "o2", 20, 2, "e2");
  // 0 is the graph launch, to which the original goes down from r, and r; 1 is k1 by its start, 2 and 3 are below o1.
  const texts all{"trace1 r: k1 in k1 | o1 1", "trace2 o1: e1 in k1 | o1 1", "trace1 r: k2 in k2 | o2 4",
                  "trace2 o2: e2 in k2 | o2 4"};
  BOOST_TEST(rows_of(graph, eager) == all, boost::test_tools::per_element());
}

/// The first 20 characters behind `::` agree, so both names are one; `aten::` alone would not make them so.
BOOST_AUTO_TEST_CASE(names_of_ops_are_compared_behind_their_namespace) {
  kineto_text a, b;
  add_op(a, "aten::_scaled_dot_product_flash_attention", 0, 1);
  add_op(b, "other::_scaled_dot_product_efficient_attention", 0, 1);
  const std::string map = file_of(a, b, "cpu_op_map.json");
  const std::string name = "\"_scaled_dot_product_flash_attention/_scaled_dot_product_efficient_attention\"";
  BOOST_TEST(map.find(name) != map.npos);
  kineto_text c, d;
  add_op(c, "aten::convolution_one", 0, 1);
  add_op(d, "aten::convolution_two", 0, 1);
  const std::string apart = file_of(c, d, "cpu_op_map.json");  // 20 with `aten::`, 14 and `convolution_` alone
  BOOST_TEST(apart.find("\"convolution_one/") == apart.npos);
}

/// `f` calls an op with the name of the other side's `g`, and `g` calls `f`: both are replaced by what they call.
BOOST_AUTO_TEST_CASE(two_wrappers_around_each_others_names_are_both_replaced) {
  kineto_text a, b;
  a.op("r", 0, 90).op("f", 10, 30), add_op(a, "g", 11, 1), add_op(a, "h", 21, 2);
  add_op(a, "end", 50, 3), add_op(a, "end2", 60, 4);
  b.op("r", 0, 90).op("g", 10, 30), add_op(b, "f", 11, 1), add_op(b, "h", 21, 2), add_op(b, "fin", 60, 3);
  // The others call alike, so launches replace them: (g, h, launch, launch) and (f, h, launch). If only `g` were
  // replaced, `f` would be a pair, and not `h`.
  const std::string tree = file_of(a, b, "merged_tree_output.txt");
  for (const char* line : {"└── r\n", "    ├── h\n", "    ├── >> trace1: g\n", "    └── << trace2: f\n"})
    BOOST_TEST(tree.find(line) != tree.npos, line);
}

/// Roots without GPU work are left out; an event without a name is called by its number, 0.
BOOST_AUTO_TEST_CASE(pruned_roots_and_events_without_a_name) {
  kineto_text k;
  add_op(k, "", 0, 1);
  k.op("idle", 20, 5);
  BOOST_TEST(file_of(k, k, "merged_tree_output.txt", true) ==
             "├── 0\n│   └── cudaLaunchKernel\n│       └── k\n");
}

BOOST_AUTO_TEST_SUITE_END()
