#include <ridgeline/hw/amd.hpp>
#include <ridgeline/hw/nvidia.hpp>
#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/op/chip_of_kernel.hpp>
#include <ridgeline/xla/op/conv.hpp>
#include <ridgeline/xla/op/gemm.hpp>
#include <ridgeline/xla/record/faults.hpp>
#include <ridgeline/xla/tree/programs.hpp>

using namespace ridgeline;

namespace test_xla_op {

static_assert(op_model<xla_gemm> && op_model<xla_attention> && op_model<xla_conv>);

// Categories: the kernel's words first; the instruction's override them, except for attention.
static_assert(xla_category_of("Cijk_Ailk", "") == xla_category::gemm);
static_assert(xla_category_of("Cijk_Ailk", "cudnn-conv.1") == xla_category::conv);
static_assert(xla_category_of("aiter::fmha_fwd_hd64", "te_fused_attn_forward_ffi.6") == xla_category::fa_forward);
static_assert(xla_category_of("__amd_rocclr_fillBufferAligned.kd", "te_fused_attn_backward_ffi.7") == xla_category::te);
static_assert(xla_category_of("void ck_fused_attn::dk_dv_reduce_thd<bf16>", "") == xla_category::fa_backward);
static_assert(xla_category_of("kernel_func", "gemm") == xla_category::fa_v3);
static_assert(xla_category_of("ncclDevKernel_Generic_1", "all-gather-start.1") == xla_category::communication);
static_assert(xla_category_of("loop_add_fusion_3", "loop_add_fusion.3") == xla_category::rest);
static_assert(xla_category_of("cijk", "") == xla_category::rest);  // letter case counts

static_assert(xla_work_of("MemcpyD2H") == xla_work::copy && xla_work_of("CopyDeviceToDevice") == xla_work::copy);
static_assert(xla_work_of("Memset 1 (Device)") == xla_work::fill);
static_assert(xla_work_of("__amd_rocclr_copyBuffer.kd") == xla_work::kernel && xla_work_of("") == xla_work::kernel);
static_assert(xla_lane_of("Memset 1 (Device)") == gpu_lane::copy);
static_assert(xla_lane_of("void sglang::cross_device_reduce_2stage<bf16>") == gpu_lane::communication);
static_assert(xla_lane_of("RCCL_AllReduce") == gpu_lane::communication && xla_lane_of("gemm") == gpu_lane::compute);

// Async collectives as the runtime names them.
static_assert(async_collective_of("all-gather.12").family == 0 && async_collective_of("all-gather.12").number == 12);
static_assert(async_collective_of("reduce-scatter.3").family == 1 && async_collective_of("all-to-all.3").family == 2);
static_assert(async_collective_of("all-gather-start.1").family < 0 && async_collective_of("all-gather.").family < 0);
static_assert(async_collective_of("all-reduce.1").family < 0 && async_collective_of("all-gather.1x").family < 0);

// Kernels that cannot have run on a chip: another vendor's, another gfx target, a later compute capability.
constexpr hw::device a100 = hw::image<hw::a100_40gb>(), mi300x = hw::image<hw::mi300x>();
static_assert(!xla_detail::is_for_another_chip("ampere_bf16_s16816gemm_sm80", a100));
static_assert(!xla_detail::is_for_another_chip("sm70_xmma_gemm", a100));  // earlier ones run on later chips
static_assert(xla_detail::is_for_another_chip("sm90_xmma_gemm", a100));
static_assert(xla_detail::is_for_another_chip("ck_tile::kentry<ck_tile::gfx950_t, 2>", mi300x));
static_assert(!xla_detail::is_for_another_chip("ck_tile::kentry<ck_tile::gfx942_t, 2>", mi300x));
static_assert(xla_detail::is_for_another_chip("nvjet_hsh_256x128", mi300x));
static_assert(xla_detail::is_for_another_chip("Cijk_Ailk_Bljk", a100));
static_assert(!xla_detail::is_for_another_chip("loop_add_fusion_3", a100));
static_assert(!xla_detail::is_for_another_chip("asm90", a100));  // inside a word

static_assert(size_of(hlo_type::pred) == 1 * B && size_of(hlo_type::s4) == 0.5 * B && size_of(hlo_type::token) == 0 * B);
static_assert(hlo_type_of(16) == hlo_type::bf16 && name_of(hlo_type_of(33)) == "f8e8m0fnu");
static_assert(hlo_type_of(34) == hlo_type::invalid && name_of(hlo_type::f8e4m3fn) == "f8e4m3fn");
static_assert(is_floating(hlo_type::bf16) && is_floating(hlo_type::f8e5m2) && !is_floating(hlo_type::s8));

static_assert(xla_faults::parity().rounded_stamps && xla_faults::parity().conv_bias_by_count);
static_assert(!xla_faults{}.rounded_stamps && !xla_faults{}.conv_bias_by_count);

int nothing;

}  // namespace test_xla_op
