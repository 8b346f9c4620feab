#ifndef RIDGELINE_EXAMPLES_SAMPLE_JAX_STEP_HPP
#define RIDGELINE_EXAMPLES_SAMPLE_JAX_STEP_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "random_numbers.hpp"
#include "tests/support/xplane_bytes.hpp"

/// A synthetic JAX profile: three training steps of a small model on one of two H100s. No hardware was involved: a
/// kernel lasts as long as its FLOP or its bytes take at a fraction of the chip's peak, with noise. All arithmetic is
/// on integers, so that every compiler writes the same bytes.
///
/// Two layers of width 2048, feed-forward width 8192, 4096 tokens, BF16: products by cuBLAS, the rest in fusions;
/// gradients are summed over both GPUs while the backward pass still runs.
namespace sample {

inline constexpr std::uint64_t jax_seed = 20261123;
inline constexpr std::int64_t jax_steps = 3, jax_layers = 2, jax_tokens = 4096, jax_width = 2048, jax_hidden = 8192;

class jax_step {
 public:
  std::string profile() && {
    build_module();
    gpu_.line(compute_stream, "Stream #13(Compute)", began);
    for (const work& w : run()) put(gpu_, w);
    gpu_.line(communication_stream, "Stream #17(Communication)", began);
    for (const work& w : sums_) put(gpu_, w);
    host_.line(501, "python", began);
    for (const work& w : launches_)
      host_.event(w.kernel, w.begin, w.time, {{"correlation_id", w.correlation}});
    xplane::plane metadata("/host:metadata");
    metadata.program("jit_train_step(7)", program_id, module_.hlo_proto());
    return xplane::file({metadata.bytes(), gpu_.bytes(), host_.bytes()});
  }

 private:
  static constexpr std::int64_t began = 1'763'798'400'000'000'000;  // ns since 1970; offsets and durations are in ps
  static constexpr std::int64_t compute_stream = 13, communication_stream = 17, program_id = 7;
  static constexpr std::int64_t ps_in_us = 1'000'000;

  /// A call of an instruction: its kernel, and its least time, in ps.
  struct instruction {
    std::string name, kernel;
    std::int64_t best;
    bool is_sum = false;
  };
  struct work {
    std::string kernel, name;
    std::int64_t begin, time, correlation;
  };

  /// 989 TFLOP/s in BF16, of which a product reaches two thirds.
  static std::int64_t product_time(std::int64_t m, std::int64_t n, std::int64_t k) { return 2 * m * n / 660 * k; }
  /// 3.35 TB/s, of which a fusion reaches four fifths.
  static std::int64_t move_time(std::int64_t bytes) { return bytes * 1'000 / 2'680; }

  // --- the program --------------------------------------------------------------------------------------------------

  void build_module() {
    module_.computation("main");
    const std::int64_t x = module_.parameter("x", xplane::bf16({jax_tokens, jax_width}));
    const std::int64_t up = module_.parameter("w_up", xplane::bf16({jax_width, jax_hidden}));
    const std::int64_t down = module_.parameter("w_down", xplane::bf16({jax_hidden, jax_width}));
    const std::int64_t h = module_.parameter("h", xplane::bf16({jax_tokens, jax_hidden}));
    for (std::int64_t l = 0; l < jax_layers; ++l) {
      const std::string layer = "jit(train_step)/jvp(layer_" + std::to_string(l) + ")/";
      fusion("input_norm_fusion", layer + "norm/reduce_sum", {jax_tokens, jax_width}, {x});
      product(layer + "up/dot_general", x, up, jax_tokens, jax_hidden, jax_width, "1", "0");
      fusion("loop_gelu_fusion", layer + "gelu/tanh", {jax_tokens, jax_hidden}, {h});
      product(layer + "down/dot_general", h, down, jax_tokens, jax_width, jax_hidden, "1", "0");
      fusion("loop_add_fusion", layer + "add", {jax_tokens, jax_width}, {x, x});
    }
    for (std::int64_t l = jax_layers; l-- > 0;) {
      const std::string layer = "jit(train_step)/transpose(jvp(layer_" + std::to_string(l) + "))/";
      product(layer + "down/dot_general", x, down, jax_tokens, jax_hidden, jax_width, "1", "1");
      product(layer + "down/dot_general", h, x, jax_hidden, jax_width, jax_tokens, "0", "0");
      fusion("loop_gelu_backward_fusion", layer + "gelu/mul", {jax_tokens, jax_hidden}, {h, h});
      product(layer + "up/dot_general", h, up, jax_tokens, jax_width, jax_hidden, "1", "1");
      product(layer + "up/dot_general", x, h, jax_width, jax_hidden, jax_tokens, "0", "0");
      fusion("input_norm_backward_fusion", layer + "norm/mul", {jax_tokens, jax_width}, {x, x});
      sum(layer + "psum", up);
    }
    fusion("loop_adam_fusion", "jit(train_step)/adam/sub", {2 * jax_layers * jax_width, jax_hidden}, {});
  }
  std::string numbered(const std::string& base) { return base + "." + std::to_string(++last_); }

