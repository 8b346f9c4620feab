#include <ridgeline/core/dtype.hpp>

using namespace ridgeline;

namespace test_core_dtype {

// The table follows the order of the enumeration, so that a type is its index.
constexpr bool in_order() {
  for (std::size_t i = 0; i < dtype_table.size(); ++i)
    if (dtype_table[i].type != static_cast<dtype>(i)) return false;
  return true;
}
static_assert(in_order() && static_cast<std::size_t>(dtype::complex128) + 1 == dtype_table.size());

// Every type has a name, and all names differ.
constexpr bool names_differ() {
  for (std::size_t i = 0; i < dtype_table.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (dtype_table[i].name.empty() || dtype_table[i].name == dtype_table[j].name) return false;
  return true;
}
static_assert(names_differ() && name_of(dtype::bf16) == "bf16" && name_of(dtype::boolean) == "bool");

static_assert(size_of(dtype::fp64) == 8 * B && size_of(dtype::fp32) == 4 * B && size_of(dtype::tf32) == 4 * B);
static_assert(size_of(dtype::fp16) == 2 * B && size_of(dtype::bf16) == 2 * B && size_of(dtype::fp8) == 1 * B);
static_assert(size_of(dtype::fp6) == 0.75 * B && size_of(dtype::fp4) == 0.5 * B && size_of(dtype::int4) == 0.5 * B);
static_assert(size_of(dtype::int64) == 8 * B && size_of(dtype::uint16) == 2 * B && size_of(dtype::boolean) == 1 * B);
static_assert(size_of(dtype::complex64) == 8 * B && size_of(dtype::complex128) == 16 * B);
static_assert(size_of(dtype::any) == 0 * B);
// A tile of 32 x 32 block floats: 1024 mantissas and 64 exponent bytes, one for 16 elements.
static_assert(1024 * size_of(dtype::bfp8) == 1088 * B);  // 1024 + 64
static_assert(1024 * size_of(dtype::bfp4) == 576 * B);   // 1024 / 2 + 64
static_assert(1024 * size_of(dtype::bfp2) == 320 * B);   // 1024 / 4 + 64

static_assert(is_integer(dtype::int64) && is_integer(dtype::int4) && is_integer(dtype::uint8));
static_assert(!is_integer(dtype::bfp2) && !is_integer(dtype::boolean) && !is_integer(dtype::any));
static_assert(!is_integer(dtype::fp64) && !is_integer(dtype::complex64));

int nothing;

}  // namespace test_core_dtype
