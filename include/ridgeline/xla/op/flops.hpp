#ifndef RIDGELINE_XLA_OP_FLOPS_HPP
#define RIDGELINE_XLA_OP_FLOPS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/op/call.hpp>
#include <ridgeline/xla/record/event.hpp>

/// The FLOP of an HLO instruction, derived from its shapes. Internal: included by body files only. Matrix products
/// and convolutions count, with two operations per multiplication; for a fusion, all of those in it. Elementwise
/// work does not.
namespace ridgeline::xla_detail {

class hlo_flops {
 public:
  hlo_flops(const xla_trace& trace, const hlo_module& module) : trace_(&trace), m_(&module) {}

  /// Missing if there is neither a product nor a convolution, if a shape is unknown, and for loops and branches,
  /// whose cost is that of the instructions they run. `type` receives the type that the first product or
  /// convolution multiplies in.
  flop_count of(const hlo_instruction& i, hlo_type* type = nullptr) const {
    std::size_t left = most_instructions;
    return of(i, type, 0, left);
  }

 private:
  static constexpr std::size_t most_instructions = 4096;
  static constexpr int deepest = 8;

  flop_count of(const hlo_instruction& i, hlo_type* type, int depth, std::size_t& left) const {
    const std::string_view opcode = trace_->text(i.opcode);
    if (known(i.dot)) return of_dot(i, type);
    if (opcode == "custom-call")
      return trace_->text(i.target) == "__onednn$convolution" ? of_host_conv(i, type) : of_host_product(i, type);
    if (opcode == "convolution") return of_conv(i, type);
    if (opcode != "fusion" || i.called.count == 0 || depth == deepest) return missing<flop_count>;
    const std::uint32_t c = m_->find_computation(m_->list(i.called)[0]);
    if (!known(c)) return missing<flop_count>;
    flop_count sum = missing<flop_count>;
    const hlo_computation& inside = m_->computations[c];
    for (std::uint32_t n = inside.first; n < inside.first + inside.count && left > 0; ++n, --left) {
      const flop_count one = of(m_->instructions[n], known(sum) ? nullptr : type, depth + 1, left);
      if (known(one)) sum = known(sum) ? sum + one : one;
      if (left == 0) break;
    }
    return sum;
  }

  const hlo_shape* operand(const hlo_instruction& i, std::size_t n) const {
    if (n >= i.operands.count) return nullptr;
    const std::uint32_t at = m_->find(i.computation, m_->list(i.operands)[n]);
    return known(at) && known(m_->instructions[at].shape) ? &m_->shapes[m_->instructions[at].shape] : nullptr;
  }
  double elements(const hlo_shape* s) const {
    if (s == nullptr || s->type == hlo_type::tuple) return missing<double>;
    double product = 1;
    for (const std::int64_t d : m_->list(s->dims)) product *= d < 0 ? missing<double> : static_cast<double>(d);
    return product;
  }
  /// The extent of a dimension given by its index; NaN if the dimension does not exist.
  double extent(const hlo_shape* s, std::int64_t dimension) const {
    if (s == nullptr || dimension < 0 || static_cast<std::uint64_t>(dimension) >= s->dims.count) return missing<double>;
    return static_cast<double>(m_->list(s->dims)[static_cast<std::size_t>(dimension)]);
  }
  /// Operations per multiply-add: 2; for complex numbers 8, since their product takes 4 products and 2 sums, and a
  /// sum takes 2.
  static double operations(const hlo_shape* s) { return s != nullptr && is_complex(s->type) ? 8 : 2; }
  static void tell(hlo_type* type, const hlo_shape* a, const hlo_shape* b) {
    if (type != nullptr && a != nullptr) *type = b != nullptr ? multiplied_as(a->type, b->type) : a->type;
  }

