#include <ridgeline/torch/run/categories.hpp>

using namespace ridgeline;

// the whole name, then its beginning
static_assert(torch_category_by_name("aten::mm") == "GEMM");
static_assert(torch_category_by_name("triton_poi_fused_add_0") == "triton");
static_assert(torch_category_by_name("record_param_comms") == "record_param_comms");
static_assert(torch_category_by_name("record_param_comms_2") == "record_param_comms");
static_assert(torch_category_by_name("aten::linear").empty());

// the first word that is there, in PyTorch's own kernels only
static_assert(torch_category_by_kernel("void at::native::vectorized_elementwise_kernel<4>") == "elementwise");
static_assert(torch_category_by_kernel("void at::native::reduce_kernel<512, elementwise>") == "elementwise");
static_assert(torch_category_by_kernel("void at::native::reduce_kernel<512>") == "reduce");
static_assert(torch_category_by_kernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<>") ==
              "multi_tensor_apply");
static_assert(torch_category_by_kernel("elementwise_kernel").empty());
static_assert(torch_category_by_kernel("void at::native::softmax").empty());
