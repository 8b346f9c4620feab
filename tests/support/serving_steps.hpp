#ifndef RIDGELINE_TESTS_SUPPORT_SERVING_STEPS_HPP
#define RIDGELINE_TESTS_SUPPORT_SERVING_STEPS_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"

/// Traces of serving steps, launch by launch, and the phases that a method finds in them.
namespace test::serving_steps {

using namespace ridgeline;

/// P, D, M or - for each launch.
inline std::string labels(const kineto_text& k, phase_method method, double threshold = 10) {
  const torch_trace trace = k.read();
  const torch_profile run(trace);
  std::string all;
  for (const inference_phase p : torch_phases_of(run, {method, threshold}))
    all += p == inference_phase::unlabelled ? '-' : name_of(p)[0];
  return all;
}

/// Ops with one kernel each, ten microseconds apart.
class step_text {
 public:
  step_text& op(std::string_view name, std::string_view dims = "", std::string_view concrete = "",
                std::string_view kernel = "k") {
    std::string args;
    if (!dims.empty())
      args = "\"Input Dims\": " + std::string(dims) + ", \"Concrete Inputs\": [" + std::string(concrete) + "]";
    text.op(name, time_, 8, args, thread);
    return work("cudaLaunchKernel", "kernel", kernel);
  }
  step_text& copy_in() { return work("cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)"); }
  /// An op that leaves the launch to one below it, as PyTorch's lookups do.
  step_text& over(std::string_view name, std::string_view launcher) {
    text.op(name, time_, 9, "", thread);
    return op(launcher);
  }
  /// A kernel that no op launches.
  step_text& bare(std::string_view kernel) { return work("cudaLaunchKernel", "kernel", kernel); }
  step_text& graph(std::string_view kernel = "k") { return work("cudaGraphLaunch", "kernel", kernel); }
  step_text& range(std::string_view name, double from, double to) {
    text.span("user_annotation", name, from, to - from, "", thread);
    return *this;
  }
  kineto_text text{};
  int thread = 1;

 private:
  step_text& work(std::string_view call, std::string_view category, std::string_view name) {
    ++id_;
    text.launch(call, time_ + 1, 2, id_, thread).gpu(category, name, time_ + 1000, 5, id_).flow(id_);
    time_ += 10;
    return *this;
  }
  double time_ = 10;
  std::int64_t id_ = 0;
};

/// The arguments of vLLM's flash attention: queries, sequences, the longest of them and of their keys.
inline std::string varlen(int tokens, int sequences) {
  const std::string t = std::to_string(tokens);
  return "[[" + t + ",16,128],[8000,16,4,128],[8000,16,4,128],[" + t + ",16,128],[" + std::to_string(sequences + 1) +
         "],[],[],[],[],[],[],[]]";
}
inline std::string longest(int queries, int keys) {
  return R"("","","","","","","","","","",")" + std::to_string(queries) + "\",\"" + std::to_string(keys) + "\"";
}

/// The same for FlashAttention 3, which has them at 7, 12 and 13.
inline std::string of_fa3(int tokens, int sequences) {
  const std::string t = std::to_string(tokens), pages = "[5000,16,4,128]";
  return "[[" + t + ",16,128]," + pages + "," + pages + ",[],[],[],[" + t + ",16,128],[" +
         std::to_string(sequences + 1) + "],[],[],[],[],[],[]]";
}
inline std::string longest_of_fa3(int queries, std::string_view keys) {
  return R"("","","","","","","","","","","","",")" + std::to_string(queries) + "\",\"" + std::string(keys) + "\"";
}
/// A product with that many rows.
inline std::string product(int rows, int columns) {
  return "[[" + std::to_string(rows) + ",64],[64," + std::to_string(columns) + "]]";
}

}  // namespace test::serving_steps

#endif  // RIDGELINE_TESTS_SUPPORT_SERVING_STEPS_HPP
