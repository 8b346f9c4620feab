#ifndef RIDGELINE_TORCH_RUN_GPU_WORK_HPP
#define RIDGELINE_TORCH_RUN_GPU_WORK_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/gpu/work_kind.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

/// An event of a PyTorch trace as a record for pipelines: a pointer to the run and a number. The run must not move.
/// Values that the trace lacks are missing, or empty texts.
class torch_record {
 public:
  torch_record(const torch_profile& run, std::uint32_t uid) : run_(&run), uid_(uid) {}

  std::uint32_t uid() const { return uid_; }
  const torch_event& event() const { return run_->event(uid_); }
  std::string_view name() const { return run_->trace().name(event()); }
  time_point start() const { return event().start; }
  duration time() const { return event().time; }
  /// The nearest enclosing op; empty if there is none.
  std::string_view op_name() const;
  /// The nearest enclosing `nn.Module`; needs a run with Python frames in its tree, otherwise empty.
  std::string_view module_name() const;

 protected:
  static constexpr std::string_view module_front = "nn.Module: ";

  /// The nearest ancestor for which `wanted(event, name)` holds; missing if there is none.
  template <class Wanted>
  std::uint32_t above(Wanted wanted) const {
    std::uint32_t at = run_->tree().parent_of(uid_);
    while (known(at) && !wanted(run_->event(at), run_->trace().name(run_->event(at)))) at = run_->tree().parent_of(at);
    return at;
  }
  std::string_view name_of_event(std::uint32_t uid) const {
    return known(uid) ? run_->trace().name(run_->event(uid)) : std::string_view();
  }

  const torch_profile* run_;
  std::uint32_t uid_;
};

/// A kernel, a copy or a fill.
class gpu_event : public torch_record {
 public:
  using torch_record::torch_record;

  std::int64_t device() const { return argument(&gpu_arguments::device); }
  std::int64_t stream() const { return argument(&gpu_arguments::stream); }
  /// Missing unless it is a copy or fill.
  byte_count bytes() const {
    const std::int64_t n = argument(&gpu_arguments::bytes);
    return known(n) ? static_cast<double>(n) * B : missing<byte_count>;
  }
  gpu_kind kind() const { return kind_of(event().category); }
  /// The UID of the recorded runtime or driver call that launched it, which is that of the graph for work of a graph;
  /// missing if unknown.
  std::uint32_t launch() const;
  /// The name of that call; empty if unknown.
  std::string_view launch_name() const;
  /// From the start of that call to the start of this work; missing if the call is unknown.
  duration launch_latency() const;
  /// The direction of a copy as CUPTI writes it: `HtoD` for `Memcpy HtoD (Pageable -> Device)`; other names are
  /// returned whole.
  std::string_view direction() const;

 private:
  std::int64_t argument(std::int64_t gpu_arguments::*which) const {
    const gpu_arguments* const all = run_->trace().gpu(event());
    return all != nullptr ? all->*which : missing<std::int64_t>;
  }
};

/// The GPU work of a run that has a start and a length, in file order, with or without a launch.
std::vector<gpu_event> gpu_work(const torch_profile& run);
std::vector<gpu_event> gpu_work(torch_profile&&) = delete;  // The run must outlive its records: name it.

/// The ops of a run, in file order.
std::vector<torch_record> cpu_ops(const torch_profile& run);
std::vector<torch_record> cpu_ops(torch_profile&&) = delete;  // The run must outlive its records: name it.
/// The calls of runtimes and drivers (`cudaLaunchKernel`), and the ranges that the program or its framework marked
/// (`record_function`, NVTX, `ProfilerStep#3`) on the host, in file order.
std::vector<torch_record> api_calls(const torch_profile& run);
std::vector<torch_record> api_calls(torch_profile&&) = delete;  // As above.
std::vector<torch_record> api_calls(const torch_trace&) = delete;  // Of `torch_profile run(trace)`.
std::vector<torch_record> annotations(const torch_profile& run);
std::vector<torch_record> annotations(torch_profile&&) = delete;  // As above.
std::vector<torch_record> annotations(const torch_trace&) = delete;  // Of `torch_profile run(trace)`.
/// Rejects anything that has no ops.
template <class Other>
constexpr refused cpu_ops(const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "cpu_ops takes torch_profile run(*trace) of a PyTorch trace: cpu_ops(run)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_GPU_WORK_HPP
