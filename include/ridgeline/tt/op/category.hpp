#ifndef RIDGELINE_TT_OP_CATEGORY_HPP
#define RIDGELINE_TT_OP_CATEGORY_HPP

#include <array>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// The kind of work an op does: arithmetic, data movement between memories, rearranging tensors, work on the host.
enum class tt_category : std::uint8_t { compute, data_movement, tensor_manipulation, host, other };

constexpr std::string_view name_of(tt_category c) {
  constexpr std::array<std::string_view, 5> names{"Compute", "DM", "TM", "Host", "Other"};
  return names[static_cast<std::size_t>(c)];
}

/// One line per op: the first word of its code, without the suffix `DeviceOperation`. The list is that of
/// tt-perf-report 1.2.4.
struct tt_category_of {
  std::string_view word;
  tt_category category;
};
inline constexpr std::array<tt_category_of, 59> tt_category_table{{
    {"AllGatherMatmul", tt_category::compute},
    {"ScaledDotProductAttentionDecode", tt_category::compute},
    {"RotaryEmbeddingLlama", tt_category::compute},
    {"SDPAOperation", tt_category::compute},
    {"OptimizedConvNew", tt_category::compute},
    {"Conv2d", tt_category::compute},
    {"Matmul", tt_category::compute},
    {"BinaryNg", tt_category::compute},
    {"Binary", tt_category::compute},
    {"Unary", tt_category::compute},
    {"Pool2D", tt_category::compute},
    {"UpSample", tt_category::compute},
    {"UpsampleOperation", tt_category::compute},
    {"GroupNorm", tt_category::compute},
    {"GridSample", tt_category::compute},
    {"GridSampleOperation", tt_category::compute},
    {"Accumulation", tt_category::compute},
    {"LayerNorm", tt_category::compute},
    {"ScaledDotProductAttention", tt_category::compute},
    {"Reduce", tt_category::compute},
    {"Softmax", tt_category::compute},
    {"Embeddings", tt_category::compute},
    {"MinimalMatmulOp", tt_category::compute},
    {"IntImg", tt_category::compute},
    {"PagedUpdateCacheDeviceOperation", tt_category::data_movement},
    {"Move", tt_category::data_movement},
    {"Copy", tt_category::data_movement},
    {"InterleavedToSharded", tt_category::data_movement},
    {"ShardedToInterleaved", tt_category::data_movement},
    {"InterleavedToShardedPartial", tt_category::data_movement},
    {"ShardedToInterleavedPartial", tt_category::data_movement},
    {"Halo", tt_category::data_movement},
    {"Where", tt_category::data_movement},
    {"CloneOperation", tt_category::data_movement},
    {"Reshard", tt_category::data_movement},
    {"PaddedSlice", tt_category::data_movement},
    {"SliceWrite", tt_category::data_movement},
    {"ReduceScatter", tt_category::data_movement},
    {"NLPCreateHeadsDecodeDeviceOperation", tt_category::tensor_manipulation},
    {"NLPConcatHeadsDecodeDeviceOperation", tt_category::tensor_manipulation},
    {"Fold", tt_category::tensor_manipulation},
    {"CreateQKVHeadsDeviceOperation", tt_category::tensor_manipulation},
    {"ConcatenateHeads", tt_category::tensor_manipulation},
    {"Reshape", tt_category::tensor_manipulation},
    {"Transpose", tt_category::tensor_manipulation},
    {"Permute", tt_category::tensor_manipulation},
    {"Slice", tt_category::tensor_manipulation},
    {"Concat", tt_category::tensor_manipulation},
    {"Split", tt_category::tensor_manipulation},
    {"TilizeWithValPadding", tt_category::tensor_manipulation},
    {"Tilize", tt_category::tensor_manipulation},
    {"UntilizeWithUnpadding", tt_category::tensor_manipulation},
    {"Untilize", tt_category::tensor_manipulation},
    {"Typecast", tt_category::tensor_manipulation},
    {"NLPConcatHeads", tt_category::tensor_manipulation},
    {"NlpCreateHeads", tt_category::tensor_manipulation},
    {"Ternary", tt_category::tensor_manipulation},
    {"FillPad", tt_category::tensor_manipulation},
    {"PadDeviceOperation", tt_category::tensor_manipulation},
}};

/// The first word of an op's label in the report, by which summaries group.
constexpr std::string_view first_word(std::string_view label) {
  const std::size_t from = label.find_first_not_of(' ');
  if (from == std::string_view::npos) return {};
  return label.substr(from, label.find(' ', from) - from);
}

/// The category of an op word; `found` receives whether the table contains it, as it is or without
/// `DeviceOperation`.
constexpr tt_category category_of(std::string_view word, bool* found = nullptr) {
  constexpr std::string_view suffix = "DeviceOperation";
  const bool long_form = word.size() > suffix.size() && word.substr(word.size() - suffix.size()) == suffix;
  const std::string_view stem = long_form ? word.substr(0, word.size() - suffix.size()) : word;
  if (found != nullptr) *found = true;
  if (word == "(torch)") return tt_category::host;
  for (const tt_category_of& entry : tt_category_table)
    if (entry.word == word || entry.word == stem) return entry.category;
  if (found != nullptr) *found = false;
  return tt_category::other;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_CATEGORY_HPP
