#ifndef RIDGELINE_TORCH_OP_MOE_ROUTING_HPP
#define RIDGELINE_TORCH_OP_MOE_ROUTING_HPP

#include <string>
#include <string_view>

#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/moe.hpp>
#include <ridgeline/torch/op/model.hpp>

/// Models of the work around the experts of a mixture: routing, sorting, exchange of tokens.
namespace ridgeline {

struct torch_expert_exchange : torch_family<"MoE_comm_fwd"> {
  static constexpr std::string_view names[] = {"MoEDispatch", "MoECombine"};
  static constexpr int computes = -1;

  static constexpr op::mapping from(const torch_call& c) {
    return op::transfer(c.extent(0, 0) * c.extent(0, 1) * c.size(0));
  }
  static constexpr op::mapping backward(const op::mapping& t) { return t; }
  static void parameters(torch_parameters& out, const torch_call& c, const op::mapping&) {
    out.show(c, "num_tokens=D0[0] hidden_dim=D0[1] bpe", c.size(0));
  }
};

/// Routing and sorting of experts: one FLOP per element of the largest operand.
struct torch_expert_sort : torch_family<"MoE_aux"> {
  static constexpr std::string_view names[] = {"aiter::biased_grouped_topk_hip", "aiter::moe_sorting_fwd",
                                               "aiter::mxfp4_moe_sort_hip"};
  struct call : op::mapping { std::string_view type{}; };

  static constexpr call from(const torch_call& c) {
    call s;
    bool recorded = false;  // nothing is known without shapes
    c.for_each_tensor([&](std::string_view dims, std::string_view type) {
      const double n = torch_shape(dims).size();
      if (!recorded || n > s.elements) s.elements = n, s.type = type;
      recorded = true;
      if (known(c.size_of_type(type))) s.other += n * c.size_of_type(type);
    });
    if (!recorded) s.elements = missing<double>, s.other = missing<byte_count>;
    return s;
  }
  static constexpr std::string_view compute_type(const torch_call&, const call& s) { return s.type; }
  static void parameters(torch_parameters& out, const torch_call& c, const call&) {
    std::string list;
    c.for_each_tensor([&](std::string_view dims, std::string_view type) {
      list.append(list.empty() ? "[" : ",[").append(dims).append(",\"").append(type).append("\"]");
    });
    out.add("operands", torch_value::list_of_tuples("[" + list + "]"));
  }
};

struct torch_shared_experts : torch_family<"MoE_aux"> {
  static constexpr std::string_view name = "sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts";
  static constexpr int computes = 1;

  static constexpr op::binary from(const torch_call& c) {
    const double ids = c.shape(0).size(), weights = c.shape(1).size();
    return {2 * ids, 2 * weights, ids, or_else(c.size(0), 4 * B), or_else(c.size(1), 4 * B), 0 * B};
  }
  static constexpr torch_shown parameters{
      "shape_in1=D0 shape_in2=D1 dtype_in1_in2_out=(T0,T1,T1) stride_input1=- stride_input2=- stride_output=-"};
};

struct torch_topk_softplus : torch_family<"MoE_aux"> {
  static constexpr std::string_view name = "aiter::topk_softplus";
  static constexpr int computes = 2;

  /// Reads a bias per expert, and writes the weights and numbers of the chosen ones.
  static constexpr op::mapping from(const torch_call& c) {
    const double tokens = c.extent(2, 0), experts = c.extent(2, 1);
    return {tokens * experts, 6, c.size(2), (4 * experts + 8 * tokens * c.extent(0, 1)) * B};
  }
  static constexpr torch_shown parameters{"M=D2[0] n=1 C=D2[1] E=D2[1] topk=D0[1] dtype_in=T2"};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MOE_ROUTING_HPP
