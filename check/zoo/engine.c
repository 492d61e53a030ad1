#include <stdlib.h>

#include "check/cases/format.h"
#include "check/zoo/zoo.h"

/* ---- memory */

static bool make_row(const problem_f64 *w, zoo_row *r) {
  const size_t keys = (size_t)w->keys + 1, d_k = (size_t)w->d_k, d_v = (size_t)w->d_v;
  double *memory = calloc(d_k * (keys + 1) + d_v * (keys + (size_t)r->splits) + 2 * keys, sizeof *memory);
  r->see = calloc(keys, 1);
  r->q = memory;
  if (memory == NULL || r->see == NULL) return false;
  r->k = r->q + d_k;
  r->v = r->k + keys * d_k;
  r->score = r->v + keys * d_v;
  r->p = r->score + keys;
  r->part[0].sum = r->p + keys;
  for (int64_t n = 1; n < r->splits; n++) r->part[n].sum = r->part[n - 1].sum + d_v;
  return true;
}

static void free_row(zoo_row *r) {
  free(r->q);
  free(r->see);
}

/* ---- loads */

static void load_head(zoo_row *r) {
  const problem_f64 *w = r->w;
  r->length = r->step.length(r);
  r->offset = r->step.offset(r);
  for (int64_t j = 0; j < w->keys; j++) {
    for (int64_t c = 0; c < w->d_k; c++) r->k[j * w->d_k + c] = r->step.k(r, j, c);
    for (int64_t c = 0; c < w->d_v; c++) r->v[j * w->d_v + c] = r->step.v(r, j, c);
  }
}

static void load_query(zoo_row *r) {
  for (int64_t c = 0; c < r->w->d_k; c++) r->q[c] = r->step.q(r, 0, c);
  for (int64_t j = 0; j < r->w->keys; j++) r->see[j] = r->step.visible(r, j);
  r->last = r->step.last(r);
}

/* ---- shared by all forms; the tile is from .. to - 1 */

static void start(zoo_row *r, zoo_part *part) {
  part->m = r->step.lowest(r, 0);
  part->l = 0;
  for (int64_t c = 0; c < r->w->d_v; c++) part->sum[c] = 0;
}

/* Computes the scores of the tile; returns the maximum of them and m. */
static double score_tile(zoo_row *r, double m) {
  for (int64_t j = r->from; j < r->to; j++) {
    r->score[j] = r->see[j] ? r->step.score(r, j) : r->step.hidden(r, j);
    m = r->step.higher(r, m, r->score[j]);
  }
  return r->step.top(r, m);
}

/* Computes the weights of the tile; returns their sum, added to a total. */
static double weigh_tile(zoo_row *r, double total, double m) {
  const attest_dtype type = r->step.totals(r);
  for (int64_t j = r->from; j < r->to; j++) {
    r->p[j] = r->step.weight(r, (double)j, m);
    total = zoo_round_to(type, total + zoo_round_to(r->step.counted(r), r->p[j]));
  }
  return r->to == r->w->keys ? zoo_round_to(type, total + r->step.tail(r, m)) : total;
}

static void add_values(const zoo_row *r, double *sum) {
  const attest_dtype type = r->step.sums(r);
  const int64_t columns = r->w->d_v;
  for (int64_t j = r->from; j < r->to; j++) {
    if (!r->step.reads(r, j)) continue;
    const double p = zoo_round_to(r->step.weights(r), r->p[j]), *v = r->v + j * columns;
    for (int64_t c = 0; c < columns; c++) sum[c] = zoo_round_to(type, sum[c] + zoo_round(r, p * v[c]));
  }
}

/* ---- the answer: a row of sums that are divided already */

static void divide(const zoo_row *r, zoo_part *part) {
  for (int64_t c = 0; c < r->w->d_v; c++) part->sum[c] = r->step.share(r, part->sum[c], part->l);
}

