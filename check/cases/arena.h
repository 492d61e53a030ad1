/* Memory in which a candidate is let loose: every array stands between pages that cannot be touched, what surrounds it on its own pages holds
   a pattern, and inputs can be made read-only. It is shared with child processes, at the same addresses; page protection is each process's own. */
#ifndef ATTEST_CHECK_ARENA_H
#define ATTEST_CHECK_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

#define ARENA_ARRAYS 10

/* Every byte of an array that was not set, and of its surroundings: NaN in every floating-point type. */
#define ARENA_PATTERN 0xff

typedef struct arena_array {
  const char *name;
  bool written;               /* by the candidate; else it may only read */
  unsigned char *pages, *end; /* its own pages; before and after them is a page that cannot be touched */
  unsigned char *data;
  size_t bytes;
} arena_array;

typedef struct arena {
  unsigned char *base;
  size_t size, used;
  arena_array array[ARENA_ARRAYS];
  int arrays;
} arena;

/* Reserves size bytes of address space (memory is taken when touched). */
check_status arena_make(arena *a, size_t size, check_error *error);
void arena_free(arena *a);

/* Forgets all arrays, gives their memory back and makes everything writable, in this process. */
void arena_clear(arena *a);

/* A new array, all of the pattern. last: its end is the end of its pages; else it begins on 64 bytes. NULL if the arena is full. */
void *arena_place(arena *a, const char *name, size_t bytes, bool last, bool written);

/* Sets the page protection of this process: nothing around the arrays can be touched, and inputs not be written. */
void arena_protect(const arena *a);

/* The array whose surroundings no longer hold the pattern; NULL if there is none. */
const arena_array *arena_disturbed(const arena *a);

/* "4 bytes after the end of k", for an address that could not be touched; false if it has nothing to do with the arena. */
bool arena_explain(const arena *a, const void *address, char *text, size_t size);

#endif