  /// 2 * elements of the first operand * elements of the second operand that each of them meets: all those in
  /// dimensions that are not contracting, batch or group dimensions.
  flop_count of_dot(const hlo_instruction& i, hlo_type* type) const {
    const hlo_shape *const a = operand(i, 0), *const b = operand(i, 1);
    tell(type, a, b);
    const hlo_dot& dot = m_->dots[i.dot];
    double met = b == nullptr ? missing<double> : 1;
    for (std::int64_t d = 0; b != nullptr && d < b->dims.count; ++d) {
      const auto in = [&](hlo_list dimensions) {
        const auto list = m_->list(dimensions);
        return std::find(list.begin(), list.end(), d) != list.end();
      };
      if (!in(dot.rhs_contracting) && !in(dot.rhs_batch) && !in(dot.rhs_group)) met *= extent(b, d);
    }
    return operations(a) * elements(a) * met * FLOP;
  }
  /// A oneDNN product on the host: 2 * elements of the first operand * the last extent of the output. The second
  /// operand may be repacked, in which case its extents are not usable.
  flop_count of_host_product(const hlo_instruction& i, hlo_type* type) const {
    if (trace_->text(i.target) != "__onednn$matmul" || !known(i.shape)) return missing<flop_count>;
    const hlo_shape* const a = operand(i, 0);
    const hlo_shape& gives = first_given(i);
    tell(type, a, operand(i, 1));
    return 2 * elements(a) * extent(&gives, static_cast<std::int64_t>(gives.dims.count) - 1) * FLOP;
  }
  /// What a call gives; of a tuple its first part.
  const hlo_shape& first_given(const hlo_instruction& i) const {
    const hlo_shape& all = m_->shapes[i.shape];
    const bool tuple = all.type == hlo_type::tuple && all.parts.count > 0;
    return tuple ? m_->shapes[static_cast<std::size_t>(m_->list(all.parts)[0])] : all;
  }
  /// Of oneDNN, whose config says what the instruction said that it stands for. Up to the middle of 2025 it has all
  /// numbers of lists one too large, as the dimensions then show, whose sum is too large. A kernel that is packed anew
  /// tells no extents.
  flop_count of_host_conv(const hlo_instruction& i, hlo_type* type) const {
    const hlo_shape *const input = operand(i, 0), *const kernel = operand(i, 1);
    tell(type, input, kernel);
    if (!known(i.shape) || input == nullptr || kernel == nullptr) return missing<flop_count>;
    const hlo_shape& output = first_given(i);
    const std::string_view config = trace_->text(i.config), in = config_object(config_object(config, "input"), "data"),
                           out = config_object(config_object(config, "output"), "data"),
                           filter = config_object(config_object(config, "kernel"), "filter"),
                           window = config_object(config, "window");
    const auto number = [](std::string_view object, std::string_view key) {
      return config_number(object, key).value_or(0);
    };
    const auto list = [](std::string_view object, std::string_view key) {
      return config_list(object, key).value_or(std::vector<std::int64_t>{});
    };
    const std::vector<std::int64_t> of_input = list(in, "spatial_dims"), of_output = list(out, "spatial_dims"),
                                    of_kernel = list(filter, "spatial_dims"), strides = list(window, "strides"),
                                    low = list(window, "pad_left"), dilations = list(window, "window_dilations");
    const std::size_t n = of_input.size();
    for (const auto* const one : {&of_output, &of_kernel, &strides, &low, &dilations})
      if (one->size() != n) return missing<flop_count>;
    if (n == 0 || input->dims.count != n + 2 || kernel->dims.count != n + 2 || output.dims.count != n + 2)
      return missing<flop_count>;
    const auto each = static_cast<std::int64_t>(n), places = (each + 2) * (each + 1) / 2;
    const std::int64_t batch = number(in, "batch_dim"), feature = number(in, "feature_dim");
    const auto is_place = [&](std::int64_t at) { return at >= 0 && at <= each + 2; };
    if (!is_place(batch) || !is_place(feature) || !std::all_of(of_input.begin(), of_input.end(), is_place))
      return missing<flop_count>;
    const std::int64_t more = std::accumulate(of_input.begin(), of_input.end(), batch + feature) - places;
    if (more != 0 && more != each) return missing<flop_count>;
    const std::int64_t one = more == 0 ? 0 : 1;
    const auto meant = [&](std::int64_t pad) { return std::max<std::int64_t>(pad, -(std::int64_t{1} << 40)) - one; };
    double products = extent(&output, number(out, "batch_dim")) * extent(&output, number(out, "feature_dim")) *
                      extent(kernel, number(filter, "input_feature_dim"));
    for (std::size_t d = 0; d < n; ++d)
      products *= meetings(extent(input, of_input[d] - one), extent(kernel, of_kernel[d] - one),
                           extent(&output, of_output[d] - one),
                           {0, meant(strides[d]), meant(low[d]), 0, meant(dilations[d]), 1});
    return operations(input) * products * FLOP;
  }
  /// 2 * batch * output features * input features per group * the number of pairs of a kernel element and an input
  /// element, along each spatial dimension: neither padding nor the gaps of a dilated input are multiplied.
  flop_count of_conv(const hlo_instruction& i, hlo_type* type) const {
    const hlo_shape *const input = operand(i, 0), *const kernel = operand(i, 1);
    tell(type, input, kernel);
    if (!known(i.conv) || !known(i.shape)) return missing<flop_count>;
    const hlo_conv& c = m_->convs[i.conv];
    const hlo_shape* const output = &m_->shapes[i.shape];
    const auto of_input = m_->list(c.input_spatial), of_kernel = m_->list(c.kernel_spatial),
               of_output = m_->list(c.output_spatial), window = m_->list(i.window);
    const std::size_t dimensions = of_output.size();
    if (output->dims.count != dimensions + 2 || of_input.size() != dimensions || of_kernel.size() != dimensions ||
        window.size() != 6 * dimensions)
      return missing<flop_count>;
    double products = extent(output, c.output_batch) * extent(output, c.output_feature) *
                      extent(kernel, c.kernel_input_feature);
    for (std::size_t d = 0; d < dimensions; ++d) {
      const auto w = window.subspan(6 * d, 6);
      products *= meetings(extent(input, of_input[d]), extent(kernel, of_kernel[d]), extent(output, of_output[d]),
                           {w[0], w[1], w[2], w[3], w[4], w[5]});
    }
    return operations(input) * products * FLOP;
  }

