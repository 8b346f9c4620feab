#ifndef RIDGELINE_XLA_OP_CALL_HPP
#define RIDGELINE_XLA_OP_CALL_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/record/hlo.hpp>

namespace ridgeline {

/// An input or output tensor of an instruction.
struct xla_tensor {
  hlo_type type = hlo_type::invalid;
  std::vector<std::int64_t> dims{};
  std::vector<std::int64_t> layout{};  ///< dimensions from fastest- to slowest-varying
  bool has_layout = false;

  double elements() const {
    double product = 1;
    for (const std::int64_t d : dims) product *= static_cast<double>(d);
    return product;
  }
  byte_count bytes() const { return elements() * size_of(type); }
};

/// A matrix product: its operands and result, and its contracting and batch dimensions.
struct xla_dot {
  xla_tensor a{}, b{}, c{};
  std::vector<std::int64_t> lhs_contracting{}, rhs_contracting{}, lhs_batch{}, rhs_batch{};
  std::vector<std::int64_t> rhs_group{};  ///< for ragged groups: each row meets only one index of these
  bool ragged = false;
};

/// An instruction together with one of its kernels, as op models see it.
struct xla_call {
  std::string_view kernel{};
  xla_category category = xla_category::rest;
  std::string_view opcode{};
  std::string_view target{};  ///< target of a custom call
  std::string_view config{};  ///< backend config; for a fusion that wraps a library's product, that of the product
  std::vector<xla_tensor> operands;
  std::vector<xla_tensor> outputs;        ///< for a tuple, its arrays, also those of tuples in it
  std::optional<xla_dot> dot{};           ///< for a fusion, the first product in its computation
  std::optional<hlo_conv> conv{};
  byte_count moved = missing<byte_count>; ///< for a fusion, its total traffic, derived from shapes
  bool custom_fusion = false;             ///< a fusion of kind `kCustom`
  bool cudnn_attention = false;           ///< a cuDNN call for fused attention
  std::string_view wrapped{};             ///< for a fusion, the target of the library's product that it wraps
};

/// The numbers of the operands that a library's product multiplies: the first two that are no scalars. Of Transformer
/// Engine's products, which have a scale behind each, the first and the third.
std::vector<std::size_t> multiplied_operands(const xla_call& call);

/// Bytes of the arrays that a library call reads besides its operands `first` and `second`, and writes besides its
/// first output: biases, scales of blocks, matrices that are added, what an epilogue keeps for the gradient. What has
/// one element, the lengths of groups, and scratch memory are not counted.
byte_count bytes_beside(const xla_call& call, std::size_t first, std::size_t second);

/// The product of a library call: its first two non-scalar operands and the first non-scalar floating-point output;
/// for a product of integers the first output, since later ones are the library's scratch memory.
std::optional<xla_dot> product_of(const xla_call& call);

/// An object of a JSON config without its braces, `"batch_dim":"0"` of `"data":{"batch_dim":"0"}`; empty where there is
/// none.
std::string_view config_object(std::string_view config, std::string_view key);

/// A number of a backend's config, `"beta":0` or `attn_heads = 16 : i64`; nothing where it is not there.
std::optional<std::int64_t> config_number(std::string_view config, std::string_view key);

/// Whether a number in the config is present and nonzero, such as `"beta":0.5`, or a switch is `true`.
bool config_is_set(std::string_view config, std::string_view key);

/// A text in the config, `"epilogue":"BIAS"`; empty if it is absent.
std::string_view config_text(std::string_view config, std::string_view key);

/// A list of numbers in the config, `"lhs_contracting_dimensions":["1"]`; nothing if it is absent.
std::optional<std::vector<std::int64_t>> config_list(std::string_view config, std::string_view key);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CALL_HPP
