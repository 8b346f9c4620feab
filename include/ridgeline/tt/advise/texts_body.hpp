#ifndef RIDGELINE_TT_ADVISE_TEXTS_BODY_HPP
#define RIDGELINE_TT_ADVISE_TEXTS_BODY_HPP

#include <algorithm>
#include <string>
#include <string_view>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/finding.hpp>
#include <ridgeline/core/letters.hpp>

/// The advice for findings over Tenstorrent ops: one sentence each, with the IDs of the ops and the figures.
namespace ridgeline::tt_detail {

using advise_detail::counted;
using advise_detail::time_text;

/// Text such as `ID 304`, `IDs 120, 304` or `IDs 12, 120, 304 and 13 more`.
std::string ids_of(const finding_numbers& n) {
  constexpr std::size_t shown = 3;
  std::string text = n.rows.size() == 1 ? "ID " : "IDs ";
  const std::size_t most = n.rows.size() > shown + 1 ? shown : n.rows.size();
  for (std::size_t i = 0; i < most; ++i)
    text += (i == 0 ? "" : n.rows.size() == 2 ? " and " : ", ") + std::to_string(n.rows[i]);
  return most == n.rows.size() ? text : text + " and " + counted(n.rows.size() - most) + " more";
}
std::string plural(std::uint64_t n, std::string_view thing) {
  return counted(n) + " " + std::string(thing) + (n == 1 ? "" : "s");
}

std::string advice_on_skew(const finding_numbers& n) {
  return "Start the cores of " + ids_of(n) + " together (fewer runtime arguments): the last core starts " +
         time_text(n.recoverable) + " late in all.";
}
std::string advice_on_roundtrips(const finding_numbers& n) {
  return "Leave out " + ids_of(n) + ", which undo each other (" + std::string(n.detail) + "): " +
         time_text(n.concerned) + ".";
}
std::string advice_on_outliers(const finding_numbers& n) {
  return "Find out what runs alongside " + ids_of(n) + ": " + time_text(n.concerned) + " in all, comparable ones " +
         std::string(n.detail) + " each.";
}
std::string advice_on_fidelity(const finding_numbers& n) {
  return "Use HiFi2 in " + ids_of(n) + " (" + time_text(n.concerned) +
         "): inputs of 8 bits and fewer lose nothing, and it takes half the passes.";
}
std::string advice_on_bf16_fidelity(const finding_numbers& n) {
  return "Use HiFi2 in " + ids_of(n) + ", if the accuracy allows: " + time_text(n.concerned) +
         " of BF16 at HiFi4 are compute-bound, and it takes half the passes.";
}
std::string advice_on_cores(const finding_numbers& n) {
  const bool norm = n.name.find("Norm") != std::string_view::npos;
  return std::string(norm ? "Shard the input of " : "Spread ") + ids_of(n) + " over more cores: " +
         (n.count == 1 ? "it uses " : "they use ") + std::string(n.detail) + " for " + time_text(n.concerned) + ".";
}
/// The detail contains what to do and what is reached, separated by a bar.
std::string advice_on_roof(const finding_numbers& n) {
  const std::size_t bar = std::min(n.detail.find('|'), n.detail.size());
  return std::string(n.detail.substr(0, bar)) + " " + ids_of(n) + ": " +
         std::string(n.detail.substr(std::min(bar + 1, n.detail.size()))) + " in " + time_text(n.concerned) + ".";
}
std::string advice_on_dram_sharding(const finding_numbers& n) {
  return "Shard the weights of " + ids_of(n) + " over the DRAM banks: " + time_text(n.concerned) +
         " go into reading interleaved weights for 32 rows or fewer.";
}
std::string advice_on_dram_traffic(const finding_numbers& n) {
  return "Keep input 0 of " + ids_of(n) + " in L1, where it fits: it is " + std::string(n.detail) +
         " of the DRAM traffic that bounds " + time_text(n.concerned) + ".";
}
std::string advice_on_weights(const finding_numbers& n) {
  return "Store the weights of " + ids_of(n) + " as BFLOAT8_B, if the accuracy allows: reading BF16 bounds " +
         time_text(n.concerned) + ".";
}
std::string advice_on_reshaping(const finding_numbers& n) {
  return "Keep one shape and layout between ops: reshaping takes " + std::string(n.detail) +
         " of the device time; begin with " + ids_of(n) + ".";
}
std::string advice_on_collectives(const finding_numbers& n) {
  if (!n.detail.empty())
    return "Overlap " + ids_of(n) + " with compute, or fuse both: " + time_text(n.recoverable) +
           " pass while only the links work, " + std::string(n.detail) + " of it waiting for the slowest device.";
  return "Overlap " + ids_of(n) + " with compute, or use an op that fuses both: " + time_text(n.recoverable) +
         " pass while only the links work (the most this saves).";
}
std::string advice_on_small_ops(const finding_numbers& n) {
  return "Fuse " + plural(n.count, "op") + " below 5 us that follow each other (" + ids_of(n) + "): " +
         time_text(n.recoverable) + " are starts and gaps.";
}
std::string advice_on_imbalance(const finding_numbers& n) {
  return "Find out why " + std::string(n.detail) + " (" + ids_of(n) + "): the others wait " +
         time_text(n.recoverable) + " in " + plural(n.count, "op") + ".";
}
std::string advice_on_dispatch(const finding_numbers& n) {
  return "Make " + plural(n.count, "op") + " larger, or fuse them: their firmware takes " + time_text(n.recoverable) +
         " more than their kernels, not counting 1 us each.";
}
std::string advice_on_gaps(const finding_numbers& n) {
  const std::string gaps = plural(n.count, "gap") + " above 6.5 us " + (n.count == 1 ? "takes " : "take ") +
                           time_text(n.concerned) + " (" + ids_of(n) + ").";
  if (n.detail == "between") return "Do less on the host between replays of the trace: " + gaps;
  if (n.detail == "within")
    return "Fuse ops of the trace, or make them larger: within its replays, without the host, " + gaps;
  if (n.detail == "host ops") return "Take ops of the host out of the loop, then capture a trace: " + gaps;
  if (!n.detail.empty())
    return "Measure a second pass: this one compiles. Only if " +
           (n.count == 1 ? "this gap" : "these " + counted(n.count) + " gaps") + " (" + time_text(n.concerned) +
           (n.count == 1 ? ") remains" : ") remain") + ", capture a trace.";
  return "Capture a trace, so that ops follow each other: " + gaps;
}
std::string advice_on_recompilations(const finding_numbers& n) {
  return "Enable the program cache, or keep constant what programs are hashed by: " + plural(n.count, "op") + " (" +
         ids_of(n) + (n.count == 1 ? ") is" : ") are") + " compiled again in " + time_text(n.concerned) + ".";
}
/// Calls with which Python looks at a tensor: nothing of them could run on a device.
bool only_looks_at_tensor(std::string_view code) {
  const std::string_view name = code.substr(code.find_last_of(". )") + 1);
  return core_detail::is_any(name, {"__get__", "data_ptr", "dim", "dtype", "is_contiguous", "numel", "shape", "size",
                                    "stride"});
}
std::string advice_on_host_ops(const finding_numbers& n) {
  if (only_looks_at_tensor(n.name))
    return "Keep tensors off torch in the loop (" + ids_of(n) + "): " + plural(n.count, "call") +
           (n.count == 1 ? " looks" : " look") + " at a tensor of the host for " + time_text(n.concerned) + ".";
  return "Run this op on the device (" + ids_of(n) + "): " + plural(n.count, "call") +
         (n.count == 1 ? " takes " : " take ") + time_text(n.concerned) + " on the host.";
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_TEXTS_BODY_HPP
