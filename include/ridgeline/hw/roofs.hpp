#ifndef RIDGELINE_HW_ROOFS_HPP
#define RIDGELINE_HW_ROOFS_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/device.hpp>

namespace ridgeline::hw {

/// The roofs of a chip as reports look them up, by the name of the math: `matrix_bf16`. They are what the vendor prints
/// or what somebody measured, never both in one.
struct roofs {
  std::string name{};
  bool measured = false;
  bandwidth memory = missing<bandwidth>;
  std::vector<std::pair<std::string, flop_rate>> peaks{};
  bool vectors_stand_in = false;  ///< `peaks` has all units of the chip: what has no matrix unit runs on vector units

  /// Unknown where there is none.
  flop_rate peak_of(std::string_view spec) const;
  /// The peak; for matrices of a type that the chip has no matrix units for, that of its vector units.
  flop_rate rate_of(std::string_view spec) const;
  /// Matrices of fp32 whose operands are rounded to TF32 on the way: unknown where the chip does not need that.
  flop_rate rounded_rate_of(std::string_view spec) const;
};

/// `matrix_bf16`
std::string spec_of(engine on, dtype type);

/// Those of a built-in chip. Where nobody measured the memory, the vendor's bandwidth stands in.
roofs roofs_of(const device& chip, roof_kind kind);

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_ROOFS_HPP
