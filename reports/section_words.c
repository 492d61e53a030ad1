/* The words of the page that are not defined where they stand. */
#include <stdio.h>

#include "reports/page.h"

static const struct {
  const char *word, *means;
} words[] = {
    {"reference", "attention in plain C loops, computed in binary64, proved from its source in exact arithmetic"},
    {"variant",
     "one of attest's fast implementations. base, avx2, avx512, avx512bf16, amx and neon are named after the "
     "instructions that they use (base: SSE2). blocked is plain C in tiles; blas and blas-tiled use OpenBLAS. A name "
     "in decode- is for few queries, one that ends in 64 computes in binary64"},
    {"candidate", "the implementation that was given to be judged"},
    {"bound", "the largest error that a correct implementation may have at an element, derived from the inputs and the "
              "arithmetic"},
    {"mutant", "an implementation with a bug that was reported elsewhere"},
    {"f64, f32, f16, bf16", "binary64, binary32, binary16, bfloat16: the type of q, k and v"},
    {"full, causal", "each query sees every key; each query sees no key after itself"},
    {"2 heads of 64", "two heads, with 64 columns each"},
    {"q, k, v, out, lse", "the queries, keys and values, the output, and the log of the sum of exp(scores) of a row"},
    {"d_k, d_v, T", "the columns of q and k, the columns of v, and the length of a sequence"},
    {"kv_len", "how many keys count in each element of a batch"},
    {"ulp", "a unit in the last place of a number in its type"},
    {"rademacher", "random entries that are 1 or -1, each with the chance 1/2"},
    {"in order, pairwise, 16 lanes, compensated", "ways to add numbers: one after the other; two halves, each added "
                                                  "so; 16 sums side by side; in order, with the error "
                                                  "of each addition added too"},
    {"Jacobian", "the matrix of derivatives of all weights of a row by all its scores"},
};

check_status words_section(const page *p, check_error *error) {
  (void)error;
  (void)fputs("<section id=\"words\"><h2>Words</h2>\n<dl class=\"claims\">\n", p->to);
  for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
    (void)fprintf(p->to, "<dt>%s</dt><dd>%s.</dd>\n", words[n].word, words[n].means);
  (void)fputs("</dl>\n</section>\n", p->to);
  return CHECK_OK;
}
