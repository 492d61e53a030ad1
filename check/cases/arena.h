/* Memory for the arrays of one call of a candidate. Every array stands between pages that cannot be touched. The rest
   of its own pages holds a pattern, and inputs can be made read-only. The arena is shared with child processes, at the
   same addresses; each process has its own page protection. */
#ifndef ATTEST_CHECK_ARENA_H
#define ATTEST_CHECK_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

#define ARENA_ARRAYS 10

/* The byte in every array that was not set, and around all arrays: NaN in every floating-point type. */
#define ARENA_PATTERN 0xff

typedef struct arena_array {
  const char *name;
  bool written;               /* the candidate may write it; else only read it */
  unsigned char *pages, *end; /* its own pages, between two that cannot be touched */
  unsigned char *data;
  size_t bytes;
} arena_array;

typedef struct arena {
  unsigned char *base;
  size_t size, used;
  arena_array array[ARENA_ARRAYS];
  int arrays;
} arena;

/* Reserves size bytes of address space; memory is taken when touched. */
check_status arena_make(arena *a, size_t size, check_error *error);
void arena_free(arena *a);

/* Forgets all arrays, returns their memory to the system and makes everything writable, in this process. */
void arena_clear(arena *a);

/* Adds an array, filled with the pattern. last: it ends where its pages end; otherwise it begins at a multiple of 64
   bytes. Returns NULL if the arena is full. */
void *arena_place(arena *a, const char *name, size_t bytes, bool last, bool written);

/* Sets the page protection of this process: nothing around the arrays can be touched, and inputs cannot be written. */
void arena_protect(const arena *a);

/* Returns an array whose surroundings no longer hold the pattern; NULL if there is none. */
const arena_array *arena_disturbed(const arena *a);

/* Prints "4 bytes after the end of k" for an address that could not be touched. Returns false if the address is not in
   the arena. */
bool arena_explain(const arena *a, const void *address, char *text, size_t size);

#endif