  void product(const std::string& origin, std::int64_t a, std::int64_t b, std::int64_t m, std::int64_t n,
               std::int64_t k, std::string_view of_a, std::string_view of_b) {
    std::string config = R"({"gemm_backend_config":{"alpha_real":1,"beta":0,"dot_dimension_numbers":{"lhs_contracting_)";
    config += R"(dimensions":[")" + std::string(of_a) + R"("],"rhs_contracting_dimensions":[")" + std::string(of_b);
    config += R"("],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]},"epilogue":"DEFAULT"}})";
    const std::string name = numbered("cublas-gemm");
    module_.call(name, "__cublas$gemm", xplane::tuple({xplane::bf16({m, n})}), {a, b}, config, xplane::op_name(origin));
    step_.push_back({name, "nvjet_hsh_" + std::to_string(n >= jax_hidden ? 256 : 128) + "x128_64x4_2x1_v_bz_coopA_NNT",
                     product_time(m, n, k)});
  }
  void fusion(const std::string& what, const std::string& origin, const std::vector<std::int64_t>& dims,
              const std::vector<std::int64_t>& operands) {
    const std::string name = numbered(what);
    module_.add(name, "fusion", xplane::bf16(dims), operands,
                proto_bytes().bytes(11, "kLoop").raw(xplane::op_name(origin).text()));
    const auto moved = static_cast<std::int64_t>(operands.size() + 1) * 2 * dims[0] * dims[1];
    std::string kernel = name;
    std::replace(kernel.begin(), kernel.end(), '.', '_');
    step_.push_back({name, kernel, move_time(moved)});
  }
  void sum(const std::string& origin, std::int64_t weights) {
    const std::string name = numbered("all-reduce-start");
    module_.add(name, "all-reduce-start", xplane::bf16({jax_width, jax_hidden}), {weights}, xplane::op_name(origin));
    // 32 MiB in both directions over a link of 300 GB/s
    step_.push_back({name, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                     2 * jax_width * jax_hidden * 1'000 / 300, true});
  }

  // --- the run ------------------------------------------------------------------------------------------------------

  /// The work of the compute stream; sums of gradients and launches are stored separately.
  std::vector<work> run() {
    std::vector<work> compute;
    std::int64_t host = 0, free = 0, sums_free = 0;
    for (std::int64_t s = 0; s < jax_steps; ++s) {
      for (const instruction& i : step_) {
        const std::int64_t launch = noise_.near(3 * ps_in_us);
        launches_.push_back({i.is_sum ? "cuLaunchKernelEx" : "cuLaunchKernel", i.name, host, launch, ++correlation_});
        host += launch + noise_.near(2 * ps_in_us);
        std::int64_t& next = i.is_sum ? sums_free : free;
        const std::int64_t begin = std::max({host, next, i.is_sum ? free : 0}) + noise_.near(ps_in_us);
        (i.is_sum ? sums_ : compute).push_back({i.kernel, i.name, begin, noise_.near(i.best), correlation_});
        next = begin + (i.is_sum ? sums_ : compute).back().time;
      }
      host = std::max({host, free, sums_free}) + noise_.near(40 * ps_in_us);  // Python prepares the next batch
    }
    return compute;
  }
  static void put(xplane::plane& gpu, const work& w) {
    gpu.kernel(w.kernel, w.begin, w.time, w.correlation, "jit_train_step", w.name, program_id);
  }

  random_numbers noise_{jax_seed};
  xplane::module module_{"jit_train_step"};
  xplane::plane gpu_{"/device:GPU:0"}, host_{"/host:CPU"};
  std::vector<instruction> step_{};
  std::vector<work> sums_{}, launches_{};
  std::int64_t last_ = 0, correlation_ = 0;
};

/// The bytes of `jax_step.xplane.pb`.
inline std::string jax_step_profile() { return jax_step().profile(); }

}  // namespace sample

#endif  // RIDGELINE_EXAMPLES_SAMPLE_JAX_STEP_HPP
