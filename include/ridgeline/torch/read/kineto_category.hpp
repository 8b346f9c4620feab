#ifndef RIDGELINE_TORCH_READ_KINETO_CATEGORY_HPP
#define RIDGELINE_TORCH_READ_KINETO_CATEGORY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/torch/record/event.hpp>

namespace ridgeline::torch_detail {

using core_detail::stands_in;

struct kineto_category_spelling {
  std::string_view text;
  kineto_category category;
};

/// Categories of other versions and devices, in lower case, each with the one it is treated as here. Matching
/// ignores case. Sources: pytorch/kineto libkineto/src/ActivityType.cpp and ActivityType.h (which of them belong to
/// the host); libkineto/src/output_json.cpp of 2021 (PyTorch 1.8.1) and the TensorBoard plugin
/// tb_plugin/torch_tb_profiler/profiler/trace.py, which reads both, for capitalised ones and for `async` flows;
/// libkineto of Cambricon and of Enflame for `mlu_` and `GCU_`.
inline constexpr std::array kineto_category_spellings{
    // 2021
    kineto_category_spelling{"operator", kineto_category::cpu_op},
    kineto_category_spelling{"runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"kernel", kineto_category::kernel},
    kineto_category_spelling{"memcpy", kineto_category::gpu_memcpy},
    kineto_category_spelling{"memset", kineto_category::gpu_memset},
    kineto_category_spelling{"async", kineto_category::ac2g},
    kineto_category_spelling{"async_cpu_to_gpu", kineto_category::ac2g},
    kineto_category_spelling{"cudaruntime", kineto_category::cuda_runtime},  // Paddle
    kineto_category_spelling{"concurrent_kernel", kineto_category::kernel},
    // host calls to other devices, and their work (`kineto_gaudi_work`)
    kineto_category_spelling{"hpu_op", kineto_category::cuda_runtime},
    // ranges on the time line of a device
    kineto_category_spelling{"mlu_user_annotation", kineto_category::gpu_user_annotation},
    kineto_category_spelling{"gcu_user_annotation", kineto_category::gpu_user_annotation},
    // work on other devices
    kineto_category_spelling{"mtia_ccp_events", kineto_category::kernel},
    kineto_category_spelling{"gpu_op", kineto_category::kernel},  // intel/pti-gpu: unitrace
    kineto_category_spelling{"privateuse1", kineto_category::kernel},
};

/// Kineto's names for the categories of each kind of device, after the device's own name: `xpu_runtime`,
/// `privateuse1_driver`, `mtia_runtime`, `glow_runtime`, `mlu_memcpy`, `GCU_MEMSET`.
inline constexpr std::array kineto_category_endings{
    kineto_category_spelling{"_runtime", kineto_category::cuda_runtime},
    kineto_category_spelling{"_driver", kineto_category::cuda_driver},
    kineto_category_spelling{"_memcpy", kineto_category::gpu_memcpy},
    kineto_category_spelling{"_memset", kineto_category::gpu_memset},
};

/// Waits that the critical path reads; their time is covered by other events.
inline constexpr std::array<std::string_view, 2> kineto_endings_of_waits{"_sync", "_event"};

/// Words in categories whose spans have a device and a stream but are not work: marks, ranges and counters.
inline constexpr std::array<std::string_view, 12> kineto_words_without_work{
    "range", "correlation", "collective_comm", "insight", "counter", "notifier", "scope_profiler", "overhead",
    "annotation", "metric", "graph_event_node", "graph_host_node"};

/// How the names of spans begin that count what an XPU did while a kernel ran; they stand beside the kernel.
inline constexpr std::string_view kineto_front_of_metrics = "metrics: ";
/// The category of a call of CUDA in formats that do not tell its driver from its runtime.
constexpr kineto_category category_of_call(std::string_view name) {
  return is_cuda_driver_call(name) ? kineto_category::cuda_driver : kineto_category::cuda_runtime;
}

/// The category of what Kineto calls a kernel, by its name: until 2023, work of ROCm that is no kernel was one, named
/// for its command (HIP's rocclr/hip_prof_api, pytorch/pytorch issue 97167); markers only wait in the queue.
constexpr kineto_category category_of_kernel(std::string_view name) {
  if (name.starts_with(kineto_front_of_metrics) || name == "Marker" || name == "InternalMarker" || name == "Barrier")
    return kineto_category::none;
  if (name == "FillBuffer") return kineto_category::gpu_memset;
  if (!core_detail::take_front(name, "Copy")) return kineto_category::kernel;
  for (const std::string_view way : {"HostToDevice", "DeviceToHost", "DeviceToDevice"})
    if (name.starts_with(way) && (name.size() == way.size() || name.substr(way.size()) == "2D"))
      return kineto_category::gpu_memcpy;
  return kineto_category::kernel;
}

/// Work of MTIA devices, both kernels and copies; other devices, which have separate kernels, use this category for
/// waits.
inline constexpr std::string_view kineto_mtia_work = "mtia_ccp_events";
/// Both work and calls of Gaudis. Sources: public scripts that read traces of vLLM on Gaudis; device events are there
/// those of process 0, or those with `HW event name`.
inline constexpr std::string_view kineto_gaudi_work = "hpu_op";
/// Work of Intel GPUs, both kernels and copies.
inline constexpr std::string_view kineto_intel_work = "gpu_op";

constexpr bool ends_in(std::string_view text, std::string_view word) {
  return text.size() > word.size() && core_detail::stands_at(text, text.size() - word.size(), word);
}

/// The category for a single word; `other` if the word is unknown.
constexpr kineto_category category_of_word(std::string_view text) {
  for (auto i = static_cast<std::size_t>(kineto_category::cpu_op); i < kineto_category_count; ++i)
    if (const auto one = static_cast<kineto_category>(i); core_detail::same_letters(text, name_of(one))) return one;
  for (const kineto_category_spelling& s : kineto_category_spellings)
    if (core_detail::same_letters(text, s.text)) return s.category;
  for (const kineto_category_spelling& s : kineto_category_endings)
    if (ends_in(text, s.text)) return s.category;
  // TraceLens treats any category that contains this word as an annotation
  const bool annotation = text.find("user_annotation") != std::string_view::npos;
  return annotation ? kineto_category::user_annotation : kineto_category::other;
}

/// The category for a text. Of several categories separated by commas, as the Trace Event Format allows, it is the
/// first known one; `other` if none is known.
constexpr kineto_category category_of(std::string_view text) {
  while (!text.empty()) {
    std::string_view word = core_detail::take_part(text, ',');
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (const kineto_category found = category_of_word(word); found != kineto_category::other) return found;
  }
  return kineto_category::other;
}

/// Whether the text of a category, which is that kind, is kept: it is not in Kineto's own spelling or not known.
constexpr bool is_respelled(kineto_category kind, std::string_view text) {
  return kind == kineto_category::other || name_of(kind) != text;
}

/// Words in the types of Ascend device tasks that are not work: waits, marks, values and messages between queues, and
/// what controls streams, graphs and profilers. Sources: CANN's runtime (hicann/runtime, profiling_agent.cc, the list
/// of task types), the types of hardware queues in msprof (deviceTaskAcsqTypeMap), Ascend msprof-analyze.
inline constexpr std::array<std::string_view, 30> ascend_words_without_work{
    "event", "notify", "notice", "wait", "record", "value", "barrier", "callback", "rdma", "rocce", "stars", "flip",
    "place_holder", "maint", "model_", "stream", "label", "create_", "alloc_", "loadinfo", "dump", "context", "status",
    "overflow", "timeout", "get_", "prof", "trace", "debug", "ringbuffer"};

/// The category of an Ascend device task, by the type that msprof gives it: computation and collectives are kernels,
/// and so is any type that is not known to be something else.
constexpr kineto_category category_of_task(std::string_view type) {
  for (const std::string_view work : {"KERNEL_", "AI_", "MIX_"})  // nearly all
    if (type.starts_with(work)) return kineto_category::kernel;
  for (const std::string_view idle : ascend_words_without_work)
    if (stands_in(type, idle)) return kineto_category::none;
  for (const std::string_view idle : {"NOP", "CMO", "WRITE_BACK", "reserve"})
    if (type == idle) return kineto_category::none;
  return stands_in(type, "memcpy") || stands_in(type, "dma") ? kineto_category::gpu_memcpy : kineto_category::kernel;
}

/// Whether a span is a collective as HCCL names them: `hcom_allReduce__868_0_1`.
constexpr bool is_collective_of_ascend(std::string_view name) { return name.starts_with("hcom_"); }
/// The name of such a collective without the numbers of its call and plane, which make each call's its own:
/// `hcom_allReduce__868` for `hcom_allReduce__868_0_1`, where 868 is the group.
constexpr std::string_view collective_of_ascend(std::string_view name) {
  const std::size_t numbers = name.find("__");
  if (numbers == name.npos || name.find_first_not_of("_0123456789", numbers) != name.npos) return name;
  return name.substr(0, name.find('_', numbers + 2));
}
/// The name of a span without its time, which Paddle appends: `volta_sgemm` for `volta_sgemm[0.319 ms]`.
constexpr std::string_view name_without_time(std::string_view name) {
  const std::size_t open = name.rfind('[');
  if (open == name.npos || open == 0 || !(name.ends_with(" ms]") || name.ends_with(" us]"))) return name;
  const std::string_view number = name.substr(open + 1, name.size() - open - 5);
  const bool plain = !number.empty() && number.find_first_not_of("0123456789.") == number.npos;
  return plain ? name.substr(0, open) : name;
}
/// The processes with the collectives of a device; HCCL in older traces. Collectives of other processes are on the
/// host. Source: Ascend msprof-analyze.
inline constexpr std::array<std::string_view, 2> processes_of_collectives{"Communication", "HCCL"};

/// The category of work of a writer that does not tell copies and fills from kernels, by its name.
constexpr kineto_category category_of_work(std::string_view name) {
  if (stands_in(name, "memset") || stands_in(name, "memoryfill")) return kineto_category::gpu_memset;
  const bool copies = stands_in(name, "memcpy") || stands_in(name, "memorycopy") ||
                      core_detail::stands_at(name, 0, "dma");
  return copies ? kineto_category::gpu_memcpy : kineto_category::kernel;
}

/// The category of a span that has none, from the name of its process as spelled in JSON, and its own: the profiler of
/// PyTorch 1.8, `torch.autograd.profiler` and, with a capital F, `RecordProfile` of libtorch write such spans.
constexpr kineto_category category_of_process(std::string_view process, std::string_view name) {
  if (core_detail::same_letters(process, "\"CPU functions\"")) return kineto_category::cpu_op;
  return core_detail::same_letters(process, "\"CUDA functions\"") ? category_of_work(name) : kineto_category::none;
}

/// How to treat spans with a device and a stream whose category is in no sheet.
enum class unread_category : std::uint8_t { elsewhere, work, no_work };

constexpr unread_category unread_category_of(std::string_view text) {
  for (const std::string_view ending : kineto_endings_of_waits)
    if (ends_in(text, ending)) return unread_category::elsewhere;
  if (category_of(text) != kineto_category::other) return unread_category::elsewhere;
  for (const std::string_view word : kineto_words_without_work)
    if (stands_in(text, word)) return unread_category::no_work;
  return unread_category::work;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_CATEGORY_HPP
