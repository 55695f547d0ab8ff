// What Swift cannot call in SQLite's C interface by itself: variadic functions
// and destructors that are casts of numbers.

#ifndef CMODELSQLITE_SHIM_H
#define CMODELSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds text that SQLite copies before it returns.
static inline int model_sqlite3_bind_text_copy(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds text that stays where it is until the statement is reset.
static inline int model_sqlite3_bind_text_static(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_STATIC, SQLITE_UTF8);
}

/// Binds bytes that SQLite copies before it returns.
static inline int model_sqlite3_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds bytes that stay where they are until the statement is reset.
static inline int model_sqlite3_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

/// Returns text from an SQL function; SQLite copies it.
static inline void model_sqlite3_result_text_copy(sqlite3_context *context, const char *text, sqlite3_uint64 count) {
  sqlite3_result_text64(context, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Returns bytes from an SQL function; SQLite copies them.
static inline void model_sqlite3_result_blob_copy(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  if (count == 0) sqlite3_result_zeroblob(context, 0);
  else sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

/// Sets an option of a connection that is on or off (SQLITE_DBCONFIG_...).
static inline int model_sqlite3_db_config_flag(sqlite3 *connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}

/// The byte of the SQL that the last error is about; -1 where SQLite does not say.
static inline int model_sqlite3_error_offset(sqlite3 *connection) {
#if SQLITE_VERSION_NUMBER >= 3038000
  return sqlite3_error_offset(connection);
#else
  (void)connection;
  return -1;
#endif
}

/// Retains a Swift object unless its deinit has begun; an entry point of Swift's runtime.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

#endif
