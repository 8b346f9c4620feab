#include <ridgeline/torch/run/extension.hpp>

#include <array>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_run_extension)

namespace {

/// Rules for kernels, and nothing else.
struct with_our_rings {
  static constexpr std::array communication{gpu::communication_rule{"ring_exchange_"}};
};
/// A model whose counts no op can have.
struct below_zero {
  static constexpr std::string_view name = "my::odd", category = "elementwise";
  static below_zero from(const torch_call&) { return {}; }
  static flop_count flops() { return -8 * FLOP; }
  static byte_count bytes() { return -4 * B; }
};
struct with_a_model {
  using models = torch_models::with<below_zero>;
};

/// A chip that the library does not have.
struct our_chip {
  static constexpr std::string_view name = "ours", vendor = "Example";
  static constexpr std::array<std::string_view, 1> aliases{"Our Accelerator 1"};
  static constexpr int cores = 10;
  static constexpr bandwidth dram = 100 * GBps;
  static constexpr std::array peaks{peak{matrix_bf16, 1 * TFLOPps, basis::vendor, "none"}};
};
struct with_a_chip {
  using chips = hw::chips::with<our_chip>;
};

torch_trace ring() {
  kineto_text k;
  k.op("my::odd", 0, 20, R"("Input Dims": [[2,4]], "Input type": ["float"])");
  k.launch("cudaLaunchKernel", 1, 1, 1).kernel("ring_exchange_bf16", 100, 8, 1).flow(1);
  return k.read();
}

/// The time of a row of `gpu_timeline`, in milliseconds.
std::string time_of(const torch_profile& run, std::string_view kind) {
  for (const table& t : torch_tables(run, {})) {
    if (t.name() != "gpu_timeline") continue;
    const test::sheet s = test::sheet_of(t);
    for (std::size_t r = 1; r < s.size(); ++r)
      if (s[r][0] == kind) return s[r][1];
  }
  return "-";
}

}  // namespace

BOOST_AUTO_TEST_CASE(its_rules_say_what_communication_is) {
  torch_trace t = ring();
  BOOST_TEST(time_of(torch_extended_run<torch_no_extension>(t), "total_comm_time") == "0.0");
  const torch_profile run = torch_extended_run<with_our_rings>(t);
  BOOST_TEST(time_of(run, "total_comm_time") == "0.008");  // 8 us
  const gpu::communication_table none;
  torch_run_options how;
  how.communication = &none;  // a program's own table is kept
  BOOST_TEST(time_of(torch_extended_run<with_our_rings>(t, how), "total_comm_time") == "0.0");
}

BOOST_AUTO_TEST_CASE(its_chips_are_found_by_the_names_of_devices) {
  torch_trace t = ring();
  t.devices.push_back({.name = "Our Accelerator 1"});
  const torch_profile run = torch_extended_run<with_a_chip>(t);
  BOOST_TEST(traced_chip_of(t).chip == nullptr);  // not a built-in chip
  const torch_traced_chip traced = traced_chip_of(t, run.extension().chips);
  BOOST_REQUIRE(traced.chip != nullptr);
  BOOST_TEST(traced.chip->name == "ours");
  BOOST_TEST(hw::find(run.extension().chips, "ours") == traced.chip);
  BOOST_TEST(hw::find(run.extension().chips, "h100_sxm") != nullptr);  // behind it
}

BOOST_AUTO_TEST_CASE(counts_below_zero_are_unknown_and_said) {
  torch_trace t = ring();
  const torch_profile run = torch_extended_run<with_a_model>(t);
  data_quality quality;
  for (const table& sheet : torch_tables(run, {}, &quality)) BOOST_TEST(sheet.name() != "elementwise");
  bool said = false;
  for (const quality_issue& issue : quality.issues())
    said = said || (issue.reason.starts_with("op model: ") && issue.example == "my::odd");
  BOOST_TEST(said);
}

BOOST_AUTO_TEST_SUITE_END()
