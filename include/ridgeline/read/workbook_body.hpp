#ifndef RIDGELINE_READ_WORKBOOK_BODY_HPP
#define RIDGELINE_READ_WORKBOOK_BODY_HPP

#include <unordered_set>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/read/workbook.hpp>
#include <ridgeline/read/workbook_parts_body.hpp>
#include <ridgeline/read/workbook_xml_body.hpp>

namespace ridgeline {

#if RIDGELINE_WITH_XLSXREADER

namespace read_detail {

/// A sheet: rows of cells.
class sheet_rows : public part_reader {
 public:
  sheet_rows(const shared_texts& texts, const callable<bool(const workbook_row&)>& take)
      : texts_(texts), take_(take) {}
  bool stops() const { return stopped_; }

  void begin(const xml_name& name, const xml_attributes& a) {
    const std::string_view is = name.is_main() ? name.local : std::string_view();
    if (depth_ == 1 && is != "worksheet") wrong = "is no sheet of cells";
    else if (depth_ == 2) data_ = is == "sheetData";
    else if (depth_ == 3 && data_) begin_row(is, a);
    else if (depth_ == 4 && row_) begin_cell(is, a);
    else if (depth_ == 5 && cell_) begin_value(is);
    else if (depth_ == 6 && inline_) run_ = is == "r", taken_ = is == "t";
    else if (depth_ == 7 && inline_ && run_) taken_ = is == "t";
  }
  void end() {
    if (depth_ >= 5) taken_ = false;
    if (depth_ == 4 && std::exchange(cell_, false)) end_cell();
    if (depth_ == 3 && std::exchange(row_, false)) end_row();
  }
  void text(std::string_view piece) {
    if (taken_) row_text_ += piece;
  }
  /// `cell B7: `, of the cell that was read last.
  std::string place() const {
    if (!in_cell_) return row_number_ == 0 ? "" : "row " + std::to_string(row_number_) + ": ";
    std::string letters;
    for (std::size_t n = column_ + 1; n > 0; n = (n - 1) / 26)
      letters.insert(0, 1, static_cast<char>('A' + (n - 1) % 26));
    return "cell " + letters + std::to_string(row_number_) + ": ";
  }

 private:
  struct held_cell {
    std::size_t column;
    workbook_kind kind;
    std::size_t from, size;  // in row_text_
  };

  void begin_row(std::string_view is, const xml_attributes& a) {
    row_ = is == "row";
    if (!row_) return;
    in_cell_ = false;
    next_ = 0;
    const char* const number = a.find("r");
    numbered_ = number != nullptr;
    if (!numbered_ && row_number_ < workbook_file::most_rows) ++row_number_;
    else if (!numbered_) wrong = "has more rows than a sheet can have";
    else if (!read_row(number, row_number_)) wrong = "row " + shown(number) + " is outside of a sheet";
  }
  void begin_cell(std::string_view is, const xml_attributes& a) {
    cell_ = is == "c";
    if (!cell_) return;
    column_ = next_;
    const char* const place = a.find("r");
    in_cell_ = place == nullptr || read_place(place);
    if (!in_cell_) wrong = "cell " + shown(place) + " is outside of a sheet";
    else if (column_ >= workbook_file::most_columns) wrong = "has more columns than a sheet can have";
    next_ = column_ + 1;
    const char* const type = a.find("t");
    type_ = type == nullptr ? "n" : type;
    start_ = row_text_.size();
    formula_ = inline_ = run_ = taken_ = false;
  }
  void begin_value(std::string_view is) {
    taken_ = is == "v";
    if (taken_) row_text_.resize(start_);
    formula_ = formula_ || is == "f";
    inline_ = is == "is";
    run_ = false;
  }
  static std::string shown(std::string_view text) { return std::string(utf8_front(text, 20)); }
  static bool read_row(std::string_view digits, std::uint64_t& to) {
    std::uint64_t n = 0;
    if (!all_digits(digits, n) || n == 0 || n > workbook_file::most_rows) return false;
    to = n;
    return true;
  }
  /// `B7`: column and row.
  bool read_place(std::string_view place) {
    std::size_t column = 0, at = 0;
    for (; at < place.size() && at < 4 && place[at] >= 'A' && place[at] <= 'Z'; ++at)
      column = column * 26 + static_cast<std::size_t>(place[at] - 'A') + 1;
    std::uint64_t row = 0;
    if (column == 0 || column > workbook_file::most_columns || !read_row(place.substr(at), row)) return false;
    column_ = column - 1;
    if (!numbered_) row_number_ = row;
    return true;
  }

