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

/// Whether bytes are an SQLite database: known by what they begin with.
inline bool is_sqlite(std::string_view bytes) {
  return bytes.starts_with(std::string_view("SQLite format 3\0", 16));
}

enum class sqlite_kind : std::uint8_t { null, integer, real, text, blob };

/// The rows of one table, one after the other. Values live until the next row.
class sqlite_rows {
 public:
  /// For `sqlite_file`: at most `most` rows; `since` counts the work since the last one.
  sqlite_rows(sqlite3* base, sqlite3_stmt* statement, std::uint64_t most, std::uint64_t* since)
      : base_(base), statement_(statement), left_(most), since_(since) {}
  sqlite_rows(sqlite_rows&& o) noexcept
      : base_(o.base_), statement_(std::exchange(o.statement_, nullptr)), left_(o.left_), since_(o.since_),
        broken_(std::move(o.broken_)) {}
  sqlite_rows& operator=(sqlite_rows&&) = delete;
  ~sqlite_rows();

  /// False behind the last row, and where the file cannot be read on: `broken()` says why then.
  bool next();
  const std::string& broken() const { return broken_; }

  sqlite_kind kind(std::size_t column) const;
  std::int64_t integer(std::size_t column) const;
  double real(std::size_t column) const;
  std::string_view text(std::size_t column) const;  ///< of a text or a blob

 private:
  sqlite3* base_;
  sqlite3_stmt* statement_;
  std::uint64_t left_;
  std::uint64_t* since_;
  std::string broken_{};
};

/// A database, read out of bytes: nothing is locked, nothing is written, and of other files only that of a write-ahead
/// log is asked whether it is there. A view may be
/// read like a table; one that never ends does not hang: there are no more rows than the file has bytes, and work for
/// one row is bounded. The body is libsqlite3's and comes with `impl.hpp`; without it the failure says so.
class sqlite_file {
 public:
  /// `bytes` outlive the object.
  static expected<sqlite_file> open(std::string_view bytes, const std::string& file = {});
  sqlite_file(sqlite_file&& o) noexcept
      : base_(std::exchange(o.base_, nullptr)), size_(o.size_), own_(std::move(o.own_)), names_(std::move(o.names_)),
        since_(std::exchange(o.since_, nullptr)), damage_(o.damage_) {}
  sqlite_file& operator=(sqlite_file&&) = delete;
  ~sqlite_file();

  /// Tables and views by name, those of SQLite itself left out; in the order of their bytes.
  const std::vector<std::string>& tables() const { return names_; }
  bool has(std::string_view table) const;
  /// Why not all of it is read: the file is shorter than it says of itself, or a log beside it has what was written
  /// last. Empty where nothing is known to be missing.
  std::string_view damage() const { return damage_; }
  /// The columns of a table, in its order; none of one that there is not.
  std::vector<std::string> columns(std::string_view table) const;
  /// These columns of all rows; a column that the table lacks is null in each. No rows of a table that there is not.
  expected<sqlite_rows> rows(std::string_view table, std::span<const std::string_view> columns) const;

 private:
  sqlite_file() = default;
  sqlite3* base_ = nullptr;
  std::uint64_t size_ = 0;
  std::string own_{};  ///< the bytes, where they had to be changed
  std::vector<std::string> names_;
  std::uint64_t* since_ = nullptr;  ///< how much work was done since the last row
  std::string_view damage_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_SQLITE_HPP
