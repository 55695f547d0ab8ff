#ifndef CSQLITERAW_SHIM_H
#define CSQLITERAW_SHIM_H

#include <sqlite3.h>
#include <stdlib.h>  // tells whether this is glibc

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif

/// Tells valgrind, where the program runs under it with `--instr-atstart=no`, to count from now on.
static inline void raw_start_counting(void) {
#if defined(CALLGRIND_START_INSTRUMENTATION)
  CALLGRIND_START_INSTRUMENTATION;
#endif
}

/// Tells valgrind to count no more.
static inline void raw_stop_counting(void) {
#if defined(CALLGRIND_STOP_INSTRUMENTATION)
  CALLGRIND_STOP_INSTRUMENTATION;
#endif
}

/// Binds text that stays where it is until the statement is stepped: no copy is made.
static inline int raw_bind_text_static(
    sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_STATIC);
}

/// The bytes that the program holds from `malloc`; 0 where the C library does not tell.
static inline long long raw_malloc_bytes(void) {
#if defined(__GLIBC__)
  struct mallinfo2 info = mallinfo2();
  return (long long)(info.uordblks + info.hblkhd);
#else
  return 0;
#endif
}

#endif
