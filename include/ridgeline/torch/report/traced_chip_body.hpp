#ifndef RIDGELINE_TORCH_REPORT_TRACED_CHIP_BODY_HPP
#define RIDGELINE_TORCH_REPORT_TRACED_CHIP_BODY_HPP

#include <optional>
#include <string>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>

namespace ridgeline {

torch_traced_chip traced_chip_of(const torch_trace& trace) {
  if (trace.devices.empty()) return {};
  const hw::found_device found = hw::find_by_device_name(trace.devices.front().name);
  return {std::string(trace.devices.front().name), found.chip, found.nearest};
}

std::optional<hw::roofs> roofs_of(const torch_traced_chip& traced, hw::roof_kind kind) {
  if (traced.chip == nullptr) return std::nullopt;
  hw::roofs r = hw::roofs_of(*traced.chip, kind);
  if (r.peaks.empty()) return std::nullopt;
  return r;
}

void remark_on(const torch_traced_chip& traced, data_quality& quality) {
  if (traced.name.empty() || traced.chip != nullptr) return;
  std::string example = traced.name;
  if (traced.nearest != nullptr) example.append("; most like ").append(traced.nearest->name);
  quality.add("roofline: the trace's device is not a built-in chip, so there are no roofs; --arch names one", {},
              example, false);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_TRACED_CHIP_BODY_HPP
