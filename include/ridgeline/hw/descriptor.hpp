#ifndef RIDGELINE_HW_DESCRIPTOR_HPP
#define RIDGELINE_HW_DESCRIPTOR_HPP

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// The unit of a chip that does the arithmetic.
enum class engine : std::uint8_t { matrix, vector };

/// Tenstorrent's math fidelity: the number of passes over the mantissa bits per multiplication. `any` for other
/// vendors.
enum class fidelity : std::uint8_t { any, lofi, hifi2, hifi3, hifi4 };

/// The kind of math a peak rate is quoted for. `any` matches every value.
struct math {
  ridgeline::engine engine = ridgeline::engine::matrix;
  ridgeline::dtype type = dtype::any;
  ridgeline::fidelity fidelity = fidelity::any;
  friend constexpr bool operator==(const math&, const math&) = default;
};

inline constexpr math lofi{engine::matrix, dtype::any, fidelity::lofi};
inline constexpr math hifi2{engine::matrix, dtype::any, fidelity::hifi2};
inline constexpr math hifi3{engine::matrix, dtype::any, fidelity::hifi3};
inline constexpr math hifi4{engine::matrix, dtype::any, fidelity::hifi4};
inline constexpr math matrix_fp64{engine::matrix, dtype::fp64};
inline constexpr math matrix_fp32{engine::matrix, dtype::fp32};
inline constexpr math matrix_tf32{engine::matrix, dtype::tf32};
inline constexpr math matrix_fp16{engine::matrix, dtype::fp16};
inline constexpr math matrix_bf16{engine::matrix, dtype::bf16};
inline constexpr math matrix_fp8{engine::matrix, dtype::fp8};
inline constexpr math matrix_fp6{engine::matrix, dtype::fp6};
inline constexpr math matrix_fp4{engine::matrix, dtype::fp4};
inline constexpr math matrix_int8{engine::matrix, dtype::int8};
inline constexpr math vector_fp64{engine::vector, dtype::fp64};
inline constexpr math vector_fp32{engine::vector, dtype::fp32};
inline constexpr math vector_fp16{engine::vector, dtype::fp16};
inline constexpr math vector_bf16{engine::vector, dtype::bf16};

/// The origin of a figure. A report never mixes `measured` and other figures in one column without a label.
enum class basis : std::uint8_t {
  vendor,    ///< printed by the vendor
  derived,   ///< computed from the vendor's figures: rate per clock x units x clock, or a fraction of a total
  measured,  ///< achieved by the best known kernel
  doubtful,  ///< not confirmed by a first-hand source
  architecture  ///< a published figure times the ratio of two instruction rates in the architecture's documentation
};

constexpr std::string_view name_of(basis b) {
  constexpr std::array<std::string_view, 5> names{"vendor", "derived", "measured", "doubtful", "architecture"};
  return names[static_cast<std::size_t>(b)];
}

/// A figure and its origin. Converts implicitly to its value.
template <class T>
struct figure {
  T value{};
  ridgeline::basis basis = ridgeline::basis::vendor;
  const char* source = "";  ///< a key from the list of sources in the chip's header, and what was found there
  constexpr operator T() const { return value; }
};

/// A peak rate of a chip: the math it is for, the rate, and its source. Dense rates only; for integer math, operations
/// count as FLOP. Data sheets use different clocks for different rows, so rates are stored as published and never
/// computed from the chip's clock.
struct peak {
  math at;
  flop_rate rate;
  ridgeline::basis basis = ridgeline::basis::vendor;
  const char* source = "";
  frequency clock{};  ///< clock the rate is quoted at; 0 means the chip's own `clock`
};

/// A row of `rates`: the math, TFLOP/s, and MHz if different from the chip's own clock.
struct rated {
  math at;
  double tflops;
  double mhz = 0;
};

/// Peaks of a chip that come from one table of one source.
template <std::size_t N>
constexpr std::array<peak, N> rates(basis b, const char* source, const rated (&rows)[N]) {
  std::array<peak, N> peaks{};
  for (std::size_t i = 0; i < N; ++i)
    peaks[i] = {rows[i].at, TFLOPps(rows[i].tflops), b, source, MHz(rows[i].mhz)};
  return peaks;
}

/// A list with static storage, cheap to copy: like `std::span` without its header.
template <class T>
struct list_of {
  const T* first = nullptr;
  std::size_t count = 0;
  constexpr list_of() = default;
  template <std::size_t N>
  constexpr list_of(const std::array<T, N>& a) : first(a.data()), count(N) {}  // NOLINT: implicit on purpose
  constexpr const T* begin() const { return first; }
  constexpr const T* end() const { return first + count; }
  constexpr std::size_t size() const { return count; }
  constexpr bool empty() const { return count == 0; }
};