  /// The number by which `n` is multiplied to give 1 more than a multiple of `modulus`, with which it has no divisor in
  /// common.
  static std::int64_t inverse_of(std::int64_t n, std::int64_t modulus) {
    std::int64_t a = modulus, b = n % modulus, of_a = 0, of_b = 1;
    while (b != 0) {
      const std::int64_t times = a / b;
      a = std::exchange(b, a - times * b);
      of_a = std::exchange(of_b, of_a - times * of_b);
    }
    return (of_a % modulus + modulus) % modulus;
  }
  /// The number of pairs of an output position and a kernel element that meet an input element.
  static double meetings(double input, double kernel, double output, const hlo_window& w) {
    constexpr double most = 1 << 24;  // elements along one dimension, so that sums do not overflow
    constexpr std::int64_t most_elements = 1 << 20;
    const auto in_bounds = [](std::int64_t n, std::int64_t least) { return n >= least && n <= 1 << 24; };
    if (!(input >= 0 && kernel >= 0 && output >= 0 && input <= most && kernel <= most && output <= most))
      return missing<double>;
    if (!in_bounds(w.stride, 1) || !in_bounds(w.kernel_dilation, 1) || !in_bounds(w.input_dilation, 1) ||
        !in_bounds(w.padding_low, -(1 << 24)))
      return missing<double>;
    const std::int64_t gap = w.input_dilation, shared = std::gcd(w.stride, gap), period = gap / shared;
    const std::int64_t inverse = inverse_of(w.stride / shared, period);
    const auto elements = static_cast<std::int64_t>(kernel), places = static_cast<std::int64_t>(output);
    if (elements > most_elements) return missing<double>;
    const std::int64_t last = (static_cast<std::int64_t>(input) - 1) * gap;
    double count = 0;
    for (std::int64_t k = 0; k < elements; ++k) {
      // at = place * stride + offset must be in [0, last] and a multiple of `gap`, which it is at every `period`-th
      // place
      const std::int64_t offset = k * w.kernel_dilation - w.padding_low;
      if (offset % shared != 0) continue;
      const std::int64_t least = offset < 0 ? (-offset + w.stride - 1) / w.stride : 0;
      const std::int64_t after = last < offset ? 0 : std::min(places, (last - offset) / w.stride + 1);
      const std::int64_t wanted = -(offset / shared) % period * inverse % period;  // the place, but for whole periods
      const std::int64_t first = least + ((wanted - least) % period + period) % period;
      if (first < after) count += static_cast<double>((after - first - 1) / period + 1);
    }
    return count;
  }

  const xla_trace* trace_;
  const hlo_module* m_;
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_OP_FLOPS_HPP
