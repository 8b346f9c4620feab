// expect: It measures something else
// expect: TFLOPps
// lines: 25
#include <array>

#include <ridgeline/core.hpp>

namespace rl = ridgeline;

struct my_chip {
  static constexpr std::string_view name = "my_chip";
  static constexpr int cores = 64;
  static constexpr rl::bandwidth dram = 288 * rl::GBps;
#ifdef RIDGELINE_MUST_PASS
  static constexpr std::array peaks{rl::peak{rl::matrix_bf16, 200 * rl::TFLOPps}};
#else
  static constexpr std::array peaks{rl::peak{rl::matrix_bf16, 200 * rl::GBps}};
#endif
};
using chips = rl::hw::chip_set<my_chip>;
const rl::hw::device* const found = chips::find("my_chip");
