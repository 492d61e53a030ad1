/* The causes that describe each mutant: what a diagnosis may say of it. */
#include <string.h>

#include "check/zoo/cause.h"

static const struct {
  const char *mutant, *causes; /* with spaces between them */
} described[] = {
    {"always-causal", "causal-always"},
    {"causal-inverted", "causal-after"},
    {"causal-lost-with-lengths", "causal-lost-with-length"},
    {"causal-lost-with-lse", "causal-ignored"},
    {"causal-needs-mask", "causal-ignored"},
    {"causal-top-left", "diagonal-top-left"},
    {"causal-zeros", "keys-none out-zero"},
    {"chunk-bias", "bias-of-tile"},
    {"decode-block-32", "length-in-tiles place-of-length"},
    {"decode-top-left", "diagonal-top-left"},
    {"diagonal-half-rate", "place-of-diagonal"},
    {"diagonal-hidden", "diagonal-moved"},
    {"dot-in-f16", "dot-sums-in-f16"},
    {"empty-range-nan", "split-empty-nan"},
    {"empty-row-out-nan", "empty-nan empty-out-nan"},
    {"empty-sequence-read", "empty-sees-first"},
    {"empty-states-merged", "empty-nan"},
    {"fills-overflow", "empty-row-mean"},
    {"first-tile-nan", "empty-nan empty-row-nan"},
    {"future-block-nan", "empty-nan empty-out-nan empty-row-nan split-of-keys-empty-nan"},
    {"hidden-value-nan", "hidden-values-read"},
    {"kv-head-by-count", "kv-head-0"},
    {"kv-head-tiled", "kv-head-mod"},
    {"length-of-first-batch", "length-of-first"},
    {"length-of-next-batch", "length-of-next"},
    {"length-plus-one", "length-moved"},
    {"lengths-dropped", "length-ignored"},
    {"lengths-ignored", "length-ignored place-of-length"},
    {"mask-added-in-f16", "scores-in-f16"},
    {"mask-after-softmax", "hidden-counted mask-dropped-after"},
    {"mask-minus-10", "hidden-lowered"},
    {"mask-minus-100000", "hidden-score"},
    {"mask-multiplied", "hidden-zero"},
    {"mask-of-first-head", "mask-of-head-0"},
    {"nan-swallowed", "nan-not-in-maximum keys-nan-hidden"},
    {"offset-ignored", "diagonal-offset-ignored"},
    {"offset-reversed", "diagonal-reversed"},
    {"prefix-ignored", "diagonal-always-0 diagonal-top-left place-of-diagonal"},
    {"remainder-of-rows", "padding-counted zero-keys-counted"},
    {"rescale-race", "rescale-not-in-last"},
    {"scale-lost", "scale-default"},
    {"scale-lost-in-decode", "scale-none"},
    {"scores-in-f16-nan", "scores-in-f16"},
    {"sentinel-10000", "max-from"},
    {"sentinel-50000", "max-from"},
    {"sentinel-50000-decode", "max-from sentinel-50000"},
    {"single-tile-skipped", "out-unwritten"},
    {"sums-in-f16", "sums-of-exponentials-in-f16"},
    {"slopes-of-local-head", "place-of-bias"},
    {"tail-dropped", "keys-tail-lost keys-tail-of-tensor-lost keys-after-lost"},
    {"tail-row-past-diagonal", "causal-of-last-query causal-in-tiles place-of-diagonal"},
    {"tail-lowest", "lse-empty-number"},
    {"total-not-rescaled", "rescale-total-missing"},
    {"v-rows-of-k", "v-rows-of-d_k"},
    {"zero-keys-256", "padding-counted"},
    {"zero-keys-counted", "padding-counted"},
};

bool cause_describes(const char *name, const char *mutant) {
  const size_t length = strlen(name);
  for (size_t n = 0; n < sizeof described / sizeof described[0]; n++) {
    if (strcmp(described[n].mutant, mutant) != 0) continue;
    for (const char *at = described[n].causes; *at != '\0'; at += strspn(at, " ")) {
      const size_t its = strcspn(at, " ");
      if (its == length && strncmp(at, name, its) == 0) return true;
      at += its;
    }
  }
  return false;
}
