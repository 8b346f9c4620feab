#ifndef RIDGELINE_TT_OP_CATEGORY_HPP
#define RIDGELINE_TT_OP_CATEGORY_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>

namespace ridgeline {

/// What kind of work an op does: arithmetic, data movement between memories, rearranging of tensors, work on the host.
enum class tt_category : std::uint8_t { compute, data_movement, tensor_manipulation, host, other };

constexpr std::string_view name_of(tt_category c) {
  constexpr std::array<std::string_view, 5> names{"Compute", "DM", "TM", "Host", "Other"};
  return names[static_cast<std::size_t>(c)];
}

/// One line an op: the first word of its code, without `DeviceOperation` at its end. The list is
/// tt-perf-report 1.2.4's.
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

/// The first word of what the report shows for an op: what summaries group by.
constexpr std::string_view first_word(std::string_view label) {
  const std::size_t from = label.find_first_not_of(' ');
  if (from == std::string_view::npos) return {};
  return label.substr(from, label.find(' ', from) - from);
}

/// The category of an op word; `found` says whether the table has it, as it is or with `DeviceOperation` behind it.
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

/// Words in the codes of ops that the list above does not have: the first that is in a code, in any letter case,
/// decides. What computes while it sends is arithmetic, as `AllGatherMatmul` is; other collectives move data, as
/// `ReduceScatter`.
inline constexpr std::array<tt_category_of, 68> tt_category_words{{
    {"matmul", tt_category::compute},        {"rmsallgather", tt_category::compute},
    {"eltwise", tt_category::compute},       {"norm", tt_category::compute},
    {"convert", tt_category::tensor_manipulation},
    {"allgather", tt_category::data_movement}, {"reducescatter", tt_category::data_movement},
    {"allreduce", tt_category::data_movement}, {"alltoall", tt_category::data_movement},
    {"reducetoroot", tt_category::data_movement}, {"reducecombine", tt_category::data_movement},
    {"broadcast", tt_category::data_movement}, {"pointtopoint", tt_category::data_movement},
    {"sendasync", tt_category::data_movement}, {"recvasync", tt_category::data_movement},
    {"senddirect", tt_category::data_movement}, {"recvdirect", tt_category::data_movement},
    {"dispatch", tt_category::data_movement}, {"cache", tt_category::data_movement},
    {"sdpa", tt_category::compute},          {"scaleddotproduct", tt_category::compute},
    {"attention", tt_category::compute},     {"conv", tt_category::compute},
    {"softmax", tt_category::compute},
    {"rotary", tt_category::compute},        {"rotatehalf", tt_category::compute},
    {"reduce", tt_category::compute},        {"argmax", tt_category::compute},
    {"topk", tt_category::compute},          {"sort", tt_category::compute},
    {"sampling", tt_category::compute},      {"accumulat", tt_category::compute},
    {"unary", tt_category::compute},         {"binary", tt_category::compute},
    {"pool", tt_category::compute},          {"upsample", tt_category::compute},
    {"embedding", tt_category::compute},     {"moreh", tt_category::compute},
    {"moe", tt_category::compute},           {"ssm", tt_category::compute},
    {"bcast", tt_category::compute},         {"heads", tt_category::tensor_manipulation},
    {"reshape", tt_category::tensor_manipulation}, {"transpose", tt_category::tensor_manipulation},
    {"permute", tt_category::tensor_manipulation}, {"slice", tt_category::tensor_manipulation},
    {"concat", tt_category::tensor_manipulation}, {"split", tt_category::tensor_manipulation},
    {"tilize", tt_category::tensor_manipulation}, {"typecast", tt_category::tensor_manipulation},
    {"repeat", tt_category::tensor_manipulation}, {"pad", tt_category::tensor_manipulation},
    {"sharded", tt_category::data_movement}, {"reshard", tt_category::data_movement},
    {"halo", tt_category::data_movement},    {"copy", tt_category::data_movement},
    {"move", tt_category::data_movement},    {"combine", tt_category::data_movement},
    {"dropout", tt_category::compute},       {"backward", tt_category::compute},
    {"prefixscan", tt_category::compute},    {"prod", tt_category::compute},
    {"plusone", tt_category::compute},       {"fold", tt_category::tensor_manipulation},
    {"gather", tt_category::data_movement},  {"scatter", tt_category::data_movement},
    {"clone", tt_category::data_movement},   {"prefetch", tt_category::data_movement},
}};

/// The category that a word in an op's code tells; other where none does.
constexpr tt_category category_by_words(std::string_view code) {
  for (const tt_category_of& entry : tt_category_words)
    if (core_detail::stands_in(code, entry.word)) return entry.category;
  return tt_category::other;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_CATEGORY_HPP
