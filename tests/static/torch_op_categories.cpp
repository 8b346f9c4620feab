#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/torch/run/category_table.hpp>

using namespace ridgeline;

namespace test_torch_op_categories {

constexpr std::string_view by_name(std::string_view op) {
  return torch_detail::category_by_name(op, torch_built_in_set::table);
}
using torch_detail::category_by_kernel;

// the whole name, then its prefix
static_assert(by_name("aten::mm") == "GEMM");
static_assert(by_name("triton_poi_fused_add_0") == "triton");
static_assert(by_name("record_param_comms") == "record_param_comms");
static_assert(by_name("record_param_comms_2") == "record_param_comms");
static_assert(by_name("aten::linear").empty());

// the first word that matches, in PyTorch's own kernels only
static_assert(category_by_kernel("void at::native::vectorized_elementwise_kernel<4>") == "elementwise");
static_assert(category_by_kernel("void at::native::reduce_kernel<512, elementwise>") == "elementwise");
static_assert(category_by_kernel("void at::native::reduce_kernel<512>") == "reduce");
static_assert(category_by_kernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<>") ==
              "multi_tensor_apply");
static_assert(category_by_kernel("elementwise_kernel").empty());
static_assert(category_by_kernel("_ZN2at6native29vectorized_elementwise_kernelILi4EEEvi").empty());
static_assert(torch_detail::kernel_category("_ZN2at6native29vectorized_elementwise_kernelILi4EEEvi") == "elementwise");
static_assert(torch_detail::kernel_category("_ZN2at6native13reduce_kernelILi512ELi1EEEvT1_") == "reduce");
static_assert(category_by_kernel("void at::native::softmax").empty());

}  // namespace test_torch_op_categories
