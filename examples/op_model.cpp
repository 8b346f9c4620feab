/// What a PyTorch op of given shapes costs, and what a chip needs for it: op_model aten::mm 4096x4096 4096x4096

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/sheet/op_price.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>

#include "common/program.hpp"

namespace rl = ridgeline;

int main(int argc, char** argv) {
  program::application app("FLOP, bytes and least time of a PyTorch op, without a trace", "op_model");
  std::string op, dtype = "bf16", arch = "mi300x", roof = "peak", json;
  std::vector<std::string> arguments;
  app.add_option("op", op, "the op as traces name it: aten::mm")->required();
  app.add_option("arguments", arguments,
                 "all its arguments in order: 4096x4096 a tensor, 4096x4096:fp8 one of another type, =True or =[1,1] a "
                 "value, - nothing");
  app.add_option("--dtype", dtype, "type of tensors: fp64, fp32, fp16, bf16, fp8, fp4, int64, int32, int8, uint8, bool")
      ->capture_default_str();
  app.add_option("--arch", arch, "built-in chip")->capture_default_str();
  app.add_option("--roof", roof, "which rates of the chip: peak (vendor), achievable (measured)")
      ->check(CLI::IsMember({"peak", "achievable"}))->capture_default_str();
  app.add_option("--json", json, "write the table to this file");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;

  const rl::hw::device* const chip = rl::hw::chips::find(arch);
  if (chip == nullptr) {
    const rl::hw::device* const like = rl::hw::nearest(arch);
    program::say("op_model: --arch: no chip goes by the name " + arch +
                 (like == nullptr ? std::string() : "; did you mean " + std::string(like->name) + "?"));
    return program::wrong_usage;
  }
  rl::torch_call_text text;
  for (const std::string& argument : arguments) {
    if (text.add(argument, dtype)) continue;
    program::say("op_model: " + argument + " of " + dtype + " is no argument; see --help");
    return program::wrong_usage;
  }
  const rl::hw::roofs roofs =
      rl::hw::roofs_of(*chip, roof == "achievable" ? rl::hw::roof_kind::achievable : rl::hw::roof_kind::peak);
  rl::expected<rl::torch_prices> prices = rl::torch_prices_of(op, text, &roofs);
  if (!prices) {
    program::say("op_model: " + to_string(prices.error()));
    return program::wrong_usage;
  }
  const rl::table table = rl::sheet_of("op_model", std::move(prices->rows));
  if (!program::writes_standard_output()) {
    rl::file_output out(1);
    program::write_line(out, op + " " + prices->parameters);
    out.write("\n");
    program::write_fitted(out, table);
    out.flush();
    if (out.error() != 0) return program::unusable_input;
  }
  if (json.empty()) return program::success;
  const std::optional<rl::failure> why =
      rl::write_file(json, [&](rl::output& to) { write_json(to, "op_model", std::vector<rl::table>{table}); });
  if (why) program::say("op_model: " + to_string(*why));
  return why ? program::unusable_input : program::success;
}
