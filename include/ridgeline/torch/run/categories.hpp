#ifndef RIDGELINE_TORCH_RUN_CATEGORIES_HPP
#define RIDGELINE_TORCH_RUN_CATEGORIES_HPP

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <ridgeline/torch/run/category.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

/// Families of ops that go by the beginning of their names.
inline constexpr std::array<std::string_view, 2> torch_category_prefixes{"triton", "record_param_comms"};
/// What PyTorch's own kernels do, by a word in their names; the first that is there counts.
inline constexpr std::array<std::string_view, 3> torch_kernel_words{"elementwise", "reduce", "multi_tensor_apply"};

inline constexpr std::string_view torch_category_other = "other";

/// The category that an op's name tells: by itself or by its beginning; empty for any other.
template <class Models = torch_models>
constexpr std::string_view torch_category_by_name(std::string_view op) {
  if (const std::string_view named = torch_named_category<Models>(op); !named.empty()) return named;
  for (const std::string_view prefix : torch_category_prefixes)
    if (op.starts_with(prefix)) return prefix;
  return {};
}

/// The category that a kernel's name tells of the op that launched it; empty for any other.
constexpr std::string_view torch_category_by_kernel(std::string_view kernel) {
  if (!kernel.starts_with("void at::native")) return {};
  for (const std::string_view word : torch_kernel_words)
    if (kernel.find(word) != std::string_view::npos) return word;
  return {};
}

/// Says the category of an op by its name; empty where the name alone does not tell.
using torch_category_rule = std::string_view (*)(std::string_view op);

/// The categories of a trace's ops, each name worked out once.
class torch_categories {
 public:
  explicit torch_categories(const torch_trace& trace, torch_category_rule by_name = torch_category_by_name<>)
      : trace_(&trace), by_name_(by_name), ops_(trace.texts.bound(), unseen), kernels_(trace.texts.bound(), unseen) {}

  /// Of an op that launched `first_kernel` before any other GPU work, or none itself (`missing<symbol>`).
  std::string_view operator()(symbol op, symbol first_kernel) {
    const std::string_view by_name = known_in(ops_, op, by_name_);
    if (!by_name.empty()) return by_name;
    const std::string_view by_kernel =
        known(first_kernel) ? known_in(kernels_, first_kernel, torch_category_by_kernel) : std::string_view();
    return by_kernel.empty() ? torch_category_other : by_kernel;
  }

 private:
  static constexpr std::string_view unseen = "?";
  std::string_view known_in(std::vector<std::string_view>& known, symbol s, torch_category_rule rule) {
    std::string_view& category = known[index_of(s)];
    if (category.data() == unseen.data()) category = rule(trace_->text(s));
    return category;
  }

  const torch_trace* trace_;
  torch_category_rule by_name_;
  std::vector<std::string_view> ops_;
  std::vector<std::string_view> kernels_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_CATEGORIES_HPP
