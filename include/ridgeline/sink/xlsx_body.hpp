#ifndef RIDGELINE_SINK_XLSX_BODY_HPP
#define RIDGELINE_SINK_XLSX_BODY_HPP

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include <ridgeline/core/config.hpp>
#include <ridgeline/sink/output_body.hpp>
#include <ridgeline/sink/row_count_body.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/sink/xlsx_chart_body.hpp>
#include <ridgeline/sink/xlsx_check_body.hpp>
#include <ridgeline/sink/xlsx_text_body.hpp>
#include <ridgeline/table/format.hpp>

#if RIDGELINE_WITH_XLSXWRITER
#include <xlsxwriter.h>
#endif

namespace ridgeline {

#if RIDGELINE_WITH_XLSXWRITER

namespace sink_detail::sink {

/// One workbook being written.
class workbook_writer {
 public:
  workbook_writer(const std::string& path, const workbook_style& style, data_quality& quality, row_count& written)
      : written_(written), style_(style), rows_(std::clamp<std::size_t>(style.rows_per_sheet, 2, LXW_ROW_MAX)),
        quality_(quality) {
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;  // rows are not kept in memory after writing
    options.use_zip64 = LXW_TRUE;
    book_ = workbook_new_opt(path.c_str(), &options);
    if (book_ == nullptr) return;
    lxw_doc_properties properties{};
    properties.created = 315'532'800;  // 1980-01-01, so that the bytes do not depend on the clock
    workbook_set_properties(book_, &properties);
    head_ = workbook_add_format(book_);
    format_set_bold(head_);
    format_set_text_wrap(head_);
    format_set_bg_color(head_, 0xe6eef8);  // --mark and --line of the page
    format_set_bottom(head_, LXW_BORDER_THIN);
    format_set_bottom_color(head_, 0xd5dae1);
  }

  void add(const table& t) {
    const std::size_t most = rows_ - 1;
    if (const std::size_t out = t.columns() - columns_of(t); out > 0)
      quality_.add("table is wider than a sheet and its last columns are left out", source_pos(t.name()),
                   std::to_string(out) + " columns", false);
    const std::size_t parts = std::max<std::size_t>(1, (t.rows() + most - 1) / most);
    for (std::size_t part = 0; part < parts; ++part)
      add_part(t, part + 1, part * most, std::min(t.rows(), (part + 1) * most));
    if (parts > 1)
      quality_.add("table is longer than a sheet and continues on the next one", source_pos(t.name()),
                   std::to_string(parts) + " sheets", false);
  }
  /// Writes the file. Returns an empty text, or an error message.
  std::string close() {
    if (book_ == nullptr) return "no memory";
    if (lost_sheet_) {
      lxw_workbook_free(book_);
      return temporary_files;
    }
    lxw_worksheet* sheet = nullptr;
    bool lost_rows = false;
    STAILQ_FOREACH(sheet, book_->worksheets, list_pointers) {
      std::FILE* const rows = sheet->optimize_tmpfile;
      lost_rows = lost_rows || (rows != nullptr && (std::fflush(rows) != 0 || std::ferror(rows) != 0));
    }
    errno = 0;
    const lxw_error error = workbook_close(book_);
    const int why = errno;
    if (lost_rows) return temporary_files;
    if (error == LXW_ERROR_ZIP_FILE_OPERATION && why != 0) return std::strerror(why);  // its own text is "ZIP_ERRNO"
    return error == LXW_NO_ERROR ? "" : lxw_strerror(error);
  }
  /// The number of cells of each sheet, in order, for verifying the file.
  const std::vector<std::uint64_t>& cells() const { return cells_; }

  static constexpr const char* temporary_files = "the folder for temporary files is full or cannot be written (TMPDIR)";

