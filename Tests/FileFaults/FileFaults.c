#define _GNU_SOURCE
#include "FileFaults.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// State. Other threads of the program open and close files of their own at any time: what they look
// at without the lock is atomic.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int watching;
static char *folder;
static size_t folder_length;
static int logs;

static atomic_uint armed;
static int64_t first, number_of_faults;
static _Atomic int64_t seen, injected;
/// How many operations of each kind there were, by its bit.
enum { KINDS = 16 };
static _Atomic int64_t seen_of[KINDS];
static int fault_error, torn;

enum { MAX_FD = 4096 };
/// The watched file of each descriptor, 0 for none; a folder's is -1.
static _Atomic int64_t files[MAX_FD];
static char *folders[MAX_FD];

typedef struct { char *path; int64_t file; } name;
static name *names;
static size_t name_count, name_room;
static int64_t last_file;

static file_record *records;
static size_t record_count, record_room;

#define REAL(result, symbol, ...) \
  static result (*_Atomic real)(__VA_ARGS__); \
  if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, symbol)

/// Whether the layer itself calls the system, on this thread.
static _Thread_local int is_inside;

static int is_watched(const char *path) {
  if (!watching || !path || is_inside) return 0;
  pthread_mutex_lock(&lock);
  int found = folder && strncmp(path, folder, folder_length) == 0 &&
    (path[folder_length] == '/' || path[folder_length] == 0);
  pthread_mutex_unlock(&lock);
  return found;
}

static int64_t file_of(int fd) { return watching && fd >= 0 && fd < MAX_FD ? files[fd] : 0; }

/// The path of a name in a folder that is open; NULL where that is not watched.
static const char *joined(int fd, const char *name, char buffer[static 4096]) {
  if (!name || name[0] == '/' || fd == AT_FDCWD) return name;
  if (file_of(fd) >= 0) return NULL;
  pthread_mutex_lock(&lock);
  snprintf(buffer, 4096, "%s/%s", folders[fd], name);
  pthread_mutex_unlock(&lock);
  return buffer;
}

/// Whether this operation is to fail; sets errno then.
static int fails(unsigned operation) {
  if (!(armed & operation)) return 0;
  seen_of[__builtin_ctz(operation)]++;
  int64_t number = seen++;
  if (number < first || number - first >= number_of_faults) return 0;
  injected++;
  if (fault_error == FILE_FAULT_KILL) kill(getpid(), SIGKILL);
  errno = fault_error;
  return 1;
}

static void note(int kind, int64_t file, int64_t offset, int64_t count, const void *bytes,
  const char *path, const char *other) {
  if (!logs) return;
  if (record_count == record_room) {
    record_room = record_room ? record_room * 2 : 1024;
    records = realloc(records, record_room * sizeof *records);
  }
  uint8_t *copy = NULL;
  if (bytes && count > 0) {
    copy = malloc((size_t)count);
    memcpy(copy, bytes, (size_t)count);
  }
  records[record_count++] = (file_record){ kind, file, offset, count, copy,
    path ? strdup(path) : NULL, other ? strdup(other) : NULL };
}

static name *find(const char *path) {
  for (size_t i = 0; i < name_count; i++) if (strcmp(names[i].path, path) == 0) return &names[i];
  return NULL;
}

static void forget(const char *path) {
  name *known = find(path);
  if (!known) return;
  free(known->path);
  *known = names[--name_count];
}

static int64_t number_of(const char *path) {
  name *known = find(path);
  if (known) return known->file;
  if (name_count == name_room) {
    name_room = name_room ? name_room * 2 : 64;
    names = realloc(names, name_room * sizeof *names);
  }
  names[name_count++] = (name){ strdup(path), ++last_file };
  return last_file;
}

// What tests call

int file_faults_work(void) { return 1; }

void file_faults_watch(const char *path, int with_log) {
  pthread_mutex_lock(&lock);
  free(folder);
  folder = path ? strdup(path) : NULL;
  folder_length = path ? strlen(path) : 0;
  watching = path != NULL;
  logs = with_log;
  armed = 0;
  for (size_t i = 0; i < record_count; i++) {
    free((void *)records[i].bytes);
    free((void *)records[i].path);
    free((void *)records[i].other);
  }
  record_count = 0;
  for (size_t i = 0; i < name_count; i++) free(names[i].path);
  name_count = 0;
  for (int i = 0; i < MAX_FD; i++) files[i] = 0;
  pthread_mutex_unlock(&lock);
}