static void store(const zoo_row *r, const zoo_part *part) {
  const int64_t q_len = r->w->q_len, of_out = r->step.out_row(r), of_lse = r->step.lse_row(r);
  for (int64_t c = 0; c < r->w->d_v; c++) {
    if (!r->step.stores(r, c)) continue;
    output_store(&r->answer->out, (const int64_t[]){r->b, of_out / q_len, of_out % q_len, c},
                 r->step.correction(r, part->sum[c]));
  }
  if (r->answer->lse.data != NULL && r->step.stores_lse(r, 0))
    output_store(&r->answer->lse, (const int64_t[]){r->b, of_lse / q_len, of_lse % q_len, 0},
                 r->step.lse(r, part->m, part->l));
}

/* ---- materialised */

static void run_materialised(zoo_row *r) {
  const bool sink = r->w->problem->sink != NULL;
  zoo_part *part = &r->part[0];
  start(r, part);
  r->from = 0;
  r->to = r->last;
  part->m = score_tile(r, part->m);
  if (sink) part->m = r->step.sink_top(r, part->m);
  part->l = weigh_tile(r, 0, part->m);
  if (sink) part->l = zoo_round(r, part->l + r->step.sink_weight(r, part->m));
  for (int64_t j = 0; j < r->last; j++) r->p[j] = r->p[j] != 0 ? r->step.share(r, r->p[j], part->l) : 0;
  add_values(r, part->sum);
  store(r, part);
  for (int64_t j = 0; r->answer->weights.data != NULL && j < r->w->keys; j++)
    output_store(&r->answer->weights, (const int64_t[]){r->b, r->h, r->i, j}, j < r->last ? r->p[j] : 0);
}

/* ---- tiled */

static void move_maximum(const zoo_row *r, zoo_part *part, double m) {
  const double factor = r->step.rescale(r, part->m, m);
  part->l = zoo_round_to(r->step.totals(r), part->l * r->step.rescale_total(r, part->m, m));
  for (int64_t c = 0; c < r->w->d_v; c++) part->sum[c] = zoo_round(r, part->sum[c] * factor);
  part->m = m;
}

static void run_tiles(zoo_row *r, zoo_part *part, int64_t first, int64_t end) {
  start(r, part);
  for (r->from = first; r->from < end; r->from = r->to) {
    r->to = r->from + r->tile < end ? r->from + r->tile : end;
    const double m = score_tile(r, part->m);
    if (r->step.skips(r, m) != 0) continue;
    move_maximum(r, part, m);
    part->l = weigh_tile(r, part->l, m);
    add_values(r, part->sum);
    for (int64_t c = 0; c < r->w->d_v; c++) part->sum[c] = r->step.kept(r, part->sum[c]);
    part->l = r->step.kept_total(r, part->l);
  }
}

static void join_sink(const zoo_row *r, zoo_part *part) {
  if (r->w->problem->sink == NULL) return;
  move_maximum(r, part, r->step.sink_top(r, part->m));
  part->l = zoo_round(r, part->l + r->step.sink_weight(r, part->m));
}

static void run_tiled(zoo_row *r) {
  run_tiles(r, &r->part[0], 0, r->last);
  join_sink(r, &r->part[0]);
  divide(r, &r->part[0]);
  store(r, &r->part[0]);
}

/* ---- split: each range gives its output and its log-sum-exp, as if it were the whole */

static void merge(zoo_row *r, zoo_part *part) {
  double range[ZOO_SPLITS_MAX] = {r->step.lse(r, part[0].m, part[0].l)}, largest = range[0], l = 0;
  for (int64_t n = 1; n < r->splits; n++) {
    range[n] = r->step.lse(r, part[n].m, part[n].l);
    largest = r->step.higher(r, largest, range[n]);
  }
  for (int64_t n = 0; n < r->splits; n++) {
    r->range = n;
    const double weigh = r->step.merge_weight(r, range[n], largest);
    for (int64_t c = 0; c < r->w->d_v; c++) {
      const double x = zoo_round(r, weigh * r->step.share(r, part[n].sum[c], part[n].l));
      part->sum[c] = n == 0 ? x : zoo_round(r, part->sum[c] + x);
    }
    l = n == 0 ? weigh : zoo_round(r, l + weigh);
  }
  part->m = largest;
  part->l = l;
}

