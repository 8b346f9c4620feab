#ifndef RIDGELINE_TORCH_SHEET_CALL_STACK_HPP
#define RIDGELINE_TORCH_SHEET_CALL_STACK_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgeline {

class call_node;
class call_tree;

/// The callers of an op and the paths to its kernels, outermost first.
struct torch_call_stack {
  std::vector<std::string> shared;                 ///< common to all kernels; includes the kernel if there is only one
  std::vector<std::vector<std::string>> tails;     ///< the differing ends, without duplicates

  bool empty() const { return shared.empty() && tails.empty(); }
  /// Shared part and tails in one list.
  std::vector<std::string_view> flat() const;
};

/// The text for a missing frame, as in the original.
inline constexpr std::string_view no_call_stack = "Not found";

/// Frames that only forward calls: by a text in their file name, and by their function.
inline constexpr std::array<std::string_view, 11> torch_wrapper_files{
    "torch/_ops.py", "torch/nn/modules/module.py", "torch/utils/_contextlib.py", "torch/utils/_device.py",
    "torch/_tensor.py", "torch/functional.py", "torch/overrides.py", "torch/_inductor/", "torch/_functorch/",
    "torch/distributed/c10d_logger.py", "triton/backends/"};
inline constexpr std::array<std::string_view, 10> torch_wrapper_functions{
    "__torch_function__", "_call_impl", "_wrapped_call_impl", "decorate_context", "dispatch_wrapper",
    "handle_torch_function", "wrapper", "custom_wrapper", "wrapper_custom", "outer_wrapper"};
inline constexpr std::array<std::string_view, 3> torch_wrapper_starts{"<built-in", "pybind11_builtins", "nn.Module:"};

/// The maximum number of calls in a stack; real programs nest less deeply.
inline constexpr std::uint32_t torch_most_stack_calls = 4096;

/// The number of calls from an event (including it) up to another one (not including it) or to the outermost, but no
/// more than `most`.
std::uint32_t calls_between(const call_tree& tree, std::uint32_t inner, std::uint32_t outer, std::uint32_t most);

/// The stack of an op that launched `kernels`. A kernel that is a row of its own (`alone`) has no callers. Only the
/// innermost `most` calls are kept. `of_kernels`: another tree, which knows the callers of the kernels.
torch_call_stack torch_call_stack_of(const call_tree& tree, std::uint32_t op, const std::vector<std::uint32_t>& kernels,
                                     bool alone, std::uint32_t most = torch_most_stack_calls,
                                     const call_tree* of_kernels = nullptr);

namespace torch_detail {
/// The names of the calls from a node up to (but not including) another, outermost first, without instance numbers:
/// ops, Python frames of files, and events with a module, a scope or a path in their name; at most the innermost `most`
/// calls.
std::vector<std::string> names_between(call_node inner, std::uint32_t outer, std::uint32_t most);
}  // namespace torch_detail

/// Appends `['a.py(1): f', 'aten::mm', ['k1'], ['k2']]`.
void append_call_stack(std::string& out, const torch_call_stack& stack);

/// The program line that an op is called from: the innermost frame around it that is not a wrapper, or the frame
/// between it and its kernels that has the op's own name.
std::string torch_entry_point(const torch_call_stack& stack, std::string_view op);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_CALL_STACK_HPP