void file_faults_arm(unsigned operations, int64_t at, int64_t count, int error, int is_torn) {
  pthread_mutex_lock(&lock);
  armed = operations;
  first = at;
  number_of_faults = count;
  fault_error = error;
  torn = is_torn;
  seen = injected = 0;
  for (int kind = 0; kind < KINDS; kind++) seen_of[kind] = 0;
  pthread_mutex_unlock(&lock);
}

void file_faults_disarm(void) {
  pthread_mutex_lock(&lock);
  armed = 0;
  pthread_mutex_unlock(&lock);
}

int64_t file_faults_seen(unsigned operation) { return seen_of[__builtin_ctz(operation)]; }
int64_t file_faults_injected(void) { return injected; }

void file_faults_mark(int64_t number) {
  pthread_mutex_lock(&lock);
  note(FILE_RECORD_MARK, number, 0, 0, NULL, NULL, NULL);
  pthread_mutex_unlock(&lock);
}

size_t file_faults_record_count(void) { return record_count; }
const file_record *file_faults_record(size_t index) { return &records[index]; }

// Opening and closing

static int watched_open(int folder, const char *name, const char *path, int flags, mode_t mode) {
  REAL(int, "openat64", int, const char *, int, ...);
  pthread_mutex_lock(&lock);
  if (fails(FILE_FAULT_OPEN)) {
    pthread_mutex_unlock(&lock);
    return -1;
  }
  is_inside = 1;
  int was_there = faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  int fd = real(folder, name, flags, mode);
  int error = errno;
  if (fd >= 0 && fd < MAX_FD) {
    struct stat state;
    if (fstat(fd, &state) == 0 && S_ISDIR(state.st_mode)) {
      files[fd] = -1;
      free(folders[fd]);
      folders[fd] = strdup(path);
      size_t length = strlen(path);
      if (length > 1 && path[length - 1] == '/') folders[fd][length - 1] = 0;
    } else {
      files[fd] = number_of(path);
      if (!was_there) note(FILE_RECORD_CREATE, files[fd], 0, 0, NULL, path, NULL);
      else if (flags & O_TRUNC) note(FILE_RECORD_TRUNCATE, files[fd], 0, 0, NULL, path, NULL);
      else note(FILE_RECORD_TRUNCATE, files[fd], -1, 0, NULL, path, NULL);
    }
  }
  is_inside = 0;
  pthread_mutex_unlock(&lock);
  errno = error;
  return fd;
}

#define MODE(flags) \
  va_list arguments; \
  va_start(arguments, flags); \
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0; \
  va_end(arguments)

int open(const char *path, int flags, ...) {
  REAL(int, "open", const char *, int, ...);
  MODE(flags);
  return is_watched(path) ? watched_open(AT_FDCWD, path, path, flags, mode) : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  REAL(int, "open64", const char *, int, ...);
  MODE(flags);
  return is_watched(path) ? watched_open(AT_FDCWD, path, path, flags, mode) : real(path, flags, mode);
}

int openat(int folder, const char *name, int flags, ...) {
  REAL(int, "openat", int, const char *, int, ...);
  MODE(flags);
  char buffer[4096];
  const char *path = joined(folder, name, buffer);
  return is_watched(path) ? watched_open(folder, name, path, flags, mode)
    : real(folder, name, flags, mode);
}

int openat64(int folder, const char *name, int flags, ...) {
  REAL(int, "openat64", int, const char *, int, ...);
  MODE(flags);
  char buffer[4096];
  const char *path = joined(folder, name, buffer);
  return is_watched(path) ? watched_open(folder, name, path, flags, mode)
    : real(folder, name, flags, mode);
}

