#ifndef RIDGELINE_SINK_SQLITE_HPP
#define RIDGELINE_SINK_SQLITE_HPP

#include <optional>
#include <span>
#include <string>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/table/database.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// The version of the schema that `write_sqlite` writes: it changes when a table or a column changes its name or its
/// meaning. It is the database's `user_version`, and in its table `ridgeline_meta`.
inline constexpr int sqlite_schema_version = 1;

/// Writes a table of a database for each table, of the same name, with the columns' titles as names. A column is
/// INTEGER, REAL or TEXT as its cells are, without a type where they differ; a cell that is empty is null; truth values
/// are 0 and 1. A name that is there already, in any case, gets a number behind it. Two tables tell about it:
/// `ridgeline_meta` (`key`, `value`: the schema's version, the program and its version) and `ridgeline_columns`
/// (`table_name`, `position`, `column_name`, `unit`). The tables of `more` come behind the others. The same tables give
/// the same bytes. The file is written and replaced as by `write_file`.
///
/// Its body is libsqlite3's and comes with <ridgeline/impl.hpp>; without it (RIDGELINE_WITH_SQLITE is 0) the function
/// answers with a sentence that says so.
std::optional<failure> write_sqlite(const std::string& path, const std::string& program, std::span<const table> tables,
                                    const database_parts& more = {});

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_SQLITE_HPP
