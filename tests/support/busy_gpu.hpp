#ifndef RIDGELINE_TESTS_SUPPORT_BUSY_GPU_HPP
#define RIDGELINE_TESTS_SUPPORT_BUSY_GPU_HPP

#include <string>
#include <string_view>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"

namespace test {

/// Kernels run back to back on the GPU and the host is far ahead, so saving time in a kernel shortens the whole run.
class busy_gpu {
 public:
  busy_gpu& add(std::string_view op, std::string_view args, std::string_view kernel, double length) {
    ++id_;
    text_.op(op, now(), 3, args);
    return launched(kernel, length);
  }
  /// The same, with an op around it.
  busy_gpu& add_within(std::string_view outer, std::string_view op, std::string_view args, std::string_view kernel,
                       double length) {
    text_.op(outer, 4.0 * (id_ + 1) - 0.25, 3.5);
    return add(op, args, kernel, length);
  }
  /// A collective kernel that an op of c10d launches; `fields` are the kernel's arguments.
  busy_gpu& send(std::string_view fields, double length) {
    ++id_;
    text_.op("record_param_comms", now(), 3).launch("cudaLaunchKernelExC", now() + 1, 1, id_);
    text_.raw(R"({"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "pid": 0, "tid": 7)"
              ", \"ts\": " + std::to_string(free_) + ", \"dur\": " + std::to_string(length) +
              ", \"args\": {\"stream\": 7, \"correlation\": " + std::to_string(id_) + ", " +
              std::string(fields) + "}}");
    free_ += length;
    return *this;
  }
  /// A range of the host around the next `ops` ops.
  busy_gpu& range(std::string_view name, int ops) {
    text_.span("user_annotation", name, 4.0 * (id_ + 1) - 0.5, 4.0 * ops);
    return *this;
  }
  ridgeline::finding_list findings(const ridgeline::hw::roofs* chip = nullptr) const {
    const ridgeline::torch_trace trace = text_.read();
    const ridgeline::torch_profile run(trace, {});
    return findings_of(run, chip);
  }

 private:
  double now() const { return 4.0 * id_; }
  busy_gpu& launched(std::string_view kernel, double length) {
    text_.launch("cudaLaunchKernel", now() + 1, 1, id_).kernel(kernel, free_, length, id_);
    free_ += length;
    return *this;
  }

  kineto_text text_{};
  int id_ = 0;
  double free_ = 1000;
};

inline const ridgeline::finding* found(const ridgeline::finding_list& list, std::string_view id) {
  for (const ridgeline::finding& f : list.all)
    if (f.id == id) return &f;
  return nullptr;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_BUSY_GPU_HPP
