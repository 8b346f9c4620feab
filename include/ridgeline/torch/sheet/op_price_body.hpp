#ifndef RIDGELINE_TORCH_SHEET_OP_PRICE_BODY_HPP
#define RIDGELINE_TORCH_SHEET_OP_PRICE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/cost.hpp>
#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/op/parameters.hpp>
#include <ridgeline/torch/sheet/op_price.hpp>

namespace ridgeline {

bool torch_call_text::add(std::string_view argument, std::string_view dtype) {
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

torch_call torch_call_text::of(std::string_view op) {
  all_dims_ = "[" + dims_ + "]", all_types_ = "[" + types_ + "]", all_values_ = "[" + values_ + "]";
  torch_call c;
  c.name = op, c.dims = all_dims_, c.types = all_types_, c.concrete = all_values_;
  return c;
}

bool torch_call_text::add(std::string_view dims, std::string_view type, std::string_view value) {
  for (std::string* const list : {&dims_, &types_, &values_})
    if (!list->empty()) *list += ',';
  dims_ += dims;
  types_.append("\"").append(type).append("\"");
  values_.append("\"").append(value).append("\"");
  return true;
}
namespace torch_detail {
torch_price price_of(std::string_view pass, const torch_cost& cost, const torch_work& work,
                            const hw::roofs* roofs) {
  torch_price p;
  p.pass = pass, p.spec = cost.spec, p.flops = work.flops, p.bytes = work.bytes;
  if (roofs == nullptr) return p;
  p.peak = roofs->rate_of(cost.spec), p.memory_rate = roofs->memory;
  p.compute = work.flops / p.peak, p.memory = work.bytes / p.memory_rate;
  p.roof = roofs->described();
  return p;
}
}  // namespace torch_detail

expected<torch_prices> torch_prices_of(const torch_call& call, const hw::roofs* roofs,
                                       const torch_model_table& models) {
  const torch_model_entry* const model = models.find(call.name);
  if (model == nullptr)
    return failure{errc::bad_value, {}, std::string("no model describes the op ").append(call.name)};
  const torch_cost cost = model->cost_of(call);
  if (!cost.described || !cost.forward.counted())
    return failure{errc::bad_value, {}, std::string("the model of ").append(call.name).append(
        " cannot use these arguments; give them as the profiler lists them, one for each argument of the op")};
  torch_prices prices;
  append_parameters(prices.parameters, cost.parameters);
  prices.rows.push_back(torch_detail::price_of("forward", cost, cost.forward, roofs));
  if (cost.backward.counted()) prices.rows.push_back(torch_detail::price_of("backward", cost, cost.backward, roofs));
  return prices;
}

expected<torch_prices> torch_prices_of(std::string_view op, torch_call_text& arguments, const hw::roofs* roofs,
                                       const torch_model_table& models) {
  return torch_prices_of(arguments.of(op), roofs, models);
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

table sheet_of(std::string name, std::vector<torch_price> prices) {
  return table(std::move(name), std::move(prices), torch_price_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OP_PRICE_BODY_HPP
