#ifndef RIDGELINE_COMPARE_REPORT_JOIN_BODY_HPP
#define RIDGELINE_COMPARE_REPORT_JOIN_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/compare/stored_text.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>

namespace ridgeline {

namespace compare_detail {

using core_detail::is_any;

/// A text that is equal for rows with equal keys; equal numbers match however they are written, also as text.
inline std::string key_text(const std::vector<sheet_value>& row, std::span<const std::size_t> keys) {
  std::string text;
  for (const std::size_t k : keys) {
    const sheet_value none, &value = k < row.size() ? row[k] : none;
    const double number = known(value.number) ? value.number : to_double(value.text).value_or(missing<double>);
    if (known(number)) text += '#', append_python_real(text, number);
    else text += value.text;
    text += '\x1F';
  }
  return text;
}

/// How the values of rows with equal keys become one: what all of them agree on (else nothing), the first, their sum,
/// the mean over the calls, the least, the largest, nothing, or the sum of the shares up to there.
enum class combined_as : std::uint8_t { agreed, first, sum, mean, least, largest, nothing, running };

constexpr std::string_view running_sum = "cumulative ";

/// The words by which the titles of reports say what a column holds.
inline combined_as combination_of(std::string_view title, bool is_measure) {
  const std::string lower = core_detail::lower_case(std::string(title));
  const auto says = [&](std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) {
      const bool begins = lower.starts_with(w) && (lower.size() == w.size() || lower[w.size()] == ' '
          || lower[w.size()] == '_');
      return begins || (lower.ends_with(w) && lower[lower.size() - w.size() - 1] == '_');
    });
  };
  if (lower.starts_with(running_sum)) return combined_as::running;
  if (lower.ends_with("_first") || says({"uid"})) return combined_as::first;
  if (says({"median", "std"})) return combined_as::nothing;
  if (says({"mean", "average", "avg"})) return combined_as::mean;
  if (says({"min"})) return combined_as::least;
  if (says({"max"})) return combined_as::largest;
  const bool adds = is_measure || says({"sum", "total", "count", "percent", "percentage"});
  return adds ? combined_as::sum : combined_as::agreed;
}

/// The column that says how many calls each row stands for, or the number of columns.
inline std::size_t column_of_calls(const value_sheet& sheet) {
  const auto counts = [](const std::string& title) { return title == "Count" || title.ends_with("_count"); };
  return static_cast<std::size_t>(std::find_if(sheet.titles.begin(), sheet.titles.end(), counts) -
                                  sheet.titles.begin());
}

/// One cell of rows with equal keys. `calls` is the column that weighs a mean; each row weighs the same without one.
inline sheet_value combined(std::span<const std::vector<sheet_value>* const> rows, std::size_t column,
    std::size_t calls, combined_as how) {
  const sheet_value none;
  const auto cell_of = [&](const std::vector<sheet_value>* row) -> const sheet_value& {
    return column < row->size() ? (*row)[column] : none;
  };
  const sheet_value& first = cell_of(rows[0]);
  if (how == combined_as::first) return first;
  double value = missing<double>, weight = 0;
  bool agree = true;
  for (const std::vector<sheet_value>* const row : rows) {
    const sheet_value& v = cell_of(row);
    agree = agree && v.text == first.text && (v.number == first.number || (!known(v.number) && !known(first.number)));
    if (!known(v.number)) continue;
    double times = 1;
    if (how == combined_as::mean && calls < row->size() && known((*row)[calls].number)) times = (*row)[calls].number;
    weight += times;
    if (how == combined_as::least) value = known(value) ? std::min(value, v.number) : v.number;
    else if (how == combined_as::largest) value = known(value) ? std::max(value, v.number) : v.number;
    else value = (known(value) ? value : 0) + times * v.number;
  }
  if (agree && (how == combined_as::agreed || how == combined_as::mean)) return first;
  if (how == combined_as::agreed || how == combined_as::nothing || how == combined_as::running) return {};
  if (how == combined_as::mean) value = weight > 0 ? value / weight : missing<double>;
  return known(value) ? sheet_value{value, {}} : sheet_value{};
}

/// Writes a column of running sums anew: of the shares of all rows, the largest first.
inline void add_up_shares(value_sheet& sheet, std::size_t column) {
  const std::size_t share = sheet.find(sheet.titles[column].substr(running_sum.size()));
  std::vector<std::vector<sheet_value>*> rows;
  for (std::vector<sheet_value>& row : sheet.rows) {
    if (column < row.size()) row[column] = {};
    if (column < row.size() && share < row.size() && known(row[share].number)) rows.push_back(&row);
  }
  double sum = 0;
  for (std::vector<sheet_value>* const row :
       std::move(rows) | sort_by(desc([&](const std::vector<sheet_value>* r) { return (*r)[share].number; })))
    (*row)[column].number = sum += (*row)[share].number;
}

