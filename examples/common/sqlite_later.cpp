// SQLite, loaded when the first database is read or written. If it cannot be loaded, opening a database fails.

#include <cstdarg>

#include <sqlite3.h>

#include "examples/common/later.hpp"

namespace {
struct sqlite {
  static constexpr const char* file = RIDGELINE_SQLITE;
};
using release = void (*)(void*);
}  // namespace

#define LATER(result, name, parameters, arguments) \
  RIDGELINE_LATER(sqlite, result, name, parameters, arguments, static_cast<result>(0))
#define LATER_OR_FAIL(name, parameters, arguments) \
  RIDGELINE_LATER(sqlite, int, name, parameters, arguments, SQLITE_ERROR)

LATER_OR_FAIL(sqlite3_bind_double, (sqlite3_stmt* statement, int column, double value), (statement, column, value))
LATER_OR_FAIL(sqlite3_bind_int64, (sqlite3_stmt* statement, int column, sqlite3_int64 value),
              (statement, column, value))
LATER_OR_FAIL(sqlite3_bind_null, (sqlite3_stmt* statement, int column), (statement, column))
LATER_OR_FAIL(sqlite3_bind_text64,
              (sqlite3_stmt* statement, int column, const char* text, sqlite3_uint64 size, release end,
               unsigned char encoding),
              (statement, column, text, size, end, encoding))
LATER_OR_FAIL(sqlite3_close, (sqlite3* base), (base))
LATER(const void*, sqlite3_column_blob, (sqlite3_stmt* statement, int column), (statement, column))
LATER(int, sqlite3_column_bytes, (sqlite3_stmt* statement, int column), (statement, column))
LATER(double, sqlite3_column_double, (sqlite3_stmt* statement, int column), (statement, column))
LATER(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt* statement, int column), (statement, column))
LATER(const unsigned char*, sqlite3_column_text, (sqlite3_stmt* statement, int column), (statement, column))
RIDGELINE_LATER(sqlite, int, sqlite3_column_type, (sqlite3_stmt* statement, int column), (statement, column),
                SQLITE_NULL)
LATER_OR_FAIL(sqlite3_create_function,
              (sqlite3* base, const char* name, int arguments, int encoding, void* of_function,
               void (*call)(sqlite3_context*, int, sqlite3_value**),
               void (*step)(sqlite3_context*, int, sqlite3_value**),
               void (*last)(sqlite3_context*)),
              (base, name, arguments, encoding, of_function, call, step, last))
LATER_OR_FAIL(sqlite3_deserialize,
              (sqlite3* base, const char* schema, unsigned char* data, sqlite3_int64 size, sqlite3_int64 room,
               unsigned flags),
              (base, schema, data, size, room, flags))
RIDGELINE_LATER(sqlite, const char*, sqlite3_errmsg, (sqlite3* base), (base), "SQLite cannot be loaded")
LATER_OR_FAIL(sqlite3_exec,
              (sqlite3* base, const char* statements, int (*row)(void*, int, char**, char**), void* of_row, char** why),
              (base, statements, row, of_row, why))
LATER_OR_FAIL(sqlite3_finalize, (sqlite3_stmt* statement), (statement))
LATER(void, sqlite3_free, (void* memory), (memory))
LATER_OR_FAIL(sqlite3_open_v2, (const char* file, sqlite3** base, int flags, const char* system),
              (file, base, flags, system))
LATER_OR_FAIL(sqlite3_prepare_v2,
              (sqlite3* base, const char* text, int size, sqlite3_stmt** statement, const char** behind),
              (base, text, size, statement, behind))
LATER(void, sqlite3_progress_handler, (sqlite3* base, int steps, int (*handler)(void*), void* of_handler),
      (base, steps, handler, of_handler))
LATER_OR_FAIL(sqlite3_reset, (sqlite3_stmt* statement), (statement))
LATER(unsigned char*, sqlite3_serialize, (sqlite3* base, const char* schema, sqlite3_int64* size, unsigned flags),
      (base, schema, size, flags))
LATER(void, sqlite3_result_blob, (sqlite3_context* context, const void* bytes, int size, release end),
      (context, bytes, size, end))
LATER(void, sqlite3_result_value, (sqlite3_context* context, sqlite3_value* value), (context, value))
LATER_OR_FAIL(sqlite3_step, (sqlite3_stmt* statement), (statement))
LATER(const void*, sqlite3_value_blob, (sqlite3_value* value), (value))
LATER(int, sqlite3_value_bytes, (sqlite3_value* value), (value))
LATER(int, sqlite3_value_type, (sqlite3_value* value), (value))

/// Only for boolean settings.
extern "C" int sqlite3_db_config(sqlite3* base, int setting, ...) {
  static const auto function =
      reinterpret_cast<decltype(&sqlite3_db_config)>(later::found<sqlite>("sqlite3_db_config"));
  std::va_list rest;
  va_start(rest, setting);
  const int on = va_arg(rest, int);
  int* const was = va_arg(rest, int*);
  va_end(rest);
  return function == nullptr ? SQLITE_ERROR : function(base, setting, on, was);
}
