#include "tests/oracle/attention_oracle.h"

#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 256 };

int64_t oracle_place(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t c) {
  return b * t->stride[ATTEST_BATCH] + h * t->stride[ATTEST_HEAD] + i * t->stride[ATTEST_POSITION] +
         c * t->stride[ATTEST_COLUMN];
}

/* A binary interchange format of 16 bits: a sign, exponent_bits bits of biased exponent, the rest of fraction. */
static double decode16(unsigned pattern, int exponent_bits) {
  const int fraction_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  const int field = (int)(pattern & 0x7fffu) >> fraction_bits, fraction = (int)pattern & ((1 << fraction_bits) - 1);
  const double sign = pattern >> 15 != 0 ? -1.0 : 1.0;
  if (field == (1 << exponent_bits) - 1) return fraction == 0 ? sign * HUGE_VAL : nan("");
  const double significand = (double)fraction / (1 << fraction_bits) + (field > 0 ? 1.0 : 0.0);
  return sign * significand * pow(2.0, (field > 0 ? field : 1) - bias);
}

double oracle_element(const attest_tensor *t, int64_t b, int64_t h, int64_t i, int64_t c) {
  const int64_t o = oracle_place(t, b, h, i, c);
  switch (t->dtype) {
  case ATTEST_F64:
    return ((const double *)t->data)[o];
  case ATTEST_F32:
    return (double)((const float *)t->data)[o];
  case ATTEST_F16:
    return decode16(((const uint16_t *)t->data)[o], 5);
  case ATTEST_BF16:
    return decode16(((const uint16_t *)t->data)[o], 8);
  case ATTEST_BOOL:
    return ((const unsigned char *)t->data)[o] == 0 ? 0.0 : 1.0;
  }
  abort();
}

static int64_t keys_of_batch(const attest_problem *p, int64_t b) {
  return p->kv_len == NULL ? p->k.size[ATTEST_POSITION] : p->kv_len[b];
}

/* The key position at which query i stands. */
static int64_t diagonal(const attest_problem *p, int64_t b, int64_t i) {
  switch (p->alignment) {
  case ATTEST_ALIGN_NONE:
  case ATTEST_ALIGN_TOP_LEFT:
    return i;
  case ATTEST_ALIGN_BOTTOM_RIGHT: /* the last query stands at the last key */
    return keys_of_batch(p, b) - 1 - (p->q.size[ATTEST_POSITION] - 1 - i);
  case ATTEST_ALIGN_OFFSET:
    return i + p->offset;
  }
  abort();
}

bool oracle_in_place(const attest_problem *p, int64_t b, int64_t i, int64_t j) {
  const int64_t ahead = j - diagonal(p, b, i);
  bool in = j < keys_of_batch(p, b);
  if (p->causal && ahead > 0) in = false;
  if (p->windowed && p->window_left != ATTEST_UNLIMITED && -ahead > p->window_left) in = false;
  if (p->windowed && p->window_right != ATTEST_UNLIMITED && ahead > p->window_right) in = false;
  return in;
}

bool oracle_sees(const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j) {
  const bool masked = p->mask.data != NULL && oracle_element(&p->mask, b, h, i, j) == 0.0;
  const bool biased_away = p->bias.data != NULL && oracle_element(&p->bias, b, h, i, j) == -HUGE_VAL;
  return oracle_in_place(p, b, i, j) && !masked && !biased_away;
}

static void set_scale(mpfr_t scale, const attest_problem *p) {
  if (p->scale != 0) mpfr_set_d(scale, p->scale, MPFR_RNDN);
  else {
    mpfr_set_si(scale, (long)p->q.size[ATTEST_COLUMN], MPFR_RNDN);
    mpfr_rec_sqrt(scale, scale, MPFR_RNDN);
  }
}

typedef struct {
  mpfr_t scale, score, magnitude, x, y, total;
  mpfr_t *sums; /* d_v */
} work_numbers;

/* score = scale * q_i . k_j, magnitude = |scale| * |q_i| . |k_j| */
static void dot(work_numbers *w, const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j) {
  const int64_t group = p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD];
  mpfr_set_zero(w->score, 1);
  mpfr_set_zero(w->magnitude, 1);
  for (int64_t c = p->q.size[ATTEST_COLUMN]; c-- > 0;) {
    mpfr_set_d(w->x, oracle_element(&p->q, b, h, i, c), MPFR_RNDN);
    mpfr_mul_d(w->x, w->x, oracle_element(&p->k, b, h / group, j, c), MPFR_RNDN);
    mpfr_mul(w->x, w->x, w->scale, MPFR_RNDN);
    mpfr_add(w->score, w->score, w->x, MPFR_RNDN);
    mpfr_abs(w->x, w->x, MPFR_RNDN);
    mpfr_add(w->magnitude, w->magnitude, w->x, MPFR_RNDN);
  }
}

static void score(work_numbers *w, const attest_problem *p, int64_t b, int64_t h, int64_t i, int64_t j) {
  dot(w, p, b, h, i, j);
  if (p->softcap > 0) {
    mpfr_div_d(w->score, w->score, p->softcap, MPFR_RNDN);
    mpfr_tanh(w->score, w->score, MPFR_RNDN);
    mpfr_mul_d(w->score, w->score, p->softcap, MPFR_RNDN);
  }
  if (p->bias.data != NULL) mpfr_add_d(w->score, w->score, oracle_element(&p->bias, b, h, i, j), MPFR_RNDN);
}

