#ifndef RIDGELINE_SINK_XLSX_HPP
#define RIDGELINE_SINK_XLSX_HPP

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// A native chart on a workbook's sheet, over columns of that sheet's table.
struct sheet_chart {
  enum class form { bar, pie, histogram, scatter_log };
  form shape = form::bar;
  std::string table{};                ///< name of the table; the chart stands beside it
  std::string title{};
  std::string labels{};               ///< title of the column of categories, or of x values
  std::vector<std::string> values{};  ///< titles of the columns of values
  std::size_t first = 0;              ///< first row of the table that is drawn
  std::size_t rows = 0;               ///< how many are drawn; 0: all from `first` on
  std::string series{};               ///< of scatter_log: rows of equal text in this column, which stand together, are
                                      ///< a series of that name
  std::string lines{};                ///< of these, the ones that are drawn as a line: True in this column
};

/// How a workbook is written.
struct workbook_style {
  std::vector<sheet_chart> charts;
  std::size_t rows_per_sheet = 1'048'576;  ///< the format's limit, the header included
};

/// Writes a sheet for each table: a bold header that stays, the first columns up to the name stay too, a filter on each
/// column, the colours of the page, number formats by the column's decimals, widths by content, charts. A table longer
/// than a sheet goes on in the next one, named `NAME (2)`; texts longer than a cell can hold are cut; both are counted
/// in `quality`. Text is text, never a formula; control characters become blanks, and what XML cannot hold (U+FFFE,
/// U+FFFF, bytes that are no UTF-8) becomes U+FFFD. The same tables give the same bytes.
///
/// The file is written and replaced as by `write_file`: all of it is read back before it takes its name, because the
/// library does not check what it writes to the folder for temporary files. Nothing on success, else what went wrong.
///
/// Its body is in <ridgeline/impl.hpp> and needs libxlsxwriter; without it (RIDGELINE_WITH_XLSXWRITER is 0) the
/// function answers with a sentence that says so.
std::optional<failure> write_xlsx(const std::string& path, std::span<const table> tables, const workbook_style& style,
                                  data_quality& quality);
/// The same for who needs no word on cut cells: `write_xlsx(path, tables)`.
inline std::optional<failure> write_xlsx(const std::string& path, std::span<const table> tables,
                                         const workbook_style& style = {}) {
  data_quality cut;
  return write_xlsx(path, tables, style, cut);
}
/// The same of tables that are listed: `write_xlsx(path, {kernels, copies})`.
inline std::optional<failure> write_xlsx(const std::string& path, std::initializer_list<table> tables) {
  data_quality cut;
  return write_xlsx(path, std::span<const table>(tables.begin(), tables.size()), {}, cut);
}
/// The same of one table.
inline std::optional<failure> write_xlsx(const std::string& path, const table& t) {
  return write_xlsx(path, std::span<const table>(&t, 1));
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_XLSX_HPP