  void end_cell() {
    workbook_kind kind = workbook_kind::text;
    if (type_ == "s") {
      std::uint64_t n = 0;
      if (row_text_.size() == start_) return;
      if (!all_digits(trimmed(), n) || n >= texts_.size()) {
        wrong = "refers to the shared text " + shown(trimmed()) + ", which is missing" +
                (texts_.wrong.empty() ? "" : ": the part with them " + texts_.wrong);
        return;
      }
      row_text_.resize(start_);
      row_text_ += texts_[static_cast<std::size_t>(n)];
    } else if (type_ == "inlineStr" || type_ == "str") {
      unescape(row_text_, start_);
    } else if (type_ == "b") {
      kind = workbook_kind::boolean;
      if (row_text_.size() != start_) {
        const bool set = trimmed() == "1" || trimmed() == "true";
        row_text_.resize(start_);
        row_text_ += set ? "True" : "False";
      }
    } else if (type_ == "e") {
      kind = workbook_kind::error;
    } else if (type_ != "d") {  // an ISO date is a text
      kind = workbook_kind::number;
      const std::string digits(trimmed());
      row_text_.resize(start_);
      row_text_ += digits;
    }
    if (row_text_.size() == start_) {
      if (!formula_ || type_ == "str") return;  // empty
      kind = workbook_kind::unknown;
    }
    cells_.push_back({column_, kind, start_, row_text_.size() - start_});
  }
  /// The text of the cell without the blanks of an indented file.
  std::string_view trimmed() const {
    std::string_view text = std::string_view(row_text_).substr(start_);
    const auto blank = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
  }
  void end_row() {
    given_.clear();
    for (const held_cell& c : cells_)
      given_.push_back({c.column, c.kind, std::string_view(row_text_).substr(c.from, c.size)});
    if (!given_.empty()) stopped_ = !take_({row_number_, given_});
    cells_.clear();
    row_text_.clear();
  }

  const shared_texts& texts_;
  const callable<bool(const workbook_row&)>& take_;
  bool stopped_ = false;
  bool data_ = false, row_ = false, cell_ = false, inline_ = false, run_ = false, taken_ = false;
  bool formula_ = false, in_cell_ = false, numbered_ = false;
  std::uint64_t row_number_ = 0;
  std::size_t column_ = 0, next_ = 0, start_ = 0;
  std::string type_{}, row_text_{};
  std::vector<held_cell> cells_{};
  std::vector<workbook_cell> given_{};
};

/// A workbook: its archive, the parts of its sheets and their texts.
struct workbook_content {
  struct sheet {
    const zip_archive::part* part = nullptr;
    std::string wrong{};  ///< why it has no part
  };
  workbook_content(std::string_view bytes, std::string name, std::size_t limit)
      : file(std::move(name)), zip(bytes, limit) {}

  failure refused(std::string why) const { return {errc::not_a_report, {file}, std::move(why)}; }

