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

/// Sheets of several reports side by side.
namespace ridgeline {

/// A cell that owns its text; without text and number it is empty.
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
/// A CSV with a header; cells that spell numbers are numbers, words for nothing are empty. A last row
/// without a line end, in a file that was cut, is left out and counted.
value_sheet values_of_csv(std::string name, std::string_view csv, const std::string& file, data_quality& quality);

/// What a sheet is compared by.
struct join_rule {
  std::vector<std::string> keys{};
  std::vector<std::string> measures{};
  std::vector<std::string> dropped{};          ///< columns of every report that are left out
  std::vector<std::string> dropped_of_next{};  ///< and of all but the first
  /// Rows of equal keys each with each, and a missing side leaves no difference. Else such rows are summed up first,
  /// and a missing side counts as zero.
  bool parity = false;
};

/// The sheets of one name of several reports, in their order, with labels: the keys, `<measure>__<label>_diff` and
/// `_pct` for each report behind the first, then `<label>::<column>`. Missing keys equal missing keys.
value_sheet joined_sheets(std::span<const value_sheet> sheets, std::span<const std::string> labels,
    const join_rule& rule);

/// The rows that a report shares with the first (`intersect`), and those of one of both alone, by the first measure;
/// without the columns of other reports and those that are empty; by the measure descending.
enum class joined_part : std::uint8_t { intersect, only_baseline, only_variant };
value_sheet part_of(const value_sheet& joined, const join_rule& rule, const std::string& base, const std::string& next,
                    joined_part part);

/// The sheets of several reports that are compared, as TraceLens's comparison makes them: `names` chooses of them
/// (gpu_timeline, ops_summary, kernel_summary, ops_all, roofline, all; empty: all). Which there are, the first decides.
std::vector<value_sheet> joined_reports(const std::vector<std::vector<value_sheet>>& reports,
                                        std::span<const std::string> labels, std::span<const std::string> names,
                                            bool parity);

/// Any table of the library against another one of the same columns: rows of equal keys side by side, with the
/// differences of the measures (`<measure>__new_diff`, `_pct`). Rows of equal keys are summed up first; the difference
/// columns add up to that of the sums. A key that one of the tables lacks, and a measure that both lack, is a failure
/// that names the columns that are there.
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