/// The rows of a sheet by key, in the order of the first of each.
struct rows_by_key {
  query_detail::key_table<std::string> table{};
  std::vector<std::vector<const std::vector<sheet_value>*>> of_key{};
};
inline rows_by_key grouped_rows(const value_sheet& sheet, std::span<const std::size_t> keys) {
  rows_by_key rows;
  for (const std::vector<sheet_value>& row : sheet.rows) {
    const std::uint32_t n = rows.table.number(key_text(row, keys));
    if (n == rows.of_key.size()) rows.of_key.emplace_back();
    rows.of_key[n].push_back(&row);
  }
  return rows;
}

/// Combines rows with equal keys, in the order of the first of each.
inline value_sheet one_row_each(const value_sheet& sheet, std::span<const std::string> keys,
    std::span<const std::string> measures) {
  value_sheet s{sheet.name, sheet.titles, {}};
  std::vector<std::size_t> at;
  for (const std::string& k : keys) at.push_back(sheet.find(k));
  const std::size_t calls = column_of_calls(sheet);
  std::vector<combined_as> how;
  for (const std::string& title : sheet.titles)
    how.push_back(is_any(title, keys) ? combined_as::first : combination_of(title, is_any(title, measures)));
  for (const auto& rows : grouped_rows(sheet, at).of_key) {
    s.rows.push_back(*rows[0]);
    if (rows.size() > 1) s.rows.back().resize(how.size());
    for (std::size_t c = 0; rows.size() > 1 && c < how.size(); ++c)
      s.rows.back()[c] = combined(rows, c, calls, how[c]);
  }
  for (std::size_t c = 0; s.rows.size() < sheet.rows.size() && c < how.size(); ++c)
    if (how[c] == combined_as::running) add_up_shares(s, c);
  return s;
}

/// Rows by key, with the corresponding rows of each report.
struct joined_rows {
  std::vector<std::vector<sheet_value>> keys{};
  std::vector<std::vector<const std::vector<sheet_value>*>> of_report{};  // by row, then by report; null: none
};

inline void add_report(joined_rows& to, const value_sheet& sheet, std::span<const std::size_t> keys,
    std::size_t before) {
  std::vector<std::size_t> front(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) front[i] = i;
  auto [table, of_key] = grouped_rows(sheet, keys);
  const std::size_t distinct = of_key.size();
  std::vector<bool> met(distinct);
  joined_rows all;
  constexpr std::size_t most = 10'000'000;  // keys that repeat on both sides multiply
  for (std::size_t i = 0; i < to.keys.size(); ++i) {
    const std::uint32_t n = table.number(key_text(to.keys[i], front));
    const bool found = n < distinct;
    for (std::size_t j = 0; j < (found ? of_key[n].size() : 1) && all.keys.size() < most; ++j) {
      all.keys.push_back(to.keys[i]);
      all.of_report.push_back(to.of_report[i]);
      all.of_report.back().push_back(found ? of_key[n][j] : nullptr);
    }
    if (found) met[n] = true;
  }
  for (std::size_t n = 0; n < distinct; ++n) {
    if (met[n]) continue;
    for (const std::vector<sheet_value>* const row : of_key[n]) {
      all.keys.emplace_back();
      for (const std::size_t k : keys) all.keys.back().push_back(k < row->size() ? (*row)[k] : sheet_value{});
      all.of_report.emplace_back(before, nullptr);
      all.of_report.back().push_back(row);
    }
  }
  to = std::move(all);
}

/// The text of a cell that `write_csv` marked with an apostrophe, lest it be taken for a formula.
inline std::string_view without_guard(std::string_view text) {
  return text.starts_with('\'') && is_formula(text.substr(1)) ? text.substr(1) : text;
}

/// Fills a sheet from rows of texts: the first gives the titles; cells that contain a number become numbers, and words
/// for missing values become empty. Cells behind the last title are dropped.
class sheet_filler {
 public:
  explicit sheet_filler(value_sheet& to) : to_(to) {}

