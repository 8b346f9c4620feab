#ifndef RIDGELINE_TORCH_REPORT_TRACED_CHIP_HPP
#define RIDGELINE_TORCH_REPORT_TRACED_CHIP_HPP

#include <optional>
#include <string>

#include <ridgeline/hw/roofs.hpp>

namespace ridgeline {

class data_quality;
struct torch_trace;

/// The chip on which a trace was recorded, by the name of the busiest device (`deviceProperties`). A device of that
/// name with a fraction of the cores is a part of the chip, which has no rates of its own. A device without a name is
/// named by its other properties.
struct torch_traced_chip {
  std::string name{};                   ///< as spelled in the trace, of a part with its cores; empty: none given
  const hw::device* chip = nullptr;     ///< null: not a built-in chip
  const hw::device* nearest = nullptr;  ///< in that case the most similar built-in chip, for a remark
  std::string other{};                  ///< name of another kind of chip that also did work
};
torch_traced_chip traced_chip_of(const torch_trace& trace);
/// The same among these chips; if there are none, among the built-in ones.
torch_traced_chip traced_chip_of(const torch_trace& trace, list_of<hw::device> among);

/// The chip's rates; none for an unknown chip, or if such rates have not been published.
std::optional<hw::roofs> roofs_of(const torch_traced_chip& traced, hw::roof_kind kind);

/// Why there are no roofs, as text for users; empty if the trace names no chip, or a known one.
std::string lack_of_roofs(const torch_traced_chip& traced);

/// Adds a remark that a chip is unknown, with the one it resembles (which is not used instead), or that there are
/// several.
void remark_on(const torch_traced_chip& traced, data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_TRACED_CHIP_HPP
