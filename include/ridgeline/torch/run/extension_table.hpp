#ifndef RIDGELINE_TORCH_RUN_EXTENSION_TABLE_HPP
#define RIDGELINE_TORCH_RUN_EXTENSION_TABLE_HPP

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/run/category.hpp>

namespace ridgeline {

class table;
class torch_profile;
struct torch_findings_run;
template <class Run>
struct finding_kind;
class tree_edit;

/// What a user adds to the PyTorch report, as the report takes it: `extension_of<my_extension>()` of extension.hpp
/// makes one. Without changes it is the library alone.
struct torch_extension_table {
  const torch_model_table* models = &built_in_torch_models;
  std::span<const torch_op_category> categories{};      ///< asked before those of models
  void (*edit)(tree_edit&) = nullptr;                   ///< a step over the tree before anything is counted
  void (*add_tables)(const torch_profile&, std::vector<table>&) = nullptr;  ///< behind the report's own

  const finding_kind<torch_findings_run>* findings = nullptr;  ///< kinds of one's own, asked before the library's
  std::size_t finding_count = 0;
  bool original_categories = false;  ///< models that the original lacks give no category

  /// The category that an op's name tells: the extension's own, its models', the library's; empty for any other.
  std::string_view category_by_name(std::string_view op) const;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_EXTENSION_TABLE_HPP
