// The limit for all models of PyTorch ops together: the original has about 11,000 lines of classes for them. The first
// 1,600 were set before unknown arguments, output masks and full biases were distinguished, which took 100 more, and
// the result types of reductions, which took 25; those of two operands, and norms without a weight, took 20. Attention
// over packed sequences, which counts without a step too since AITER's training, brought serving_cache.hpp with 105;
// caches in use, second parts of Q, planes of compiled kernels and shared bytes took 45; prompts in a window, chunks of
// keys, masks of FlashAttention 4 and tables in compiled kernels took 53; windows given as one number, heads that are
// repeated, parts and results of compiled kernels and Mamba's projection took 48; packed experts, reductions over two
// axes, what is no flag and sparse products as the original counts them took 21.
// Means of rows and groups, results that are not of the first operand's type, the larger of two tensors, and calls
// without types or shapes as the original counts them took 69. Masks that are numbers, empty extents, and the step and the
// heads of linear attention as the original counts them took 9.
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(structure_models)

namespace {

constexpr std::size_t most = 2152;

/// The models and the shapes that they read calls into. Not included: code that finds them, reads arguments and names
/// of ranges and kernels, or lists types.
const std::vector<std::string> headers = {
    "torch/op/attention.hpp", "torch/op/conv.hpp",     "torch/op/elementwise.hpp", "torch/op/gemm.hpp",
    "torch/op/gemm_serving.hpp", "torch/op/moe.hpp",   "torch/op/moe_routing.hpp", "torch/op/norm.hpp",
    "torch/op/quant.hpp",     "torch/op/sequence.hpp", "torch/op/serving.hpp",     "torch/op/triton.hpp",
    "torch/op/serving_cache.hpp",
    "op/attention.hpp",          "op/convolution.hpp",       "op/elementwise.hpp",          "op/gemm.hpp",
    "op/moe.hpp",                "op/norm.hpp",              "op/sequence.hpp"};

/// Lines that are not blank, comments, preprocessor lines, or part of a list of names.
std::size_t lines_of_code(const std::string& path) {
  std::size_t n = 0;
  bool in_names = false;
  for (const std::string& whole : test::lines_of(test::repository_file("include/ridgeline/" + path))) {
    const std::size_t first = whole.find_first_not_of(' ');
    const std::string_view line = first == std::string::npos ? std::string_view() : std::string_view(whole).substr(first);
    if (line.empty() || line.starts_with("//") || line.starts_with('#')) continue;
    in_names = in_names || line.find("std::string_view names[] =") != line.npos;
    if (!in_names) ++n;
    if (line.ends_with(';')) in_names = false;
  }
  return n;
}

/// Models of ops that the original lacks: rows of tables, which are lines of names and formulas.
std::vector<std::string> added() {
  std::vector<std::string> paths;
  const std::filesystem::path folder = "torch/op/schema";
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(RIDGELINE_SOURCE_DIR) / "include/ridgeline" / folder))
    paths.push_back((folder / file.path().filename()).string());
  return paths;
}

}  // namespace

/// At most three lines for each of the names, 705 of them; ops that are alike share a row.
BOOST_AUTO_TEST_CASE(added_ones_are_rows) {
  std::size_t all = 0;
  for (const std::string& path : added()) all += lines_of_code(path);
  BOOST_TEST_MESSAGE("added: " << all);
  BOOST_TEST(all <= 2115u);
}

BOOST_AUTO_TEST_CASE(all_of_them_are_short) {
  std::size_t all = 0;
  for (const std::string& path : headers) {
    const std::size_t n = lines_of_code(path);
    BOOST_TEST(n > 10u, path);
    BOOST_TEST_MESSAGE(path << ": " << n);
    all += n;
  }
  BOOST_TEST_MESSAGE("all: " << all);
  BOOST_TEST(all <= most);
}

/// A model in a header that is not counted would make the sum meaningless.
BOOST_AUTO_TEST_CASE(they_are_where_they_are_counted) {
  const std::string list = test::repository_file("include/ridgeline/torch/op/built_in_models.hpp");
  std::size_t counted = 0, included = 0;
  for (const std::string& line : test::lines_of(list)) {
    if (!line.starts_with("#include <ridgeline/") || line.find("model_set") != line.npos) continue;
    ++included;
    for (const std::string& path : headers)
      if (line == "#include <ridgeline/" + path + ">") ++counted;
  }
  BOOST_TEST(counted == 13u);
  BOOST_TEST(counted == included);
}

BOOST_AUTO_TEST_SUITE_END()
