#include <ridgeline/torch/op/type.hpp>

using namespace ridgeline;

namespace test_torch_op_type {

static_assert(torch_type_size("c10::BFloat16") == 2 * B && torch_type_precision("c10::BFloat16") == dtype::bf16);
static_assert(torch_type_size("FLOAT") == 4 * B && torch_type_precision("FLOAT") == dtype::fp32);
static_assert(!known(torch_type_size("c10::Quaternion")) && torch_type_precision("c10::Quaternion") == dtype::any);
static_assert(!known(torch_type_size("")) && torch_type_precision("") == dtype::any);

}  // namespace test_torch_op_type
