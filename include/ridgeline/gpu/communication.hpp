#ifndef RIDGELINE_GPU_COMMUNICATION_HPP
#define RIDGELINE_GPU_COMMUNICATION_HPP

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/communication_rule.hpp>

/// Decides for every report what counts as communication, by a table with one rule per row. To support a new library,
/// add a row; a program can add its own rules without changing this file (`communication_table`). Sources: [NCCL]
/// NVIDIA/nccl and ROCm/rccl, whose kernels have NCCL's names too; [MSCCL] microsoft/msccl and mscclpp; [NVSHMEM]
/// NVIDIA NVSHMEM and ROCm/rocSHMEM; [DEEPEP] deepseek-ai/DeepEP csrc/kernels; [VLLM] vllm-project/vllm
/// csrc/custom_all_reduce.cuh, custom_quickreduce.cu, vllm/distributed/parallel_state.py; [SGL] sgl-project/sglang
/// python/sglang/srt/distributed/parallel_state.py; [AITER] ROCm/aiter; [FI] flashinfer-ai/flashinfer
/// include/flashinfer/comm; [TRTLLM] NVIDIA/TensorRT-LLM cpp/tensorrt_llm/kernels; [TORCH] pytorch/pytorch
/// torch/csrc/distributed/c10d (symm_mem) and torch/_inductor; [TE] NVIDIA/TransformerEngine comm_gemm_overlap; [UCC]
/// openucx/ucc; [UCCL] uccl-project/uccl; [PPLX] perplexityai/pplx-garden and pplx-kernels; [FBGEMM] pytorch/FBGEMM
/// fbgemm_gpu/experimental; [MOONCAKE] kvcache-ai/Mooncake; [MORI] ROCm/mori; [HCCL] Ascend HCCL, Intel Gaudi HCL;
/// [ONECCL] oneapi-src/oneCCL.
namespace ridgeline::gpu {

namespace gpu_detail {

/// Communication, recognised by the kernel's name.
constexpr communication_rule by_kernel(std::string_view text, std::string_view library, const char* source,
                                       collective_kind kind = collective_kind::unknown,
                                       text_place place = text_place::anywhere) {
  return {text, place, rule_says::communication, library, kind, source};
}
/// Communication, recognised by the name of the op that launched it.
constexpr communication_rule by_op(std::string_view front, std::string_view library, const char* source,
                                   collective_kind kind = collective_kind::unknown) {
  return {front, text_place::front, rule_says::communication, library, kind, source, name_read::op};
}
constexpr communication_rule computes(std::string_view text, text_place place, const char* source) {
  return {text, place, rule_says::computation, {}, collective_kind::unknown, source};
}
/// A compiler-generated kernel, whose name lists the ops fused into it.
constexpr communication_rule fused(std::string_view front) {
  return computes(front, text_place::front, "TORCH: _inductor");
}
/// Adds the library to work that another row identifies as communication.
constexpr communication_rule made_by(std::string_view text, std::string_view library, const char* source) {
  return {text, text_place::anywhere, rule_says::more, library, collective_kind::unknown, source};
}
/// Adds the kind of collective to work that another row identifies as communication.
constexpr communication_rule does(std::string_view text, collective_kind kind, const char* source) {
  return {text, text_place::anywhere, rule_says::more, {}, kind, source};
}

}  // namespace gpu_detail

/// The table. The first matching row that decides wins and provides library and kind; if it lacks either, the first
/// matching row that has it provides it. Deliberately excluded, because they are not communication: `moe_gather`,
/// `splitkv_combine`, `combineKernel` without template arguments, `DeviceReduce`, `reduce_kernel`, and DeepEP's
/// `get_dispatch_layout`, which counts on one GPU.
inline constexpr std::array communication_rules{
    // names that list all_reduce and wait_tensor among the fused ops
    gpu_detail::fused("triton_poi_"),
    gpu_detail::fused("triton_red_"),
    gpu_detail::fused("triton_per_"),
    gpu_detail::fused("triton_tem_"),
    gpu_detail::fused("triton_for_"),
    gpu_detail::fused("triton_spl_"),
    gpu_detail::fused("triton_mix_"),
    gpu_detail::fused("triton_unk_"),
    gpu_detail::fused("triton_fused_"),
    // libraries; first those whose kernels name another library in their arguments, or a product in their names
    gpu_detail::by_kernel("fbgemm_gpu::one_shot_all_reduce", "FBGEMM", "FBGEMM: gen_ai/src/comm/car.cu",
                          collective_kind::allreduce),
    gpu_detail::by_kernel("fbgemm_gpu::two_shot_all_reduce", "FBGEMM", "FBGEMM: gen_ai/src/comm/car.cu",
                          collective_kind::allreduce),
    gpu_detail::by_kernel("fbgemm_gpu::reduce_scatter<", "FBGEMM", "FBGEMM: gen_ai/src/comm/car.cu",
                          collective_kind::reduce_scatter),
    gpu_detail::by_kernel("mscclKernel", "MSCCL", "MSCCL"),
    gpu_detail::by_kernel("mscclpp", "MSCCL++", "MSCCL"),
    gpu_detail::computes("get_dispatch_layout", text_place::anywhere, "DEEPEP: counts on one GPU, also in `internode`"),
    gpu_detail::computes("_epilogue_impl", text_place::anywhere, "DEEPEP: elastic and ep, copies on one GPU"),
    gpu_detail::computes("_prologue_impl", text_place::anywhere, "DEEPEP: elastic, counts on one GPU"),
    gpu_detail::by_kernel("nixl_ep", "NIXL EP", "ai-dynamo/nixl examples/device/ep, also mangled"),
    gpu_detail::by_kernel("ep::internode::", "DeepEP", "DEEPEP", {}, text_place::no_letter_before),
    gpu_detail::by_kernel("ep::intranode::", "DeepEP", "DEEPEP", {}, text_place::no_letter_before),
    gpu_detail::by_kernel("ep::internode_ll::", "DeepEP", "DEEPEP", {}, text_place::no_letter_before),
    gpu_detail::by_kernel("ep::legacy::internode", "DeepEP", "DEEPEP of 2026", {}, text_place::no_letter_before),
    gpu_detail::by_kernel("ep::legacy::intranode", "DeepEP", "DEEPEP of 2026", {}, text_place::no_letter_before),
    gpu_detail::by_kernel("deep_ep::pp::", "DeepEP", "DEEPEP: between stages of a pipeline",
                          collective_kind::send_recv),
    gpu_detail::by_kernel("deep_ep::", "DeepEP", "DEEPEP: elastic, ep, comm, bucket, engram; the rest above"),
    gpu_detail::by_kernel("7deep_ep", "DeepEP", "DEEPEP, a mangled name"),
    gpu_detail::by_kernel("ulysses_a2a", "FlashInfer", "FI: comm/ulysses", collective_kind::alltoall),
    gpu_detail::by_kernel("fp8_blockscale_2shot", "FlashInfer", "FI: an all-reduce in 8-bit floats",
                          collective_kind::allreduce),
    gpu_detail::by_kernel("iris_reduce_symmetric", "Iris", "lightseek/tokenspeed", collective_kind::allreduce),
    gpu_detail::by_kernel("mooncake::", "Mooncake", "MOONCAKE: mooncake-ep, mooncake-pg", {}, text_place::word_start),
    gpu_detail::by_kernel("uccl", "UCCL", "UCCL: ep, whose kernels are DeepEP's"),
    gpu_detail::by_kernel("rccl", "RCCL", "NCCL"),
    gpu_detail::by_kernel("nccl", "NCCL/RCCL", "NCCL"),
    gpu_detail::by_kernel("nvshmem", "NVSHMEM", "NVSHMEM"),
    gpu_detail::by_kernel("_on_stream_kernel", "NVSHMEM", "NVSHMEM: barrier_, sync_, rdxn_on_stream_kernel_..."),
    gpu_detail::by_kernel("rocshmem", "rocSHMEM", "NVSHMEM"),
    gpu_detail::by_kernel("quickreduce", "QuickReduce", "VLLM: custom_quickreduce.cu", collective_kind::allreduce),
    gpu_detail::by_kernel("userbuffers_", "Transformer Engine", "TE: userbuffers"),
    gpu_detail::by_kernel("ucc_", "UCC", "UCC", {}, text_place::word_start),
    gpu_detail::by_kernel("hccl", "HCCL", "HCCL"),
    gpu_detail::by_kernel("hcom_", "HCCL", "HCCL", {}, text_place::word_start),
    gpu_detail::by_kernel("oneccl", "oneCCL", "ONECCL"),
    // vendors' variants of NCCL, with the same kernel names except for the first letter
    gpu_detail::by_kernel("ixccl", "ixCCL", "Iluvatar"),
    gpu_detail::by_kernel("xccl", "XCCL", "Kunlunxin"),
    gpu_detail::by_kernel("mccl", "MCCL", "Moore Threads, MetaX", {}, text_place::word_start),
    gpu_detail::by_kernel("cncl", "CNCL", "Cambricon", {}, text_place::word_start),
    gpu_detail::by_kernel("flagcx", "FlagCX", "flagos-ai/FlagCX"),
    gpu_detail::by_kernel("cclKernel", {}, "NCCL"),
    gpu_detail::by_kernel("cclDevKernel", {}, "NCCL"),
    // engines that copy each other's kernels
    gpu_detail::made_by("flashinfer::", "FlashInfer", "FI"),
    gpu_detail::made_by("tensorrt_llm::", "TensorRT-LLM", "TRTLLM"),
    gpu_detail::made_by("trtllm", "TensorRT-LLM", "TRTLLM"),
    gpu_detail::made_by("vllm::", "vLLM", "VLLM"),
    gpu_detail::made_by("aiter::", "AITER", "AITER"),
    gpu_detail::made_by("sglang", "SGLang", "SGL"),
    gpu_detail::made_by("sgl_kernel", "SGLang", "SGL"),
    gpu_detail::made_by("multimem_", "PyTorch symmetric memory", "TORCH: CUDASymmetricMemoryOps.cu"),
    gpu_detail::made_by("one_shot_all_reduce", "PyTorch symmetric memory", "TORCH: CUDASymmetricMemoryOps.cu"),
    gpu_detail::made_by("two_shot_all_reduce", "PyTorch symmetric memory", "TORCH: CUDASymmetricMemoryOps.cu"),
    // verbs
    gpu_detail::by_kernel("cross_device_reduce", {}, "VLLM: custom_all_reduce.cuh, also in SGL and AITER",
                      collective_kind::allreduce),
    // sums within one block, and matrix products with built-in communication
    gpu_detail::computes("warpallreduce", text_place::anywhere, "softmax and norms of many projects"),
    gpu_detail::computes("warp_allreduce", text_place::anywhere, "the same"),
    gpu_detail::computes("warp_all_reduce", text_place::anywhere, "the same"),
    gpu_detail::computes("blockallreduce", text_place::anywhere, "the same"),
    gpu_detail::computes("block_allreduce", text_place::anywhere, "the same"),
    gpu_detail::computes("block_all_reduce", text_place::anywhere, "the same"),
    gpu_detail::computes("matmul", text_place::anywhere, "HCCL: MC2 of Ascend; ROCm/iris; TORCH: symm_mem"),
    gpu_detail::computes("gemm_", text_place::anywhere, "Triton-distributed, CUTLASS examples; not `gemma`"),
    gpu_detail::computes("gemm::", text_place::anywhere, "TRTLLM: cutlass_kernels/allreduce_gemm"),
    gpu_detail::computes("4gemm", text_place::anywhere, "the same, a mangled name"),
    gpu_detail::computes("gemmall", text_place::anywhere, "the same: GemmAllReduce"),
    gpu_detail::computes("gemmreduce", text_place::anywhere, "bytedance/flux: GemmReduceScatter"),
    gpu_detail::computes("allgather_gemm", text_place::anywhere, "Triton-distributed, CUTLASS examples"),
    gpu_detail::computes("allgathergemm", text_place::anywhere, "bytedance/flux"),
    gpu_detail::computes("all_gather_gemm", text_place::anywhere, "Triton-distributed, CUTLASS examples"),
    gpu_detail::by_kernel("allreduce", {}, "FI, TRTLLM, ONECCL", collective_kind::allreduce),
    gpu_detail::by_kernel("all_reduce", {}, "TORCH: symm_mem", collective_kind::allreduce),
    gpu_detail::by_kernel("reducescatter", {}, "NCCL", collective_kind::reduce_scatter),
    gpu_detail::by_kernel("reduce_scatter", {}, "TORCH: symm_mem", collective_kind::reduce_scatter),
    gpu_detail::by_kernel("allgather", {}, "NCCL", collective_kind::allgather),
    gpu_detail::by_kernel("all_gather", {}, "TORCH: symm_mem", collective_kind::allgather),
    gpu_detail::by_kernel("alltoall", {}, "TRTLLM", collective_kind::alltoall),
    gpu_detail::by_kernel("all_to_all", {}, "TORCH: symm_mem", collective_kind::alltoall),
    gpu_detail::by_kernel("lamport", {}, "TRTLLM, VLLM, FI: rmsNormLamport, minimax_reduce_rms_kernel_lamport"),
    gpu_detail::by_kernel("EpDispatchI", "MoRI", "MORI: IntraNode and InterNode", collective_kind::alltoall),
    gpu_detail::by_kernel("EpCombineI", "MoRI", "MORI: IntraNode and InterNode", collective_kind::alltoall),
    gpu_detail::by_kernel("EpDispatchLowLatency", "MoRI", "MORI: AsyncLL", collective_kind::alltoall),
    gpu_detail::by_kernel("EpCombineLowLatency", "MoRI", "MORI: AsyncLL", collective_kind::alltoall),
    gpu_detail::by_kernel("EpCombineSync", "MoRI", "MORI: InterNodeV1"),
    gpu_detail::by_kernel("hybrid_ep::dispatch", "DeepEP", "DEEPEP: hybrid_ep", collective_kind::alltoall),
    gpu_detail::by_kernel("hybrid_ep::combine", "DeepEP", "DEEPEP: hybrid_ep", collective_kind::alltoall),
    gpu_detail::by_kernel("hybrid_ep::device_sync", "DeepEP", "DEEPEP: hybrid_ep"),
    gpu_detail::by_kernel("a2a_dispatch", {}, "PPLX: pplx-garden", collective_kind::alltoall),
    gpu_detail::by_kernel("a2a_combine", {}, "PPLX: pplx-garden", collective_kind::alltoall),
    gpu_detail::by_kernel("dispatchKernel<", {}, "PPLX: pplx-kernels", collective_kind::alltoall,
                          text_place::word_start),
    gpu_detail::by_kernel("combineKernel<", {}, "PPLX: pplx-kernels", collective_kind::alltoall,
                          text_place::word_start),
    gpu_detail::by_kernel("a2adispatch", {}, "TRTLLM: moeAlltoAllKernels.cu", collective_kind::alltoall),
    gpu_detail::by_kernel("a2acombine", {}, "TRTLLM: moeAlltoAllKernels.cu", collective_kind::alltoall),
    gpu_detail::by_kernel("MoeDistributeDispatch", "HCCL", "HCCL: operators of Ascend", collective_kind::alltoall),
    gpu_detail::by_kernel("MoeDistributeCombine", "HCCL", "HCCL: operators of Ascend", collective_kind::alltoall),
    gpu_detail::by_kernel("exchangeSplitAndOffset", "PyTorch symmetric memory", "TORCH: nvshmem_extension.cu",
                          collective_kind::alltoall),
    gpu_detail::by_kernel("put_signal_kernel", "PyTorch symmetric memory", "TORCH: CUDASymmetricMemory.cu", {},
                          text_place::word_start),
    gpu_detail::by_kernel("wait_signal_kernel", "PyTorch symmetric memory", "TORCH: CUDASymmetricMemory.cu", {},
                          text_place::word_start),
    gpu_detail::by_kernel("barrier_kernel(unsigned int**", "PyTorch symmetric memory", "TORCH: CUDASymmetricMemory.cu",
                          {}, text_place::word_start),
    gpu_detail::by_kernel("MultiGpuBarrierKernel", "XLA", "XLA: stream_executor/gpu/multi_gpu_barrier_kernel.h"),
    gpu_detail::by_kernel("push_pull_halos_", "Apex", "NVIDIA/apex peer_memory", collective_kind::send_recv),
    gpu_detail::by_kernel("ccl::", "oneCCL", "ONECCL", {}, text_place::word_start),
    gpu_detail::does("broadcast", collective_kind::broadcast, "NCCL"),
    gpu_detail::does("Kernel_Reduce_", collective_kind::reduce, "NCCL"),
    gpu_detail::does("dispatch", collective_kind::alltoall, "DEEPEP"),
    gpu_detail::does("combine", collective_kind::alltoall, "DEEPEP"),
    // ops that launch only communication, whatever the names of their kernels
    gpu_detail::by_op("record_param_comms", {}, "TORCH: ParamCommsUtils.hpp, around each collective of c10d"),
    gpu_detail::by_op("c10d::", {}, "TORCH: distributed/c10d/Ops.cpp; what is copied for it, aten ops below copy"),
    gpu_detail::by_op("_c10d_functional::", {}, "TORCH: distributed/c10d/Functional.cpp"),
    gpu_detail::by_op("c10d_functional::", {}, "TORCH: distributed/c10d/Functional.cpp"),
    gpu_detail::by_op("sgl_kernel::all_reduce", "SGLang", "SGL", collective_kind::allreduce),
    gpu_detail::by_op("sgl_kernel::qr_all_reduce", "SGLang", "SGL", collective_kind::allreduce),
    gpu_detail::by_op("sgl_kernel::mscclpp_allreduce", "SGLang", "SGL", collective_kind::allreduce),
    gpu_detail::by_op("aiter::all_reduce", "AITER", "AITER", collective_kind::allreduce),
    gpu_detail::by_op("aiter::all_gather", "AITER", "AITER", collective_kind::allgather),
    gpu_detail::by_op("aiter::reduce_scatter", "AITER", "AITER", collective_kind::reduce_scatter),
    gpu_detail::by_op("pplx_kernels::", "pplx-kernels", "PPLX: pplx-kernels", collective_kind::alltoall),
    gpu_detail::by_op("_C_custom_ar::", "vLLM", "VLLM", collective_kind::allreduce),
    gpu_detail::by_op("_C::minimax_allreduce", "vLLM", "VLLM: and an RMS norm of the sum", collective_kind::allreduce),
    gpu_detail::by_op("vllm::all_reduce", "vLLM", "VLLM", collective_kind::allreduce),
    gpu_detail::by_op("vllm::all_gather", "vLLM", "VLLM", collective_kind::allgather),
    gpu_detail::by_op("vllm::reduce_scatter", "vLLM", "VLLM", collective_kind::reduce_scatter),
    gpu_detail::by_op("sglang::inplace_all_reduce", "SGLang", "SGL", collective_kind::allreduce),
    gpu_detail::by_op("sglang::outplace_all_reduce", "SGLang", "SGL", collective_kind::allreduce),
    gpu_detail::by_op("sglang::reg_all_gather_into_tensor", "SGLang", "SGL", collective_kind::allgather),
    gpu_detail::by_op("sglang::reg_reduce_scatter_tensor", "SGLang", "SGL", collective_kind::reduce_scatter),
    gpu_detail::by_op("sglang::reg_all_to_all_single", "SGLang", "SGL", collective_kind::alltoall),
    gpu_detail::by_op("trtllm::allreduce", "TensorRT-LLM", "TRTLLM", collective_kind::allreduce),
    gpu_detail::by_op("trtllm::allgather", "TensorRT-LLM", "TRTLLM", collective_kind::allgather),
    gpu_detail::by_op("trtllm::reducescatter", "TensorRT-LLM", "TRTLLM", collective_kind::reduce_scatter),
    gpu_detail::by_op("trtllm::alltoall", "TensorRT-LLM", "TRTLLM", collective_kind::alltoall),
    gpu_detail::by_op("symm_mem::multimem_all_reduce", "PyTorch symmetric memory", "TORCH", collective_kind::allreduce),
    gpu_detail::by_op("symm_mem::multimem_one_shot", "PyTorch symmetric memory", "TORCH", collective_kind::allreduce),
    gpu_detail::by_op("symm_mem::multimem_all_gather", "PyTorch symmetric memory", "TORCH", collective_kind::allgather),
    gpu_detail::by_op("symm_mem::one_shot_all_reduce", "PyTorch symmetric memory", "TORCH", collective_kind::allreduce),
    gpu_detail::by_op("symm_mem::two_shot_all_reduce", "PyTorch symmetric memory", "TORCH", collective_kind::allreduce),
    gpu_detail::by_op("symm_mem::reduce_scatter_out", "PyTorch symmetric memory", "TORCH",
                      collective_kind::reduce_scatter),
    gpu_detail::by_op("symm_mem::nvshmem_", "PyTorch symmetric memory", "TORCH: nvshmem_put, nvshmem_all_to_all, ..."),
    gpu_detail::by_op("symm_mem::tile_reduce", "PyTorch symmetric memory", "TORCH: nvshmem_extension.cu",
                      collective_kind::reduce),
    gpu_detail::by_op("symm_mem::multi_root_tile_reduce", "PyTorch symmetric memory", "TORCH: nvshmem_extension.cu",
                      collective_kind::reduce),
    gpu_detail::by_op("symm_mem::all_to_all", "PyTorch symmetric memory", "TORCH", collective_kind::alltoall),
};

namespace gpu_detail {

inline constexpr core_detail::beginnings kernel_beginnings = beginnings_of(communication_rules, name_read::kernel);
inline constexpr core_detail::beginnings op_beginnings = beginnings_of(communication_rules, name_read::op);

/// The result of the rules a kernel matched. A named collective is communication regardless of them.
constexpr std::optional<communication> answer_of(std::span<const communication_rule> rules, const rules_met& met,
                                                 std::string_view collective) {
  if (collective.empty() &&
      (met.decides == rules_met::none || rules[met.decides].says != rule_says::communication))
    return std::nullopt;
  communication c;
  if (met.decides != rules_met::none) c = {rules[met.decides].library, rules[met.decides].kind};
  if (c.library.empty() && met.library != rules_met::none) c.library = rules[met.library].library;
  if (c.kind == collective_kind::unknown && met.kind != rules_met::none) c.kind = rules[met.kind].kind;
  if (const auto named = collective_kind_of(collective); named != collective_kind::unknown) c.kind = named;
  return c;
}

}  // namespace gpu_detail

/// Whether a kernel is communication, and if so its library and kind; nothing for computation. `op` is the innermost op
/// around its launch; `collective` is the `Collective name` in the arguments of the kernel or of the
/// `record_param_comms` it is linked to. Both may be empty. A named collective is always communication; otherwise the
/// table decides, by the kernel's name first. Takes time linear in the length of the names; reports ask once per kernel
/// name and op.
constexpr std::optional<communication> communication_of(std::string_view kernel, std::string_view op = {},
                                                        std::string_view collective = {}) {
  gpu_detail::rules_met met;
  gpu_detail::scan(communication_rules, gpu_detail::kernel_beginnings, name_read::kernel, kernel, met);
  gpu_detail::scan(communication_rules, gpu_detail::op_beginnings, name_read::op, op, met);
  return gpu_detail::answer_of(communication_rules, met, collective);
}

/// The rule of the original reports, which treats all other communication as computation. Used only with the parity
/// fault `communication_by_three_words`.
constexpr bool communication_by_three_words(std::string_view name) {
  for (std::size_t at = 0; at < name.size(); ++at)
    for (const std::string_view word : std::array<std::string_view, 3>{"nccl", "rccl", "cross_device_reduce"})
      if (core_detail::stands_at(name, at, word)) return true;
  return false;
}

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_COMMUNICATION_HPP
