#ifndef RIDGELINE_READ_WORKBOOK_HPP
#define RIDGELINE_READ_WORKBOOK_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/owned.hpp>
#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

/// What a cell holds; `unknown`: a formula whose value is not stored.
enum class workbook_kind : std::uint8_t { number, text, boolean, error, unknown };

/// A cell with a value. Its text is valid during the call: a number's digits as they are stored (a date is a number,
/// too), `True` or `False`, the name of an error (`#DIV/0!`).
struct workbook_cell {
  std::size_t column = 0;  ///< from 0
  workbook_kind kind = workbook_kind::number;
  std::string_view text{};
};

/// A row with at least one cell.
struct workbook_row {
  std::uint64_t number = 0;                 ///< in the sheet, from 1
  std::span<const workbook_cell> cells{};  ///< in the order of the file, which is that of the columns unless it is odd
};

namespace read_detail {
struct workbook_content;
}

/// The sheets of a workbook (ISO/IEC 29500), read from bytes in memory. Hidden rows, columns and sheets are read like
/// others; formats, formulas, charts and comments are not. A sheet that is damaged does not affect the others. What is
/// unpacked in total is limited, as are the length of a tag and the depth of nesting; a document type is refused.
/// Implemented with minizip and expat in `impl.hpp`; without them (RIDGELINE_WITH_XLSXREADER is 0), opening fails with
/// a message saying so.
class workbook_file {
 public:
  /// The number of rows and of columns that a sheet can have, and of sheets that are read.
  static constexpr std::uint64_t most_rows = 1'048'576, most_columns = 16'384, most_sheets = 10'000;

  /// `bytes` must outlive the object. Fails if they are no workbook, or one that is cut, encrypted or binary (.xlsb).
  static expected<workbook_file> open(std::string_view bytes, const std::string& file = {},
                                      std::size_t limit = memory_limit());

  /// The names of the sheets with cells, in the workbook's order.
  const std::vector<std::string>& sheets() const { return names_; }
  /// Passes the rows of a sheet to `take`, from the top, until it returns false. A failure names the sheet and the
  /// cell; rows that came before it are not to be trusted. Its kind is `cannot_read` where the limit was reached.
  std::optional<failure> read(std::size_t sheet, const callable<bool(const workbook_row&)>& take);

 private:
  explicit workbook_file(owned<read_detail::workbook_content> content);

  owned<read_detail::workbook_content> content_;
  std::vector<std::string> names_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_WORKBOOK_HPP
