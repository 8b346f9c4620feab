#ifndef RIDGELINE_HW_DEVICE_HPP
#define RIDGELINE_HW_DEVICE_HPP

#include <ridgeline/hw/descriptor.hpp>

namespace ridgeline::hw {

/// The run-time image of a descriptor: the same facts, with what only the trace knows put in by `with_cores` and
/// `with_clock`. Copies are cheap; the lists point to the descriptor's static storage.
struct device {
  std::string_view name{};
  std::string_view vendor{};
  std::string_view architecture{};
  list_of<std::string_view> aliases{};
  int cores = 0;                      ///< cores that ops can use; 0: not known
  int nominal_cores = 0;              ///< the descriptor's own; peaks that scale per core are quoted for these
  bool peaks_per_core = false;        ///< peaks scale with `cores`
  int dram_banks = 0;                 ///< 0: of no use for this chip
  frequency clock = missing<frequency>;
  double clock_scale = 1;             ///< the trace's clock over the nominal one
  bandwidth dram = missing<bandwidth>;
  basis dram_basis = basis::vendor;
  const char* dram_source = "";
  bandwidth achievable_dram = missing<bandwidth>;
  byte_count memory = missing<byte_count>;
  byte_count last_level_cache = missing<byte_count>;
  bandwidth link = missing<bandwidth>;        ///< to one peer, one direction
  bandwidth link_total = missing<bandwidth>;  ///< all links, both directions
  bandwidth host_link = missing<bandwidth>;   ///< one direction
  list_of<peak> peaks{};
  list_of<peak> achievable{};

  /// This chip as the trace saw it: `available` worker cores. Unchanged when `available` is not positive.
  constexpr device with_cores(int available) const {
    device d = *this;
    if (available > 0) d.cores = available;
    return d;
  }
  /// This chip at another clock than the nominal one; peaks scale with it, each from the clock it is quoted at, memory
  /// does not. At the nominal clock the peaks are as published.
  constexpr device with_clock(frequency actual) const {
    device d = *this;
    if (known(actual) && known(clock) && actual.base() > 0) {
      d.clock_scale = actual / clock;
      d.clock = actual;
    }
    return d;
  }
};

/// Whether peaks or achievable figures are wanted; the two are never mixed.
enum class roof_kind : std::uint8_t { peak, achievable };

/// The rate of `used` cores of the device (all of them when `used` is 0) for `m`; unknown where nothing is published.
/// Peaks of chips that do not scale per core are the whole chip's, however many cores an op uses.
constexpr flop_rate peak_rate(const device& d, math m, double used = 0, roof_kind kind = roof_kind::peak) {
  const peak* p = find_peak(kind == roof_kind::peak ? d.peaks : d.achievable, m);
  if (p == nullptr) return missing<flop_rate>;
  const bool own_clock = d.clock_scale != 1 && p->clock.base() > 0;  // data sheets quote rows at several clocks
  const flop_rate whole = p->rate * (own_clock ? d.clock / p->clock : d.clock_scale);
  if (!d.peaks_per_core || d.nominal_cores == 0) return whole;
  return whole / d.nominal_cores * (used > 0 ? used : d.cores);
}

namespace detail {
template <class H>
constexpr void optional_facts(device& d) {
  if constexpr (requires { H::vendor; }) d.vendor = H::vendor;
  if constexpr (requires { H::architecture; }) d.architecture = H::architecture;
  if constexpr (requires { H::aliases; }) d.aliases = H::aliases;
  if constexpr (requires { H::peaks_per_core; }) d.peaks_per_core = H::peaks_per_core;
  if constexpr (requires { H::dram_banks; }) d.dram_banks = H::dram_banks;
  if constexpr (requires { H::clock; }) d.clock = H::clock;
  if constexpr (requires { H::dram.basis; }) d.dram_basis = H::dram.basis;
  if constexpr (requires { H::dram.source; }) d.dram_source = H::dram.source;
  if constexpr (requires { H::achievable_dram; }) d.achievable_dram = H::achievable_dram;
  if constexpr (requires { H::memory; }) d.memory = H::memory;
  if constexpr (requires { H::last_level_cache; }) d.last_level_cache = H::last_level_cache;
  if constexpr (requires { H::link; }) d.link = H::link;
  if constexpr (requires { H::link_total; }) d.link_total = H::link_total;
  if constexpr (requires { H::host_link; }) d.host_link = H::host_link;
  if constexpr (requires { H::achievable; }) d.achievable = H::achievable;
}
}  // namespace detail

/// The run-time image of `H`.
template <hardware H>
constexpr device image() {
  device d;
  d.name = H::name;
  d.cores = d.nominal_cores = H::cores;
  d.dram = H::dram;
  d.peaks = H::peaks;
  detail::optional_facts<H>(d);
  return d;
}

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_DEVICE_HPP
