#ifndef RIDGELINE_TORCH_SHEET_OP_PRICE_HPP
#define RIDGELINE_TORCH_SHEET_OP_PRICE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/torch/sheet/metrics.hpp>
#include <ridgeline/torch/sheet/parameter_text.hpp>
#include <ridgeline/table/table.hpp>

/// What an op of given shapes costs on a chip, without a trace.
namespace ridgeline {

/// A pass of an op: what it computes and moves, and what the chip needs for it at least.
struct torch_price {
  std::string_view pass = "forward";
  std::string spec{};             ///< `matrix_bf16`: the engine and number format whose peak counts
  flop_count flops = missing<flop_count>;
  byte_count bytes = missing<byte_count>;
  time_quantity compute = missing<time_quantity>, memory = missing<time_quantity>;
  flop_rate peak = missing<flop_rate>;
  bandwidth memory_rate = missing<bandwidth>;
  std::string roof{};             ///< `MI300X, vendor peak`

  time_quantity time() const { return compute >= memory || !known(memory) ? compute : memory; }
  std::string_view bound() const {
    if (!known(compute) || !known(memory)) return {};
    return compute >= memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
  }
};

/// An op's price in each direction that its model tells.
struct torch_prices {
  std::vector<torch_price> rows{};
  std::string parameters{};       ///< what the model read off the arguments, as a Python dict
};

/// Number formats as one says them, and as the profiler spells them.
struct torch_spelling {
  std::string_view dtype, profiler;
};
inline constexpr std::array torch_spellings{
    torch_spelling{"fp64", "double"}, torch_spelling{"fp32", "float"}, torch_spelling{"fp16", "c10::Half"},
    torch_spelling{"bf16", "c10::BFloat16"}, torch_spelling{"fp8", "c10::Float8_e4m3fn"},
    torch_spelling{"fp4", "c10::Float4_e2m1fn_x2"}, torch_spelling{"int64", "long int"}, torch_spelling{"int32", "int"},
    torch_spelling{"int8", "signed char"}, torch_spelling{"uint8", "unsigned char"}, torch_spelling{"bool", "bool"}};

/// The arguments of a call, put together one by one as a trace would list them.
class torch_call_text {
 public:
  /// `4096x4096`, `4096x4096:fp8` for a tensor of another type; `=True`, `=[1,1]` for a value; `-` for nothing. False
  /// when it is none of these.
  bool add(std::string_view argument, std::string_view dtype) {
    if (argument == "-") return add("[]", "", "");
    if (argument.starts_with('=')) {
      if (argument.find_first_of("\"\\") != argument.npos) return false;
      return add("[]", "Scalar", argument.substr(1));
    }
    const std::size_t colon = argument.find(':');
    if (colon != argument.npos) dtype = argument.substr(colon + 1), argument = argument.substr(0, colon);
    std::string dims = "[";
    for (std::size_t at = 0; at <= argument.size();) {
      const std::size_t end = std::min(argument.find('x', at), argument.size());
      const std::string_view extent = argument.substr(at, end - at);
      if (extent.empty() || extent.find_first_not_of("0123456789") != extent.npos) return false;
      if (dims.size() > 1) dims += ',';
      dims += extent;
      at = end + 1;
    }
    for (const torch_spelling& s : torch_spellings)
      if (s.dtype == dtype || s.profiler == dtype) return add(dims + "]", s.profiler, "");
    return false;
  }

  /// The call; the texts must live on.
  torch_call of(std::string_view op) {
    whole_dims_ = "[" + dims_ + "]", whole_types_ = "[" + types_ + "]", whole_values_ = "[" + values_ + "]";
    torch_call c;
    c.name = op, c.dims = whole_dims_, c.types = whole_types_, c.concrete = whole_values_;
    return c;
  }

 private:
  bool add(std::string_view dims, std::string_view type, std::string_view value) {
    for (std::string* const list : {&dims_, &types_, &values_})
      if (!list->empty()) *list += ',';
    dims_ += dims;
    types_.append("\"").append(type).append("\"");
    values_.append("\"").append(value).append("\"");
    return true;
  }
  std::string dims_{}, types_{}, values_{}, whole_dims_{}, whole_types_{}, whole_values_{};
};

namespace torch_detail {
inline torch_price price_of(std::string_view pass, const torch_cost& cost, const torch_work& work,
                            const hw::roofs* roofs) {
  torch_price p;
  p.pass = pass, p.spec = cost.spec, p.flops = work.flops, p.bytes = work.bytes;
  if (roofs == nullptr) return p;
  p.peak = roofs->peak_of(cost.spec), p.memory_rate = roofs->memory;
  p.compute = work.flops / p.peak, p.memory = work.bytes / p.memory_rate;
  p.roof = roofs->name;
  p.roof += roofs->measured ? ", measured" : ", vendor peak";
  return p;
}
}  // namespace torch_detail

/// What a call costs by the models, on a chip where there is one. A failure says why nothing can be counted.
inline expected<torch_prices> torch_prices_of(const torch_call& call, const hw::roofs* roofs,
                                              const torch_model_table& models = built_in_torch_models) {
  const torch_model_entry* const model = models.find(call.name);
  if (model == nullptr)
    return failure{errc::bad_value, {}, std::string("no model describes the op ").append(call.name)};
  const torch_cost cost = model->cost_of(call);
  if (!cost.described || !cost.forward.counted())
    return failure{errc::bad_value, {}, std::string("the model of ").append(call.name).append(
        " cannot count these arguments; they stand as the profiler lists them, one for each of the op's")};
  torch_prices prices;
  append_parameters(prices.parameters, cost.parameters);
  prices.rows.push_back(torch_detail::price_of("forward", cost, cost.forward, roofs));
  if (cost.backward.counted()) prices.rows.push_back(torch_detail::price_of("backward", cost, cost.backward, roofs));
  return prices;
}

inline constexpr auto torch_price_columns =
    columns(column<"pass">(&torch_price::pass).left(), column<"Compute Spec">(&torch_price::spec).left(),
            column<"GFLOPS">([](const torch_price& p) { return p.flops.base() / 1e9; }).digits(3),
            column<"Data Moved (MB)">([](const torch_price& p) { return p.bytes.base() / 1048576; }).digits(3),
            column<"FLOPS/Byte", FLOPpB>([](const torch_price& p) { return p.flops / p.bytes; }).digits(2),
            column<"Compute Time (µs)", us>(&torch_price::compute).digits(3),
            column<"Memory Time (µs)", us>(&torch_price::memory).digits(3),
            column<"Roofline Time (µs)", us>([](const torch_price& p) { return p.time(); }).digits(3),
            column<"Roofline Bound">([](const torch_price& p) { return p.bound(); }).left(),
            column<"Peak", TFLOPps>(&torch_price::peak).digits(1),
            column<"Memory", GBps>(&torch_price::memory_rate).digits(0),
            column<"Roof">(&torch_price::roof).left());

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OP_PRICE_HPP
