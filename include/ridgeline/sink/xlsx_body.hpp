#ifndef RIDGELINE_SINK_XLSX_BODY_HPP
#define RIDGELINE_SINK_XLSX_BODY_HPP

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/sink/xlsx_chart_body.hpp>
#include <ridgeline/table/format.hpp>

#if RIDGELINE_WITH_XLSXWRITER
#include <xlsxwriter.h>
#endif

namespace ridgeline {

#if RIDGELINE_WITH_XLSXWRITER

namespace sink_detail {

/// Names that a workbook accepts: at most 31 characters, none of []:*?/\, not empty, each once (letter case aside).
class sheet_names {
 public:
  std::string take(std::string_view wanted, std::size_t part) {
    std::string name(wanted);
    for (char& c : name)
      if (std::string_view("[]:*?/\\").find(c) != std::string_view::npos || static_cast<unsigned char>(c) < 0x20)
        c = '_';
    if (name.empty() || name.front() == '\'') name.insert(0, "_");
    for (std::size_t n = part;; ++n) {
      const std::string suffix = n < 2 ? "" : " (" + std::to_string(n) + ")";
      const std::string candidate = std::string(utf8_characters(name, 31 - suffix.size())) + suffix;
      std::string key = candidate;
      std::transform(key.begin(), key.end(), key.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
      if (std::find(taken_.begin(), taken_.end(), key) != taken_.end()) continue;
      taken_.push_back(key);
      return candidate;
    }
  }

 private:
  std::vector<std::string> taken_{};
};

/// Text as a workbook can hold it: valid UTF-8 without control characters, at most 32,767 characters.
inline std::string sheet_text(std::string_view text, bool& was_cut) {
  std::string clean;
  clean.reserve(text.size());
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size() && characters < 32'767; ++characters) {
    const std::size_t length = utf8_length(text.substr(i, 4));
    const auto c = static_cast<unsigned char>(text[i]);
    if (length == 0) {
      clean += "\xEF\xBF\xBD";
    } else if (length == 1 && c < 0x20 && c != '\n' && c != '\t') {
      clean += ' ';
    } else {
      clean += text.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
    was_cut = i < text.size();
  }
  return clean;
}

/// One workbook being written.
class workbook_writer {
 public:
  workbook_writer(const std::string& path, const workbook_style& style, data_quality& quality)
      : style_(style), quality_(quality) {
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;  // rows leave memory as they are written
    options.use_zip64 = LXW_TRUE;
    book_ = workbook_new_opt(path.c_str(), &options);
    if (book_ == nullptr) return;
    lxw_doc_properties properties{};
    properties.created = 315'532'800;  // 1980-01-01, so that the bytes do not depend on the clock
    workbook_set_properties(book_, &properties);
    bold_ = workbook_add_format(book_);
    format_set_bold(bold_);
    format_set_text_wrap(bold_);
  }

  lxw_error close() { return book_ == nullptr ? LXW_ERROR_MEMORY_MALLOC_FAILED : workbook_close(book_); }
  bool opened() const { return book_ != nullptr; }

  void add(const table& t) {
    const std::size_t most = std::max<std::size_t>(2, style_.rows_per_sheet) - 1;
    const std::size_t parts = std::max<std::size_t>(1, (t.rows() + most - 1) / most);
    for (std::size_t part = 0; part < parts; ++part)
      add_part(t, part + 1, part * most, std::min(t.rows(), (part + 1) * most));
    if (parts > 1)
      quality_.add("table is longer than a sheet and goes on in the next one", source_pos(t.name()),
                   std::to_string(parts) + " sheets", false);
  }

