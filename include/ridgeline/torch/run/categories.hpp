#ifndef RIDGELINE_TORCH_RUN_CATEGORIES_HPP
#define RIDGELINE_TORCH_RUN_CATEGORIES_HPP

#include <string_view>
#include <vector>

#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/extension_table.hpp>

namespace ridgeline {

/// The categories of a trace's ops, each name worked out once.
class torch_categories {
 public:
  torch_categories(const torch_trace& trace, const torch_extension_table& extension)
      : trace_(&trace), extension_(&extension), ops_(trace.texts.bound(), unseen),
        kernels_(trace.texts.bound(), unseen) {}

  /// Of an op that launched `first_kernel` before any other GPU work, or none itself (`missing<symbol>`).
  std::string_view operator()(symbol op, symbol first_kernel) {
    std::string_view& by_name = ops_[index_of(op)];
    if (by_name.data() == unseen.data()) by_name = extension_->category_by_name(trace_->text(op));
    if (!by_name.empty()) return by_name;
    if (!known(first_kernel)) return torch_category_other;
    std::string_view& by_kernel = kernels_[index_of(first_kernel)];
    if (by_kernel.data() == unseen.data()) by_kernel = torch_detail::category_by_kernel(trace_->text(first_kernel));
    return by_kernel.empty() ? torch_category_other : by_kernel;
  }

 private:
  static constexpr std::string_view unseen = "?";

  const torch_trace* trace_;
  const torch_extension_table* extension_;
  std::vector<std::string_view> ops_;
  std::vector<std::string_view> kernels_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_CATEGORIES_HPP