  /// Reads all but the sheets.
  std::optional<failure> read_front(std::vector<std::string>& names) {
    if (!zip.wrong().empty()) return refused("is a workbook that " + zip.wrong());
    std::string book = "xl/workbook.xml";
    if (zip.find(book) == nullptr) {
      relations root{std::string()};
      if (const zip_archive::part* const p = zip.find("_rels/.rels")) read_part(zip, *p, root);
      book = root.target_of("officeDocument");
      if (book.ends_with(".bin") || zip.find("xl/workbook.bin") != nullptr)
        return refused("is a binary workbook (.xlsb), which is not supported: save it as .xlsx");
      if (zip.find(book) == nullptr) return refused("is a ZIP archive without a workbook: it has no xl/workbook.xml");
    }
    const std::size_t slash = book.rfind('/');
    const std::string folder = slash == book.npos ? "" : book.substr(0, slash);
    sheet_list list;
    read_part(zip, *zip.find(book), list);
    if (!list.wrong.empty()) return refused("is a workbook whose part " + book + " " + list.wrong);
    if (list.sheets.size() > workbook_file::most_sheets)
      return refused("is a workbook of more than " + std::to_string(workbook_file::most_sheets) + " sheets");
    relations parts(folder);
    const std::string of_book = target_path(folder, "_rels/" + book.substr(slash + 1) + ".rels");
    if (const zip_archive::part* const p = zip.find(of_book)) read_part(zip, *p, parts);
    else parts.wrong = "is missing";
    if (!parts.wrong.empty()) return refused("is a workbook whose part " + of_book + " " + parts.wrong);
    if (const std::string at = parts.target_of("sharedStrings"); !at.empty()) {
      if (const zip_archive::part* const p = zip.find(at)) read_part(zip, *p, texts);
      else texts.wrong = "is missing";
    }
    if (zip.limited()) return failure{errc::cannot_read, {file}, texts.wrong};
    add_sheets(list, parts, names);
    return std::nullopt;
  }

  void add_sheets(const sheet_list& list, const relations& parts, std::vector<std::string>& names) {
    std::unordered_set<std::string> taken;
    std::unordered_set<const zip_archive::part*> used;
    for (const sheet_list::entry& e : list.sheets) {
      const relations::relation* const r = parts.find(e.relation);
      if (r != nullptr && r->kind != "worksheet") continue;  // a chart or a dialog
      sheet s;
      s.part = r == nullptr ? nullptr : zip.find(r->target);
      if (s.part == nullptr) s.wrong = r == nullptr ? "has no part" : "has no part: " + r->target + " is missing";
      else if (!used.insert(s.part).second) s.wrong = "has the same part as another sheet";
      if (!taken.insert(core_detail::lower_case(e.name)).second) s.wrong = "has the name of another sheet";
      names.push_back(e.name);
      sheets.push_back(std::move(s));
    }
  }

  std::string file;
  zip_archive zip;
  shared_texts texts{};
  std::vector<sheet> sheets{};
};

}  // namespace read_detail

expected<workbook_file> workbook_file::open(std::string_view bytes, const std::string& file, std::size_t limit) {
  workbook_file book(owned<read_detail::workbook_content>(new read_detail::workbook_content(bytes, file, limit)));
  if (std::optional<failure> why = book.content_->read_front(book.names_)) return *std::move(why);
  return book;
}

std::optional<failure> workbook_file::read(std::size_t sheet, const callable<bool(const workbook_row&)>& take) {
  read_detail::workbook_content& c = *content_;
  const auto failed = [&](const std::string& why) {
    return failure{c.zip.limited() ? errc::cannot_read : errc::not_a_report, {c.file},
                   "sheet \"" + names_[sheet] + "\": " + why};
  };
  const read_detail::workbook_content::sheet& s = c.sheets[sheet];
  if (!s.wrong.empty()) return failed(s.wrong);
  read_detail::sheet_rows rows(c.texts, take);
  read_part(c.zip, *s.part, rows);
  if (rows.stops() || rows.wrong.empty()) return std::nullopt;
  return failed(rows.place() + rows.wrong);
}

#else

namespace read_detail {
struct workbook_content {};
}  // namespace read_detail

expected<workbook_file> workbook_file::open(std::string_view, const std::string& file, std::size_t) {
  return failure{errc::cannot_read, {file},
                 "is a workbook, and this program was built without minizip and expat, which read it"};
}

std::optional<failure> workbook_file::read(std::size_t, const callable<bool(const workbook_row&)>&) {
  return failure{errc::cannot_read, {}, "this program was built without minizip and expat"};
}

#endif

workbook_file::workbook_file(owned<read_detail::workbook_content> content) : content_(std::move(content)) {}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_WORKBOOK_BODY_HPP