  void add(std::size_t column, std::string_view text) {
    if (!begun_) {
      if (column >= to_.titles.size()) to_.titles.resize(column + 1);
      to_.titles[column] = text;
      return;
    }
    if (column >= to_.titles.size()) return;
    if (column >= row_.size()) row_.resize(column + 1);
    held_ += (row_[column] = stored_text(text)).text.size();
  }
  void end_row() {
    if (begun_) {
      row_.resize(to_.titles.size());
      held_ += row_.size() * sizeof(sheet_value);
      to_.rows.push_back(std::move(row_));
      row_.clear();
    }
    begun_ = true;
  }
  /// The bytes that its rows take, roughly.
  std::size_t held() const { return held_; }

 private:
  value_sheet& to_;
  std::vector<sheet_value> row_{};
  std::size_t held_ = 0;
  bool begun_ = false;
};

inline sheet_value number_value(double v) { return {v, {}}; }

/// The failure of `compare` for a column that does not exist.
inline failure no_column(const char* use, const std::string& title, const value_sheet& sheet) {
  std::string text = "table \"" + sheet.name + "\" has no column \"" + title + "\", which is named as a " + use;
  text += sheet.titles.empty() ? "; it has none at all" : "; its columns are ";
  for (std::size_t c = 0; c < sheet.titles.size(); ++c) text += (c > 0 ? ", \"" : "\"") + sheet.titles[c] + '"';
  return failure(errc::usage, {}, std::move(text));
}

}  // namespace compare_detail

std::size_t value_sheet::find(std::string_view title) const {
  return static_cast<std::size_t>(std::find(titles.begin(), titles.end(), title) - titles.begin());
}

value_sheet values_of(const table& t) {
  value_sheet s{t.name(), {}, {}};
  for (std::size_t c = 0; c < t.columns(); ++c) s.titles.emplace_back(t.column(c).title);
  std::string scratch;
  for (std::size_t r = 0; r < t.rows(); ++r) {
    s.rows.emplace_back();
    for (std::size_t c = 0; c < t.columns(); ++c) {
      const cell v = t.at(r, c, scratch);
      sheet_value& value = s.rows.back().emplace_back();
      if (!v.fits_double()) append_integer(value.text, v, false);  // as a key it has all of its digits
      else if (v.is_number()) value.number = v.number();
      else if (v.kind == cell_kind::boolean) value.text = v.integer != 0 ? "True" : "False";
      else value.text = v.text;
    }
  }
  return s;
}

value_sheet values_of_csv(std::string name, std::string_view csv, const std::string& file, data_quality& quality) {
  value_sheet s{std::move(name), {}, {}};
  compare_detail::sheet_filler filler(s);
  csv_scanner rows(csv, byte_order_mark_size(csv));
  std::string scratch;
  for (bool head = true; rows.next() && (head || is_complete(rows, file, quality)); head = false) {
    std::size_t column = 0;
    for (const csv_cell& c : rows.cells()) filler.add(column++, compare_detail::without_guard(c.text(scratch)));
    filler.end_row();
  }
  return s;
}

table table_of(value_sheet sheet) {
  using row = std::vector<sheet_value>;
  constexpr auto none = columns(column<"">([](const row&) { return std::string_view(); }));
  return table(std::move(sheet.name), std::move(sheet.rows), none)
      .spread<row>("", std::move(sheet.titles), +[](const row& r, std::size_t n, std::string&) {
        if (known(r[n].number)) return cell::of(r[n].number);
        return r[n].text.empty() ? cell{} : cell::of(std::string_view(r[n].text));
      })
      .without("");
}

