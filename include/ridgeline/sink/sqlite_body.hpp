#ifndef RIDGELINE_SINK_SQLITE_BODY_HPP
#define RIDGELINE_SINK_SQLITE_BODY_HPP

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/core/xml_text.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/partial_file.hpp>
#include <ridgeline/sink/row_count_body.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/table/format.hpp>

#if RIDGELINE_WITH_SQLITE
#include <sqlite3.h>
#endif

namespace ridgeline {

#if RIDGELINE_WITH_SQLITE

namespace sink_detail {

/// Unique names; like SQLite, it ignores case.
class sqlite_names {
 public:
  std::string unused(std::string_view wanted) {
    std::string name(wanted.empty() ? "column" : wanted);
    for (int n = 2; !taken_.insert(core_detail::lower_case(name)).second; ++n)
      name = std::string(wanted) + " (" + std::to_string(n) + ")";
    return name;
  }

 private:
  std::set<std::string> taken_{};
};

/// Fills one database. The first error is kept in `why()`.
class sqlite_writer {
 public:
  explicit sqlite_writer(const std::string& file) {
    if (sqlite3_open_v2(file.c_str(), &base_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK)
      keep_error();
    run("PRAGMA journal_mode = OFF");
    run("PRAGMA synchronous = OFF");
    run("PRAGMA user_version = " + std::to_string(sqlite_schema_version));
    run("BEGIN");
  }
  sqlite_writer(const sqlite_writer&) = delete;
  sqlite_writer& operator=(const sqlite_writer&) = delete;
  ~sqlite_writer() { sqlite3_close(base_); }

  const std::string& why() const { return why_; }
  sqlite3* base() const { return base_; }

  void run(const std::string& statement) {
    if (why_.empty() && sqlite3_exec(base_, statement.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) keep_error();
  }

  void about(const std::string& program) {
    run("CREATE TABLE ridgeline_meta (key TEXT, value TEXT)");
    run("CREATE TABLE ridgeline_columns (table_name TEXT, position INTEGER, column_name TEXT, unit TEXT)");
    names_.unused("ridgeline_meta"), names_.unused("ridgeline_columns");
    insert("ridgeline_meta", {"schema_version", std::to_string(sqlite_schema_version)});
    insert("ridgeline_meta", {"program", program});
    insert("ridgeline_meta", {"version", RIDGELINE_VERSION});
  }

  void add(const table& t, sink::row_count& written) {
    if (t.columns() == 0) return written.add(t.rows());
    const std::string name = names_.unused(t.name());
    sqlite_names columns;
    std::string make = "CREATE TABLE " + quoted(name) + " (", fill = "INSERT INTO " + quoted(name) + " VALUES (";
    const std::vector<const char*> types = types_of(t);
    for (std::size_t c = 0; c < t.columns(); ++c) {
      const std::string column = columns.unused(t.column(c).title);
      make.append(c == 0 ? "" : ", ").append(quoted(column)).append(" ").append(types[c]);
      fill += c == 0 ? "?" : ", ?";
      insert("ridgeline_columns", {name, std::to_string(c), column, std::string(t.column(c).unit)});
    }
    run(make + ")");
    sqlite3_stmt* const s = prepared(fill + ")");
    std::string scratch;
    for (std::size_t r = 0; r < t.rows() && why_.empty(); ++r) {
      for (std::size_t c = 0; c < t.columns(); ++c) bind(s, static_cast<int>(c) + 1, t.at(r, c, scratch));
      step(s);
      written.add(1);
    }
    sqlite3_finalize(s);
  }

  void finish(const database_parts& more) {
    for (const database_parts::index& i : more.indices)
      run("CREATE INDEX " + quoted(i.table + "_" + i.column) + " ON " + quoted(i.table) + " (" + quoted(i.column) +
          ")");
    for (const database_parts::view& v : more.views) run("CREATE VIEW " + quoted(v.name) + " AS " + v.select);
    run("COMMIT");
  }

 private:
  static std::string quoted(std::string_view name) {
    std::string out = "\"";
    for (const char c : name) {
      if (c == '\0') continue;
      if (c == '"') out += c;
      out += c;
    }
    return out + '"';
  }
  void keep_error() {
    if (why_.empty()) why_ = base_ != nullptr ? sqlite3_errmsg(base_) : "there is not enough memory";
  }
  sqlite3_stmt* prepared(const std::string& statement) {
    sqlite3_stmt* s = nullptr;
    if (why_.empty() && sqlite3_prepare_v2(base_, statement.c_str(), -1, &s, nullptr) != SQLITE_OK) keep_error();
    return s;
  }
  void step(sqlite3_stmt* s) {
    if (s == nullptr) return;
    if (sqlite3_step(s) != SQLITE_DONE) keep_error();
    sqlite3_reset(s);
  }
  static void bind(sqlite3_stmt* s, int column, const cell& v) {
    switch (v.kind) {
      case cell_kind::none: sqlite3_bind_null(s, column); break;
      case cell_kind::boolean:
      case cell_kind::integer:
        if (!v.beyond) {
          sqlite3_bind_int64(s, column, v.integer);
        } else {  // a database's integers are signed: text has all digits
          std::string digits;
          append_integer(digits, v, false);
          sqlite3_bind_text64(s, column, digits.data(), digits.size(), SQLITE_TRANSIENT, SQLITE_UTF8);  // NOLINT
        }
        break;
      case cell_kind::real: sqlite3_bind_double(s, column, v.real); break;
      case cell_kind::text: {  // valid only until the row's next cell is made
        std::string clean;
        const std::string_view text = valid_text(v.text, clean);
        if (text.empty()) sqlite3_bind_null(s, column);
        else sqlite3_bind_text64(s, column, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);  // NOLINT
        break;
      }
    }
  }
  void insert(const std::string& to, const std::vector<std::string>& values) {
    std::string fill = "INSERT INTO " + quoted(to) + " VALUES (";
    for (std::size_t i = 0; i < values.size(); ++i) fill += i == 0 ? "?" : ", ?";
    sqlite3_stmt* const s = prepared(fill + ")");
    for (std::size_t i = 0; i < values.size(); ++i)
      bind(s, static_cast<int>(i) + 1, cell::of(std::string_view(values[i])));
    step(s);
    sqlite3_finalize(s);
  }
  static std::vector<const char*> types_of(const table& t) {
    std::vector<const char*> types;
    std::string scratch;
    for (std::size_t c = 0; c < t.columns(); ++c) {
      bool whole = false, real = false, text = false;
      for (std::size_t r = 0; r < t.rows() && !(text && (whole || real)); ++r) {
        const cell v = t.at(r, c, scratch);
        whole = whole || (v.kind == cell_kind::integer && !v.beyond) || v.kind == cell_kind::boolean;
        real = real || v.kind == cell_kind::real;
        text = text || v.kind == cell_kind::text || v.beyond;
      }
      const bool number = whole || real;
      types.push_back(text && number                    ? ""  // each value with its own type
                      : text                            ? "TEXT"
                      : real                            ? "REAL"
                      : whole                           ? "INTEGER"
                      : t.column(c).side == align::left ? "TEXT"
                                                        : "REAL");
    }
    return types;
  }

  sqlite3* base_ = nullptr;
  std::string why_{};
  sqlite_names names_{};
};

/// Writes everything into an open database. Returns an empty text, or an error message.
inline std::string fill_sqlite(sqlite_writer& to, const std::string& program, std::span<const table> tables,
                               const database_parts& more, const progress_function& progress) {
  to.about(program);
  sink::row_count written(progress, sink::rows_of(tables) + sink::rows_of(more.tables));
  for (const table& t : tables) to.add(t, written);
  for (const table& t : more.tables) to.add(t, written);
  to.finish(more);
  return to.why();
}

}  // namespace sink_detail

std::optional<failure> write_sqlite(const std::string& path, const std::string& program, std::span<const table> tables,
                                    const database_parts& more, const progress_function& progress) {
  const write_target target = write_target::of(path);
  if (target.error != 0) return cannot_write(path, target.error);
  if (target.how == write_target::way::replace)
    return replace_file(path, target, [&](const std::string& name) {
      sink_detail::sqlite_writer writer(name);
      return sink_detail::fill_sqlite(writer, program, tables, more, progress);
    });
  // a pipe cannot seek, so the database is built in memory
  sink_detail::sqlite_writer writer(":memory:");
  if (const std::string why = sink_detail::fill_sqlite(writer, program, tables, more, progress); !why.empty())
    return cannot_write(path, why);
  sqlite3_int64 size = 0;
  unsigned char* const bytes = sqlite3_serialize(writer.base(), "main", &size, 0);
  if (bytes == nullptr) return cannot_write(path, "there is not enough memory");
  const std::optional<failure> result = write_file(path, [&](output& to) {
    to.write({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  });
  sqlite3_free(bytes);
  return result;
}

#else

std::optional<failure> write_sqlite(const std::string& path, const std::string&, std::span<const table>,
                                    const database_parts&, const progress_function&) {
  return failure(errc::usage, source_pos(path),
                 "this build cannot write databases: SQLite was not found (Debian: libsqlite3-dev)");
}

#endif

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_SQLITE_BODY_HPP
