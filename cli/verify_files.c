#include "cli/verify_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"

static const char *const layouts[] = {"BHSD", "BSHD", NULL};
static const char *const diagonals[] = {"top-left", "bottom-right", NULL};

const char *verify_files_layout(size_t n) { return layouts[n]; }
const char *verify_files_diagonal(size_t n) { return diagonals[n]; }

/* Reads top-left, bottom-right or an offset. */
static check_status read_diagonal(const char *option, const char *text, attest_problem *p, check_error *error) {
  char *end;
  p->alignment = strcmp(text, diagonals[0]) == 0   ? ATTEST_ALIGN_TOP_LEFT
                 : strcmp(text, diagonals[1]) == 0 ? ATTEST_ALIGN_BOTTOM_RIGHT
                                                   : ATTEST_ALIGN_OFFSET;
  if (p->alignment != ATTEST_ALIGN_OFFSET) return CHECK_OK;
  const long long offset = strtoll(text, &end, 10);
  p->offset = offset;
  if (*text != '\0' && *end == '\0' && offset >= -ATTEST_MAX_SIZE && offset <= ATTEST_MAX_SIZE) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--%s: expected top-left, bottom-right or an offset, found %s", option,
                    text);
}

/* Reads a number of keys, or none, up to a character. Returns what follows it; NULL if it is neither. */
static const char *read_side(const char *text, char until, int64_t *side) {
  char *end;
  *side = ATTEST_UNLIMITED;
  if (strncmp(text, "none", 4) == 0) return text[4] == until ? text + 4 : NULL;
  if (*text < '0' || *text > '9') return NULL;
  const long long number = strtoll(text, &end, 10);
  *side = number;
  return *end == until && number <= ATTEST_MAX_SIZE ? end : NULL;
}

static check_status read_window(const char *text, attest_problem *p, check_error *error) {
  const char *comma = read_side(text, ',', &p->window_left);
  p->windowed = true;
  if (comma != NULL && read_side(comma + 1, '\0', &p->window_right) != NULL) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--window: expected LEFT,RIGHT, each a number of keys or none, found %s",
                    text);
}

static check_status read_options(const verify_files_options *given, attest_problem *p, check_error *error) {
  check_status status = CHECK_OK;
  const bool twice = given->causal != NULL && given->alignment != NULL;
  *p = (attest_problem){.causal = given->causal != NULL};
  if (twice)
    return check_fail(error, CHECK_BAD_INPUT,
                      "--alignment: expected no --causal, whose value already names the diagonal");
  if (given->alignment != NULL && given->window == NULL)
    return check_fail(error, CHECK_BAD_INPUT,
                      "--alignment: expected --window, because it names the diagonal of a window");
  if (given->window != NULL && given->causal == NULL && given->alignment == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "--window: expected --causal or --alignment, which names its diagonal");
  if (given->causal != NULL) status = read_diagonal("causal", given->causal, p, error);
  if (given->alignment != NULL) status = read_diagonal("alignment", given->alignment, p, error);
  if (status == CHECK_OK && given->window != NULL) status = read_window(given->window, p, error);
  if (status == CHECK_OK) status = arguments_number("scale", given->scale, -1e30, 1e30, &p->scale, error);
  if (status == CHECK_OK && given->scale != NULL && p->scale == 0)
    return check_fail(error, CHECK_BAD_INPUT, "--scale: expected a number that is not 0, found %s", given->scale);
  return status == CHECK_OK ? arguments_number("softcap", given->softcap, 0, 1e30, &p->softcap, error) : status;
}

static check_status read_layout(const char *text, bool *bshd, check_error *error) {
  *bshd = text != NULL && strcmp(text, layouts[1]) == 0;
  if (text == NULL || *bshd || strcmp(text, layouts[0]) == 0) return CHECK_OK;
  return check_fail(error, CHECK_BAD_INPUT, "--layout: expected BHSD or BSHD, found %s", text);
}

const char *verify_files_other_layout(const verify_files_options *given) {
  if (given->layout == NULL || strcmp(given->layout, layouts[0]) == 0) return layouts[1];
  return strcmp(given->layout, layouts[1]) == 0 ? layouts[0] : NULL;
}

check_status verify_files_load(const verify_files_options *given, attention_case *c, check_error *error) {
  static const case_tensor needed[] = {CASE_Q, CASE_K, CASE_V};
  attest_problem options;
  bool bshd;
  *c = (attention_case){.has_attention = false};
  for (int n = 0; n < 3; n++)
    if (given->file[needed[n]] == NULL)
      return check_fail(error, CHECK_BAD_INPUT, "expected --%s FILE beside the other files",
                        case_tensor_name(needed[n]));
  if (given->file[CASE_OUT] == NULL && given->file[CASE_LSE] == NULL && given->file[CASE_WEIGHTS] == NULL)
    return check_fail(error, CHECK_BAD_INPUT, "expected --out FILE, --lse FILE or --weights FILE: nothing to judge");
  check_status status = read_options(given, &options, error);
  if (status == CHECK_OK) status = read_layout(given->layout, &bshd, error);
  return status == CHECK_OK ? case_load_files(given->file, bshd, &options, c, error) : status;
}
