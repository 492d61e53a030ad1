#include "check/judge/convention.h"

#include "check/cases/names.h"

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
    [CONVENTION_EMPTY_NAN] = {"empty-row-nan", "NaN in rows where the mask, diagonal, window or lengths hide every key",
                              "zeros", "empty-row-nan", false},
    [CONVENTION_BIAS_NAN] = {"bias-row-nan", "NaN in rows with a bias of -infinity at every key", "zeros",
                             "empty-row-nan", false},
    [CONVENTION_EMPTY_MEAN] = {"empty-row-mean",
                               "the mean of V in rows where the mask, diagonal, window or lengths hide every key",
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

static const char *name_of(size_t n) { return n < CONVENTIONS ? table[n].name : NULL; }

check_status convention_read(const char *option, const char *names, convention_set *set, check_error *error) {
  return names_read(option, "a convention", names, name_of, set, error);
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

void convention_print(convention_set set, char *text, size_t size) { names_print(name_of, set, text, size); }

int convention_count(convention_set set) {
  int count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
}
