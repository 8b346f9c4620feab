#include "examples/sample/transformer_step.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(sample_transformer_step)

namespace {

std::string committed() {
  const std::string path = RIDGELINE_SOURCE_DIR "/examples/sample/transformer_step.json";
  std::ifstream file(path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file, "cannot open " << path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::size_t count_of(std::string_view text, std::string_view what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + what.size())) ++n;
  return n;
}

}  // namespace

BOOST_AUTO_TEST_CASE(generator_writes_the_committed_bytes) {
  const std::string want = committed(), got = sample::transformer_step_json();
  BOOST_TEST(got.size() == want.size());
  const auto [a, b] = std::mismatch(got.begin(), got.end(), want.begin(), want.end());
  const auto same = a - got.begin();
  BOOST_TEST((a == got.end() && b == want.end()), "first difference at byte " << same);
}

BOOST_AUTO_TEST_CASE(the_step_has_the_kernels_of_its_model) {
  const std::string text = sample::transformer_step_json();
  // A layer: 2 norms, 4 products, 1 attention, 1 gelu, 2 additions, 10 kernels. Backward: 2 kernels for each norm, 2 for
  // each product, 1 for attention and gelu, none for additions, 14. Both for 2 layers, 4 sums of gradients for each of
  // them, and the optimizer: 2 * (10 + 14 + 4) + 1.
  BOOST_TEST(count_of(text, R"("cat":"kernel")") == 57u);
  BOOST_TEST(count_of(text, R"("cat":"gpu_memcpy")") == 1u);
  BOOST_TEST(count_of(text, R"("name":"c10d::allreduce_")") == 8u);
  BOOST_TEST(count_of(text, R"("ph":"s")") == 58u);  // each of them is linked to its launch
  BOOST_TEST(count_of(text, R"("ph":"f")") == 58u);
  BOOST_TEST(text.size() < 100'000u);
}

BOOST_AUTO_TEST_SUITE_END()