int close(int fd) {
  REAL(int, "close", int);
  int is_fault = 0;
  if (fd >= 0 && fd < MAX_FD && files[fd]) {
    pthread_mutex_lock(&lock);
    is_fault = fails(FILE_FAULT_CLOSE);
    files[fd] = 0;
    pthread_mutex_unlock(&lock);
  }
  // It is closed all the same, as Linux does it.
  int result = real(fd);
  if (is_fault) errno = fault_error;
  return is_fault ? -1 : result;
}

// Looking

/// Whether an operation of a kind on a path is to fail.
static int path_fails(const char *path, unsigned operation) {
  if (!armed || !is_watched(path)) return 0;
  pthread_mutex_lock(&lock);
  int result = fails(operation);
  pthread_mutex_unlock(&lock);
  return result;
}

static int descriptor_fails(int fd, unsigned operation) {
  if (!armed || is_inside || !file_of(fd)) return 0;
  pthread_mutex_lock(&lock);
  int result = fails(operation);
  pthread_mutex_unlock(&lock);
  return result;
}

#define STAT(suffix, state) \
  int stat##suffix(const char *path, struct state *result) { \
    REAL(int, "stat" #suffix, const char *, struct state *); \
    return path_fails(path, FILE_FAULT_STAT) ? -1 : real(path, result); \
  } \
  int lstat##suffix(const char *path, struct state *result) { \
    REAL(int, "lstat" #suffix, const char *, struct state *); \
    return path_fails(path, FILE_FAULT_STAT) ? -1 : real(path, result); \
  } \
  int fstat##suffix(int fd, struct state *result) { \
    REAL(int, "fstat" #suffix, int, struct state *); \
    return descriptor_fails(fd, FILE_FAULT_STAT) ? -1 : real(fd, result); \
  } \
  int fstatat##suffix(int fd, const char *name, struct state *result, int flags) { \
    REAL(int, "fstatat" #suffix, int, const char *, struct state *, int); \
    char buffer[4096]; \
    return path_fails(joined(fd, name, buffer), FILE_FAULT_STAT) ? -1 \
      : real(fd, name, result, flags); \
  }

STAT(, stat)
STAT(64, stat64)

int access(const char *path, int mode) {
  REAL(int, "access", const char *, int);
  return path_fails(path, FILE_FAULT_STAT) ? -1 : real(path, mode);
}

enum { MAX_LISTS = 16 };
static DIR *_Atomic lists[MAX_LISTS];

static DIR *listed(DIR *list) {
  for (int i = 0; list && i < MAX_LISTS; i++) {
    DIR *none = NULL;
    if (atomic_compare_exchange_strong(&lists[i], &none, list)) break;
  }
  return list;
}

static int list_fails(DIR *list) {
  for (int i = 0; armed && i < MAX_LISTS; i++) {
    if (lists[i] != list) continue;
    pthread_mutex_lock(&lock);
    int result = fails(FILE_FAULT_LIST);
    pthread_mutex_unlock(&lock);
    return result;
  }
  return 0;
}

DIR *opendir(const char *path) {
  REAL(DIR *, "opendir", const char *);
  if (path_fails(path, FILE_FAULT_LIST)) return NULL;
  return is_watched(path) ? listed(real(path)) : real(path);
}

DIR *fdopendir(int fd) {
  REAL(DIR *, "fdopendir", int);
  if (descriptor_fails(fd, FILE_FAULT_LIST)) return NULL;
  return file_of(fd) ? listed(real(fd)) : real(fd);
}

struct dirent *readdir(DIR *list) {
  REAL(struct dirent *, "readdir", DIR *);
  return list_fails(list) ? NULL : real(list);
}

struct dirent64 *readdir64(DIR *list) {
  REAL(struct dirent64 *, "readdir64", DIR *);
  return list_fails(list) ? NULL : real(list);
}

int closedir(DIR *list) {
  REAL(int, "closedir", DIR *);
  for (int i = 0; i < MAX_LISTS; i++) {
    DIR *known = list;
    atomic_compare_exchange_strong(&lists[i], &known, NULL);
  }
  return real(list);
}

// Rights and links

int chmod(const char *path, mode_t mode) {
  REAL(int, "chmod", const char *, mode_t);
  return path_fails(path, FILE_FAULT_RIGHTS) ? -1 : real(path, mode);
}

