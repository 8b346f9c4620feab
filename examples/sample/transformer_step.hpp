#ifndef RIDGELINE_EXAMPLES_SAMPLE_TRANSFORMER_STEP_HPP
#define RIDGELINE_EXAMPLES_SAMPLE_TRANSFORMER_STEP_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random_numbers.hpp"

/// A synthetic PyTorch profiler trace: one training step of a small transformer on an H100, one of two ranks. No
/// hardware was involved: a kernel lasts as long as its FLOP or its bytes take at a fraction of the chip's peak, with
/// noise. All arithmetic is on integers and the random numbers are our own, so every compiler writes the same bytes.
///
/// Two layers of width 2048 with 16 heads of 128, feed-forward width 8192, 4096 tokens, BF16; gradients are summed over
/// both ranks while the backward pass still runs.
namespace sample {

inline constexpr std::uint64_t step_seed = 20261122;
inline constexpr std::int64_t step_layers = 2, step_tokens = 4096;
inline constexpr std::int64_t step_width = 2048, step_heads = 16, step_hidden = 8192;

/// Writes the events of the step. Times are whole nanoseconds since the trace began.
class transformer_step {
 public:
  std::string json() && {
    name_places();
    const std::int64_t begin = now_;
    step();
    add(R"("ph":"X","cat":"user_annotation","name":"ProfilerStep#12","pid":4242,"tid":4242)", begin, now_ - begin,
        R"("External id":1,"Record function id":0,"Ev Idx":0)");
    std::string text = R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100 80GB HBM3",)"
                       R"("totalGlobalMem":85029158912,"computeMajor":9,"computeMinor":0,"maxThreadsPerBlock":1024,)"
                       R"("warpSize":32,"numSms":132}],"distributedInfo":{"backend":"nccl","rank":0,"world_size":2,)"
                       R"("pg_count":1,"pg_config":[{"pg_name":"0","pg_desc":"default_pg","backend_config":"cuda:nccl",)"
                       R"("pg_size":2,"ranks":[0,1]}],"nccl_version":"2.21.5"},"displayTimeUnit":"ms","baseTimeNanoseconds":)"
                       R"(1763798400000000000,"traceEvents":[)";
    for (std::size_t i = 0; i < events_.size(); ++i) text += (i == 0 ? "\n" : ",\n") + events_[i];
    return text + "\n],\"traceName\":\"transformer_step.json\"}\n";
  }

 private:
  static constexpr std::int64_t compute_stream = 7, communication_stream = 20;
  static constexpr std::int64_t forward_thread = 4242, backward_thread = 4250;

  // --- the model ----------------------------------------------------------------------------------------------------

  void step() {
    copy_batch();
    for (std::int64_t l = 0; l < step_layers; ++l) forward_layer();
    thread_ = backward_thread;
    while (!undone_.empty()) {
      const backward_op op = undone_.back();
      undone_.pop_back();
      backward(op);
    }
    thread_ = forward_thread;
    optimizer();
  }

  void copy_batch() {
    const std::string dims = "[[4096,2048],[4096,2048],[]]";
    const std::int64_t op = open("aten::copy_", dims, bf16(2, 1), R"(["","","False"])");
    const std::int64_t bytes = step_tokens * step_width * 2;
    launch("cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", compute_stream, bytes * 1000 / 50'000,
           R"(,"bytes":)" + std::to_string(bytes));
    close(op);
  }

  void forward_layer() {
    norm();
    product(step_width, 3 * step_width);
    attention();
    product(step_width, step_width);
    residual();
    norm();
    product(step_width, step_hidden);
    gelu();
    product(step_hidden, step_width);
    residual();
  }

  void norm() {
    const std::int64_t op = open("aten::native_layer_norm", "[[4096,2048],[],[2048],[2048],[]]",
                                 R"(["c10::BFloat16","ScalarList","c10::BFloat16","c10::BFloat16","Scalar"])",
                                 R"(["","[2048]","","","1.0000000000000001e-05"])");
    kernel("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int, float, "
           "c10::BFloat16 const*)", 2 * activation_bytes());
    close(op);
    undo({"NativeLayerNormBackward0", 0, 0});
  }

