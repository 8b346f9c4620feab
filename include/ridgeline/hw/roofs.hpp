#ifndef RIDGELINE_HW_ROOFS_HPP
#define RIDGELINE_HW_ROOFS_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/hw/device.hpp>

namespace ridgeline::hw {

/// Whether math that ran in `took` was faster than `least`, the least time at the chip's nominal clock, by more than
/// clocks above nominal explain: then it ran on other units, or in another type. Both in one unit.
template <typename Time>
constexpr bool is_faster_than_nominal(Time took, Time least) {
  return took * 1.1 < least;
}

/// The roofs of a chip, looked up by the name of the math: `matrix_bf16`. All of them are either the vendor's figures
/// or measured ones, never a mixture.
struct roofs {
  std::string name{};
  bool measured = false;
  bandwidth memory = missing<bandwidth>;
  std::vector<std::pair<std::string, flop_rate>> peaks{};
  bool vectors_stand_in = false;  ///< `peaks` is complete: without a matrix unit, matrices use vector units
  byte_count cache = missing<byte_count>;  ///< capacity of the last cache before the memory

  /// `MI300X, vendor peak`
  std::string described() const { return name + (measured ? ", measured" : ", vendor peak"); }
  /// The peak for `spec`; unknown if there is none.
  flop_rate peak_of(std::string_view spec) const;
  /// The peak for `spec`; for matrix math in a type without matrix units, that of the vector units. Complex numbers are
  /// computed by the units for their real parts, in which FLOP are counted.
  flop_rate rate_of(std::string_view spec) const;
  /// Whether math of that kind may run as TF32: matrices of FP32 on a chip all of whose peaks are known.
  bool may_be_rounded(std::string_view spec) const;
  /// The rate of FP32 matrix math with operands rounded to TF32; unknown where it is not or the chip has no such rate.
  flop_rate rounded_rate_of(std::string_view spec) const;
  /// The rate of matrix math in `type`: that of the type; if the chip has none, that of its vector units, or of the
  /// next wider type that it has, to which narrow ones are converted (INT4 to INT8 to BF16, FP8 to BF16). The last two
  /// only if `peaks` is complete.
  flop_rate matrix_rate_of(dtype type) const;
  /// The least time for `work` of some math. FP32 products that took less time than the vector units need for them were
  /// rounded to TF32.
  time_quantity least_time(flop_count work, math at, time_quantity took) const;
};

/// The name of a math, such as `matrix_bf16`.
std::string spec_of(engine on, dtype type);

/// The roofs of a built-in chip. If no measured memory bandwidth exists, the vendor's is used instead. A chip whose
/// peaks are by fidelity, Tenstorrent's, has for each number format that of the passes that lose none of its bits:
/// HiFi4 for BF16 and wider, HiFi2 for BFP8, LoFi for BFP4, FP8 and narrower.
roofs roofs_of(const device& chip, roof_kind kind);

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_ROOFS_HPP
