/// Reports extended with user code: over an ops CSV with an op model, a chip and a column, over a PyTorch trace with op
/// models, categories, a step over the call tree and a sheet. This file contains everything that a kernel author adds.

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/op/attention.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/quality.hpp>
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/sheet/added_columns.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/tree/walk.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf_files.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>

#include "common/program.hpp"
#include "common/torch/custom_op_files.hpp"
#include "common/torch/custom_op_options.hpp"
#include "common/written_files.hpp"

namespace rl = ridgeline;

namespace {

// BEGIN op
/// softmax(Q K^T) V over a prompt, where each token sees only those before it: half of each product. V has K's shape.
struct prompt_attention {
  rl::tt_op op;
  static constexpr bool matches(const auto& r) {
    return r.code == "ScaledDotProductAttention" && r.attributes.find("'is_causal': 'true'") != r.attributes.npos;
  }
  static constexpr prompt_attention from(const auto& r) { return {r}; }
  constexpr auto flops() const { return (2 + 2) / 2 * op.in0.elements() * op.in1.y() * rl::FLOP; }
  constexpr auto bytes() const { return rl::tt_dram_bytes(op) + rl::tt_dram_bytes(op.in1); }
};
using models = rl::tt_models::with<prompt_attention>;  // asked before the built-in ones
// END op

// BEGIN chip
/// A Wormhole that runs at 800 MHz: 4096 FLOP per cycle, core and pass; its memory is as fast as before.
struct wormhole_800 {
  static constexpr std::string_view name = "wormhole_800", architecture = "wormhole";
  static constexpr int cores = 64, dram_banks = 12;
  static constexpr bool peaks_per_core = true;
  static constexpr rl::bandwidth dram = 288 * rl::GBps;
  static constexpr rl::flop_rate pass = 4096 * rl::FLOPpcycle * (800 * rl::MHz) * cores;
  static constexpr std::array peaks{rl::peak{rl::lofi, pass}, rl::peak{rl::hifi2, pass / 2},
                                    rl::peak{rl::hifi3, pass / 3}, rl::peak{rl::hifi4, pass / 4}};
};
using chips = rl::hw::tenstorrent_chips::with<wormhole_800>;  // found before the built-in ones
// END chip

// BEGIN column
/// The minimum time that the chip allows: the op's time, times its share of the nearer roof.
constexpr auto columns = rl::tt_perf_columns.with(
    rl::column<"Ideal", rl::us>([](const rl::tt_perf_row& r) {
      return r.time * std::fmax(r.dram_share, r.flops_share);  // fmax takes the known one if the other is unknown
    }).digits(0).coloured([](const rl::tt_perf_row& r) { return r.muted ? rl::colour::grey : rl::colour::cyan; }));
// END column

// BEGIN torch_model
/// silu(x) * y of a fused library: x and y are the halves of the last dimension of argument 0.
struct swiglu {
  static constexpr std::string_view name = "my::swiglu", category = "elementwise", sheet = "MyActivations";
  double elements = 0;
  rl::byte_count element{};

  static constexpr swiglu from(const rl::torch_call& c) { return {c.shape(0).size() / 2, c.size(0)}; }
  constexpr auto flops() const { return 5 * elements * rl::FLOP; }
  constexpr auto bytes() const { return 3 * elements * element; }
};
// END torch_model

/// Attention with two other arguments before Q: a row that gives its position.
struct my_attention : rl::torch_attention {
  static constexpr std::array rows{
      rl::torch_attention_row{.name = "my::attention", .q = 2, .dropout = -1, .causal = 5}};
};

// BEGIN torch_finding
/// Weights that are unpacked again in each step: what it costs, and what to do.
struct unpacked_weights {
  static constexpr std::string_view id = "my_unpacked_weights";
  static void collect(const rl::torch_findings_run& run, rl::finding_drafts& to) {
    std::vector<std::uint32_t> works;
    for (std::uint32_t i = 0; i < run.activity.works.size(); ++i)
      if (run.activity.name(run.activity.works[i]).starts_with("unpack_weights")) works.push_back(i);
    if (works.empty()) return;
    rl::finding_draft& d = to.add("");  // one group, so that the key is the id alone
    d.change.gone = works;              // what fixing it would change: the replay tells how much that saves
    set_works(run.activity, d, std::move(works));
  }
  static std::string advice(const rl::finding_numbers& n) {
    return "Unpack the weights once, when they are loaded: " + std::to_string(n.count) + " kernels do it again.";
  }
};
// END torch_finding

// BEGIN torch_extension
struct additions {
  using models = rl::torch_models::with<swiglu, my_attention>;
  using findings = rl::torch_finding_list<unpacked_weights>;
  static constexpr std::array categories{rl::torch_op_category{"my::route_tokens", "Routing"}};

