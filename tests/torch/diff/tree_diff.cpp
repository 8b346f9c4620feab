#include <algorithm>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/diff/tree_diff.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_tree_diff)

namespace {

/// An op that both traces have, and others that call an op with a kernel: `f0` calls `inner0`.
torch_trace trace_with(int others, const std::string& outer) {
  kineto_text k;
  k.op("same", 0, 10).launch("cudaLaunchKernel", 1, 1, 1).kernel("k", 100, 5, 1).flow(1);
  for (int i = 0; i < others; ++i) {
    const int at = 20 * (i + 1), call = i + 2;
    k.op(outer + std::to_string(i), at, 10).op("inner" + std::to_string(i), at + 1, 8);
    k.launch("cudaLaunchKernel", at + 2, 1, call).kernel("k", 100 + 10 * call, 5, call).flow(call);
  }
  return k.read();
}

std::vector<std::string> paths_of(const torch_trace& a, const torch_trace& b) {
  std::vector<std::string> paths;
  for (const tree_diff_row& r : tree_diff_of(build_call_tree(a), build_call_tree(b)))
    paths.push_back(std::string(r.kind()) + ": " + r.path);
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

/// Ops without a partner are looked at together, so that wrappers are found; each is shown below its own parent.
BOOST_AUTO_TEST_CASE(an_op_without_a_partner_is_below_the_op_that_called_it) {
  using texts = std::vector<std::string>;
  const torch_trace none = trace_with(0, "f"), some = trace_with(3, "f"), one = trace_with(1, "f");
  const texts removed{"both: same", "only base: f0 > inner0", "only base: f1 > inner1", "only base: f2 > inner2"};
  BOOST_TEST(paths_of(some, none) == removed, boost::test_tools::per_element());
  const texts added{"both: f0 > inner0", "both: same", "only new: f1 > inner1", "only new: f2 > inner2"};
  BOOST_TEST(paths_of(one, some) == added, boost::test_tools::per_element());
}

/// However many levels of one trace are around them, ops with the same names are pairs below what both have; the levels
/// themselves are of one trace.
BOOST_AUTO_TEST_CASE(wrappers_of_one_trace_hide_nothing) {
  const auto wrapped = [](int levels, int steps) {
    kineto_text k;
    for (int step = 0, call = 1; step < steps; ++step) {
      const int at = 100 * step;
      for (int l = 0; l < levels; ++l) k.op("level" + std::to_string(l), at + l, 90 - 2 * l);
      for (int i = 0; i < 3; ++i, ++call) {
        k.op("op" + std::to_string(i), at + 10 + 10 * i, 8).launch("cudaLaunchKernel", at + 11 + 10 * i, 1, call);
        k.kernel("k" + std::to_string(i), 1000 + 10 * call, 5, call).flow(call);
      }
    }
    return k.read();
  };
  const std::vector<std::string> all{"both: op0", "both: op1", "both: op2"};
  const torch_trace bare = wrapped(0, 2);
  for (const int levels : {1, 2, 4}) {
    BOOST_TEST(paths_of(bare, wrapped(levels, 2)) == all, boost::test_tools::per_element());
    BOOST_TEST(paths_of(wrapped(levels, 2), bare) == all, boost::test_tools::per_element());
  }
  const std::vector<std::string> inside{"both: level0 > op0", "both: level0 > op1", "both: level0 > op2"};
  BOOST_TEST(paths_of(wrapped(1, 2), wrapped(4, 2)) == inside, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
