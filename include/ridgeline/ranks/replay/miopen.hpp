#ifndef RIDGELINE_RANKS_REPLAY_MIOPEN_HPP
#define RIDGELINE_RANKS_REPLAY_MIOPEN_HPP

#include <string_view>

#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/ranks/replay/command.hpp>
#include <ridgeline/ranks/replay/hipblaslt.hpp>

namespace ridgeline {

/// The part of a convolution that a command measures.
enum class conv_direction : unsigned char { forward = 1, backward_data = 2, backward_weights = 4, backward = 6 };

namespace ranks_detail {

/// An argument of aten::convolution with one value per dimension; a list of one value applies to all dimensions.
inline torch_shape spread_argument(const torch_call& c, int at, int dimensions) {
  const torch_shape given = c.numbers(at);
  if (given.rank() == dimensions) return given;
  torch_shape all = torch_shape::of({});
  for (int i = 0; i < dimensions; ++i) all.push(given.rank() == 1 ? given[0] : missing<double>);
  return all;
}

/// Whether channels are the innermost dimension in memory.
inline bool channels_last(const torch_shape& extents, const torch_shape& strides) {
  if (strides.rank() != extents.rank() || extents.rank() < 4 || !(extents[1] > 1)) return false;
  return strides[1] == 1 && strides[-1] == extents[1];
}

}  // namespace ranks_detail

/// What a call of aten::convolution_backward computes: the last argument says whether the gradients of input and
/// weight are wanted; both if it was not recorded.
constexpr conv_direction direction_of_backward(const torch_call& c) {
  constexpr int mask = 10;
  const bool data = c.wants(mask, 0), weights = c.wants(mask, 1);
  return data == weights ? conv_direction::backward
         : data          ? conv_direction::backward_data
                         : conv_direction::backward_weights;
}

/// The command that benchmarks a convolution in isolation: aten::convolution in the requested direction,
/// aten::convolution_backward in its own. Empty for other ops and for unknown shapes or types. A 1-d convolution is
/// measured as a 2-d one whose first extent is 1. `unchecked`: the driver need not verify the results on the host.
inline tool_command miopen_command(const torch_call& c, conv_direction direction = conv_direction::forward,
                                   bool unchecked = false) {
  const bool back = c.name == "aten::convolution_backward";
  if (!back && c.name != "aten::convolution") return {};
  if (back) direction = direction_of_backward(c);
  const int first = back ? 1 : 0;  // after the gradient
  torch_shape x = c.shape(first), w = c.shape(first + 1);
  int dims = x.rank() - 2;
  if (dims < 1 || dims > 3 || w.rank() != x.rank()) return {};
  torch_shape stride = ranks_detail::spread_argument(c, first + 3, dims);
  torch_shape pad = ranks_detail::spread_argument(c, first + 4, dims);
  torch_shape dilation = ranks_detail::spread_argument(c, first + 5, dims);
  const bool transposed = c.flag(first + 6);
  const double groups = c.number(first + 8);
  const std::string_view type = c.type(first);
  const std::string_view mode = type == "float"           ? "conv"
                                : type == "c10::Half"     ? "convfp16"
                                : type == "c10::BFloat16" ? "convbfp16"
                                : type == "signed char"   ? "convint8"
                                                          : "";
  if (mode.empty()) return {};
  const torch_shape x_strides(c.stride(first)), w_strides(c.stride(first + 1));
  const bool x_last = ranks_detail::channels_last(x, x_strides), w_last = ranks_detail::channels_last(w, w_strides);
  if (dims == 1) {
    const auto with_height = [](const torch_shape& s, double height, int at) {
      torch_shape out = torch_shape::of({});
      for (int i = 0; i < at; ++i) out.push(s[i]);
      out.push(height);
      for (int i = at; i < s.rank(); ++i) out.push(s[i]);
      return out;
    };
    x = with_height(x, 1, 2), w = with_height(w, 1, 2);
    stride = with_height(stride, 1, 0), pad = with_height(pad, 0, 0), dilation = with_height(dilation, 1, 0);
    dims = 2;
  }
  const bool deep = dims == 3;
  command_builder out("MIOpenDriver");
  out.words(mode).option("-n", x[0]).option("-c", x[1]);
  if (deep) out.option("--in_d", x[2]);
  out.option("-H", x[-2]).option("-W", x[-1]).option("-k", transposed ? w[1] : w[0]);
  if (deep) out.option("--fil_d", w[2]);
  out.option("-y", w[-2]).option("-x", w[-1]);
  if (deep) out.option("--pad_d", pad[0]);
  out.option("-p", pad[-2]).option("-q", pad[-1]);
  if (deep) out.option("--conv_stride_d", stride[0]);
  out.option("-u", stride[-2]).option("-v", stride[-1]);
  if (deep) out.option("--dilation_d", dilation[0]);
  out.option("-l", dilation[-2]).option("-j", dilation[-1]);
  if (deep) out.words("--spatial_dim 3");
  const std::string_view last = deep ? "NDHWC" : "NHWC";
  if (x_last) out.option("--in_layout", last);
  if (w_last) out.option("--fil_layout", last);
  if (x_last) out.option("--out_layout", last);
  out.option("-m", transposed ? "trans" : "conv").option("-g", groups);
  out.option("-F", static_cast<double>(direction));
  if (unchecked) out.words("-V 0");
  out.words("-t 1");
  return out.take();
}

/// The time in microseconds from the output of MIOpenDriver: the sum of the last fields of the numeric `stats:`
/// lines, which are in milliseconds, one line per direction. NaN if there is none.
inline double miopen_time(std::string_view printed) {
  double time = missing<double>;
  ranks_detail::each_line(printed, [&](std::string_view line) {
    if (!line.starts_with("stats: ")) return true;
    const double own = ranks_detail::last_field(line) * 1000;
    if (known(own)) time = known(time) ? time + own : own;
    return true;
  });
  return time;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_MIOPEN_HPP
