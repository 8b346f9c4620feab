#include <ridgeline/torch/tree/call_tree.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tree_call_tree)

namespace {

constexpr call_tree_options as_original{.faults = torch_faults::parity()};

/// The parent of event `uid` as a letter of `names`, '-' for none.
std::string parents(const call_tree& tree) {
  std::string out;
  for (std::uint32_t i = 0; i < tree.trace().events.size(); ++i) {
    const std::uint32_t p = tree.parent_of(i);
    out += !known(p) ? "-" : std::string(tree.trace().name(tree.trace().events[p]));
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nests_by_thread_and_time) {
  // thread 1: a [0, 10) holds b [1, 4), which holds c [2, 3), and d [5, 6); thread 2: e at the same time
  const torch_trace t = kineto_text().op("a", 0, 10).op("b", 1, 3).op("c", 2, 1).op("d", 5, 1).op("e", 2, 1, "", 2).read();
  for (const call_tree_options& o : {call_tree_options{}, as_original}) {
    const call_tree tree = build_call_tree(t, o);
    BOOST_TEST(parents(tree) == "-aba-");
    BOOST_TEST((tree.root_ops() == std::vector<std::uint32_t>{0, 4}));
    BOOST_TEST((tree.order() == std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
    BOOST_TEST(tree.last_of(0) == 4u);
    BOOST_TEST(tree.last_of(1) == 3u);
  }
}

BOOST_AUTO_TEST_CASE(what_starts_at_an_end_is_not_inside) {
  const torch_trace t = kineto_text().op("a", 0, 10).op("b", 10, 5).op("z", 12, 0).op("c", 12, 1).read();
  BOOST_TEST(parents(build_call_tree(t)) == "--cb");               // z takes no time and lies in c
  BOOST_TEST(parents(build_call_tree(t, as_original)) == "--bb");  // z is first in the file and ends before c
}

BOOST_AUTO_TEST_CASE(of_two_that_start_together_the_longer_is_outside) {
  const torch_trace longer_first = kineto_text().op("a", 0, 10).op("b", 0, 4).read();
  BOOST_TEST(parents(build_call_tree(longer_first)) == "-a");
  BOOST_TEST(parents(build_call_tree(longer_first, as_original)) == "-a");
  const torch_trace shorter_first = kineto_text().op("b", 0, 4).op("a", 0, 10).read();
  BOOST_TEST(parents(build_call_tree(shorter_first)) == "a-");
  const call_tree original = build_call_tree(shorter_first, as_original);
  BOOST_TEST(parents(original) == "--");                                     // a outlasts b by 4 us: dropped
  BOOST_TEST((original.root_ops() == std::vector<std::uint32_t>{0}));
  const call_tree one_fault = build_call_tree(shorter_first, {.faults = {.ties_in_file_order = true}});
  BOOST_TEST(parents(one_fault) == "--");                                    // a begins in b and outlasts it: a root
  BOOST_TEST((one_fault.root_ops() == std::vector<std::uint32_t>{0, 1}));
}

BOOST_AUTO_TEST_CASE(ops_of_equal_spans_are_nested_in_the_order_of_their_numbers) {
  // in whole microseconds; the file lists ops as they end: b (number 2) in a (1), then d (4) in c (3)
  kineto_text text;
  text.op("b", 0, 5, "\"External id\": 2").op("a", 0, 5, "\"External id\": 1");
  text.op("d", 5, 5, "\"External id\": 4").op("c", 5, 5, "\"External id\": 3");
  text.op("y", 20, 5).op("z", 20, 5);  // without numbers: as in the file
  const torch_trace t = text.read();
  BOOST_TEST(parents(build_call_tree(t)) == "a-c--y");
  BOOST_TEST(parents(build_call_tree(t, as_original)) == "-b-d-y");
}

BOOST_AUTO_TEST_CASE(a_launch_outside_belongs_to_the_op_it_names) {
  const auto launch = [](double ts, int correlation, std::string_view id, int thread, int process = 1) {
    return R"({"ph": "X", "cat": "cuda_runtime", "name": "L", "pid": )" + std::to_string(process) + R"(, "tid": )" +
           std::to_string(thread) + R"(, "ts": )" + std::to_string(ts) + R"(, "dur": 1, "args": {"correlation": )" +
           std::to_string(correlation) + std::string(id) + "}}";
  };
  // op a holds b; the runtime calls are on thread 9, one of them after b has ended
  kineto_text text;
  text.op("a", 0, 10, "\"External id\": 4").op("b", 1, 3, "\"External id\": 5");
  text.raw(launch(2, 1, R"(, "External id": 5)", 9)).raw(launch(6, 2, R"(, "External id": 5)", 9));
  text.raw(launch(7, 3, "", 9)).raw(launch(8, 4, R"(, "External id": 77)", 9)).raw(launch(9, 6, R"(, "External id": 5)", 9));
  text.kernel("p", 20, 1, 1).kernel("q", 21, 1, 2).kernel("r", 22, 1, 3).kernel("s", 23, 1, 4);
  const torch_trace t = text.read();
  const call_tree right = build_call_tree(t);
  BOOST_TEST(parents(right) == "-abb---LLLL");  // what launches nothing stays, and what names no op
  BOOST_TEST((right.order() == std::vector<std::uint32_t>{0, 1, 2, 7, 3, 8, 4, 9, 5, 10, 6}));
  BOOST_TEST(right.last_of(1) == 6u);
  BOOST_TEST(parents(build_call_tree(t, {.faults = {.launches_by_stack_alone = true}})) == "-a-----LLLL");

  // two processes number their ops alike: the launch's own process wins; if it has none, the op running at that time
  kineto_text merged;
  merged.op("a", 0, 10, "\"External id\": 5");
  merged.raw(R"({"ph": "X", "cat": "cpu_op", "name": "b", "pid": 2, "tid": 1, "ts": 20, "dur": 10, "args": {"External id": 5}})");
  merged.raw(launch(3, 1, R"(, "External id": 5)", 9, 2)).raw(launch(4, 2, R"(, "External id": 5)", 9, 3));
  merged.raw(launch(15, 3, R"(, "External id": 5)", 9, 3));
  merged.kernel("p", 40, 1, 1).kernel("q", 41, 1, 2).kernel("r", 42, 1, 3);
  BOOST_TEST(parents(build_call_tree(merged.read())) == "--ba-LLL");
}

BOOST_AUTO_TEST_CASE(an_id_that_is_only_the_correlation_names_no_op) {
  const auto launch = [](double ts, int number, int thread) {
    return R"({"ph": "X", "cat": "cuda_driver", "name": "L", "pid": 1, "tid": )" + std::to_string(thread) +
           R"(, "ts": )" + std::to_string(ts) + R"(, "dur": 1, "args": {"External id": )" + std::to_string(number) +
           R"(, "correlation": )" + std::to_string(number) + "}}";
  };
  // p is launched before the op with its number begins, q after it has ended; only r while such an op runs on thread 1
  kineto_text text;
  text.op("a", 10, 10, "\"External id\": 5").op("b", 30, 10, "\"External id\": 6").op("c", 50, 10, "\"External id\": 7");
  text.raw(launch(2, 5, 1)).raw(launch(45, 6, 1)).raw(launch(55, 7, 9));
  text.kernel("p", 70, 1, 5).kernel("q", 71, 1, 6).kernel("r", 72, 1, 7);
  BOOST_TEST(parents(build_call_tree(text.read())) == "-----cLLL");

  // ROCm: the same number as `External id` alone, without a correlation
  kineto_text rocm;
  rocm.op("a", 10, 10, "\"External id\": 5").span("cuda_runtime", "L", 2, 1, "\"External id\": 5");
  rocm.span("kernel", "p", 70, 1, "\"stream\": 7, \"External id\": 5", 7);
  BOOST_TEST(parents(build_call_tree(rocm.read())) == "--L");
}

BOOST_AUTO_TEST_CASE(leaks_go_to_the_nearest_that_holds_them) {
  // r [0, 100) holds p [0, 10); l [8, 20) starts in p and outlasts it by 10; k [15, 16) lies in l
  const torch_trace t = kineto_text().op("r", 0, 100).op("p", 0, 10).op("l", 8, 12).op("k", 15, 1).read();
  const call_tree right = build_call_tree(t);
  BOOST_TEST(parents(right) == "-rrl");
  BOOST_TEST(right.problems()[torch_problem::event_leaks].count == 1u);
  const call_tree original = build_call_tree(t, as_original);
  BOOST_TEST(parents(original) == "-r-r");                                   // l is dropped, k goes to r
  BOOST_TEST((original.root_ops() == std::vector<std::uint32_t>{0}));
  BOOST_TEST(original.contains(2));
}

BOOST_AUTO_TEST_CASE(short_leaks_go_up_one_level_unseen) {
  // p [0, 10) in r [0, 12); l [9.5, 15) outlasts both: the original makes it a child of r all the same
  const torch_trace t = kineto_text().op("r", 0, 12).op("p", 0, 10).op("l", 9.5, 5.5).read();
  BOOST_TEST(parents(build_call_tree(t, as_original)) == "-rr");
  BOOST_TEST(parents(build_call_tree(t)) == "-r-");
  // with one level only there is nowhere to go: dropped
  const torch_trace flat = kineto_text().op("p", 0, 10).op("l", 9.5, 5.5).read();
  BOOST_TEST((build_call_tree(flat, as_original).root_ops() == std::vector<std::uint32_t>{0}));
  BOOST_TEST((build_call_tree(flat).root_ops() == std::vector<std::uint32_t>{0, 1}));
}

BOOST_AUTO_TEST_CASE(what_went_up_one_level_goes_on_to_its_own_end) {
  // o [0, 100), m [10, 30), a [15, 25), l [24.5, 64.5): l outlasts a by more than there is left of it, and m; the
  // original makes it a child of m and lets it go on: r [40, 45) is its child. Here it is a child of o, as it should be.
  const torch_trace t =
      kineto_text().op("o", 0, 100).op("m", 10, 20).op("a", 15, 10).op("l", 24.5, 40).op("r", 40, 5).read();
  BOOST_TEST(parents(build_call_tree(t, as_original)) == "-omml");
  BOOST_TEST(parents(build_call_tree(t)) == "-omol");
}

BOOST_AUTO_TEST_CASE(ends_are_exact_unless_asked_otherwise) {
  // 3545057397403.013 + 0.100 and ...403.063 + 0.050 both end at .113; as doubles 4.9e-4 apart the two sums may differ
  std::uint64_t exact = 0, rounded = 0;
  for (int i = 0; i < 50; ++i) {
    const std::string third = std::to_string(100 + i);
    kineto_text k;
    k.raw("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"a\", \"ts\": 3545057397403." + third + ", \"dur\": 0.3}");
    k.raw("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"b\", \"ts\": 3545057397403." + std::to_string(200 + i) + ", \"dur\": 0.2}");
    const torch_trace t = k.read();
    exact += build_call_tree(t).problems()[torch_problem::event_leaks].count;
    rounded += build_call_tree(t, {.faults = {.rounded_ends = true}}).problems()[torch_problem::event_leaks].count;
  }
  BOOST_TEST(exact == 0u);
  BOOST_TEST(rounded > 0u);
  torch_trace t;
  t.events.push_back({.start = time_point::of(3545057397403013), .time = duration::of(300)});
  BOOST_TEST(torch_exact_clock::end(t.events[0]) == 3545057397403313);       // whole nanoseconds
  BOOST_TEST(torch_file_clock{&t}.end(t.events[0]) == 3545057397403.013 + 0.3);
}

/// Two traces of one thread since 1970: in the first every stamp lies on a quarter of a microsecond, so that b, which
/// ends 0.3 us after a, counts as inside a, and c, 0.5 us after it, does not; in the second one stamp does not.
BOOST_AUTO_TEST_CASE(stamps_that_were_rounded_to_quarters) {
  const auto tree_parents = [](const std::string& last) {
    kineto_text k;
    k.raw(R"({"ph": "X", "cat": "cpu_op", "name": "a", "ts": 1690000000000000.2, "dur": 10, "pid": 1, "tid": 1})");
    k.raw(R"({"ph": "X", "cat": "cpu_op", "name": "b", "ts": 1690000000000001.5, "dur": 9, "pid": 1, "tid": 1})");
    k.raw(R"({"ph": "X", "cat": "cpu_op", "name": "c", "ts": 1690000000000020.0, "dur": 10, "pid": 1, "tid": 1})");
    k.raw(R"({"ph": "X", "cat": "cpu_op", "name": "d", "ts": 1690000000000025.8, "dur": 4.7, "pid": 1, "tid": 1})");
    k.raw(R"({"ph": "X", "cat": "cpu_op", "name": "e", "ts": )" + last + R"(, "dur": 1, "pid": 1, "tid": 1})");
    const torch_trace t = k.read();
    return parents(build_call_tree(t));
  };
  BOOST_TEST(tree_parents("1690000000000040.5") == "-a---");
  BOOST_TEST(tree_parents("1690000000000040.123") == "-----");
}

BOOST_AUTO_TEST_CASE(python_frames_are_asked_for) {
  const torch_trace t = kineto_text().span("python_function", "f", 0, 10).op("a", 1, 2).span("user_annotation", "u", 0, 10).read();
  BOOST_TEST(parents(build_call_tree(t)) == "---");
  const call_tree tree = build_call_tree(t, {.python_frames = true});
  BOOST_TEST(parents(tree) == "-f-");
  BOOST_TEST((tree.root_ops() == std::vector<std::uint32_t>{1}));            // no op encloses it
  BOOST_TEST(!tree.contains(2));
}

BOOST_AUTO_TEST_CASE(events_without_times_stay_outside) {
  kineto_text k;
  k.op("a", 0, 10).raw("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"b\", \"pid\": 1, \"tid\": 1, \"ts\": 2}");
  const torch_trace t = k.read();
  const call_tree tree = build_call_tree(t);
  BOOST_TEST(!tree.contains(1));
  BOOST_TEST(tree.first_of(1) == tree.last_of(1));
}

BOOST_AUTO_TEST_CASE(a_million_nested_events_and_a_million_kernels_on_one_launch) {
  torch_trace t;
  const symbol name = t.texts.keep("op");
  // One call per level would overflow any stack: 8 MB are 8 bytes for each.
  constexpr std::uint32_t depth = 1'000'000, kernels = 1'000'000;
  t.places.push_back({});
  t.events.reserve(depth + 1 + kernels);
  for (std::uint32_t i = 0; i < depth; ++i) {
    torch_event e{.start = time_point::of(i), .time = duration::of(2 * (depth - i) + 10), .name = name, .place = 0};
    e.category = kineto_category::cpu_op, e.phase = chrome_phase::complete;
    t.events.push_back(e);
  }
  torch_event launch{.start = time_point::of(depth), .time = duration::of(1), .correlation = 1, .name = name, .place = 0};
  launch.category = kineto_category::cuda_runtime, launch.phase = chrome_phase::complete;
  t.events.push_back(launch);
  for (std::uint32_t i = 0; i < kernels; ++i) {
    torch_event e{.start = time_point::of(2 * depth + i), .time = duration::of(1), .correlation = 1, .name = name};
    e.category = kineto_category::kernel, e.phase = chrome_phase::complete;
    t.events.push_back(e);
  }
  const call_tree tree = build_call_tree(t);
  BOOST_TEST(tree.order().size() == depth + 1 + kernels);
  BOOST_TEST(tree.parent_of(depth) == depth - 1);
  const auto [first, last] = tree.gpu_positions_of(0);
  BOOST_TEST(last - first == kernels);
  BOOST_TEST((tree.root_ops() == std::vector<std::uint32_t>{0}));
}

BOOST_AUTO_TEST_SUITE_END()
