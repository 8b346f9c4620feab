#ifndef RIDGELINE_TORCH_OP_SCHEMA_LISTS_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_LISTS_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/op/schema/words.hpp>

/// Ops of PyTorch over lists of tensors, and optimisers.
namespace ridgeline {

/// Ops over lists of tensors, and optimisers. The size of an element is in their kernel's name alone. An element of
/// Adam: 2 for the decay (AdamW 1), 3 and 4 for the moments, 4 for the denominator, 3 for the step; of SGD 2 for the
/// decay, 3 for the momentum, 2 for the step. AMSGrad adds 1.
struct torch_eager_lists : torch_schema_words {
  static constexpr bool asks_kernel(std::string_view kernel) {
    return kernel.find("multi_tensor_apply") != kernel.npos;
  }
  static constexpr text of_two = "(2*s0+g1)*m";
  static constexpr std::string_view list_other = "self[], other, other[] or scalar, [alpha]";
  static constexpr std::string_view adam = "(7*s0+2*g4)*m", adam_lists =
      "self[], grads[], exp_avgs[], exp_avg_sqs[], max_exp_avg_sqs[], state_steps[], ...";
  static constexpr std::array rows{
      list_row("aten::_foreach_add_ aten::_foreach_mul_ aten::_foreach_div_ aten::_foreach_sub_ "
          "aten::_foreach_maximum_ aten::_foreach_clamp_min_ aten::_foreach_clamp_max_ aten::_foreach_maximum "
          "aten::_foreach_minimum aten::_foreach_minimum_ aten::_foreach_clamp_min aten::_foreach_clamp_max "
          "aten::_foreach_add aten::_foreach_mul aten::_foreach_div aten::_foreach_sub", "s0", of_two,
          list_other),
      list_row("aten::_foreach_copy_", "0", "2*s0*m", "self[], src[], non_blocking"),
      list_row("aten::_foreach_zero_", "0", "s0*m", "self[], ..."),
      list_row("aten::_foreach_norm", "2*s0", "s0*m", "self[], ord, dtype; a square and a sum an element"),
      list_row("aten::_foreach_neg_ aten::_foreach_neg aten::_foreach_abs aten::_foreach_abs_ aten::_foreach_sign "
          "aten::_foreach_sign_", "s0", "2*s0*m", "self[], ..."),
      list_row("aten::_foreach_sqrt aten::_foreach_sqrt_ aten::_foreach_reciprocal_ aten::_foreach_rsqrt "
          "aten::_foreach_rsqrt_ aten::_foreach_reciprocal", "2*s0", "2*s0*m", "self[], ..."),
      list_row("aten::_foreach_lerp_", "3*s0", of_two, "self[], tensors1[], weight"),
      list_row("aten::_foreach_addcmul_ aten::_foreach_addcdiv_ aten::_foreach_addcmul aten::_foreach_addcdiv", "3*s0",
          "(2*s0+g1+g2)*m", "self[], tensor1[], tensor2[], value"),
      list_row("aten::_fused_adam_", "16*s0+g4", adam, adam_lists),
      list_row("aten::_fused_adamw_", "15*s0+g4", adam, adam_lists),
      list_row("aten::_fused_sgd_", "4*s0+3*g2", "(3*s0+2*g2)*m",
          "self[], grads[], momentum_buffer_list[], weight_decay, momentum, ..."),
      list_row("aten::_fused_adagrad_", "10*s0", "5*s0*m", "self[], grads[], state_sums[], state_steps[], ..."),
      list_row("aten::_foreach_exp aten::_foreach_exp_ aten::_foreach_log aten::_foreach_log_ aten::_foreach_tanh "
          "aten::_foreach_tanh_ aten::_foreach_sigmoid aten::_foreach_sigmoid_", "4*s0", "2*s0*m", "self[], ..."),
      list_row("aten::_foreach_pow aten::_foreach_pow_", "2*s0", of_two, list_other),
      list_row("aten::_foreach_lerp", "3*s0", of_two, "self[], ..."),
      list_row("aten::_foreach_max", "s0", "s0*m", "self[], ..."),
      list_row("aten::_amp_foreach_non_finite_check_and_unscale_", "2*s0", "2*s0*m",
          "self[], found_inf, inv_scale; a product and a test")};
};

/// Tensors behind each other: each element is read and written. Its size is in the kernel's name alone.
struct torch_eager_joined : torch_schema_words {
  static constexpr bool asks_kernel(std::string_view kernel) { return kernel.find("CatArray") != kernel.npos; }
  static constexpr std::array rows{
      row{"aten::cat", "", "UnaryElementwise", "0", "2*s0*m", shown_lists, "tensors[], dim", -1}};
};

/// Tensors cut into pieces that are filled up and put behind each other, as FSDP reduces gradients: the kernel's name
/// tells whether their type changes on the way.
struct torch_chunk_cat : torch_schema_words {
  static constexpr bool asks_kernel(std::string_view kernel) {
    return kernel.find("chunk_cat_cuda_kernel") != kernel.npos;
  }
  static constexpr std::array rows{
      row{"aten::_chunk_cat", "", "UnaryElementwise", "0", "(s0+n3)*e3", shown_lists,
          "tensors[], dim, num_chunks, [out]", -1}};

  static constexpr torch_schema_work from(const torch_call& c, const row& r) {
    const auto has = [&](std::string_view types) { return c.kernel.find(types) != c.kernel.npos; };
    row counted = r;
    if (has("<float, c10::BFloat16>")) counted.bytes = "s0*2+n3*e3";
    torch_schema_work w = torch_schema_model::from(c, counted);
    if (counted.bytes == r.bytes && !has("<char, char>")) w.moved = missing<byte_count>;
    w.row = &r;
    return w;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_LISTS_HPP
