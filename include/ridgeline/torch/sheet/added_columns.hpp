#ifndef RIDGELINE_TORCH_SHEET_ADDED_COLUMNS_HPP
#define RIDGELINE_TORCH_SHEET_ADDED_COLUMNS_HPP

#include <ridgeline/table/column.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/run/extension_table.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/ops.hpp>
#include <ridgeline/torch/sheet/rooflines.hpp>
#include <ridgeline/torch/sheet/unified.hpp>

/// Columns of one's own in the sheets of the PyTorch report.
namespace ridgeline {

/// The columns that an extension adds; made by `torch_sheet_columns`.
template <class... Columns>
struct torch_added_columns {
  column_list<Columns...> all;

  /// Whether each takes rows of a sheet.
  static consteval bool is_taken() {
    return (takes_any<Columns, torch_category_row, torch_name_row, torch_op_row, torch_unified_row, torch_roofline_row,
                      torch_kernel_row> && ...);
  }

  /// This sheet with those columns at its end whose projection takes its rows.
  table added_to(const table& sheet, torch_sheet_rows rows) const {
    switch (rows) {
      case torch_sheet_rows::categories: return with_those_of<torch_category_row>(sheet);
      case torch_sheet_rows::names: return with_those_of<torch_name_row>(sheet);
      case torch_sheet_rows::ops: return with_those_of<torch_op_row>(sheet);
      case torch_sheet_rows::unified: return with_those_of<torch_unified_row>(sheet);
      case torch_sheet_rows::families: return with_those_of<torch_roofline_row>(sheet);
      case torch_sheet_rows::kernels: return with_those_of<torch_kernel_row>(sheet);
    }
    return sheet;
  }

 private:
  template <class Column, class... Rows>
  static constexpr bool takes_any = (Column::template takes<Rows>() || ...);
  template <class Row>
  table with_those_of(table sheet) const {
    all.for_each([&]<class Column>(const Column& c) {
      if constexpr (Column::template takes<Row>()) sheet = sheet.with<Row>(columns(c));
    });
    return sheet;
  }
};

/// The columns of an extension, each at the end of the sheets whose rows its projection takes: `torch_unified_row` of
/// `unified_perf_summary`, `torch_roofline_row` of the sheets of families (`GEMM`), `torch_op_row` of `ops_all`,
/// `torch_name_row` of `ops_summary`, `torch_category_row` of `ops_summary_by_category`, `torch_kernel_row` of
/// `kernel_summary`.
///
///     static constexpr auto columns =
///         torch_sheet_columns(column<"Tokens per s">([](const torch_unified_row& r) { ... }));
template <class... Columns>
constexpr torch_added_columns<Columns...> torch_sheet_columns(const Columns&... all) {
  static_assert((torch_added_columns<Columns>::is_taken() && ...),
                "a column of an extension takes rows of a sheet: const torch_unified_row&, torch_roofline_row, "
                "torch_op_row, torch_name_row, torch_category_row or torch_kernel_row");
  return {columns(all...)};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ADDED_COLUMNS_HPP
