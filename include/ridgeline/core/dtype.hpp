#ifndef RIDGELINE_CORE_DTYPE_HPP
#define RIDGELINE_CORE_DTYPE_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// Number formats of tensors and compute engines. In a peak, `any` means that the rate does not depend on the format.
enum class dtype : std::uint8_t {
  any, fp64, fp32, tf32, fp16, bf16, fp8, fp6, fp4, bfp8, bfp4, bfp2, int64, int32, int16, int8, int4, uint32, uint16,
  uint8, boolean, complex64, complex128
};

/// The properties of a number format.
struct dtype_facts {
  dtype type;
  std::string_view name;
  double bits;           ///< per element; block formats include their share of the shared exponent
  int mantissa_bits;     ///< as compared when choosing a math fidelity; 0 for integers and where it is not used
};

/// One row per format. Tenstorrent's block floats are stored per 32x32 tile with one exponent byte per 16 elements:
/// 1088 bytes (BFP8), 576 (BFP4) and 320 (BFP2) per 1024 elements; source: tt-metal, tech_reports/tensor_layouts.
inline constexpr std::array<dtype_facts, 23> dtype_table{{
    {dtype::any, "any", 0, 0},
    {dtype::fp64, "fp64", 64, 52},
    {dtype::fp32, "fp32", 32, 23},
    {dtype::tf32, "tf32", 32, 10},
    {dtype::fp16, "fp16", 16, 10},
    {dtype::bf16, "bf16", 16, 8},
    {dtype::fp8, "fp8", 8, 3},
    {dtype::fp6, "fp6", 6, 3},
    {dtype::fp4, "fp4", 4, 1},
    {dtype::bfp8, "bfp8", 1088.0 * 8 / 1024, 7},
    {dtype::bfp4, "bfp4", 576.0 * 8 / 1024, 3},
    {dtype::bfp2, "bfp2", 320.0 * 8 / 1024, 1},
    {dtype::int64, "int64", 64, 0},
    {dtype::int32, "int32", 32, 0},
    {dtype::int16, "int16", 16, 0},
    {dtype::int8, "int8", 8, 0},
    {dtype::int4, "int4", 4, 0},
    {dtype::uint32, "uint32", 32, 0},
    {dtype::uint16, "uint16", 16, 0},
    {dtype::uint8, "uint8", 8, 0},
    {dtype::boolean, "bool", 8, 0},
    {dtype::complex64, "complex64", 64, 0},
    {dtype::complex128, "complex128", 128, 0},
}};

constexpr const dtype_facts& facts_of(dtype t) { return dtype_table[static_cast<std::size_t>(t)]; }
constexpr std::string_view name_of(dtype t) { return facts_of(t).name; }

/// Bytes per element in memory; 0 for `any`.
constexpr byte_count size_of(dtype t) { return facts_of(t).bits / 8 * B; }

constexpr bool is_integer(dtype t) { return t >= dtype::int64 && t <= dtype::uint8; }

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_DTYPE_HPP
