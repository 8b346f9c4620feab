#include "examples/sample/jax_step.hpp"

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/sheet/run.hpp>

BOOST_AUTO_TEST_SUITE(sample_jax_step)

namespace {

std::string committed() {
  const std::string path = RIDGELINE_SOURCE_DIR "/examples/sample/jax_step.xplane.pb";
  std::ifstream file(path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file, "cannot open " << path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(generator_writes_the_committed_bytes) {
  BOOST_TEST((sample::jax_step_profile() == committed()));
  BOOST_TEST(committed().size() < 20'000u);
}

BOOST_AUTO_TEST_CASE(the_steps_have_the_kernels_of_their_model) {
  const auto trace = ridgeline::read_xplane(sample::jax_step_profile());
  BOOST_REQUIRE(trace);
  const ridgeline::jax_result report = ridgeline::report_jax(*trace, {});
  // A layer: norm, 2 products, gelu, addition forward; 4 products, gelu, norm and a sum of gradients backward, 12. Two
  // layers and the optimizer: 25, in each of three steps.
  BOOST_TEST(report.kernels.size() == 75u);
}

BOOST_AUTO_TEST_SUITE_END()
