#ifndef RIDGELINE_TORCH_RUN_CATEGORIES_HPP
#define RIDGELINE_TORCH_RUN_CATEGORIES_HPP

#include <string_view>
#include <vector>

#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/torch/run/category_table.hpp>
#include <ridgeline/torch/run/extension_table.hpp>

namespace ridgeline {

/// The categories of a trace's ops; each name is looked up once.
class torch_categories {
 public:
  /// `by_table`: attention, matrix products and graph launches in no table are `other`, as in the original.
  torch_categories(const torch_trace& trace, const torch_extension_table& extension, bool by_table)
      : trace_(&trace), extension_(&extension), by_table_(by_table), ops_(trace.texts.bound(), unseen),
        kernels_(trace.texts.bound(), unseen) {}

  /// The category of an op. `first_kernel` is the first GPU work that it launched itself, missing if there was none;
  /// `launch` is the runtime call that launched it.
  std::string_view operator()(symbol op, symbol first_kernel, symbol launch = missing<symbol>) {
    std::string_view& by_name = ops_[index_of(op)];
    if (by_name.data() == unseen.data()) {
      by_name = extension_->category_by_name(trace_->text(op));
      if (by_name.empty() && !by_table_) by_name = torch_detail::category_by_words(trace_->text(op));
    }
    if (!by_name.empty()) return by_name;
    if (!known(first_kernel)) return torch_category_other;
    if (!by_table_ && known(launch) && torch_detail::launches_graph(trace_->text(launch))) return torch_category_graph;
    std::string_view& by_kernel = kernels_[index_of(first_kernel)];
    if (by_kernel.data() == unseen.data()) by_kernel = of_kernel(trace_->text(first_kernel));
    return by_kernel.empty() ? torch_category_other : by_kernel;
  }

 private:
  static constexpr std::string_view unseen = "?";

  std::string_view of_kernel(std::string_view kernel) const {
    const std::string_view of_torch = torch_detail::category_by_kernel(kernel);
    return of_torch.empty() && !by_table_ ? torch_detail::category_by_words(kernel) : of_torch;
  }

  const torch_trace* trace_;
  const torch_extension_table* extension_;
  bool by_table_;
  std::vector<std::string_view> ops_;
  std::vector<std::string_view> kernels_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_CATEGORIES_HPP
