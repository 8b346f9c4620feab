#ifndef RIDGELINE_HW_ROOFS_BODY_HPP
#define RIDGELINE_HW_ROOFS_BODY_HPP

/// The bodies of <ridgeline/hw/roofs.hpp>: include it in one source file, through `impl.hpp`.

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/hw/roofs.hpp>

namespace ridgeline::hw {

std::string spec_of(engine on, dtype type) {
  std::string spec = on == engine::matrix ? "matrix_" : "vector_";
  return spec.append(ridgeline::name_of(type));
}

roofs roofs_of(const device& chip, roof_kind kind) {
  roofs r{std::string(chip.name), kind == roof_kind::achievable, chip.dram, {}, true};
  if (r.measured && known(chip.achievable_dram)) r.memory = chip.achievable_dram;
  for (const peak& p : r.measured ? chip.achievable : chip.peaks)
    if (p.at.fidelity == fidelity::any && p.at.type != dtype::any)
      r.peaks.emplace_back(spec_of(p.at.engine, p.at.type), p.rate);
  return r;
}

flop_rate roofs::peak_of(std::string_view spec) const {
  for (const auto& [at, rate] : peaks)
    if (at == spec) return rate;
  return missing<flop_rate>;
}

flop_rate roofs::rate_of(std::string_view spec) const {
  constexpr std::string_view matrices = "matrix_";
  const flop_rate peak = peak_of(spec);
  if (known(peak) || !vectors_stand_in || !spec.starts_with(matrices)) return peak;
  return peak_of("vector_" + std::string(spec.substr(matrices.size())));
}

flop_rate roofs::rounded_rate_of(std::string_view spec) const {
  return vectors_stand_in && spec == "matrix_fp32" && !known(peak_of(spec)) ? peak_of("matrix_tf32")
                                                                            : missing<flop_rate>;
}

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_ROOFS_BODY_HPP
