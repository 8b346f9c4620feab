#ifndef RIDGELINE_XLA_OP_CONV_HPP
#define RIDGELINE_XLA_OP_CONV_HPP

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/xla/op/call.hpp>
#include <ridgeline/op/conv.hpp>

namespace ridgeline {

/// A convolution of XLA, or one of its gradients, which does the same multiplications: input, kernel and output are
/// those of the forward pass.
struct xla_conv {
  xla_tensor input{}, filter{}, output{};
  std::size_t filter_feature = 0;    ///< which dimension of the filter counts output features
  std::size_t output_feature = 1;
  bool bias = false;
  bool confused = false;             ///< the original's sums for both gradients
  bool fits = false;

  /// The shape with all spatial extents folded into one: a product over places is the same in any number of them.
  op::conv2d shape() const {
    op::conv2d c;
    c.out_channels = filter.dims.size() > filter_feature ? static_cast<double>(filter.dims[filter_feature]) : 1;
    c.kernel_height = c.out_channels > 0 ? filter.elements() / c.out_channels : 0;  // its input features among them
    c.in_channels = 1;
    c.batch = c.out_channels > 0 ? output.elements() / c.out_channels : 0;
    c.out_height = c.out_width = 1;
    return c;
  }
  flop_count flops() const {
    if (confused) {  // both gradients, each as a convolution with y in the other's place
      const double y = output.elements();
      const double y_without = output.dims.size() > 1 && output.dims[1] != 0
                                   ? y / static_cast<double>(output.dims[1]) : y;
      return (2 * without_first(filter) * y + 2 * y_without * filter.elements()) * FLOP;
    }
    return shape().flops() + (bias ? output.elements() : 0) * FLOP;
  }
  byte_count bytes() const {
    const double elements = input.elements() + filter.elements() + output.elements();
    if (confused) return 2 * elements * size_of(input.type);
    const double features = output.dims.size() > output_feature ? static_cast<double>(output.dims[output_feature]) : 0;
    return (elements + (bias ? features : 0)) * size_of(input.type);
  }

  static bool is_forward(std::string_view target) {
    return target.find("cudnn$convForward") != std::string_view::npos || has_bias(target);
  }
  static bool is_gradient(std::string_view target) {
    return target.find("cudnn$convBackward") != std::string_view::npos;
  }
  static bool matches(const xla_call& call) {
    return call.category == xla_category::conv && !call.operands.empty() &&
           (is_forward(call.target) || is_gradient(call.target));
  }

  static xla_conv from(const xla_call& call, const xla_faults& faults) {
    xla_conv c;
    if (call.operands.size() < 2 || call.outputs.empty()) return c;
    const bool of_filter = call.target.find("convBackwardFilter") != std::string_view::npos;
    const bool gradient = is_gradient(call.target);
    c.input = call.operands[0];
    c.filter = call.operands[1];
    c.output = call.outputs[0];
    if (gradient && faults.conv_backward_confused) {
      c.filter = call.outputs[0];
      c.confused = true;
    } else if (of_filter) {
      c.filter = call.outputs[0];
      c.output = call.operands[1];
    } else if (gradient) {
      c.input = call.outputs[0];
      c.output = call.operands[0];
    }
    if (call.conv && !c.confused) {
      c.filter_feature = static_cast<std::size_t>(call.conv->kernel_output_feature);
      c.output_feature = static_cast<std::size_t>(call.conv->output_feature);
    }
    c.fits = c.filter.dims.size() > 2 && c.input.dims.size() > 2 &&
             c.filter_feature < c.filter.dims.size() && c.output_feature < c.output.dims.size() &&
             c.input.dims.size() == c.output.dims.size();
    if (faults.conv_filter_truncated && c.filter.dims.size() > 2) {
      c.filter.dims.erase(c.filter.dims.begin(), c.filter.dims.begin() + 2);
      c.filter_feature = 0;
    }
    c.bias = faults.conv_bias_by_count ? call.operands.size() == 3
                                       : has_bias(call.target) && call.operands.size() >= 3;
    return c;
  }

  void describe(xla_description& to) const {
    std::string kind = "conv";
    kind += std::to_string(input.dims.size() - 2);
    kind += 'd';
    to.add("param: convNd", std::move(kind));
    to.add("param: input_shape", xla_detail::tuple_text(input.dims));
    to.add("param: filter_shape", xla_detail::tuple_text(filter.dims));
    to.add("param: output_shape", xla_detail::tuple_text(output.dims));
    to.add("param: bias", bias);
    to.add("param: bytes_per_element", size_of(input.type).in(B));
    to.add("param: transposed_conv", false);
    to.peak = {engine::matrix, facts_of(input.type).format};
  }

 private:
  static bool has_bias(std::string_view target) {
    return target.find("cudnn$convBiasActivationForward") != std::string_view::npos;
  }
  static double without_first(const xla_tensor& t) {
    return std::accumulate(t.dims.empty() ? t.dims.end() : t.dims.begin() + 1, t.dims.end(), 1.0,
                           [](double product, std::int64_t d) { return product * static_cast<double>(d); });
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CONV_HPP
