#ifndef RIDGELINE_TT_SHEET_PERF_COLUMNS_HPP
#define RIDGELINE_TT_SHEET_PERF_COLUMNS_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/tt/op/perf_row.hpp>
#include <ridgeline/tt/sheet/perf_hints.hpp>
#include <ridgeline/table/column.hpp>

namespace ridgeline {

namespace tt_detail {

/// A number format's short name in the report.
constexpr std::string_view short_type(std::string_view type) {
  switch (tt_dtype(type)) {
    case dtype::fp32: return "FP32";
    case dtype::bf16: return "BF16";
    case dtype::bfp8: return "BFP8";
    case dtype::bfp4: return "BFP4";
    default: return type;
  }
}

/// `HiFi2 BF16 x BFP8 => BF16` for matmuls and convolutions, with `?` for missing parts; `BF16, BF16 => BF16`, as
/// far as known, for other ops.
inline std::string_view fidelity_text(const tt_perf_row& row, std::string& scratch) {
  scratch.clear();
  const tt_op& op = *row.op;
  if (row.kind == tt_row_kind::matmul || row.kind == tt_row_kind::conv) {
    const auto or_question_mark = [](std::string_view text) { return text.empty() ? std::string_view("?") : text; };
    scratch += or_question_mark(op.fidelity);
    scratch += ' ';
    scratch += or_question_mark(short_type(op.in0.type));
    scratch += " x ";
    scratch += or_question_mark(short_type(op.in1.type));
    scratch += " => ";
    scratch += or_question_mark(short_type(op.out0.type));
    return scratch;
  }
  scratch += short_type(op.in0.type);
  if (!op.in1.type.empty()) {
    if (!scratch.empty()) scratch += ", ";
    scratch += short_type(op.in1.type);
  }
  if (!op.out0.type.empty()) {
    if (!scratch.empty()) scratch += ' ';
    scratch += "=> ";
    scratch += short_type(op.out0.type);
  }
  return scratch;
}

constexpr std::optional<std::int64_t> if_set(std::int64_t value) {
  return value < 0 ? std::nullopt : std::optional<std::int64_t>(value);
}

/// The colour of an op code: the first line whose text it contains.
struct code_colour {
  std::string_view text;
  colour shade;
};
inline constexpr std::array<code_colour, 12> code_colours{{
    {"(torch)", colour::red},
    {"Matmul", colour::magenta},
    {"OptimizedConvNew", colour::orange},
    {"Conv2d", colour::orange},
    {"LayerNorm", colour::cyan},
    {"AllGather", colour::cyan},
    {"AllReduce", colour::cyan},
    {"ScaledDotProductAttentionDecode", colour::blue},
    {"ScaledDotProductAttentionGQADecode", colour::blue},
    {"NlpCreateHeadsDeviceOperation", colour::blue},
    {"NLPConcatHeadsDecodeDeviceOperation", colour::blue},
    {"UpdateCache", colour::blue},
}};

constexpr colour colour_of_code(const tt_perf_row& row) {
  if (row.on_host) return colour::red;
  for (const code_colour& c : code_colours)
    if (row.op->code.find(c.text) != std::string_view::npos) return c.shade;
  return colour::white;
}

constexpr colour colour_of_cores(const tt_perf_row& row) {
  if (row.cores < 0) return row.kind == tt_row_kind::matmul ? colour::none : colour::grey;
  if (row.cores < 10) return colour::red;
  return row.all_cores ? colour::green : colour::none;
}

constexpr colour colour_of_bound(const tt_perf_row& row) {
  switch (row.bound) {
    case tt_bound::dram:
    case tt_bound::flop: return colour::green;
    case tt_bound::slow: return colour::yellow;
    case tt_bound::host: return colour::red;
    case tt_bound::none:
    case tt_bound::both: return colour::none;
  }
  return colour::none;
}

/// For a slow op, highlights the rate that is closer to its peak, which is where to look first; FLOPs if they are
/// equal.
constexpr colour colour_of_dram(const tt_perf_row& row) {
  if (row.beyond_peak && row.dram_share > 1) return colour::red;
  if (row.bound == tt_bound::dram) return colour::green;
  return row.bound == tt_bound::slow && row.dram_share > row.flops_share ? colour::yellow : colour::none;
}
constexpr colour colour_of_flops(const tt_perf_row& row) {
  if (row.beyond_peak && row.flops_share > 1) return colour::red;
  if (row.bound == tt_bound::flop) return colour::green;
  return row.bound == tt_bound::slow && colour_of_dram(row) == colour::none ? colour::yellow : colour::none;
}

constexpr colour colour_of_gap(const tt_perf_row& row) {
  return row.gap > high_gap_from ? colour::red : colour::none;
}

constexpr colour colour_of_fidelity(const tt_perf_row& row) {
  switch (row.fidelity) {
    case fidelity_verdict::sufficient: return colour::green;
    case fidelity_verdict::too_high: return colour::red;
    case fidelity_verdict::too_low: return colour::cyan;
    case fidelity_verdict::none: return row.judged ? colour::white : colour::none;
  }
  return colour::none;
}

/// Muted rows are entirely grey.
template <class Shade>
constexpr auto shaded(Shade shade) {
  return [shade](const tt_perf_row& row) { return row.muted ? colour::grey : shade(row); };
}
inline constexpr auto unshaded = shaded([](const tt_perf_row&) { return colour::none; });

}  // namespace tt_detail

/// The op table: one line per column. Columns with `for_files()` are not shown on the console. A user's list is made
/// with `tt_perf_columns.with(...)`.
inline constexpr auto tt_perf_columns = columns(
    column<"ID">([](const tt_perf_row& r) { return r.op->id; }).bare().coloured(tt_detail::unshaded),
    column<"Total %", percent>(&tt_perf_row::share).digits(1).coloured(tt_detail::unshaded),
    column<"Bound">([](const tt_perf_row& r) { return name_of(r.bound); })
        .coloured(tt_detail::shaded(&tt_detail::colour_of_bound)),
    column<"OP Code">(&tt_perf_row::label).left().coloured(tt_detail::shaded(&tt_detail::colour_of_code)),
    column<"Device">([](const tt_perf_row& r) { return tt_detail::if_set(r.op->device); })
        .at_least(7).coloured(tt_detail::unshaded),
    column<"Device Time", us>(&tt_perf_row::time).digits(0).coloured(tt_detail::unshaded),
    column<"Op-to-Op Gap", us>(&tt_perf_row::gap).digits(0).coloured(tt_detail::shaded(&tt_detail::colour_of_gap)),
    column<"Cores">([](const tt_perf_row& r) { return tt_detail::if_set(r.cores); })
        .coloured(tt_detail::shaded(&tt_detail::colour_of_cores)),
    column<"DRAM", GBps>(&tt_perf_row::dram).digits(0).coloured(tt_detail::shaded(&tt_detail::colour_of_dram)),
    column<"DRAM %", percent>(&tt_perf_row::dram_share).digits(1)
        .coloured(tt_detail::shaded(&tt_detail::colour_of_dram)),
    column<"FLOPs", TFLOPps>(&tt_perf_row::flops).digits(1).shown_as("TFLOPs")
        .coloured(tt_detail::shaded(&tt_detail::colour_of_flops)),
    column<"FLOPs %", percent>(&tt_perf_row::flops_share).digits(1)
        .coloured(tt_detail::shaded(&tt_detail::colour_of_flops)),
    column<"Math Fidelity">(&tt_detail::fidelity_text).coloured(tt_detail::shaded(&tt_detail::colour_of_fidelity)),
    column<"Output Datatype">([](const tt_perf_row& r) { return r.op->out0.type; })
        .for_files().coloured(tt_detail::unshaded),
    column<"Input 0 Datatype">([](const tt_perf_row& r) { return r.op->in0.type; })
        .for_files().coloured(tt_detail::unshaded),
    column<"Input 1 Datatype">([](const tt_perf_row& r) { return r.op->in1.type; })
        .for_files().coloured(tt_detail::unshaded),
    column<"DRAM Sharded">(&tt_perf_row::dram_sharded).for_files().coloured(tt_detail::unshaded),
    column<"Input 0 Memory">([](const tt_perf_row& r) { return r.op->in0.memory; })
        .for_files().coloured(tt_detail::unshaded),
    column<"Inner Dim Block Size">([](const tt_perf_row& r) { return tt_detail::if_set(r.in0_block_w); })
        .for_files().coloured(tt_detail::unshaded),
    column<"Output Subblock H">([](const tt_perf_row& r) { return tt_detail::if_set(r.subblock_h); })
        .for_files().coloured(tt_detail::unshaded),
    column<"Output Subblock W">([](const tt_perf_row& r) { return tt_detail::if_set(r.subblock_w); })
        .for_files().coloured(tt_detail::unshaded),
    column<"Global Call Count">([](const tt_perf_row& r) { return tt_detail::if_set(r.op->global_call_count); })
        .for_files().coloured(tt_detail::unshaded),
    column<"Advice">(&tt_detail::joined_hints).for_files().coloured(tt_detail::unshaded),
    column<"Raw OP Code">([](const tt_perf_row& r) { return r.op->code; }).for_files().coloured(tt_detail::unshaded));

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_COLUMNS_HPP
