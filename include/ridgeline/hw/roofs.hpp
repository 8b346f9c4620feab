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

  /// Unknown where there is none.
  flop_rate peak_of(std::string_view spec) const {
    for (const auto& [at, rate] : peaks)
      if (at == spec) return rate;
    return missing<flop_rate>;
  }
};

/// `matrix_bf16`
inline std::string spec_of(engine on, dtype type) {
  std::string spec = on == engine::matrix ? "matrix_" : "vector_";
  return spec.append(ridgeline::name_of(type));
}

/// Those of a built-in chip. Where nobody measured the memory, the vendor's bandwidth stands in.
inline roofs roofs_of(const device& chip, roof_kind kind) {
  roofs r{std::string(chip.name), kind == roof_kind::achievable, chip.dram, {}};
  if (r.measured && known(chip.achievable_dram)) r.memory = chip.achievable_dram;
  for (const peak& p : r.measured ? chip.achievable : chip.peaks)
    if (p.at.fidelity == fidelity::any && p.at.type != dtype::any)
      r.peaks.emplace_back(spec_of(p.at.engine, p.at.type), p.rate);
  return r;
}

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_ROOFS_HPP
