/// Times of modules add up to the busy time, to the nanosecond; a model has the same modules eagerly and in a graph.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/module/modules.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_module_sums)

namespace {

std::int64_t busy_time_of(const torch_profile& run) {
  std::vector<basic_interval<std::int64_t>> spans;
  for (const std::uint32_t e : gpu_events_of(run.tree(), false))
    if (run.event(e).has_span()) spans.push_back({run.event(e).start.base(), run.event(e).end().base()});
  return length_of(union_of(std::move(spans)));
}
/// Times inside modules and outside all of them add up to the busy time: by node, by top node, and by line.
void check_sums(const torch_profile& run, const std::string& of) {
  const torch_modules m = torch_modules_of(run, false);
  duration all{}, tops{}, lines{};
  for (const module_node& n : m.nodes) all = all + n.self;
  for (std::size_t n = 1; n < m.nodes.size(); ++n)
    if (m.nodes[n].parent == 0) tops = tops + m.nodes[n].total;
  for (const module_line& l : m.lines) lines = lines + l.time;
  const std::int64_t busy = busy_time_of(run);
  BOOST_TEST(m.busy.base() == busy, of);
  BOOST_TEST(all.base() == busy, of);
  BOOST_TEST(tops.base() + m.nodes[0].self.base() == busy, of);
  BOOST_TEST(lines.base() == busy, of);
}
/// The traces of a folder of the example data, without captures, which run nothing.
std::vector<std::filesystem::path> traces_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::filesystem::path beside = entry.path().parent_path().filename();
    const bool capture = beside == "captures" || beside == "capture_traces";
    if (entry.path().string().ends_with(".json.gz") && !capture) found.push_back(entry.path());
  }
  return found;
}
void check_folder(std::string_view name) {
  const auto folder = shared_data(name);
  if (!folder) return;
  const std::vector<std::filesystem::path> files = traces_below(*folder);
  BOOST_TEST(!files.empty());
  for (const std::filesystem::path& file : files) {
    expected<torch_trace> trace = read_kineto_file(file.string(), {});
    BOOST_REQUIRE_MESSAGE(trace.has_value(), file.string());
    torch_run_options how{.python_frames = true};
    check_sums(torch_profile(std::as_const(*trace), how), file.string());
    const captures_beside beside = find_captures_beside(file.string());
    if (beside.found.size() != 1) continue;
    expected<torch_captures> captures = read_capture_folder(beside.found[0], {.rows = rows_of_graphs(*trace)});
    BOOST_REQUIRE_MESSAGE(captures.has_value(), file.string());
    how.captures = &*captures;
    check_sums(torch_profile(*trace, how), file.string() + " with captures");
  }
}

constexpr std::string_view frame = "python_function";
constexpr std::string_view mm = R"("Input Dims": [[8,16],[16,32]], "Input type": ["float","float"])";
constexpr std::string_view add = R"("Input Dims": [[8,32],[8,32],[]], "Input type": ["float","float","Scalar"], )"
                                 R"("Concrete Inputs": ["","","1"])";

/// What Python, PyTorch and the runtime do for a model of two layers, from a given time on: each layer is a product and
/// a sum, and a product follows them. `kernel(name, launch)` is called for each launch.
template <class Launch>
void model(kineto_text& k, double from, Launch launch) {
  k.span(frame, "nn.Module: Model_0", from, 100).span(frame, "model.py(3): forward", from + 1, 98);
  for (int layer = 0; layer < 2; ++layer) {
    const double at = from + 5 + 40 * layer;
    const std::string number = std::to_string(layer);
    k.span(frame, "nn.Module: Layer_" + number, at, 30).span(frame, "model.py(9): forward", at + 1, 28);
    k.span(frame, "nn.Module: Linear_" + number, at + 2, 8).op("aten::mm", at + 3, 6, mm);
    launch("gemm_" + number, at + 5);
    k.op("aten::add", at + 15, 6, add);
    launch("add", at + 17);
  }
  k.span(frame, "nn.Module: Linear_2", from + 86, 8).op("aten::mm", from + 87, 6, mm);
  launch("head", from + 89);
}
constexpr std::string_view step = "execute_context_0(0)_generation_8(8)";
constexpr int kernel_times[] = {20, 3, 20, 3, 10};

