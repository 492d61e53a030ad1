/* What the cheats of this folder share: the candidate of examples/ as `honest`, and small helpers. Include it first. */
#ifndef ATTEST_CHEATS_HONEST_H
#define ATTEST_CHEATS_HONEST_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* NOLINT: reserved for this */
#endif
#include <attest_check.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static attest_candidate_function honest __attribute__((unused));

#define attest_candidate honest
#include "examples/candidate.c" /* NOLINT(bugprone-suspicious-include) */
#undef attest_candidate

/* ---- the problem */

/* Whether the honest kernel refuses a problem. */
static inline bool is_refused(const attest_problem *p) {
  return p->q.dtype != ATTEST_F32 || p->v.size[ATTEST_COLUMN] > MAX_D_V ||
         (p->bias.data != NULL && p->bias.dtype != ATTEST_F32);
}

static inline int64_t count_of(const int64_t size[ATTEST_AXES]) {
  return size[ATTEST_BATCH] * size[ATTEST_HEAD] * size[ATTEST_POSITION] * size[ATTEST_COLUMN];
}

/* Elements from the first to the last, gaps included. */
static inline int64_t reach_of(const attest_tensor *t) {
  int64_t reach = 1;
  for (int d = 0; d < ATTEST_AXES; d++) reach += (t->size[d] - 1) * t->stride[d];
  return count_of(t->size) > 0 ? reach : 0;
}

static inline attest_tensor view(const attest_output *t) {
  attest_tensor seen;
  (void)memcpy(&seen, t, sizeof seen); /* the same members in the same order */
  return seen;
}

/* Place of element n, in the order batch, head, position, column. */
static inline int64_t nth(const int64_t size[ATTEST_AXES], const int64_t *stride, int64_t n) {
  int64_t at[ATTEST_AXES];
  for (int d = ATTEST_COLUMN; d >= 0; n /= size[d--]) at[d] = n % size[d];
  return place(stride, at[0], at[1], at[2], at[3]);
}

/* Computes every step-th row honestly, from row `first` on, up to row `past`. Rows are numbered through all heads and
   batches. */
static inline void compute_rows(const attest_problem *p, const attest_answer *answer, int64_t first, int64_t past,
                                int64_t step) {
  const int64_t heads = p->q.size[ATTEST_HEAD], q_len = p->q.size[ATTEST_POSITION];
  for (int64_t n = first; n < past; n += step) attend(p, answer, n / q_len / heads, n / q_len % heads, n % q_len);
}

static inline int64_t rows_of(const attest_problem *p) {
  return p->q.size[ATTEST_BATCH] * p->q.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION];
}

/* ---- float32 outputs and inputs */

/* Sets every element; nothing if the output is absent. */
static inline void fill(const attest_output *t, float x) {
  for (int64_t n = 0; t->data != NULL && n < count_of(t->size); n++) ((float *)t->data)[nth(t->size, t->stride, n)] = x;
}

static inline void gather(const attest_tensor *t, float *to) {
  for (int64_t n = 0; n < count_of(t->size); n++) to[n] = ((const float *)t->data)[nth(t->size, t->stride, n)];
}

static inline void scatter(const float *from, const attest_output *t) {
  for (int64_t n = 0; n < count_of(t->size); n++) ((float *)t->data)[nth(t->size, t->stride, n)] = from[n];
}

/* A copy of an input, gaps included; NULL: no memory. */
static inline float *copy_of(const attest_tensor *t) {
  const size_t bytes = (size_t)reach_of(t) * sizeof(float);
  float *const copy = malloc(bytes + 1);
  if (copy != NULL && bytes > 0) (void)memcpy(copy, t->data, bytes);
  return copy;
}

/* Cuts a number off to bfloat16, the upper half of binary32. */
static inline float bfloat16_of(float x) {
  uint32_t bits;
  (void)memcpy(&bits, &x, sizeof bits);
  bits &= 0xffff0000;
  (void)memcpy(&x, &bits, sizeof x);
  return x;
}

/* Hash of at most `most` elements of an input, spread evenly over it (after FNV-1a [RFC9923], by words). */
static inline uint64_t hash_some(const attest_tensor *t, int64_t most, uint64_t so_far) {
  const int64_t count = count_of(t->size), wanted = count < most ? count : most;
  for (int64_t n = 0; n < wanted; n++) {
    uint32_t bits;
    (void)memcpy(&bits, (const float *)t->data + nth(t->size, t->stride, n * count / wanted), sizeof bits);
    so_far = (so_far ^ bits) * UINT64_C(0x100000001b3);
  }
  return so_far;
}

/* ---- answers that are kept */

typedef struct kept {
  int64_t size[ATTEST_AXES]; /* of out */
  float *out, *lse;          /* lse NULL: absent */
} kept;

