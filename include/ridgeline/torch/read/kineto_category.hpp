#ifndef RIDGELINE_TORCH_READ_KINETO_CATEGORY_HPP
#define RIDGELINE_TORCH_READ_KINETO_CATEGORY_HPP

#include <array>
#include <string_view>

#include <ridgeline/torch/record/event.hpp>

namespace ridgeline::torch_detail {

struct kineto_category_spelling {
  std::string_view text;
  kineto_category category;
};

/// Categories of other versions and other devices, each with the one that it stands for here.
/// Sources: pytorch/kineto libkineto/src/ActivityType.cpp and ActivityType.h (which of them are of the host);
/// libkineto/src/output_json.cpp of 2021 (PyTorch 1.8.1) and the
/// TensorBoard plugin tb_plugin/torch_tb_profiler/profiler/trace.py, which reads both, for those that begin with a
/// capital and for `async` flows.
inline constexpr std::array kineto_category_spellings{
    // 2021
    kineto_category_spelling{"Operator", kineto_category::cpu_op},
    kineto_category_spelling{"Runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"Kernel", kineto_category::kernel},
    kineto_category_spelling{"Memcpy", kineto_category::gpu_memcpy},
    kineto_category_spelling{"Memset", kineto_category::gpu_memset},
    kineto_category_spelling{"async", kineto_category::ac2g},
    kineto_category_spelling{"concurrent_kernel", kineto_category::kernel},
    // calls of the host to other devices
    kineto_category_spelling{"xpu_runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"xpu_driver", kineto_category::cuda_driver},
    kineto_category_spelling{"mtia_runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"privateuse1_runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"privateuse1_driver", kineto_category::cuda_driver},
    kineto_category_spelling{"glow_runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"hpu_op", kineto_category::cuda_runtime},
    // work on other devices
    kineto_category_spelling{"mtia_ccp_events", kineto_category::kernel},
    kineto_category_spelling{"privateuse1", kineto_category::kernel},
    kineto_category_spelling{"PrivateUse1", kineto_category::kernel},
};

/// Categories that name a device and a stream and are no work of their own: waits, marks and ranges. Their time is
/// that of other events.
inline constexpr std::array<std::string_view, 8> kineto_categories_without_work{
    "cuda_sync", "cuda_event", "xpu_sync", "cuda_profiler_range", "external_correlation", "collective_comm",
    "mtia_insight", "mtia_counters"};

/// The category that a text stands for; `other` for a text that is not known.
constexpr kineto_category category_of(std::string_view text) {
  for (auto i = static_cast<std::size_t>(kineto_category::cpu_op); i < kineto_category_count; ++i)
    if (name_of(static_cast<kineto_category>(i)) == text) return static_cast<kineto_category>(i);
  for (const kineto_category_spelling& s : kineto_category_spellings)
    if (s.text == text) return s.category;
  // TraceLens takes any category that contains the word for an annotation
  const bool annotation = text.find("user_annotation") != std::string_view::npos;
  return annotation ? kineto_category::user_annotation : kineto_category::other;
}

/// What a task of an Ascend device is, by the type that msprof gives it: computation and collectives are kernels;
/// waits, marks and the bookkeeping of graphs are no work of their own.
/// Source: Ascend msprof-analyze, and the guide of its `trace_view.json`.
constexpr kineto_category category_of_task(std::string_view type) {
  for (const std::string_view idle :
       {"EVENT", "NOTIFY", "WAIT", "RECORD", "MODEL_", "PLACE_HOLDER", "MAINT", "PROFILER"})
    if (type.find(idle) != std::string_view::npos) return kineto_category::none;
  for (const std::string_view copy : {"MEMCPY", "SDMA", "PCIE_DMA"})
    if (type.find(copy) != std::string_view::npos) return kineto_category::gpu_memcpy;
  return kineto_category::kernel;
}

/// The category of a span that names none, by the process it stands in, as JSON spells it: the profiler of PyTorch 1.8
/// and `torch.autograd.profiler` write these.
constexpr kineto_category category_of_process(std::string_view process) {
  if (process == "\"CPU functions\"") return kineto_category::cpu_op;
  return process == "\"CUDA functions\"" ? kineto_category::kernel : kineto_category::none;
}

/// Whether spans of a category that is not known can be work of a device.
constexpr bool may_be_work(std::string_view text) {
  for (const std::string_view other : kineto_categories_without_work)
    if (other == text) return false;
  return category_of(text) == kineto_category::other;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_CATEGORY_HPP
