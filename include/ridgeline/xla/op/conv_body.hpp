#ifndef RIDGELINE_XLA_OP_CONV_BODY_HPP
#define RIDGELINE_XLA_OP_CONV_BODY_HPP

#include <cstddef>
#include <string>
#include <utility>

#include <ridgeline/xla/op/conv.hpp>
#include <ridgeline/xla/op/shape_text.hpp>

namespace ridgeline {

namespace xla_detail {

inline bool has_bias(std::string_view target) {
  return target.find("cudnn$convBiasActivationForward") != std::string_view::npos;
}
inline bool is_forward_convolution(std::string_view target) {
  return target.find("cudnn$convForward") != std::string_view::npos || has_bias(target);
}
inline bool is_gradient_of_convolution(std::string_view target) {
  return target.find("cudnn$convBackward") != std::string_view::npos;
}

}  // namespace xla_detail

bool xla_conv::matches(const xla_call& call) {
  return call.category == xla_category::conv && !call.operands.empty() &&
         (xla_detail::is_forward_convolution(call.target) || xla_detail::is_gradient_of_convolution(call.target));
}

std::optional<xla_conv> xla_conv::from(const xla_call& call, const xla_faults& faults) {
  if (call.operands.size() < 2 || call.outputs.empty()) return std::nullopt;
  const bool gradient = xla_detail::is_gradient_of_convolution(call.target);
  xla_conv c;
  c.both_gradients = gradient && faults.conv_backward_confused;
  c.x = call.operands[0];
  c.kernel = call.operands[1];
  c.y = call.outputs[0];
  if (c.both_gradients) {
    c.kernel = call.outputs[0];
  } else if (call.target.find("convBackwardFilter") != std::string_view::npos) {
    std::swap(c.kernel, c.y);
  } else if (gradient) {
    std::swap(c.x, c.y);
  }
  std::size_t kernel_feature = 0, y_feature = 1;  // the dimensions that are output features
  if (call.conv && !c.both_gradients) {
    kernel_feature = static_cast<std::size_t>(call.conv->kernel_output_feature);
    y_feature = static_cast<std::size_t>(call.conv->output_feature);
  }
  const bool fits = c.kernel.dims.size() > 2 && c.x.dims.size() > 2 && kernel_feature < c.kernel.dims.size() &&
                    y_feature < c.y.dims.size() && c.x.dims.size() == c.y.dims.size();
  if (!fits) return std::nullopt;
  if (faults.conv_filter_truncated) {
    c.kernel.dims.erase(c.kernel.dims.begin(), c.kernel.dims.begin() + 2);
    kernel_feature = 0;
  }
  c.adds_bias = faults.conv_bias_by_count ? call.operands.size() == 3
                                          : xla_detail::has_bias(call.target) && call.operands.size() >= 3;
  c.bias = c.adds_bias && !c.both_gradients;
  c.input = c.x.elements();
  c.filter = c.kernel.elements();
  c.output = c.y.elements();
  const auto kernel_features = static_cast<double>(c.kernel.dims[kernel_feature]);
  const auto y_features = static_cast<double>(c.y.dims[y_feature]);
  c.filter_row = kernel_features != 0 ? c.filter / kernel_features : 0;
  c.out_channels = c.both_gradients && y_features == 0 ? 1 : y_features;
  c.element = size_of(c.x.type);
  if (!faults.conv_one_element_size)
    c.moved = c.x.bytes() + c.kernel.bytes() + c.y.bytes() + bytes_beside(call, 0, 1);
  return c;
}

void xla_conv::describe(xla_parameters& to) const {
  std::string kind = "conv";
  kind += std::to_string(x.dims.size() - 2);
  kind += 'd';
  to.add("convNd", std::move(kind));
  to.add("input_shape", xla_detail::tuple_text(x.dims));
  to.add("filter_shape", xla_detail::tuple_text(kernel.dims));
  to.add("output_shape", xla_detail::tuple_text(y.dims));
  to.add("bias", adds_bias);
  to.add("bytes_per_element", element.in(B));
  to.add("transposed_conv", false);
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CONV_BODY_HPP
