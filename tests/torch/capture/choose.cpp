#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/serving/coverage.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_capture_choose)

namespace {

struct piece {
  std::string_view name;
  double time;
};
using graph = std::vector<piece>;

/// Captures one behind the other, each in its range: ops of some rows, each with a kernel of its name.
class captured_graphs {
 public:
  captured_graphs& add(int rows, const graph& ops) {
    const double first = at_;
    k_.launch("hipStreamBeginCapture", at_ + 1, 1, 900);
    for (const piece& p : ops) {
      at_ += 10;
      k_.op(p.name, at_, 8, "\"Input Dims\": [[" + std::to_string(rows) + ",4]], \"Input type\": [\"float\"]");
      k_.span("cuda_runtime", "hipLaunchKernel", at_ + 1, 2,
              "\"correlation\": 1, \"kernel\": \"" + std::string(p.name) + "\"");
    }
    at_ += 10;
    k_.launch("hipStreamEndCapture", at_, 1, 901);
    k_.span("user_annotation", "capture_" + std::to_string(rows) + "_FULL", first, at_ + 2 - first);
    at_ += 10;
    return *this;
  }
  std::string text() const { return k_.text(); }

 private:
  kineto_text k_{};
  double at_ = 0;
};

/// Ranges one behind the other that launch graphs; a range without a name is none.
class replayed_graphs {
 public:
  replayed_graphs& range(std::string_view name, const std::vector<graph>& graphs) {
    const double first = at_;
    for (const graph& g : graphs) {
      k_.launch("hipGraphLaunch", at_ + 2, 5, ++number_);
      for (const piece& p : g) k_.kernel(p.name, gpu_, p.time, number_), gpu_ += p.time + 1;
      at_ += 10;
    }
    if (!name.empty()) k_.span("user_annotation", name, first, at_ - first);
    at_ += 10;
    return *this;
  }
  /// A range around all that is there.
  replayed_graphs& around(std::string_view name) {
    k_.span("user_annotation", name, -1, at_ + 1);
    return *this;
  }
  torch_trace read() const {
    kineto_text k = k_;
    return k.op("dummy", 9000, 1).read();
  }

 private:
  kineto_text k_{};
  double at_ = 0, gpu_ = 10'000;
  int number_ = 0;
};

const graph target{{"mm", 4}, {"norm", 10}, {"act", 1}}, draft{{"mm", 4}};

struct result {
  graft_result grafted{};
  std::string line{};
};
result graft(const temporary_folder& folder, const replayed_graphs& replay) {
  torch_trace t = replay.read();
  expected<torch_captures> captures = read_capture_folder(folder.path(), {});
  BOOST_REQUIRE(captures.has_value());
  const torch_profile run(t, {.captures = &*captures});
  return {run.grafted(), capture_coverage_line(run)};
}

}  // namespace

/// The draft's file comes first and describes one of two launches, as the target's does, but 4 us of 19 instead of 15.
BOOST_AUTO_TEST_CASE(a_step_may_run_graphs_of_two_models) {
  const temporary_folder apart, together;
  apart.file("a.json", captured_graphs().add(8, draft).text());
  apart.file("b.json", captured_graphs().add(8, target).text());
  together.file("c.json", captured_graphs().add(8, draft).add(8, target).text());
  replayed_graphs replay;
  replay.range("step[DECODE bs=5]", {target, draft});
  const grafted_step two = graft(apart, replay).grafted.steps.at(0), one = graft(together, replay).grafted.steps.at(0);
  for (const grafted_step& s : {two, one}) {
    BOOST_TEST(s.captured_rows == 8);
    BOOST_TEST(s.merged_launches == 2u);
    BOOST_TEST(s.merged_kernel_time.in(us) == 19.0);
    BOOST_TEST((s.reason == graft_reason::none));
  }
  BOOST_TEST(two.file == "b.json, a.json");
  BOOST_TEST(one.file == "c.json");
}

