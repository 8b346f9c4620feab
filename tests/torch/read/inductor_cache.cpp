#include <ridgeline/torch/read/inductor_cache.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/op/built_in_models.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_inductor_cache)

namespace {

/// TorchInductor's output, shortened: two kernels with the comments before them.
const std::string generated = R"(# Topologically Sorted Source Nodes: [a], Original ATen: [aten.add, aten.mul]
# Source node to ATen node mapping:
triton_poi_fused_add_mul_0 = async_compile.triton('triton_poi_fused_add_mul_0', '''
@triton_heuristics.pointwise(
    size_hints={'x': 1024},
    triton_meta={'signature': {'in_out_ptr0': '*bf16', 'in_ptr0': '*fp32', 'xnumel': 'i32'}, 'device': 0},
)
def triton_poi_fused_add_mul_0(in_out_ptr0, in_ptr0, xnumel):
''', device_str='cuda')

# Original ATen: [aten.mean]
triton_red_fused_mean_1 = async_compile.triton('triton_red_fused_mean_1', '''
@triton_heuristics.reduction(
    size_hints=[64, 32],
    triton_meta={'signature': {0: '*fp32', 1: '*fp32', 2: 'i32', 3: 'i32'}},
)
''')
)";

}  // namespace

BOOST_AUTO_TEST_CASE(ops_sizes_and_pointers_of_generated_kernels) {
  inductor_kernels kernels;
  read_inductor_file(generated, kernels);
  BOOST_REQUIRE(kernels.size() == 2u);
  BOOST_TEST(kernels.find("triton_poi_fused_add_mul") == nullptr);
  const inductor_kernel& pointwise = *kernels.find("triton_poi_fused_add_mul_0");
  BOOST_TEST((pointwise.ops == std::vector<std::string>{"aten.add", "aten.mul"}));
  BOOST_TEST(pointwise.outer == 1024.0);
  BOOST_TEST(pointwise.bytes().base() == 1024.0 * (2 * 2 + 4));  // the in-out tensor is read and written
  BOOST_TEST(pointwise.over_input);
  BOOST_TEST(pointwise.type == "c10::BFloat16");
  const inductor_kernel& reduction = *kernels.find("triton_red_fused_mean_1");
  BOOST_TEST(!reduction.over_input);
  BOOST_TEST(reduction.inner == 32.0);
  BOOST_TEST(reduction.bytes().base() == 64.0 * 32 * 4 + 64 * 4);  // all values in, one out for each of 64
}

BOOST_AUTO_TEST_CASE(a_compiled_op_without_arguments_goes_by_its_file) {
  inductor_kernels kernels;
  read_inductor_file(generated, kernels);
  torch_call c;
  c.name = "triton_poi_fused_add_mul_0";
  const torch_model_entry* const model = built_in_torch_models.find(c.name);
  BOOST_REQUIRE(model != nullptr);
  BOOST_TEST(!model->cost_of(c).described);
  c.generated = kernels.find("triton_poi_fused_add_mul_0");
  const torch_cost cost = model->cost_of(c);
  BOOST_TEST(cost.described);
  BOOST_TEST(cost.forward.flops.base() == 2048.0);  // an addition and a product for each of 1024
  BOOST_TEST(cost.forward.bytes.base() == 8192.0);
  BOOST_TEST(cost.spec == "vector_bf16");
}

BOOST_AUTO_TEST_CASE(a_folder_is_read_to_its_ends_and_broken_files_are_passed_over) {
  const temporary_folder folder;
  std::filesystem::create_directories(folder.path("ab/cd"));
  folder.file("ab/cd/one.py", generated);
  folder.file("ab/broken.py", "x = async_compile.triton('triton_poi_fused_add_9', '''no end");
  folder.file("ab/other.txt", generated);
  BOOST_TEST(read_inductor_cache(folder.path()).size() == 2u);
  BOOST_TEST(read_inductor_cache(folder.path("nothing")).empty());
}

BOOST_AUTO_TEST_SUITE_END()
