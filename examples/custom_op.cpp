/// The performance report with an op model, a chip and a column that the library does not have: what a kernel author
/// adds stands in this file alone.

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/report/tt_perf_text.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/source/tt_ops_csv.hpp>

#include "common/program.hpp"

namespace rl = ridgeline;

namespace {

// BEGIN op
/// softmax(Q K^T) V over a prompt, where a token sees those before it: half of each product. V is like K.
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
/// A Wormhole that runs at 800 MHz: 4096 FLOP a cycle, core and pass; its memory is as fast as ever.
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
/// The least time that the chip allows: the nearer roof's share of the time that the op took.
constexpr auto columns = rl::tt_perf_columns.with(
    rl::column<"Ideal", rl::us>([](const rl::tt_perf_row& r) {
      return r.time * std::fmax(r.dram_share, r.flops_share);  // of one that is known and one that is not, the former
    }).digits(0).coloured([](const rl::tt_perf_row& r) { return r.muted ? rl::colour::grey : rl::colour::cyan; }));
// END column

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Performance report with an op model, a chip and a column of its own", "custom_op");
  std::vector<std::string> files{"examples/sample/llama_decode_wormhole.csv"};
  std::string arch{wormhole_800::name}, csv;
  app.add_option("csv_files", files, "ops CSVs; several are one workload recorded on several hosts")
      ->capture_default_str();
  app.add_option("--arch", arch, "chip or board, where it is one of the architecture that the files name")
      ->capture_default_str();
  app.add_option("--csv", csv, "write the op table to this file too");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  if (chips::find(arch) == nullptr) {
    program::say("custom_op: --arch " + arch + " is not known");
    return program::wrong_usage;
  }

  const rl::expected<rl::tt_ops> ops = rl::read_tt_ops_csv(files, {});
  if (!ops) {
    program::say("custom_op: " + to_string(ops.error()));
    return program::unusable_input;
  }
  const std::string file_arch = ops->archs.empty() ? "" : ops->archs.front();
  const std::int64_t workers = ops->worker_cores.empty() ? 0 : ops->worker_cores.front();
  const rl::tt_chip_choice chip = rl::choose_tt_chip<chips>(file_arch, workers, arch);
  for (const std::string& note : chip.notes) program::say(note);

  const rl::tt_perf_result report =
      rl::report_tt_perf<models>(ops->ops, ops->devices_per_file, chip.on ? &*chip.on : nullptr);
  for (const std::string& note : report.notes) program::say(note);
  rl::data_quality quality = ops->quality;
  quality.merge(report.quality);
  program::say_quality(quality);

  rl::tt_text_style style;
  style.colours = program::wants_colour(1);
  rl::file_output out(1);
  write_tt_perf(out, report, style, columns);
  out.flush();
  if (out.error() != 0) return program::unusable_input;
  if (csv.empty()) return program::success;
  const rl::table table = rl::tt_ops_table(report, true, false, columns);
  const std::optional<rl::failure> why = rl::write_file(csv, [&](rl::output& to) { write_csv(to, table); });
  if (why) program::say("custom_op: " + to_string(*why));
  return why ? program::unusable_input : program::success;
}
