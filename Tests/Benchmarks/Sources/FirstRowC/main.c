// Opens the store whose path it is given as a hand-written program would, and reads one row: what the first row of a
// process costs at least.

#include <sqlite3.h>
#include <string.h>

static const char *pragmas =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;";

static const char *select =
    "SELECT Z_PK, Z_OPT, ZCERT, ZDETAILS, ZACQUIRER, ZCITY, ZNAME, ZSTATE "
    "FROM ZFAILEDBANKINFO WHERE ZCERT = ?";

int main(int count, char **arguments) {
  sqlite3 *database;
  sqlite3_stmt *statement;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  if (count < 2 || sqlite3_open_v2(arguments[1], &database, flags, NULL) != SQLITE_OK) return 1;
  if (sqlite3_exec(database, pragmas, NULL, NULL, NULL) != SQLITE_OK) return 2;
  if (sqlite3_prepare_v2(database, select, -1, &statement, NULL) != SQLITE_OK) return 3;
  sqlite3_bind_int(statement, 1, 1);
  if (sqlite3_step(statement) != SQLITE_ROW || sqlite3_column_int(statement, 2) != 1) return 4;
  return strlen((const char *)sqlite3_column_text(statement, 6)) > 0 ? 0 : 5;
}