  /// x W with x of tokens x in.
  void product(std::int64_t in, std::int64_t out) {
    const std::string dims = list({matrix(step_tokens, in), matrix(in, out)});
    const std::int64_t linear = open("aten::matmul", dims, bf16(2), R"(["",""])");
    const std::int64_t op = open("aten::mm", dims, bf16(2), R"(["",""])");
    gemm(step_tokens, in, out);
    close(op);
    close(linear);
    undo({"MmBackward0", in, out});
  }

  void attention() {
    const std::string head = "[1,16,4096,128]", dims = "[" + head + "," + head + "," + head + ",[],[],[],[]]";
    const std::string types = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar","Scalar",""])";
    const std::string values = R"(["","","","0.","True","False",""])";
    const std::int64_t op = open("aten::_scaled_dot_product_flash_attention", dims, types, values);
    const std::int64_t inner = open("aten::_flash_attention_forward", dims, types, values);
    // two products of 4 x 16 x 4096 x 4096 x 128 FLOP, half of each above the diagonal
    launch("cudaLaunchKernel", "kernel", "void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, true>, true>"
           "(Flash_fwd_params)", compute_stream, nanoseconds(2 * step_heads * step_tokens * step_tokens * 128, 450));
    close(inner);
    close(op);
    undo({"ScaledDotProductFlashAttentionBackward0", 0, 0});
  }

  void gelu() {
    const std::int64_t op = open("aten::gelu", "[[4096,8192],[]]", R"(["c10::BFloat16",""])", R"(["","tanh"])");
    kernel("void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl>(int, "
           "at::native::GeluCUDAKernelImpl)", 2 * activation_bytes() * step_hidden / step_width);
    close(op);
    undo({"GeluBackward0", 0, 0});
  }

  void residual() {
    const std::int64_t op = open("aten::add", "[[4096,2048],[4096,2048],[]]", bf16(2, 1), R"(["","","1"])");
    kernel("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16> >(int, "
           "at::native::CUDAFunctor_add<c10::BFloat16>)", 3 * activation_bytes());
    close(op);
  }

  // --- the backward pass --------------------------------------------------------------------------------------------

  struct backward_op {
    std::string_view node;
    std::int64_t in, out, sequence = 0;
  };
  void undo(backward_op op) {
    op.sequence = sequence_++;
    undone_.push_back(op);
  }

  void backward(const backward_op& op) {
    const std::string node(op.node);
    const std::string linked = sequence_text(op.sequence);
    const std::string none = R"([""])";
    const std::int64_t outer = open("autograd::engine::evaluate_function: " + node, "[[]]", none, none, linked);
    const std::int64_t inner = open(node, "[[]]", none, none, linked);
    if (op.node == "MmBackward0") {
      gradient_product(op.in, step_tokens, op.out);   // of the weight: x^T dy
      gradient_product(step_tokens, op.out, op.in);   // of the input: dy W^T
    } else if (op.node == "GeluBackward0") {
      const std::int64_t own = open("aten::gelu_backward", "[[4096,8192],[4096,8192],[]]",
                                    R"(["c10::BFloat16","c10::BFloat16",""])", R"(["","","tanh"])");
      kernel("void at::native::vectorized_elementwise_kernel<4, at::native::GeluBackwardCUDAKernelImpl>(int, "
             "at::native::GeluBackwardCUDAKernelImpl)", 3 * activation_bytes() * step_hidden / step_width);
      close(own);
    } else if (op.node == "NativeLayerNormBackward0") {
      const std::int64_t own = open(
          "aten::native_layer_norm_backward", "[[4096,2048],[4096,2048],[],[4096,1],[4096,1],[2048],[2048],[]]",
          R"(["c10::BFloat16","c10::BFloat16","ScalarList","float","float","c10::BFloat16","c10::BFloat16",""])",
          R"(["","","[2048]","","","","","[True, True, True]"])");
      kernel("void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float>("
             "c10::BFloat16 const*)", 3 * activation_bytes());
      kernel("void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernelTemplate<c10::BFloat16, float>(long, "
             "long)", 2 * activation_bytes());
      close(own);
    } else {
      const std::string head = "[1,16,4096,128]";
      const std::int64_t own = open(
          "aten::_scaled_dot_product_flash_attention_backward",
          "[" + head + "," + head + "," + head + "," + head + "," + head + ",[1,16,4096],[],[],[],[],[],[],[],[],[]]",
          R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","c10::BFloat16","float","","","Scalar",)"
          R"("Scalar","Scalar","Scalar","long int","long int","Scalar"])",
          R"(["","","","","","","","","4096","4096","0.","True","","","0.088388347648318447"])");
      launch("cudaLaunchKernel", "kernel", "void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<"
             "128, 64, 128, 8>, true>(Flash_bwd_params)", compute_stream,
             nanoseconds(5 * step_heads * step_tokens * step_tokens * 128, 380));
      close(own);
    }
    close(inner);
    close(outer);
    if (op.node == "MmBackward0") reduce_gradients(op.in * op.out);
  }

