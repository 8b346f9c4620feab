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

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

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

BOOST_AUTO_TEST_SUITE(torch_report_overview)

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

BOOST_AUTO_TEST_SUITE_END()
