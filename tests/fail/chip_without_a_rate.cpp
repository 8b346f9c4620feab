// A rate that is not known is not zero: every op would be endless, and reach infinitely many percent of its roof.
// expect: a chip's rates are above zero: dram is missing<bandwidth> where it is not known
// lines: 25
#include <ridgeline/hw/device.hpp>

namespace rl = ridgeline;

struct board {
  static constexpr std::string_view name = "board";
  static constexpr int cores = 8;
#ifdef RIDGELINE_MUST_PASS
  static constexpr rl::bandwidth dram = rl::missing<rl::bandwidth>;
#else
  static constexpr rl::bandwidth dram{};
#endif
  static constexpr std::array peaks{rl::peak{rl::matrix_bf16, 200 * rl::TFLOPps}};
};
inline constexpr rl::hw::device on = rl::hw::image<board>();
