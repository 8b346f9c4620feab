#ifndef RIDGELINE_TORCH_OP_SCHEMA_RESAMPLING_HPP
#define RIDGELINE_TORCH_OP_SCHEMA_RESAMPLING_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/op/picked.hpp>
#include <ridgeline/op/rounding.hpp>
#include <ridgeline/torch/op/elementwise.hpp>
#include <ridgeline/torch/op/schema/row.hpp>

/// Ops of PyTorch whose result has other extents than their input: pooling, resampling, padding.
namespace ridgeline {

/// Pooling: windows of the input, an output for each. Without a stride windows lie side by side.
struct torch_pooling : torch_unary_family {
  struct row { std::string_view names, schema; int dilation, ceiling; bool indices; };
  static constexpr std::array rows{
      row{"aten::max_pool2d_with_indices aten::max_pool3d_with_indices",
          "self, kernel_size, stride, padding, dilation, ceil_mode", 4, 5, true},
      row{"aten::avg_pool2d aten::avg_pool3d",
          "self, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor", -1, 4, false}};
  struct windows : torch_grown {
    double window = 1;           ///< elements of one
    byte_count index{};          ///< of the place that the largest one has
    constexpr flop_count flops() const { return window * to.size() * FLOP; }
    constexpr byte_count bytes() const { return torch_grown::bytes() + to.size() * index; }
  };

  static constexpr windows from(const torch_call& c, const row& r) {
    torch_shape to = c.shape(0);
    const torch_shape kernel = c.numbers(1), given = c.numbers(2), padding = c.numbers(3);
    const torch_shape dilation = r.dilation < 0 ? torch_shape::of({1}) : c.numbers(r.dilation);
    const auto along = [](const torch_shape& s, int i) { return s[s.rank() == 1 ? 0 : i]; };  // one for all dimensions
    const bool up = c.flag(r.ceiling);
    bool fits = !kernel.empty() && given.known() && to.rank() > kernel.rank() && (up || c.is_false(r.ceiling));
    double window = 1;
    const int dimensions = c.name.find("3d") != std::string_view::npos ? 3 : 2;
    for (int i = 0; fits && i < dimensions; ++i) {
      const int at = to.rank() - dimensions + i;
      const double k = along(kernel, i), step = given.empty() ? k : along(given, i), pad = along(padding, i);
      const double room = to[at] + 2 * pad - along(dilation, i) * (k - 1) - 1;
      double n = (up ? op::ceil_div(room, step) : op::floor_div(room, step)) + 1;
      if (up && (n - 1) * step >= to[at] + pad) n -= 1;  // the last window begins within the input
      to.set(at, n), window *= k;
      fits = known(n);
    }
    return {torch_grown(c, fits ? to : torch_shape()), window, r.indices ? 8 * B : 0 * B};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape kernel=C1 op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-",
      &torch_grown::to, &torch_grown::to};
};

/// A result of the extents that a list gives: each element is put together from 4 or 16 of the input.
struct torch_resampling : torch_unary_family {
  static constexpr bool alone = true;  // a call by factors dispatches to one of these by sizes
  struct row { std::string_view names, schema; double per_element; };
  static constexpr std::array rows{
      row{"aten::upsample_bilinear2d", "self (N,C,H,W), output_size, align_corners, ...", 8},
      row{"aten::upsample_bicubic2d", "self (N,C,H,W), output_size, align_corners, ...", 32},
      row{"aten::upsample_linear1d", "self (N,C,W), output_size, align_corners, scales", 4},
      row{"aten::upsample_trilinear3d", "self (N,C,D,H,W), output_size, align_corners, ...", 16},
      row{"aten::_upsample_nearest_exact1d aten::_upsample_nearest_exact2d aten::_upsample_nearest_exact3d",
          "self (N,C,..), output_size, ...", 0},
      row{"aten::_adaptive_avg_pool2d aten::_adaptive_avg_pool3d", "self, output_size", -1},
      row{"aten::adaptive_max_pool2d aten::adaptive_max_pool3d", "self, output_size; and places", -1}};
  struct call : torch_grown {
    double work = 0;
    byte_count index{};  ///< of the place that the largest one has
    constexpr flop_count flops() const { return work * FLOP; }
    constexpr byte_count bytes() const { return torch_grown::bytes() + to.size() * index; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    torch_shape to = c.shape(0);
    const torch_shape sizes = c.numbers(1);
    for (int i = 0; i < sizes.rank(); ++i) to.set(to.rank() - sizes.rank() + i, sizes[i]);
    if (sizes.empty()) to = torch_shape();
    return {torch_grown(c, to), r.per_element < 0 ? c.shape(0).size() : r.per_element * to.size(),
            c.name.starts_with("aten::adaptive_max") ? 8 * B : 0 * B};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", &torch_grown::to,
      &torch_grown::to};
};

/// The gradient of the input: each element of the result's gradient is added to 1, 2, 4, 8 or 16 places, weighted where
/// there are more than one.
struct torch_resampling_gradient : torch_unary_family {
  struct row { std::string_view names, schema; double per_element; };
  static constexpr std::string_view schema = "grad_output, output_size, input_size, ...";
  static constexpr std::array rows{
      row{"aten::upsample_nearest1d_backward aten::upsample_nearest2d_backward aten::upsample_nearest3d_backward "
          "aten::_upsample_nearest_exact1d_backward aten::_upsample_nearest_exact2d_backward "
          "aten::_upsample_nearest_exact3d_backward", schema, 1},
      row{"aten::upsample_linear1d_backward", schema, 4},
      row{"aten::upsample_bilinear2d_backward", schema, 8},
      row{"aten::upsample_trilinear3d_backward", schema, 16},
      row{"aten::upsample_bicubic2d_backward", schema, 32}};
  struct call : torch_grown {
    double work = 0;
    constexpr flop_count flops() const { return work * FLOP; }
  };

