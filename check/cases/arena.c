#define _GNU_SOURCE /* NOLINT: MAP_ANONYMOUS, MAP_NORESERVE, madvise */
#include "check/cases/arena.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

check_status arena_make(arena *a, size_t size, check_error *error) {
  *a = (arena){.size = round_up(size, page_size())};
  void *base = mmap(NULL, a->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED)
    return check_fail(error, CHECK_FAILURE, "cannot reserve %zu bytes of memory: %s", a->size, strerror(errno));
  a->base = base;
  return CHECK_OK;
}

void arena_free(arena *a) {
  if (a->base != NULL) (void)munmap(a->base, a->size);
  *a = (arena){0};
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

void arena_protect(const arena *a) {
  (void)mprotect(a->base, a->used + page_size(), PROT_NONE);
  for (int n = 0; n < a->arrays; n++) {
    const arena_array *array = &a->array[n];
    (void)mprotect(array->pages, (size_t)(array->end - array->pages),
                   array->written ? PROT_READ | PROT_WRITE : PROT_READ);
  }
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
