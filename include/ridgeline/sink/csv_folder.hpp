#ifndef RIDGELINE_SINK_CSV_FOLDER_HPP
#define RIDGELINE_SINK_CSV_FOLDER_HPP

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <ridgeline/sink/csv.hpp>

namespace ridgeline {

/// Makes a folder, and those that it lies in; that it is there already is fine, an empty name is none. Nothing on
/// success.
std::optional<failure> make_folder(const std::string& path);

/// Writes each table to a file of its name in `folder`, which is made where it is missing. Other files that are there
/// stay as they are. Large tables are written by so many threads; the bytes are the same for any number. The first
/// thing that went wrong; the other files are written all the same.
std::optional<failure> write_csv_folder(const std::string& folder, std::span<const table> tables,
                                        const csv_style& style = csv_style::pandas(), unsigned threads = 1);

/// Removes from `folder` the CSVs of a run before: those of `known` names (all that the program can write) whose table
/// is not among `tables`. Only regular files; every other file stays. The first thing that went wrong.
std::optional<failure> remove_old_csvs(const std::string& folder, std::span<const table> tables,
                                       std::span<const std::string_view> known);

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CSV_FOLDER_HPP
