// expect: a chip is a struct of facts, and this one has none
// lines: 25
#include <ridgeline/core.hpp>

namespace rl = ridgeline;
struct chip {
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::string_view name = "chip";
  static constexpr int cores = 1;
  static constexpr rl::bandwidth dram = 1 * rl::GBps;
  static constexpr std::array peaks{rl::peak{rl::matrix_fp16, 1 * rl::TFLOPps}};
#endif
};

const rl::hw::device* found() { return rl::hw::chips::with<chip>::find("chip"); }
