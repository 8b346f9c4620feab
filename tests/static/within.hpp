#ifndef RIDGELINE_TESTS_STATIC_WITHIN_HPP
#define RIDGELINE_TESTS_STATIC_WITHIN_HPP

#include <ridgeline/hw/device.hpp>

/// Whether `a` and `b` differ by `slack` at most; false when either is unknown.
constexpr bool within(double a, double b, double slack) { return a - b <= slack && b - a <= slack; }

/// Whether chip `H` prints for math `M` what its cores compute with `flop` per clock at `mhz`, within `slack` TFLOP/s:
/// FLOP/clk x cores x 10^6 clk/s / 10^12.
template <class H, ridgeline::math M>
constexpr bool rebuilds(double flop, double mhz, double slack) {
  return within(ridgeline::peak_of<H, M>.in(ridgeline::TFLOPps), flop * static_cast<int>(H::cores) * mhz / 1e6, slack);
}

/// Whether a chip prints `tflops` for `M`, to the last digit.
template <class H, ridgeline::math M>
constexpr bool prints(double tflops) {
  return ridgeline::peak_of<H, M> == tflops * ridgeline::TFLOPps;
}

/// Whether no measured figure in a list of chips exceeds the vendor's figure.
template <class Chips>
constexpr bool nothing_beats_its_peak() {
  for (const ridgeline::hw::device& d : Chips::images) {
    if (known(d.achievable_dram) && !(d.achievable_dram <= d.dram)) return false;
    for (const ridgeline::peak& p : d.achievable) {
      const ridgeline::peak* const top = ridgeline::find_peak(d.peaks, p.at);
      if (top == nullptr || !(p.rate < top->rate) || p.basis != ridgeline::basis::measured) return false;
    }
  }
  return true;
}

/// Whether every peak of a list of chips is positive, has a source, is not a measured one and is given once.
template <class Chips>
constexpr bool peaks_are_sound() {
  for (const ridgeline::hw::device& d : Chips::images) {
    if (d.cores <= 0 || !(d.dram.base() > 0) || d.peaks.empty()) return false;
    for (const ridgeline::peak& p : d.peaks) {
      if (!(p.rate.base() > 0) || p.source[0] == 0 || p.basis == ridgeline::basis::measured) return false;
      if (ridgeline::find_peak(d.peaks, p.at) != &p) return false;
    }
  }
  return true;
}

#endif  // RIDGELINE_TESTS_STATIC_WITHIN_HPP
