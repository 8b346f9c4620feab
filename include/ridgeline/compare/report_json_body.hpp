#ifndef RIDGELINE_COMPARE_REPORT_JSON_BODY_HPP
#define RIDGELINE_COMPARE_REPORT_JSON_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_json.hpp>
#include <ridgeline/compare/stored_text.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/read/json.hpp>

namespace ridgeline {

namespace compare_detail {

/// Reads the tables of a document value by value.
class report_reader {
 public:
  void take(std::string_view path, const json_leaf& v) {
    if (path == "/schema") schema_ = v.is == json_leaf::kind::whole ? v.whole : -1;
    else if (path == "/program" && v.is == json_leaf::kind::text) report_.program = v.text;
    using core_detail::take_front;
    if (!take_front(path, "/tables/")) return;
    value_sheet* const sheet = next_of(report_.sheets, path);
    if (sheet == nullptr) return;
    if (path == "name" && v.is == json_leaf::kind::text) sheet->name = v.text;
    if (take_front(path, "columns/") && path.ends_with("/title")) return sheet->titles.emplace_back(v.text), void();
    if (!take_front(path, "rows/")) return;
    std::vector<sheet_value>* const row = next_of(sheet->rows, path);
    if (row != nullptr && !path.empty() && row->size() < sheet->titles.size()) row->push_back(value_of(v));
  }
  expected<stored_report> result(const std::string& file) {
    const auto bad = [&](const std::string& what) { return failure{errc::not_a_report, {file}, what}; };
    if (schema_ != json_schema_version || report_.program.empty())
      return bad("expected a report of schema " + std::to_string(json_schema_version));
    for (value_sheet& s : report_.sheets)
      for (std::vector<sheet_value>& row : s.rows) row.resize(s.titles.size());
    return std::move(report_);
  }

 private:
  /// The entry of a list whose number the path begins with, which may be one more than there are; null for others.
  template <class T>
  static T* next_of(std::vector<T>& list, std::string_view& path) {
    const std::optional<std::size_t> n = take_position(path);
    if (!n || *n > list.size()) return nullptr;
    if (*n == list.size()) list.emplace_back();
    return &list[*n];
  }
  static sheet_value value_of(const json_leaf& v) {
    if (v.is_number()) return {v.real, {}};
    if (v.is == json_leaf::kind::boolean) return {missing<double>, v.boolean ? "True" : "False"};
    return stored_text(v.text);
  }

  stored_report report_{};
  std::int64_t schema_ = -1;
};

}  // namespace compare_detail

bool begins_as_report(std::string_view document) {
  const std::string_view front = document.substr(0, 512);
  const std::size_t program = front.find("\"program\"");
  return front.find("\"schema\"") < program && program != front.npos && front.find("\"traceEvents\"") == front.npos;
}

expected<stored_report> read_report_json(std::string_view document, const std::string& file) {
  compare_detail::report_reader reader;
  const expected<bool> read =
      read_json(document, [&](std::string_view path, const json_leaf& leaf) { reader.take(path, leaf); }, file);
  if (!read) return read.error();
  return reader.result(file);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_REPORT_JSON_BODY_HPP