  /// The time of an op that the nearer roof does not explain.
  static constexpr auto columns = rl::torch_sheet_columns(rl::column<"Above Roof", rl::us>(
      [](const rl::torch_unified_row& r) { return r.time.sum * (1 - r.share.mean) * rl::us; }));

  /// Weights are unpacked by kernels that nobody gave an op.
  static void edit(rl::tree_edit& tree) {
    for (const rl::call_node n : rl::nodes_of(tree.tree()))
      if (is_gpu_work(n) && n.name().starts_with("unpack_weights")) tree.wrap(n.parent().uid(), "my::unpack_weights");
  }
  static void add_tables(const rl::torch_profile& run, std::vector<rl::table>& to) {
    std::vector<rl::torch_name_row> ops = rl::torch_ops_by_name(run);
    std::erase_if(ops, [](const rl::torch_name_row& op) { return !op.name.starts_with("my::"); });
    to.push_back(rl::sheet_of("my_ops", std::move(ops)));
  }
};
// END torch_extension

/// The report over an ops CSV: the op, the chip and the column are named where it is made.
int report_tt(const program::custom_op_options& want) {
  const std::string& arch = want.arch;
  if (!want.are_usable(chips::find(arch) != nullptr)) return program::wrong_usage;
  const rl::expected<rl::tt_ops> ops = rl::read_tt_ops_csv(want.files, {});
  if (!ops) return program::say_unreadable(ops.error());
  const rl::tt_chip_choice chip = rl::choose_tt_chip<chips>(*ops, arch);
  for (const std::string& note : chip.notes) program::say(note);

  const rl::tt_perf_result report =
      rl::report_tt_perf<models>(ops->ops, ops->devices_per_file, chip.on ? &*chip.on : nullptr);
  for (const std::string& note : report.notes) program::say(note);
  rl::data_quality quality = ops->quality;
  quality.merge(report.quality);
  program::say_quality(quality);

  const rl::tt_text_style style = program::console_text();
  rl::file_output out(1);
  write_tt_perf(out, report, style, columns);
  program::written_files written("custom_op");
  written.flush(out);
  if (!want.csv.empty())
    written.write_to(want.csv, program::as_csv(rl::tt_ops_table(report, true, false, columns), {}));
  return written.good() ? program::success : program::unusable_input;
}

/// The report over a PyTorch trace: the additions are named where the run is made.
int report_torch(const program::custom_op_options& want) {
  rl::expected<rl::torch_trace> trace = rl::read_torch_trace_file(want.files[0]);
  if (!trace) return program::say_unreadable(trace.error());
  rl::leave_out_repeated_work(*trace);
  const rl::torch_profile run = rl::torch_extended_run<additions>(*trace);
  const rl::hw::roofs roofs = rl::hw::roofs_of(*rl::hw::chips::find("mi300x"), rl::hw::roof_kind::peak);
  rl::torch_report_options options;
  options.roofs = &roofs;
  rl::data_quality quality = quality_of(run, want.files[0]);
  const std::vector<rl::table> tables = rl::torch_tables(run, options, &quality);
  std::vector<rl::table> shown;
  for (const rl::table& t : tables) {
    if (t.name() == "my_ops") shown.push_back(t.only({"name", "Count", "total_direct_kernel_time_ms", "Categories"}));
    if (t.name() == "unified_perf_summary")
      shown.push_back(t.only({"name", "op category", "GFLOPS", "TFLOPS/s_mean", "Pct Roofline_mean", "Above Roof"}));
  }
  return program::show_sheets(shown, tables, rl::findings_of(run, &roofs), quality, want.folder);
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Performance report with its own op model, chip and column", "custom_op");
  program::custom_op_options want(app, wormhole_800::name);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  want.settle();
  return want.of_torch ? report_torch(want) : report_tt(want);
}
