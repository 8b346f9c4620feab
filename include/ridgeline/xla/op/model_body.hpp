#ifndef RIDGELINE_XLA_OP_MODEL_BODY_HPP
#define RIDGELINE_XLA_OP_MODEL_BODY_HPP

#include <ridgeline/table/format.hpp>
#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/conv.hpp>
#include <ridgeline/xla/op/gemm.hpp>
#include <ridgeline/xla/op/model.hpp>

namespace ridgeline {

void xla_parameters::add(std::string_view name, std::string text) { all.push_back({name, std::move(text)}); }

void xla_parameters::add(std::string_view name, double number) {
  std::string text;
  append_shortest(text, number);
  all.push_back({name, std::move(text), number});
}

void xla_parameters::add_types(std::string_view a, std::string_view b) {
  std::string pair = "('";
  pair.append(a).append("', '").append(b).append("')");
  add("dtype_A_B", std::move(pair));
}

xla_cost cost_of(const xla_call& call, const xla_faults& faults, xla_model_table own) {
  xla_cost cost;
  const auto ask = [&](xla_model_table models) {
    for (const xla_model& model : models) {
      if (!model.matches(call)) continue;
      cost.modelled = true;
      model.read(cost, call, faults);
      return;
    }
  };
  ask(own);
  if (!cost.modelled) ask(xla_model_list<xla_gemm, xla_attention, xla_conv>);
  return cost;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_MODEL_BODY_HPP
