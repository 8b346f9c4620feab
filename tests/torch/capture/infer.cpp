#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/capture/infer.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_capture_infer)

namespace {

/// Windows of ops, one behind the other; each op has a list of shapes and a kernel of the op's name.
class captured_windows {
 public:
  captured_windows& window(const std::vector<std::pair<std::string, std::string>>& ops) {
    k_.launch("hipStreamBeginCapture", at_, 1, 900);
    for (const auto& [name, dims] : ops) {
      k_.op(name, at_ + 2, 8, "\"Input Dims\": " + dims + ", \"Input type\": [\"float\"]");
      k_.span("cuda_runtime", "hipLaunchKernel", at_ + 3, 2, "\"correlation\": 1, \"kernel\": \"" + name + "\"");
      at_ += 10;
    }
    k_.launch("hipStreamEndCapture", at_ + 2, 1, 901);
    at_ += 10;
    return *this;
  }
  const kineto_text& text() const { return k_; }
  std::vector<std::int64_t> sizes() const {
    capture_file file;
    file.trace = k_.read();
    find_capture_windows(file);
    infer_window_sizes(file, infer_capture(file.trace).size);
    std::vector<std::int64_t> out;
    for (const capture_window& w : file.windows) out.push_back(w.size);
    return out;
  }

 private:
  kineto_text k_{};
  double at_ = 0;
};
using sizes = std::vector<std::int64_t>;

grafted_step step_of(const temporary_folder& folder, int rows, int launches = 1) {
  const std::string n = std::to_string(rows);
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=" + n + "]", 0, 90).op("dummy", 1, 2);
  for (int i = 0; i < launches; ++i) {
    k.launch("hipGraphLaunch", 10 + 10 * i, 5, 7 + i);
    k.kernel("mm", 100 + 20 * i, 4, 7 + i).kernel("act", 110 + 20 * i, 1, 7 + i);
  }
  torch_trace t = k.read();
  expected<torch_captures> captures = read_capture_folder(folder.path(), {});
  BOOST_REQUIRE(captures.has_value());
  torch_profile run(t, {.captures = &*captures});
  BOOST_REQUIRE(run.grafted().steps.size() == 1u);
  return run.grafted().steps[0];
}

}  // namespace

BOOST_AUTO_TEST_CASE(size_and_mode_are_inferred) {
  captured_windows one;
  one.window({{"aten::mm", "[[8,4],[4,2]]"}});
  const inferred_capture shapes = infer_capture(one.text().read());
  BOOST_TEST(shapes.size == 8);  // 8 and 4 once each: the one seen first
  BOOST_TEST(shapes.mode == "FULL");
  kineto_text k = one.text();
  k.span("user_annotation", "capture_32_DECODE", 0, 100);
  k.span("python_function", "vllm/v1/worker/gpu_model_runner.py(77): _dummy_run", 0, 1);
  BOOST_TEST(infer_capture(k.read()).size == 32);
  BOOST_TEST(infer_capture(k.read()).mode == "DECODE");
}

/// In the first window 512 is a weight's extent twice, and 16 appears twice, too; only the rows differ from those of
/// the second.
BOOST_AUTO_TEST_CASE(windows_of_the_same_ops_differ_in_their_rows) {
  captured_windows k;
  k.window({{"mm", "[[16,512],[512,64]]"}, {"act", "[[16,64],[512]]"}});
  k.window({{"mm", "[[8,512],[512,64]]"}, {"act", "[[8,64],[512]]"}});
  BOOST_TEST(k.sizes() == (sizes{16, 8}), boost::test_tools::per_element());
}

/// Pieces of one size: in each, 8 is an extent of some op, though 64 or 32 appears more often.
BOOST_AUTO_TEST_CASE(pieces_of_one_size_have_it_whatever_their_weights) {
  captured_windows k;
  k.window({{"linear", "[[8,4],[64,4],[64]]"}, {"norm", "[[8,64]]"}, {"act", "[[8,64]]"}});
  k.window({{"linear", "[[8,4],[32,4],[32]]"}, {"norm", "[[8,32]]"}, {"act", "[[8,32]]"}});  // 1 of 3 ops differs
  k.window({{"proj", "[[8,4],[64,4],[64]]"}});
  BOOST_TEST(k.sizes() == (sizes{8, 8, 8}), boost::test_tools::per_element());
}

/// The third window has other ops than the first two, none of 16 or 8 rows: two of two have 32.
BOOST_AUTO_TEST_CASE(a_window_like_no_other_has_its_own_size) {
  captured_windows k;
  k.window({{"mm", "[[16,4]]"}}).window({{"mm", "[[8,4]]"}}).window({{"mm", "[[32,4],[4,2]]"}, {"act", "[[32,2]]"}});
  BOOST_TEST(k.sizes() == (sizes{16, 8, 32}), boost::test_tools::per_element());
}

/// Two pieces of each size in one file without ranges: a step of 5 rows runs two graphs of 8, one of 9 those of 16.
BOOST_AUTO_TEST_CASE(all_sizes_in_one_file_without_ranges) {
  captured_windows k;
  for (const std::string rows : {"16", "8"})
    for (int piece = 0; piece < 2; ++piece)
      k.window({{"mm", "[[" + rows + ",4],[4,2]]"}, {"act", "[[" + rows + ",2]]"}});
  const temporary_folder f;
  f.file("all.json", k.text().text());
  const grafted_step small = step_of(f, 5, 2), large = step_of(f, 9, 2);
  BOOST_TEST(small.captured_rows == 8);
  BOOST_TEST(small.merged_launches == 2u);
  BOOST_TEST(large.captured_rows == 16);
  BOOST_TEST(large.merged_launches == 2u);
}

/// The list says that the file is of 8 rows. One of its two windows must be wrong for a single graph.
BOOST_AUTO_TEST_CASE(two_windows_that_fit_and_differ_are_ambiguous) {
  captured_windows k;
  k.window({{"mm", "[[16,4]]"}, {"act", "[[16,2]]"}}).window({{"mm", "[[8,4]]"}, {"act", "[[8,2]]"}});
  const temporary_folder f;
  f.file("all.json", k.text().text());
  f.file("execution_details.json", R"([{"file": "all.json", "batch_size": 8, "mode": "FULL"}])");
  const grafted_step s = step_of(f, 5);
  BOOST_TEST((s.reason == graft_reason::ambiguous));
  BOOST_TEST(s.merged_launches == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
