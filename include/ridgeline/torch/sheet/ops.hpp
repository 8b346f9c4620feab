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

/// A fraction of a column's total, and the cumulative fraction down to this row. NaN if the total is zero.
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
  std::uint32_t example = missing<std::uint32_t>;  ///< the first launch
  std::string module{};                            ///< nearest enclosing module, if rows are divided by module
};

/// Launches of one name.
struct torch_name_row {
  std::string_view name{};
  bool recomputed = false;
  std::int64_t count = 0;
  double direct_time = 0, subtree_time = 0;      ///< microseconds
  std::vector<std::string_view> categories;      ///< by name, without duplicates
  torch_share part{};
  const torch_profile* run = nullptr;
  std::uint32_t example = missing<std::uint32_t>;
  std::string module{};
};

/// Launches of one name with the same arguments, on threads of one name.
struct torch_op_row {
  const torch_profile* run = nullptr;
  std::uint32_t group = 0;                             ///< index of the group that the row was made from
  std::uint32_t example = missing<std::uint32_t>;      ///< the first launch
  std::string_view category{};
  std::int64_t kernels = 0;              ///< kernels of the first launch
  bool recomputed = false;
  std::int64_t count = 0;
  double first_start = 0;                ///< microseconds since the first launch of the run
  statistics direct{}, subtree{};        ///< microseconds
  std::vector<kernel_detail> details;
  torch_share part{};
  std::string module{};

  const torch_event& event() const;
  const place_labels& labels() const;
  /// An argument list of the op as JSON; empty if there is none.
  std::string_view argument(symbol op_arguments::*which) const;
};

/// The time of launches by category, longest first. Here and below, `modules` divides rows by the module around the
/// launches.
std::vector<torch_category_row> torch_ops_by_category(const torch_profile& run,
                                                      const parent_modules* modules = nullptr);

/// The time of launches by name, longest first.
std::vector<torch_name_row> torch_ops_by_name(const torch_profile& run, const parent_modules* modules = nullptr);

/// The time of launches by name and arguments, longest first; `by_number_of_kernels` divides them further by the
/// number of kernels launched.
std::vector<torch_op_row> torch_ops_by_arguments(const torch_profile& run, bool by_number_of_kernels,
                                                 const parent_modules* modules = nullptr);

/// The rows as sheets of the report: `ops_summary_by_category`, `ops_summary`, `ops_all`. Their texts belong to the
/// run, which must outlive the table. `of_serving`: with the columns of the original's report on serving.
table sheet_of(std::string name, std::vector<torch_category_row> rows);
table sheet_of(std::string name, std::vector<torch_name_row> rows, bool of_serving = false);
table sheet_of(std::string name, std::vector<torch_op_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OPS_HPP
