/// Writes an XPlane file for benchmarks: training steps with the mix of events of a profile of Transformer Engine's
/// fused attention. Equal sizes give equal bytes.
///
///     bench_generate_xplane BYTES FILE

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "../tests/support/xplane_bytes.hpp"

namespace {

constexpr std::uint64_t seed = 20260711;

/// A kernel of a step: its name, the instruction it runs, and how long it takes, in nanoseconds.
struct kernel {
  std::string name, op;
  std::int64_t time;
};

std::string template_name(std::string_view what, std::size_t length) {
  std::string name = "void ck_tile::kentry<ck_tile::gfx950_t, 2, ck_tile::";
  name += what;
  name += '<';
  while (name.size() + 60 < length) name += "ck_tile::sequence<16, 192, 128, 16>, std::bfloat16_t, false, ";
  return name + "true> > >(ck_tile::Kargs) [clone .kd]";
}

std::vector<kernel> step_of_kernels() {
  std::vector<kernel> step{{"wrapped_convert.kd", "wrapped_convert", 3'000},
                           {"input_concatenate_fusion.kd", "input_concatenate_fusion", 2'500}};
  const std::string attention = "te_fused_attn_";
  for (const std::string call : {"forward_ffi.10", "forward_ffi.15"}) {
    step.push_back({"transformer_engine::fused_attn_rocm::populate_rng_state_kernel(long*, long const*, long)",
                    attention + call, 3'400});
    step.push_back({template_name("FmhaFwdKernel", 2'300), attention + call, 206'000});
    step.push_back({"gemm_fusion_dot.kd", "gemm_fusion_dot", 171'000});
    step.push_back({"loop_reduce_fusion.kd", "loop_reduce_fusion", 45'000});
  }
  for (int i = 0; i < 5; ++i)
    step.push_back({"input_reduce_fusion_" + std::to_string(i) + ".kd", "input_reduce_fusion." + std::to_string(i), 30'000});
  for (const std::string call : {"backward_ffi.12", "backward_ffi.18"}) {
    step.push_back({"__amd_rocclr_fillBufferAligned.kd", attention + call, 9'600});
    step.push_back({"__amd_rocclr_fillBufferAligned.kd", attention + call, 7'600});
    step.push_back({template_name("FmhaBwdOGradDotOKernel", 1'000), attention + call, 11'000});
    step.push_back({template_name("FmhaBwdDQDKDVKernel", 2'900), attention + call, 428'000});
    step.push_back({template_name("FmhaBwdConvertQGradKernel", 1'000), attention + call, 8'500});
    std::string gemm = "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64_MI16x16x1_CMS_SN_LDSB0_AFC0_";
    while (gemm.size() < 700) gemm += "GRVWA8_GRVWB8_GSU0_GSUAMB_GLS0_";
    step.push_back({gemm + "ISA950.kd", "custom-call.1", 117'000});
    step.push_back({"loop_reduce_fusion_4.kd", "loop_reduce_fusion.4", 24'000});
  }
  return step;
}

std::string hlo_of(const std::vector<kernel>& step) {
  using namespace xplane;
  const std::string config =
      "{attn_heads = 16 : i64, input_batch = 2 : i64, is_training = true, kv_max_seqlen = 2048 : i64, mask_type = 2 : "
      "i64, num_gqa_groups = 16 : i64, q_max_seqlen = 2048 : i64, qk_head_dim = 128 : i64, v_head_dim = 128 : i64}";
  const std::string gemm =
      "{\"gemm_backend_config\":{\"alpha_real\":1,\"beta\":0,\"dot_dimension_numbers\":{\"lhs_contracting_dimensions\":"
      "[\"1\"],\"rhs_contracting_dimensions\":[\"1\"],\"lhs_batch_dimensions\":[],\"rhs_batch_dimensions\":[]},"
      "\"epilogue\":\"DEFAULT\"}}";
  module m("jit_loss_fn");
  m.computation("gemm_fusion_dot_computation");
  const auto a = m.parameter("parameter_0", bf16({4096, 2, 1024})), b = m.parameter("parameter_1", bf16({2, 1024, 6144}));
  proto_bytes dims;
  dims.packed(1, {2}).packed(2, {1}).packed(3, {1}).packed(4, {0});
  m.root(m.add("dot.16", "dot", f32({2, 4096, 6144}), {a, b}, proto_bytes().bytes(30, dims)));
  m.computation("main.7");
  const auto qkv = m.parameter("qkv", bf16({2, 2048, 3, 16, 128})), none = m.parameter("none", bf16({0}));
  const auto x = m.parameter("x", bf16({4096, 2, 1024})), w = m.parameter("w", bf16({2, 1024, 6144}));
  const auto p = m.parameter("p", bf16({4096, 6144})), q = m.parameter("q", bf16({2048, 6144}));
  std::vector<std::string> done;
  for (const kernel& k : step) {
    bool again = false;
    for (const std::string& op : done) again = again || op == k.op;
    if (again) continue;
    done.push_back(k.op);
    const proto_bytes origin = op_name("jit(loss_fn)/jvp()/" + k.op);
    if (k.op.starts_with("te_fused_attn"))
      m.call(k.op, k.op.substr(0, k.op.find('.')), tuple({bf16({2, 2048, 16, 128}), f32({2, 16, 2048, 1})}),
             {qkv, none, none, none}, config, origin);
    else if (k.op == "custom-call.1") m.call(k.op, "__cublas$gemm", tuple({bf16({4096, 2048})}), {p, q}, gemm, origin);
    else if (k.op == "gemm_fusion_dot")
      m.add(k.op, "fusion", f32({2, 4096, 6144}), {x, w},
            proto_bytes().bytes(11, "kCustom").packed(38, {1}).raw(origin.text()));
    else m.add(k.op, "fusion", f32({4096, 6144}), {p}, proto_bytes().bytes(11, "kLoop").raw(origin.text()));
  }
  return m.hlo_proto();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: bench_generate_xplane BYTES FILE\n");
    return 2;
  }
  const std::size_t wanted = std::strtoull(argv[1], nullptr, 10);
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
  };
  const std::vector<kernel> step = step_of_kernels();
  xplane::plane gpu("/device:GPU:0"), launches("/host:CPU"), python("/host:CPU"), metadata("/host:metadata");
  gpu.line(2, "Stream #2", 9'715'872'534);
  launches.line(7, "Host Threads/7", 9'715'872'534);
  python.line(1029134407802915441, "python3", 9'715'872'534);
  const std::string hlo = hlo_of(step);
  metadata.program("jit_loss_fn(17)", 17, hlo);
  std::vector<std::string> grids;
  for (int i = 1; i < 20; ++i)
    grids.push_back(" grid:" + std::to_string(i) + ",1,1 block:256,1,1 private_mem:0 group_mem:0 occ_pct:0");
  std::int64_t device_time = 660'484'000, host_time = 594'515'000, python_time = host_time, correlation = 1;
  while (gpu.line_size() + launches.line_size() + python.line_size() + hlo.size() < wanted) {
    for (const kernel& k : step) {
      const std::string op_name = "jit(loss_fn)/jvp()/" + k.op;
      ++correlation;
      launches.event("hipModuleLaunchKernel", host_time, 9'000'000 + below(40'000'000),
                     {{"device_id", 53'022}, {"correlation_id", correlation}, {"tf_op", 0, "XlaModule:"},
                      {"name", 0, op_name}, {"hlo_op", 0, k.op}, {"hlo_module", 0, "jit_loss_fn"}, {"program_id", 17}});
      host_time += 60'000'000 + below(20'000'000);
      const std::int64_t took = (k.time + below(k.time / 8 + 1)) * 1000;
      device_time = std::max(device_time, host_time) + below(4'000'000);
      gpu.event(k.name, device_time, took,
                {{"correlation_id", correlation}, {"kernel_details", 0, grids[static_cast<std::size_t>(below(19))]},
                 {"tf_op", 0, "XlaModule:"}, {"name", 0, op_name}, {"hlo_op", 0, k.op},
                 {"hlo_module", 0, "jit_loss_fn"}, {"program_id", 17}});
      device_time += took;
    }
    for (int i = 0; i < 334; ++i) {  // Python calls and regions of the runtime, nearly all without stats
      python_time += below(12'000'000);
      if (i % 28 != 0) {
        python.event("$profiler.py:" + std::to_string(below(50)) + " region", python_time, below(3'000'000));
        continue;
      }
      python.event("BFCAllocator::AllocateRaw", python_time, 200'000,
                   {{"allocator_name", 0, "xla_gpu_bfc"}, {"bytes_reserved", below(1 << 30)},
                    {"bytes_allocated", below(1 << 30)}, {"bytes_available", below(1 << 30)}, {"addr", below(1 << 30)},
                    {"requested_bytes", below(1 << 30)}, {"allocation_bytes", below(1 << 30)}, {"id", below(1'000)},
                    {"data_type", 0}});
    }
  }
  std::ofstream out(argv[2], std::ios::binary);
  out << xplane::file({metadata.bytes(), gpu.bytes(), launches.bytes(), python.bytes()});
  out.flush();
  return out ? 0 : 1;
}
