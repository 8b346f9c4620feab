#ifndef RIDGELINE_TORCH_REPORT_TRACED_CHIP_BODY_HPP
#define RIDGELINE_TORCH_REPORT_TRACED_CHIP_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>

namespace ridgeline {

namespace torch_detail {

/// What `deviceProperties` say besides the name. AMD chips have 64 threads per wave.
hw::reported_build build_of(const torch_device& d) {
  const bool amd = d.name.find("AMD") != std::string::npos || (known(d.warp_size) && d.warp_size == 64);
  return hw::reported_build(amd, d.major, d.minor, d.multiprocessors, d.memory);
}

/// The name of a device; of one without it, as ROCm leaves them, what else is known: `device 0 (gfx94, 304
/// multiprocessors, 192 GiB)`. Empty if that is nothing.
std::string name_of(const torch_device& d) {
  if (!d.name.empty()) return d.name;
  const std::string facts = build_text(build_of(d).get());
  if (facts.empty()) return {};
  return (known(d.id) ? "device " + std::to_string(d.id) : std::string("a device")) + " (" + facts + ")";
}

/// Of the chips that a device's name lists, `AMD Instinct MI250X / MI250`, the one with its cores; null if none has.
const hw::device* listed_chip(list_of<hw::device> among, std::string_view names, std::int64_t cores) {
  if (names.find('/') == names.npos) return nullptr;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find('/'), names.size());
    const hw::device* const chip = hw::find_by_device_name(among, names.substr(0, end)).chip;
    if (chip != nullptr && chip->cores == cores) return chip;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return nullptr;
}

}  // namespace torch_detail

torch_traced_chip traced_chip_of(const torch_trace& trace) { return traced_chip_of(trace, hw::chips::images); }

torch_traced_chip traced_chip_of(const torch_trace& trace, list_of<hw::device> among) {
  if (trace.devices.empty()) return {};
  if (among.empty()) among = hw::chips::images;
  const torch_device& device = *trace.busiest_device();
  const torch_device* const second = trace.other_device();
  const std::string name = torch_detail::name_of(device);
  const std::string other = second != nullptr ? torch_detail::name_of(*second) : std::string();
  if (const hw::device* const listed = torch_detail::listed_chip(among, device.name, device.multiprocessors))
    return {device.name, listed, nullptr, other};
  const hw::found_device found = hw::find_by_device_name(among, device.name);
  if (found.chip != nullptr && hw::is_part_of(*found.chip, device.multiprocessors))
    return {device.name + " (" + std::to_string(device.multiprocessors) + " of its " +
                std::to_string(found.chip->cores) + " cores)", nullptr, found.chip, other};
  if (found.chip != nullptr || name.empty()) return {name, found.chip, found.nearest, other};
  return {name, nullptr, hw::nearest_build(among, device.name, torch_detail::build_of(device).get()), other};
}

std::optional<hw::roofs> roofs_of(const torch_traced_chip& traced, hw::roof_kind kind) {
  if (traced.chip == nullptr) return std::nullopt;
  hw::roofs r = hw::roofs_of(*traced.chip, kind);
  if (r.peaks.empty()) return std::nullopt;
  return r;
}

std::string lack_of_roofs(const torch_traced_chip& traced) {
  if (traced.name.empty() || traced.chip != nullptr) return {};
  std::string why = "The device of the trace, " + traced.name + ", is not a built-in chip, so there are no bounds: ";
  why += "--arch NAME or --gpu_arch_json_path FILE";
  if (traced.nearest != nullptr)
    why.append("; the most similar one, whose rates may differ, is ").append(traced.nearest->name);
  return why;
}

void remark_on(const torch_traced_chip& traced, data_quality& quality) {
  if (!traced.other.empty() && traced.chip != nullptr)
    quality.add("roofline: several kinds of chips ran work; all of it is judged by the chip that ran most of it", {},
                traced.name + "; also " + traced.other, false);
  if (traced.name.empty() || traced.chip != nullptr) return;
  std::string example = traced.name;
  if (traced.nearest != nullptr) example.append("; most like ").append(traced.nearest->name);
  quality.add("roofline: the trace's device is not a built-in chip, so there are no roofs; --arch names one", {},
              example, false);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_TRACED_CHIP_BODY_HPP
