#include <ridgeline/torch/op/type.hpp>

using namespace ridgeline;

namespace test_torch_op_type {

static_assert(torch_type_size("c10::BFloat16") == 2 * B && torch_type_precision("c10::BFloat16") == dtype::bf16);
static_assert(torch_type_size("FLOAT") == 4 * B && torch_type_precision("FLOAT") == dtype::fp32);

// names of ScalarType and of Python are those of other writers; the original knows the profiler's alone
constexpr bool is_spelled(std::string_view name, byte_count size, dtype precision) {
  return torch_type_size(name) == size && torch_type_precision(name) == precision &&
         !known(torch_type_size(name, {.few_types = true})) &&
         torch_type_precision(name, {.few_types = true}) == dtype::any;
}
static_assert(is_spelled("torch.bfloat16", 2 * B, dtype::bf16) && is_spelled("BFloat16", 2 * B, dtype::bf16));
static_assert(is_spelled("Half", 2 * B, dtype::fp16) && is_spelled("float16", 2 * B, dtype::fp16));
static_assert(is_spelled("torch.int64", 8 * B, dtype::int64) && is_spelled("Char", 1 * B, dtype::int8));
static_assert(is_spelled("float8_e4m3fn", 1 * B, dtype::fp8) && is_spelled("ComplexFloat", 8 * B, dtype::complex64));

static_assert(!known(torch_type_size("c10::Quaternion")) && torch_type_precision("c10::Quaternion") == dtype::any);
static_assert(!known(torch_type_size("")) && torch_type_precision("") == dtype::any);

}  // namespace test_torch_op_type
