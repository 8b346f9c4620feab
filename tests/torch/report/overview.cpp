#include <ridgeline/torch/report/overview.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/host_ops.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_report_overview)

namespace {

std::string on_console(const torch_overview& o, std::size_t width) {
  string_output out;
  write_console(out, o, width);
  return out.text();
}

std::size_t widest_line(const std::string& text) {
  std::size_t most = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    most = std::max(most, display_width(std::string_view(text).substr(at, end - at)));
    at = end + 1;
  }
  return most;
}

/// Of shapes (128, 64) x (64, 32): 2 * 128 * 64 * 32 = 524,288 FLOP and 4 * (8192 + 2048 + 4096) = 57,344 B in 10 us.
kineto_text one_product(bool shapes) {
  kineto_text k;
  k.op("aten::mm", 0, 10, shapes ? R"("Input Dims": [[128,64],[64,32]], "Input type": ["float","float"], )"
                                   R"("Input Strides": [[64,1],[32,1]], "Concrete Inputs": ["",""])"
                                 : "")
      .launch("cudaLaunchKernel", 1, 2, 1).kernel("sgemm", 100, 10, 1).flow(1);
  return k;
}

torch_overview overview_of(const torch_trace& t, const torch_report_options& options = {}) {
  return torch_report_of(torch_profile(t), options).overview;
}

}  // namespace

/// A file that is cut may have had what it lacks: it says so first, and names no option of the profiler for it.
BOOST_AUTO_TEST_CASE(a_cut_file_is_said_first) {
  kineto_text k;
  k.op("aten::mm", 0, 10).launch("cudaLaunchKernel", 1, 2, 1);
  const torch_trace whole = k.read(), part = k.read_cut();
  torch_report_options options;
  options.call_stacks = true;
  BOOST_TEST(overview_of(whole, options).lost.empty());
  BOOST_TEST(overview_of(whole, options).missing[0].ends_with("record with ProfilerActivity.CUDA"));
  const torch_overview o = overview_of(part, options);
  BOOST_TEST(o.missing.empty());
  const std::string text = on_console(o, 80), byte = std::to_string(k.cut_text().size());
  BOOST_TEST(text.starts_with("The file is cut at byte " + byte + ", so counts and times lack what is missing"), text);
  BOOST_TEST(text.find("\nPerhaps in the missing part: GPU work, so the report covers the host only") != std::string::npos);
  BOOST_TEST(text.find("\nPerhaps in the missing part: Python frames, so there are no call") != std::string::npos);
  BOOST_TEST(text.find("record with") == std::string::npos);
  BOOST_TEST(text.find("Not recorded") == std::string::npos);
  data_quality quality;
  order_remarks(quality, o);
  BOOST_REQUIRE(quality.issues().size() == 2u);
  BOOST_TEST(quality.issues()[0].reason.starts_with("perhaps in the missing part: GPU work"));
  // what its ops do not hold was not recorded, wherever the file ends
  const torch_overview unshaped = overview_of(one_product(false).read_cut());
  BOOST_REQUIRE(unshaped.missing.size() == 1u);
  BOOST_TEST(unshaped.missing[0].ends_with("record with record_shapes=True"));
  BOOST_TEST(unshaped.lost.size() == 1u);
}