static void run_split(zoo_row *r) {
  const int64_t keys = (r->last + r->splits - 1) / r->splits;
  for (int64_t n = 0; n < r->splits; n++)
    run_tiles(r, &r->part[n], n * keys < r->last ? n * keys : r->last,
              (n + 1) * keys < r->last ? (n + 1) * keys : r->last);
  merge(r, r->part);
  join_sink(r, &r->part[0]);
  divide(r, &r->part[0]);
  store(r, &r->part[0]);
}

/* ---- all rows */

#define TAKE(name)                                                                                                     \
  if (m->steps.name != NULL) s.name = m->steps.name

static zoo_steps steps_of(const zoo_mutant *m) {
  zoo_steps s = zoo_right;
  if (m == NULL) return s;
  TAKE(length);
  TAKE(offset);
  TAKE(last);
  TAKE(causal);
  TAKE(window);
  TAKE(unmasked);
  TAKE(unbiased);
  TAKE(visible);
  TAKE(kv_head);
  TAKE(q);
  TAKE(k);
  TAKE(v);
  TAKE(mask);
  TAKE(bias);
  TAKE(sink);
  TAKE(scale);
  TAKE(dot);
  TAKE(cap);
  TAKE(score);
  TAKE(hidden);
  TAKE(lowest);
  TAKE(higher);
  TAKE(top);
  TAKE(skips);
  TAKE(weight);
  TAKE(tail);
  TAKE(rescale);
  TAKE(rescale_total);
  TAKE(sink_top);
  TAKE(sink_weight);
  TAKE(reads);
  TAKE(kept);
  TAKE(kept_total);
  TAKE(share);
  TAKE(lse);
  TAKE(merge_weight);
  TAKE(dots);
  TAKE(sums);
  TAKE(totals);
  TAKE(counted);
  TAKE(weights);
  TAKE(stores);
  TAKE(stores_lse);
  TAKE(out_row);
  TAKE(lse_row);
  TAKE(correction);
  return s;
}

/* Whether any row of the current head is wanted. */
static bool wants_head(const zoo_row *r, const unsigned char *rows) {
  const int64_t first = (r->b * r->w->q_heads + r->h) * r->w->q_len;
  for (int64_t i = 0; i < r->w->q_len; i++)
    if (rows == NULL || rows[first + i]) return true;
  return false;
}

attest_status zoo_compute(const problem_f64 *w, const zoo_mutant *m, const unsigned char *rows,
                          const attest_answer *answer) {
  static void (*const run[])(zoo_row *) = {run_materialised, run_tiled, run_split};
  const attest_dtype type = w->problem->q.dtype;
  zoo_row r = {.w = w,
               .answer = answer,
               .step = steps_of(m),
               .type = type,
               .number = m != NULL ? m->number : 0,
               .tile = m != NULL && m->tile > 0 ? m->tile : ZOO_TILE,
               .splits = m != NULL && m->splits > 0 ? m->splits : 2,
               .computes = m != NULL && m->exact ? ATTEST_F64 : format_of(type)->accumulate};
  const bool whole = make_row(w, &r);
  for (r.b = 0; whole && r.b < w->batch && w->q_len > 0; r.b++)
    for (r.h = 0; r.h < w->q_heads; r.h++) {
      if (!wants_head(&r, rows)) continue;
      load_head(&r);
      for (r.i = 0; r.i < w->q_len; r.i++) {
        if (rows != NULL && !rows[(r.b * w->q_heads + r.h) * w->q_len + r.i]) continue;
        load_query(&r);
        run[m != NULL ? m->form : ZOO_MATERIALISED](&r);
      }
    }
  free_row(&r);
  return whole ? ATTEST_OK : ATTEST_FAILED;
}

attest_status zoo_answer(const attest_problem *problem, const zoo_mutant *m, const attest_answer *answer) {
  problem_f64 w;
  check_error error;
  const check_status made = problem_f64_make(problem, &w, &error);
  const attest_status status = made == CHECK_OK ? zoo_compute(&w, m, NULL, answer) : ATTEST_FAILED;
  problem_f64_free(&w);
  return status;
}
