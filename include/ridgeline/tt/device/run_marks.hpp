#ifndef RIDGELINE_TT_DEVICE_RUN_MARKS_HPP
#define RIDGELINE_TT_DEVICE_RUN_MARKS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/tt/device/core_numbers.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline::tt_detail {

/// Counts starts and ends of kernels by processor, to tell whether there are as many of both on each.
class tt_kernel_balance {
 public:
  void count(const tt_marker& m) {
    if (m.point != tt_point::kernel_start && m.point != tt_point::kernel_end) return;
    const auto [core, fresh] = numbers_.of(m);
    if (fresh) open_.emplace_back();
    std::int32_t& open = open_[core][static_cast<std::size_t>(m.risc)];
    unequal_ -= open != 0 ? 1 : 0;
    open += m.point == tt_point::kernel_start ? 1 : -1;
    unequal_ += open != 0 ? 1 : 0;
  }
  bool is_equal() const { return unequal_ == 0; }
  void clear() {
    if (unequal_ == 0) return;  // then all counts are 0
    open_.assign(open_.size(), {});
    unequal_ = 0;
  }

 private:
  tt_core_numbers numbers_{};
  std::vector<tt_by_risc<std::int32_t>> open_{};  // by number of the core: starts less ends
  std::size_t unequal_ = 0;                       // processors with another count than 0
};

/// Remembers when the firmware of each processor began, and in which run.
class tt_firmware_starts {
 public:
  /// Whether firmware begins in a run in which that of its processor has begun already. The same row again begins
  /// nothing. Nor is that known of Ethernet cores, which may have several processors, recorded as one.
  bool again(const tt_marker& m, std::size_t run) {
    if (m.point != tt_point::fw_start || m.risc == tt_risc::erisc) return false;
    const auto [core, fresh] = numbers_.of(m);
    if (fresh) begun_.emplace_back();
    start& last = begun_[core][static_cast<std::size_t>(m.risc)];
    const bool before = last.run == run + 1 && last.at != m.cycles;
    last = {run + 1, m.cycles};
    return before;
  }

 private:
  struct start {
    std::size_t run = 0;  // number plus one; 0: none
    std::int64_t at = 0;
  };
  tt_core_numbers numbers_{};
  std::vector<tt_by_risc<start>> begun_{};  // by number of the core
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_DEVICE_RUN_MARKS_HPP
