/// What a PyTorch op of given shapes costs, and the time a chip needs for it: op_model aten::mm 4096x4096 4096x4096

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/sheet/op_price.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/output.hpp>

#include "common/chip_options.hpp"
#include "common/program.hpp"
#include "common/written_files.hpp"

namespace rl = ridgeline;

namespace {

/// A product, and the positions of its two matrices among its arguments.
struct product {
  std::string_view op;
  std::size_t left, right;
};
constexpr std::array products{product{"aten::mm", 0, 1},    product{"aten::matmul", 0, 1},
                              product{"aten::bmm", 0, 1},   product{"aten::_scaled_mm", 0, 1},
                              product{"aten::addmm", 1, 2}, product{"aten::baddbmm", 1, 2}};

/// The extents of `2x4096x64:fp8`, the last one first; none if it is not a tensor.
std::vector<std::string> extents_of(const std::string& argument) {
  std::vector<std::string> all;
  if (argument.starts_with('=') || argument.starts_with('-')) return all;
  std::string_view rest = std::string_view(argument).substr(0, argument.find(':'));
  for (std::size_t at = rest.rfind('x'); at != rest.npos; at = rest.rfind('x')) {
    all.emplace_back(rest.substr(at + 1));
    rest = rest.substr(0, at);
  }
  all.emplace_back(rest);
  return all;
}

/// Why two matrices cannot be multiplied; empty if they can.
std::string mismatch_in(const std::string& op, const std::vector<std::string>& arguments) {
  for (const product& p : products) {
    if (p.op != op || arguments.size() <= p.right) continue;
    const std::vector<std::string> a = extents_of(arguments[p.left]), b = extents_of(arguments[p.right]);
    if (a.empty() || b.size() < 2) return {};
    const std::string both = arguments[p.left] + " and " + arguments[p.right] + " cannot be multiplied: ";
    if (a[0] != b[1]) return both + a[0] + " columns and " + b[1] + " rows";
    for (std::size_t i = 2; i < std::min(a.size(), b.size()); ++i)
      if (a[i] != b[i] && (p.op != "aten::matmul" || (a[i] != "1" && b[i] != "1")))  // which repeats batches of 1
        return both + a[i] + " and " + b[i] + " matrices";
  }
  return {};
}

/// An op that has a model, and the category in which reports sum it up.
struct described_op {
  std::string_view name, category;
};
constexpr auto described_op_columns = rl::columns(rl::column<"op">(&described_op::name).left(),
                                                  rl::column<"category">(&described_op::category).left());

/// The ops that have a model, in alphabetical order.
std::vector<described_op> described_ops() {
  std::map<std::string_view, std::string_view> category_of;
  rl::built_in_torch_models.for_each([&](const rl::torch_model_entry& e) { category_of.emplace(e.name, e.category); });
  std::vector<described_op> ops;
  for (const auto& [name, category] : category_of) ops.push_back({name, category});
  return ops;
}

/// The described op whose name differs least from that of one without a model, as a question; empty if more than a
/// third of the letters differ.
std::string like(const std::string& op) {
  const std::string full = op.find("::") == op.npos ? "aten::" + op : op;
  std::vector<std::string_view> names;
  for (const described_op& described : described_ops()) names.push_back(described.name);
  const std::string found = program::nearest_word(names, full);
  const std::size_t letters = full.size() - full.find("::") - 2;
  return 3 * program::distance(full, found) > letters ? std::string() : program::did_you_mean(found);
}

/// Prints the names of the ops that have a model, one per line; a JSON file has their categories, too.
int list_ops(const std::string& json) {
  std::vector<described_op> ops = described_ops();
  program::written_files written("op_model");
  if (!program::writes_standard_output()) {
    rl::file_output out(1);
    for (const described_op& op : ops) program::write_line(out, op.name);
    written.flush(out);
  }
  if (!json.empty())
    written.write_to(json, [&](rl::output& to) {
      write_json(to, "op_model", std::vector<rl::table>{rl::table("ops", std::move(ops), described_op_columns)});
    });
  return written.good() ? program::success : program::unusable_input;
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("FLOP, bytes and minimum time of a PyTorch op, without a trace", "op_model");
  std::string op, dtype = "bf16", arch = "mi300x", roof = "peak", json;
  std::vector<std::string> arguments;
  app.add_option("op", op, "the op by its name in traces: aten::mm; list prints all that have a model")->required();
  app.add_option("arguments", arguments,
                 "all its arguments in order: 4096x4096 is a tensor, 4096x4096:fp8 one of another type, =True or =[1,1] a value, - none");
  app.add_option("--dtype", dtype, "type of tensors: fp64, fp32, fp16, bf16, fp8, fp4, int64, int32, int8, uint8, bool")
      ->capture_default_str();
  app.add_option("--arch", arch, "built-in chip; list prints all")->capture_default_str()
      ->each([](const std::string& name) { program::list_chips_for(name); });
  app.add_option("--roof", roof, "which rates of the chip: peak (vendor), achievable (measured)")
      ->check(CLI::IsMember({"peak", "achievable"}))->capture_default_str();
  app.add_option("--json", json, "write the table to this file");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (op == "list") return list_ops(json);

  const rl::hw::device* const chip = rl::hw::chips::find(arch);
  if (chip == nullptr) {
    program::say("op_model: --arch: no chip goes by the name " + arch + program::did_you_mean(rl::hw::nearest(arch)));
    return program::wrong_usage;
  }
  const bool is_type = std::any_of(rl::torch_spellings.begin(), rl::torch_spellings.end(), [&](const auto& s) {
    return s.dtype == dtype || s.profiler == dtype;
  });
  if (!is_type) {
    std::string types;
    for (const rl::torch_spelling& s : rl::torch_spellings)
      types += (types.empty() ? "" : ", ") + std::string(s.dtype);
    program::say("op_model: --dtype: there is no type " + dtype + "; expected one of " + types);
    return program::wrong_usage;
  }
  if (rl::built_in_torch_models.find(op) == nullptr) {
    program::say("op_model: no model describes the op " + op + like(op) + " (op_model list)");
    return program::wrong_usage;
  }
  rl::torch_call_text text;
  for (const std::string& argument : arguments) {
    if (text.add(argument, dtype)) continue;
    program::say("op_model: " + argument + " of " + dtype + " is not an argument; see --help");
    return program::wrong_usage;
  }
  if (const std::string why = mismatch_in(op, arguments); !why.empty()) {
    program::say("op_model: " + why);
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
  program::written_files written("op_model");
  if (!program::writes_standard_output()) {
    rl::file_output out(1);
    program::write_line(out, op + " " + prices->parameters);
    out.write("\n");
    program::write_few_rows(out, table);
    written.flush(out);
  }
  if (!json.empty())
    written.write_to(json, [&](rl::output& to) { write_json(to, "op_model", std::vector<rl::table>{table}); });
  return written.good() ? program::success : program::unusable_input;
}
