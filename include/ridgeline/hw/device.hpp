#ifndef RIDGELINE_HW_DEVICE_HPP
#define RIDGELINE_HW_DEVICE_HPP

#include <type_traits>

#include <ridgeline/hw/descriptor.hpp>

namespace ridgeline::hw {

/// The run-time form of a descriptor: the same facts, adjusted by `with_cores` and `with_clock` to what the trace
/// reports. Cheap to copy; the lists refer to the descriptor's static storage.
struct device {
  std::string_view name{};
  std::string_view vendor{};
  std::string_view architecture{};
  list_of<std::string_view> aliases{};
  int cores = 0;                      ///< cores available to ops; 0: unknown
  int nominal_cores = 0;              ///< the descriptor's own count, for which per-core peaks are quoted
  bool peaks_per_core = false;        ///< peaks scale with `cores`
  int dram_banks = 0;                 ///< 0: not applicable
  frequency clock = missing<frequency>;
  double clock_scale = 1;             ///< actual clock divided by nominal clock
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

  /// This chip with the `available` worker cores the trace reports. Unchanged unless `available` is positive.
  constexpr device with_cores(int available) const {
    device d = *this;
    if (available > 0) d.cores = available;
    return d;
  }
  /// This chip at a different clock. Peaks scale with it, each relative to the clock it is quoted at; memory does not.
  /// At the nominal clock the peaks are as published. Unchanged unless `actual` is known and positive.
  constexpr device with_clock(frequency actual) const {
    device d = *this;
    if (known(actual) && known(clock) && actual.base() > 0) {
      d.clock_scale = actual / clock;
      d.clock = actual;
    }
    return d;
  }
};

/// Whether to use peaks or achievable figures; the two are never mixed.
enum class roof_kind : std::uint8_t { peak, achievable };

/// The rate of `used` cores of the device (0: all) for `m`; unknown if none is published. For chips whose peaks do not
/// scale per core, always the rate of the whole chip.
constexpr flop_rate peak_rate(const device& d, math m, double used = 0, roof_kind kind = roof_kind::peak) {
  const list_of<peak> peaks = kind == roof_kind::peak ? d.peaks : d.achievable;
  const std::size_t place = detail::place_of_peak(peaks, m);
  if (place == peaks.size()) return missing<flop_rate>;
  const peak& p = peaks.first[place];
  const bool own_clock = d.clock_scale != 1 && p.clock.base() > 0;  // data sheets use several clocks
  const flop_rate whole = p.rate * (own_clock ? d.clock / p.clock : d.clock_scale);
  if (!d.peaks_per_core || d.nominal_cores == 0) return whole;
  return whole / d.nominal_cores * (used > 0 ? used : d.cores);
}

namespace detail {
/// Copies an optional fact, and says what it should be where it is of another type.
template <class Fact, class Given>
constexpr void set_fact(Fact& fact, const Given& given) {
  constexpr bool fits = std::is_convertible_v<const Given&, Fact>;
  static_assert(fits, "a fact of a chip is of another type: clock = 1000 * MHz, memory = 64 * GB, link = 100 * GBps, "
                      "std::array<std::string_view, 1> aliases{\"My Chip\"}, std::array achievable{peak{...}, ...}");
  if constexpr (fits) fact = given;
}
template <class H>
constexpr void optional_facts(device& d) {
  if constexpr (requires { H::vendor; }) set_fact(d.vendor, H::vendor);
  if constexpr (requires { H::architecture; }) set_fact(d.architecture, H::architecture);
  if constexpr (requires { H::aliases; }) set_fact(d.aliases, H::aliases);
  if constexpr (requires { H::peaks_per_core; }) set_fact(d.peaks_per_core, H::peaks_per_core);
  if constexpr (requires { H::dram_banks; }) set_fact(d.dram_banks, H::dram_banks);
  if constexpr (requires { H::clock; }) set_fact(d.clock, H::clock);
  if constexpr (requires { H::dram.basis; }) set_fact(d.dram_basis, H::dram.basis);
  if constexpr (requires { H::dram.source; }) set_fact(d.dram_source, H::dram.source);
  if constexpr (requires { H::achievable_dram; }) set_fact(d.achievable_dram, H::achievable_dram);
  if constexpr (requires { H::memory; }) set_fact(d.memory, H::memory);
  if constexpr (requires { H::last_level_cache; }) set_fact(d.last_level_cache, H::last_level_cache);
  if constexpr (requires { H::link; }) set_fact(d.link, H::link);
  if constexpr (requires { H::link_total; }) set_fact(d.link_total, H::link_total);
  if constexpr (requires { H::host_link; }) set_fact(d.host_link, H::host_link);
  if constexpr (requires { H::achievable; }) set_fact(d.achievable, H::achievable);
}
/// Whether no rate is zero or less, which would make every time endless.
template <class H>
consteval bool rates_are_possible() {
  for (const peak& p : H::peaks)
    if (p.rate <= flop_rate{}) return false;
  return !(bandwidth(H::dram) <= bandwidth{});
}
}  // namespace detail

/// The run-time form of `H`.
template <hardware H>
constexpr device image() {
  constexpr bool rates = detail::rates_are_possible<H>();
  static_assert(rates, "a chip's rates are above zero: dram is missing<bandwidth> where it is not known, and peaks "
                       "that are not published are left out");
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