 private:
  /// As many of its columns as a sheet has.
  static std::size_t columns_of(const table& t) { return std::min<std::size_t>(t.columns(), LXW_COL_MAX); }
  void add_part(const table& t, std::size_t part, std::size_t first, std::size_t last) {
    if (book_ == nullptr || lost_sheet_) return;
    const std::string name = names_.take(t.name(), part);
    lxw_worksheet* const sheet = workbook_add_worksheet(book_, name.c_str());
    lost_sheet_ = sheet == nullptr;
    if (lost_sheet_) return;
    cells_.push_back(0);
    const std::size_t columns = columns_of(t);
    worksheet_set_landscape(sheet);
    worksheet_repeat_rows(sheet, 0, 0);
    constexpr std::size_t readable = 14;  // columns that fit on a page
    if (columns <= readable) worksheet_fit_to_pages(sheet, 1, 0);
    std::string scratch;
    std::vector<double> widths;
    for (std::size_t c = 0; c < columns; ++c) {
      widths.push_back(width_of(t, c, first, last));
      const auto column = static_cast<lxw_col_t>(c);
      worksheet_set_column(sheet, column, column, widths.back(), nullptr);
      if (worksheet_write_string(sheet, 0, column, sheet_text(title_of(t.column(c))).c_str(), head_) == LXW_NO_ERROR)
        ++cells_.back();
    }
    worksheet_freeze_panes(sheet, 1, static_cast<lxw_col_t>(columns_that_stay(t, widths)));
    if (columns > 0 && last > first)
      worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(last - first), static_cast<lxw_col_t>(columns - 1));
    for (std::size_t r = first; r < last; ++r) {
      for (std::size_t c = 0; c < columns; ++c)
        if (write_cell(sheet, t, r, c, static_cast<lxw_row_t>(r - first + 1), scratch)) ++cells_.back();
      written_.add(1);
    }
    if (part == 1)
      for (const sheet_chart& chart : style_.charts)
        if (chart.table == t.name()) sheet_charts(book_, sheet, name, t, rows_).add(chart);
  }

  static double width_of(const table& t, std::size_t c, std::size_t first, std::size_t last) {
    double width = 8;
    std::string scratch;
    for (std::size_t r = first; r < std::min(last, first + 200); ++r) {
      std::string text;
      append_for_people(text, t.at(r, c, scratch), t.column(c));
      width = std::max(width, static_cast<double>(std::min<std::size_t>(text.size(), 60)));
    }
    return std::max(width, static_cast<double>(std::min<std::size_t>(title_of(t.column(c)).size(), 24))) + 2;
  }
  /// The number of columns to freeze: those up to the one that names a row, the first text column. 0 if they would fill
  /// a screen.
  static std::size_t columns_that_stay(const table& t, const std::vector<double>& widths) {
    constexpr std::size_t within = 4;
    constexpr double widest = 80;
    std::string scratch;
    double width = 0;
    for (std::size_t c = 0; c < std::min(within, t.columns()); ++c) {
      width += widths[c];
      for (std::size_t r = 0; r < std::min<std::size_t>(t.rows(), 20); ++r)
        if (t.at(r, c, scratch).kind == cell_kind::text) return width <= widest ? c + 1 : 0;
    }
    return 0;
  }

  /// Returns whether a cell was written.
  bool write_cell(lxw_worksheet* sheet, const table& t, std::size_t r, std::size_t c, lxw_row_t row,
                  std::string& scratch) {
    const auto column = static_cast<lxw_col_t>(c);
    const cell value = t.at(r, c, scratch);
    const bool separators = t.column(c).separators;
    const colour tone = t.colour_of(r, c);
    switch (value.kind) {
      case cell_kind::none: return false;
      case cell_kind::boolean:
        return worksheet_write_boolean(sheet, row, column, value.integer != 0 ? 1 : 0, format_of({}, tone)) ==
               LXW_NO_ERROR;
      case cell_kind::integer:
        if (!value.fits_double()) {  // a sheet's numbers are doubles
          std::string digits;
          append_integer(digits, value, false);
          return worksheet_write_string(sheet, row, column, digits.c_str(), format_of({}, tone)) == LXW_NO_ERROR;
        }
        return worksheet_write_number(sheet, row, column, value.number(),
                                      format_of(number_code(0, separators), tone)) == LXW_NO_ERROR;
      case cell_kind::real:
        if (value.real - value.real != 0) return false;  // sheets cannot represent infinity
        return worksheet_write_number(sheet, row, column, value.real,
                                      format_of(number_code(t.column(c).digits, separators), tone)) == LXW_NO_ERROR;
      case cell_kind::text: {
        bool cut = false;
        const std::string text = sheet_text(value.text, cut);
        if (cut)
          quality_.add("text is longer than a workbook cell and is cut", source_pos(t.name(), r + 2, c + 1),
                       value.text.substr(0, 40), false);
        // A string cell: spreadsheets never read it as a formula, whatever its first character.
        return !text.empty() &&
               worksheet_write_string(sheet, row, column, text.c_str(), format_of({}, tone)) == LXW_NO_ERROR;
      }
    }
    return false;
  }

