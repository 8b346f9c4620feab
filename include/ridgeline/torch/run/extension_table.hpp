#ifndef RIDGELINE_TORCH_RUN_EXTENSION_TABLE_HPP
#define RIDGELINE_TORCH_RUN_EXTENSION_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/run/category.hpp>

namespace ridgeline {

class table;
class torch_profile;
struct torch_findings_run;
template <class Run>
struct finding_kind;
class tree_edit;

/// What the rows of a sheet are to which an extension can add columns: `ops_summary_by_category`, `ops_summary`,
/// `ops_all`, `unified_perf_summary`, those of families (`GEMM`), `kernel_summary`.
enum class torch_sheet_rows : std::uint8_t { categories, names, ops, unified, families, kernels };

/// User additions to the PyTorch report in the form that it takes; made by `extension_of<my_extension>()` of
/// extension.hpp. The default adds nothing.
struct torch_extension_table {
  const torch_model_table* models = &built_in_torch_models;
  std::span<const torch_op_category> categories{};      ///< asked before the categories of models
  list_of<hw::device> chips{};                      ///< all that can be named, the user's first; empty: built-in
  void (*edit)(tree_edit&) = nullptr;                   ///< edits the tree before anything is counted
  void (*add_tables)(const torch_profile&, std::vector<table>&) = nullptr;  ///< after the report's own
  table (*add_columns)(const table&, torch_sheet_rows) = nullptr;       ///< at the end of a sheet

  const finding_kind<torch_findings_run>* findings = nullptr;  ///< user-defined kinds, asked before the built-in ones
  std::size_t finding_count = 0;
  bool original_categories = false;  ///< models unknown to the original give no category

  /// The category of an op by its name, from the extension, its models, or the library, in this order; empty if
  /// unknown.
  std::string_view category_by_name(std::string_view op) const;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_EXTENSION_TABLE_HPP
