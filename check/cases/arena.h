/* Memory for the arrays of the calls of a candidate. Every array stands between pages that cannot be touched. The rest
   of its own pages holds a pattern, and inputs can be made read-only. The arena is shared with child processes and, by
   its file, with programs that they become, at the same addresses; each process has its own page protection. */
#ifndef ATTEST_CHECK_ARENA_H
#define ATTEST_CHECK_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check/cases/error.h"

#define ARENA_ARRAYS 12

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
  int file;        /* open, of the same memory; -1: none */
  uint64_t number; /* no other arena of this process has it */
  size_t size, used;
  arena_array array[ARENA_ARRAYS];
  int arrays;
} arena;

/* Reserves size bytes of address space; memory is taken when touched. Where the system gives no file for it, only
   processes that are forked later share it; arena_make_shared then fails with CHECK_FAILURE. */
check_status arena_make(arena *a, size_t size, check_error *error);
check_status arena_make_shared(arena *a, size_t size, check_error *error);
void arena_free(arena *a);

/* Maps the memory of another process's arena, by an open file of it, at the same address. false: the address is in use.
   */
bool arena_join(const arena *a, int file);

/* Gives the address free again, of an arena that was joined. */
void arena_leave(const arena *a);

/* Forgets all arrays, returns their memory to the system and makes everything writable, in this process. */
void arena_clear(arena *a);

/* Adds an array, filled with the pattern. last: it ends where its pages end; otherwise it begins at a multiple of 64
   bytes. Returns NULL if the arena is full. */
void *arena_place(arena *a, const char *name, size_t bytes, bool last, bool written);

/* Sets the page protection of this process: nothing around the arrays can be touched, and inputs cannot be written. */
void arena_protect(const arena *a);

/* Reads each page of the arrays once, so that none is missing later. */
void arena_touch(const arena *a);

/* Lets this process touch nothing of the arena any more, until it is protected again. */
void arena_seal(const arena *a);

/* Copies all arrays into another arena of the same size, at the same distances from its base: for a candidate, which
   then never sees this one. */
void arena_lend(const arena *a, arena *lent);

/* Where an address of the arena lies in the one that was lent; NULL for NULL. */
void *arena_lent(const arena *a, const arena *lent, const void *address);

/* Copies the arrays that may be written back, with their surroundings. Returns whether all others are as they were. */
bool arena_take_back(arena *a, const arena *lent);

/* Returns an array whose surroundings no longer hold the pattern; NULL if there is none. */
const arena_array *arena_disturbed(const arena *a);

/* Prints "4 bytes after the end of k" for an address that could not be touched. Returns false if the address is not in
   the arena. */
bool arena_explain(const arena *a, const void *address, char *text, size_t size);

#endif