 private:
  void add_part(const table& t, std::size_t part, std::size_t first, std::size_t last) {
    const std::string name = names_.take(t.name(), part);
    lxw_worksheet* const sheet = workbook_add_worksheet(book_, name.c_str());
    if (sheet == nullptr) return;
    worksheet_freeze_panes(sheet, 1, 0);
    worksheet_set_landscape(sheet);
    worksheet_repeat_rows(sheet, 0, 0);
    constexpr std::size_t readable = 14;  // columns on a page
    if (t.columns() <= readable) worksheet_fit_to_pages(sheet, 1, 0);
    std::string scratch;
    for (std::size_t c = 0; c < t.columns(); ++c) {
      double width = 8;
      for (std::size_t r = first; r < std::min(last, first + 200); ++r) {
        scratch.clear();
        std::string text;
        append_for_people(text, t.at(r, c, scratch), t.column(c));
        width = std::max(width, static_cast<double>(std::min<std::size_t>(text.size(), 60)));
      }
      width = std::max(width, static_cast<double>(std::min<std::size_t>(title_of(t.column(c)).size(), 24)));
      worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), width + 2, nullptr);
      bool cut = false;
      worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(c), sheet_text(title_of(t.column(c)), cut).c_str(),
                             bold_);
    }
    for (std::size_t r = first; r < last; ++r)
      for (std::size_t c = 0; c < t.columns(); ++c)
        write_cell(sheet, t, r, c, static_cast<lxw_row_t>(r - first + 1), scratch);
    if (part == 1)
      for (const sheet_chart& chart : style_.charts)
        if (chart.table == t.name()) sheet_charts(book_, sheet, name, t, style_.rows_per_sheet).add(chart);
  }

  void write_cell(lxw_worksheet* sheet, const table& t, std::size_t r, std::size_t c, lxw_row_t row,
                  std::string& scratch) {
    const auto column = static_cast<lxw_col_t>(c);
    const cell value = t.at(r, c, scratch);
    switch (value.kind) {
      case cell_kind::none: break;
      case cell_kind::boolean: worksheet_write_boolean(sheet, row, column, value.integer != 0 ? 1 : 0, nullptr); break;
      case cell_kind::integer:
        worksheet_write_number(sheet, row, column, static_cast<double>(value.integer),
                               number_format(0, t.column(c).separators));
        break;
      case cell_kind::real:
        if (value.real - value.real == 0)  // a sheet has no infinity
          worksheet_write_number(sheet, row, column, value.real,
                                 number_format(t.column(c).digits, t.column(c).separators));
        break;
      case cell_kind::text: {
        bool cut = false;
        const std::string text = sheet_text(value.text, cut);
        if (cut)
          quality_.add("text is longer than a cell of a workbook and is cut", source_pos(t.name(), r + 2, c + 1),
                       value.text.substr(0, 40), false);
        if (!text.empty()) worksheet_write_string(sheet, row, column, text.c_str(), nullptr);
        break;
      }
    }
  }

  lxw_format* number_format(int digits, bool separators) {
    lxw_format*& made = formats_[{digits, separators}];
    if (made == nullptr) {
      made = workbook_add_format(book_);
      std::string code = separators ? "#,##0" : "0";
      if (digits > 0) code += "." + std::string(static_cast<std::size_t>(digits), '0');
      format_set_num_format(made, code.c_str());
    }
    return made;
  }

  const workbook_style& style_;
  data_quality& quality_;
  lxw_workbook* book_ = nullptr;
  lxw_format* bold_ = nullptr;
  std::map<std::pair<int, bool>, lxw_format*> formats_{};
  sheet_names names_{};
};

}  // namespace sink_detail

std::optional<failure> write_xlsx(const std::string& path, std::span<const table> tables,
                                         const workbook_style& style, data_quality& quality) {
  std::string beside;
  const int made = sink_detail::create_beside(path, beside);  // the library prints what it cannot open
  if (made < 0) {
    std::string why = "cannot be written: ";
    why += std::strerror(errno);
    return failure(errc::cannot_write, source_pos(path), std::move(why));
  }
  ::close(made);
  sink_detail::workbook_writer book(beside, style, quality);
  if (!book.opened()) return failure(errc::cannot_write, source_pos(path), "cannot be written: no memory");
  for (const table& t : tables) book.add(t);
  const lxw_error error = book.close();
  if (error == LXW_NO_ERROR && std::rename(beside.c_str(), path.c_str()) == 0) return std::nullopt;
  const std::string why = error == LXW_NO_ERROR ? std::strerror(errno) : lxw_strerror(error);
  ::unlink(beside.c_str());
  return failure(errc::cannot_write, source_pos(path), "cannot be written: " + why);
}

#else

std::optional<failure> write_xlsx(const std::string& path, std::span<const table>, const workbook_style&,
                                         data_quality&) {
  return failure(errc::usage, source_pos(path),
                 "this build writes no workbooks: libxlsxwriter was not found (Debian: libxlsxwriter-dev)");
}

#endif

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_XLSX_BODY_HPP
