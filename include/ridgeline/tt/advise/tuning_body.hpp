#ifndef RIDGELINE_TT_ADVISE_TUNING_BODY_HPP
#define RIDGELINE_TT_ADVISE_TUNING_BODY_HPP

#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/tt/advise/rows.hpp>
#include <ridgeline/tt/op/attributes.hpp>

/// What to change in an op far from its roof: one suggestion, based on what the op records.
namespace ridgeline::tt_detail {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Whether the op records its blocking: `MatmulMultiCoreReuseProgramConfig(...)`, `MinimalMatmulConfig(...)`, or any
/// `program_config` with a value.
bool records_config(std::string_view attributes) {
  if (core_detail::has_any(attributes, {"ProgramConfig(", "MatmulConfig("})) return true;
  const std::optional<std::string_view> value = tt_attributes::after(attributes, "program_config': '");
  return value && !value->starts_with("std::nullopt") && !value->starts_with("'") && !value->starts_with("None");
}

/// Output subblock and inner block of a matmul, as far as recorded.
struct matmul_blocks {
  std::optional<int> h{}, w{}, inner{};
};
matmul_blocks blocks_of(std::string_view attributes) {
  namespace at = tt_attributes;
  matmul_blocks b{at::integer(attributes, "subblock_h="), at::integer(attributes, "subblock_w="),
                  at::integer(attributes, "in0_block_w=")};
  if (!b.inner) b.inner = at::integer(attributes, "K_block_size=");
  return b;
}

/// Whether input 1 of a product can be weights: one matrix for all rows, not one for each head or sequence.
bool multiplies_weights(const tt_op& op) { return !(op.in1.w() * op.in1.z() > 1); }
bool weights_interleaved_in_dram(const tt_op& op) {
  return multiplies_weights(op) && op.in1.in_dram() && has(op.in1.memory, "INTERLEAVED");
}
/// A DRAM-sharded product and the prefetcher of weights run on one core per bank, so few cores are intended.
bool on_a_core_a_bank(const tt_judged_row& r) {
  return has(r.op->attributes, "DRAMShardedProgramConfig(") || has(r.op->code, "DramPrefetcher");
}
/// A product with few rows, whose time is spent reading its weights.
bool decodes(const tt_op& op) { return op.in0.y() <= 32; }

std::string tune_matmul(const tt_judged_row& r) {
  const std::string_view a = r.op->attributes;
  const matmul_blocks b = blocks_of(a);
  const bool takes_config = !core_detail::has_any(r.op->code, {"AttnMatmul", "MorehMatmul"});
  if (!takes_config) return "Try another sharding of";
  if (!records_config(a)) return "Give a program config (none is recorded) to";
  if (b.h.value_or(0) == 1 && b.w.value_or(0) == 1) return "Raise the output subblock (1 x 1) of";
  if (b.inner.value_or(0) == 1) return "Raise in0_block_w (1) of";
  if (r.limit() == tt_limit::dram && decodes(*r.op) && weights_interleaved_in_dram(*r.op))
    return "Shard the weights over the DRAM banks in";
  if (b.inner && b.h && b.w)
    return "Try other blocks (in0_block_w " + std::to_string(*b.inner) + ", subblock " + std::to_string(*b.h) + " x " +
           std::to_string(*b.w) + ") in";
  return "Try another program config in";
}

std::string tune_conv(std::string_view attributes) {
  for (const std::string_view name : {"enable_act_double_buffer", "enable_weights_double_buffer"})
    if (tt_attributes::flag(attributes, "'" + std::string(name) + "': '").value_or(true) == false)
      return "Try " + std::string(name) + " (it is off) in";
  if (const auto rows = tt_attributes::integer(attributes, "act_block_h_ntiles="))
    return "Try another act_block_h (" + std::to_string(*rows) + " tiles) in";
  return "Try another sharding of";
}

std::string tune_attention(std::string_view attributes) {
  const auto q = tt_attributes::integer(attributes, "q_chunk_size=");
  const auto k = tt_attributes::integer(attributes, "k_chunk_size=");
  if (!q || !k) return "Give a program config with chunk sizes to";
  if (*k == 0) return "Try chunk sizes (0 lets the op choose) in";
  return "Try other chunks (q " + std::to_string(*q) + ", k " + std::to_string(*k) + ") in";
}

std::string tune_collective(std::string_view attributes) {
  const std::string links = std::to_string(tt_attributes::integer(attributes, "'num_links': '").value_or(1));
  if (has(attributes, "Topology::Linear")) return "Try a ring or more links (a line, " + links + " links) for";
  return "Try more links (" + links + ") for";
}

/// The part of a core's 1.5 MB that kernel buffers leave free.
inline constexpr byte_count l1_to_use = 1 * MiB;

/// Whether input 0 is in DRAM but would fit into the L1 of the cores.
bool could_stay_in_l1(const tt_judged_row& r) {
  const byte_count in0 = r.op->in0.elements() * size_of(tt_dtype(r.op->in0.type));
  return r.op->in0.in_dram() && in0 <= l1_to_use * r.available();
}

/// The beginning of a sentence that continues with the ops: `Turn enable_act_double_buffer on in`.
std::string what_to_tune(const tt_judged_row& r) {
  const std::string_view code = r.op->code, model = r.own.model, attributes = r.op->attributes;
  if (model == "matmul") return tune_matmul(r);
  if (model == "convolution") return tune_conv(attributes);
  if (model.starts_with("attention")) return tune_attention(attributes);
  if (known(r.own.link) && r.own.limit() != tt_limit::dram) return tune_collective(attributes);
  if (core_detail::has_any(code, {"Reshape", "Permute", "Transpose", "ilize", "Concat", "Slice", "Copy", "Move"}))
    return "Avoid or merge (no arithmetic, data only moves)";
  if (model == "norm" || model == "softmax" || model == "elementwise" || model == "reduction")
    return could_stay_in_l1(r) ? "Keep in L1 (sharded) the input of" : "Fuse with a neighbour, or reshard,";
  return "Try another sharding or program config for";
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_TUNING_BODY_HPP
