#ifndef RIDGELINE_XLA_OP_ATTENTION_BODY_HPP
#define RIDGELINE_XLA_OP_ATTENTION_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/shape_text.hpp>

namespace ridgeline {

namespace xla_detail {

inline bool is_forward_attention(const xla_call& call) {
  return call.target.find("te_fused_attn_forward_ffi") != std::string_view::npos ||
         (call.cudnn_attention && call.target.find("Backward") == std::string_view::npos);
}
inline bool is_backward_attention(const xla_call& call) {
  return call.target.find("te_fused_attn_backward_ffi") != std::string_view::npos ||
         (call.cudnn_attention && call.target.find("Backward") != std::string_view::npos);
}
/// Whether queries see only keys up to their own position: masks by number or by name, or by a switch in older
/// programs.
inline bool masks_the_future(std::string_view config) {
  const std::int64_t mask = config_number(config, "mask_type").value_or(0);
  return (mask >= 2 && mask <= 5) ||  // causal, padded, bottom right
         config_text(config, "mask_type").find("CAUSAL") != std::string_view::npos ||
         config_is_set(config, "is_causal_mask");
}

/// The fraction of the pairs of queries and equally many keys that mask and window keep. cuDNN's window counts the keys
/// up to a query's own; Transformer Engine's the keys before it and, without a causal mask, those after it; -1 is all.
inline double kept_pairs(std::string_view config, bool causal, double keys) {
  const auto before = static_cast<double>(config_number(config, "window_size_left").value_or(-1));
  const auto after = static_cast<double>(config_number(config, "window_size_right").value_or(-1));
  const auto cudnn = static_cast<double>(config_number(config, "sliding_window_length").value_or(0));
  const auto or_all = [&](bool some, double seen) { return some && seen < keys ? seen : keys; };
  if (causal) {
    const double up_to_own = cudnn > 0 ? or_all(true, cudnn) : or_all(before >= 0, before + 1);
    return op::pairs_in_band(keys, keys, up_to_own, 0) / (keys * keys);
  }
  constexpr double half = 0.5;  // of its own key lies on either side
  return op::pairs_in_band(keys, keys, or_all(before >= 0, before + half), or_all(after >= 0, after + half)) /
         (keys * keys);
}

/// The type's name in PyTorch's models, which the sheet's column uses.
inline std::string_view torch_name_of(hlo_type type) {
  return type == hlo_type::bf16  ? "c10::bfloat16"
         : type == hlo_type::f16 ? "c10::Half"
         : type == hlo_type::f32 ? "float"
                                 : name_of(type);
}

}  // namespace xla_detail

bool xla_attention::matches(const xla_call& call) {
  return !call.operands.empty() &&
         (xla_detail::is_forward_attention(call) || xla_detail::is_backward_attention(call));
}

bool xla_attention::has_bias(const xla_call& call) {
  return call.operands.size() > 3 && (!call.cudnn_attention || (xla_detail::is_forward_attention(call) &&
                                                                call.target.find("Bias") != std::string_view::npos));
}

std::optional<xla_attention> xla_attention::from(const xla_call& call, const xla_faults& faults) {
  xla_attention a;
  a.type = call.operands[0].type;
  a.element = size_of(a.type);
  a.backward = xla_detail::is_backward_attention(call);
  a.bias = "()";
  if (has_bias(call)) {
    a.bias = "(";
    xla_detail::append_tuple(a.bias, call.operands[3].dims);
    a.bias += ",)";
  }
  const bool read = (!faults.attention_shapes_of_operands && a.read_config(call.config)) || a.read_operands(call);
  if (!read) return std::nullopt;
  a.causal = !faults.attention_never_causal && xla_detail::masks_the_future(call.config) && a.queries == a.keys;
  if (!faults.attention_never_causal && a.queries == a.keys)
    a.mask = xla_detail::kept_pairs(call.config, a.causal, a.keys);
  a.pairs = a.queries * a.keys;
  a.reduced = a.keys;
  a.recomputes = true;
  a.reads_result = false;  // as in published reports: only the gradient of the result
  return a;
}

void xla_attention::describe(xla_parameters& to) const {
  to.add("B", batch);
  to.add("N_Q", queries);
  to.add("H_Q", heads);
  to.add("N_KV", keys);
  to.add("H_KV", kv_heads);
  to.add("d_h_qk", head);
  to.add("d_h_v", value_head);
  to.add("bias", bias);
  to.add_types(xla_detail::torch_name_of(type), xla_detail::torch_name_of(type));
  to.add("causal", causal);
  to.add("flash_impl", true);
  to.add("fused", true);
  to.add("bytes_per_element", element.in(B));
}

std::vector<xla_tensor> xla_attention::inputs() const {
  std::vector<xla_tensor> tensors;
  const auto add = [&](double length, double head_count, double width) {
    xla_tensor t;
    t.type = type;
    for (const double extent : {batch, length, head_count, width}) t.dims.push_back(static_cast<std::int64_t>(extent));
    tensors.push_back(std::move(t));
  };
  add(queries, heads, head);
  add(keys, kv_heads, head);
  add(keys, kv_heads, value_head);
  return tensors;
}

/// The sizes in the call's config are also correct for packed layouts, in which one operand contains q, k and v.
bool xla_attention::read_config(std::string_view config) {
  constexpr std::array<std::pair<std::string_view, double op::attention::*>, 7> numbers{{
      {"input_batch", &op::attention::batch}, {"attn_heads", &op::attention::heads},
      {"num_gqa_groups", &op::attention::kv_heads}, {"q_max_seqlen", &op::attention::queries},
      {"kv_max_seqlen", &op::attention::keys}, {"qk_head_dim", &op::attention::head},
      {"v_head_dim", &op::attention::value_head}}};
  for (const auto& [key, member] : numbers) {
    const std::optional<std::int64_t> number = config_number(config, key);
    if (!number || *number < 1) return false;
    this->*member = static_cast<double>(*number);
  }
  return true;
}

/// q, k and v as (batch, length, heads, width). cuDNN also accepts (batch, heads, length, width): the first product
/// in its config names the dimension of the heads; its second factor is the keys or, for the gradient, the queries.
/// Paged keys are (pages, length of a page, heads, width), and their tables (batch, 1, pages of a sequence, 1).
bool xla_attention::read_operands(const xla_call& call) {
  if (call.operands.size() < 3) return false;
  const xla_tensor &q = call.operands[0], &k = call.operands[1], &v = call.operands[2];
  if (q.dims.size() != 4 || k.dims.size() != 4 || v.dims.size() != 4) return false;
  std::size_t length = 1;
  if (call.cudnn_attention) {
    const auto batches = config_list(call.config, "rhs_batch_dimensions");
    if (!batches || batches->size() != 2 || ((*batches)[1] != 1 && (*batches)[1] != 2)) return false;
    length = (*batches)[1] == 1 ? 2 : 1;
  }
  const auto extent = [](const xla_tensor& t, std::size_t d) { return static_cast<double>(t.dims[d]); };
  batch = extent(q, 0);
  queries = extent(q, length);
  heads = extent(q, 3 - length);
  head = extent(q, 3);
  keys = extent(k, length);
  kv_heads = extent(k, 3 - length);
  value_head = extent(v, 3);
  if (config_is_set(call.config, "is_paged_attention")) {  // keys and values are pages; the last operands number them
    const xla_tensor& table = call.operands[call.operands.size() - 2];
    if (call.operands.size() < 5 || table.dims.size() != 4 || is_floating(table.type)) return false;
    keys *= extent(table, 2);
  }
  return kv_heads > 0;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_ATTENTION_BODY_HPP
