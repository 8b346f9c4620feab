#ifndef RIDGELINE_READ_SQLITE_BODY_HPP
#define RIDGELINE_READ_SQLITE_BODY_HPP

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/lz4.hpp>
#include <ridgeline/read/sqlite.hpp>

#if RIDGELINE_WITH_SQLITE
#include <sqlite3.h>
#endif

namespace ridgeline {

#if RIDGELINE_WITH_SQLITE

namespace read_detail {

inline std::string quoted_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += c;
    out += c;
  }
  return out + '"';
}

/// SQLite ignores case in names.
inline bool has_name(const std::vector<std::string>& names, std::string_view wanted) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return core_detail::same_letters(name, wanted); });
}

inline constexpr int work_step = 1 << 16;                  ///< in SQLite's own instructions
inline constexpr std::uint64_t most_work_steps = 1 << 13;  ///< per row: some seconds

/// The function that rocprofv3's views call on packed texts.
inline void lz4_decompress(sqlite3_context* context, int, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) != SQLITE_BLOB) return sqlite3_result_value(context, values[0]);
  const auto* const at = static_cast<const char*>(sqlite3_value_blob(values[0]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  const std::string text = unpacked_text(at == nullptr ? std::string() : std::string(at, size));
  sqlite3_result_blob(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

}  // namespace read_detail

sqlite_rows::~sqlite_rows() { sqlite3_finalize(statement_); }

bool sqlite_rows::next() {
  if (statement_ == nullptr || !broken_.empty()) return false;
  *since_ = 0;
  const int state = sqlite3_step(statement_);
  if (state == SQLITE_DONE) return false;
  if (state != SQLITE_ROW) {
    broken_ = state == SQLITE_INTERRUPT ? "a view without an end" : sqlite3_errmsg(base_);
    return false;
  }
  if (left_-- == 0) {
    broken_ = "more rows than the file can hold";
    return false;
  }
  return true;
}

sqlite_kind sqlite_rows::kind(std::size_t column) const {
  switch (sqlite3_column_type(statement_, static_cast<int>(column))) {
    case SQLITE_INTEGER: return sqlite_kind::integer;
    case SQLITE_FLOAT: return sqlite_kind::real;
    case SQLITE_TEXT: return sqlite_kind::text;
    case SQLITE_BLOB: return sqlite_kind::blob;
    default: return sqlite_kind::null;
  }
}
std::int64_t sqlite_rows::integer(std::size_t column) const {
  return sqlite3_column_int64(statement_, static_cast<int>(column));
}
double sqlite_rows::real(std::size_t column) const {
  return sqlite3_column_double(statement_, static_cast<int>(column));
}
std::string_view sqlite_rows::text(std::size_t column) const {
  const void* const at = kind(column) == sqlite_kind::text  // converts UTF-16 text to UTF-8
                             ? static_cast<const void*>(sqlite3_column_text(statement_, static_cast<int>(column)))
                             : sqlite3_column_blob(statement_, static_cast<int>(column));
  const int size = sqlite3_column_bytes(statement_, static_cast<int>(column));
  return at == nullptr ? std::string_view()
                       : std::string_view(static_cast<const char*>(at), static_cast<std::size_t>(size));
}

expected<sqlite_file> sqlite_file::open(std::string_view bytes, const std::string& file) {
  sqlite_file base;
  base.size_ = bytes.size();
  const auto refused = [&](const std::string& why) {
    const std::string damage = base.damage_.empty() ? std::string() : std::string(base.damage_) + ": ";
    return failure{errc::not_a_report, {file}, "is not a readable SQLite database: " + damage + why};
  };
  if (bytes.size() < 100 || !is_sqlite(bytes)) return refused("it is shorter than its header");
  const auto number = [&](std::size_t at, std::size_t size) {
    std::uint64_t n = 0;
    for (std::size_t i = at; i < at + size; ++i) n = n << 8 | static_cast<unsigned char>(bytes[i]);
    return n;
  };
  if (bytes[18] != 1 || bytes[19] != 1) {  // has a write-ahead log; the file itself is readable
    std::error_code none;
    const bool log = !file.empty() && std::filesystem::is_regular_file(file + "-wal", none);
    if (log && std::filesystem::file_size(file + "-wal", none) > 32)
      base.damage_ = "its write-ahead log (-wal) is not read: PRAGMA wal_checkpoint writes it into the file";
    base.own_.assign(bytes);
    base.own_[18] = base.own_[19] = 1;
    bytes = base.own_;
  }
  if (number(28, 4) * (number(16, 2) == 1 ? 65536 : number(16, 2)) > bytes.size()) base.damage_ = "the file is cut";
  if (sqlite3_open_v2(":memory:", &base.base_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    return failure{errc::cannot_read, {file}, "SQLite cannot start"};
  sqlite3_db_config(base.base_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  constexpr int harmless = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  sqlite3_create_function(base.base_, "lz4_decompress", 1, harmless, nullptr, read_detail::lz4_decompress, nullptr,
                          nullptr);
  auto* const at = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));  // NOLINT: it is read only
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  if (sqlite3_deserialize(base.base_, "main", at, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
    return refused(sqlite3_errmsg(base.base_));
  // makes the remains of a truncated file readable: SQLite takes this switch as the wish to repair it
  sqlite3_exec(base.base_, "PRAGMA writable_schema = ON", nullptr, nullptr, nullptr);
  base.since_ = new std::uint64_t(0);
  sqlite3_progress_handler(base.base_, read_detail::work_step, [](void* since) {
    return ++*static_cast<std::uint64_t*>(since) > read_detail::most_work_steps ? 1 : 0;
  }, base.since_);
  sqlite3_stmt* statement = nullptr;
  const char* const names =
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' "
      "ESCAPE '\\' ORDER BY name";
  if (sqlite3_prepare_v2(base.base_, names, -1, &statement, nullptr) != SQLITE_OK)
    return refused(sqlite3_errmsg(base.base_));
  sqlite_rows rows(base.base_, statement, base.size_, base.since_);
  while (rows.next()) base.names_.emplace_back(rows.text(0));
  if (!rows.broken().empty()) return refused(rows.broken());
  return base;
}

sqlite_file::~sqlite_file() {
  sqlite3_close(base_);
  delete since_;
}

bool sqlite_file::has(std::string_view table) const {
  return read_detail::has_name(names_, table);
}

bool sqlite_file::has_column(std::string_view table, std::string_view name) const {
  return read_detail::has_name(columns(table), name);
}

std::vector<std::string> sqlite_file::columns(std::string_view table) const {
  std::vector<std::string> found;
  sqlite3_stmt* statement = nullptr;
  const std::string question = "PRAGMA table_info(" + read_detail::quoted_name(table) + ")";
  *since_ = 0;
  if (sqlite3_prepare_v2(base_, question.data(), static_cast<int>(question.size()), &statement, nullptr) != SQLITE_OK)
    return found;
  sqlite_rows rows(base_, statement, size_, since_);
  while (rows.next()) found.emplace_back(rows.text(1));
  return found;
}

expected<sqlite_rows> sqlite_file::rows(std::string_view table, std::span<const std::string_view> columns) const {
  if (!has(table)) return sqlite_rows(base_, nullptr, 0, since_);
  const std::vector<std::string> there = this->columns(table);
  std::string question = "SELECT ";
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool given = read_detail::has_name(there, columns[c]);
    question.append(c == 0 ? "" : ", ").append(given ? read_detail::quoted_name(columns[c]) : "NULL");
  }
  question += " FROM " + read_detail::quoted_name(table);
  sqlite3_stmt* statement = nullptr;
  *since_ = 0;
  // a scan of the table itself returns rows in storage order; a view has no index to choose
  const std::string in_order = question + " NOT INDEXED";
  if (sqlite3_prepare_v2(base_, in_order.data(), static_cast<int>(in_order.size()), &statement, nullptr) != SQLITE_OK &&
      sqlite3_prepare_v2(base_, question.data(), static_cast<int>(question.size()), &statement, nullptr) != SQLITE_OK)
    return failure{errc::not_a_report, {}, std::string(table) + ": " + sqlite3_errmsg(base_)};
  return sqlite_rows(base_, statement, size_, since_);
}

#else

sqlite_rows::~sqlite_rows() = default;
bool sqlite_rows::next() { return false; }
sqlite_kind sqlite_rows::kind(std::size_t) const { return sqlite_kind::null; }
std::int64_t sqlite_rows::integer(std::size_t) const { return 0; }
double sqlite_rows::real(std::size_t) const { return 0; }
std::string_view sqlite_rows::text(std::size_t) const { return {}; }
expected<sqlite_file> sqlite_file::open(std::string_view, const std::string& file) {
  return failure{errc::cannot_read, {file}, "is an SQLite database, and this program was built without SQLite"};
}
sqlite_file::~sqlite_file() = default;
bool sqlite_file::has(std::string_view) const { return false; }
bool sqlite_file::has_column(std::string_view, std::string_view) const { return false; }
std::vector<std::string> sqlite_file::columns(std::string_view) const { return {}; }
expected<sqlite_rows> sqlite_file::rows(std::string_view, std::span<const std::string_view>) const {
  return sqlite_rows(nullptr, nullptr, 0, nullptr);
}

#endif

}  // namespace ridgeline

#endif  // RIDGELINE_READ_SQLITE_BODY_HPP
