#ifndef CFUZZER_H
#define CFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with its own command line: what the sanitizer's library, which a main program of
/// ours is linked with, offers to such programs.
int LLVMFuzzerRunDriver(
  int *count, char ***arguments, int (*run)(const uint8_t *bytes, size_t count));

#endif
