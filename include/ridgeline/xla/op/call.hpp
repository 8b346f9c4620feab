#ifndef RIDGELINE_XLA_OP_CALL_HPP
#define RIDGELINE_XLA_OP_CALL_HPP

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/record/hlo.hpp>

namespace ridgeline {

/// A tensor that an instruction takes or gives.
struct xla_tensor {
  hlo_type type = hlo_type::invalid;
  std::vector<std::int64_t> dims{};
  std::vector<std::int64_t> layout{};  ///< dimensions from the fastest to the slowest
  bool has_layout = false;

  double elements() const {
    double product = 1;
    for (const std::int64_t d : dims) product *= static_cast<double>(d);
    return product;
  }
  byte_count bytes() const { return elements() * size_of(type); }
};

/// A matrix product: what it multiplies, what it gives, and the dimensions that it sums over and those that are
/// batches.
struct xla_dot {
  xla_tensor a{}, b{}, c{};
  std::vector<std::int64_t> lhs_contracting{}, rhs_contracting{}, lhs_batch{}, rhs_batch{};
  std::vector<std::int64_t> rhs_group{};  ///< of ragged groups: each row meets one place of these alone
  bool ragged = false;
};

/// An instruction with a kernel of it, as op models see it.
struct xla_call {
  std::string_view kernel{};
  xla_category category = xla_category::rest;
  std::string_view opcode{};
  std::string_view target{};  ///< of a custom call
  std::string_view config{};  ///< the backend's
  std::vector<xla_tensor> operands;
  std::vector<xla_tensor> outputs;        ///< of a tuple its parts
  std::optional<xla_dot> dot{};           ///< of a fusion, the first one in what it calls
  std::optional<hlo_conv> conv{};
  byte_count moved = missing<byte_count>; ///< of a fusion what it moves by its shapes, all that is in it together
  bool custom_fusion = false;             ///< a fusion of the kind `kCustom`
  bool cudnn_attention = false;           ///< a call of cuDNN for fused attention
};

/// The product of a library call: its first two operands that are no scalars, the first floating output that is none;
/// of a product of integers the first output, as what stands behind it is the library's own memory.
std::optional<xla_dot> product_of(const xla_call& call);

/// An object of a JSON config without its braces, `"batch_dim":"0"` of `"data":{"batch_dim":"0"}`; empty where there is
/// none.
std::string_view config_object(std::string_view config, std::string_view key);

/// A number of a backend's config, `"beta":0` or `attn_heads = 16 : i64`; nothing where it is not there.
std::optional<std::int64_t> config_number(std::string_view config, std::string_view key);

/// Whether a number of the config is there and not zero, `"beta":0.5` included, or a switch is `true`.
bool config_is_set(std::string_view config, std::string_view key);

/// A text of the config, `"epilogue":"BIAS"`; empty where it is not there.
std::string_view config_text(std::string_view config, std::string_view key);

/// A list of numbers of the config, `"lhs_contracting_dimensions":["1"]`; nothing where it is not there.
std::optional<std::vector<std::int64_t>> config_list(std::string_view config, std::string_view key);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CALL_HPP
