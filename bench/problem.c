#include "bench/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sweep.h"

/* The text after the next '/'; "" if there is none. */
static const char *after_word(const char *name) {
  const size_t length = strcspn(name, "/");
  return name + length + (name[length] == '/');
}

const char *problem_of(const char *name, char text[PROBLEM_MAX]) {
  (void)snprintf(text, PROBLEM_MAX, "%.*s/%s", (int)strcspn(name, "/"), name, after_word(after_word(name)));
  char *const last = strrchr(text, '/');
  /* /real_time or /manual_time; every other part has the form KEY:NUMBER. */
  if (strchr(last, ':') == NULL) *last = '\0';
  return text;
}

long problem_number(const char *name, sweep_column column) {
  char mark[24];
  (void)snprintf(mark, sizeof mark, "/%s:", sweep_column_name(column));
  const char *const at = strstr(name, mark);
  return at != NULL ? strtol(at + strlen(mark), NULL, 10) : 0;
}

/* Adds "BEFORE N ONE" or, of several, "BEFORE N MANY"; nothing for 0. */
static void add(char text[PROBLEM_MAX], const char *before, long n, const char *one, const char *many) {
  const size_t used = strlen(text);
  if (n > 0) (void)snprintf(text + used, PROBLEM_MAX - used, "%s%ld%s", before, n, n == 1 ? one : many);
}

const char *problem_words(const char *name, char text[PROBLEM_MAX]) {
  const char *const type = after_word(after_word(name)), *const mask = after_word(type);
  (void)snprintf(text, PROBLEM_MAX, "%.*s, %.*s", (int)strcspn(type, "/"), type, (int)strcspn(mask, "/"), mask);
  add(text, ", ", problem_number(name, SWEEP_BATCH), " batch", " batches");
  add(text, ", ", problem_number(name, SWEEP_HEADS), " head", " heads");
  add(text, " of ", problem_number(name, SWEEP_D_K), "", "");
  add(text, " on ", problem_number(name, SWEEP_KV_HEADS), " kv head", " kv heads");
  add(text, ", values of ", problem_number(name, SWEEP_D_V), "", "");
  add(text, ", ", problem_number(name, SWEEP_Q_LEN), " query", " queries");
  add(text, ", ", problem_number(name, SWEEP_KEYS), " key", " keys");
  add(text, ", ", problem_number(name, SWEEP_THREADS), " thread", " threads");
  return text;
}
