// expect: a fact of a chip is of another type: clock = 1000 * MHz
// expect: facts of a chip are its type's: `static constexpr int cores`
// lines: 40
#include <ridgeline/hw/set.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
#define FACT static constexpr
#define MEMORY (64 * rl::GB)
#else
#define FACT const
#define MEMORY (64 * rl::GBps)
#endif

/// A capacity that is a rate.
struct swapped {
  static constexpr std::string_view name = "swapped";
  static constexpr int cores = 1;
  static constexpr rl::bandwidth dram = 100 * rl::GBps;
  static constexpr std::array peaks{rl::peak{rl::matrix_bf16, 10 * rl::TFLOPps}};
  static constexpr auto memory = MEMORY;
};
/// A number of cores that each object has for itself.
struct unstatic {
  static constexpr std::string_view name = "unstatic";
  FACT int cores = 1;
  static constexpr rl::bandwidth dram = 100 * rl::GBps;
  static constexpr std::array peaks{rl::peak{rl::matrix_bf16, 10 * rl::TFLOPps}};
};
const rl::hw::device* found = rl::hw::chip_list<swapped>::find("swapped");
const rl::hw::device* other = rl::hw::chip_list<unstatic>::find("unstatic");
