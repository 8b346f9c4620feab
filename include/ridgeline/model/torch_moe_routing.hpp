#ifndef RIDGELINE_MODEL_TORCH_MOE_ROUTING_HPP
#define RIDGELINE_MODEL_TORCH_MOE_ROUTING_HPP

#include <array>
#include <string>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/moe.hpp>

/// Models of what is around the experts of a mixture: their choice, sorting, exchange of tokens.
namespace ridgeline {

struct torch_expert_exchange {
  struct row { std::string_view name; };
  static constexpr std::string_view category = "MoE_comm_fwd";
  static constexpr std::array rows{row{"MoEDispatch"}, row{"MoECombine"}};

  static constexpr op::transfer from(const torch_call& c, const row&) {
    return {c.extent(0, 0) * c.extent(0, 1) * c.size(0)};
  }
  static constexpr op::transfer backward(const op::transfer& t) { return t; }
  static std::string_view compute_type(const torch_call&, const op::transfer&) { return {}; }
  static void parameters(torch_parameters& out, const torch_call& c, const op::transfer&) {
    out.whole("num_tokens", c.extent(0, 0)).whole("hidden_dim", c.extent(0, 1)).whole("bpe", c.size(0).base());
  }
};

/// Choice and sorting of experts: one FLOP for each element of the largest operand.
struct torch_expert_sort {
  struct row { std::string_view name; };
  static constexpr std::string_view category = "MoE_aux";
  static constexpr std::array rows{row{"aiter::biased_grouped_topk_hip"}, row{"aiter::moe_sorting_fwd"},
                                   row{"aiter::mxfp4_moe_sort_hip"}};
  /// Arguments with a shape, and their types: both lists are walked once.
  template <class Visit>
  static constexpr void operands(const torch_call& c, Visit&& visit) {
    const std::string_view types = json_list(c.types).text();
    std::string_view rest = types.size() < 2 ? types : types.substr(1, types.size() - 2);
    json_list(c.dims).each([&](std::string_view dims) {
      const std::size_t end = detail::end_of_value(rest, 0);
      std::string_view type = detail::trimmed(rest.substr(0, end));
      rest.remove_prefix(end < rest.size() ? end + 1 : end);
      if (type.size() >= 2 && type.front() == '"') type = type.substr(1, type.size() - 2);
      if (!torch_shape(dims).empty()) visit(dims, type);
      return true;
    });
  }

  struct call : op::quantisation { std::string_view largest{}; };

  static constexpr call from(const torch_call& c, const row&) {
    call s;
    operands(c, [&](std::string_view dims, std::string_view type) {
      const double n = torch_shape(dims).size();
      if (s.largest.data() == nullptr || n > s.elements) s.elements = n, s.largest = type;
      const byte_count size = c.size_of_type(type);
      if (known(size)) s.written += n * size;
    });
    return s;
  }
  static std::string_view compute_type(const torch_call&, const call& s) { return s.largest; }
  static void parameters(torch_parameters& out, const torch_call& c, const call&) {
    std::string list = "[";
    operands(c, [&](std::string_view dims, std::string_view type) {
      if (list.size() > 1) list += ',';
      list += '[';
      list += dims;
      list += ",\"";
      list += type;
      list += "\"]";
    });
    list += ']';
    out.list_of_tuples("operands", list);
  }
};

struct torch_shared_experts {
  static constexpr std::string_view name = "sglang_profiler::fused_moe_triton_kernels_fused_append_shared_experts",
                                    category = "MoE_aux";
  static constexpr op::binary from(const torch_call& c) {
    const double ids = c.shape(0).size(), weights = c.shape(1).size();
    return {2 * ids, 2 * weights, ids, or_else(c.size(0), 4 * B), or_else(c.size(1), 4 * B), 0 * B};
  }
  static std::string_view compute_type(const torch_call& c, const op::binary&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::binary&) {
    out.tuple("shape_in1", c.dims_text(0)).tuple("shape_in2", c.dims_text(1))
        .tuple("dtype_in1_in2_out", torch_parameters::json({c.type(0), c.type(1), c.type(1)}));
    for (const std::string_view stride : {"stride_input1", "stride_input2", "stride_output"}) out.none(stride);
  }
};

struct torch_topk_softplus {
  static constexpr std::string_view name = "aiter::topk_softplus", category = "MoE_aux";
  static constexpr op::topk_softplus from(const torch_call& c) {
    return {c.extent(2, 0), c.extent(2, 1), c.extent(0, 1), c.size(2)};
  }
  static std::string_view compute_type(const torch_call& c, const op::topk_softplus&) { return c.type(2); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::topk_softplus& t) {
    out.whole("M", t.tokens).whole("n", 1).whole("C", t.count).whole("E", t.count).whole("topk", t.chosen)
        .text("dtype_in", c.type(2));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_MOE_ROUTING_HPP
