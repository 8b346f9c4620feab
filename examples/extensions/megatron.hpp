#ifndef RIDGELINE_EXAMPLES_EXTENSIONS_MEGATRON_HPP
#define RIDGELINE_EXAMPLES_EXTENSIONS_MEGATRON_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/tree/walk.hpp>

/// Traces of Megatron with Transformer Engine. Its linear layers are autograd functions that launch their matrix products
/// without an op: each product gets one, with the shapes from the layer's arguments.
///
///     cmake -S . -B build -D RIDGELINE_EXTENSION=examples/extensions/megatron.hpp
///
/// builds `pytorch_report` with it.
namespace megatron {

/// A layer, its backward pass, and the names of their matrix products in launch order. `weight`
/// is the index of the argument with the layer's [N, K] matrix; the next argument is the input, [..., K].
struct layer {
  std::string_view forward, backward, product, input_gradient, weight_gradient;
  std::size_t weight;
};
inline constexpr std::array layers{
    layer{"_Linear", "_LinearBackward", "_Linear_yfwd_mm", "_LinearBackward_xgrad_mm", "_LinearBackward_wgrad_mm", 0},
    layer{"_LayerNormLinear", "_LayerNormLinearBackward", "_LayerNormLinear_yfwd_mm",
          "_LayerNormLinearBackward_xgrad_mm", "_LayerNormLinearBackward_wgrad_mm", 3}};

/// Fused attention of Transformer Engine: Q, K and V are arguments 4 to 6, by batch, tokens and heads.
struct fused_attention : ridgeline::torch_attention {
  static constexpr std::array rows{
      ridgeline::torch_attention_row{.name = "FusedAttnFunc", .q = 4, .dropout = 8, .causal = 10}};
};

/// Name parts of matrix product kernels.
inline constexpr std::array<std::string_view, 4> product_words{"gemm", "Cijk", "nvjet", "cutlass"};

inline bool is_product(const ridgeline::call_node& kernel) {
  for (const std::string_view word : product_words)
    if (kernel.name().find(word) != std::string_view::npos) return true;
  return false;
}

/// The step over the tree: an op around each product.
class products {
 public:
  explicit products(ridgeline::tree_edit& tree) : tree_(tree) {}

  void add() {
    std::uint32_t end = 0;  // of the enclosing layer
    for (const ridgeline::call_node n : ridgeline::nodes_of(tree_.tree())) {
      const ridgeline::op_arguments* const own = tree_.trace().op(n.event());
      if (own == nullptr || tree_.tree().first_of(n.uid()) < end) continue;
      for (const layer& l : layers) {
        if (n.name() == l.forward || n.name() == l.backward) end = tree_.tree().last_of(n.uid());
        if (n.name() == l.forward) {
          const shapes s = shapes_of(*own, l);
          if (ridgeline::known(own->sequence)) forward_[own->sequence] = s;
          wrap(n, {{l.product, s.product(s.m, s.k, s.n)}});
        } else if (n.name() == l.backward) {
          const auto at = forward_.find(own->sequence);
          if (at == forward_.end()) continue;
          const shapes& s = at->second;
          wrap(n, {{l.input_gradient, s.product(s.m, s.n, s.k)}, {l.weight_gradient, s.product(s.n, s.m, s.k)}});
        }
      }
    }
  }

 private:
  /// y = x W^T with x of M x K and W of N x K.
  struct shapes {
    std::int64_t m = 0, n = 0, k = 0;
    std::string type{};

    std::pair<std::string, std::string> product(std::int64_t rows, std::int64_t inner, std::int64_t columns) const {
      const auto extent = [](std::int64_t e) { return std::to_string(e); };
      std::string dims = "[[" + extent(rows) + "," + extent(inner);
      dims += "],[" + extent(inner) + "," + extent(columns) + "]]";
      return {dims, "[\"" + type + "\",\"" + type + "\"]"};
    }
  };
  using named_product = std::pair<std::string_view, std::pair<std::string, std::string>>;

  shapes shapes_of(const ridgeline::op_arguments& a, const layer& l) const {
    const ridgeline::json_list dims(tree_.trace().text(a.input_dims)), types(tree_.trace().text(a.input_types));
    const ridgeline::torch_shape weight(dims[l.weight]), input(dims[l.weight + 1]);
    shapes s;
    if (weight.rank() != 2 || input.empty() || !(weight[1] > 0) || !(weight.size() + input.size() < 1e15)) return s;
    s.n = static_cast<std::int64_t>(weight[0]), s.k = static_cast<std::int64_t>(weight[1]);
    s.m = static_cast<std::int64_t>(input.size() / weight[1]);
    const std::string_view type = types[l.weight];
    if (type.size() > 2) s.type = type.substr(1, type.size() - 2);
    return s;
  }
  /// The first matrix product kernels below a layer are these, by start.
  void wrap(ridgeline::call_node layer_call, const std::vector<named_product>& wanted) {
    std::size_t next = 0;
    for (const ridgeline::call_node kernel : ridgeline::gpu_work_of(layer_call)) {
      if (next == wanted.size()) return;
      if (!is_product(kernel)) continue;
      ridgeline::op_arguments with;
      with.input_dims = tree_.text(wanted[next].second.first);
      with.input_types = tree_.text(wanted[next].second.second);
      tree_.wrap(kernel.parent().uid(), wanted[next].first, with);
      ++next;
    }
  }

  ridgeline::tree_edit& tree_;
  std::unordered_map<std::int64_t, shapes> forward_{};
};

}  // namespace megatron

struct extension {
  using models = ridgeline::torch_models::with<megatron::fused_attention>;
  static constexpr std::array categories{ridgeline::torch_op_category{"FusedAttnFuncBackward", "SDPA_bwd"},
                                         ridgeline::torch_op_category{"_AllGatherFromTensorParallelRegion", "TP_comm"},
                                         ridgeline::torch_op_category{"_ReduceFromModelParallelRegion", "TP_comm"}};

  static void edit(ridgeline::tree_edit& tree) { megatron::products(tree).add(); }

  /// The costs of Megatron's own ops, by name.
  static void add_tables(const ridgeline::torch_profile& run, std::vector<ridgeline::table>& to) {
    std::vector<ridgeline::torch_name_row> ops = ridgeline::torch_ops_by_name(run);
    std::erase_if(ops, [](const ridgeline::torch_name_row& op) { return !op.name.starts_with('_'); });
    if (!ops.empty()) to.push_back(ridgeline::sheet_of("megatron_ops", std::move(ops)));
  }
};

#endif  // RIDGELINE_EXAMPLES_EXTENSIONS_MEGATRON_HPP
