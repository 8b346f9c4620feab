#ifndef RIDGELINE_TORCH_RECORD_STEP_NAMES_HPP
#define RIDGELINE_TORCH_RECORD_STEP_NAMES_HPP

#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>

/// The names of ranges around steps, as far as reading a trace depends on them.
namespace ridgeline {

namespace torch_detail {

/// Parses texts and numbers from the front of a text.
class annotation_cursor {
 public:
  constexpr explicit annotation_cursor(std::string_view text) : rest_(text) {}

  constexpr bool take(std::string_view word) {
    if (core_detail::take_front(rest_, word)) return true;
    return ok_ = false;
  }
  /// Parses digits; if there are none, the result is 0, which is an error unless `optional`.
  constexpr double number(bool optional = false) {
    double value = 0;
    std::size_t n = 0;
    for (; n < rest_.size() && rest_[n] >= '0' && rest_[n] <= '9'; ++n) value = value * 10 + (rest_[n] - '0');
    if (n == 0 && !optional) ok_ = false;
    rest_.remove_prefix(n);
    return value;
  }
  constexpr bool ok() const { return ok_; }
  constexpr std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// How `torch.profiler` names the range around a step: `ProfilerStep#7`.
inline constexpr std::string_view profiler_step = "ProfilerStep#";

}  // namespace torch_detail

/// Whether a name begins like that of a step, whatever follows.
constexpr bool begins_like_step(std::string_view name) {
  if (core_detail::starts_with_any(name, {"execute_context_", "step[", "prefill[", "decode[", "execute_diffusion_",
                                          "execute_new_", "[Executor] _forward_step"}))
    return true;
  torch_detail::annotation_cursor at(name);
  at.take("execute_"), at.number(), at.take("_context_");
  return at.ok();
}

/// Whether a name is that of a range around a collective, which says what it sends, unlike those of ops, such as
/// `nccl::all_reduce`.
constexpr bool is_collective_range(std::string_view name) {
  return name.starts_with("nccl:") && name.find("::") == std::string_view::npos;
}

/// Whether a name is one that PyTorch and engines give to ranges (`record_function`), never to ops.
constexpr bool is_named_like_range(std::string_view name) {
  return core_detail::starts_with_any(name, {torch_detail::profiler_step, "enumerate(DataLoader)#", "Optimizer.",
                                             "## Call CompiledFxGraph"}) ||
         begins_like_step(name) || is_collective_range(name);
}

/// Whether a name is that of an op that has no arguments, even if shapes are recorded.
constexpr bool is_op_without_arguments(std::string_view name) {
  return core_detail::starts_with_any(name, {"autograd::engine::", "Pregraph bytecode", "TorchDynamo Cache Lookup",
                                             "Torch-Compiled Region", "AOTDispatcher Runtime Wrapper Prologue"});
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_STEP_NAMES_HPP
