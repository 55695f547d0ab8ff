// libpq's header is in the compiler's path on some systems, and in a folder of its own on Debian.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "libpq's header is missing: install libpq-dev (Debian, Ubuntu) or libpq-devel (Fedora)"
#endif
