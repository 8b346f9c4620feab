#ifndef RIDGELINE_SINK_XLSX_HPP
#define RIDGELINE_SINK_XLSX_HPP

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/progress.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// A native chart on a workbook sheet that plots columns of that sheet's table.
struct sheet_chart {
  enum class form { bar, pie, histogram, scatter_log };
  form shape = form::bar;
  std::string table{};                ///< name of the table; the chart is placed next to it
  std::string title{};
  std::string labels{};               ///< title of the category or x column
  std::vector<std::string> values{};  ///< titles of the value columns
  std::size_t first = 0;              ///< first row of the table to plot
  std::size_t rows = 0;               ///< number of rows; 0: all from `first` on
  std::string series{};               ///< for scatter_log: consecutive rows with equal text in this column form
                                      ///< a series of that name
  std::string lines{};                ///< of those, the ones drawn as a line: True in this column
};

/// Options for workbook output.
struct workbook_style {
  std::vector<sheet_chart> charts;
  std::size_t rows_per_sheet = 1'048'576;  ///< including the header, at most the format's limit, which this is
  progress_function progress{};            ///< in rows; not what follows them, compressing and checking
};

/// Writes one sheet per table with a bold, frozen header, the first columns up to the name frozen as well, a filter on
/// each column, the page's colours, number formats by the column's decimals, widths by content, and charts. A table
/// longer than a sheet continues on another sheet, named `NAME (2)`; columns beyond the 16,384th are left out; text too
/// long for a cell is truncated; all three are counted in `quality`. Text is never interpreted as a formula; control
/// characters become blanks, and what XML cannot represent (U+FFFE, U+FFFF, invalid UTF-8) becomes U+FFFD. Equal tables
/// give equal bytes.
///
/// The file is written and replaced as by `write_file`, but read back completely before it is renamed, because the
/// library does not check its writes to the temporary folder. Returns nothing on success, otherwise the failure.
///
/// Implemented with libxlsxwriter in <ridgeline/impl.hpp>; without it (RIDGELINE_WITH_XLSXWRITER is 0) the function
/// fails with a message saying so.
[[nodiscard]]
std::optional<failure> write_xlsx(const std::string& path, std::span<const table> tables, const workbook_style& style,
                                  data_quality& quality);
/// The same without a report on truncated cells: `write_xlsx(path, tables)`.
[[nodiscard]]
inline std::optional<failure> write_xlsx(const std::string& path, std::span<const table> tables,
                                         const workbook_style& style = {}) {
  data_quality cut;
  return write_xlsx(path, tables, style, cut);
}
/// The same for a list of tables: `write_xlsx(path, {kernels, copies})`.
[[nodiscard]]
inline std::optional<failure> write_xlsx(const std::string& path, std::initializer_list<table> tables) {
  data_quality cut;
  return write_xlsx(path, std::span<const table>(tables.begin(), tables.size()), {}, cut);
}
/// The same for one table.
[[nodiscard]]
inline std::optional<failure> write_xlsx(const std::string& path, const table& t) {
  return write_xlsx(path, std::span<const table>(&t, 1));
}
template <table_detail::no_table_yet Records, class... More>
  requires(!std::is_convertible_v<const Records&, std::span<const table>>)
std::optional<failure> write_xlsx(const std::string&, const Records&, const More&...) {
  table_detail::ask_for_a_table<Records>();
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_XLSX_HPP
