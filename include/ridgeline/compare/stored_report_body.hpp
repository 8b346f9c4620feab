#ifndef RIDGELINE_COMPARE_STORED_REPORT_BODY_HPP
#define RIDGELINE_COMPARE_STORED_REPORT_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_join_body.hpp>
#include <ridgeline/compare/stored_report.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/read/workbook.hpp>

namespace ridgeline {

namespace compare_detail {

constexpr std::size_t longest_sheet_name = 31;  // in workbooks

inline bool may_be_cut(std::string_view name) {
  return utf8_characters(name, longest_sheet_name).size() == name.size() &&
         utf8_characters(name, longest_sheet_name - 1).size() < name.size();
}

/// Fills a sheet from the rows of a workbook's.
class workbook_sheet_filler {
 public:
  workbook_sheet_filler(value_sheet& to, std::string file, std::size_t limit, data_quality& quality)
      : name_(to.name), file_(std::move(file)), limit_(limit), quality_(quality), filler_(to) {}

  bool take(const workbook_row& row) {
    last_row_ = row.number;
    for (const workbook_cell& c : row.cells) {
      if (c.kind == workbook_kind::error) count("cell of a workbook holds an error; it is empty", row, c, false);
      else if (c.kind == workbook_kind::unknown)
        count("cell of a workbook holds a formula without its value; it is empty", row, c, true);
      else filler_.add(c.column, c.text);
    }
    filler_.end_row();
    return filler_.held() <= limit_;
  }
  /// The bytes that its rows take, roughly.
  std::size_t held() const { return filler_.held(); }
  /// Whether it has as many rows as a sheet can have.
  bool is_full() const { return last_row_ == workbook_file::most_rows; }

 private:
  void count(std::string_view reason, const workbook_row& row, const workbook_cell& c, bool lost) {
    quality_.add(reason, {file_, row.number, c.column + 1}, name_ + (c.text.empty() ? "" : ": ") + std::string(c.text),
                 lost);
  }

  const std::string& name_;
  std::string file_;
  std::size_t limit_;
  data_quality& quality_;
  sheet_filler filler_;
  std::uint64_t last_row_ = 0;
};

/// Whether a sheet goes on with the table of the one before it, which is full: `NAME (2)` behind `NAME`.
inline bool continues(const value_sheet& before, const value_sheet& sheet) {
  const std::size_t number = sheet.name.rfind(" (");
  return number != sheet.name.npos && sheet.name.ends_with(')') && sheet.titles == before.titles &&
         before.name.starts_with(sheet.name.substr(0, number));
}

}  // namespace compare_detail

bool holds_report_csvs(const std::string& folder) {
  std::error_code ignored;
  for (const char* sheet : {"gpu_timeline.csv", "ops_summary.csv", "kernel_summary.csv", "ops_all.csv",
                            "ops_unique_args.csv"})
    if (std::filesystem::exists(folder + "/" + sheet, ignored)) return true;
  return false;
}

std::string full_sheet_name(std::string_view sheet) {
  constexpr std::string_view long_name = "kernel_launchers_summary_by_category";
  constexpr std::string_view ending = "_kl_overlap";  // behind the name of any kind of ops
  if (!compare_detail::may_be_cut(sheet)) return std::string(sheet);
  if (long_name.starts_with(sheet)) return std::string(long_name);
  for (std::size_t kept = ending.size() - 1; kept >= 4; --kept)  // "_kl_" at least
    if (sheet.ends_with(ending.substr(0, kept))) return std::string(sheet) + std::string(ending.substr(kept));
  return std::string(sheet);
}

void restore_sheet_names(std::vector<std::vector<value_sheet>>& reports) {
  for (std::vector<value_sheet>& report : reports)
    for (value_sheet& s : report) {
      if (!compare_detail::may_be_cut(s.name)) continue;
      std::string full;
      bool one = true;
      for (const std::vector<value_sheet>& other : reports)
        for (const value_sheet& o : other)
          if (&other != &report && o.name.size() > s.name.size() && o.name.starts_with(s.name))
            one = one && (full.empty() || full == o.name), full = o.name;
      if (one && !full.empty()) s.name = full;
    }
}

expected<stored_report> read_report_workbook(std::string_view bytes, const std::string& file, data_quality& quality,
                                             std::size_t limit) {
  expected<workbook_file> book = workbook_file::open(bytes, file, limit);
  if (!book) return book.error();
  stored_report report;
  std::optional<failure> first;
  const std::size_t most = limit / 4;  // comparing copies the cells up to three times
  std::size_t held = 0;
  bool full = false;  // the sheet before
  for (std::size_t i = 0; i < book->sheets().size(); ++i) {
    value_sheet sheet{full_sheet_name(book->sheets()[i]), {}, {}};
    compare_detail::workbook_sheet_filler filler(sheet, file, most - held, quality);
    const std::optional<failure> why = book->read(i, [&](const workbook_row& row) { return filler.take(row); });
    if (why && why->code == errc::cannot_read) return *why;
    if (filler.held() > most - held)
      return failure{errc::cannot_read, {file}, "sheet \"" + book->sheets()[i] + "\": holds more than " +
                                                    std::to_string(most) + " bytes of cells, the limit"};
    if (why) {
      quality.add("sheet of a workbook cannot be read; it is left out", {file}, why->what);
      if (!first) first = why;
      full = false;
      continue;
    }
    held += filler.held();
    if (full && compare_detail::continues(report.sheets.back(), sheet)) {
      std::vector<std::vector<sheet_value>>& rows = report.sheets.back().rows;
      for (std::vector<sheet_value>& row : sheet.rows) rows.push_back(std::move(row));
    } else {
      report.sheets.push_back(std::move(sheet));
    }
    full = filler.is_full();
  }
  if (first && report.sheets.empty()) return *std::move(first);
  if (report.sheets.empty()) return failure{errc::not_a_report, {file}, "is a workbook without a sheet of cells"};
  return report;
}

expected<stored_report> read_report(const std::string& path, data_quality& quality) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path, ignored))
      if (entry.path().extension() == ".csv") names.push_back(entry.path().string());
    stored_report report;
    merge_sorted_runs(names, [](const std::string& a, const std::string& b) { return a < b; });
    for (const std::string& name : names) {
      const expected<file_bytes> bytes = file_bytes::open(name);
      if (!bytes) return bytes.error();
      report.sheets.push_back(values_of_csv(fs::path(name).stem().string(), bytes->view(), name, quality));
    }
    return report;
  }
  {
    const expected<file_bytes> bytes = file_bytes::open(path);
    if (!bytes) return bytes.error();
    if (is_workbook(bytes->view())) return read_report_workbook(bytes->view(), path, quality);
  }
  const expected<text_file> text = text_file::open(path);
  if (!text) return text.error();
  data_quality damage;
  text->tell(damage, path);
  if (!damage.empty())  // its numbers may be wrong
    return failure{errc::not_a_report, {path}, "is packed, and the packed file is cut or damaged"};
  if (text->view().substr(0, text->view().find('\n')).find('{') != std::string_view::npos)
    return read_report_json(text->view(), path);
  stored_report report;
  report.sheets.push_back(values_of_csv("table", text->view(), path, quality));
  return report;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_STORED_REPORT_BODY_HPP
