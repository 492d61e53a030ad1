#define _GNU_SOURCE /* NOLINT: memfd_create, MAP_FIXED_NOREPLACE, madvise */
#include "check/cases/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Where arenas are looked for: far from the places where systems put programs, libraries and heaps, so that a program
   started later has it free too. */
#define FIRST_PLACE ((uintptr_t)1 << 45)
#define PLACE_STEP ((uintptr_t)1 << 40)
enum { PLACES = 16 };

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

/* Makes a file of memory whose size nobody can change: a candidate that cuts it off would crash its judge. -1: the
   system, or its limit for the size of files, allows none. */
static int memory_file(size_t size) {
  struct rlimit most;
  if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < size) return -1;
  const int file = memfd_create("attest", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -1;
  if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return file;
  (void)close(file);
  return -1;
}

static void *map_at(void *place, const arena *a, int fixed) {
  const int kind = MAP_SHARED | MAP_NORESERVE | fixed | (a->file < 0 ? MAP_ANONYMOUS : 0);
  return mmap(place, a->size, PROT_READ | PROT_WRITE, kind, a->file, 0);
}

/* Maps the arena at a place, or returns MAP_FAILED if the place is not free. The place is a hint to the system, not a
   demand: ThreadSanitizer replaces some places by 0, where a mapping that must not move would then lie. */
static void *map_near(void *place, const arena *a) {
  void *const base = map_at(place, a, 0);
  if (base == place || base == MAP_FAILED) return base;
  (void)munmap(base, a->size);
  return MAP_FAILED;
}

bool arena_join(const arena *a, int file) {
  return map_at(a->base, &(arena){.size = a->size, .file = file}, MAP_FIXED_NOREPLACE) == a->base;
}

void arena_leave(const arena *a) { (void)munmap(a->base, a->size); }

check_status arena_make(arena *a, size_t size, check_error *error) {
  static _Atomic uint64_t made;
  *a = (arena){.size = round_up(size, page_size()), .number = ++made};
  a->file = memory_file(a->size);
  void *base = MAP_FAILED;
  for (uintptr_t n = 0; a->file >= 0 && base == MAP_FAILED && n < PLACES; n++)
    base = map_near((void *)(FIRST_PLACE + n * PLACE_STEP), a); /* NOLINT(performance-no-int-to-ptr) */
  if (base == MAP_FAILED) base = map_at(NULL, a, 0);
  if (base != MAP_FAILED) {
    a->base = base;
    return CHECK_OK;
  }
  const int reason = errno;
  arena_free(a);
  return check_fail(error, CHECK_FAILURE, "cannot reserve %zu bytes of memory: %s", size, strerror(reason));
}

check_status arena_make_shared(arena *a, size_t size, check_error *error) {
  const check_status status = arena_make(a, size, error);
  if (status != CHECK_OK || a->file >= 0) return status;
  arena_free(a);
  return check_fail(error, CHECK_FAILURE, "cannot reserve a file of %zu bytes of memory (ulimit -f, ulimit -n)", size);
}

void arena_free(arena *a) {
  if (a->base != NULL) (void)munmap(a->base, a->size);
  if (a->size > 0 && a->file >= 0) (void)close(a->file);
  *a = (arena){.file = -1};
}

void arena_clear(arena *a) {
  (void)mprotect(a->base, a->size, PROT_READ | PROT_WRITE);
  (void)madvise(a->base, a->used, MADV_REMOVE);
  a->used = 0;
  a->arrays = 0;
}

void *arena_place(arena *a, const char *name, size_t bytes, bool last, bool written) {
  const size_t page = page_size();
  if (bytes > a->size || a->arrays == ARENA_ARRAYS) return NULL;
  const size_t pages = round_up(bytes + 1, page), needed = pages + 2 * page;
  if (needed > a->size - a->used) return NULL;
  unsigned char *start = a->base + a->used + page;
  arena_array *array = &a->array[a->arrays++];
  *array = (arena_array){name, written, start, start + pages, last ? start + pages - bytes : start, bytes};
  a->used += needed - page; /* the page after one array is the page before the next */
  (void)memset(start, ARENA_PATTERN, pages);
  return array->data;
}

void arena_seal(const arena *a) { (void)mprotect(a->base, a->size, PROT_NONE); }

void arena_protect(const arena *a) {
  arena_seal(a);
  for (int n = 0; n < a->arrays; n++) {
    const arena_array *array = &a->array[n];
    (void)mprotect(array->pages, (size_t)(array->end - array->pages),
                   array->written ? PROT_READ | PROT_WRITE : PROT_READ);
  }
}

void arena_touch(const arena *a) {
  for (int n = 0; n < a->arrays; n++)
    for (const volatile unsigned char *at = a->array[n].pages; at < a->array[n].end; at += page_size()) (void)*at;
}

void *arena_lent(const arena *a, const arena *lent, const void *address) {
  return address != NULL ? lent->base + ((const unsigned char *)address - a->base) : NULL;
}

void arena_lend(const arena *a, arena *lent) {
  arena_clear(lent);
  lent->used = a->used;
  lent->arrays = a->arrays;
  for (int n = 0; n < a->arrays; n++) {
    const arena_array *const from = &a->array[n];
    arena_array *const to = &lent->array[n];
    *to = *from;
    to->pages = arena_lent(a, lent, from->pages);
    to->end = arena_lent(a, lent, from->end);
    to->data = arena_lent(a, lent, from->data);
    (void)memcpy(to->pages, from->pages, (size_t)(from->end - from->pages));
  }
}

bool arena_take_back(arena *a, const arena *lent) {
  bool same = true;
  for (int n = 0; n < a->arrays; n++) {
    const arena_array *const to = &a->array[n];
    const void *const from = arena_lent(a, lent, to->pages);
    const size_t bytes = (size_t)(to->end - to->pages);
    if (to->written) (void)memcpy(to->pages, from, bytes);
    else same = same && memcmp(to->pages, from, bytes) == 0;
  }
  return same;
}

static bool is_pattern(const unsigned char *from, const unsigned char *to) {
  while (from < to && *from == ARENA_PATTERN) from++;
  return from == to;
}

const arena_array *arena_disturbed(const arena *a) {
  for (int n = 0; n < a->arrays; n++) {
    const arena_array *array = &a->array[n];
    if (!is_pattern(array->pages, array->data) || !is_pattern(array->data + array->bytes, array->end)) return array;
  }
  return NULL;
}

bool arena_explain(const arena *a, const void *address, char *text, size_t size) {
  const unsigned char *at = address;
  const ptrdiff_t page = (ptrdiff_t)page_size();
  for (int n = 0; n < a->arrays; n++) {
    const arena_array *array = &a->array[n];
    if (at >= array->pages && at < array->end) {
      (void)snprintf(text, size, "a write to %s, which is an input", array->name);
      return true;
    }
    if (at >= array->end && at < array->end + page / 2) {
      (void)snprintf(text, size, "%td bytes after the end of %s", at - (array->data + array->bytes), array->name);
      return true;
    }
    if (at < array->pages && at >= array->pages - page / 2) {
      (void)snprintf(text, size, "%td bytes before %s", array->data - at, array->name);
      return true;
    }
  }
  return false;
}
