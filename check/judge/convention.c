#include "check/judge/convention.h"

#include <stdio.h>
#include <string.h>

static const convention table[CONVENTIONS] = {
    [CONVENTION_TOP_LEFT] = {"causal-top-left", "the diagonal starts at the first key", "bottom-right",
                             "causal-top-left", false},
    [CONVENTION_KV_TILED] = {"kv-head-tiled", "query head h takes kv head h % kv_heads",
                             "kv head h / (q_heads / kv_heads)", "kv-head-tiled", false},
    [CONVENTION_MASK_LOST] = {"mask-lost-with-causal", "a mask has no effect beside causal", "both",
                              "mask-lost-with-causal", false},
    [CONVENTION_DEFAULT_SCALE] = {"default-scale", "scores are scaled by 1/sqrt(d_k)", "the given scale", "scale-lost",
                                  false},
    [CONVENTION_LSE_BASE_2] = {"lse-base-2", "lse is the logarithm in base 2", "the natural logarithm", "lse-base-2",
                               false},
    [CONVENTION_EMPTY_NAN] = {"empty-row-nan",
                              "NaN in rows from which mask, diagonal, window or lengths hide every key", "zeros",
                              "empty-row-nan", false},
    [CONVENTION_BIAS_NAN] = {"bias-row-nan", "NaN in rows with a bias of -infinity at every key", "zeros",
                             "empty-row-nan", false},
    [CONVENTION_EMPTY_MEAN] = {"empty-row-mean",
                               "the mean of V in rows from which mask, diagonal, window or lengths hide every key",
                               "zeros", "empty-row-mean", false},
    [CONVENTION_BIAS_MEAN] = {"bias-row-mean", "the mean of V in rows with a bias of -infinity at every key", "zeros",
                              "empty-row-mean", false},
    [CONVENTION_HIDDEN_KEY] =
        {"hidden-key-nan",
         "NaN and infinities in K at hidden keys, and hidden scores out of range, can reach the output",
         "hidden keys are not read", "hidden-key-nan", true},
    [CONVENTION_HIDDEN_VALUE] = {"hidden-value-nan", "NaN and infinities in V at hidden keys can reach the output",
                                 "hidden keys are not read", "hidden-value-nan", true},
    [CONVENTION_NAN_WEIGHTS] = {"nan-row-weights", "NaN at a visible key makes the weights of hidden keys NaN too", "0",
                                "empty-row-nan", true},
};

const convention *convention_of(convention_id id) { return &table[id]; }

static bool find(const char *name, size_t length, convention_set *set) {
  for (int n = 0; n < CONVENTIONS; n++)
    if (strlen(table[n].name) == length && strncmp(table[n].name, name, length) == 0) {
      *set |= CONVENTION_BIT(n);
      return true;
    }
  return false;
}

check_status convention_read(const char *option, const char *names, convention_set *set, check_error *error) {
  char all[400];
  *set = strcmp(names, "all") == 0 ? CONVENTION_ALL : 0;
  for (const char *at = names; *set != CONVENTION_ALL;) {
    const size_t length = strcspn(at, ",");
    if (!find(at, length, set)) {
      convention_print(CONVENTION_ALL, all, sizeof all);
      return check_fail(error, CHECK_BAD_INPUT, "%s: '%.*s' is not a convention; expected all, or some of %s", option,
                        (int)length, at, all);
    }
    if (at[length] == '\0') break;
    at += length + 1;
  }
  return CHECK_OK;
}

check_status convention_read_policy(const char *accept, const char *refuse, convention_policy *policy,
                                    check_error *error) {
  check_status status = CHECK_OK;
  *policy = (convention_policy){.accepted = 0};
  if (accept != NULL) status = convention_read("--accept", accept, &policy->accepted, error);
  if (status == CHECK_OK && refuse != NULL) status = convention_read("--refuse", refuse, &policy->refused, error);
  policy->refused &= ~policy->accepted;
  return status;
}

void convention_print(convention_set set, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int n = 0; n < CONVENTIONS && used < size; n++)
    if ((set & CONVENTION_BIT(n)) != 0)
      used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", table[n].name);
}

int convention_count(convention_set set) {
  int count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
}