template <class H>
concept has_name = requires { { H::name } -> std::convertible_to<std::string_view>; };
template <class H>
concept has_memory_bandwidth = requires { { H::dram } -> std::convertible_to<bandwidth>; };
template <class H>
concept has_peaks = requires {
  { *H::peaks.begin() } -> std::convertible_to<peak>;
};
template <class H>
concept has_cores = requires { int{H::cores}; };

/// A chip: a type that provides a name, a core count, a memory bandwidth and peak rates.
///
/// Optional members: `vendor`, `architecture`, `aliases` (device names as they appear in traces), `achievable`
/// (measured peaks), `achievable_dram` (measured), `clock`, `memory` (capacity, in GB as published), `last_level_cache`
/// (the last on-chip memory before `dram`, cache or scratchpad), `link` (to one peer, one direction), `link_total` (all
/// links, both directions combined, as vendors advertise it), `host_link` (one direction), `dram_banks`,
/// `peaks_per_core` (true: peaks scale with the number of cores reported by the trace). Each is a plain value or a
/// `figure`; unpublished ones are omitted and count as unknown.
template <class H>
concept hardware = has_name<H> && has_memory_bandwidth<H> && has_peaks<H> && has_cores<H>;

namespace hw::detail {
/// Where that peak stands in the list; its size if there is none. A number, because g++ with -fsanitize=undefined does
/// not compare the address of an element with null in a constant expression.
constexpr std::size_t place_of_peak(list_of<peak> peaks, math m) {
  for (std::size_t i = 0; i < peaks.size(); ++i)
    if (peaks.first[i].at == m) return i;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const math at = peaks.first[i].at;
    const bool type_fits = at.type == m.type || at.type == dtype::any;
    const bool fidelity_fits = at.fidelity == m.fidelity || at.fidelity == fidelity::any;
    if (at.engine == m.engine && type_fits && fidelity_fits) return i;
  }
  return peaks.size();
}
}  // namespace hw::detail

/// The peak quoted for exactly `m`, otherwise one quoted with `any` that includes it; null if there is none.
constexpr const peak* find_peak(list_of<peak> peaks, math m) {
  const std::size_t place = hw::detail::place_of_peak(peaks, m);
  return place < peaks.size() ? peaks.first + place : nullptr;
}

/// How many times more operations per clock a core does in one math than in another.
struct rate_ratio {
  math at;
  double times;
};

/// The published peaks, followed by unpublished ones derived from `of`, where the architecture's documentation gives
/// both rates per clock. Does not compile unless `of` is among the published peaks.
template <std::size_t N, std::size_t M>
constexpr std::array<peak, N + M> with_ratios(const std::array<peak, N>& printed, math of,
                                              const rate_ratio (&ratios)[M], const char* source) {
  std::array<peak, N + M> all{};
  for (std::size_t i = 0; i < N; ++i) all[i] = printed[i];
  const peak& base = *find_peak(printed, of);
  for (std::size_t i = 0; i < M; ++i)
    all[N + i] = {ratios[i].at, base.rate * ratios[i].times, basis::architecture, source, base.clock};
  return all;
}

namespace hw::detail {
/// FP16 and BF16 rates of a chip's vectors, relative to FP32.
struct vector_rates {
  double fp16, bf16;
  const char* source;
};
/// The published peaks of `rows`, followed by those of vectors in FP16 and BF16.
template <std::size_t N>
constexpr std::array<peak, N + 2> rates_with(const vector_rates& vectors, basis b, const char* source,
                                             const rated (&rows)[N]) {
  return with_ratios(rates(b, source, rows), vector_fp32,
                     {{vector_fp16, vectors.fp16}, {vector_bf16, vectors.bf16}}, vectors.source);
}
}  // namespace hw::detail

template <class H, math M>
concept publishes_peak = hardware<H> && hw::detail::place_of_peak(H::peaks, M) < list_of<peak>(H::peaks).size();

/// The chip's peak rate for `M`; a compile error if the chip has none.
template <hardware H, math M>
  requires publishes_peak<H, M>
inline constexpr flop_rate peak_of = list_of<peak>(H::peaks).first[hw::detail::place_of_peak(H::peaks, M)].rate;

/// The operational intensity where the two roofs meet; below it, an op on `H` is memory-bound.
template <hardware H, math M>
  requires publishes_peak<H, M>
inline constexpr intensity ridge_point = peak_of<H, M> / bandwidth(H::dram);

}  // namespace ridgeline

#endif  // RIDGELINE_HW_DESCRIPTOR_HPP