  static constexpr call from(const torch_call& c, const row& r) {
    return {torch_grown(c, c.numbers(2)), r.per_element * c.shape(0).size()};
  }
  static constexpr torch_shown parameters{
      "input_shape=D0 output_shape op_shape dtype_in_out=(T0,T0) stride_input=S0 stride_output=-", &torch_grown::to,
      &torch_grown::to};
};

/// Samples of the input where a grid says: as `torch_resampling`, of 4 or 8 elements, of the nearest one or of 16. Of
/// the input at most what is sampled is read. A gradient has that of the input, which the samples are added to, and
/// that of the grid, where they are wanted.
struct torch_grid_sampler : torch_unary_family {
  struct row { std::string_view names, schema; bool gradient; };
  static constexpr std::string_view forward = "input (N,C,..), grid (N,..,2 or 3), "
                                              "interpolation_mode (0 linear, 1 nearest, 2 cubic), ...";
  static constexpr std::string_view backward = "grad_output, input, grid, interpolation_mode, "
                                               "padding_mode, align_corners, output_mask (input, grid)";
  static constexpr std::array rows{
      row{"aten::grid_sampler_2d aten::grid_sampler_3d", forward, false},
      row{"aten::cudnn_grid_sampler", "self (N,C,H,W), grid", false},
      row{"aten::grid_sampler_2d_backward aten::grid_sampler_3d_backward", backward, true}};
  static constexpr torch_counted from(const torch_call& c, const row& r) {
    const int first = r.gradient ? 1 : 0;
    const torch_shape input = c.shape(first), grid = c.shape(first + 1);
    const double mode = c.name == "aten::cudnn_grid_sampler" ? 0 : c.number(first + 2);
    const double near = mode == 1 ? 1 : mode == 2 ? 16 : mode == 0 ? grid[-1] == 3 ? 8 : 4 : missing<double>;
    if (grid[-1] != input.rank() - 2) return {};
    const double samples = grid.size() / grid[-1] * input[1], weighted = near == 1 ? 0 : 2 * near;
    const byte_count read = op::at_most(input.size(), near * samples) * c.size(first) + grid.size() * c.size(first + 1);
    if (!r.gradient) return {weighted * samples, read + samples * c.size(first)};
    if (json_list(c.value(6)).size() != 2) return {};
    const bool of_input = c.wants(6, 0), of_grid = c.wants(6, 1);
    torch_counted of{(of_input ? std::max(1.0, weighted) : 0) * samples, samples * c.size(0) + grid.size() * c.size(2)};
    if (of_input) of.moved += input.size() * c.size(1);
    if (of_grid) of.work += weighted * grid[-1] * samples;
    if (of_grid) of.moved += read;
    return of;
  }
  static constexpr torch_shown parameters{"input_shape=D0 grid=D1 dtype_in_out=(T0,T0)"};
};

struct torch_reflection_pad : torch_unary_family {
  static constexpr std::string_view names[] = {"aten::reflection_pad1d", "aten::reflection_pad2d",
                                               "aten::reflection_pad3d"};
  static constexpr std::string_view schema = "self, padding";
  static constexpr torch_grown from(const torch_call& c) { return torch_replication_pad::from(c); }
  static constexpr torch_shown parameters = torch_replication_pad::parameters;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_SCHEMA_RESAMPLING_HPP
