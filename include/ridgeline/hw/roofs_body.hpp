#ifndef RIDGELINE_HW_ROOFS_BODY_HPP
#define RIDGELINE_HW_ROOFS_BODY_HPP

#include <ridgeline/hw/roofs.hpp>

namespace ridgeline::hw {

std::string spec_of(engine on, dtype type) {
  std::string spec = on == engine::matrix ? "matrix_" : "vector_";
  return spec.append(ridgeline::name_of(type));
}

/// The fidelity at which a Tensix core multiplies a format without losing bits: the passes that tt_perf_report holds
/// sufficient for its mantissa. `any` for formats whose matrices the core does not multiply.
constexpr fidelity passes_for(dtype type) {
  const int bits = facts_of(type).mantissa_bits;
  if (bits == 0 || bits > facts_of(dtype::fp32).mantissa_bits) return fidelity::any;
  return bits > 7 ? fidelity::hifi4 : bits > 3 ? fidelity::hifi2 : fidelity::lofi;
}

/// Adds peaks by format where a chip has them by fidelity.
void add_peaks_by_format(roofs& r, list_of<peak> by_fidelity) {
  for (const peak& p : by_fidelity) {
    if (p.at.fidelity == fidelity::any || p.at.type != dtype::any) continue;
    for (const dtype_facts& f : dtype_table)
      if (passes_for(f.type) == p.at.fidelity && !known(r.peak_of(spec_of(p.at.engine, f.type))))
        r.peaks.emplace_back(spec_of(p.at.engine, f.type), p.rate);
  }
}

roofs roofs_of(const device& chip, roof_kind kind) {
  roofs r{std::string(chip.name), kind == roof_kind::achievable, chip.dram, {}, true, chip.last_level_cache};
  if (r.measured && known(chip.achievable_dram)) r.memory = chip.achievable_dram;
  for (const peak& p : r.measured ? chip.achievable : chip.peaks)
    if (p.at.fidelity == fidelity::any && p.at.type != dtype::any)
      r.peaks.emplace_back(spec_of(p.at.engine, p.at.type), p.rate);
  add_peaks_by_format(r, r.measured ? chip.achievable : chip.peaks);
  return r;
}

flop_rate roofs::peak_of(std::string_view spec) const {
  for (const auto& [at, rate] : peaks)
    if (at == spec) return rate;
  return missing<flop_rate>;
}

/// What computes complex numbers: the same for their real parts.
std::string real_spec_of(std::string_view spec) {
  std::string real(spec.substr(0, spec.find("complex")));
  if (spec.ends_with("complex64")) real += ridgeline::name_of(dtype::fp32);
  if (spec.ends_with("complex128")) real += ridgeline::name_of(dtype::fp64);
  return real;
}

flop_rate roofs::rate_of(std::string_view spec) const {
  constexpr std::string_view matrices = "matrix_";
  const flop_rate peak = peak_of(spec);
  if (known(peak) || !vectors_stand_in) return peak;
  const std::string real = real_spec_of(spec);
  if (real != spec) return rate_of(real);
  return spec.starts_with(matrices) ? peak_of("vector_" + real.substr(matrices.size())) : peak;
}

bool roofs::may_be_rounded(std::string_view spec) const {
  return vectors_stand_in && real_spec_of(spec) == "matrix_fp32";
}
flop_rate roofs::rounded_rate_of(std::string_view spec) const {
  return may_be_rounded(spec) ? peak_of("matrix_tf32") : missing<flop_rate>;
}

flop_rate roofs::matrix_rate_of(dtype type) const {
  constexpr std::pair<dtype, dtype> converted[] = {
      {dtype::int4, dtype::int8}, {dtype::uint8, dtype::int8}, {dtype::int8, dtype::bf16},
      {dtype::fp4, dtype::fp6},   {dtype::fp6, dtype::fp8},    {dtype::fp8, dtype::bf16}};
  flop_rate rate = rate_of(spec_of(engine::matrix, type));
  for (const auto& [narrow, wider] : converted)
    if (vectors_stand_in && !known(rate) && type == narrow) rate = rate_of(spec_of(engine::matrix, type = wider));
  return rate;
}

time_quantity roofs::least_time(flop_count work, math at, time_quantity took) const {
  const bool matrices = at.engine == engine::matrix;
  const time_quantity least = work / (matrices ? matrix_rate_of(at.type) : peak_of(spec_of(at.engine, at.type)));
  if (!matrices || at.type != dtype::fp32 || !is_faster_than_nominal(took, least)) return least;
  const time_quantity rounded = work / rounded_rate_of(spec_of(at.engine, at.type));
  return known(rounded) ? rounded : least;
}

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_ROOFS_BODY_HPP
