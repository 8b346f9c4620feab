#ifndef RIDGELINE_MODEL_TORCH_ELEMENTWISE_HPP
#define RIDGELINE_MODEL_TORCH_ELEMENTWISE_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/elementwise.hpp>
#include <ridgeline/op/whole.hpp>

/// Models of element-wise ops, reductions and quantisers.
namespace ridgeline {

struct torch_named_row {
  std::string_view name;
};

struct torch_unary {
  using row = torch_named_row;
  static constexpr std::string_view category = "elementwise", sheet = "UnaryElementwise";
  static constexpr std::array rows{row{"aten::copy"},      row{"aten::copy_"},      row{"aten::clamp_min"},
                                   row{"aten::clamp_min_"}, row{"aten::clamp_max"}, row{"aten::clamp_max_"},
                                   row{"aten::sigmoid"},   row{"aten::rsqrt"},      row{"aten::silu"},
                                   row{"aten::neg"},       row{"aten::pow"}};

  static constexpr op::unary from(const torch_call& c, const row&) {
    const double n = c.shape(0).size();
    return {n, n, c.size(0), c.size(has_output(c) ? 1 : 0)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::unary&) {
    const bool to = has_output(c);
    out.tuple("op_shape", c.dims_text(0))
        .tuple("dtype_in_out", torch_parameters::json({c.type(0), to ? c.type(1) : std::string_view()}))
        .tuple("stride_input", c.stride(0)).tuple("stride_output", to ? c.stride(1) : std::string_view());
  }

 private:
  static constexpr bool has_output(const torch_call& c) { return c.tensor(1); }
};

/// Padding and upsampling: an input and the shape that it grows to.
struct torch_grown : op::unary {
  torch_shape to{};
};
struct torch_resize_model {
  static constexpr std::string_view category = "elementwise", sheet = "UnaryElementwise";

  static constexpr torch_grown grown(const torch_call& c, const torch_shape& to) {
    return {{c.shape(0).size(), to.size(), c.size(0), c.size(0)}, to};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_grown& g, bool padding) {
    out.tuple("input_shape", c.dims_text(0)).tuple("output_shape", torch_parameters::json(g.to));
    if (padding) out.list("padding", c.value(1));
    out.tuple("op_shape", torch_parameters::json(g.to))
        .tuple("dtype_in_out", torch_parameters::json({c.type(0), c.type(0)})).tuple("stride_input", c.stride(0))
        .none("stride_output");
  }
};
struct torch_replication_pad : torch_resize_model {
  using row = torch_named_row;
  static constexpr std::array rows{row{"aten::replication_pad1d"}, row{"aten::replication_pad2d"},
                                   row{"aten::replication_pad3d"}};
  static constexpr torch_grown from(const torch_call& c, const row&) {
    torch_shape to = c.shape(0);
    const torch_shape pads = c.numbers(1);  // two a dimension, the innermost first
    for (int i = 0; i < pads.rank(); ++i) to.set(to.rank() - 1 - i / 2, to[to.rank() - 1 - i / 2] + pads[i]);
    return grown(c, pads.empty() ? torch_shape() : to);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_grown& g) {
    torch_resize_model::parameters(out, c, g, true);
  }
};
struct torch_upsample : torch_resize_model {
  using row = torch_named_row;
  static constexpr std::array rows{row{"aten::upsample_nearest1d"}, row{"aten::upsample_nearest2d"},
                                   row{"aten::upsample_nearest3d"}};
  static constexpr torch_grown from(const torch_call& c, const row&) {
    const torch_shape x = c.shape(0), sizes = c.numbers(1), factors = c.numbers(2);
    torch_shape to = x;
    if (!sizes.empty()) {
      for (int i = 0; i < sizes.rank(); ++i) to.set(i + 2, sizes[i]);
    } else if (!factors.empty() && !c.faults.upsample_without_factors) {
      for (int i = 0; i < factors.rank(); ++i) to.set(i + 2, op::floor(x[i + 2] * factors[i]));
    } else {
      to = {};
    }
    return grown(c, to);
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_grown& g) {
    torch_resize_model::parameters(out, c, g, false);
  }
};

/// Activation of one half, times the other half.
struct torch_gated_activation {
  struct row { std::string_view name; double each; };
  static constexpr std::string_view category = "elementwise", sheet = "UnaryElementwise";
  static constexpr std::array rows{row{"aiter::silu_and_mul", 5}, row{"_C::silu_and_mul", 5},
                                   row{"sgl_kernel::silu_and_mul", 5}, row{"aiter::gelu_and_mul", 8},
                                   row{"aiter::gelu_tanh_and_mul", 10}};
  static constexpr op::unary from(const torch_call& c, const row& r) {
    const double n = c.shape(0).size();
    return {2 * n, n, c.size(1), c.size(0), r.each};
  }
  static std::string_view compute_type(const torch_call& c, const op::unary&) { return c.type(1); }
  static void parameters(torch_parameters& out, const torch_call& c, const op::unary&) {
    out.tuple("op_shape", c.dims_text(0)).tuple("dtype_in_out", torch_parameters::json({c.type(1), c.type(0)}))
        .tuple("stride_input", c.stride(1)).tuple("stride_output", c.stride(0));
  }
};

namespace detail {
/// The shape of an element-wise result; no shape when the inputs do not fit.
constexpr torch_shape broadcast(const torch_shape& a, const torch_shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  torch_shape out = torch_shape::scalar();
  for (int i = 0; i < rank; ++i) {
    const int at_a = i - (rank - a.rank()), at_b = i - (rank - b.rank());
    const double x = at_a < 0 ? 1 : a[at_a], y = at_b < 0 ? 1 : b[at_b];
    if (x != y && x != 1 && y != 1) return {};
    out.push(x == 1 ? y : x);
  }
  return a.known() && b.known() ? out : torch_shape();
}
inline void pair_parameters(torch_parameters& out, const torch_call& c, bool has_output) {
  const std::string_view none{};
  out.tuple("shape_in1", c.dims_text(0)).tuple("shape_in2", c.dims_text(1))
      .tuple("dtype_in1_in2_out", torch_parameters::json({c.type(0), c.type(1), has_output ? c.type(2) : none}))
      .tuple("stride_input1", c.stride(0)).tuple("stride_input2", c.stride(1))
      .tuple("stride_output", has_output ? c.stride(2) : none);
}
}  // namespace detail

struct torch_binary {
  using row = torch_named_row;
  static constexpr std::string_view category = "elementwise", sheet = "BinaryElementwise";
  static constexpr std::array rows{row{"aten::div"},  row{"aten::div_"}, row{"aten::mul"},
                                   row{"aten::mul_"}, row{"aten::add"},  row{"aten::add_"},
                                   row{"aten::sigmoid_backward"}, row{"aten::threshold_backward"},
                                   row{"LigerSiLUMulFunction"}};

