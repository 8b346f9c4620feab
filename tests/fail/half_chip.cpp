// A chip without a memory bandwidth is not hardware.
// expect: half_chip
// expect: has_memory_bandwidth
// lines: 35
#include <ridgeline/core.hpp>

struct half_chip {
  static constexpr std::string_view name = "half";
  static constexpr int cores = 1;
#ifdef RIDGELINE_MUST_PASS
  static constexpr ridgeline::bandwidth dram = 1 * ridgeline::GBps;
#endif
  static constexpr std::array peaks{ridgeline::peak{ridgeline::matrix_fp16, 1 * ridgeline::TFLOPps}};
};

inline constexpr const ridgeline::hw::device* found = ridgeline::hw::chips::with<half_chip>::find("half");
