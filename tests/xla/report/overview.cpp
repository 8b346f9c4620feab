#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/report/overview.hpp>
#include <ridgeline/xla/sheet/run.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

namespace {

std::string console_of(xplane::plane gpu) {
  gpu.line(1, "Stream #1(Compute)").kernel("k", 0, 1'000'000, 1);
  const xla_trace trace = *read_xplane(xplane::file({gpu.bytes()}));
  string_output to;
  write_console(to, report_jax(trace), 1000);
  return to.text();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(xla_report_overview)

BOOST_AUTO_TEST_CASE(without_a_chip_the_most_similar_one_is_named) {
  const std::string none = "No chip is given, so there are no bounds: --arch NAME or --gpu_arch_json_path FILE";
  constexpr std::int64_t gib = std::int64_t{1} << 30;
  const auto gpu = [] { return xplane::plane("/device:GPU:0"); };
  BOOST_TEST(console_of(gpu()).find(none + ".\n") != std::string::npos, console_of(gpu()));
  const std::string h200 = console_of(gpu().fact("device_vendor", "Nvidia").fact("core_count", std::int64_t{132})
                                          .fact("memory_size", 140 * gib)
                                          .fact("compute_cap_major", std::int64_t{9})
                                          .fact("compute_cap_minor", std::int64_t{0}));
  BOOST_TEST(h200.find(none + "; of the built-in chips, h200_sxm is most like the profile's GPU (sm_90, 132 "
                              "multiprocessors, 140 GiB).\n") != std::string::npos, h200);
  const std::string mi300 = console_of(gpu().fact("device_vendor", "AMD").fact("core_count", std::int64_t{304})
                                           .fact("compute_cap_major", std::int64_t{9})
                                           .fact("compute_cap_minor", std::int64_t{4}));
  BOOST_TEST(mi300.find("mi300x is most like the profile's GPU (gfx94, 304 multiprocessors).") != std::string::npos,
             mi300);
}

BOOST_AUTO_TEST_CASE(a_profile_that_names_its_gpu_is_judged_by_it) {
  const auto gpu = [](std::string_view name, std::string_view vendor, std::int64_t cores) {
    return xplane::plane("/device:GPU:0").fact("device_vendor", vendor).fact("gpu_device_name", name)
        .fact("core_count", cores).fact("compute_cap_major", std::int64_t{9})
        .fact("compute_cap_minor", std::int64_t{vendor == "AMD" ? 4 : 0});
  };
  const std::string h100 = console_of(gpu("NVIDIA H100 80GB HBM3", "Nvidia", 132));
  BOOST_TEST(h100.find("Bounds refer to h100_sxm.\n") != std::string::npos, h100);
  // XLA gives AMD's the name of their architecture, which several chips have
  const std::string mi300 = console_of(gpu("gfx942", "AMD", 304));
  BOOST_TEST(mi300.find("mi300x is most like the profile's GPU (gfx942, gfx94, 304 multiprocessors).") != mi300.npos,
             mi300);
  // a device with the name of a chip and an eighth of its cores is a part of it
  BOOST_TEST(console_of(gpu("AMD Instinct MI300X", "AMD", 38)).find("No chip is given") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(ops_of_programs_that_are_not_there_are_not_known) {
  const auto coverage = [](xplane::plane ops) {
    const xla_trace trace = *read_xplane(xplane::file({ops.bytes()}));
    string_output to;
    write_console(to, report_jax(trace), 1000);
    return to.text().substr(to.text().find("FLOP are known for"), 100);
  };
  xplane::plane host("/host:CPU"), tpu("/device:TPU:0");
  host.line(1, "tf_XLAEigen").event("dot.1", 0, 3'000'000, {{"hlo_op", 0, "dot.1"}, {"hlo_module", 0, "jit_f"}});
  BOOST_TEST(coverage(host).find("bytes for 0.0 %; 100.0 % belongs") != std::string::npos, coverage(host));
  // of these two, the plane says what one is, which takes 3 of 4 us
  tpu.line(1, "XLA Ops").event("dot.1", 0, 3'000'000).event("custom.2", 3'000'000, 1'000'000);
  tpu.about("dot.1", {{"hlo_category", 0, "convolution"}});
  BOOST_TEST(coverage(tpu).find("bytes for 0.0 %; 25.0 % belongs") != std::string::npos, coverage(tpu));
}

BOOST_AUTO_TEST_SUITE_END()