/// No capture of the step's size has the second graph, but the next size has; the third is nowhere.
BOOST_AUTO_TEST_CASE(a_launch_that_is_left_takes_the_next_size) {
  const temporary_folder f;
  f.file("a.json", captured_graphs().add(8, target).add(16, draft).add(32, draft).text());
  replayed_graphs replay;
  replay.range("step[DECODE bs=5]", {target, draft, {{"other", 2}}});
  const grafted_step s = graft(f, replay).grafted.steps.at(0);
  BOOST_TEST(s.captured_rows == 8);
  BOOST_TEST(s.merged_launches == 2u);
  BOOST_TEST(s.merged_kernels == 4u);
  BOOST_TEST((s.reason == graft_reason::names_differ));
}

/// No rows are known outside of steps. Only size 16 has the target's graph, so 15 us are its; the draft's is of 8 or 16
/// rows, and both of its launches stay.
BOOST_AUTO_TEST_CASE(outside_of_steps_the_only_graph_that_fits_is_taken) {
  const temporary_folder f;
  f.file("a.json", captured_graphs().add(8, draft).add(16, target).add(16, draft).text());
  replayed_graphs replay;
  replay.range("step[TARGET_VERIFY bs=5]", {target, draft}).range("", {draft});
  const result r = graft(f, replay);
  BOOST_REQUIRE(r.grafted.steps.size() == 1u);
  const grafted_step& s = r.grafted.steps[0];
  BOOST_TEST(!known(s.number));
  BOOST_TEST(s.launches == 3u);
  BOOST_TEST(s.merged_launches == 1u);
  BOOST_TEST(s.merged_kernel_time.in(us) == 15.0);
  BOOST_TEST((s.reason == graft_reason::ambiguous));
  // 15 us of 15 + 4 + 4
  BOOST_TEST(r.line == "captures: 1 of 3 graph launches, 65.2 % of their GPU time, have the ops of captures below "
                       "them, matched by the names and the order of their kernels");
}

/// By position alone no size is preferred to another; in a step its size is known, and the pairs are unconfirmed.
BOOST_AUTO_TEST_CASE(outside_of_steps_position_alone_decides_nothing) {
  kineto_text k;
  k.launch("cudaStreamBeginCapture", 1, 1, 900).op("mm", 5, 8, R"("Input Dims": [[8,4]], "Input type": ["float"])");
  k.launch("cudaLaunchKernel", 6, 2, 1).launch("cudaStreamEndCapture", 20, 1, 901);
  const temporary_folder f;
  f.file("a.json", k.text());
  replayed_graphs replay;
  replay.range("", {draft});
  const result r = graft(f, replay);
  BOOST_TEST((r.grafted.steps.at(0).reason == graft_reason::no_kernel_names));
  BOOST_TEST(r.line == "captures: 0 of 1 graph launches, 0.0 % of their GPU time, have the ops of captures below them");
  replayed_graphs step;
  step.range("step[DECODE bs=8]", {draft});
  BOOST_TEST(graft(f, step).line ==
             "captures: 1 of 1 graph launches in steps, 100.0 % of their GPU time, have the ops of captures below "
             "them, matched by the order of their kernels; the captures do not name 1 of these 1, so that nothing "
             "confirms them");
}

/// A range named like a step of 4 rows around steps of 8 and 16: each takes its own size, and the range is no step.
BOOST_AUTO_TEST_CASE(a_launch_belongs_to_the_innermost_step) {
  const temporary_folder f;
  f.file("a.json", captured_graphs().add(4, target).add(8, target).add(16, target).text());
  replayed_graphs replay;
  replay.range("step[DECODE bs=8]", {target}).range("step[DECODE bs=16]", {target}).around("step[DECODE bs=4]");
  const graft_result r = graft(f, replay).grafted;
  BOOST_REQUIRE(r.steps.size() == 2u);
  BOOST_TEST(r.steps[0].captured_rows == 8);
  BOOST_TEST(r.steps[1].captured_rows == 16);
}

BOOST_AUTO_TEST_SUITE_END()
