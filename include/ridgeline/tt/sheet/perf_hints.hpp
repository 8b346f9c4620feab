#ifndef RIDGELINE_TT_SHEET_PERF_HINTS_HPP
#define RIDGELINE_TT_SHEET_PERF_HINTS_HPP

#include <array>
#include <string>
#include <string_view>

#include <ridgeline/tt/op/perf_row.hpp>

namespace ridgeline {

/// The gap before an op from which a remark is made, and how much of it would remain with tracing.
inline constexpr time_quantity high_gap_from = 6.5 * us;
inline constexpr time_quantity gap_with_tracing = 6 * us;

/// A hint's code, for programs, and its sentence, for users. In a sentence, `{...}` stands for a value of the row.
struct tt_hint_text {
  tt_hint hint;
  std::string_view code;
  std::string_view sentence;
};
inline constexpr std::array<tt_hint_text, static_cast<std::size_t>(tt_hint::none)> tt_hint_texts{{
    {tt_hint::dram_shard, "dram_shard",
     "shard the weights over the DRAM banks (MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig) for more "
     "bandwidth"},
    {tt_hint::grid_small, "grid_small", "use a larger core grid: {cores} cores do the work"},
    {tt_hint::in0_to_l1, "in0_to_l1", "keep input 0 in L1 if it fits; it is in {memory}"},
    {tt_hint::no_program_config, "no_program_config",
     "give a program config with in0_block_w and an output subblock; none is recorded"},
    {tt_hint::in0_block_small, "in0_block_small",
     "in0_block_w={block} is small: 2 or more amortises each read of input 0"},
    {tt_hint::in0_block_missing, "in0_block_missing", "give in0_block_w in the program config; it is not recorded"},
    {tt_hint::subblock_small, "subblock_small",
     "output subblock {h}x{w} is small: let out_subblock_h * out_subblock_w be 2 or more"},
    {tt_hint::subblock_missing, "subblock_missing",
     "give out_subblock_h and out_subblock_w; they are not both recorded"},
    {tt_hint::blocks_good, "blocks_good", "in0_block_w={block} and output subblock {h}x{w} are fine"},
    {tt_hint::fid_hifi2_may_work, "fid_hifi2_may_work",
     "HiFi2 may do: it drops the lowest bit of the activations and doubles the throughput of HiFi4"},
    {tt_hint::fid_use_hifi4_if_not_flop_bound, "fid_use_hifi4_if_not_flop_bound",
     "BF16 activations lose accuracy at this fidelity; HiFi4 costs nothing while the op is not FLOP bound"},
    {tt_hint::fid_use_hifi2_or_hifi4, "fid_use_hifi2_or_hifi4",
     "LoFi is too coarse for BF16 activations: HiFi2 or HiFi4"},
    {tt_hint::fid_hifi2_very_likely, "fid_hifi2_very_likely",
     "with this coarse an output HiFi2 should do, at twice the throughput of HiFi4"},
    {tt_hint::fid_lofi_may_suffice, "fid_lofi_may_suffice",
     "with a BFP4 output LoFi may do, at almost twice the throughput of HiFi2"},
    {tt_hint::fid_hifi2_may_be_better, "fid_hifi2_may_be_better",
     "LoFi may cost accuracy in large matmuls with many accumulations: compare with HiFi2"},
    {tt_hint::fid_hifi2_sufficient, "fid_hifi2_sufficient",
     "HiFi2 is enough for BFP8 weights, at twice the throughput of HiFi4"},
    {tt_hint::fid_hifi2_recommended, "fid_hifi2_recommended",
     "LoFi drops the two lowest bits of the weights: HiFi2 keeps them"},
    {tt_hint::fid_hifi2_slightly_better, "fid_hifi2_slightly_better",
     "HiFi2 is slightly more accurate than LoFi in large matmuls with many accumulations"},
    {tt_hint::fid_lofi_sufficient, "fid_lofi_sufficient",
     "LoFi is enough for BFP4 weights, at up to four times the throughput of HiFi4"},
    {tt_hint::fid_integer_not_applicable, "fid_integer_not_applicable",
     "math fidelity does not apply to integer tensors"},
    {tt_hint::fid_unknown_datatype, "fid_unknown_datatype", "math fidelity cannot be judged for these number formats"},
}};

/// Appends the sentence of hint `h` with the row's values filled in.
inline void append_hint(std::string& out, const tt_perf_row& row, tt_hint h) {
  std::string_view text = tt_hint_texts[static_cast<std::size_t>(h)].sentence;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
    const std::size_t close = text.find('}', open);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    out += text.substr(0, open);
    if (name == "cores") out += std::to_string(row.cores);
    if (name == "memory") out += row.op->in0.memory;
    if (name == "block") out += std::to_string(row.in0_block_w);
    if (name == "h") out += std::to_string(row.subblock_h);
    if (name == "w") out += std::to_string(row.subblock_w);
    text.remove_prefix(close + 1);
  }
  out += text;
}

/// Calls `visit(hint)` for each hint of the row, in report order.
template <class Visitor>
void each_hint(const tt_perf_row& row, Visitor&& visit) {
  for (const tt_hint_text& t : tt_hint_texts)
    if (row.has(t.hint)) visit(t.hint);
}

namespace tt_detail {

/// All hints of a row in one cell, or else the findings that name it.
inline std::string_view joined_hints(const tt_perf_row& row, std::string& scratch) {
  if (row.tells_findings) return row.findings;
  scratch.clear();
  each_hint(row, [&](tt_hint h) {
    if (!scratch.empty()) scratch += " • ";
    append_hint(scratch, row, h);
  });
  return scratch;
}

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_HINTS_HPP
