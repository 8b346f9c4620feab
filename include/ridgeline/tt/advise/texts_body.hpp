#ifndef RIDGELINE_TT_ADVISE_TEXTS_BODY_HPP
#define RIDGELINE_TT_ADVISE_TEXTS_BODY_HPP

#include <string>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/finding.hpp>

/// What to do about findings over Tenstorrent ops: one sentence each.
namespace ridgeline::tt_detail {

using advise_detail::counted;
using advise_detail::time_text;

std::string advice_on_skew(const finding_numbers& n) {
  return "Start the cores together (fewer runtime arguments, no dispatch to cores one by one): in " + counted(n.count) +
         " ops the last core starts " + time_text(n.recoverable) + " late in all.";
}
std::string advice_on_roundtrips(const finding_numbers& n) {
  return "Leave out these " + counted(n.count) + " ops, which undo each other (" + std::string(n.detail) + "): " +
         time_text(n.concerned) + ".";
}
std::string advice_on_outliers(const finding_numbers& n) {
  return "Find out what runs beside these " + counted(n.count) + " ops: they take " + time_text(n.concerned) +
         ", and their like " + std::string(n.detail) + " each.";
}
std::string advice_on_fidelity(const finding_numbers& n) {
  return "Use HiFi2 in these " + counted(n.count) + " ops (" + time_text(n.concerned) +
         "): inputs of 8 bits and fewer lose nothing, and it takes half the passes.";
}
std::string advice_on_cores(const finding_numbers& n) {
  const bool norm = n.name.find("Norm") != std::string_view::npos;
  return std::string(norm ? "Shard the input of" : "Spread") + " these " + counted(n.count) +
      " ops over more cores: they use " +
         std::string(n.detail) + " for " + time_text(n.concerned) + ".";
}
std::string advice_on_roof(const finding_numbers& n) {
  return "Tune these " + counted(n.count) + " ops (program config, sharding): they reach " + std::string(n.detail) +
      " in " +
         time_text(n.concerned) + ".";
}
std::string advice_on_imbalance(const finding_numbers& n) {
  return "Find out why " + std::string(n.detail) + " is slowest most often: " + counted(n.count) +
         " ops wait for one device, " + time_text(n.recoverable) + " in all.";
}
std::string advice_on_dispatch(const finding_numbers& n) {
  return "Make " + counted(n.count) + " ops larger, or fuse them: their firmware takes " + time_text(n.recoverable) +
         " more than their kernels, with 1 us each left aside.";
}
std::string advice_on_gaps(const finding_numbers& n) {
  return "Capture a trace, so that ops follow each other: " + counted(n.count) + " gaps take " +
      time_text(n.concerned) + ".";
}
std::string advice_on_host_ops(const finding_numbers& n) {
  return "Run this op on the device: " + counted(n.count) + " calls take " + time_text(n.concerned) + " on the host.";
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_TEXTS_BODY_HPP
