#ifndef RIDGELINE_TORCH_REPORT_TRACED_CHIP_HPP
#define RIDGELINE_TORCH_REPORT_TRACED_CHIP_HPP

#include <optional>
#include <string>

#include <ridgeline/hw/roofs.hpp>

namespace ridgeline {

class data_quality;
struct torch_trace;

/// The chip that a trace says it was recorded on, by the name of the device that worked most (`deviceProperties`).
struct torch_traced_chip {
  std::string name{};                   ///< as the trace spells it; empty: it names none
  const hw::device* chip = nullptr;     ///< null: it is not a built-in one
  const hw::device* nearest = nullptr;  ///< then: the one that is most like it, for a remark
  std::string other{};                  ///< the name of another kind of chip that worked, too
};
torch_traced_chip traced_chip_of(const torch_trace& trace);

/// Its rates; none for a chip that is not known, and none where nobody published such rates.
std::optional<hw::roofs> roofs_of(const torch_traced_chip& traced, hw::roof_kind kind);

/// Why there are no roofs, for people; empty where the trace names no chip, or one that is known.
std::string lack_of_roofs(const torch_traced_chip& traced);

/// Says that a chip is not known, and which one is like it (it is not taken for that one), or that there are several.
void remark_on(const torch_traced_chip& traced, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_TRACED_CHIP_HPP