  void gradient_product(std::int64_t m, std::int64_t k, std::int64_t n) {
    const std::int64_t op = open("aten::mm", list({matrix(m, k), matrix(k, n)}), bf16(2), R"(["",""])");
    gemm(m, k, n);
    close(op);
  }

  /// Over both ranks, during the backward pass: 2 x bytes x (2 - 1) / 2 at 300 GB/s.
  void reduce_gradients(std::int64_t elements) {
    const std::int64_t op = open("c10d::allreduce_", list({"[" + matrix(1, elements) + "]", "[]", "[]"}),
                                 R"(["TensorList","",""])", R"(["","",""])");
    const std::string arguments =
        R"(,"Collective name":"allreduce","dtype":"BFloat16","In msg nelems":)" + std::to_string(elements) +
        R"(,"Out msg nelems":)" + std::to_string(elements) + R"(,"In split size":"[]","Out split size":"[]",)" +
        R"("Group size":2,"Process Group Name":"0","Process Group Description":"default_pg",)" +
        R"("Process Group Ranks":"[0, 1]")";
    launch("cudaLaunchKernelExC", "kernel",
           "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", communication_stream,
           noisy(elements * 2 * 1000 / 300'000 + 15'000), arguments);
    close(op);
  }

  void optimizer() {
    const std::int64_t weights = step_layers * (4 * step_width * step_width + 2 * step_width * step_hidden);
    stream_end_[0] = std::max(stream_end_[0], stream_end_[1]);  // it waits for the gradients
    std::string of_weights, of_steps;
    for (std::int64_t layer = 0; layer < step_layers; ++layer)
      for (int i = 0; i < 6; ++i) {
        of_weights += (of_weights.empty() ? "[" : ",") + matrix(step_width, i < 4 ? step_width : step_hidden);
        of_steps += of_steps.empty() ? "[[]" : ",[]";
      }
    of_weights += "]", of_steps += "]";
    const std::int64_t op = open("aten::_fused_adamw_",
                                 list({of_weights, of_weights, of_weights, of_weights, "[]", of_steps, "[]", "[]", "[]",
                                       "[]", "[]", "[]", "[]", "[]"}),
                                 R"(["TensorList","TensorList","TensorList","TensorList","","TensorList","Scalar",)"
                                 R"("Scalar","Scalar","Scalar","Scalar","Scalar","Scalar",""])",
                                 R"(["","","","","","","0.001","0.90000000000000002","0.999","0.01","1e-08","False",)"
                                 R"("False",""])");
    kernel("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous namespace)::"
           "FusedOptimizerTensorListMetadata<4>, at::native::FusedAdamMathFunctor<float, 4> >(at::native::(anonymous "
           "namespace)::FusedOptimizerTensorListMetadata<4>)", weights * 28);
    close(op);
    const std::int64_t wait = now_ + 3'000;
    now_ = std::max(wait, stream_end_[0]) + 4'000;
    add(R"("ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":4242,"tid":4242)", wait, now_ - wait,
        R"("External id":0,"cbid":165,"correlation":)" + std::to_string(correlation_++));
  }

