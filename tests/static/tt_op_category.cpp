#include <ridgeline/tt/op/category.hpp>

#include <algorithm>
#include <array>

using namespace ridgeline;

namespace test_tt_op_category {

/// Whether each blank-separated word of the list has that category, as it is and with `DeviceOperation` appended.
constexpr bool all_are(std::string_view words, tt_category category, int how_many) {
  int seen = 0;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    constexpr std::string_view suffix = "DeviceOperation";
    std::array<char, 96> text{};
    std::copy(suffix.begin(), suffix.end(), std::copy(word.begin(), word.end(), text.begin()));
    for (std::size_t length : {word.size(), word.size() + suffix.size()}) {
      bool listed = false;
      if (category_of(std::string_view(text.data(), length), &listed) != category || !listed) return false;
    }
    ++seen;
  }
  return seen == how_many;
}

static_assert(all_are("AllGatherMatmul ScaledDotProductAttentionDecode RotaryEmbeddingLlama SDPAOperation "
                      "OptimizedConvNew Conv2d Matmul BinaryNg Binary Unary Pool2D UpSample UpsampleOperation GroupNorm "
                      "GridSample GridSampleOperation Accumulation LayerNorm ScaledDotProductAttention Reduce Softmax "
                      "Embeddings MinimalMatmulOp IntImg",
                      tt_category::compute, 24));
static_assert(all_are("PagedUpdateCacheDeviceOperation Move Copy InterleavedToSharded ShardedToInterleaved "
                      "InterleavedToShardedPartial ShardedToInterleavedPartial Halo Where CloneOperation Reshard "
                      "PaddedSlice SliceWrite ReduceScatter",
                      tt_category::data_movement, 14));
static_assert(all_are("NLPCreateHeadsDecodeDeviceOperation NLPConcatHeadsDecodeDeviceOperation Fold "
                      "CreateQKVHeadsDeviceOperation ConcatenateHeads Reshape Transpose Permute Slice Concat Split "
                      "TilizeWithValPadding Tilize UntilizeWithUnpadding Untilize Typecast NLPConcatHeads NlpCreateHeads "
                      "Ternary FillPad PadDeviceOperation",
                      tt_category::tensor_manipulation, 21));
static_assert(tt_category_table.size() == 24 + 14 + 21);  // and nothing else is listed

constexpr bool unlisted(std::string_view word) {
  bool listed = true;
  return category_of(word, &listed) == tt_category::other && !listed;
}
static_assert(unlisted("PagedUpdateCache"));  // listed in its long form only
static_assert(unlisted("Pad"));
static_assert(unlisted("DeviceOperation"));
static_assert(unlisted("MatmulDevice"));
static_assert(unlisted("matmul"));
static_assert(unlisted(""));
static_assert(category_of("(torch)") == tt_category::host);
static_assert(unlisted("torch.argmax"));

static_assert(first_word("Matmul 32 x 64 x 128") == "Matmul");
static_assert(first_word("  Matmul  b={2}") == "Matmul");
static_assert(first_word("Matmul") == "Matmul");
static_assert(first_word("   ").empty());
static_assert(first_word("").empty());

static_assert(name_of(tt_category::data_movement) == "DM");
static_assert(name_of(tt_category::tensor_manipulation) == "TM");

}  // namespace test_tt_op_category
