#ifndef RIDGELINE_XLA_OP_FLOPS_HPP
#define RIDGELINE_XLA_OP_FLOPS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/record/event.hpp>

/// What an HLO instruction computes, by its shapes: for bodies alone. Products and convolutions count, two operations
/// for each multiplication; of a fusion all that are inside of it. Elementwise work does not.
namespace ridgeline::xla_detail {

class hlo_flops {
 public:
  hlo_flops(const xla_trace& trace, const hlo_module& module) : trace_(&trace), m_(&module) {}

  /// Missing where there is neither a product nor a convolution, where a shape is not known, and for loops and
  /// branches, which are charged by what they run. `type` becomes the type of the first operand of the first of them.
  flop_count of(const hlo_instruction& i, hlo_type* type = nullptr) const {
    std::size_t left = most_instructions;
    return of(i, type, 0, left);
  }

 private:
  static constexpr std::size_t most_instructions = 4096;
  static constexpr int deepest = 8;

  flop_count of(const hlo_instruction& i, hlo_type* type, int depth, std::size_t& left) const {
    const std::string_view opcode = trace_->text(i.opcode);
    if (opcode == "dot") return of_dot(i, type);
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
  /// The extent of a dimension that a list names; 1 for one that is not there.
  double extent(const hlo_shape* s, std::int64_t dimension) const {
    if (s == nullptr || dimension < 0 || static_cast<std::uint64_t>(dimension) >= s->dims.count) return missing<double>;
    return static_cast<double>(m_->list(s->dims)[static_cast<std::size_t>(dimension)]);
  }
  double given(const hlo_instruction& i) const {
    return known(i.shape) ? elements(&m_->shapes[i.shape]) : missing<double>;
  }
  static void tell(hlo_type* type, const hlo_shape* s) {
    if (type != nullptr && s != nullptr) *type = s->type;
  }

  /// 2 * what it gives * what it sums over.
  flop_count of_dot(const hlo_instruction& i, hlo_type* type) const {
    const hlo_shape* const a = operand(i, 0);
    tell(type, a);
    double sum = 1;
    if (!known(i.dot)) return missing<flop_count>;
    for (const std::int64_t d : m_->list(m_->dots[i.dot].lhs_contracting)) sum *= extent(a, d);
    return 2 * given(i) * sum * FLOP;
  }
  /// 2 * what it gives * the kernel without its output features.
  flop_count of_conv(const hlo_instruction& i, hlo_type* type) const {
    const hlo_shape* const kernel = operand(i, 1);
    tell(type, operand(i, 0));
    if (!known(i.conv)) return missing<flop_count>;
    const double features = extent(kernel, m_->convs[i.conv].kernel_output_feature);
    return features > 0 ? 2 * given(i) * elements(kernel) / features * FLOP : missing<flop_count>;
  }

  const xla_trace* trace_;
  const hlo_module* m_;
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_OP_FLOPS_HPP
