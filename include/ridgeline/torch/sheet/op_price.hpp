#ifndef RIDGELINE_TORCH_SHEET_OP_PRICE_HPP
#define RIDGELINE_TORCH_SHEET_OP_PRICE_HPP

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/table/table.hpp>

/// The cost of an op of given shapes on a chip, without a trace.
namespace ridgeline {

namespace hw {
struct roofs;
}
struct torch_call;
struct torch_model_table;
extern const torch_model_table built_in_torch_models;

/// One pass of an op: its computation and traffic, and the minimum time on the chip.
struct torch_price {
  std::string_view pass = "forward";
  std::string spec{};             ///< `matrix_bf16`: the engine and number format whose peak applies
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;
  time_quantity compute = missing<time_quantity>, memory = missing<time_quantity>;
  flop_rate peak = missing<flop_rate>;
  bandwidth memory_rate = missing<bandwidth>;
  std::string roof{};             ///< `MI300X, vendor peak`

  /// The least time; unknown if there is FLOP for which no peak is known, which may take longer than the bytes, or if
  /// nobody knows the bytes.
  time_quantity time() const {
    if ((!known(compute) && flops > 0 * FLOP) || !known(bytes)) return missing<time_quantity>;
    return compute >= memory || !known(memory) ? compute : memory;
  }
  std::string_view bound() const {
    if (!known(compute) || !known(memory)) return {};
    return compute >= memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
  }
};

/// The costs of an op in each direction that its model covers.
struct torch_prices {
  std::vector<torch_price> rows;
  std::string parameters{};       ///< parameters that the model derived from the arguments, as a Python dict
};

/// Common names of number formats, and the profiler's spellings.
struct torch_spelling {
  std::string_view dtype, profiler;
};
inline constexpr std::array torch_spellings{
    torch_spelling{"fp64", "double"}, torch_spelling{"fp32", "float"}, torch_spelling{"fp16", "c10::Half"},
    torch_spelling{"bf16", "c10::BFloat16"}, torch_spelling{"fp8", "c10::Float8_e4m3fn"},
    torch_spelling{"fp4", "c10::Float4_e2m1fn_x2"}, torch_spelling{"int64", "long int"}, torch_spelling{"int32", "int"},
    torch_spelling{"int8", "signed char"}, torch_spelling{"uint8", "unsigned char"}, torch_spelling{"bool", "bool"}};

/// Builds the arguments of a call one by one, in the form a trace would list them.
class torch_call_text {
 public:
  /// Adds `4096x4096`, or `4096x4096:fp8` for a tensor of another type; `=True` or `=[1,1]` for a value; `-` for
  /// nothing. Returns false for anything else.
  bool add(std::string_view argument, std::string_view dtype);

  /// The call; this object must outlive it.
  torch_call of(std::string_view op);

 private:
  bool add(std::string_view dims, std::string_view type, std::string_view value);
  std::string dims_{}, types_{}, values_{}, all_dims_{}, all_types_{}, all_values_{};
};

/// The cost of a call according to the models, with times if a chip is given. On failure, the reason nothing can be
/// counted.
expected<torch_prices> torch_prices_of(const torch_call& call, const hw::roofs* roofs,
                                       const torch_model_table& models = built_in_torch_models);
expected<torch_prices> torch_prices_of(std::string_view op, torch_call_text& arguments, const hw::roofs* roofs,
                                       const torch_model_table& models = built_in_torch_models);

/// The costs as the table that `op_model` shows.
table sheet_of(std::string name, std::vector<torch_price> prices);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OP_PRICE_HPP
