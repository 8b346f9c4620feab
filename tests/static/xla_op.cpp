#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/op/gemm.hpp>
#include <ridgeline/xla/op/models.hpp>
#include <ridgeline/xla/record/faults.hpp>
#include <ridgeline/xla/tree/programs.hpp>

using namespace ridgeline;

static_assert(op_model<xla_gemm> && op_model<xla_attention> && op_model<xla_conv> && op_model<xla_attention_shape>);

// Categories: the kernel's words first, the instruction's over them, but not over attention.
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

// 2 batches, 4 query and 2 key heads, 8 queries, 16 keys, heads of 32 and 64:
// forward 2 * (2 * 4 * 8 * 16) * (32 + 64) = 2048 * 96
constexpr xla_attention_shape small{2, 4, 2, 8, 16, 32, 64};
static_assert(small.flops() == 196'608 * FLOP);
// q 2*8*4*32 = 2048, k and v 2*16*2*(32+64) = 6144, out 2*8*4*64 = 4096 elements of 2 B
static_assert(small.bytes() == 24'576 * B);
// backward 2048 * (3 * 32 + 2 * 64) + 2 * 16 * 96 * (4 / 2 - 1) = 458752 + 3072; (2 * 8192 + 4096) * 2 B
constexpr xla_attention_shape back{2, 4, 2, 8, 16, 32, 64, false, true};
static_assert(back.flops() == 461'824 * FLOP && back.bytes() == 40'960 * B);
// causal: half of the pairs
constexpr xla_attention_shape masked{2, 4, 4, 8, 8, 32, 32, true};
static_assert(masked.flops() == 32'768 * FLOP);  // 2 * (2*4*8*8) * 64 / 2

// A product of 2x3 by 3x4 with a bias: 2*2*3*4 + 2*4 FLOP; (6 + 12 + 8 + 4) * 2 B
constexpr xla_gemm gemm{{1, 2, 3, 4}, 2 * B, 2 * B, 2 * B, true};
static_assert(flops(gemm) == 56 * FLOP && bytes(gemm) == 60 * B);

static_assert(size_of(hlo_type::pred) == 1 * B && size_of(hlo_type::s4) == 0.5 * B && size_of(hlo_type::token) == 0 * B);
static_assert(hlo_type_of(16) == hlo_type::bf16 && name_of(hlo_type_of(33)) == "f8e8m0fnu");
static_assert(hlo_type_of(34) == hlo_type::invalid && name_of(hlo_type::f8e4m3fn) == "f8e4m3fn");
static_assert(is_floating(hlo_type::bf16) && is_floating(hlo_type::f8e5m2) && !is_floating(hlo_type::s8));

static_assert(xla_faults::parity().rounded_stamps && xla_faults::parity().conv_bias_by_count);
static_assert(!xla_faults{}.rounded_stamps && !xla_faults{}.conv_bias_by_count);

int nothing;
