#ifndef RIDGELINE_SINK_CSV_FOLDER_HPP
#define RIDGELINE_SINK_CSV_FOLDER_HPP

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/sink/csv.hpp>

namespace ridgeline {

/// Creates a folder and its parents. An existing folder is fine; an empty name is invalid. Returns nothing on success.
std::optional<failure> make_folder(const std::string& path);

/// The file of each table in `folder`: named after the table, with `_` for slashes and control characters. Of tables
/// whose files would have the same name, the second is `NAME (2)`, as in workbooks.
std::vector<std::string> csv_folder_paths(const std::string& folder, std::span<const table> tables);

/// Writes each table to its file of `csv_folder_paths` in `folder`, which is created if needed. Other files there are
/// left alone. Large tables are written one after another with `threads` threads each, small ones side by side; the
/// bytes do not depend on their number. Returns the first failure, but still writes the remaining files. `progress` is
/// told the rows of all tables.
[[nodiscard]]
std::optional<failure> write_csv_folder(const std::string& folder, std::span<const table> tables,
                                        const csv_style& style = csv_style::pandas(), unsigned threads = 1,
                                        const progress_function& progress = {});
/// The same for a list of tables: `write_csv_folder(folder, {kernels, copies})`.
[[nodiscard]]
inline std::optional<failure> write_csv_folder(const std::string& folder, std::initializer_list<table> tables) {
  return write_csv_folder(folder, std::span<const table>(tables.begin(), tables.size()));
}
/// The same for one table.
[[nodiscard]]
inline std::optional<failure> write_csv_folder(const std::string& folder, const table& t) {
  return write_csv_folder(folder, std::span<const table>(&t, 1));
}

/// Removes CSVs of an earlier run from `folder`: regular files named in `known` (all that the program can write) whose
/// table is not among `tables`. Where the folder has anything else, too, these may be of somebody else: they stay, and
/// `kept` receives their paths. Files that the program writes beside its sheets, for which `beside` answers true by
/// their name, are not anything else; they stay. Returns the first failure.
std::optional<failure> remove_old_csvs(const std::string& folder, std::span<const table> tables,
                                       std::span<const std::string_view> known,
                                       std::vector<std::string>* kept = nullptr,
                                       const callable<bool(std::string_view name)>& beside = {});

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_FOLDER_HPP