/// A step that runs the model eagerly.
kineto_text eager() {
  kineto_text k;
  k.span("user_annotation", step, 0, 150);
  int n = 0;
  model(k, 10, [&](const std::string& kernel, double at) {
    k.launch("hipLaunchKernel", at, 1, n + 1).kernel(kernel, 200 + 30 * n, kernel_times[n], n + 1).flow(n + 1);
    ++n;
  });
  return k;
}
/// A step that runs it as a graph, and the capture of that graph.
kineto_text replayed() {
  kineto_text k;
  k.span("user_annotation", step, 0, 150).op("dummy", 1, 2).launch("hipGraphLaunch", 10, 5, 1);
  int n = 0;
  for (const char* const kernel : {"gemm_0", "add", "gemm_1", "add", "head"})
    k.kernel(kernel, 200 + 30 * n, kernel_times[n], 1), ++n;
  return k;
}
kineto_text captured() {
  kineto_text k;
  k.span("user_annotation", "capture_8_FULL", 0, 200).launch("hipStreamBeginCapture", 2, 1, 90);
  model(k, 10, [&](const std::string& kernel, double at) {
    k.span("cuda_runtime", "hipLaunchKernel", at, 1, "\"correlation\": 7, \"kernel\": \"" + kernel + "\"");
  });
  k.launch("hipStreamEndCapture", 130, 1, 91);
  return k;
}

/// A sheet of the report, split into lines.
std::vector<std::string> lines_of_sheet(const torch_profile& run, std::string_view sheet) {
  torch_report_options options;
  options.modules = true;
  string_output out;
  for (const table& t : torch_tables(run, options))
    if (t.name() == sheet) write_csv(out, t);
  return test::lines_of(out.text());
}

}  // namespace

BOOST_AUTO_TEST_CASE(pytorch_traces) { check_folder("pytorch"); }
BOOST_AUTO_TEST_CASE(inference_traces) { check_folder("inference"); }
BOOST_AUTO_TEST_CASE(serving_traces) { check_folder("serving"); }

/// The kernels are the same here, and so is everything else: paths, calls, kernels, times, FLOP, bytes, bounds.
BOOST_AUTO_TEST_CASE(eagerly_and_in_a_graph_a_model_has_the_same_modules) {
  torch_trace called = eager().read(), graph = replayed().read();
  const torch_profile eagerly(called, {.python_frames = true});
  torch_captures captures;
  captures.files.emplace_back();
  captures.files[0].name = "c.json", captures.files[0].readable = true, captures.files[0].trace = captured().read();
  find_capture_windows(captures.files[0]);
  keep_windows(captures.files[0]);
  captures.add({8, false, 0, {0}});
  const torch_profile replay(graph, {.python_frames = true, .captures = &captures});
  BOOST_TEST(replay.grafted().steps.at(0).merged_kernels == 5u);
  check_sums(eagerly, "eager");
  check_sums(replay, "replay");
  for (const std::string_view sheet : {"modules", "module_tree"}) {
    const std::vector<std::string> lines = lines_of_sheet(eagerly, sheet);
    BOOST_TEST(lines.size() > 3u);
    BOOST_TEST(lines == lines_of_sheet(replay, sheet), boost::test_tools::per_element());
  }
  const torch_modules m = torch_modules_of(replay, false);
  std::vector<std::string> paths;
  for (const module_node& n : m.nodes) paths.push_back(n.path);
  BOOST_TEST((std::find(paths.begin(), paths.end(), "Model/Layer.*/Linear") != paths.end()));
  BOOST_TEST(m.busy.in(us) == 56.0);  // 20 + 3 + 20 + 3 + 10
}

BOOST_AUTO_TEST_SUITE_END()
