/* The numbers of generated cases. */
#ifndef ATTEST_CHECK_FILL_H
#define ATTEST_CHECK_FILL_H

#include <stdbool.h>

#include "check/cases/recipe.h"

/* q_ic, k_jc, v_jc, bias_ij of a head (batch and head in one number), before rounding to the case's type. */
double fill_q(const recipe *r, int64_t head, int64_t i, int64_t c);
double fill_k(const recipe *r, int64_t head, int64_t key, int64_t c);
double fill_v(const recipe *r, int64_t head, int64_t key, int64_t c);
double fill_bias(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t j);

bool fill_mask(const recipe *r, int64_t b, int64_t h, int64_t i, int64_t j);

/* The byte that stands for true at byte number `at` of the mask. */
unsigned char fill_true_byte(const recipe *r, int64_t at);

int64_t fill_kv_len(const recipe *r, int64_t b);
double fill_sink(const recipe *r, int64_t h);

/* The number in column c of k and of v at a hidden key, unless hidden is "fill". */
double fill_hidden_k(const recipe *r, int64_t c);
double fill_hidden_v(const recipe *r, int64_t c);

#endif
