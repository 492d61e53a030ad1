#define _POSIX_C_SOURCE 200809L /* NOLINT: reserved for this; open_memstream */
#include "cli/repeat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/quote.h"

/* The target as a shell reads it: in quotes, unless it is plain, or has its option and quotes already. NULL: no
   memory. */
static char *target_text(const char *target) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@+=,%";
  const bool is_plain = target[strspn(target, plain)] == '\0' || strncmp(target, "--command ", 10) == 0;
  return is_plain ? strdup(target) : quote("", target);
}

static void put_option(FILE *to, const char *name, const char *value) {
  if (value != NULL) (void)fprintf(to, " --%s %s", name, value);
}

/* What stands behind the case. NULL: no memory. */
static char *options_text(const results_stated *stated) {
  char *text = NULL;
  size_t size;
  FILE *const to = open_memstream(&text, &size);
  if (to == NULL) return NULL;
  (void)fputc('\'', to);
  put_option(to, "accumulate", stated->accumulate);
  put_option(to, "scores", stated->scores);
  put_option(to, "probabilities", stated->probabilities);
  put_option(to, "accept", stated->accept);
  put_option(to, "refuse", stated->refuse);
  if (fclose(to) == 0) return text;
  free(text);
  return NULL;
}

check_status repeat_make(const char *target, const results_stated *stated, repeat_words *r, check_error *error) {
  char *const named = target_text(target);
  const size_t size = named != NULL ? strlen(named) + sizeof "attest check  --case '" : 0;
  *r = (repeat_words){.before = named != NULL ? malloc(size) : NULL, .after = options_text(stated)};
  if (r->before != NULL) (void)snprintf(r->before, size, "attest check %s --case '", named);
  free(named);
  r->words = (check_words){.repeat = r->before,
                           .repeat_end = r->after,
                           .accept = "return ATTEST_UNSUPPORTED, or --accept ",
                           .timeout = "--timeout",
                           .all = "; --json FILE writes all of them"};
  if (r->before != NULL && r->after != NULL) return CHECK_OK;
  repeat_free(r);
  return check_fail(error, CHECK_FAILURE, "not enough memory for the name of the candidate");
}

void repeat_free(repeat_words *r) {
  free(r->before);
  free(r->after);
  *r = (repeat_words){.before = NULL};
}
