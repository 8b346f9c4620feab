#ifndef RIDGELINE_SINK_SQLITE_HPP
#define RIDGELINE_SINK_SQLITE_HPP

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/progress.hpp>
#include <ridgeline/table/database.hpp>
#include <ridgeline/table/table.hpp>

namespace ridgeline {

/// The version of the schema written by `write_sqlite`; it changes when a table or column changes its name or meaning.
/// It is stored in the database's `user_version` and in the table `ridgeline_meta`.
inline constexpr int sqlite_schema_version = 1;

/// Writes each table to a database table of the same name, with the columns' titles as column names. A column is
/// INTEGER, REAL or TEXT according to its cells, or untyped if they differ; empty cells are null; booleans are 0 and 1.
/// A number is appended to a name that is already used, ignoring case. Two tables contain metadata: `ridgeline_meta`
/// (`key`, `value`: schema version, program and its version) and `ridgeline_columns` (`table_name`, `position`,
/// `column_name`, `unit`). The tables of `more` follow the others. Equal tables give equal bytes. The file is written
/// and replaced as by `write_file`. `progress` is told the rows.
///
/// Implemented with libsqlite3 in <ridgeline/impl.hpp>; without it (RIDGELINE_WITH_SQLITE is 0) the function fails with
/// a message saying so.
[[nodiscard]]
std::optional<failure> write_sqlite(const std::string& path, const std::string& program, std::span<const table> tables,
                                    const database_parts& more = {}, const progress_function& progress = {});
/// The same for a list of tables, `write_sqlite(path, "my_profiler", {kernels, copies})`, and for one.
[[nodiscard]]
inline std::optional<failure> write_sqlite(const std::string& path, const std::string& program,
                                           std::initializer_list<table> tables) {
  return write_sqlite(path, program, std::span<const table>(tables.begin(), tables.size()));
}
[[nodiscard]]
inline std::optional<failure> write_sqlite(const std::string& path, const std::string& program, const table& t) {
  return write_sqlite(path, program, std::span<const table>(&t, 1));
}
/// Catches a missing name of the program.
template <class Tables = std::initializer_list<table>>
  requires(std::is_convertible_v<const Tables&, std::span<const table>> || std::is_same_v<Tables, table> ||
           std::is_same_v<Tables, std::initializer_list<table>>)
std::optional<failure> write_sqlite(const std::string&, const Tables&) {
  static_assert(!std::is_same_v<Tables, Tables>, "the name of the program comes before the tables: "
                                                 "write_sqlite(\"report.db\", \"my program\", {kernels, copies})");
  return {};
}
template <table_detail::no_table_yet Records, class... More>
  requires(!std::is_convertible_v<const Records&, std::span<const table>>)
std::optional<failure> write_sqlite(const std::string&, const std::string&, const Records&, const More&...) {
  table_detail::ask_for_a_table<Records>();
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_SQLITE_HPP