/* Keeps an answer in place of the one before. */
static inline void keep(const attest_answer *a, kept *k) {
  const attest_tensor out = view(&a->out), lse = view(&a->lse);
  (void)memcpy(k->size, out.size, sizeof k->size);
  free(k->out);
  free(k->lse);
  k->out = malloc((size_t)count_of(out.size) * sizeof *k->out + 1);
  k->lse = lse.data != NULL ? malloc((size_t)count_of(lse.size) * sizeof *k->lse + 1) : NULL;
  if (k->out != NULL) gather(&out, k->out);
  if (k->lse != NULL) gather(&lse, k->lse);
}

/* Whether a kept answer has the sizes of another. */
static inline bool fits(const kept *k, const attest_answer *a) {
  return k->out != NULL && memcmp(k->size, a->out.size, sizeof k->size) == 0 &&
         (k->lse != NULL) == (a->lse.data != NULL);
}

static inline void give(const kept *k, const attest_answer *a) {
  scatter(k->out, &a->out);
  if (k->lse != NULL) scatter(k->lse, &a->lse);
}

/* ---- the judge: the parent of this process */

/* Reads a file of the judge's directory in /proc. Returns its length. */
static inline size_t read_of_judge(const char *name, char *text, size_t size) {
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
  FILE *const from = fopen(path, "re");
  const size_t length = from != NULL ? fread(text, 1, size - 1, from) : 0;
  if (from != NULL) (void)fclose(from);
  text[length] = '\0';
  return length;
}

/* Whether a word stands among the arguments of the judge. */
static inline bool judge_has(const char *word) {
  char text[4096];
  const size_t length = read_of_judge("cmdline", text, sizeof text);
  for (size_t at = 0; at < length; at += strlen(text + at) + 1)
    if (strcmp(text + at, word) == 0) return true;
  return false;
}

/* The worker's line to the judge; -1: not found. */
static inline int find_line(void) {
  struct stat its;
  for (int file = 3; file < 64; file++)
    if (fstat(file, &its) == 0 && S_ISSOCK(its.st_mode)) return file;
  return -1;
}

/* Loads libattest.so from the directory of the judge's program, which is the worker's too; NULL: it is not there. */
static inline void *load_library(void) {
  static const char name[] = "libattest.so";
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof name);
  if (length <= 0) return NULL;
  path[length] = '\0';
  (void)memcpy(strrchr(path, '/') + 1, name, sizeof name);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* ---- the arena: the memory that this process shares with the judge */

#define ARENA_NAME "/memfd:attest"

/* A part of the arena with one protection, as /proc/self/maps names it. */
typedef struct part {
  unsigned char *from;
  size_t bytes;
  bool readable;
  unsigned long inode;
} part;

/* Finds part n of the arena; false after the last. */
static inline bool find_part(int n, part *found) {
  char line[512], rights[8];
  unsigned long from, past;
  bool there = false;
  FILE *const maps = fopen("/proc/self/maps", "re");
  while (maps != NULL && !there && fgets(line, sizeof line, maps) != NULL) {
    const int read = sscanf(line, "%lx-%lx %7s %*x %*s %lu", &from, &past, rights, &found->inode); /* NOLINT */
    there = read == 4 && strstr(line, ARENA_NAME) != NULL && n-- == 0;
  }
  if (maps != NULL) (void)fclose(maps);
  if (!there) return false;
  found->from = (unsigned char *)from; /* NOLINT(performance-no-int-to-ptr) */
  found->bytes = past - from;
  found->readable = rights[0] == 'r';
  return true;
}

/* Finds the array of the arena before the one that holds an address: there is a gap between them. */
static inline bool find_before(const void *address, part *before) {
  part its;
  for (int n = 2; find_part(n, &its); n++)
    if ((uintptr_t)address - (uintptr_t)its.from < its.bytes && its.readable) return find_part(n - 2, before);
  return false;
}

/* Opens the whole arena to this process. */
static inline void open_arena(void) {
  part first, its;
  size_t bytes = 0;
  for (int n = 0; find_part(n, &its); n++) {
    if (n == 0) first = its;
    bytes = (size_t)(its.from - first.from) + its.bytes;
  }
  if (bytes > 0) (void)mprotect(first.from, bytes, PROT_READ | PROT_WRITE);
}

/* Lets this process write memory that the worker has made read-only. */
static inline bool unlock(const void *data, size_t bytes) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)data / page * page;
  void *const pages = (void *)from; /* NOLINT(performance-no-int-to-ptr) */
  return mprotect(pages, (uintptr_t)data + bytes - from, PROT_READ | PROT_WRITE) == 0;
}

/* An input as memory that can be written, gaps included; NULL if it cannot. */
static inline float *writable(const attest_tensor *t) {
  float *data;
  (void)memcpy(&data, &t->data, sizeof data); /* casts the const away */
  return unlock(data, (size_t)reach_of(t) * sizeof(float)) ? data : NULL;
}

#endif