  static std::string number_code(int digits, bool separators) {
    std::string code = separators ? "#,##0" : "0";
    if (digits > 0) code += "." + std::string(static_cast<std::size_t>(digits), '0');
    return code;
  }
  /// Null: the default cell format.
  lxw_format* format_of(const std::string& code, colour tone) {
    if (code.empty() && tone == colour::none) return nullptr;
    lxw_format*& made = formats_[{code, tone}];
    if (made == nullptr) {
      made = workbook_add_format(book_);
      if (!code.empty()) format_set_num_format(made, code.c_str());
      if (tone != colour::none) format_set_font_color(made, rgb_of(tone));
    }
    return made;
  }

  row_count& written_;
  const workbook_style& style_;
  std::size_t rows_;  // of a sheet, with its header
  data_quality& quality_;
  lxw_workbook* book_ = nullptr;
  lxw_format* head_ = nullptr;
  bool lost_sheet_ = false;
  std::map<std::pair<std::string, colour>, lxw_format*> formats_{};
  std::vector<std::uint64_t> cells_{};
  sheet_names names_{};
};

/// Writes a workbook to that file and reads it back. Returns an empty text, or an error message.
inline std::string write_workbook(const std::string& name, std::span<const table> tables, const workbook_style& style,
                                  data_quality& quality) {
  row_count written(style.progress, rows_of(tables));
  workbook_writer book(name, style, quality, written);
  if (tables.empty()) book.add(table().renamed("Sheet1"));  // a workbook has at least one sheet
  for (const table& t : tables) book.add(t);
  const std::string why = book.close();
  if (!why.empty() || is_whole_workbook(name, book.cells())) return why;
  return workbook_writer::temporary_files;
}

}  // namespace sink_detail::sink

std::optional<failure> write_xlsx(const std::string& path, std::span<const table> tables, const workbook_style& style,
                                  data_quality& quality) {
  const write_target target = write_target::of(path);
  if (target.error != 0) return cannot_write(path, target.error);
  if (target.how == write_target::way::replace)
    return replace_file(path, target, [&](const std::string& name) {
      return sink_detail::sink::write_workbook(name, tables, style, quality);
    });
  // The library needs a seekable file: write to one in memory, then copy it to its destination.
  const int memory = ::memfd_create("workbook", MFD_CLOEXEC);
  if (memory < 0) return cannot_write(path, errno);
  const std::string why =
      sink_detail::sink::write_workbook("/proc/self/fd/" + std::to_string(memory), tables, style, quality);
  std::optional<failure> result = cannot_write(path, why);
  if (why.empty()) {
    result = write_file(path, [&](output& to) -> std::optional<failure> {
      std::string piece(std::size_t{1} << 16, '\0');
      for (::off_t at = 0;;) {
        const ::ssize_t n = ::pread(memory, piece.data(), piece.size(), at);
        if (n < 0) return cannot_write(path, errno);
        if (n == 0) return std::nullopt;
        to.write(std::string_view(piece).substr(0, static_cast<std::size_t>(n)));
        at += n;
      }
    });
  }
  ::close(memory);
  return result;
}

#else

std::optional<failure> write_xlsx(const std::string& path, std::span<const table>, const workbook_style&,
                                  data_quality&) {
  return failure(errc::usage, source_pos(path),
                 "this build cannot write workbooks: libxlsxwriter was not found (Debian: libxlsxwriter-dev)");
}

#endif

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_XLSX_BODY_HPP
