#ifndef RIDGELINE_XLA_OP_ATTENTION_HPP
#define RIDGELINE_XLA_OP_ATTENTION_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/xla/op/call.hpp>

namespace ridgeline {

/// The extents of fused attention, forward or backward: batches, heads and lengths of queries and of keys with values,
/// and the widths of a head.
struct xla_attention_shape {
  double batch = 0, q_heads = 0, kv_heads = 0, q_length = 0, kv_length = 0, qk_width = 0, v_width = 0;
  bool causal = false;    ///< each query sees the keys up to its own place: half of them
  bool backward = false;
  byte_count element = 2 * B;

  /// Forward: the two products of queries with keys and of their weights with values. Backward: these two again, with
  /// three products more for the gradients, and the sums of the gradients of keys and values that heads share.
  constexpr flop_count flops() const {
    const double pairs = 2 * batch * q_heads * q_length * kv_length;
    const double forward = pairs * (qk_width + v_width);
    if (!backward) return (causal ? 0.5 : 1) * forward * FLOP;
    const double gradients = pairs * (3 * qk_width + 2 * v_width);
    const double shared = batch * kv_length * (qk_width + v_width) * (q_heads / kv_heads - 1);
    return (causal ? 0.5 : 1) * (gradients + shared) * FLOP;
  }
  /// Each of q, k, v and the output is moved once; backward q, k and v twice, with their gradients.
  constexpr byte_count bytes() const {
    const double q = batch * q_length * q_heads * qk_width, out = batch * q_length * q_heads * v_width;
    const double kv = batch * kv_length * kv_heads * (qk_width + v_width);
    return ((backward ? 2 : 1) * (q + kv) + out) * element;
  }
};

/// The call of Transformer Engine for fused attention.
struct xla_attention {
  xla_attention_shape shape{};
  hlo_type type = hlo_type::bf16;
  std::string bias{};  ///< the shape of the fourth operand
  bool fits = false;

  constexpr flop_count flops() const { return shape.flops(); }
  constexpr byte_count bytes() const { return shape.bytes(); }

  static bool is_forward(std::string_view target) {
    return target.find("te_fused_attn_forward_ffi") != std::string_view::npos;
  }
  static bool is_backward(std::string_view target) {
    return target.find("te_fused_attn_backward_ffi") != std::string_view::npos;
  }
  static bool matches(const xla_call& call) {
    return !call.operands.empty() && (is_forward(call.target) || is_backward(call.target));
  }

  static xla_attention from(const xla_call& call, const xla_faults& faults) {
    xla_attention a;
    a.type = call.operands[0].type;
    a.shape.element = size_of(a.type);
    a.shape.backward = is_backward(call.target);
    a.bias = "()";
    if (call.operands.size() > 3) {
      a.bias = "(";
      xla_detail::append_tuple(a.bias, call.operands[3].dims);
      a.bias += ",)";
    }
    a.fits = (!faults.attention_shapes_of_operands && a.set_by_config(call.config)) || a.set_by_operands(call);
    const std::int64_t mask = config_number(call.config, "mask_type").value_or(0);
    a.shape.causal = !faults.attention_never_causal && mask >= 2 && mask <= 5 &&  // causal, padded, bottom right
                     a.shape.q_length == a.shape.kv_length;
    return a;
  }

  void describe(xla_description& to) const {
    to.add("param: B", shape.batch);
    to.add("param: N_Q", shape.q_length);
    to.add("param: H_Q", shape.q_heads);
    to.add("param: N_KV", shape.kv_length);
    to.add("param: H_KV", shape.kv_heads);
    to.add("param: d_h_qk", shape.qk_width);
    to.add("param: d_h_v", shape.v_width);
    to.add("param: bias", bias);
    std::string types = "('";
    types += torch_name();
    types += "', '";
    types += torch_name();
    types += "')";
    to.add("param: dtype_A_B", std::move(types));
    to.add("param: causal", shape.causal);
    to.add("param: flash_impl", true);
    to.add("param: fused", true);
    to.add("param: bytes_per_element", shape.element.in(B));
    const auto tensor = [&](double length, double heads, double width) {
      xla_tensor t;
      t.type = type;
      for (const double extent : {shape.batch, length, heads, width})
        t.dims.push_back(static_cast<std::int64_t>(extent));
      to.inputs.push_back(std::move(t));
    };
    tensor(shape.q_length, shape.q_heads, shape.qk_width);
    tensor(shape.kv_length, shape.kv_heads, shape.qk_width);
    tensor(shape.kv_length, shape.kv_heads, shape.v_width);
    to.peak = {engine::matrix, facts_of(type).format};
  }

 private:
  /// The name that PyTorch's models give the type; the sheet's column is theirs.
  std::string_view torch_name() const {
    return type == hlo_type::bf16 ? "c10::bfloat16"
           : type == hlo_type::f16 ? "c10::Half" : type == hlo_type::f32 ? "float" : name_of(type);
  }

  /// The call's own numbers are right for packed layouts too, where one operand holds q, k and v.
  bool set_by_config(std::string_view config) {
    using member = double xla_attention_shape::*;
    constexpr std::array<std::pair<std::string_view, member>, 7> keys{{
        {"input_batch", &xla_attention_shape::batch}, {"attn_heads", &xla_attention_shape::q_heads},
        {"num_gqa_groups", &xla_attention_shape::kv_heads}, {"q_max_seqlen", &xla_attention_shape::q_length},
        {"kv_max_seqlen", &xla_attention_shape::kv_length}, {"qk_head_dim", &xla_attention_shape::qk_width},
        {"v_head_dim", &xla_attention_shape::v_width}}};
    for (const auto& [key, place] : keys) {
      const std::optional<std::int64_t> number = config_number(config, key);
      if (!number || *number < 1) return false;
      shape.*place = static_cast<double>(*number);
    }
    return true;
  }

  /// q, k and v as (batch, length, heads, width).
  bool set_by_operands(const xla_call& call) {
    if (call.operands.size() < 3) return false;
    const xla_tensor &q = call.operands[0], &k = call.operands[1], &v = call.operands[2];
    if (q.dims.size() != 4 || k.dims.size() != 4 || v.dims.size() != 4) return false;
    const auto extent = [](const xla_tensor& t, std::size_t d) { return static_cast<double>(t.dims[d]); };
    shape.batch = extent(q, 0);
    shape.q_length = extent(q, 1);
    shape.q_heads = extent(q, 2);
    shape.qk_width = extent(q, 3);
    shape.kv_length = extent(k, 1);
    shape.kv_heads = extent(k, 2);
    shape.v_width = extent(v, 3);
    return shape.kv_heads > 0;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_ATTENTION_HPP
