#ifndef RIDGELINE_TORCH_SHEET_OPS_HPP
#define RIDGELINE_TORCH_SHEET_OPS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/sheet/kernel_details.hpp>

namespace ridgeline {

class parent_modules;
class torch_profile;
struct place_labels;

/// A share of a column's total, and the running sum of shares down to this row; of one. Not a number where the total
/// is zero.
struct torch_share {
  double share = 0;
  double cumulative = 0;
};

/// Launches of one category.
struct torch_category_row {
  std::string_view category{};
  bool recomputed = false;
  std::int64_t count = 0;
  double direct_time = 0;  ///< microseconds
  torch_share part{};
  const torch_profile* run = nullptr;
  std::uint32_t example = missing<std::uint32_t>;  ///< the first of them
  std::string module{};                            ///< the nearest module around them, where rows are divided by it
};

/// Launches of one name.
struct torch_name_row {
  std::string_view name{};
  bool recomputed = false;
  std::int64_t count = 0;
  double direct_time = 0, subtree_time = 0;      ///< microseconds
  std::vector<std::string_view> categories;      ///< by name, each once
  torch_share part{};
  const torch_profile* run = nullptr;
  std::uint32_t example = missing<std::uint32_t>;
  std::string module{};
};

/// Launches of one name with the same arguments, on threads of one name.
struct torch_op_row {
  const torch_profile* run = nullptr;
  std::uint32_t group = 0;                             ///< which of the groups that the rows were made of
  std::uint32_t example = missing<std::uint32_t>;      ///< the first of them
  std::string_view category{};
  std::int64_t kernels = 0;              ///< of the first of them
  bool recomputed = false;
  std::int64_t count = 0;
  double first_start = 0;                ///< microseconds since the first of all launches
  statistics direct{}, subtree{};        ///< microseconds
  std::vector<kernel_detail> details;
  torch_share part{};
  std::string module{};

  const torch_event& event() const;
  const place_labels& labels() const;
  /// An argument list of the op, as JSON text; empty without.
  std::string_view argument(symbol op_arguments::*which) const;
};

/// The time of launches by category, the longest first. With `modules`, here and below, each row is of one module
/// around its launches.
std::vector<torch_category_row> torch_ops_by_category(const torch_profile& run,
                                                      const parent_modules* modules = nullptr);

/// The time of launches by name, the longest first.
std::vector<torch_name_row> torch_ops_by_name(const torch_profile& run, const parent_modules* modules = nullptr);

/// The time of launches by name and arguments, the longest first; `by_number_of_kernels` divides them further by how
/// many kernels they launch.
std::vector<torch_op_row> torch_ops_by_arguments(const torch_profile& run, bool by_number_of_kernels,
                                                 const parent_modules* modules = nullptr);

/// The rows as a sheet of the report: `ops_summary_by_category`, `ops_summary`, `ops_all`. Texts in them belong to the
/// run, which must outlive the table. `of_serving`: with the columns of the original's report on serving.
table sheet_of(std::string name, std::vector<torch_category_row> rows);
table sheet_of(std::string name, std::vector<torch_name_row> rows, bool of_serving = false);
table sheet_of(std::string name, std::vector<torch_op_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OPS_HPP
