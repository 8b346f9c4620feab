#ifndef RIDGELINE_TT_DEVICE_OP_DEVICE_BODY_HPP
#define RIDGELINE_TT_DEVICE_OP_DEVICE_BODY_HPP

#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/tt/device/op_device.hpp>

namespace ridgeline {

std::vector<tt_op_device> op_devices_of(const tt_device_log& log) {
  std::vector<tt_op_device> devices(log.devices.size());
  std::vector<std::vector<std::uint32_t>> cores(log.devices.size());
  std::vector<std::array<std::pair<double, double>, 2>> sums(log.devices.size());  // wait, reserve: total and count
  for (const tt_marker& m : log.markers) {
    tt_op_device& d = devices[m.device];
    std::vector<std::uint32_t>& seen = cores[m.device];
    const std::uint32_t core = tt_detail::core_key(m);
    if (seen.empty() || seen.back() != core) seen.push_back(core);
    if (!log.has_zones() && m.what >= first_tt_sum_id) {
      const bool wait = m.what == tt_wait_front_id && m.risc == tt_risc::trisc_0;
      const bool reserve = m.what == tt_reserve_back_id && m.risc == tt_risc::trisc_2;
      if (!wait && !reserve) continue;
      auto& [total, times] = sums[m.device][wait ? 0 : 1];
      total += static_cast<double>(m.cycles);
      ++times;
      continue;
    }
    d.all.begins(m.cycles);
    d.all.ends(m.cycles);
    if (m.point == tt_point::fw_start) d.fw.begins(m.cycles);
    if (m.point == tt_point::fw_end) d.fw.ends(m.cycles);
    for (tt_span* kernel : {&d.kernel, &d.kernels[static_cast<std::size_t>(m.risc)]}) {
      if (m.point == tt_point::kernel_start) kernel->begins(m.cycles);
      if (m.point == tt_point::kernel_end) kernel->ends(m.cycles);
    }
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    devices[i].device = log.devices[i];
    keep_each_once(cores[i]);
    devices[i].cores = cores[i].size();
    if (sums[i][0].second > 0) devices[i].wait_front = sums[i][0].first / sums[i][0].second;
    if (sums[i][1].second > 0) devices[i].reserve_back = sums[i][1].first / sums[i][1].second;
  }
  return devices;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_OP_DEVICE_BODY_HPP
