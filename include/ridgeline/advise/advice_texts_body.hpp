#ifndef RIDGELINE_ADVISE_ADVICE_TEXTS_BODY_HPP
#define RIDGELINE_ADVISE_ADVICE_TEXTS_BODY_HPP

#include <string>
#include <string_view>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/gpu/copy_way.hpp>

/// Advice for the findings common to all GPU traces: one sentence each, including the numbers.
namespace ridgeline::advise_detail {

std::string advice_on_host(const finding_numbers& n) {
  const bool all_wait = n.concerned >= n.recoverable;  // with several GPUs, one may wait while another works
  const duration time = all_wait ? n.recoverable : n.concerned;  // the rest of the idle time has other causes
  if (!n.detail.empty())
    return std::string(n.detail) + "; the GPU is idle for " + time_text(time) + " of " + time_text(n.window) + ".";
  return "Launch less often or capture the work in a graph: " +
         (all_wait ? counted(n.count, "launch leaves", "launches leave") + " the GPU idle for "
                   : counted(n.count, "launch holds", "launches hold") + " work back for ") +
         time_text(n.recoverable) + " of " + time_text(n.window) + ".";
}
std::string advice_on_syncs(const finding_numbers& n) {
  return "Remove " + counted(n.count, "blocking call", "blocking calls") +
         (n.detail.empty() ? std::string() : " (" + std::string(n.detail) + ")") +
         (n.count == 1 ? " that delays launches: it blocks" : " that delay launches: they block") +
         " the host for " + time_text(n.concerned) + ".";
}
std::string advice_on_data(const finding_numbers& n) {
  return "Load data ahead, with more workers (num_workers, prefetch_factor): the step waits " + time_text(n.concerned) +
         " in " + counted(n.count, "load", "loads") + ".";
}
std::string advice_on_allocator(const finding_numbers& n) {
  return "Keep memory in the caching allocator (expandable_segments, equal shapes): " +
         counted(n.count, "driver call takes ", "driver calls take ") + time_text(n.concerned) + ".";
}
std::string advice_on_compiling(const finding_numbers& n) {
  return "Record after warm-up: " + counted(n.count, "compilation takes ", "compilations take ") +
         time_text(n.concerned) + " of the window.";
}
std::string advice_on_modules(const finding_numbers& n) {
  const std::string_view eager = n.name.starts_with("cu")    ? "CUDA_MODULE_LOADING=EAGER, "
                                 : n.name.starts_with("hip") ? "HIP_ENABLE_DEFERRED_LOADING=0, "
                                                             : "";
  return "Load modules before the window (" + std::string(eager) + "a warm-up step): " +
         counted(n.count, "launch waits ", "launches wait ") + time_text(n.concerned) + ".";
}
/// For transfers that keep their link busy most of the window: no overlap makes them shorter.
std::string advice_on_bytes(const finding_numbers& n, std::string_view whose) {
  return "Move fewer bytes (narrower types): " + std::string(whose) + " is " + std::string(n.detail) + " of " +
         time_text(n.window) + ", so overlap is not enough; at most " + time_text(n.recoverable) + " can be saved.";
}
std::string advice_on_copies(const finding_numbers& n) {
  if (n.detail.starts_with(link_is_busy)) return advice_on_bytes(n, "the link to the host");
  return std::string(is_pageable_copy(n.name) ? "Pin the memory (pin_memory=True, non_blocking=True)"
                              : "Overlap the copies with kernels") +
         ": " + counted(n.count, "copy takes ", "copies take ") + time_text(n.concerned) +
         (n.detail.empty() ? std::string() : ", " + std::string(n.detail)) + ".";
}
std::string advice_on_communication(const finding_numbers& n) {
  if (n.detail.starts_with(link_is_busy)) return advice_on_bytes(n, "the stream of the collectives");
  return "Overlap this communication with computation: " + counted(n.count, "collective takes ", "collectives take ") +
         time_text(n.concerned) + "; hidden behind it, " + time_text(n.recoverable) + " would be saved.";
}
std::string advice_on_small_kernels(const finding_numbers& n) {
  return "Fuse these kernels or run them as one: " + counted(n.count) + " short ones in a row take " +
         time_text(n.concerned) + ", each with its own launch.";
}
std::string advice_on_outliers(const finding_numbers& n) {
  return "Find out what runs alongside: " + counted(n.count, "call takes ", "calls take ") + time_text(n.concerned) +
         ", comparable ones " + std::string(n.detail) + " each.";
}
std::string advice_on_fills(const finding_numbers& n) {
  return "Leave out fills of memory that is overwritten anyway (empty instead of zeros): " +
         counted(n.count, "takes ", "take ") + time_text(n.concerned) + ".";
}
std::string advice_on_streams(const finding_numbers& n) {
  return "Run both streams concurrently, if their work is independent: " +
         counted(n.count, "piece of work takes ", "pieces of work take ") + time_text(n.concerned) + " on the second.";
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_ADVICE_TEXTS_BODY_HPP
