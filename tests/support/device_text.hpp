#ifndef RIDGELINE_TESTS_SUPPORT_DEVICE_TEXT_HPP
#define RIDGELINE_TESTS_SUPPORT_DEVICE_TEXT_HPP

#include <array>
#include <cstdint>
#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/tt/record/marker.hpp>

/// The two header lines of a device log of generation 0 to 8.
inline std::string device_log_head(int generation) {
  const std::string old = "core_x, core_y, RISC processor type, timer_id, time[cycles since reset]";
  const std::string chip = "ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000";
  const std::string slot = "PCIe slot, " + old;
  switch (generation) {
    case 0: return "Chip clock is at 1.2 GHz\nchip_id, " + old + "\n";
    case 1: return "Chip clock is at 1.2 GHz\n" + slot + "\n";
    case 2: return chip + "\n" + slot + "\n";
    case 3: return chip + "\n" + slot + ", stat value, Run ID, zone name, zone phase, source line, source file\n";
    case 4:
      return chip + "\n" + slot + ", stat value, run ID, run host ID,  zone name, zone phase, source line, source file\n";
    case 5: return chip + "\n" + slot + ", data, run ID, run host ID,  zone name, type, source line, source file\n";
    case 6:
      return chip + "\n" + slot + ", data, run ID, run host ID,  zone name, type, source line, source file, meta data\n";
    case 7: return chip + "\n" + slot + ", data, run host ID,  zone name, type, source line, source file, meta data\n";
    default:
      return chip + ", Max Compute Cores: 64\n" + slot +
             ", data, run host ID, trace id, trace id counter, zone name, type, source line, source file, meta data\n";
  }
}

/// Everything that was read, as text, to compare two ways of reading the same input.
inline std::string device_log_text(const ridgeline::expected<ridgeline::tt_device_log>& log) {
  if (!log) return to_string(log.error());
  std::string text = log->arch;
  for (std::int32_t d : log->devices) text += " d" + std::to_string(d);
  for (const ridgeline::tt_marker& m : log->markers) {
    text += "\n" + std::to_string(m.device) + " " + std::to_string(m.x) + " " + std::to_string(m.y) + " ";
    text += name_of(m.risc);
    text += " " + std::to_string(m.what) + " " + std::to_string(m.cycles) + " " + std::to_string(m.data) + " ";
    text += name_of(m.phase);
    text += " " + std::to_string(m.op) + " " + std::to_string(static_cast<int>(m.point));
    if (log->has_zones()) text += log->zones.text(ridgeline::symbol{m.what});
  }
  for (const ridgeline::tt_dispatch_mark& m : log->dispatch)
    text += "\n" + std::to_string(m.marker) + ">" + std::to_string(m.op);
  for (const ridgeline::quality_issue& q : log->quality.issues())
    text += "\n" + q.reason + " " + std::to_string(q.count) + " " + to_string(q.first) + " " + q.example;
  return text;
}

#endif  // RIDGELINE_TESTS_SUPPORT_DEVICE_TEXT_HPP