int fchmod(int fd, mode_t mode) {
  REAL(int, "fchmod", int, mode_t);
  return descriptor_fails(fd, FILE_FAULT_RIGHTS) ? -1 : real(fd, mode);
}

int fchown(int fd, uid_t user, gid_t group) {
  REAL(int, "fchown", int, uid_t, gid_t);
  return descriptor_fails(fd, FILE_FAULT_RIGHTS) ? -1 : real(fd, user, group);
}

int link(const char *from, const char *to) {
  REAL(int, "link", const char *, const char *);
  return path_fails(to, FILE_FAULT_LINK) ? -1 : real(from, to);
}

// Reading and writing

static int read_fails(int fd) {
  if (!armed || !file_of(fd)) return 0;
  pthread_mutex_lock(&lock);
  int result = fails(FILE_FAULT_READ);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t read(int fd, void *bytes, size_t count) {
  REAL(ssize_t, "read", int, void *, size_t);
  return read_fails(fd) ? -1 : real(fd, bytes, count);
}

ssize_t pread(int fd, void *bytes, size_t count, off_t offset) {
  REAL(ssize_t, "pread", int, void *, size_t, off_t);
  return read_fails(fd) ? -1 : real(fd, bytes, count, offset);
}

ssize_t pread64(int fd, void *bytes, size_t count, off64_t offset) {
  REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
  return read_fails(fd) ? -1 : real(fd, bytes, count, offset);
}

static ssize_t watched_write(int fd, const void *bytes, size_t count, off64_t offset) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  pthread_mutex_lock(&lock);
  int64_t file = file_of(fd);
  int is_fault = fails(FILE_FAULT_WRITE);
  size_t written = is_fault ? (torn ? count / 2 : 0) : count;
  ssize_t result = written > 0 || !is_fault ? real(fd, bytes, written, offset) : 0;
  int error = is_fault ? fault_error : errno;
  if (result > 0) note(FILE_RECORD_WRITE, file, offset, result, bytes, NULL, NULL);
  pthread_mutex_unlock(&lock);
  errno = error;
  return is_fault ? -1 : result;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
  if (file_of(fd) > 0) return watched_write(fd, bytes, count, offset);
  return real(fd, bytes, count, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  if (file_of(fd) > 0) return watched_write(fd, bytes, count, offset);
  return real(fd, bytes, count, offset);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  if (file_of(fd) <= 0) return real(fd, bytes, count);
  off64_t offset = lseek64(fd, 0, SEEK_CUR);
  ssize_t result = watched_write(fd, bytes, count, offset);
  int error = errno;
  if (result > 0) lseek64(fd, offset + result, SEEK_SET);
  errno = error;
  return result;
}

static int watched_truncate(int (*real)(int, off64_t), int fd, off64_t size) {
  pthread_mutex_lock(&lock);
  int result = fails(FILE_FAULT_TRUNCATE) ? -1 : real(fd, size);
  int error = errno;
  if (result == 0) note(FILE_RECORD_TRUNCATE, file_of(fd), size, 0, NULL, NULL, NULL);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int ftruncate(int fd, off_t size) {
  REAL(int, "ftruncate", int, off64_t);
  return file_of(fd) > 0 ? watched_truncate(real, fd, size) : real(fd, size);
}

int ftruncate64(int fd, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  return file_of(fd) > 0 ? watched_truncate(real, fd, size) : real(fd, size);
}

// Syncing

static int watched_sync(int (*real)(int), int fd) {
  int64_t file = file_of(fd);
  if (!file) return real(fd);
  pthread_mutex_lock(&lock);
  // What counts is that the data would be there; the disk itself need not be waited for.
  int result = fails(FILE_FAULT_SYNC) ? -1 : 0;
  int error = errno;
  if (result == 0 && file > 0) note(FILE_RECORD_SYNC, file, 0, 0, NULL, NULL, NULL);
  if (result == 0 && file < 0) note(FILE_RECORD_SYNC_FOLDER, 0, 0, 0, NULL, folders[fd], NULL);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int fsync(int fd) {
  REAL(int, "fsync", int);
  return watched_sync(real, fd);
}

int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return watched_sync(real, fd);
}

// Names

static int watched_unlink(int folder, const char *name, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  pthread_mutex_lock(&lock);
  int result = fails(FILE_FAULT_DELETE) ? -1 : real(folder, name, flags);
  int error = errno;
  if (result == 0) {
    note(FILE_RECORD_DELETE, 0, 0, 0, NULL, path, NULL);
    forget(path);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  return is_watched(path) ? watched_unlink(AT_FDCWD, path, path, 0) : real(path);
}

int unlinkat(int folder, const char *name, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  char buffer[4096];
  const char *path = joined(folder, name, buffer);
  return is_watched(path) ? watched_unlink(folder, name, path, flags) : real(folder, name, flags);
}

static int watched_rename(
  int folder, const char *name, const char *from, int other, const char *new, const char *to
) {
  REAL(int, "renameat", int, const char *, int, const char *);
  pthread_mutex_lock(&lock);
  int result = fails(FILE_FAULT_RENAME) ? -1 : real(folder, name, other, new);
  int error = errno;
  if (result == 0) {
    note(FILE_RECORD_RENAME, 0, 0, 0, NULL, from, to);
    int64_t file = number_of(from);
    forget(from);
    forget(to);
    number_of(to);
    find(to)->file = file;
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return is_watched(from) ? watched_rename(AT_FDCWD, from, from, AT_FDCWD, to, to) : real(from, to);
}

int renameat(int folder, const char *name, int other, const char *new) {
  REAL(int, "renameat", int, const char *, int, const char *);
  char buffer[4096], to[4096];
  const char *from = joined(folder, name, buffer);
  return is_watched(from)
    ? watched_rename(folder, name, from, other, new, joined(other, new, to))
    : real(folder, name, other, new);
}

static int watched_mkdir(int folder, const char *name, const char *path, mode_t mode) {
  REAL(int, "mkdirat", int, const char *, mode_t);
  pthread_mutex_lock(&lock);
  int result = fails(FILE_FAULT_OPEN) ? -1 : real(folder, name, mode);
  int error = errno;
  if (result == 0) note(FILE_RECORD_FOLDER, 0, 0, 0, NULL, path, NULL);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return is_watched(path) ? watched_mkdir(AT_FDCWD, path, path, mode) : real(path, mode);
}

int mkdirat(int folder, const char *name, mode_t mode) {
  REAL(int, "mkdirat", int, const char *, mode_t);
  char buffer[4096];
  const char *path = joined(folder, name, buffer);
  return is_watched(path) ? watched_mkdir(folder, name, path, mode) : real(folder, name, mode);
}

// Locks

static int lock_fails(int fd, int command, void *argument) {
  if (!armed || file_of(fd) <= 0) return 0;
  if (command != F_SETLK && command != F_SETLKW) return 0;
  if (((struct flock *)argument)->l_type == F_UNLCK) return 0;
  pthread_mutex_lock(&lock);
  int result = fails(FILE_FAULT_LOCK);
  pthread_mutex_unlock(&lock);
  return result;
}

int fcntl(int fd, int command, ...) {
  REAL(int, "fcntl", int, int, ...);
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return lock_fails(fd, command, argument) ? -1 : real(fd, command, argument);
}

int fcntl64(int fd, int command, ...) {
  REAL(int, "fcntl64", int, int, ...);
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return lock_fails(fd, command, argument) ? -1 : real(fd, command, argument);
}

// Waiting: what waits for a fault to pass would wait in vain.

int usleep(useconds_t time) {
  REAL(int, "usleep", useconds_t);
  return armed ? 0 : real(time);
}

#else

int file_faults_work(void) { return 0; }
void file_faults_watch(const char *path, int with_log) {}
void file_faults_arm(unsigned operations, int64_t at, int64_t count, int error, int is_torn) {}
void file_faults_disarm(void) {}
int64_t file_faults_seen(unsigned operation) { return 0; }
int64_t file_faults_injected(void) { return 0; }
void file_faults_mark(int64_t number) {}
size_t file_faults_record_count(void) { return 0; }
const file_record *file_faults_record(size_t index) { return 0; }

#endif
