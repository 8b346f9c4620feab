#ifndef RIDGELINE_XLA_OP_GEMM_HPP
#define RIDGELINE_XLA_OP_GEMM_HPP

#include <optional>
#include <string_view>

#include <ridgeline/op/gemm.hpp>
#include <ridgeline/xla/op/model.hpp>

namespace ridgeline {

/// A matrix product of XLA: a library call, or a fusion written in Triton. M and N are the library's: it works column
/// by column, so that M belongs to the second operand, unless the output lies column by column itself. `a` and `b` are
/// the elements of the operands that M and N come from.
struct xla_gemm : op::gemm {
  std::string_view a_type{}, b_type{}, precision{};
  dtype format = dtype::any;
  std::string_view kernel{};
  byte_count moved = missing<byte_count>;  ///< of a fusion, which reads and gives more or less than the product in it

  byte_count bytes() const { return known(moved) ? moved : op::gemm::bytes(); }

  /// `from` is asked about library calls with two matrices and about fusions with a product in them.
  static bool matches(const xla_call& call);
  static std::optional<xla_gemm> from(const xla_call& call, const xla_faults& faults);
  void describe(xla_parameters& to) const;
  math peak() const { return {engine::matrix, format}; }

  /// Which operands a kernel transposes, as its name tells; empty where it does not.
  static std::string_view transposition_of(std::string_view kernel);
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_GEMM_HPP
