#include <ridgeline/read/gpu_arch.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_gpu_arch)

BOOST_AUTO_TEST_CASE(a_rate_of_nothing_is_none) {
  const auto roofs = read_gpu_arch(R"({"name": "X", "mem_bw_gbps": 100,
      "max_achievable_tflops": {"matrix_bf16": 2, "matrix_fp4": 0, "vector_bf16": null}})");
  BOOST_REQUIRE(roofs.has_value());
  BOOST_TEST(roofs->peaks.size() == 1u);
  BOOST_TEST(roofs->peak_of("matrix_bf16").in(TFLOPps) == 2);
  BOOST_TEST(!known(roofs->peak_of("matrix_fp4")));
}

BOOST_AUTO_TEST_CASE(a_rate_is_no_text_and_not_negative) {
  for (const char* const wrong : {R"("750")", "-1", "true"})
    BOOST_TEST(!read_gpu_arch(std::string(R"({"mem_bw_gbps": 100, "max_achievable_tflops": {"a": )") + wrong + "}}")
                    .has_value());
  BOOST_TEST(!read_gpu_arch(R"({"mem_bw_gbps": 0, "max_achievable_tflops": {"matrix_bf16": 2}})").has_value());
}

BOOST_AUTO_TEST_CASE(what_a_chip_is_judged_by_is_what_its_file_has) {
  for (const char* const compute : {R"({"max_achievable_tflops": {"matrix_bf16": 2}})",
                                    R"({"mem_bw_gbps": null, "max_achievable_tflops": {"matrix_bf16": 2}})"}) {
    const auto roofs = read_gpu_arch(compute);
    BOOST_REQUIRE(roofs.has_value());
    BOOST_TEST(!known(roofs->memory));
    BOOST_TEST(roofs->peak_of("matrix_bf16").in(TFLOPps) == 2);
  }
  BOOST_TEST(read_gpu_arch(R"({"mem_bw_gbps": 100})")->memory.in(GBps) == 100);
  for (const char* const nothing : {"{}", R"({"name": "X", "max_achievable_tflops": {"matrix_bf16": 0}})"}) {
    const auto none = read_gpu_arch(nothing);
    BOOST_REQUIRE(!none.has_value());
    BOOST_TEST(to_string(none.error()).find("found neither") != std::string::npos);
  }
}

/// gzip of `{"mem_bw_gbps": 100}`, made by gzip -n. What is packed twice is refused as that, and bytes that nobody
/// unpacked are not called twice packed.
BOOST_AUTO_TEST_CASE(a_file_may_be_packed) {
  constexpr std::string_view packed(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\x56\xca\x4d\xcd\x8d\x4f\x2a\x8f\x4f\x4f\x2a\x28\x56\xb2\x52"
      "\x30\x34\x30\xa8\x05\x00\x49\xeb\x32\xe2\x14\x00\x00\x00", 40);
  const temporary_folder folder;
  const auto roofs = read_gpu_arch_file(folder.file("chip", packed));
  BOOST_REQUIRE(roofs.has_value());
  BOOST_TEST(roofs->memory.in(GBps) == 100);
  const auto bytes = read_gpu_arch(packed, "chip");
  BOOST_REQUIRE(!bytes.has_value());
  BOOST_TEST(to_string(bytes.error()) == "chip: is packed with gzip: unpack it (gzip -d)");
  BOOST_TEST(to_string(read_gpu_arch_file(folder.path("none")).error()).find("cannot be read") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