value_sheet joined_sheets(std::span<const value_sheet> sheets, std::span<const std::string> labels,
    const join_rule& rule) {
  using namespace compare_detail;
  std::vector<value_sheet> own;
  if (!rule.parity)
    for (const value_sheet& s : sheets) own.push_back(one_row_each(s, rule.keys, rule.measures));
  const std::span<const value_sheet> all = rule.parity ? sheets : std::span<const value_sheet>(own);
  joined_rows rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::size_t> keys;
    for (const std::string& k : rule.keys) keys.push_back(all[i].find(k));
    add_report(rows, all[i], keys, i);
  }
  value_sheet out{sheets.front().name, rule.keys, {}};
  for (const std::string& m : rule.measures)
    for (std::size_t v = 1; v < all.size(); ++v)
      for (const char* end : {"_diff", "_pct"}) out.titles.push_back(m + "__" + labels[v] + end);
  std::vector<std::pair<std::size_t, std::size_t>> kept;  // report and column
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t c = 0; c < all[i].titles.size(); ++c) {
      const std::string& title = all[i].titles[c];
      if (is_any(title, rule.keys) || is_any(title, rule.dropped) || (i > 0 && is_any(title, rule.dropped_of_next)))
        continue;
      kept.emplace_back(i, c);
      out.titles.push_back(labels[i] + "::" + title);
    }
  for (std::size_t r = 0; r < rows.keys.size(); ++r) {
    std::vector<sheet_value> row = std::move(rows.keys[r]);
    const auto& of = rows.of_report[r];
    for (const std::string& m : rule.measures) {
      const auto value = [&](std::size_t i) {
        const std::size_t c = all[i].find(m);
        const bool there = of[i] != nullptr && c < of[i]->size();
        return there ? (*of[i])[c].number : rule.parity || c == all[i].titles.size() ? missing<double> : 0.0;
      };
      const double base = value(0);
      for (std::size_t v = 1; v < all.size(); ++v) {
        const double next = value(v), diff = next - base;
        row.push_back(number_value(diff));
        row.push_back(number_value(base == 0 || of[v] == nullptr ? missing<double> : 100 * diff / base));
      }
    }
    for (const auto& [i, c] : kept) row.push_back(of[i] != nullptr && c < of[i]->size() ? (*of[i])[c] : sheet_value{});
    out.rows.push_back(std::move(row));
  }
  const auto by = [&](std::size_t column) {
    if (column >= out.titles.size()) return;
    out.rows =
        std::move(out.rows) | sort_by(desc([column](const std::vector<sheet_value>& r) { return r[column].number; }));
  };
  if (!rule.measures.empty()) by(out.find(labels[0] + "::" + rule.measures[0]));
  return out;
}

value_sheet part_of(const value_sheet& joined, const join_rule& rule, const std::string& base, const std::string& next,
                    joined_part part) {
  const auto measure_of = [&](const std::string& label) { return joined.find(label + "::" + rule.measures[0]); };
  const std::size_t in_base = measure_of(base), in_next = measure_of(next);
  const auto there = [](const auto& row, std::size_t c) { return c < row.size() && known(row[c].number); };
  std::vector<const std::vector<sheet_value>*> rows;
  for (const std::vector<sheet_value>& row : joined.rows) {
    const bool a = there(row, in_base), b = there(row, in_next);
    const joined_part is = a && b ? joined_part::intersect : a ? joined_part::only_baseline : joined_part::only_variant;
    if ((a || b) && is == part) rows.push_back(&row);
  }
  const bool with_base = !rule.parity || part != joined_part::only_variant;
  const bool with_next = !rule.parity || part != joined_part::only_baseline;
  value_sheet out{joined.name, {}, {}};
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < joined.titles.size(); ++c) {
    const std::string& title = joined.titles[c];
    const bool of_next = title.ends_with("__" + next + "_diff") || title.ends_with("__" + next + "_pct") ||
                         title.starts_with(next + "::");
    const bool kept_here = core_detail::is_any(title, rule.keys) || (with_next && of_next) ||
                           (with_base && title.starts_with(base + "::"));
    if (!kept_here) continue;
    if (std::all_of(rows.begin(), rows.end(), [&](const auto* r) { return (*r)[c].empty(); })) continue;
    kept.push_back(c);
    out.titles.push_back(title);
  }
  const std::size_t by = part == joined_part::only_variant ? in_next : in_base;
  const auto sorted =
      std::move(rows) | sort_by(desc([by](const std::vector<sheet_value>* r) { return (*r)[by].number; }));
  for (const std::vector<sheet_value>* row : sorted) {
    out.rows.emplace_back();
    for (const std::size_t c : kept) out.rows.back().push_back((*row)[c]);
  }
  return out;
}

expected<table> compare(const table& base, const table& next, std::vector<std::string> keys,
                        std::vector<std::string> measures) {
  const std::vector<value_sheet> sheets{values_of(base), values_of(next)};
  const std::vector<std::string> labels{"base", "new"};
  if (keys.empty()) return failure(errc::usage, {}, "compare needs a key: a column that identifies rows");
  const auto lacks = [&](const value_sheet& sheet, const std::string& title) {
    return sheet.find(title) == sheet.titles.size();
  };
  for (const std::string& k : keys)
    for (const value_sheet& sheet : sheets)
      if (lacks(sheet, k)) return compare_detail::no_column("key", k, sheet);
  for (const std::string& m : measures)
    if (lacks(sheets[0], m) && lacks(sheets[1], m)) return compare_detail::no_column("measure", m, sheets[0]);
  return table_of(joined_sheets(sheets, labels, {std::move(keys), std::move(measures), {}, {}, false}));
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_REPORT_JOIN_BODY_HPP
