#include <ridgeline/gpu/communication.hpp>
#include <ridgeline/gpu/work.hpp>

using namespace ridgeline;

namespace test_gpu_communication {

using gpu::collective_kind;
using gpu::communication_of;

constexpr bool is(std::string_view kernel, std::string_view library, collective_kind kind) {
  return communication_of(kernel) == gpu::communication{library, kind};
}
constexpr bool computes(std::string_view kernel) { return !communication_of(kernel); }

// each family of the table, by names as they appear in traces
static_assert(is("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "NCCL/RCCL",
                 collective_kind::allreduce));
static_assert(is("ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(x)", "NCCL/RCCL", collective_kind::reduce_scatter));
static_assert(is("ncclDevKernel_AllGather_RING_LL(x)", "NCCL/RCCL", collective_kind::allgather));
static_assert(is("ncclDevKernel_Broadcast_RING_LL(x)", "NCCL/RCCL", collective_kind::broadcast));
static_assert(is("ncclDevKernel_Reduce_Sum_f32_RING_LL(x)", "NCCL/RCCL", collective_kind::reduce));
static_assert(is("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(x)", "NCCL/RCCL",
                 collective_kind::unknown));  // any of five
static_assert(is("ncclDevKernel_Generic_4(x)", "NCCL/RCCL", collective_kind::unknown));
static_assert(is("ncclSymDevKernel_AllReduce_RSxLDMC_AGxSTMC_bf16(ncclSymDevArgs)", "NCCL/RCCL",
                 collective_kind::allreduce));
static_assert(is("rcclAllGatherKernel", "RCCL", collective_kind::allgather));
static_assert(is("void rcclGenericKernel<1, false>(ncclDevComm*, ncclWork*)", "RCCL", collective_kind::unknown));
static_assert(is("mscclKernel_Sum_half_LL_false(ncclDevComm*, mscclAlgo*)", "MSCCL", collective_kind::unknown));
static_assert(is("void mscclpp::allreduceAllPairs<__half>(__half*)", "MSCCL++", collective_kind::allreduce));
static_assert(is("void stream_executor::gpu::MultiGpuBarrierKernelImpl<8l>(long)", "XLA", collective_kind::unknown));
static_assert(is("nvshmemi_transfer_rma_warp", "NVSHMEM", collective_kind::unknown));
static_assert(is("void barrier_on_stream_kernel_threadgroup<(threadgroup_t)1>(int, int)", "NVSHMEM",
                 collective_kind::unknown));
static_assert(is("rocshmem_put_kernel", "rocSHMEM", collective_kind::unknown));
static_assert(is("void deep_ep::internode::dispatch<false, 8>(int4*)", "DeepEP", collective_kind::alltoall));
static_assert(is("void dpsk::ep::internode::combine<false>(int4*)", "DeepEP", collective_kind::alltoall));
static_assert(is("void deep_ep::internode_ll::dispatch<true>(void*)", "DeepEP", collective_kind::alltoall));
static_assert(is("void uccl::ep::intranode::barrier(int)", "DeepEP", collective_kind::unknown));
static_assert(is("_ZN7deep_ep9intranode8dispatchILi8EEEvP4int4", "DeepEP", collective_kind::alltoall));
static_assert(is("void vllm::cross_device_reduce_2stage<__nv_bfloat16, 8>(vllm::RankData*)", "vLLM",
                 collective_kind::allreduce));
// FBGEMM's, whose namespace looks like a product
static_assert(is("void fbgemm_gpu::one_shot_all_reduce_pipelined<8, false>(int, int, int)", "FBGEMM",
                 collective_kind::allreduce));
static_assert(is("void fbgemm_gpu::two_shot_all_reduce<8, true>(int, int, int)", "FBGEMM", collective_kind::allreduce));
static_assert(is("void fbgemm_gpu::reduce_scatter<8, true>(int, int, int)", "FBGEMM", collective_kind::reduce_scatter));
static_assert(is("void aiter::cross_device_reduce_1stage<opus::bf16_t, 8>(x)", "AITER", collective_kind::allreduce));
static_assert(is("void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<x>(int)",
                 "FlashInfer", collective_kind::allreduce));
static_assert(is("void tensorrt_llm::kernels::twoShotAllReduceKernel<__nv_bfloat16, 8>(x)", "TensorRT-LLM",
                 collective_kind::allreduce));
static_assert(is("void tensorrt_llm::kernels::mnnvl::rmsNormLamport<5, __nv_bfloat16>(x)", "TensorRT-LLM",
                 collective_kind::unknown));  // waits for the second half of an all-reduce
static_assert(!computes("void minimax_reduce_qk_rms_kernel_lamport_float4<__nv_bfloat16, 4, 6144, 1024>(x)"));
static_assert(is("void quickreduce::allreduce_prototype_twoshot<x>(int)", "QuickReduce", collective_kind::allreduce));
static_assert(is("multimem_one_shot_all_reduce_kernel<c10::BFloat16, 16>", "PyTorch symmetric memory",
                 collective_kind::allreduce));
static_assert(is("userbuffers_fp16_sum_inplace_gpu_rr_rs<2>", "Transformer Engine", collective_kind::unknown));
static_assert(is("ucc_tl_cuda_reduce_scatter_linear", "UCC", collective_kind::reduce_scatter));
static_assert(is("hcom_allReduce_", "HCCL", collective_kind::allreduce));
static_assert(is("oneccl_allreduce_medium_kernel", "oneCCL", collective_kind::allreduce));
static_assert(is("void deep_ep::elastic::hybrid_dispatch_impl<true, 132>(void*)", "DeepEP", collective_kind::alltoall));
static_assert(is("void deep_ep::legacy::internode_ll::dispatch<true, true, 7168>(void*)", "DeepEP",
                 collective_kind::alltoall));
static_assert(is("void my_ep::legacy::intranode::combine<8>(int4*)", "DeepEP", collective_kind::alltoall));
static_assert(is("_ZN7deep_ep6legacy12internode_ll8dispatchILb1EEEvPv", "DeepEP", collective_kind::alltoall));
static_assert(is("void deep_ep::ep::hybrid_combine_impl<1>(void*)", "DeepEP", collective_kind::alltoall));
static_assert(is("void deep_ep::comm::barrier_impl<true, 1, 512>(void*)", "DeepEP", collective_kind::unknown));
static_assert(is("void deep_ep::bucket::rdma_all_gather<2, 3>(void*)", "DeepEP", collective_kind::allgather));
static_assert(is("void deep_ep::pp::pp_send_impl<8>(void*)", "DeepEP", collective_kind::send_recv));
static_assert(is("void nixl_ep::ep_kernels::combine<true, 7168, 8, 4>(void*)", "NIXL EP", collective_kind::alltoall));
static_assert(is("void flashinfer::comm::ulysses::ulysses_a2a_kernel<half, 8, 0>(half const*)", "FlashInfer",
                 collective_kind::alltoall));
static_assert(is("_fp8_blockscale_2shot_kernel", "FlashInfer", collective_kind::allreduce));
static_assert(is("iris_reduce_symmetric_two_stage_gluon_kernel", "Iris", collective_kind::allreduce));
static_assert(is("void mooncake::combine<1, 4, 7168>(void*)", "Mooncake", collective_kind::alltoall));
static_assert(is("EpDispatchLowLatencyAsyncSendTransfer_bf16", "MoRI", collective_kind::alltoall));
static_assert(is("EpCombineSync_bf16", "MoRI", collective_kind::alltoall));
static_assert(is("void (anonymous namespace)::dispatchKernel<16u, true, false>(int*)", "", collective_kind::alltoall));
static_assert(is("void combineKernel<__half, __nv_bfloat16, 8ul, true, true>(x)", "", collective_kind::alltoall));
static_assert(is("mcclKernel_AllReduce_RING_SIMPLE_Sum(mcclWorkElem)", "MCCL", collective_kind::allreduce));
static_assert(is("ixcclKernel_AllGather_RING_LL", "ixCCL", collective_kind::allgather));
static_assert(is("xcclKernel_Broadcast", "XCCL", collective_kind::broadcast));
static_assert(is("zcclDevKernel_ReduceScatter_Sum", "", collective_kind::reduce_scatter));  // claimed by no family
static_assert(is("ncclSymkDevKernel_AllGather_STMC(ncclSymkDevWorkArgs4K)", "NCCL/RCCL", collective_kind::allgather));
static_assert(is("void c10d::symmetric_memory::exchangeSplitAndOffset<false>(long*)", "PyTorch symmetric memory",
                 collective_kind::alltoall));
static_assert(is("barrier_kernel(unsigned int**, int, int, int, unsigned long)", "PyTorch symmetric memory",
                 collective_kind::unknown));
static_assert(is("MoeDistributeDispatchV2_bf16", "HCCL", collective_kind::alltoall));
static_assert(is("ccl::v1::reduce_kernel", "oneCCL", collective_kind::unknown));
static_assert(is("NCCLKERNEL_ALLGATHER", "NCCL/RCCL", collective_kind::allgather));  // letter case does not matter

// names that look similar but are not communication
static_assert(computes("void dpsk::ep::cuda::get_dispatch_layout<256, 32, 8>(long const*, int*, int*)"));
static_assert(computes("void deep_ep::internode::get_dispatch_layout<256, 32, 8>(long const*, int*)"));
static_assert(computes("_ZN7deep_ep9internode19get_dispatch_layoutILi256ELi32ELi8EEEvPKlPiS4_"));
static_assert(computes("void step::internode::stencil<float>(float*)"));  // a letter before `ep::`
static_assert(computes("_moe_gather_scatter_kernel") && computes("splitkv_combine_kernel"));
static_assert(computes("void cub::DeviceReduceKernel<x>(x)") && computes("void at::native::reduce_kernel<512, 1>(x)"));
static_assert(computes("void deep_ep::elastic::dispatch_copy_epilogue_impl<true>(x)"));  // on one GPU
static_assert(computes("void deep_ep::ep::combine_reduce_epilogue_impl<1>(void*)"));
static_assert(computes("_ZN7deep_ep2ep27dispatch_copy_epilogue_implILi1EEEvPv"));
static_assert(computes("void deep_ep::elastic::dispatch_deterministic_prologue_impl<1>(long*)"));
static_assert(computes("void deep_ep::legacy::layout::get_dispatch_layout<256, 4, 8>(long const*)"));
static_assert(computes("void step::legacy::internode::stencil<float>(float*)"));
static_assert(computes("void step::ep::dispatch_impl<1>(float*)") && computes("_fwd_kernel_ep_scatter_1"));
static_assert(computes("combineKernel(float*)") && computes("FmhaFwdSplitKVCombineKernel<x>(x)"));
static_assert(computes("ConvertDispatchOutputKernel(x)") && computes("void triton::summccl(x)"));
static_assert(computes("lucc_kernel") && computes("my_ucc_kernel"));  // a letter, an underscore before `ucc_`
static_assert(computes("triton_poi_fused__to_copy_all_reduce_wait_tensor_3"));
static_assert(computes("triton_red_fused_all_to_all_single_sum_4") && computes("triton_for_fused_all_gather"));
static_assert(computes("triton_unk_fused_all_gather_into_tensor_0") && computes("triton_fused_all_reduce_add_0d1d2d3"));
static_assert(computes("void softmax_warp_allreduce<float>(float*)") && computes("LayerNormBlockAllReduceSum"));
static_assert(computes("aclnnMatmulAllReduce_bf16") && computes("kernel_gemm_reduce_scatter_tma"));
static_assert(computes("GemmAllReduceKernel") && computes("fused_matmul_all_reduce") && computes("AllGatherGemm"));
static_assert(computes("_gemm_a8w8_reduce_scatter_kernel") && computes("all_gather_matmul_kernel"));
static_assert(computes("void cutlass::device_kernel<cutlass::gemm::kernel::GemmARUniversal<cutlass::communication::"
                       "collective::CollectiveAllReduceMulticastWarpSpecialized<x>>>(x)"));
static_assert(computes("_ZN7cutlass13device_kernelINS_4gemm6kernel15GemmARUniversalI19CollectiveAllReduceEEEvT_"));
static_assert(!computes("sm70_tp4_all_reduce_gemma_rms_norm(x)"));  // Gemma is no product
static_assert(computes("stop_wait_signal_kernel(int*)") && computes("my_barrier_kernel(unsigned int**)"));
static_assert(computes("void flash::flash_fwd_splitkv_combine_kernel<flash::Flash_fwd_kernel_traits<x>, 4>(x)"));
static_assert(!computes("my_triton_poi_all_reduce"));  // only a name that begins like this is Inductor's
static_assert(computes("") && computes("n") && computes("ncc") && !computes("nccl"));

// the name of a collective decides, also over Inductor's names, and its kind is the trace's own word
static_assert(communication_of("triton_poi_fused_x", "record_param_comms", "allreduce") ==
              gpu::communication{{}, collective_kind::allreduce});
static_assert(communication_of("ncclDevKernel_SendRecv(x)", {}, "all_to_allv") ==
              gpu::communication{"NCCL/RCCL", collective_kind::alltoallv});
static_assert(communication_of("ncclDevKernel_AllGather_RING_LL(x)", {}, "something_new")->kind ==
              collective_kind::allgather);

// the op that launched it, when the kernel's name says nothing
static_assert(communication_of("void (anonymous namespace)::two_shot_kernel<4u>(x)", "sglang::outplace_all_reduce") ==
              gpu::communication{"SGLang", collective_kind::allreduce});
static_assert(communication_of("k0", "_C_custom_ar::qr_all_reduce")->kind == collective_kind::allreduce);
static_assert(communication_of("k0", "pplx_kernels::all_to_all_intranode_dispatch")->library == "pplx-kernels");
static_assert(communication_of("arc_ll256<2, true>", "c10d::allreduce_").has_value());
static_assert(communication_of("k0", "sgl_kernel::all_reduce_reg")->kind == collective_kind::allreduce);
static_assert(communication_of("tile_reduce_kernel<float>", "symm_mem::tile_reduce")->kind == collective_kind::reduce);
static_assert(communication_of("k0", "symm_mem::nvshmem_put")->library == "PyTorch symmetric memory");
static_assert(communication_of("k0", "trtllm::allreduce")->library == "TensorRT-LLM");
static_assert(!communication_of("nvjet_tst_128x64", "symm_mem::fused_all_gather_matmul"));  // it also contains a matmul
static_assert(!communication_of("elementwise_kernel", "aten::add"));
static_assert(!communication_of("triton_poi_fused_add_0", "vllm::all_reduce"));
static_assert(communication_of("ncclDevKernel_AllReduce_Sum(x)", "vllm::all_reduce")->library == "NCCL/RCCL");

// the spellings of kinds
static_assert(gpu::collective_kind_of("_allgather_base") == collective_kind::allgather);
static_assert(gpu::collective_kind_of("recv") == collective_kind::send_recv);
static_assert(gpu::collective_kind_of("barrier") == collective_kind::unknown);
static_assert(gpu::collective_kind_of("all_to_all_single") == collective_kind::alltoall);
static_assert(gpu::collective_kind_of("all_to_all_v_single") == collective_kind::alltoallv);
static_assert(gpu::collective_kind_of("all_gather_v") == collective_kind::allgather);
static_assert(gpu::collective_kind_of("allGatherSingleImpl") == collective_kind::allgather);
static_assert(gpu::collective_kind_of("reduceScatterSingleImpl") == collective_kind::reduce_scatter);
static_assert(gpu::collective_kind_of("_broadcast_oop") == collective_kind::broadcast);
static_assert(gpu::collective_kind_of("batch_op_issue") == collective_kind::unknown);
static_assert(gpu::name_of(collective_kind::reduce_scatter) == "reduce_scatter");
static_assert(gpu::name_of(collective_kind::send_recv) == "send_recv");

// the original's rule
static_assert(gpu::communication_by_three_words("ncclKernel") && gpu::communication_by_three_words("x_RCCL_y"));
static_assert(gpu::communication_by_three_words("vllm::Cross_Device_Reduce_1stage"));
static_assert(!gpu::communication_by_three_words("void deep_ep::internode::dispatch"));

// lanes
constexpr gpu_lane lane(gpu_kind kind, std::string_view name) {
  return gpu_lane_of(kind, name, communication_of(name).has_value());
}
static_assert(lane(gpu_kind::copy, "Memcpy PtoP nccl") == gpu_lane::copy);
static_assert(lane(gpu_kind::kernel, "__amd_rocclr_copyBufferRectAligned.kd") == gpu_lane::copy);
static_assert(lane(gpu_kind::kernel, "__amd_rocclr_copyBufferX") == gpu_lane::compute);
static_assert(lane(gpu_kind::kernel, "MEMORY_COPY_HOST_TO_DEVICE") == gpu_lane::copy);
static_assert(lane(gpu_kind::kernel, "MEMORY_COPY_HOST_TO_HOST") == gpu_lane::compute);
static_assert(lane(gpu_kind::kernel, "__amd_rocclr_fillBufferAligned") == gpu_lane::compute);
static_assert(lane(gpu_kind::kernel, "ncclDevKernel") == gpu_lane::communication);
static_assert(lane(gpu_kind::fill, "Memset (Device)") == gpu_lane::compute);
static_assert(lane(gpu_kind::fill, "nccl fill") == gpu_lane::communication);

}  // namespace test_gpu_communication
