#ifndef RIDGELINE_COMPARE_REPORT_JOIN_HPP
#define RIDGELINE_COMPARE_REPORT_JOIN_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/table/table.hpp>

/// Joins sheets of several reports.
namespace ridgeline {

/// A cell that owns its text; empty if it has neither text nor number.
struct sheet_value {
  double number = missing<double>;
  std::string text{};

  bool empty() const { return text.empty() && !known(number); }
};

/// A sheet whose columns are known only at run time.
struct value_sheet {
  std::string name{};
  std::vector<std::string> titles;
  std::vector<std::vector<sheet_value>> rows;

  std::size_t find(std::string_view title) const;
};

value_sheet values_of(const table& t);
table table_of(value_sheet sheet);
/// Reads a CSV with a header; cells that contain a number become numbers, and words for missing values become empty. A
/// last row without a line end, in a truncated file, is dropped and counted.
value_sheet values_of_csv(std::string name, std::string_view csv, const std::string& file, data_quality& quality);

/// How to compare a sheet.
struct join_rule {
  std::vector<std::string> keys{};
  std::vector<std::string> measures{};
  std::vector<std::string> dropped{};          ///< columns to drop from every report
  std::vector<std::string> dropped_of_next{};  ///< columns to drop from all but the first
  /// If set, rows with equal keys are combined each with each, and a missing side gives no difference. Otherwise such
  /// rows become one first, and a missing side counts as zero: measures and shares are added up, means (`..._mean`) are
  /// weighed by the calls (`Count`, `..._count`), `_min` and `_max` are the least and the largest, `_median` and `_std`
  /// are empty, and of other columns the value remains that all the rows have.
  bool parity = false;
};

/// Joins the sheets of the same name from several reports, in order, with labels: the keys, `<measure>__<label>_diff`
/// and `_pct` for each report after the first, then `<label>::<column>`. Missing keys are equal to each other.
value_sheet joined_sheets(std::span<const value_sheet> sheets, std::span<const std::string> labels,
    const join_rule& rule);

/// Selects the rows that a report shares with the first (`intersect`), or those that only one of the two has, judged by
/// the first measure. Drops the columns of other reports and empty ones, and sorts by the measure, descending. With
/// `parity`, rows of only one report have only its columns, even if the other one has the row without that measure.
enum class joined_part : std::uint8_t { intersect, only_baseline, only_variant };
value_sheet part_of(const value_sheet& joined, const join_rule& rule, const std::string& base, const std::string& next,
                    joined_part part);

/// The joined sheets of several reports, as in TraceLens's comparison. `names` selects among them (gpu_timeline,
/// ops_summary, kernel_summary, ops_all, roofline, all; empty: all). A sheet that a report lacks is not compared, which
/// `quality` counts except with `parity`; but sheets of one kind of ops, and findings, count as empty where they are
/// missing.
std::vector<value_sheet> joined_reports(const std::vector<std::vector<value_sheet>>& reports,
                                        std::span<const std::string> labels, std::span<const std::string> names,
                                            bool parity, data_quality* quality = nullptr);

/// Compares any table of the library with another one with the same columns: rows with equal keys side by side, with
/// the differences of the measures (`<measure>__new_diff`, `_pct`). Rows with equal keys within a table become one
/// first, as `join_rule` says; the difference columns of sums add up to the difference of the sums. Fails, listing the
/// existing columns, if a table lacks a key or both lack a measure.
expected<table> compare(const table& base, const table& next, std::vector<std::string> keys,
                        std::vector<std::string> measures);
template <table_detail::no_table_yet Records, class Next>
expected<table> compare(const Records&, const Next&, std::vector<std::string>, std::vector<std::string>) {
  static_assert(!std::is_same_v<Records, Records>,
                "compare takes tables: records | group_by(name) | aggregate(sum<us>(time)) | tabulate(\"kernels\")");
  return table();
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_REPORT_JOIN_HPP
