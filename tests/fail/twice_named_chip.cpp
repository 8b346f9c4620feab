// Within one chip_set a name stands for one chip, ignoring letter case; the message names both chips and the name.
// expect: my_h100
// expect: h100_sxm
// expect: both_named
// expect: have the same name or alias
// lines: 35
#include <ridgeline/core.hpp>

struct my_h100 {
  static constexpr std::string_view name = "mine";
  static constexpr std::array<std::string_view, 2> aliases{"my-h100", "nvidia h100 80gb hbm3"};
  static constexpr int cores = 132;
  static constexpr ridgeline::bandwidth dram = 3350 * ridgeline::GBps;
  static constexpr std::array peaks{ridgeline::peak{ridgeline::matrix_bf16, 989.4 * ridgeline::TFLOPps}};
};

#ifdef RIDGELINE_MUST_PASS
using mine = ridgeline::hw::chip_set<ridgeline::hw::h100_sxm>::with<my_h100>;
#else
using mine = ridgeline::hw::chip_set<ridgeline::hw::h100_sxm, my_h100>;
#endif
inline constexpr const ridgeline::hw::device* found = mine::find("NVIDIA H100 80GB HBM3");