  static constexpr op::binary from(const torch_call& c, const row&) {
    const torch_shape a = c.shape(0), b = c.shape(1);
    const byte_count in1 = c.size(0), in2 = c.size(1);
    byte_count out = in1;
    if (c.tensor(2)) out = c.size(2);
    else if (!a.empty() && !b.empty()) out = known(in1) && known(in2) ? std::max(in1, in2) : byte_count::unknown();
    return {a.size(), b.size(), detail::broadcast(a, b).size(), in1, in2, out};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::binary&) {
    detail::pair_parameters(out, c, c.tensor(2));
  }
};

struct torch_reduce_row {
  std::string_view name;
  bool running = false;  ///< one output for each input
};
struct torch_reduce {
  using row = torch_reduce_row;
  static constexpr std::string_view category = "reduce", sheet = "Reduce";
  static constexpr std::array rows{row{"aten::sum"}, row{"aten::mean"}, row{"aten::max"}, row{"aten::min"},
                                   row{"aten::norm"}, row{"aten::linalg_norm"}, row{"aten::std"}, row{"aten::var"},
                                   row{"aten::logsumexp"}, row{"aten::cumsum", true}, row{"aten::cumprod", true},
                                   row{"aten::amax"}, row{"aten::amin"}};
  struct call : op::reduce { std::string_view name{}; };

  static constexpr call from(const torch_call& c, const row& r) {
    const torch_shape x = c.shape(0);
    double outputs = r.running ? x.size() : 1;
    if (!r.running && !c.faults.reduce_to_one) outputs = outputs_of(c, x);
    return {{x.size(), outputs, c.size(0)}, r.name};
  }
  static constexpr op::reduce backward(const call& r) { return r; }
  static void parameters(torch_parameters& out, const torch_call& c, const call& r) {
    const auto has = [&](std::string_view word) { return r.name.find(word) != std::string_view::npos; };
    out.whole("num_input_elems", r.inputs).whole("num_output_elems", r.outputs)
        .tuple("dtype_in_out", torch_parameters::json({c.type(0), {}}))
        .text("reduce_type", has("mean")   ? "mean"
                             : has("max")  ? "max"
                             : has("min")  ? "min"
                             : has("norm") ? "norm"
                                           : "sum");
  }

 private:
  /// The dimensions are argument 1, behind the order of a norm argument 2.
  static constexpr double outputs_of(const torch_call& c, torch_shape x) {
    const bool norm = c.name == "aten::norm" || c.name == "aten::linalg_norm";
    const int at = norm ? 2 : 1;
    torch_shape over = c.numbers(at);
    if (!over.known() && known(c.number(at))) {
      over = torch_shape::scalar();
      over.push(c.number(at));
    }
    if (over.empty()) return 1;
    for (int i = 0; i < over.rank(); ++i) {
      const double d = over[i] < 0 ? over[i] + x.rank() : over[i];
      if (d >= 0 && d < x.rank()) x.set(static_cast<int>(d), 1);
    }
    return x.size();
  }
};

struct torch_cross_entropy {
  static constexpr std::string_view name = "CrossEntropyFunction", category = "CrossEntropy_fwd";
  static constexpr op::cross_entropy from(const torch_call& c) {
    const torch_shape x = c.shape(0);
    return {x[0], x[-1], x.size(), c.size(0)};
  }
  static void parameters(torch_parameters& out, const torch_call& c, const op::cross_entropy& x) {
    out.whole("batch", x.rows).whole("vocab_size", x.classes).list("logits_shape", c.dims_text(0));
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_ELEMENTWISE_HPP
