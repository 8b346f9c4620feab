#ifndef RIDGELINE_READ_SQLITE_HPP
#define RIDGELINE_READ_SQLITE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/expected.hpp>

struct sqlite3;
struct sqlite3_stmt;

namespace ridgeline {

/// Whether the bytes are an SQLite database, judged by how they begin.
inline bool is_sqlite(std::string_view bytes) {
  return bytes.starts_with(std::string_view("SQLite format 3\0", 16));
}

enum class sqlite_kind : std::uint8_t { null, integer, real, text, blob };

/// The rows of one table, one at a time. Values are valid until the next row.
class sqlite_rows {
 public:
  /// For `sqlite_file`: at most `most` rows; `since` counts the work since the last row.
  sqlite_rows(sqlite3* base, sqlite3_stmt* statement, std::uint64_t most, std::uint64_t* since)
      : base_(base), statement_(statement), left_(most), since_(since) {}
  sqlite_rows(sqlite_rows&& o) noexcept
      : base_(o.base_), statement_(std::exchange(o.statement_, nullptr)), left_(o.left_), since_(o.since_),
        broken_(std::move(o.broken_)) {}
  sqlite_rows& operator=(sqlite_rows&&) = delete;
  ~sqlite_rows();

  /// False after the last row, and if the file cannot be read further; `broken()` then says why.
  bool next();
  const std::string& broken() const { return broken_; }

  sqlite_kind kind(std::size_t column) const;
  std::int64_t integer(std::size_t column) const;
  double real(std::size_t column) const;
  std::string_view text(std::size_t column) const;  ///< for text and blobs

 private:
  sqlite3* base_;
  sqlite3_stmt* statement_;
  std::uint64_t left_;
  std::uint64_t* since_;
  std::string broken_{};
};

/// A database read from bytes in memory: nothing is locked or written, and the only other file touched is the
/// write-ahead log, whose existence is checked. Views can be read like tables. An endless view does not hang: the
/// number of rows is limited to the number of bytes in the file, and the work per row is bounded. Implemented with
/// libsqlite3 in `impl.hpp`; without it, opening fails with a message saying so.
class sqlite_file {
 public:
  /// `bytes` must outlive the object.
  static expected<sqlite_file> open(std::string_view bytes, const std::string& file = {});
  sqlite_file(sqlite_file&& o) noexcept
      : base_(std::exchange(o.base_, nullptr)), size_(o.size_), own_(std::move(o.own_)), names_(std::move(o.names_)),
        since_(std::exchange(o.since_, nullptr)), damage_(o.damage_) {}
  sqlite_file& operator=(sqlite_file&&) = delete;
  ~sqlite_file();

  /// The names of tables and views, except SQLite's own, in byte order.
  const std::vector<std::string>& tables() const { return names_; }
  bool has(std::string_view table) const;  ///< in any letter case, as SQLite compares names
  bool has_column(std::string_view table, std::string_view name) const;  ///< in any letter case
  /// Why part of the data is not read: the file is shorter than its header states, or a write-ahead log holds the
  /// latest changes. Empty if nothing is known to be missing.
  std::string_view damage() const { return damage_; }
  /// The columns of a table, in its order; empty if the table does not exist.
  std::vector<std::string> columns(std::string_view table) const;
  /// These columns of all rows; a column the table lacks is null. No rows if the table does not exist.
  expected<sqlite_rows> rows(std::string_view table, std::span<const std::string_view> columns) const;

 private:
  sqlite_file() = default;
  sqlite3* base_ = nullptr;
  std::uint64_t size_ = 0;
  std::string own_{};  ///< the bytes, if they had to be modified
  std::vector<std::string> names_;
  std::uint64_t* since_ = nullptr;  ///< amount of work since the last row
  std::string_view damage_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_SQLITE_HPP