/// Two of three spans are ONNX Runtime's: ProfilerActivity.CPU does not exist there.
BOOST_AUTO_TEST_CASE(another_profiler_is_not_told_options_of_pytorch) {
  const torch_trace t = kineto_text().span("Session", "model_run", 0, 900).span("Node", "MatMul_kernel_time", 100, 300)
                            .span("Kernel", "sgemm", 120, 44, R"("stream": "7")").read();
  const torch_overview o = overview_of(t);
  BOOST_REQUIRE(o.missing.size() == 1u);
  BOOST_TEST(o.missing[0].starts_with("ops, so there are no sheets of ops"));
  BOOST_TEST(o.missing[0].find("record with") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_heaviest_ops_have_bounds) {
  const torch_trace t = one_product(true).read();
  const hw::roofs roofs{"chip", false, 100 * GBps, {{"matrix_fp32", 1 * TFLOPps}}};
  torch_report_options options;
  options.roofs = &roofs;
  const torch_overview o = overview_of(t, options);
  BOOST_TEST(o.missing.empty());
  BOOST_REQUIRE(o.heaviest.size() == 1u);
  BOOST_TEST(o.heaviest[0].name == "aten::mm");
  BOOST_TEST(o.heaviest[0].bound == "MEMORY_BOUND");  // 0.524 us for the FLOP, 0.573 us for the bytes
  BOOST_TEST(o.heaviest[0].of_roof == 0.0573, boost::test_tools::tolerance(0.001));
  BOOST_TEST(o.counted == 1.0);
  BOOST_TEST(o.roof == "chip, vendor peak");
  BOOST_TEST(!o.of_traced_device);
}

/// The rate of a copy from the host is that of the bus, whatever its share of the memory's.
BOOST_AUTO_TEST_CASE(copies_between_host_and_device_are_bound_by_the_bus) {
  const std::string shapes = R"("Input Dims": [[1024],[1024],[]], "Input type": ["float","float","Scalar"])";
  kineto_text k;
  k.op("aten::copy_", 0, 10, shapes).launch("cudaMemcpyAsync", 1, 2, 1);
  k.gpu("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 100, 5, 1).flow(1);
  const hw::roofs roofs{"chip", false, 100 * GBps, {{"vector_fp32", 1 * TFLOPps}}};
  torch_report_options options;
  options.roofs = &roofs;
  const torch_overview o = overview_of(k.read(), options);
  BOOST_REQUIRE(o.heaviest.size() == 1u);
  BOOST_TEST(o.heaviest[0].bound == "BUS");
  BOOST_TEST(!known(o.heaviest[0].of_roof));
  kineto_text on_device;
  on_device.op("aten::copy_", 0, 10, shapes).launch("cudaMemcpyAsync", 1, 2, 1);
  on_device.gpu("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 100, 5, 1).flow(1);
  BOOST_TEST(overview_of(on_device.read(), options).heaviest[0].bound == "MEMORY_BOUND");
}

// 2 * 64 * 64 elements of 4 B are read and written in 5 us: 0.013 TB/s, and no FLOP
BOOST_AUTO_TEST_CASE(what_only_moves_has_no_tflops) {
  kineto_text k;
  k.op("aten::cat", 0, 10, R"("Input Dims": [[[64,64],[64,64]],[]], "Input type": ["TensorList","Scalar"])");
  k.launch("cudaLaunchKernel", 1, 2, 1);
  k.kernel("void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 2, 64, 64>", 100, 5, 1).flow(1);
  const std::string text = on_console(overview_of(k.read()), 140);
  const std::size_t row = text.find("aten::cat ");
  BOOST_REQUIRE(row != text.npos);
  BOOST_TEST(text.substr(row, text.find('\n', row) - row).find(" 0.0 ") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(the_traced_device_bounds_where_no_chip_is_named) {
  const torch_trace t = one_product(true).read();
  const hw::roofs roofs{"chip", false, 100 * GBps, {{"matrix_fp32", 1 * TFLOPps}}};
  torch_report_options options;
  options.overview_roofs = &roofs;
  const torch_overview o = overview_of(t, options);
  BOOST_TEST(o.heaviest[0].bound == "MEMORY_BOUND");
  BOOST_TEST(o.heaviest[0].of_roof == 0.0573, boost::test_tools::tolerance(0.001));
  BOOST_TEST(o.of_traced_device);
}

BOOST_AUTO_TEST_CASE(ops_without_figures_are_named_once_whatever_their_arguments) {
  kineto_text k;
  int n = 0;
  const auto call = [&](std::string_view op, std::string_view dims, double time) {
    ++n;
    k.op(op, 100.0 * n, 10, dims).launch("cudaLaunchKernel", 100.0 * n + 1, 2, n).kernel("k", 100.0 * n + 20, time, n).flow(n);
  };
  call("my::other", R"("Input Dims": [[4]], "Input type": ["float"])", 16);
  for (const char* const dims : {R"("Input Dims": [[4]], "Input type": ["float"])", R"("Input Dims": [[8]], "Input type": ["float"])"})
    call("my::op", dims, 12);
  const torch_overview o = overview_of(k.read());
  BOOST_REQUIRE(o.uncounted.size() == 2u);
  BOOST_TEST(o.uncounted[0].name == "my::op");  // 12 + 12 of 40 us, but each call is shorter than the other's
  BOOST_TEST(o.uncounted[0].share == 0.6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(o.uncounted[1].share == 0.4, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(long_names_in_sentences_are_cut_like_those_in_tables) {
  const std::string name = "my::" + std::string(4000, 'x');
  kineto_text k;
  k.op(name, 0, 10, R"("Input Dims": [[4]], "Input type": ["float"])")
      .launch("cudaLaunchKernel", 1, 2, 1).kernel("k", 20, 16, 1).flow(1);
  const std::string text = on_console(overview_of(k.read()), 1000);
  BOOST_TEST(text.find("; not for my::" + std::string(251, 'x') + "… (100.0 %).") != std::string::npos, text);  // 255 and the mark
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_said_with_its_cure) {
  const torch_overview o = overview_of(one_product(false).read());
  BOOST_REQUIRE(o.missing.size() == 1u);
  BOOST_TEST(o.missing[0].find("record_shapes=True") != std::string::npos);
  BOOST_TEST(o.counted == 0.0);
  kineto_text nothing;
  nothing.op("aten::mm", 0, 10);
  BOOST_TEST(overview_of(nothing.read()).missing[0].find("ProfilerActivity.CUDA") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_trace_without_ops_shows_its_kernels) {
  kineto_text k;
  k.kernel("sgemm", 100, 10, 1).kernel("sgemm", 120, 20, 2);
  const torch_overview o = overview_of(k.read());
  BOOST_TEST(o.of_kernels);
  BOOST_REQUIRE(o.heaviest.size() == 1u);
  BOOST_TEST(o.heaviest[0].count == 2);
  BOOST_TEST(o.heaviest[0].time == 30.0);
}

BOOST_AUTO_TEST_CASE(the_text_fits_the_terminal) {
  torch_overview o;
  o.missing = {std::string(60, 'a') + " " + std::string(60, 'b')};
  o.ops = 1;
  o.heaviest.push_back({std::string(300, 'n'), "((1, 2), (3, 4))", 12345, 1e9, 1, 1000, 10, "COMPUTE_BOUND", 0.5});
  o.counted = 0.5, o.roof = "chip";
  for (const std::size_t width : {80u, 100u, 130u, 200u}) {
    const std::string text = on_console(o, width);
    BOOST_TEST(widest_line(text) <= width);
    BOOST_TEST((text.find("(3, 4)") != std::string::npos) == (width >= 120));
  }
}

BOOST_AUTO_TEST_CASE(ops_of_one_name_are_told_apart_where_dims_have_no_column) {
  torch_overview o;
  o.ops = 3;
  o.heaviest.push_back({"aten::addmm", "((32,), (64, 16), (16, 32), (), ())", 1, 9, 0.5, 1, 1, "MEMORY_BOUND", 0.5});
  o.heaviest.push_back({"aten::addmm", "((8,), (4, 2), (2, 8), (), ())", 1, 6, 0.3, 1, 1, "MEMORY_BOUND", 0.5});
  o.heaviest.push_back({"aten::mm", "((2, 2), (2, 2))", 1, 3, 0.2, 1, 1, "MEMORY_BOUND", 0.5});
  o.roof = "chip";
  const std::string narrow = on_console(o, 80), wide = on_console(o, 130);
  BOOST_TEST(narrow.find("aten::addmm (32,), (64, 16), (16, 32) ") != std::string::npos);
  BOOST_TEST(narrow.find("aten::addmm (8,), (4, 2), (2, 8) ") != std::string::npos);
  BOOST_TEST(narrow.find("aten::mm (") == std::string::npos);  // the only one
  BOOST_TEST(wide.find("aten::addmm (") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(self_times_of_ops_that_end_behind_each_other_add_up) {
  // Whole microseconds, as Kineto wrote them until PyTorch 2.2: div begins in Mean, 5157-5178, and ends 1 us behind it.
  // At each moment the op that began last has the time: Mean 5157-5158 and 5163-5165, 3 us (21 - 5 of expand - 13 of
  // div); div 5165-5169 and 5174-5179, 9; expand and to 5 each; evaluate_function what is left of 5157-5180, 1.
  const torch_trace t = kineto_text().op("evaluate", 5157, 23).op("Mean", 5157, 21).op("expand", 5158, 5)
      .op("as_strided", 5161, 0).op("div", 5165, 14).op("to", 5169, 5)
      .op("Mean", 5160, 3, "", 2).read();  // on another thread
  for (const bool dropped : {false, true}) {
    const torch_profile run(t, {.faults = {.leaking_events_dropped = dropped}});
    double all = 0;
    for (const torch_host_op_row& row : torch_host_ops(run)) {
      const double own = row.name == "evaluate" ? 1 : row.name == "Mean" ? 3 + 3 : row.name == "div" ? 9
                         : row.name == "as_strided" ? 0 : 5;
      BOOST_TEST(row.self_time == own, row.name);
      all += row.self_time;
    }
    BOOST_TEST(all == 23.0 + 3);
  }
}

BOOST_AUTO_TEST_CASE(a_trace_of_the_host_alone_has_its_ops_by_self_time) {
  // linear 0-100 calls addmm 10-60, that calls empty 20-25; another empty 70-80 below linear: self times 100 - 50 - 10,
  // 50 - 5 and 5 + 10 of 100 us. The runtime call inside addmm is not an op.
  const torch_trace t = kineto_text().op("aten::linear", 0, 100).op("aten::addmm", 10, 50).op("aten::empty", 20, 5)
      .launch("cudaMalloc", 30, 5, 1).op("aten::empty", 70, 10).read();
  const torch_profile run(t);
  const std::vector<torch_host_op_row> rows = torch_host_ops(run);
  BOOST_REQUIRE(rows.size() == 3u);
  BOOST_TEST(rows[0].name == "aten::addmm");
  BOOST_TEST(rows[0].self_time == 45.0);
  BOOST_TEST(rows[0].total_time == 50.0);
  BOOST_TEST(rows[1].self_time == 40.0);
  BOOST_TEST(rows[1].share == 0.4);
  BOOST_TEST(rows[2].name == "aten::empty");
  BOOST_TEST(rows[2].self_time == 15.0);
  BOOST_TEST(rows[2].count == 2);
  const torch_report report = torch_report_of(run, {});
  BOOST_TEST(std::any_of(report.tables.begin(), report.tables.end(), [](const table& s) { return s.name() == "host_ops_summary"; }));
  const std::string text = on_console(report.overview, 80);
  BOOST_TEST(text.find("aten::addmm") != text.npos);
  BOOST_TEST(text.find("GPU work, so the report covers the host only") != text.npos);
  BOOST_TEST(text.find("of 3 ops, by their own time on the host") != text.npos);
  torch_report_options original;
  original.original_names = true;
  BOOST_TEST(torch_report_of(run, original).tables.size() == 1u);  // gpu_timeline, empty
}

BOOST_AUTO_TEST_CASE(kernels_that_no_launch_reaches_are_in_the_time_line) {
  const torch_trace t = kineto_text().kernel("a", 0, 10, 1).kernel("b", 20, 10, 2).read();
  const torch_overview o = overview_of(t);
  BOOST_REQUIRE(!o.timeline.empty());
  BOOST_TEST(o.timeline[0].milliseconds == 0.02);  // 10 + 10 us of computation
}

BOOST_AUTO_TEST_SUITE_END()
