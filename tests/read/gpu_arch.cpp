#include <ridgeline/read/gpu_arch.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_SUITE_END()