  // --- kernels ------------------------------------------------------------------------------------------------------

  static constexpr std::int64_t activation_bytes() { return step_tokens * step_width * 2; }
  /// The time for these FLOP at the given TFLOP/s, with noise.
  std::int64_t nanoseconds(std::int64_t flop, std::int64_t tera) { return noisy(flop / (tera * 1000)); }
  /// Up to 3 % more or less.
  std::int64_t noisy(std::int64_t ns) { return ns + ns * random_.between(-30, 30) / 1000; }

  void gemm(std::int64_t m, std::int64_t k, std::int64_t n) {
    launch("cudaLaunchKernelExC", "kernel", "nvjet_tst_256x128_64x4_2x1_v_bz_coopA_NNT", compute_stream,
           nanoseconds(2 * m * k * n, 620));
  }
  /// A memory-bound kernel: bytes at 2500 GB/s, plus the cost of a launch.
  void kernel(std::string_view name, std::int64_t bytes) {
    launch("cudaLaunchKernel", "kernel", name, compute_stream, noisy(bytes / 2500 + 1'500));
  }

  /// A runtime call and the GPU work that it launches, queued on its stream.
  void launch(std::string_view call, std::string_view category, std::string_view work, std::int64_t stream,
              std::int64_t length, const std::string& more = {}) {
    now_ += 2'000 + random_.between(0, 900);
    const std::int64_t at = now_, took = 4'200 + random_.between(0, 1'500);
    const std::string id = std::to_string(correlation_++), outer = std::to_string(external_ - 1);
    const std::string by_thread = R"(,"pid":4242,"tid":)" + std::to_string(thread_);
    add(R"("ph":"X","cat":"cuda_runtime","name":)" + quoted(call) + by_thread, at, took,
        R"("External id":)" + outer + R"(,"cbid":211,"correlation":)" + id);
    now_ += took;
    std::int64_t& end = stream_end_[stream == compute_stream ? 0 : 1];
    const std::int64_t start = std::max({now_ + 1'800, end + 900, stream == compute_stream ? 0 : stream_end_[0]});
    const std::string by_stream = R"(,"pid":0,"tid":)" + std::to_string(stream);
    add(R"("ph":"X","cat":)" + quoted(category) + R"(,"name":)" + quoted(work) + by_stream, start, length,
        R"("External id":)" + outer + R"(,"device":0,"context":1,"stream":)" + std::to_string(stream) +
            R"(,"correlation":)" + id + more);
    const std::string link = R"(,"cat":"ac2g","name":"ac2g")";
    events_.push_back(R"({"ph":"s","id":)" + id + by_thread + R"(,"ts":)" + microseconds(at) + link + "}");
    events_.push_back(R"({"ph":"f","id":)" + id + by_stream + R"(,"ts":)" + microseconds(start) + link +
                      R"(,"bp":"e"})");
    end = start + length;
  }

  // --- events -------------------------------------------------------------------------------------------------------

  void name_places() {
    const auto meta = [&](std::string_view kind, std::int64_t process, std::int64_t thread, std::string_view name) {
      events_.push_back(R"({"ph":"M","name":)" + quoted(kind) + R"(,"ts":0.000,"pid":)" + std::to_string(process) +
                        R"(,"tid":)" + std::to_string(thread) + R"(,"args":{)" +
                        quoted(kind == "process_labels" ? "labels" : "name") + ":" + quoted(name) + "}}");
    };
    meta("process_name", 4242, 0, "python");
    meta("process_labels", 4242, 0, "CPU");
    meta("process_name", 0, 0, "python");
    meta("process_labels", 0, 0, "GPU 0");
    meta("thread_name", 4242, forward_thread, "thread 4242 (python)");
    meta("thread_name", 4242, backward_thread, "thread 4250 (pt_autograd_0)");
    meta("thread_name", 0, compute_stream, "stream 7");
    meta("thread_name", 0, communication_stream, "stream 20");
  }

  /// Opens an op; `close` ends it and writes it at its position.
  std::int64_t open(std::string_view name, const std::string& dims, const std::string& types, const std::string& values,
                    const std::string& linked = {}) {
    now_ += 1'500 + random_.between(0, 700);
    std::string arguments = R"("External id":)" + std::to_string(external_++) + R"(,"Record function id":0)";
    arguments += R"(,"Concrete Inputs":)" + values + R"(,"Input type":)" + types + R"(,"Input Dims":)" + dims;
    arguments += linked.empty() && thread_ == forward_thread ? sequence_text(sequence_) : linked;
    open_.push_back({std::string(name), std::move(arguments), now_, events_.size()});
    events_.emplace_back();
    return static_cast<std::int64_t>(open_.size() - 1);
  }
  void close(std::int64_t which) {
    now_ += 800 + random_.between(0, 500);
    const open_op& op = open_[static_cast<std::size_t>(which)];
    events_[op.place] = event(R"("ph":"X","cat":"cpu_op","name":)" + quoted(op.name) + R"(,"pid":4242,"tid":)" +
                              std::to_string(thread_), op.start, now_ - op.start, op.arguments);
    open_.pop_back();
  }
  std::string sequence_text(std::int64_t sequence) const {
    return R"(,"Fwd thread id":)" + std::string(thread_ == forward_thread ? "0" : "1") + R"(,"Sequence number":)" +
           std::to_string(sequence);
  }
  void add(const std::string& head, std::int64_t start, std::int64_t length, const std::string& arguments) {
    events_.push_back(event(head, start, length, arguments));
  }
  static std::string event(const std::string& head, std::int64_t start, std::int64_t length,
                           const std::string& arguments) {
    return "{" + head + R"(,"ts":)" + microseconds(start) + R"(,"dur":)" + microseconds(length) + R"(,"args":{)" +
           arguments + "}}";
  }
  static std::string microseconds(std::int64_t ns) {
    return std::to_string(ns / 1000) + "." + std::to_string(1000 + ns % 1000).substr(1);
  }
  static std::string quoted(std::string_view value) { return '"' + std::string(value) + '"'; }
  static std::string matrix(std::int64_t first, std::int64_t second) {
    return "[" + std::to_string(first) + "," + std::to_string(second) + "]";
  }
  static std::string list(const std::vector<std::string>& entries) {
    std::string text = "[";
    for (const std::string& e : entries) text += (text.size() > 1 ? "," : "") + e;
    return text + "]";
  }
  static std::string bf16(int tensors, int scalars = 0) {
    std::vector<std::string> types(static_cast<std::size_t>(tensors), R"("c10::BFloat16")");
    types.insert(types.end(), static_cast<std::size_t>(scalars), R"("Scalar")");
    return list(types);
  }

  struct open_op {
    std::string name, arguments;
    std::int64_t start;
    std::size_t place;
  };
  random_numbers random_{step_seed};
  std::vector<std::string> events_{};
  std::vector<open_op> open_{};
  std::vector<backward_op> undone_{};
  std::int64_t now_ = 5'000'123, thread_ = forward_thread, external_ = 2, correlation_ = 100, sequence_ = 10;
  std::int64_t stream_end_[2] = {0, 0};
};

inline std::string transformer_step_json() { return transformer_step().json(); }

}  // namespace sample

#endif  // RIDGELINE_EXAMPLES_SAMPLE_TRANSFORMER_STEP_HPP
