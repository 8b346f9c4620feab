#ifndef RIDGELINE_XLA_OP_GEMM_HPP
#define RIDGELINE_XLA_OP_GEMM_HPP

#include <optional>
#include <string_view>

#include <ridgeline/op/gemm.hpp>
#include <ridgeline/xla/op/model.hpp>

namespace ridgeline {

/// An XLA matrix product: a library call, or a fusion written in Triton. M and N follow the library, which is
/// column-major, so M belongs to the second operand unless the output itself is column-major. `a` and `b` are the
/// element sizes of the operands that M and N come from.
struct xla_gemm : op::gemm {
  std::string_view a_type{}, b_type{}, precision{};
  dtype format = dtype::any;         ///< that the product multiplies in
  std::string_view kernel{};
  byte_count moved = missing<byte_count>;  ///< for a fusion, whose traffic differs from that of its product
  byte_count beside{};               ///< for a library call, of its arrays besides the two matrices and their product

  byte_count bytes() const { return (known(moved) ? moved : op::gemm::bytes()) + beside; }

  /// `from` is called for library calls with two matrices and for fusions that contain a product.
  static bool matches(const xla_call& call);
  static std::optional<xla_gemm> from(const xla_call& call, const xla_faults& faults);
  void describe(xla_parameters& to) const;
  math peak() const { return {engine::matrix, format}; }

  /// Which operands a kernel transposes, according to its name; empty if the name does not show it.
  static std::string_view transposition_of(std::string_view kernel);
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_GEMM_HPP