/* total = sum exp(s_j) + exp(sink), sums[c] = sum exp(s_j) v_jc; also writes scores and magnitudes of the row. */
static void accumulate(work_numbers *w, const attest_problem *p, int64_t b, int64_t h, int64_t i, double *scores,
                       double *magnitudes) {
  const int64_t group = p->q.size[ATTEST_HEAD] / p->k.size[ATTEST_HEAD];
  mpfr_set_zero(w->total, 1);
  if (p->sink != NULL) {
    mpfr_set_d(w->x, p->sink[h], MPFR_RNDN);
    mpfr_exp(w->total, w->x, MPFR_RNDN);
  }
  for (int64_t c = 0; c < p->v.size[ATTEST_COLUMN]; c++) mpfr_set_zero(w->sums[c], 1);
  for (int64_t j = 0; j < p->k.size[ATTEST_POSITION]; j++) {
    scores[j] = -HUGE_VAL;
    magnitudes[j] = 0;
    if (!oracle_sees(p, b, h, i, j)) continue;
    score(w, p, b, h, i, j);
    scores[j] = mpfr_get_d(w->score, MPFR_RNDN);
    magnitudes[j] = mpfr_get_d(w->magnitude, MPFR_RNDU);
    mpfr_exp(w->y, w->score, MPFR_RNDN);
    mpfr_add(w->total, w->total, w->y, MPFR_RNDN);
    for (int64_t c = 0; c < p->v.size[ATTEST_COLUMN]; c++) {
      mpfr_mul_d(w->x, w->y, oracle_element(&p->v, b, h / group, j, c), MPFR_RNDN);
      mpfr_add(w->sums[c], w->sums[c], w->x, MPFR_RNDN);
    }
  }
}

static void answer_row(work_numbers *w, const attest_problem *p, int64_t b, int64_t h, int64_t i,
                       const attention_answer *a) {
  const int64_t row = (b * p->q.size[ATTEST_HEAD] + h) * p->q.size[ATTEST_POSITION] + i,
                keys = p->k.size[ATTEST_POSITION], d_v = p->v.size[ATTEST_COLUMN];
  accumulate(w, p, b, h, i, a->scores + row * keys, a->magnitudes + row * keys);
  const bool empty = mpfr_zero_p(w->total) != 0;
  for (int64_t c = 0; c < d_v; c++) {
    if (!empty) mpfr_div(w->x, w->sums[c], w->total, MPFR_RNDN);
    a->out[row * d_v + c] = empty ? 0.0 : mpfr_get_d(w->x, MPFR_RNDN);
  }
  for (int64_t j = 0; j < keys; j++) {
    a->weights[row * keys + j] = 0.0;
    if (!oracle_sees(p, b, h, i, j)) continue;
    score(w, p, b, h, i, j);
    mpfr_exp(w->y, w->score, MPFR_RNDN);
    mpfr_div(w->y, w->y, w->total, MPFR_RNDN);
    a->weights[row * keys + j] = mpfr_get_d(w->y, MPFR_RNDN);
  }
  mpfr_log(w->x, w->total, MPFR_RNDN);
  a->lse[row] = mpfr_get_d(w->x, MPFR_RNDN);
}

static double *doubles(int64_t n) {
  double *x = calloc((size_t)n + 1, sizeof *x);
  if (x == NULL) abort();
  return x;
}

attention_answer attention_oracle(const attest_problem *p) {
  const int64_t rows = p->q.size[ATTEST_BATCH] * p->q.size[ATTEST_HEAD] * p->q.size[ATTEST_POSITION],
                keys = p->k.size[ATTEST_POSITION], d_v = p->v.size[ATTEST_COLUMN];
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  work_numbers w;
  mpfr_inits2(PRECISION, w.scale, w.score, w.magnitude, w.x, w.y, w.total, (mpfr_ptr)0);
  w.sums = calloc((size_t)d_v, sizeof *w.sums);
  if (w.sums == NULL) abort();
  for (int64_t c = 0; c < d_v; c++) mpfr_init2(w.sums[c], PRECISION);
  set_scale(w.scale, p);
  const attention_answer a = {.out = doubles(rows * d_v),
                              .lse = doubles(rows),
                              .weights = doubles(rows * keys),
                              .scores = doubles(rows * keys),
                              .magnitudes = doubles(rows * keys)};
  for (int64_t b = 0; b < p->q.size[ATTEST_BATCH]; b++)
    for (int64_t h = 0; h < p->q.size[ATTEST_HEAD]; h++)
      for (int64_t i = 0; i < p->q.size[ATTEST_POSITION]; i++) answer_row(&w, p, b, h, i, &a);
  for (int64_t c = 0; c < d_v; c++) mpfr_clear(w.sums[c]);
  free(w.sums);
  mpfr_clears(w.scale, w.score, w.magnitude, w.x, w.y, w.total, (mpfr_ptr)0);
  mpfr_free_cache();
  return a;
}

void attention_answer_free(attention_answer *a) {
  free(a->out);
  free(a->lse);
  free(a->weights);
  free(a->scores);
  free(a->magnitudes);
  memset(a, 0, sizeof *a);
}
