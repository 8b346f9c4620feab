#ifndef RIDGELINE_TORCH_PHASE_STEP_SIGNS_HPP
#define RIDGELINE_TORCH_PHASE_STEP_SIGNS_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/profile.hpp>

/// What a launch shows of the steps of a serving engine: their inputs, the begin of a model, attention.
namespace ridgeline {

/// Recognises copies to the GPU, which are the inputs of a step, by the names of GPU work.
class input_copies {
 public:
  explicit input_copies(const torch_trace& trace) : to_gpu_(trace.texts, copies_to_gpu) {}
  bool operator()(const torch_event& work) {
    return work.category == kineto_category::gpu_memcpy && to_gpu_(work.name);
  }

 private:
  static bool copies_to_gpu(std::string_view name) {
    return copy_way_of(name) == copy_way::to_device;
  }

  asked_once<bool (*)(std::string_view)> to_gpu_;
};

/// Recognises the lookup of tokens that a model begins with.
class token_lookups {
 public:
  explicit token_lookups(const torch_profile& run) : run_(&run), looks_up_(run.trace().texts, is_lookup) {}
  /// Whether a kernel is one by its name, as those that TorchInductor fuses.
  bool operator()(symbol kernel) { return looks_up_(kernel); }
  /// Whether what launches is a lookup, or an op close below one: `aten::embedding` calls `aten::index_select`, which
  /// launches.
  bool operator()(const torch_launch& l) {
    std::uint32_t event = l.event;
    bool found = looks_up_(run_->event(event).name);
    for (int level = 0; level < most_levels && !found; ++level) {
      event = run_->tree().parent_of(event);
      if (!known(event) || run_->event(event).category != kineto_category::cpu_op) break;
      found = looks_up_(run_->event(event).name);
    }
    return found;
  }

 private:
  static constexpr int most_levels = 3;
  static bool is_lookup(std::string_view name) {
    using core_detail::stands_in;
    return stands_in(name, "embedding") && !stands_in(name, "rotary") && !stands_in(name, "rope") &&
           !stands_in(name, "backward");
  }

  const torch_profile* run_;
  asked_once<bool (*)(std::string_view)> looks_up_;
};

/// Recognises launches of attention by the names of their kernels.
class attention_launches {
 public:
  explicit attention_launches(const torch_profile& run) : run_(&run), attends_(run.trace().texts, is_attention) {}
  bool operator()(symbol kernel) { return attends_(kernel); }
  bool operator()(const torch_launch& l) {
    for (const std::uint32_t work : run_->launches().work_of(l))
      if (attends_(run_->event(work).name)) return true;
    return false;
  }

 private:
  static bool is_attention(std::string_view kernel) {
    return torch_detail::category_by_words(kernel) == torch_category_attention &&
           !core_detail::stands_in(kernel, "metadata");  // how the work is divided, before a graph, too
  }

  const torch_profile* run_;
  asked_once<bool (*)(std::string_view)> attends_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PHASE_STEP_SIGNS_HPP
