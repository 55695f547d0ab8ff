// A layer between a program and the files of one folder: it fails the n-th operation, and notes
// what is written, synced, renamed and removed, so that a power loss can be played.
//
// It stands in for the C library's functions, so that it lies below SQLite and Foundation alike.
// It works where a program's own functions go before those of libraries: on Linux with glibc.

#ifndef FILE_FAULTS_H
#define FILE_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/// The kinds of operations, as a set.
enum {
  FILE_FAULT_OPEN = 1,
  FILE_FAULT_READ = 2,
  FILE_FAULT_WRITE = 4,
  FILE_FAULT_SYNC = 8,
  FILE_FAULT_TRUNCATE = 16,
  FILE_FAULT_DELETE = 32,
  FILE_FAULT_LOCK = 64,
  FILE_FAULT_RENAME = 128,
  /// Looking at a file: `stat` and its kin, `access`.
  FILE_FAULT_STAT = 256,
  /// Reading the names in a folder: `opendir`, `readdir`.
  FILE_FAULT_LIST = 512,
  FILE_FAULT_RIGHTS = 1024,
  FILE_FAULT_CLOSE = 2048,
  FILE_FAULT_LINK = 4096,
};

/// In the place of an error: the program is killed before the operation.
enum { FILE_FAULT_KILL = -1 };

/// What a record of the log tells.
enum {
  FILE_RECORD_CREATE = 1,
  FILE_RECORD_WRITE,
  FILE_RECORD_TRUNCATE,
  FILE_RECORD_SYNC,
  FILE_RECORD_SYNC_FOLDER,
  FILE_RECORD_RENAME,
  FILE_RECORD_DELETE,
  FILE_RECORD_FOLDER,
  FILE_RECORD_MARK,
};

/// Something that happened to a file.
typedef struct {
  int kind;
  /// The file, whatever its name is by now; of a mark its number.
  int64_t file;
  int64_t offset;
  int64_t count;
  const uint8_t *_Nullable bytes;
  const char *_Nullable path;
  /// The new name.
  const char *_Nullable other;
} file_record;

/// Whether the layer works here.
int file_faults_work(void);

/// Watches the files in a folder, whose name no link is part of; NULL for none any more.
void file_faults_watch(const char *_Nullable folder, int logs);

/// Fails operations of some kinds: `count` ones from the one of a number, which begins at zero.
///
/// `error` is a number of errno.h; a torn write writes its first half before it fails.
void file_faults_arm(unsigned operations, int64_t at, int64_t count, int error, int is_torn);

/// Fails none any more.
void file_faults_disarm(void);

/// How many operations of a kind there were while it was armed.
int64_t file_faults_seen(unsigned operation);
/// How many operations failed.
int64_t file_faults_injected(void);

/// Notes a moment.
void file_faults_mark(int64_t number);

/// The log.
size_t file_faults_record_count(void);
const file_record *_Nonnull file_faults_record(size_t index);

#endif
